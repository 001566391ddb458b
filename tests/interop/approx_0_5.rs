//! Feature `approx_0_5`.
