//! Feature `image_0_25`.
