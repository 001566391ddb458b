//! The instruction set that `HOLOR_SIMD` names, for the runs of all tests at each.

use crate::kernels::dispatch::arch;
use core::mem::discriminant;
use pulp::Arch;

#[test]
fn the_environment_names_the_instruction_set() {
    let name = std::env::var("HOLOR_SIMD").unwrap_or_default();
    let expected = match name.as_str() {
        "scalar" => Some(Arch::Scalar),
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        "avx2" => pulp::x86::V3::try_new().map(Arch::V3),
        _ => None,
    };
    let expected = expected.unwrap_or_else(Arch::new);
    assert_eq!(discriminant(&arch()), discriminant(&expected), "{name}");
}
