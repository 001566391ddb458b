//! Feature `bytemuck`.
