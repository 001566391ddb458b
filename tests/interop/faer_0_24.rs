//! Feature `faer_0_24`.
