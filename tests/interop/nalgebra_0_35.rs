//! Feature `nalgebra_0_35`.
