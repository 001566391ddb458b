//! What a caller lends to helpers is its own again when the fork-join returns.

use interleavings::storage::with_helpers;
use loom::cell::UnsafeCell;
use loom::model::Builder;
use loom::sync::atomic::{AtomicUsize, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};

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

#[test]
fn one_helper_is_done_before_the_caller_goes_on() {
    model(None, || {
        let lent = Lent::new();
        with_helpers(1, &|| lent.read(), || lent.read());
        lent.write();
        assert!((1..=2).contains(&lent.calls.load(Ordering::Relaxed)));
    });
}

#[test]
fn two_helpers_are_done_before_the_caller_goes_on() {
    model(Some(3), || {
        let lent = Lent::new();
        with_helpers(2, &|| lent.read(), || lent.read());
        lent.write();
    });
}

/// The helper of one fork may take part in the next.
#[test]
fn a_helper_stays_for_the_next_fork() {
    model(Some(3), || {
        let lent = Lent::new();
        for _ in 0..2 {
            with_helpers(1, &|| lent.read(), || lent.read());
            lent.write();
        }
        assert!((2..=4).contains(&lent.calls.load(Ordering::Relaxed)));
    });
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
