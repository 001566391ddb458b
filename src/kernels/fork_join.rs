//! Helpers that are not waited for unless they have come.
//!
//! A thread of rayon's pool that sleeps takes a microsecond or two to wake, and a hundred or more after a
//! pause (measured on a virtual machine). A scope of rayon's waits for that, even where nothing is left
//! to do by then: to change 4096 floats took 130 us after 5 ms of other work, one product of
//! 256 x 256 530 us, and 390 on one thread. Here the caller works from the beginning; helpers that come
//! while it does take their part, and those that come later find the door closed (40 us, most of it the
//! call that wakes them, and 300).

use std::any::Any;
use std::boxed::Box;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Thread};

/// The bit of [`Door::state`] that says that it is closed; the others count the helpers inside.
const CLOSED: usize = 1 << (usize::BITS - 1);
/// How many times the caller looks whether all helpers have left before it sleeps: some microseconds.
const LOOKS: usize = 200;

/// How many calls for helpers may wait at once, or four for each thread: where all threads are busy for
/// long, nobody answers, and the calls would pile up.
const MOST_WAITING: usize = 256;
/// How many calls for helpers wait.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// A call that waits, from its making to its end.
struct Waiting;

impl Waiting {
    /// One more, unless there are too many.
    fn new() -> Option<Self> {
        let most = MOST_WAITING.max(4 * rayon::current_num_threads());
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

/// What the caller and its helpers share. It lives until the last of them has come and found it closed.
struct Door {
    state: AtomicUsize,
    caller: Thread,
    /// The panic of a helper.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// The work, which is the caller's: to be touched only by those inside.
    work: *const (),
    /// Does the work, given its address.
    call: unsafe fn(*const ()),
}

// SAFETY: `work` is the address of something `Sync` (by the bound of `with_helpers`), and the rest is.
unsafe impl Send for Door {}
// SAFETY: as above.
unsafe impl Sync for Door {}

impl Door {
    /// Goes in if the door is open.
    fn enter(&self) -> Option<Inside<'_>> {
        let one_more = |state| if state & CLOSED == 0 { Some(state + 1) } else { None };
        let entered = self.state.fetch_update(Ordering::Acquire, Ordering::Relaxed, one_more);
        // Made only then: whoever has not entered must not leave.
        entered.is_ok().then(|| Inside(self))
    }

    /// Does the work, if it is not too late.
    fn help(&self) {
        let Some(_inside) = self.enter() else { return };
        // SAFETY: the caller keeps the work alive until the door is closed and all have left
        // (invariant 11).
        let work = AssertUnwindSafe(|| unsafe { (self.call)(self.work) });
        if let Err(panic) = catch_unwind(work) {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
        }
    }
}

/// A helper inside, who leaves when this goes; the last one after the door was closed wakes the caller.
struct Inside<'d>(&'d Door);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        // Release: what was done inside is seen by the caller, who reads the state with Acquire.
        if self.0.state.fetch_sub(1, Ordering::Release) == CLOSED + 1 {
            self.0.caller.unpark();
        }
    }
}

/// Closes the door when it goes, also if the caller panics, and waits for those inside.
struct Closing<'d>(&'d Door);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.state.fetch_or(CLOSED, Ordering::Relaxed);
        let is_empty = || self.0.state.load(Ordering::Acquire) == CLOSED;
        for _ in 0..LOOKS {
            if is_empty() {
                return;
            }
            spin_loop();
        }
        while !is_empty() {
            // No other task of the pool runs here meanwhile: it would run on the stack of a caller who
            // may hold a lock that the task wants. Helpers finish by themselves.
            thread::park();
        }
    }
}

/// Calls `own` here, and `work` on up to `count` other threads at the same time, as long as `own` takes.
/// Whatever has to be done is to be done when `own` returns and those who began have finished.
///
/// A panic of any of them is the caller's.
pub(super) fn with_helpers<W: Fn() + Sync>(count: usize, work: &W, own: impl FnOnce()) {
    /// # Safety
    /// `work` is the address of a `W`.
    unsafe fn call<W: Fn()>(work: *const ()) {
        // SAFETY: by the caller's promise.
        let work = unsafe { &*work.cast::<W>() };
        work();
    }
    let door = Arc::new(Door {
        state: AtomicUsize::new(0),
        caller: thread::current(),
        panic: Mutex::new(None),
        work: core::ptr::from_ref(work).cast(),
        call: call::<W>,
    });
    let closing = Closing(&door);
    for waiting in (0..count).map_while(|_| Waiting::new()) {
        let door = door.clone();
        rayon::spawn(move || {
            drop(waiting);
            door.help();
        });
    }
    own();
    drop(closing);
    let panic = door.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
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
        // They have come, and found the door closed, before anything that is sent to the pool later.
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
