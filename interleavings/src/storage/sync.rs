//! As `src/storage/sync.rs` of holor, with the types of loom.

pub(crate) use loom::hint::spin_loop;
pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicUsize, Ordering, fence};
pub(crate) use loom::sync::{Arc, Mutex};
pub(crate) use loom::thread::{Thread, current, park};
use std::cell::Cell;

/// One look: more of them are the same events again.
pub(crate) const SPINS: usize = 1;
pub(crate) const LOOKS: usize = 1;

loom::lazy_static! {
    // Never freed, because helpers may outlive the model, whose statics end with it.
    static ref SEATS: &'static [AtomicPtr<()>] =
        Box::leak(Box::new([AtomicPtr::new(core::ptr::null_mut())]));
}

pub(crate) fn seats() -> Option<&'static [AtomicPtr<()>]> {
    Some(*SEATS)
}

/// Of std: it decides only how many tasks there are, and is read after the model has ended.
pub(crate) static WAITING: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

pub(crate) fn with_mut<T, O>(atomic: &mut AtomicPtr<T>, f: impl FnOnce(&mut *mut T) -> O) -> O {
    atomic.with_mut(f)
}

std::thread_local! {
    /// How many tasks this thread's models have sent to the pool.
    pub(crate) static SPAWNED: Cell<usize> = const { Cell::new(0) };
    /// How many threads the pool of this thread's models has.
    pub(crate) static THREADS: Cell<usize> = const { Cell::new(3) };
    /// What `spare_tasks` returns: one more task is many more orders of events.
    pub(crate) static SPARE: Cell<usize> = const { Cell::new(0) };
}

pub(crate) fn spare_tasks() -> usize {
    SPARE.get()
}

pub(crate) fn spawn(task: impl FnOnce() + Send + 'static) {
    SPAWNED.set(SPAWNED.get() + 1);
    loom::thread::spawn(task);
}

pub(crate) fn thread_count() -> usize {
    THREADS.get()
}
