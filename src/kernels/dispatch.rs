//! Which instructions, how many threads.

/// Runs `work` compiled for the best instruction set of the machine it runs on.
///
/// Default builds of a crate target the oldest machine of their architecture. Here everything that
/// is inlined into `work`, the user's closure included, is compiled for AVX-512, AVX2 or NEON too,
/// and chosen at run time; the choice is a load and a branch.
#[inline(always)]
pub(crate) fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}
