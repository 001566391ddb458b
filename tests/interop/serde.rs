//! Feature `serde`.
