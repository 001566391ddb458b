//! Which instructions.

/// Runs `work` compiled for the best instruction set of the machine it runs on.
///
/// Default builds of a crate target the oldest machine of their architecture. Here everything that
/// is inlined into `work`, the user's closure included, is compiled for AVX-512, AVX2 or NEON too,
/// and chosen at run time; the choice is a load and a branch.
///
/// Without optimisation nothing is inlined, and a loop compiled three times over would only cost
/// compile time, the larger part of a debug build: there `work` runs as it is.
#[inline(always)]
pub(crate) fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(debug_assertions)]
    return work();
    #[cfg(not(debug_assertions))]
    pulp::Arch::new().dispatch(work)
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
    #[cfg(all(not(debug_assertions), feature = "std"))]
    return {
        #[allow(unused_imports)]
        use pulp::{Arch, Simd};
        match Arch::new() {
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
    #[cfg(not(all(not(debug_assertions), feature = "std")))]
    vectorised(
        #[inline(always)]
        || work.run::<false>(),
    )
}
