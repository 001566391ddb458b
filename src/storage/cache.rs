//! Large freed buffers, kept for the next result of their size.
//!
//! The first write to fresh memory costs more than most operations on what is in it: the system
//! clears each page when it is first touched, and large blocks are given back to it at each free. So
//! a program that computes in a loop pays for its memory anew in each round; here it does not.

use super::pages::{KEPT, offer};
use alloc::alloc::{Layout, dealloc};
use alloc::vec::Vec;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;
use std::sync::{Mutex, TryLockError};

/// How many blocks are kept at most: a program's results have few sizes.
const COUNT: usize = 8;
/// How much is kept unless told otherwise. Measured on Linux only, so elsewhere it is nothing.
const LIMIT: usize = if cfg!(target_os = "linux") { 256 << 20 } else { 0 };

static CACHE: Mutex<Cache> = Mutex::new(Cache { blocks: Vec::new(), limit: LIMIT });

struct Cache {
    /// The oldest first.
    blocks: Vec<Block>,
    limit: usize,
}

/// Memory that a vector of no elements owned.
struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: nobody else has the pointer, and there is nothing in the memory.
unsafe impl Send for Block {}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: both are those of a vector that was taken apart in `keep`, freed once.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

impl Cache {
    fn size(&self) -> usize {
        self.blocks.iter().map(|block| block.layout.size()).sum()
    }

    /// Frees the oldest blocks until `count` blocks of together `size` bytes are left.
    fn shrink(&mut self, count: usize, size: usize) {
        while self.blocks.len() > count || self.size() > size {
            self.blocks.remove(0);
        }
    }

    /// The smallest block for `len` elements that is not much too large for them.
    fn fitting<T>(&self, len: usize) -> Option<usize> {
        let wanted = len.saturating_mul(size_of::<T>());
        let fits = |layout: Layout| {
            layout.align() == align_of::<T>()
                && layout.size().is_multiple_of(size_of::<T>())
                && (wanted..=wanted.saturating_add(wanted / 4)).contains(&layout.size())
        };
        let blocks = self.blocks.iter().enumerate();
        let fitting = blocks.filter(|(_, block)| fits(block.layout));
        fitting.min_by_key(|(_, block)| block.layout.size()).map(|(at, _)| at)
    }
}

/// Runs `f` on the cache, unless another thread has it: allocating is better than waiting.
fn with<O>(f: impl FnOnce(&mut Cache) -> O) -> Option<O> {
    match CACHE.try_lock() {
        Ok(mut cache) => Some(f(&mut cache)),
        // Nothing in here panics half way; and if it did, the blocks would still be whole.
        Err(TryLockError::Poisoned(cache)) => Some(f(&mut cache.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Returns an empty vector with room for `len` elements, if there is such a block.
#[inline]
pub(crate) fn take<T>(len: usize) -> Option<Vec<T>> {
    if len.saturating_mul(size_of::<T>()) < KEPT { None } else { find(len) }
}

#[cold]
fn find<T>(len: usize) -> Option<Vec<T>> {
    let block = with(|cache| {
        let at = cache.fitting::<T>(len)?;
        Some(ManuallyDrop::new(cache.blocks.remove(at)))
    })??;
    let capacity = block.layout.size() / size_of::<T>();
    // SAFETY: the block was a vector's, of elements with the same alignment, and its size is
    // `capacity` elements; it is not dropped, so the new vector is its only owner.
    Some(unsafe { Vec::from_raw_parts(block.start.cast().as_ptr(), 0, capacity) })
}

/// Drops the elements of a vector, and keeps its memory if it is worth it.
#[inline]
pub(crate) fn give<T>(elements: Vec<T>) {
    if elements.capacity().saturating_mul(size_of::<T>()) >= KEPT {
        keep(elements);
    }
}

#[cold]
fn keep<T>(mut elements: Vec<T>) {
    elements.clear();
    let Ok(layout) = Layout::array::<T>(elements.capacity()) else { return };
    with(|cache| {
        if layout.size() > cache.limit {
            return;
        }
        cache.shrink(COUNT - 1, cache.limit - layout.size());
        let mut elements = ManuallyDrop::new(core::mem::take(&mut elements));
        let start = NonNull::new(elements.as_mut_ptr()).expect("a vector's pointer is not null");
        let block = Block { start: start.cast(), layout };
        offer(block.start.as_ptr(), layout.size());
        cache.blocks.push(block);
    });
}

/// Returns how many bytes are kept for results to come.
///
/// mlx: `get_cache_memory`; torch: `cuda.memory_reserved`.
pub fn cache_memory() -> usize {
    lock(|cache| cache.size())
}

/// Frees the memory that is kept for results to come.
///
/// ```
/// use holor::memory::{cache_memory, clear_cache};
/// use holor::prelude::*;
///
/// let x = Tensor::<f32, 2>::zeros([4096, 2048]);
/// drop(x); // 32 MiB, of which the next result of this size will be made
/// clear_cache();
/// assert_eq!(cache_memory(), 0);
/// ```
///
/// mlx: `clear_cache`; torch: `cuda.empty_cache`.
#[doc(alias = "empty_cache")]
pub fn clear_cache() {
    lock(|cache| cache.shrink(0, 0));
}

/// Sets how many bytes are kept at most, frees what is beyond, and returns the limit before.
///
/// With 0, each buffer is freed as soon as its last tensor is dropped.
///
/// ```
/// use holor::memory::{cache_memory, set_cache_limit};
///
/// let before = set_cache_limit(0);
/// assert_eq!(cache_memory(), 0);
/// set_cache_limit(before);
/// ```
///
/// mlx: `set_cache_limit`.
pub fn set_cache_limit(bytes: usize) -> usize {
    lock(|cache| {
        cache.shrink(COUNT, bytes);
        core::mem::replace(&mut cache.limit, bytes)
    })
}

/// Runs `f` on the cache when its turn comes.
fn lock<O>(f: impl FnOnce(&mut Cache) -> O) -> O {
    f(&mut CACHE.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}
