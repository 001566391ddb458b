//! Which instructions.

#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
use core::sync::atomic::{AtomicBool, Ordering};
use pulp::{Arch, WithSimd};

/// The widest instruction set of the machine that kernels are compiled for.
///
/// The environment variable `HOLOR_SIMD` names a narrower one: `scalar`, `avx2` or `avx512`. It is read
/// at the first call, and is there to test the kernels of other machines. A set that the machine does not
/// have, and any other word, is the widest one.
#[inline]
pub(crate) fn arch() -> Arch {
    #[cfg(feature = "std")]
    {
        static ARCH: std::sync::OnceLock<Arch> = std::sync::OnceLock::new();
        *ARCH.get_or_init(chosen)
    }
    #[cfg(not(feature = "std"))]
    Arch::new()
}

#[cfg(feature = "std")]
#[cold]
fn chosen() -> Arch {
    let arch = of_the_environment();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    FUSED.store(matches!(arch, Arch::V3(_) | Arch::V4(_)), Ordering::Release);
    arch
}

#[cfg(feature = "std")]
fn of_the_environment() -> Arch {
    let Some(name) = std::env::var_os("HOLOR_SIMD") else { return Arch::new() };
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if name == "avx2"
        && let Some(simd) = pulp::x86::V3::try_new()
    {
        return Arch::V3(simd);
    }
    if name == "scalar" { Arch::Scalar } else { Arch::new() }
}

/// Runs `work` with the vectors of [`arch`].
#[inline(always)]
pub(crate) fn with_simd<W: WithSimd>(work: W) -> W::Output {
    arch().dispatch(work)
}

/// Whether the machine of the compiler's target multiplies and adds in one instruction, whatever [`arch`].
#[cfg(any(feature = "std", feature = "libm"))]
const ALWAYS_FUSED: bool =
    cfg!(all(feature = "std", any(target_arch = "aarch64", target_feature = "fma")));

/// Whether [`arch`] is a set with that instruction; false until it was asked for.
#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
static FUSED: AtomicBool = AtomicBool::new(false);

/// Whether products and sums are rounded at once, as in kernels of [`vectorised_fused`]. If false, it may
/// only be that nobody has called [`arch`] yet.
///
/// In code that [`vectorised`] runs, the answer is a constant of the compiled function: functions of floats
/// in a closure of the user become one formula without a branch, and the loop around it vectorises.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn is_fused() -> bool {
    #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
    if !ALWAYS_FUSED {
        let fused: u32;
        // SAFETY: loads a byte that lives for ever and changes once, from 0 to 1. `nomem` is not so by the
        // letter: it lets the compiler merge and move these loads past writes, as it does not with any load
        // of Rust, and all that follows for this block is that its answer may be old. An old 0 is a right
        // answer (see above), and there is no old 1.
        #[allow(clippy::pointers_in_nomem_asm_block)]
        unsafe {
            core::arch::asm!(
                "movzx {fused:e}, byte ptr [{at}]",
                at = in(reg) FUSED.as_ptr(),
                fused = lateout(reg) fused,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        return fused == 1;
    }
    ALWAYS_FUSED
}

/// As [`is_fused`], once [`arch`] was asked for.
#[cfg(all(
    feature = "std",
    any(target_arch = "x86", target_arch = "x86_64"),
    not(target_feature = "fma")
))]
pub(crate) fn fuses() -> bool {
    arch();
    FUSED.load(Ordering::Acquire)
}

/// Runs `work` compiled for the instruction set of [`arch`].
///
/// Default builds of a crate target the oldest machine of their architecture. Here everything that
/// is inlined into `work`, the user's closure included, is compiled for AVX-512, AVX2 or NEON too,
/// and chosen at run time; the choice is a load and a branch.
#[inline(always)]
pub(crate) fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
    return {
        // What the first branch has found holds for all of `work`. The second is never taken.
        match arch() {
            Arch::V3(simd) => simd.vectorize(
                #[inline(always)]
                || if is_fused() { work() } else { unvectorised(work) },
            ),
            Arch::V4(simd) => simd.vectorize(
                #[inline(always)]
                || if is_fused() { work() } else { unvectorised(work) },
            ),
            _ => unvectorised(work),
        }
    };
    #[cfg(not(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64"))))]
    arch().dispatch(work)
}

/// Runs `work` compiled for the target of the compiler.
#[cfg(all(feature = "std", any(target_arch = "x86", target_arch = "x86_64")))]
#[inline(never)]
fn unvectorised<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Work that wants to know whether the machine multiplies and adds in one instruction. Where it does
/// not, `mul_add` is a call of a slow function.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) trait Work {
    type Output;

    /// Has to be inlined always, as everything that it calls.
    fn run<const FMA: bool>(self) -> Self::Output;
}

/// As [`vectorised`], for work that differs where products and sums are fused. The answer is one for
/// the whole machine, so that results do not depend on the path by which an element comes here.
#[cfg(any(feature = "std", feature = "libm"))]
#[inline(always)]
pub(crate) fn vectorised_fused<W: Work>(work: W) -> W::Output {
    #[cfg(feature = "std")]
    return {
        #[allow(unused_imports)]
        use pulp::Simd;
        match arch() {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Arch::V3(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<true>(),
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Arch::V4(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<true>(),
            ),
            #[cfg(target_arch = "aarch64")]
            Arch::Neon(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<true>(),
            ),
            #[allow(unreachable_patterns)]
            arch => arch.dispatch(
                #[inline(always)]
                || work.run::<ALWAYS_FUSED>(),
            ),
        }
    };
    #[cfg(not(feature = "std"))]
    vectorised(
        #[inline(always)]
        || work.run::<false>(),
    )
}
