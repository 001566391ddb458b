//! What threads share, for [`Shared`](super::shared::Shared) and the fork-join of the kernels. The
//! models in `interleavings/` compile these with the types of `loom` instead, which try every order of events.

#[cfg(feature = "rayon")]
pub(crate) use core::hint::spin_loop;
pub(crate) use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};
#[cfg(feature = "rayon")]
pub(crate) use std::sync::{Arc, Mutex};
#[cfg(feature = "rayon")]
pub(crate) use std::thread::{Thread, current, park};

/// How often a caller looks for its helpers to be done before it sleeps: some 25 microseconds, as long as a piece of work.
#[cfg(feature = "rayon")]
pub(crate) const SPINS: usize = 1000;

/// How many tasks of the fork-join are in rayon's queue.
#[cfg(feature = "rayon")]
pub(crate) static WAITING: AtomicUsize = AtomicUsize::new(0);

/// How often a helper of the fork-join looks for the next fork before its thread goes back to rayon: some 25 microseconds.
#[cfg(feature = "rayon")]
pub(crate) const LOOKS: usize = 1000;

/// How many tasks a fork sends to the pool beyond the number of helpers that it needs, if its caller is outside the pool.
#[cfg(feature = "rayon")]
pub(crate) fn spare_tasks() -> usize {
    1
}

/// Where helpers of the fork-join look for the next fork, if this thread belongs to no pool of rayon: they are threads of the
/// global pool, and a caller in a pool gets help from that pool alone.
#[cfg(feature = "rayon")]
pub(crate) fn seats() -> Option<&'static [AtomicPtr<()>]> {
    static SEATS: [AtomicPtr<()>; 16] = [const { AtomicPtr::new(core::ptr::null_mut()) }; 16];
    rayon::current_thread_index().is_none().then_some(&SEATS)
}

/// Calls `f` with the value of an atomic that nobody else reaches.
#[inline(always)]
pub(crate) fn with_mut<T, O>(atomic: &mut AtomicPtr<T>, f: impl FnOnce(&mut *mut T) -> O) -> O {
    f(atomic.get_mut())
}

/// Runs a task on another thread, some time.
#[cfg(feature = "rayon")]
pub(crate) fn spawn(task: impl FnOnce() + Send + 'static) {
    rayon::spawn(task);
}

/// How many threads run tasks; without the feature `rayon` there is one.
#[inline]
pub(crate) fn thread_count() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::*;

    #[test]
    fn tasks_run_on_the_threads_of_the_pool() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(thread_count), 3);
        let (sender, receiver) = std::sync::mpsc::channel();
        pool.install(|| spawn(move || sender.send(thread_count()).unwrap()));
        assert_eq!(receiver.recv(), Ok(3));
    }
}
