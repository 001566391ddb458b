//! In the place of `src/storage/mod.rs` of holor.

pub mod sync;

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// In the place of holor's borrow of a buffer.
pub struct Span<'a, T>(PhantomData<&'a T>);

impl<T> Span<'_, T> {
    /// # Safety
    /// None is needed: nothing is kept.
    pub(crate) unsafe fn from_raw(_: NonNull<T>, _: usize) -> Self {
        Span(PhantomData)
    }
}

/// In the place of the cache: the buffer is freed.
pub(crate) fn give<T>(elements: Vec<T>) {
    drop(elements);
}

#[path = "../../../src/storage/fork_join.rs"]
mod fork_join;
#[path = "../../../src/storage/shared.rs"]
mod shared;

/// The fork-join under a public name.
pub fn with_helpers<W: Fn() + Sync>(count: usize, work: &W, own: impl FnOnce()) {
    let mut own = Some(own);
    let mut own = || {
        if let Some(own) = own.take() {
            own();
        }
    };
    fork_join::with_helpers(count, work, &mut own);
}

/// How many tasks models of this thread have sent to the pool.
pub fn spawned() -> usize {
    sync::SPAWNED.get()
}

/// Sets the size of the pool for models of this thread.
pub fn set_threads(count: usize) {
    sync::THREADS.set(count);
}

/// Sets what `spare_tasks` returns in models of this thread.
pub fn set_spare_tasks(count: usize) {
    sync::SPARE.set(count);
}

/// A handle of a buffer whose elements are all there is to see.
pub struct Handle<T>(shared::Shared<T>);

impl<T> Handle<T> {
    pub fn new(elements: Vec<T>) -> Self {
        Handle(shared::Shared::from_vec(elements))
    }

    /// The first element.
    pub fn first(&self) -> &T {
        // SAFETY: the handle keeps the buffer, and its first element is initialised.
        unsafe { self.0.start().as_ref() }
    }

    /// Whether the handle is the only one; then the elements may be written.
    pub fn is_exclusive(&mut self) -> bool {
        !self.0.is_counted() || self.0.drop_count()
    }

    pub fn is_shared(&self) -> bool {
        self.0.is_shared()
    }

    pub fn into_vec(self) -> Option<Vec<T>> {
        self.0.into_vec().ok()
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Handle(self.0.clone())
    }
}
