//! [`Shared`]: a buffer with any number of owners, whose count is made only when it is needed.

use super::sync::{AtomicPtr, AtomicUsize, Ordering, fence, with_mut};
use super::{Span, give};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::ptr::{self, NonNull};

/// Owns the elements of a [`Tensor`](super::Tensor), together with every clone of it.
///
/// A new buffer is a `Vec`'s allocation and nothing else: most results are never shared, so the
/// count of owners is allocated by the first `clone`.
///
/// A buffer can also belong to a foreign owner (a mapped file, a buffer of another library); it is
/// then read-only, and the first write copies.
pub(crate) struct Shared<T> {
    start: NonNull<T>,
    len: usize,
    /// The capacity of the `Vec` the allocation came from; of no meaning for a foreign owner.
    capacity: usize,
    /// Null while this handle is the only owner of a `Vec`'s allocation. Set once, by whichever
    /// clone comes first; from then on every handle of the buffer holds the same pointer.
    control: AtomicPtr<Control>,
    owns: PhantomData<T>,
}

/// The control word: own strong count, no weak one.
struct Control {
    owners: AtomicUsize,
    /// Present when the memory is not a `Vec`'s: dropping it releases the memory. A raw pointer
    /// from a `Box`, since a moved `Box` claims to be the only way to what it holds, and the
    /// elements may lie in there.
    foreign: Option<NonNull<dyn Release>>,
}

/// Anything that can be dropped: the memory of a foreign owner goes with it.
trait Release {}
impl<O> Release for O {}

// SAFETY: a handle gives `&T` to every thread that holds one and drops or moves out `T` on the
// thread that holds the last one, as `Arc<T>` does; the count is atomic. A foreign owner is `Send`
// by the bound of `from_owner` and is only ever dropped (invariants 1 and 7).
unsafe impl<T: Send + Sync> Send for Shared<T> {}
// SAFETY: as above; `clone` through `&self` publishes the control word with a compare-exchange.
unsafe impl<T: Send + Sync> Sync for Shared<T> {}

// As of a `Vec` and of an `Arc`. Not derived, because the control word may name an owner of any
// type; that owner is never called but to be dropped.
impl<T: UnwindSafe + RefUnwindSafe> UnwindSafe for Shared<T> {}
impl<T: RefUnwindSafe> RefUnwindSafe for Shared<T> {}

impl<T> Shared<T> {
    /// Takes over the allocation of a vector; nothing is moved or allocated.
    #[inline]
    pub(crate) fn from_vec(elements: Vec<T>) -> Self {
        let mut elements = ManuallyDrop::new(elements);
        // The vector's own pointer, which may be used for all of the capacity. One made of the
        // slice of its elements must not touch the spare room behind them, nor free it.
        let start = NonNull::new(elements.as_mut_ptr()).expect("a vector's pointer is not null");
        Shared {
            start,
            len: elements.len(),
            capacity: elements.capacity(),
            control: AtomicPtr::new(ptr::null_mut()),
            owns: PhantomData,
        }
    }

    /// Keeps a foreign owner alive and reads the elements it gives; they are never written.
    pub(crate) fn from_owner<O: AsRef<[T]> + Send + 'static>(owner: O) -> Self {
        // Whole before the owner is asked, so that it is dropped if it panics.
        let (mut shared, owner) = Shared::of_owner(owner);
        // SAFETY: just leaked, and freed with the control word (invariant 7).
        let elements: &[T] = unsafe { owner.as_ref() }.as_ref();
        (shared.start, shared.len) = (NonNull::from(elements).cast(), elements.len());
        shared
    }

    /// Keeps a foreign owner alive and reads elements at a pointer; they are never written.
    ///
    /// # Safety
    /// Invariant 1, until the owner is dropped, and invariant 2, for the elements that a layout selects.
    pub(super) unsafe fn from_raw_owner<O: Send + 'static>(
        owner: O,
        start: NonNull<T>,
        len: usize,
    ) -> Self {
        let (mut shared, _) = Shared::of_owner(owner);
        (shared.start, shared.len) = (start, len);
        shared
    }

    /// The owner at the place where it stays, and a handle without elements that keeps it.
    fn of_owner<O: Send + 'static>(owner: O) -> (Self, NonNull<O>) {
        let owner = NonNull::from(Box::leak(Box::new(owner)));
        let control = Box::new(Control { owners: AtomicUsize::new(1), foreign: Some(owner) });
        let shared = Shared {
            start: NonNull::dangling(),
            len: 0,
            capacity: 0,
            control: AtomicPtr::new(Box::into_raw(control)),
            owns: PhantomData,
        };
        (shared, owner)
    }

    #[inline(always)]
    pub(crate) fn start(&self) -> NonNull<T> {
        self.start
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The elements, for as long as this owner is borrowed.
    #[inline(always)]
    pub(crate) fn span(&self) -> Span<'_, T> {
        // SAFETY: this owner keeps the buffer (invariant 1); it is written only through an exclusive
        // reference to its owner (invariant 4).
        unsafe { Span::from_raw(self.start, self.len) }
    }

    /// Gives the allocation back as a vector, if this is its only owner and it was a vector's.
    pub(crate) fn into_vec(mut self) -> Result<Vec<T>, Self> {
        if self.is_counted() && !self.drop_count() {
            return Err(self);
        }
        let this = ManuallyDrop::new(self);
        // SAFETY: there is no foreign owner, which would keep its count, this is the last handle, and it
        // is never dropped (invariant 8).
        Ok(unsafe { Vec::from_raw_parts(this.start.as_ptr(), this.len, this.capacity) })
    }

    /// Whether there is a count: there are or were other owners, or the memory is foreign. Without
    /// one, this handle is the only owner of a `Vec`'s allocation.
    #[inline(always)]
    pub(crate) fn is_counted(&mut self) -> bool {
        with_mut(&mut self.control, |control| !control.is_null())
    }

    /// Frees the count if this handle is the only owner and the memory may be written; tells whether
    /// there is none any more.
    pub(crate) fn drop_count(&mut self) -> bool {
        let Some(control) = NonNull::new(with_mut(&mut self.control, |control| *control)) else {
            return true;
        };
        {
            // SAFETY: this is a handle (invariant 7).
            let control = unsafe { control.as_ref() };
            // Acquire: the last reads of handles dropped on other threads come before what follows.
            if control.foreign.is_some() || control.owners.load(Ordering::Acquire) != 1 {
                return false;
            }
        }
        with_mut(&mut self.control, |control| *control = ptr::null_mut());
        // SAFETY: no other handle reaches the word: the count is one (invariant 7).
        drop(unsafe { Box::from_raw(control.as_ptr()) });
        true
    }

    /// Tells the compiler that there is no count: in a loop of writes, it then asks before the second one only.
    ///
    /// # Safety
    /// There is none (invariant 7).
    #[inline(always)]
    pub(super) unsafe fn set_uncounted(&mut self) {
        with_mut(&mut self.control, |control| *control = ptr::null_mut());
    }

    /// Makes the count, if there is none yet.
    pub(crate) fn count(&self) {
        self.control();
    }

    /// Tells whether a write would have to copy: there are other owners, or it is read-only.
    pub(crate) fn is_shared(&self) -> bool {
        match NonNull::new(self.control.load(Ordering::Acquire)) {
            None => false,
            Some(control) => {
                // SAFETY: this is a handle (invariant 7).
                let control = unsafe { control.as_ref() };
                control.foreign.is_some() || control.owners.load(Ordering::Acquire) > 1
            }
        }
    }

    /// Returns the control word, making it (with a count of one) if there is none yet.
    fn control(&self) -> NonNull<Control> {
        if let Some(control) = NonNull::new(self.control.load(Ordering::Acquire)) {
            return control;
        }
        let fresh = Box::new(Control { owners: AtomicUsize::new(1), foreign: None });
        let fresh = NonNull::from(Box::leak(fresh));
        let published = self.control.compare_exchange(
            ptr::null_mut(),
            fresh.as_ptr(),
            Ordering::AcqRel,
            Ordering::Acquire,
        );
        match published {
            Ok(_) => fresh,
            // Another thread cloned the same handle at the same moment and was first.
            Err(first) => {
                // SAFETY: leaked above and never published: no handle points at it (invariant 7).
                drop(unsafe { Box::from_raw(fresh.as_ptr()) });
                // SAFETY: a handle without a word has null, and null alone is replaced (invariant 7).
                unsafe { NonNull::new_unchecked(first) }
            }
        }
    }
}

impl<T> Clone for Shared<T> {
    /// Adds an owner; no element is copied.
    #[inline]
    fn clone(&self) -> Self {
        let control = self.control();
        // SAFETY: this is a handle (invariant 7).
        let owners = unsafe { &control.as_ref().owners };
        // Relaxed, as in `Arc`: a new handle comes from one that is already visible here.
        let before = owners.fetch_add(1, Ordering::Relaxed);
        // Handles were leaked by the billion. To go on could free a buffer that has owners, and a panic
        // would leave the count as it is, for the next clone to raise.
        if before > isize::MAX as usize {
            abort();
        }
        Shared {
            start: self.start,
            len: self.len,
            capacity: self.capacity,
            control: AtomicPtr::new(control.as_ptr()),
            owns: PhantomData,
        }
    }
}

/// Ends the process, as a clone of an `Arc` does there.
#[cold]
fn abort() -> ! {
    #[cfg(feature = "std")]
    std::process::abort();
    #[cfg(not(feature = "std"))]
    {
        struct PanicAgain;
        impl Drop for PanicAgain {
            fn drop(&mut self) {
                panic!("too many owners of one buffer");
            }
        }
        // A panic during another one ends the process.
        let _again = PanicAgain;
        panic!("too many owners of one buffer");
    }
}

impl<T> Drop for Shared<T> {
    #[inline]
    fn drop(&mut self) {
        let control = with_mut(&mut self.control, |control| *control);
        // SAFETY: this is a handle, which is gone after this (invariant 7).
        if NonNull::new(control).is_none_or(|control| unsafe { is_last_of_vector(control) }) {
            // SAFETY: this was the last handle (invariant 8).
            give(unsafe { Vec::from_raw_parts(self.start.as_ptr(), self.len, self.capacity) });
        }
    }
}

// Without a type: compiled in this crate, not in each program.

/// Takes a handle off the count, and frees the count after the last one. Returns whether that one has to free a
/// vector's allocation; a foreign owner is dropped here.
///
/// # Safety
/// The caller's handle pointed at this word (invariant 7), and does not use it again.
#[inline(never)]
unsafe fn is_last_of_vector(control: NonNull<Control>) -> bool {
    // SAFETY: the caller's is a handle (invariant 7).
    let owners = unsafe { &control.as_ref().owners };
    // Release: what this thread wrote is seen by the thread that frees.
    if owners.fetch_sub(1, Ordering::Release) != 1 {
        return false;
    }
    fence(Ordering::Acquire);
    // SAFETY: the count fell to zero: no handle points at it (invariant 7).
    let control = unsafe { Box::from_raw(control.as_ptr()) };
    match control.foreign {
        Some(owner) => {
            // SAFETY: freed here only, with its control word (invariant 7).
            drop(unsafe { Box::from_raw(owner.as_ptr()) });
            false
        }
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::sync::Arc;
    use alloc::vec;

    impl<T> Shared<T> {
        fn is_exclusive(&mut self) -> bool {
            !self.is_counted() || self.drop_count()
        }
    }

    #[test]
    fn a_vector_goes_in_and_out_without_moving() {
        let v = vec![1, 2, 3];
        let at = v.as_ptr();
        let shared = Shared::from_vec(v);
        assert!(!shared.is_shared());
        let back = shared.into_vec().ok().unwrap();
        assert_eq!((back.as_ptr(), back), (at, vec![1, 2, 3]));
    }

    /// Miri sees whether the pointer may be used for the spare room, too.
    #[test]
    fn spare_room_goes_in_and_out_too() {
        let mut v = Vec::with_capacity(8);
        v.push(1);
        drop(Shared::from_vec(v.clone()));
        let mut w = Vec::with_capacity(8);
        w.push(1);
        drop(Shared::from_vec(w));
        let mut back = Shared::from_vec(v).into_vec().ok().unwrap();
        back.extend([2, 3, 4, 5]);
        assert_eq!(back, [1, 2, 3, 4, 5]);
        drop(Shared::from_vec(Vec::<u64>::with_capacity(3)));
    }

    #[test]
    fn clones_share_and_the_last_one_is_exclusive() {
        let mut a = Shared::from_vec(vec![1, 2, 3]);
        assert!(a.is_exclusive());
        let b = a.clone();
        assert!(a.is_shared() && b.is_shared() && !a.is_exclusive());
        let a = a.into_vec().err().unwrap();
        drop(b);
        assert!(!a.is_shared());
        assert_eq!(a.into_vec().ok().unwrap(), [1, 2, 3]);
    }

    #[test]
    fn a_count_is_made_when_it_is_asked_for() {
        let mut a = Shared::from_vec(vec![1]);
        assert!(!a.is_counted());
        a.count();
        assert!(a.is_counted() && !a.is_shared());
        assert!(a.drop_count() && !a.is_counted() && a.drop_count());
    }

    #[test]
    fn half_of_all_numbers_are_not_too_many_owners() {
        let shared = Shared::from_vec(vec![1]);
        let control = shared.control();
        // SAFETY: `shared` is a handle (invariant 7).
        let owners = unsafe { &control.as_ref().owners };
        owners.store(isize::MAX as usize, Ordering::Relaxed);
        core::mem::forget(shared.clone());
        assert_eq!(owners.swap(1, Ordering::Relaxed), isize::MAX as usize + 1);
    }

    #[test]
    fn elements_are_dropped_once_by_the_last_owner() {
        let element = Arc::new(());
        let a = Shared::from_vec(vec![element.clone(), element.clone()]);
        let b = a.clone();
        drop(a);
        assert_eq!(Arc::strong_count(&element), 3);
        drop(b);
        assert_eq!(Arc::strong_count(&element), 1);
    }

    #[test]
    fn a_foreign_owner_is_read_only_and_dropped_at_the_end() {
        struct Owner {
            elements: Vec<i32>,
            _alive: Arc<()>,
        }
        impl AsRef<[i32]> for Owner {
            fn as_ref(&self) -> &[i32] {
                &self.elements
            }
        }
        let alive = Arc::new(());
        let mut a = Shared::from_owner(Owner { elements: vec![7, 8], _alive: alive.clone() });
        assert!(a.is_shared() && !a.is_exclusive());
        let b = a.clone();
        assert_eq!(b.len(), 2);
        assert!(a.into_vec().is_err());
        drop(b);
        assert_eq!(Arc::strong_count(&alive), 1);
    }

    /// Runs itself as a child process, which ends half way.
    #[cfg(all(feature = "std", target_os = "linux", not(miri)))]
    #[test]
    fn too_many_owners_end_the_process() {
        use std::os::unix::process::ExitStatusExt;
        use std::process::Command;
        const CHILD: &str = "HOLOR_TEST_OWNERS";
        if std::env::var_os(CHILD).is_some() {
            let shared = Shared::from_vec(vec![1]);
            let control = shared.control();
            // SAFETY: `shared` is a handle (invariant 7).
            let owners = unsafe { &control.as_ref().owners };
            owners.store(isize::MAX as usize + 1, Ordering::Relaxed);
            drop(std::panic::catch_unwind(|| core::mem::forget(shared.clone())));
            std::process::exit(0);
        }
        let name = "storage::shared::tests::too_many_owners_end_the_process";
        let mut child = Command::new(std::env::current_exe().unwrap());
        let status = child.args(["--exact", name]).env(CHILD, "1").output().unwrap().status;
        assert_eq!(status.signal(), Some(libc::SIGABRT), "{status}");
    }

    #[cfg(feature = "std")]
    #[test]
    fn an_owner_that_panics_when_asked_is_dropped() {
        extern crate std;
        struct Owner(Arc<()>);
        impl AsRef<[i32]> for Owner {
            fn as_ref(&self) -> &[i32] {
                std::panic::panic_any(self.0.clone())
            }
        }
        let alive = Arc::new(());
        let owner = Owner(alive.clone());
        drop(std::panic::catch_unwind(|| Shared::<i32>::from_owner(owner)).err().unwrap());
        assert_eq!(Arc::strong_count(&alive), 1);
    }

    #[cfg(feature = "std")]
    #[test]
    fn two_threads_may_make_the_count_at_the_same_moment() {
        extern crate std;
        for _ in 0..200 {
            let a = Shared::from_vec(vec![1u8; 4]);
            let barrier = std::sync::Barrier::new(2);
            std::thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| {
                        barrier.wait();
                        drop((a.clone(), a.clone()));
                    });
                }
            });
            assert!(!a.is_shared());
            assert!(a.into_vec().is_ok());
        }
    }

    #[test]
    fn zero_sized_and_no_elements() {
        let z = Shared::from_vec(vec![(); 5]);
        assert_eq!(z.clone().len(), 5);
        let e = Shared::<u64>::from_vec(Vec::new());
        assert_eq!(e.clone().len(), 0);
    }
}
