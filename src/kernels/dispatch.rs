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
