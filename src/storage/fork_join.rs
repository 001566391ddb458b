//! Fork-join with helpers that the caller waits for only if they have started.
//!
//! A sleeping thread of rayon's pool takes a microsecond or two to wake, and a hundred or more after a
//! pause (measured on a virtual machine). A scope of rayon waits for it, even if no work is left by then.
//! Here the caller starts at once. Helpers that start in the meantime take part of the work, and those
//! that start too late find the fork closed. A helper that is done looks out for the next fork for some microseconds.
//! docs/performance.md has the times.

use super::sync::{
    Arc, AtomicPtr, AtomicUsize, LOOKS, Mutex, Ordering, SPINS, Thread, WAITING, current, park,
    seats, spare_tasks, spawn, spin_loop, thread_count,
};
use core::mem::transmute;
use core::ptr::{null_mut, without_provenance_mut};
use std::any::Any;
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;

/// The bit of [`Fork::state`] that says that it is closed; the others count the helpers at work.
const CLOSED: usize = 1 << (usize::BITS - 1);

/// The largest number of tasks in rayon's queue, or four for each thread: while all threads are busy,
/// nobody takes the tasks, and they would pile up.
pub(crate) const MOST_WAITING: usize = 256;

/// A task in rayon's queue: from its making to its start.
struct Waiting;

impl Waiting {
    /// One more, unless there are too many.
    fn new() -> Option<Self> {
        let most = MOST_WAITING.max(4 * thread_count());
        if WAITING.load(Ordering::Relaxed) >= most {
            return None;
        }
        WAITING.fetch_add(1, Ordering::Relaxed);
        Some(Waiting)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What the caller shares with its helpers. It lives until the last helper has started.
struct Fork {
    state: AtomicUsize,
    /// How many helpers may be at work.
    most: usize,
    caller: Thread,
    /// The panic of a helper.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// The work, which is the caller's: to be read by helpers at work only.
    work: &'static (dyn Fn() + Sync),
}

impl Fork {
    /// Counts a helper and does the work, unless the fork is closed or enough helpers are at work. Returns false only in
    /// the last case.
    fn help(&self) -> bool {
        // A closed fork is in a state above all numbers of helpers.
        let one_more = |state| if state < self.most { Some(state + 1) } else { None };
        if let Err(state) = self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, one_more)
        {
            return state & CLOSED != 0;
        }
        let _helper = Helper(self);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(self.work)) {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
        }
        true
    }
}

/// What a seat holds while a helper in it looks out for a fork. Otherwise it holds null or the helper's fork.
const FREE: *mut () = without_provenance_mut(1);

/// Gives the fork to the helper in a seat, if there is one that is free.
fn offer(seat: &AtomicPtr<()>, fork: &Arc<Fork>) -> bool {
    let is_free = seat.load(Ordering::Relaxed) == FREE;
    is_free && {
        let fork = Arc::into_raw(fork.clone()).cast_mut();
        // Release: the helper, who reads it with Acquire, sees the fork.
        let offer = seat.compare_exchange(FREE, fork.cast(), Ordering::Release, Ordering::Relaxed);
        if offer.is_err() {
            // SAFETY: the precondition of `from_raw`: the count that was just taken, and given to nobody.
            drop(unsafe { Arc::from_raw(fork) });
        }
        offer.is_ok()
    }
}

/// Looks out for forks from a seat. One thread of the pool has none, so that other tasks are not kept waiting.
fn look_out(seats: &[AtomicPtr<()>]) {
    let mut seats = seats.iter().take(thread_count() - 1);
    let (taken, given) = (Ordering::Relaxed, Ordering::Relaxed);
    let is_empty =
        |seat: &&AtomicPtr<()>| seat.compare_exchange(null_mut(), FREE, taken, given).is_ok();
    let Some(seat) = seats.find(is_empty) else { return };
    let mut looks = 0;
    loop {
        let fork = seat.load(Ordering::Acquire);
        if fork != FREE {
            // SAFETY: the precondition of `from_raw`: the count of an offer, which nobody else takes from this seat.
            _ = unsafe { Arc::from_raw(fork.cast_const().cast::<Fork>()) }.help();
            seat.store(FREE, Ordering::Relaxed);
            looks = 0;
        } else if looks >= LOOKS && seat.compare_exchange(FREE, null_mut(), taken, given).is_ok() {
            return;
        }
        looks += 1;
        spin_loop();
    }
}

/// A helper at work, uncounted on drop. The last one of a closed fork wakes the caller.
struct Helper<'f>(&'f Fork);

impl Drop for Helper<'_> {
    fn drop(&mut self) {
        // Release: the caller, who reads the state with Acquire, sees what the helper wrote.
        if self.0.state.fetch_sub(1, Ordering::Release) == CLOSED + 1 {
            self.0.caller.unpark();
        }
    }
}

/// On drop, also if the caller panics, closes the fork and waits for the helpers at work.
struct Join<'f>(&'f Fork);

impl Drop for Join<'_> {
    fn drop(&mut self) {
        self.0.state.fetch_or(CLOSED, Ordering::Relaxed);
        let is_done = || self.0.state.load(Ordering::Acquire) == CLOSED;
        for _ in 0..SPINS {
            if is_done() {
                return;
            }
            spin_loop();
        }
        while !is_done() {
            // No other task of the pool runs here meanwhile: it would run on the stack of a caller who
            // may hold a lock that the task wants. Helpers finish by themselves.
            park();
        }
    }
}

/// Calls `own` here, and `work` on up to `count` other threads while `own` runs.
///
/// All work is to be done when `own` has returned and the helpers that started have finished. A panic of
/// any of them is the caller's.
pub(crate) fn with_helpers(count: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
    // SAFETY: the precondition of `transmute`: only the lifetime changes. The caller keeps the work alive until
    // the fork is closed and no helper is at work (invariant 10).
    let work = unsafe { transmute::<&(dyn Fn() + Sync), &'static (dyn Fn() + Sync)>(work) };
    let fork = Arc::new(Fork {
        state: AtomicUsize::new(0),
        most: count,
        caller: current(),
        panic: Mutex::new(None),
        work,
    });
    let join = Join(&fork);
    let seats = seats();
    let free = seats.iter().flat_map(|seats| seats.iter());
    let offered = free.filter(|seat| offer(seat, &fork)).take(count).count();
    // More than are needed: a thread that wakes on the core of the caller may wait there for milliseconds.
    let spare = if offered < count && seats.is_some() { spare_tasks() } else { 0 };
    for waiting in (offered..count + spare).map_while(|_| Waiting::new()) {
        let fork = fork.clone();
        spawn(move || {
            drop(waiting);
            let is_needed = fork.help();
            drop(fork);
            if is_needed && let Some(seats) = seats {
                look_out(seats);
            }
        });
    }
    own();
    drop(join);
    let panic = fork.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_refused_while_enough_are_at_work() {
        let fork = |state, work| {
            let (state, panic) = (AtomicUsize::new(state), Mutex::new(None));
            Fork { state, most: 1, caller: current(), panic, work }
        };
        fn never() {
            unreachable!("no work is left");
        }
        assert!(!fork(1, &never).help());
        assert!(fork(CLOSED, &never).help());
        assert!(fork(CLOSED + 1, &never).help());
        let open = fork(0, &|| ());
        assert!(open.help());
        assert_eq!(open.state.into_inner(), 0);
    }

    /// A helper that takes the offer frees it.
    #[test]
    fn a_fork_is_offered_where_a_helper_looks_out() {
        let (state, panic) = (AtomicUsize::new(CLOSED), Mutex::new(None));
        let fork = Arc::new(Fork { state, most: 1, caller: current(), panic, work: &|| () });
        let of_another = Arc::as_ptr(&fork).cast_mut().cast();
        for seat in [null_mut(), of_another].map(AtomicPtr::new) {
            let held = seat.load(Ordering::Relaxed);
            assert!(!offer(&seat, &fork));
            assert_eq!(seat.into_inner(), held);
            assert_eq!(Arc::strong_count(&fork), 1);
        }
        let seat = AtomicPtr::new(FREE);
        assert!(offer(&seat, &fork));
        assert_eq!(Arc::strong_count(&fork), 2);
        // SAFETY: the precondition of `from_raw`: the count of the offer.
        let taken = unsafe { Arc::from_raw(seat.into_inner().cast_const().cast::<Fork>()) };
        assert!(Arc::ptr_eq(&taken, &fork));
    }
}
