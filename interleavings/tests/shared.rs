//! The count of owners of a buffer.

use interleavings::storage::Handle;
use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread::spawn;

/// An element whose reads, writes and end loom compares: two of them that no event orders are an error.
struct Element {
    cell: UnsafeCell<usize>,
    dropped: Arc<AtomicUsize>,
}

// SAFETY: what the models are there to show.
unsafe impl Sync for Element {}

impl Element {
    fn handle() -> (Handle<Element>, Arc<AtomicUsize>) {
        let dropped = Arc::new(AtomicUsize::new(0));
        let element = Element { cell: UnsafeCell::new(7), dropped: dropped.clone() };
        (Handle::new(vec![element]), dropped)
    }

    fn read(&self) -> usize {
        // SAFETY: loom looks for writes at the same time.
        self.cell.with(|x| unsafe { *x })
    }

    fn write(&self, value: usize) {
        // SAFETY: loom looks for reads and writes at the same time.
        self.cell.with_mut(|x| unsafe { *x = value });
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        self.write(0);
        self.dropped.fetch_add(1, Ordering::Relaxed);
    }
}

/// The last owner frees the buffer, once, after the reads of the others.
#[test]
fn the_last_of_three_owners_frees() {
    loom::model(|| {
        let (handle, dropped) = Element::handle();
        let readers: Vec<_> = (0..2)
            .map(|_| {
                let handle = handle.clone();
                spawn(move || assert_eq!(handle.first().read(), 7))
            })
            .collect();
        drop(handle);
        readers.into_iter().for_each(|reader| reader.join().unwrap());
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
    });
}

/// Two threads clone a handle that was never cloned: one makes the count, both use it.
#[test]
fn the_first_clones_at_the_same_time_share_one_count() {
    loom::model(|| {
        let (handle, dropped) = Element::handle();
        let handle = Arc::new(handle);
        let other = handle.clone();
        let cloner = spawn(move || {
            let mine = Handle::clone(&other);
            drop(other);
            assert_eq!(mine.first().read(), 7);
        });
        let mine = Handle::clone(&handle);
        drop(handle);
        assert_eq!(mine.first().read(), 7);
        cloner.join().unwrap();
        let mut mine = mine;
        assert!(mine.is_exclusive());
        drop(mine);
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
    });
}

/// Whoever finds itself the only owner may write: the reads of the others are over.
#[test]
fn an_only_owner_writes_after_all_reads() {
    loom::model(|| {
        let (mut handle, _dropped) = Element::handle();
        let other = handle.clone();
        let reader = spawn(move || assert_eq!(other.first().read(), 7));
        if handle.is_exclusive() {
            handle.first().write(8);
            assert!(!handle.is_shared());
        }
        reader.join().unwrap();
        assert!(handle.is_exclusive());
        handle.first().write(9);
    });
}

/// `is_shared` without an exclusive reference is as good a question: false means that the reads are over.
#[test]
fn what_is_not_shared_any_more_is_not_read() {
    loom::model(|| {
        let (handle, _dropped) = Element::handle();
        let other = handle.clone();
        let reader = spawn(move || assert_eq!(other.first().read(), 7));
        if !handle.is_shared() {
            handle.first().write(8);
        }
        reader.join().unwrap();
    });
}

/// Of two owners that want the vector at the same time, at most one gets it, and it is freed once.
#[test]
fn at_most_one_owner_takes_the_vector() {
    loom::model(|| {
        let (handle, dropped) = Element::handle();
        let other = handle.clone();
        let taker =
            spawn(move || other.into_vec().inspect(|elements| elements[0].write(8)).is_some());
        let mine = handle.into_vec().inspect(|elements| elements[0].write(9)).is_some();
        let other = taker.join().unwrap();
        assert!(!(mine && other));
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
    });
}
