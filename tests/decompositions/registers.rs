//! No function leaves anything in the upper halves of vector registers: the code that runs after it, which is
//! compiled for the oldest machines, would take longer.

use core::arch::asm;
use core::arch::x86_64::__cpuid_count;
use holor::prelude::*;

/// Whether the upper halves are in use; `None` if the processor does not tell (Intel's manual, volume 1, 13.2 and
/// 13.6: `XGETBV` with 1).
fn upper_halves_are_in_use() -> Option<bool> {
    if !is_x86_feature_detected!("avx") || __cpuid_count(0xd, 1).eax & 4 == 0 {
        return None;
    }
    let used: u32;
    // SAFETY: the processor has the instruction, which only writes these two registers.
    unsafe { asm!("xgetbv", in("ecx") 1, out("eax") used, out("edx") _, options(nomem, nostack)) };
    Some(used & 4 != 0)
}

#[track_caller]
fn clear_after<O>(name: &str, f: impl FnOnce() -> O) {
    let result = f();
    let used = upper_halves_are_in_use();
    drop(result);
    assert_ne!(used, Some(true), "after {name}");
}

#[test]
fn the_processor_tells() {
    if is_x86_feature_detected!("avx") {
        // SAFETY: the processor has these instructions; no function that uses the register is compiled for AVX.
        unsafe {
            asm!("vpcmpeqd xmm0, xmm0, xmm0", "vinsertf128 ymm0, ymm0, xmm0, 1", out("xmm0") _);
        };
        let used = upper_halves_are_in_use();
        // SAFETY: as above.
        unsafe { asm!("vzeroupper") };
        assert_ne!(used, Some(false));
        assert_ne!(upper_halves_are_in_use(), Some(true));
    }
}

#[test]
fn nothing_is_left() {
    for n in [3, 20, 100] {
        let a = Tensor::from_fn([n, n], |[i, j]| ((i * 31 + j * 17) % 23) as f64 - 11.0);
        let b = Tensor::from_fn([n, n], |[i, j]| (i + 2 * j) as f64);
        let positive = a.matmul(a.transpose()) + Tensor::eye(n);
        clear_after("solve", || positive.solve(&b));
        clear_after("inv", || positive.inv());
        clear_after("det", || a.det());
        clear_after("slogdet", || a.slogdet());
        clear_after("cholesky", || positive.cholesky());
        clear_after("qr", || a.qr());
        clear_after("svd", || a.svd());
        clear_after("svdvals", || a.svdvals());
        clear_after("matrix_rank", || a.matrix_rank());
        clear_after("pinv", || a.pinv());
        clear_after("lstsq", || a.lstsq(&b));
        clear_after("eigh", || positive.eigh());
        clear_after("eigvalsh", || positive.eigvalsh());
        clear_after("eig", || a.eig());
        clear_after("eigvals", || a.eigvals());
    }
}
