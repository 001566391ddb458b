//! What a caller lends to helpers is its own again when the fork-join returns.

use interleavings::storage::{set_spare_tasks, set_threads, spawned, with_helpers};
use loom::cell::UnsafeCell;
use loom::model::Builder;
use loom::sync::atomic::{AtomicUsize, Ordering};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

/// Memory of the caller.
struct Lent {
    cell: UnsafeCell<usize>,
    calls: AtomicUsize,
}

// SAFETY: what the models are there to show.
unsafe impl Sync for Lent {}

impl Lent {
    fn new() -> Self {
        Lent { cell: UnsafeCell::new(0), calls: AtomicUsize::new(0) }
    }

    fn read(&self) {
        // SAFETY: loom looks for writes at the same time.
        self.cell.with(|x| unsafe { *x });
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    fn write(&self) {
        // SAFETY: loom looks for reads and writes at the same time.
        self.cell.with_mut(|x| unsafe { *x += 1 });
    }
}

/// With three preemptions at most, where all orders are too many.
fn model(preemptions: Option<usize>, f: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = preemptions;
    builder.check(f);
}

/// What `f` returns in all orders of events.
fn outcomes<O: Ord + Send + 'static>(
    preemptions: Option<usize>,
    f: impl Fn() -> O + Sync + Send + 'static,
) -> BTreeSet<O> {
    let all = Arc::new(Mutex::new(BTreeSet::new()));
    let seen = all.clone();
    model(preemptions, move || _ = seen.lock().unwrap().insert(f()));
    Arc::into_inner(all).unwrap().into_inner().unwrap()
}

/// The calls of `work` by one fork, or by two one after the other, and how many tasks were sent to the pool.
fn calls_and_tasks(forks: usize) -> (usize, usize) {
    let (lent, before) = (Lent::new(), spawned());
    for _ in 0..forks {
        with_helpers(1, &|| lent.read(), || lent.read());
        lent.write();
    }
    (lent.calls.load(Ordering::Relaxed), spawned() - before)
}

#[test]
fn one_helper_is_done_before_the_caller_goes_on() {
    assert_eq!(outcomes(None, || calls_and_tasks(1)), BTreeSet::from([(1, 1), (2, 1)]));
}

#[test]
fn two_helpers_are_done_before_the_caller_goes_on() {
    model(Some(3), || {
        let lent = Lent::new();
        with_helpers(2, &|| lent.read(), || lent.read());
        lent.write();
    });
}

/// Of two tasks for one helper, one at a time is at work.
#[test]
fn a_spare_task_is_no_second_helper() {
    set_spare_tasks(1);
    let outcomes = outcomes(Some(2), || {
        let (lent, before, at_work) = (Lent::new(), spawned(), AtomicUsize::new(0));
        let most = AtomicUsize::new(0);
        let work = || {
            most.fetch_max(at_work.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
            lent.read();
            at_work.fetch_sub(1, Ordering::Relaxed);
        };
        with_helpers(1, &work, || lent.read());
        lent.write();
        let [calls, most] = [&lent.calls, &most].map(|x| x.load(Ordering::Relaxed));
        (calls, most, spawned() - before)
    });
    set_spare_tasks(0);
    assert_eq!(outcomes, BTreeSet::from([(1, 0, 2), (2, 1, 2), (3, 1, 2)]));
}

/// A fork whose helpers all look out already sends no task.
#[test]
fn where_a_helper_stays_no_spare_task_is_sent() {
    set_spare_tasks(1);
    let outcomes = outcomes(Some(1), || calls_and_tasks(2).1);
    set_spare_tasks(0);
    assert_eq!(outcomes, BTreeSet::from([2, 4]));
}

/// The helper of one fork may take part in the next, without a task.
#[test]
fn a_helper_stays_for_the_next_fork() {
    let with_two_tasks = [(2, 2), (3, 2), (4, 2)];
    let with_one_task = [(2, 1), (3, 1), (4, 1)];
    let all = with_two_tasks.into_iter().chain(with_one_task).collect();
    assert_eq!(outcomes(Some(3), || calls_and_tasks(2)), all);
}

/// The only thread of a pool looks out for no fork: other tasks wait for it.
#[test]
fn the_only_helper_goes_back_to_the_pool() {
    set_threads(1);
    let outcomes = outcomes(Some(3), || calls_and_tasks(2));
    set_threads(3);
    assert!(outcomes.iter().all(|&(_, tasks)| tasks == 2), "{outcomes:?}");
}

/// What a helper wrote is seen by the caller.
#[test]
fn the_caller_sees_what_a_helper_wrote() {
    model(None, || {
        let (lent, begun) = (Lent::new(), AtomicUsize::new(0));
        let work = || {
            if begun.fetch_add(1, Ordering::Relaxed) == 0 {
                lent.write();
            }
        };
        with_helpers(1, &work, work);
        lent.write();
    });
}

/// A panic of a helper is the caller's, once both are done with the memory.
#[test]
fn a_panic_of_a_helper_is_the_callers() {
    let outcomes = outcomes(Some(3), || {
        let (lent, begun) = (Lent::new(), AtomicUsize::new(0));
        let work = || {
            lent.read();
            begun.fetch_add(1, Ordering::Relaxed);
            std::panic::panic_any(2_u8)
        };
        let result = catch_unwind(AssertUnwindSafe(|| with_helpers(1, &work, || lent.read())));
        lent.write();
        let panicked = result.is_err_and(|panic| *panic.downcast::<u8>().unwrap() == 2);
        (begun.load(Ordering::Relaxed), panicked)
    });
    assert_eq!(outcomes, BTreeSet::from([(0, false), (1, true)]));
}

/// The memory of a caller that panics is not freed under a helper.
#[test]
fn a_panic_of_the_caller_waits_for_the_helper() {
    model(Some(3), || {
        let lent = Lent::new();
        let call = || with_helpers(1, &|| lent.read(), || std::panic::panic_any(1_u8));
        assert!(catch_unwind(AssertUnwindSafe(call)).unwrap_err().is::<u8>());
        lent.write();
    });
}
