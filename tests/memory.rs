//! What is kept of freed buffers, and that nothing else is. One test at a time: there is one cache.
#![cfg(feature = "std")]

use holor::memory::{cache_memory, clear_cache, set_cache_limit};
use holor::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

const MIB: usize = 1 << 20;
/// The smallest buffer that is kept.
const LEAST: usize = MIB / 8;
/// The size of buffers that nobody else makes here.
const SIZE: usize = 32 * MIB;

/// The system's allocator, which counts the bytes of large blocks.
struct Counted;
static LARGE: AtomicUsize = AtomicUsize::new(0);
#[global_allocator]
static COUNTED: Counted = Counted;

// SAFETY: all is done by `System`.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGE.fetch_add(if layout.size() >= SIZE { layout.size() } else { 0 }, Relaxed);
        // SAFETY: the caller keeps to the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        LARGE.fetch_add(if layout.size() >= SIZE { layout.size() } else { 0 }, Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        LARGE.fetch_sub(if layout.size() >= SIZE { layout.size() } else { 0 }, Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(start, layout) }
    }
}

/// Runs a test with an empty cache of this limit, and nobody else's. It frees what it made. Returns the limit
/// that there was before.
fn with_limit(limit: usize, test: impl FnOnce()) -> usize {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    clear_cache();
    let before = set_cache_limit(limit);
    test();
    assert_eq!(set_cache_limit(before), limit);
    assert_eq!(LARGE.load(Relaxed), cache_memory());
    clear_cache();
    assert_eq!(LARGE.load(Relaxed), 0);
    before
}

/// Zeros of the system's, which nobody has touched.
fn bytes(count: usize) -> Tensor<u8, 1> {
    Tensor::from(vec![0_u8; count])
}

#[test]
fn a_result_takes_the_buffer_of_one_that_was_dropped() {
    with_limit(4 * SIZE, || {
        let x = Tensor::from_fn([SIZE / 4], |[i]| i as f32);
        let first = &x + 1.0;
        let at = first.as_ptr();
        drop(first);
        assert_eq!(cache_memory(), SIZE);
        let second = &x * 2.0;
        assert_eq!((second.as_ptr(), cache_memory()), (at, 0));
        assert_eq!((second[[0]], second[[9]], second.len()), (0.0, 18.0, SIZE / 4));
        // A vector that leaves is the caller's.
        assert_eq!(second.into_vec().len(), SIZE / 4);
        assert_eq!(cache_memory(), 0);
    });
}

#[test]
fn only_buffers_that_fit_are_taken() {
    with_limit(4 * SIZE, || {
        // Kept just now, so that it is not given back for being unused while slow builds fill results.
        let keep = || {
            clear_cache();
            drop(bytes(2 * SIZE));
            assert_eq!(cache_memory(), 2 * SIZE);
        };
        // Another alignment; much smaller; larger.
        keep();
        let aligned = Tensor::<f32, 1>::ones([SIZE / 2]);
        assert_eq!(cache_memory(), 2 * SIZE);
        keep();
        let smaller = Tensor::<u8, 1>::ones([2 * SIZE - SIZE / 2]);
        assert_eq!(cache_memory(), 2 * SIZE);
        keep();
        let larger = Tensor::<u8, 1>::ones([2 * SIZE + 1]);
        assert_eq!(cache_memory(), 2 * SIZE);
        keep();
        // A little smaller will do, and what is left over stays in the vector.
        let vector = Tensor::<u8, 1>::ones([2 * SIZE - 5]).into_vec();
        assert_eq!((vector.len(), vector.capacity()), (2 * SIZE - 5, 2 * SIZE));
        assert_eq!((cache_memory(), aligned.len(), smaller[[7]]), (0, SIZE / 2, 1));
        assert!(larger.min(All).item() == 1);
        assert!(vector == vec![1; 2 * SIZE - 5]);
    });
}

#[test]
fn the_smallest_buffer_that_fits_is_taken() {
    for sizes in [[1, 2, 3], [3, 2, 1], [2, 1, 3]] {
        with_limit(16 * SIZE, || {
            drop(sizes.map(|size| bytes(2 * SIZE + size)));
            let vector = Tensor::<u8, 1>::ones([2 * SIZE]).into_vec();
            assert_eq!(vector.capacity(), 2 * SIZE + 1);
        });
    }
}

#[test]
fn sizes_of_elements_have_to_divide() {
    with_limit(4 * SIZE, || {
        drop(bytes(SIZE + 1));
        let pairs = Tensor::full([SIZE / 2], [1, 2]);
        assert_eq!((cache_memory(), pairs[[7]]), (SIZE + 1, [1, 2]));
    });
}

#[test]
fn small_buffers_are_left_to_the_allocator() {
    with_limit(4 * SIZE, || {
        drop(bytes(LEAST - 1));
        assert_eq!(cache_memory(), 0);
        drop(Tensor::from(vec![(); 2 * LEAST]));
        assert_eq!(cache_memory(), 0);
        drop(bytes(LEAST));
        assert_eq!(cache_memory(), LEAST);
        clear_cache();
    });
}

#[test]
fn the_oldest_give_way() {
    with_limit(10 * SIZE, || {
        let tensors = [2, 3, 4, 5].map(|size| bytes(size * SIZE));
        let sizes = tensors.map(|tensor| {
            drop(tensor);
            cache_memory() / SIZE
        });
        assert_eq!(sizes, [2, 5, 9, 9]); // 4 + 5
        drop(bytes(11 * SIZE));
        assert_eq!(cache_memory(), 9 * SIZE, "too large to be kept at all");
        assert_eq!(set_cache_limit(5 * SIZE), 10 * SIZE);
        assert_eq!(cache_memory(), 5 * SIZE);
        assert_eq!(set_cache_limit(10 * SIZE), 5 * SIZE);
    });
    with_limit(100 * LEAST, || {
        let tensors: Vec<_> = (0..80).map(|_| bytes(LEAST)).collect();
        drop(tensors);
        assert_eq!(cache_memory(), 64 * LEAST, "so many at most");
        clear_cache();
    });
}

/// The last one that was freed: of zeros too, which are zeros again.
#[test]
fn of_equal_buffers_the_last_is_taken() {
    with_limit(SIZE, || {
        let tensors = [1, 2, 3].map(|x| Tensor::<u8, 1>::full([LEAST], x));
        let last = tensors[2].as_ptr();
        drop(tensors);
        let zeros = Tensor::<u8, 1>::zeros([LEAST]);
        assert_eq!((zeros.as_ptr(), cache_memory()), (last, 2 * LEAST));
        assert!(zeros.iter().all(|&x| x == 0));
        drop(zeros);
        clear_cache();
    });
}

#[test]
fn what_is_not_used_for_a_second_is_given_back() {
    with_limit(4 * SIZE, || {
        let wait = |millis| std::thread::sleep(std::time::Duration::from_millis(millis));
        drop(bytes(SIZE));
        let small = Tensor::<u8, 1>::ones([LEAST]);
        assert_eq!(cache_memory(), SIZE, "just now");
        wait(1100);
        drop(bytes(SIZE + 1));
        assert_eq!(cache_memory(), SIZE + 1, "by the next buffer that is kept");
        wait(1100);
        let other = &small + 1;
        assert_eq!(cache_memory(), 0, "by the next result of some size");
        drop((small.into_vec(), other.into_vec()));
        // A result takes no block that is over its time.
        drop(bytes(SIZE));
        wait(1100);
        let large = Tensor::<u8, 1>::ones([SIZE]);
        assert_eq!((cache_memory(), large.len()), (0, SIZE));
    });
}

#[test]
fn without_a_limit_nothing_is_kept() {
    let default = with_limit(0, || {
        drop(bytes(4 * SIZE));
        assert_eq!(cache_memory(), 0);
    });
    assert_eq!(default, if cfg!(target_os = "linux") { 256 * MIB } else { 0 });
}

#[test]
fn elements_are_dropped_when_their_tensor_is() {
    with_limit(4 * SIZE, || {
        let element = Arc::new(());
        let tensor = Tensor::from(vec![element.clone(); SIZE / size_of::<Arc<()>>()]);
        drop(tensor);
        assert_eq!((Arc::strong_count(&element), cache_memory()), (1, SIZE));
        // A panic on the way, and the rest is dropped and nothing kept.
        struct Loud(#[allow(dead_code)] Arc<()>, bool);
        impl Drop for Loud {
            fn drop(&mut self) {
                assert!(!self.1, "asked for");
            }
        }
        clear_cache();
        let loud = (0..SIZE / 8).map(|i| Loud(element.clone(), i == 5));
        let tensor = Tensor::from(loud.collect::<Vec<_>>());
        std::panic::catch_unwind(|| drop(tensor)).unwrap_err();
        assert_eq!((Arc::strong_count(&element), cache_memory()), (1, 0));
    });
}

#[test]
fn a_shared_buffer_is_kept_when_its_last_owner_goes() {
    with_limit(4 * SIZE, || {
        let x = bytes(SIZE);
        let rest = x.clone().viewed(|v| v.narrow(Axis::<0>, 5, 10));
        drop(x);
        assert_eq!((cache_memory(), rest.len()), (0, 10));
        drop(rest);
        assert_eq!(cache_memory(), SIZE);
    });
}

#[test]
fn threads_take_turns() {
    with_limit(4 * SIZE, || {
        std::thread::scope(|scope| {
            for thread in 1..4 {
                scope.spawn(move || {
                    for round in 0..10 {
                        let x = Tensor::<u8, 1>::full([SIZE], thread * 10 + round);
                        assert!(
                            [0, SIZE / 2, SIZE - 1].iter().all(|&i| x[[i]] == thread * 10 + round)
                        );
                    }
                });
            }
        });
        assert!(cache_memory() <= 4 * SIZE);
    });
}
