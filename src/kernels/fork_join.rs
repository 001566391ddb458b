//! Fork-join with helpers that the caller waits for only if they have started.
//!
//! A sleeping thread of rayon's pool takes a microsecond or two to wake, and a hundred or more after a
//! pause (measured on a virtual machine). A scope of rayon waits for it, even if no work is left by then.
//! Here the caller starts at once. Helpers that start in the meantime take part of the work, and those
//! that start too late find the fork closed. docs/performance.md has the times.

use crate::storage::sync::{
    Arc, AtomicUsize, Mutex, Ordering, SPINS, Thread, WAITING, current, park, spawn, spin_loop,
    thread_count,
};
use std::any::Any;
use std::boxed::Box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;

/// The bit of [`Fork::state`] that says that it is closed; the others count the helpers at work.
const CLOSED: usize = 1 << (usize::BITS - 1);

/// The largest number of tasks in rayon's queue, or four for each thread: while all threads are busy,
/// nobody takes the tasks, and they would pile up.
const MOST_WAITING: usize = 256;

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
    caller: Thread,
    /// The panic of a helper.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// The work, which is the caller's: to be used by helpers at work only.
    work: *const (),
    /// Does the work, given its address.
    call: unsafe fn(*const ()),
}

// SAFETY: `work` is the address of a value that is `Sync` (by the bound of `with_helpers`), and the
// rest is (invariant 11).
unsafe impl Send for Fork {}
// SAFETY: as above.
unsafe impl Sync for Fork {}

impl Fork {
    /// Counts a helper, if the fork is open.
    fn start(&self) -> Option<Helper<'_>> {
        let one_more = |state| if state & CLOSED == 0 { Some(state + 1) } else { None };
        let started = self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, one_more);
        // Not `then_some`: a helper that is made is uncounted when it is dropped.
        started.is_ok().then(|| Helper(self))
    }

    /// Does the work, if it is not too late.
    fn help(&self) {
        let Some(_helper) = self.start() else { return };
        // SAFETY: the caller keeps the work alive until the fork is closed and no helper is at work
        // (invariant 11).
        let work = AssertUnwindSafe(|| unsafe { (self.call)(self.work) });
        if let Err(panic) = catch_unwind(work) {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
        }
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
#[inline]
pub(super) fn with_helpers<W: Fn() + Sync>(count: usize, work: &W, own: impl FnOnce()) {
    /// # Safety
    /// `work` is the address of a `W`.
    unsafe fn call<W: Fn()>(work: *const ()) {
        // SAFETY: by the caller's promise.
        let work = unsafe { &*work.cast::<W>() };
        work();
    }
    let mut own = Some(own);
    // SAFETY: the precondition of `fork_join`: `call` takes the address of a `W`, which is `Sync`.
    unsafe {
        fork_join(count, core::ptr::from_ref(work).cast(), call::<W>, &mut || {
            if let Some(own) = own.take() {
                own();
            }
        });
    }
}

/// [`with_helpers`] without types: compiled once.
///
/// # Safety
/// `call` may be called with `work` on several threads at once.
unsafe fn fork_join(
    count: usize,
    work: *const (),
    call: unsafe fn(*const ()),
    own: &mut dyn FnMut(),
) {
    let fork = Arc::new(Fork {
        state: AtomicUsize::new(0),
        caller: current(),
        panic: Mutex::new(None),
        work,
        call,
    });
    let join = Join(&fork);
    for waiting in (0..count).map_while(|_| Waiting::new()) {
        let fork = fork.clone();
        spawn(move || {
            drop(waiting);
            fork.help();
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
    use std::string::String;
    use std::sync::MutexGuard;
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::Duration;
    use std::vec::Vec;

    /// A pool, for one test at a time: one of them has all calls waiting that there may be.
    fn pool(threads: usize) -> (rayon::ThreadPool, MutexGuard<'static, ()>) {
        static ONE: Mutex<()> = Mutex::new(());
        let alone = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        (rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap(), alone)
    }

    /// The only thread of the pool is the caller: helpers come after the work is done.
    #[test]
    fn nobody_waits_for_helpers_that_have_not_come() {
        let calls = AtomicUsize::new(0);
        let work = || _ = calls.fetch_add(1, Ordering::Relaxed);
        let (pool, _alone) = pool(1);
        pool.install(|| with_helpers(3, &work, || ()));
        // They have come, and found the fork closed, before anything that is sent to the pool later.
        pool.install(|| ());
        assert_eq!(calls.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn calls_that_nobody_answers_do_not_pile_up() {
        let (work, (pool, _alone)) = (|| (), pool(1));
        let most = pool.install(|| {
            (0..10_000).for_each(|_| with_helpers(3, &work, || ()));
            WAITING.load(Ordering::Relaxed)
        });
        // Tests of other modules may have called between a look and a call.
        assert!((3..MOST_WAITING + 64).contains(&most));
        pool.install(|| ());
        assert!(WAITING.load(Ordering::Relaxed) < MOST_WAITING);
    }

    #[test]
    fn those_who_have_begun_finish_before_the_caller_goes_on() {
        let (pool, _alone) = pool(3);
        for round in 0..200 {
            let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let work = || {
                begun.fetch_add(1, Ordering::Relaxed);
                if round % 20 == 0 {
                    thread::sleep(Duration::from_millis(2));
                }
                done.fetch_add(1, Ordering::Relaxed);
            };
            pool.install(|| {
                with_helpers(2, &work, || {
                    while round % 20 == 0 && begun.load(Ordering::Relaxed) == 0 {
                        thread::yield_now();
                    }
                });
            });
            assert_eq!(begun.into_inner(), done.into_inner());
        }
    }

    #[test]
    fn a_panic_of_a_helper_is_the_callers() {
        let ((pool, _alone), begun) = (pool(2), AtomicUsize::new(0));
        let work = || {
            begun.fetch_add(1, Ordering::Relaxed);
            std::panic::panic_any(String::from("of a helper"));
        };
        let own = || {
            while begun.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
        };
        let result = catch_unwind(AssertUnwindSafe(|| {
            pool.install(|| with_helpers(1, &work, own));
        }));
        assert_eq!(*result.unwrap_err().downcast::<String>().unwrap(), "of a helper");
    }

    /// The caller's panic waits for those who still use what it would free.
    #[test]
    fn a_panic_of_the_caller_waits_for_helpers() {
        let (pool, _alone) = pool(2);
        let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            begun.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(20));
            done.fetch_add(1, Ordering::Relaxed);
        };
        let result = catch_unwind(AssertUnwindSafe(|| {
            pool.install(|| {
                with_helpers(1, &work, || {
                    while begun.load(Ordering::Relaxed) == 0 {
                        thread::yield_now();
                    }
                    std::panic::panic_any(1_u8);
                });
            });
        }));
        assert!(result.unwrap_err().is::<u8>());
        assert_eq!(done.into_inner(), 1);
    }

    /// The caller may hold a lock that the other task wants.
    #[test]
    fn a_caller_that_waits_runs_no_other_task() {
        let (pool, _alone) = pool(2);
        let (begun, waits) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(true)));
        let (done, seen) = std::sync::mpsc::channel();
        let work = || {
            begun.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(20));
        };
        let own = || {
            while begun.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            // Into the queue of this thread, while the other one is busy.
            let (waits, caller) = (waits.clone(), thread::current().id());
            rayon::spawn(move || {
                let on_caller = thread::current().id() == caller;
                done.send(on_caller && waits.load(Ordering::Relaxed)).unwrap();
            });
        };
        pool.install(|| {
            with_helpers(1, &work, own);
            waits.store(false, Ordering::Relaxed);
        });
        assert!(!seen.recv().unwrap(), "ran on the stack of a caller that waited");
    }

    #[test]
    fn calls_within_calls_finish() {
        let total = AtomicUsize::new(0);
        let (pool, _alone) = pool(2);
        pool.install(|| {
            let inner = || _ = total.fetch_add(1, Ordering::Relaxed);
            let outer = || with_helpers(1, &inner, inner);
            let rounds: Vec<()> = (0..100).map(|_| with_helpers(1, &outer, outer)).collect();
            assert_eq!(rounds.len(), 100);
        });
        assert!(total.into_inner() >= 100);
    }
}
