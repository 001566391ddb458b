//! A cache of freed buffers, used again for results of their size.
//!
//! The first write to new memory costs more than most operations on its elements: the operating system
//! clears each page when it is first written, and the allocator returns memory to the system when much is free.
//! Without the cache, a program that computes in a loop pays this cost in each round.

use super::pages::{KEPT, offer};
use alloc::alloc::{Layout, dealloc};
use alloc::vec::Vec;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

/// The largest number of blocks kept. They are searched one by one.
const MOST_BLOCKS: usize = 64;
/// How long a block is kept that no result takes: a program that computes in a loop takes it sooner.
const UNUSED: Duration = Duration::from_secs(1);
/// The default limit in bytes. The cache was measured on Linux only, so elsewhere the limit is 0.
const LIMIT: usize = if cfg!(target_os = "linux") { 256 << 20 } else { 0 };

static CACHE: Mutex<Cache> = Mutex::new(Cache { blocks: Vec::new(), limit: LIMIT });

struct Cache {
    /// The oldest first.
    blocks: Vec<Block>,
    limit: usize,
}

/// The memory of a vector without elements.
struct Block {
    start: NonNull<u8>,
    layout: Layout,
    since: Instant,
}

// SAFETY: nothing else points at the memory, which holds no elements (invariant 8).
unsafe impl Send for Block {}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: the allocation of a vector, with its layout, freed here only (invariant 8).
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

    /// Frees the blocks that were not used for a while.
    fn expire(&mut self) {
        let Some(oldest) = self.blocks.first() else { return };
        let now = Instant::now();
        let is_old = |block: &Block| now.saturating_duration_since(block.since) >= UNUSED;
        if is_old(oldest) {
            self.blocks.retain(|block| !is_old(block));
        }
    }

    /// The smallest block of whole units that has the wanted size and is at most a quarter larger; of several the
    /// last one, parts of which may still be in the processor's cache.
    fn fitting(&self, wanted: usize, unit: Layout) -> Option<usize> {
        let most = wanted.saturating_add(wanted / 4);
        let mut best: Option<(usize, usize)> = None;
        for (at, block) in self.blocks.iter().enumerate() {
            let size = block.layout.size();
            let fits = block.layout.align() == unit.align() && size.is_multiple_of(unit.size());
            let is_smaller = best.is_none_or(|(_, best)| size <= best);
            if fits && wanted <= size && size <= most && is_smaller {
                best = Some((at, size));
            }
        }
        best.map(|(at, _)| at)
    }
}

/// Runs `f` on the cache, unless another thread uses it: to allocate is faster than to wait.
fn with<O>(f: impl FnOnce(&mut Cache) -> O) -> Option<O> {
    match CACHE.try_lock() {
        Ok(mut cache) => Some(f(&mut cache)),
        // No operation on the cache panics half way; after a panic the blocks would still be valid.
        Err(TryLockError::Poisoned(cache)) => Some(f(&mut cache.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Returns an empty vector with room for `len` elements, [`KEPT`] bytes or more, if the cache has a block for it.
/// Blocks that were not used for a second are freed first.
pub(crate) fn take<T>(len: usize) -> Option<Vec<T>> {
    let (start, size) = find(len.saturating_mul(size_of::<T>()), Layout::new::<T>())?;
    let capacity = size / size_of::<T>();
    // SAFETY: the precondition of `from_raw_parts`: the block was a vector's, of elements with the same
    // alignment, and its size is `capacity` elements; nothing else frees it, so the new vector is its only owner.
    Some(unsafe { Vec::from_raw_parts(start.cast().as_ptr(), 0, capacity) })
}

// What knows no type is compiled in this crate, not in each program.

/// Takes a block of whole units out of the cache: where it is, and its size.
#[inline(never)]
fn find(wanted: usize, unit: Layout) -> Option<(NonNull<u8>, usize)> {
    let block = with(|cache| {
        cache.expire();
        let at = cache.fitting(wanted, unit)?;
        Some(ManuallyDrop::new(cache.blocks.remove(at)))
    })??;
    Some((block.start, block.layout.size()))
}

/// Drops the elements of a vector and keeps its memory if that is large.
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
    let mut elements = ManuallyDrop::new(elements);
    let start = NonNull::new(elements.as_mut_ptr()).expect("a vector's pointer is not null");
    // SAFETY: the allocation of a vector without elements, which is not dropped (invariant 8).
    unsafe { keep_block(start.cast(), layout) };
}

/// Keeps a block, or frees it if it is larger than the limit or another thread uses the cache.
///
/// # Safety
/// The block is a vector's allocation with its layout, and the caller does not use it again.
#[inline(never)]
unsafe fn keep_block(start: NonNull<u8>, layout: Layout) {
    let mut block = Some(Block { start, layout, since: Instant::now() });
    with(|cache| {
        cache.expire();
        if layout.size() <= cache.limit {
            cache.shrink(MOST_BLOCKS - 1, cache.limit - layout.size());
            offer(start.as_ptr(), layout.size());
            cache.blocks.extend(block.take());
        }
    });
}

/// Returns the number of bytes in the cache.
///
/// A buffer that no result took for a second is freed by the next operation that makes or drops one of 128 KiB or
/// more.
///
/// mlx: `get_cache_memory`.
pub fn cache_memory() -> usize {
    lock(|cache| cache.size())
}

/// Frees all buffers in the cache.
///
/// ```
/// use holor::memory::{cache_memory, clear_cache};
/// use holor::prelude::*;
///
/// let x = Tensor::<f32, 2>::zeros([1024, 1024]);
/// drop(x); // 4 MiB, kept for the next result of this size
/// clear_cache();
/// assert_eq!(cache_memory(), 0);
/// ```
///
/// mlx: `clear_cache`; torch: `cuda.empty_cache`.
#[doc(alias = "empty_cache")]
pub fn clear_cache() {
    lock(|cache| cache.shrink(0, 0));
}

/// Sets the limit of the cache in bytes and returns the previous limit.
///
/// Buffers beyond the new limit are freed, the oldest first. With a limit of 0, each buffer is freed
/// when its last tensor is dropped.
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
        cache.shrink(MOST_BLOCKS, bytes);
        core::mem::replace(&mut cache.limit, bytes)
    })
}

/// Runs `f` on the cache, and waits for other threads if necessary.
fn lock<O>(f: impl FnOnce(&mut Cache) -> O) -> O {
    f(&mut CACHE.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}
