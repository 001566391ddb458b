//! Which instructions.

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

/// Runs `work` compiled for the instruction set of [`arch`].
///
/// Default builds of a crate target the oldest machine of their architecture. Here everything that
/// is inlined into `work`, the user's closure included, is compiled for AVX-512, AVX2 or NEON too,
/// and chosen at run time; the choice is a load and a branch.
#[inline(always)]
pub(crate) fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    arch().dispatch(work)
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
                || work.run::<false>(),
            ),
        }
    };
    #[cfg(not(feature = "std"))]
    vectorised(
        #[inline(always)]
        || work.run::<false>(),
    )
}
