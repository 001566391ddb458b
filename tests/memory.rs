//! What is kept of freed buffers, and that nothing else is. One test at a time: there is one cache.
#![cfg(feature = "std")]

use holor::memory::{cache_memory, clear_cache, set_cache_limit};
use holor::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

const MIB: usize = 1 << 20;

/// Runs a test with an empty cache of this limit, and nobody else's.
fn with_limit(limit: usize, test: impl FnOnce()) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    clear_cache();
    let before = set_cache_limit(limit);
    test();
    assert_eq!(set_cache_limit(before), limit);
    clear_cache();
}

/// A computed tensor of as many mebibytes.
fn computed(mebibytes: usize) -> Tensor<f32, 1> {
    Tensor::from_fn([mebibytes * MIB / 4], |[i]| i as f32).map(|x| x + 1.0)
}

#[test]
fn a_result_takes_the_buffer_of_one_that_was_dropped() {
    with_limit(64 * MIB, || {
        let x = computed(2);
        assert_eq!(cache_memory(), 2 * MIB, "the range");
        clear_cache();
        let first = &x + 1.0;
        let at = first.as_ptr();
        drop(first);
        assert_eq!(cache_memory(), 2 * MIB);
        let second = &x * 2.0;
        assert_eq!((second.as_ptr(), cache_memory()), (at, 0));
        assert_eq!((second[[0]], second[[9]], second.len()), (2.0, 20.0, MIB / 2));
        // A vector that leaves is the caller's.
        assert_eq!(second.into_vec().len(), MIB / 2);
        assert_eq!(cache_memory(), 0);
    });
}

#[test]
fn only_buffers_that_fit_are_taken() {
    with_limit(64 * MIB, || {
        drop(computed(8));
        clear_cache();
        drop(Tensor::from(vec![1_u8; 8 * MIB]));
        assert_eq!(cache_memory(), 8 * MIB);
        // Another alignment; much smaller; larger.
        let aligned = Tensor::<f32, 1>::ones([2 * MIB]);
        let smaller = Tensor::<u8, 1>::ones([6 * MIB]);
        let larger = Tensor::<u8, 1>::ones([8 * MIB + 1]);
        assert_eq!(cache_memory(), 8 * MIB);
        // A little smaller will do, and what is left over stays in the vector.
        let vector = Tensor::<u8, 1>::ones([7 * MIB]).into_vec();
        assert_eq!((vector.len(), vector.capacity()), (7 * MIB, 8 * MIB));
        assert_eq!((cache_memory(), aligned.len(), smaller.len()), (0, 2 * MIB, 6 * MIB));
        assert!(larger.iter().chain(&vector).all(|&x| x == 1));
    });
}

#[test]
fn sizes_of_elements_have_to_divide() {
    with_limit(64 * MIB, || {
        drop(Tensor::from(vec![1_u8; MIB + 1]));
        let pairs = Tensor::<[u8; 2], 1>::from_fn([MIB / 2], |_| [1, 2]);
        assert_eq!((cache_memory(), pairs[[7]]), (MIB + 1, [1, 2]));
    });
}

#[test]
fn small_buffers_are_left_to_the_allocator() {
    with_limit(64 * MIB, || {
        drop(Tensor::from(vec![1_u8; MIB - 1]));
        assert_eq!(cache_memory(), 0);
        drop(Tensor::from(vec![(); 5 * MIB]));
        assert_eq!(cache_memory(), 0);
    });
}

#[test]
fn the_oldest_give_way() {
    with_limit(10 * MIB, || {
        let tensors = [2, 3, 4, 5].map(|size| Tensor::from(vec![1_u8; size * MIB]));
        let sizes = tensors.map(|tensor| {
            drop(tensor);
            cache_memory() / MIB
        });
        assert_eq!(sizes, [2, 5, 9, 9]); // 4 + 5
        drop(Tensor::from(vec![1_u8; 11 * MIB]));
        assert_eq!(cache_memory(), 9 * MIB, "too large to be kept at all");
        assert_eq!(set_cache_limit(5 * MIB), 10 * MIB);
        assert_eq!(cache_memory(), 5 * MIB);
        assert_eq!(set_cache_limit(10 * MIB), 5 * MIB);
    });
    with_limit(64 * MIB, || {
        let tensors: Vec<_> = (0..12).map(|_| Tensor::from(vec![1_u8; MIB])).collect();
        drop(tensors);
        assert_eq!(cache_memory(), 8 * MIB, "eight at most");
    });
}

#[test]
fn without_a_limit_nothing_is_kept() {
    with_limit(0, || {
        drop(computed(4));
        assert_eq!(cache_memory(), 0);
    });
}

#[test]
fn elements_are_dropped_when_their_tensor_is() {
    with_limit(64 * MIB, || {
        let element = Arc::new(());
        let tensor = Tensor::from(vec![element.clone(); MIB / 8]);
        drop(tensor);
        assert_eq!((Arc::strong_count(&element), cache_memory()), (1, MIB));
        // A panic on the way, and the rest is dropped and nothing kept.
        struct Loud(#[allow(dead_code)] Arc<()>, bool);
        impl Drop for Loud {
            fn drop(&mut self) {
                assert!(!self.1, "asked for");
            }
        }
        clear_cache();
        let loud = (0..MIB / 8).map(|i| Loud(element.clone(), i == 5));
        let tensor = Tensor::from(loud.collect::<Vec<_>>());
        std::panic::catch_unwind(|| drop(tensor)).unwrap_err();
        assert_eq!((Arc::strong_count(&element), cache_memory()), (1, 0));
    });
}

#[test]
fn a_shared_buffer_is_kept_when_its_last_owner_goes() {
    with_limit(64 * MIB, || {
        let x = Tensor::from(vec![1_u8; 2 * MIB]);
        let rest = x.narrow(Axis::<0>, 5, 10);
        drop(x);
        assert_eq!((cache_memory(), rest.len()), (0, 10));
        drop(rest);
        assert_eq!(cache_memory(), 2 * MIB);
    });
}

#[test]
fn threads_take_turns() {
    with_limit(64 * MIB, || {
        let x = computed(1);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let x = &x;
                scope.spawn(move || {
                    for round in 0..20 {
                        let y = x + (thread * 100 + round) as f32;
                        let ends = [y[[0]], y[[MIB / 4 - 1]]];
                        let sum = (thread * 100 + round) as f32;
                        assert_eq!(ends, [1.0 + sum, (MIB / 4) as f32 + sum]);
                    }
                });
            }
        });
        assert!(cache_memory() <= 6 * MIB);
    });
}
