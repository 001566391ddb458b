//! `par_map` and its kin: as on one thread, whatever the layout and the number of threads.
#![cfg(feature = "rayon")]

use crate::disguise::disguises;
use holor::prelude::*;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn as_on_one_thread() {
    for shape in [[0, 3, 4], [1, 1, 1], [3, 5, 7], [2, 40, 33]] {
        let t = Tensor::from_fn(shape, |[i, j, k]| (i * 10_000 + j * 100 + k) as i64);
        let row = Tensor::from_fn([shape[2]], |[k]| k as i64 * 7);
        let expected = t.map(|x| x * 3);
        let sum = &t + &row;
        for threads in [1, 2, 3] {
            for (name, x) in disguises(&t) {
                on_threads(threads, || {
                    assert_eq!(x.par_map(|x| x * 3), expected, "{name}");
                    assert_eq!(zip((&x, &row)).par_map(|x, y| x + y), sum, "{name}");
                    let mut y = x.clone();
                    y.par_map_inplace(|x| *x *= 3);
                    assert_eq!(y, expected, "{name}");
                    let mut y = x.clone();
                    zip((&mut y, &row)).par_for_each(|x, y| *x += y);
                    assert_eq!(y, sum, "{name}");
                    assert_eq!(x, t, "{name}: the operand is as it was");
                });
            }
        }
    }
}

/// Operations that hold scalars: of numbers, of which there are enough for several threads, and of elements that are
/// visited by the caller's thread alone.
#[test]
fn scalars_are_seen_on_all_threads() {
    let t = Tensor::from_fn([128, 256], |[i, j]| (i * 7 + j * 13) as u128 % 50);
    let mask = t.map(|x| x % 3 == 0);
    let words = t.map(|x| x.to_string());
    let limited = t.map(|&x| x.clamp(10, 40));
    let [filled, chosen] = [7, 9].map(|n| t.map(|&x| if x % 3 == 0 { n } else { x }));
    let filled_words = words.map(|x| if x.len() == 1 { "a" } else { x }.to_string());
    let is_short = words.map(|x| x.len() == 1);
    for threads in [1, 3] {
        on_threads(threads, || {
            for (name, x) in disguises(&t) {
                assert_eq!(x.clamp(10, 40), limited, "{name}");
                assert_eq!(x.mask_fill(&mask, 7), filled, "{name}");
                assert_eq!(mask.where_cond(9, &x), chosen, "{name}");
            }
            assert_eq!(words.mask_fill(&is_short, "a".to_string()), filled_words);
        });
    }
}

/// Runs `work` on a pool of its own; a deadlock fails the test instead of hanging it.
fn must_finish(threads: usize, work: impl FnOnce() + Send + 'static) {
    let (done, finished) = std::sync::mpsc::channel();
    thread::spawn(move || {
        on_threads(threads, work);
        done.send(()).unwrap();
    });
    let limit = Duration::from_secs(120);
    assert!(finished.recv_timeout(limit).is_ok(), "deadlock on {threads} threads");
}

/// A thread that waits for its helpers holds the lock: were it to run another task of the pool
/// meanwhile, that task would wait for the same lock on the same stack.
#[test]
fn an_operation_under_a_lock_runs_no_other_task() {
    for threads in [3, 4, 8] {
        must_finish(threads, || {
            // 2 MiB of operands, enough for several threads, in few elements: a debug build is slow.
            let x = Tensor::<u128, 1>::ones([1 << 16]);
            for _ in 0..5 {
                let sum = Mutex::new(Tensor::<u128, 1>::zeros([1 << 16]));
                rayon::scope(|scope| {
                    for _ in 0..32 {
                        scope.spawn(|_| {
                            let mut sum = sum.lock().unwrap();
                            *sum += &x;
                        });
                    }
                });
                assert_eq!(sum.into_inner().unwrap()[[7]], 32);
            }
        });
    }
}

/// The same of a value that is made once, and that all tasks ask for.
#[test]
fn an_operation_of_an_initialiser_runs_no_other_task() {
    for threads in [3, 4, 8] {
        must_finish(threads, || {
            let x = Tensor::<u128, 1>::ones([1 << 16]);
            for _ in 0..20 {
                let sum = OnceLock::new();
                rayon::scope(|scope| {
                    for _ in 0..32 {
                        scope.spawn(|_| assert_eq!(sum.get_or_init(|| &x + &x)[[7]], 2));
                    }
                });
            }
        });
    }
}

/// One operation on two elements: `own` is called on the caller's thread and `other` on another one, at the
/// same time.
fn on_both_threads(own: impl Fn() + Sync, other: impl Fn() + Sync) {
    let (caller, both) = (thread::current().id(), Barrier::new(2));
    zip((&Tensor::<u8, 1>::zeros([2]),)).par_for_each(|_| {
        both.wait();
        if thread::current().id() == caller { own() } else { other() }
    });
}

#[test]
fn an_operation_ends_when_all_threads_in_it_have_ended() {
    for round in 0..200 {
        let done = AtomicUsize::new(0);
        let finish = || {
            if round % 20 == 0 {
                thread::sleep(Duration::from_millis(2));
            }
            done.fetch_add(1, Ordering::Relaxed);
        };
        on_threads(2, || {
            on_both_threads(|| (), finish);
            assert_eq!(done.load(Ordering::Relaxed), 1);
        });
    }
}

#[test]
fn a_panic_of_another_thread_is_the_callers() {
    let panic = || std::panic::panic_any(String::from("of another thread"));
    let result = catch_unwind(AssertUnwindSafe(|| on_threads(2, || on_both_threads(|| (), panic))));
    assert_eq!(result.unwrap_err().downcast_ref::<String>().unwrap(), "of another thread");
}

/// The caller's panic waits for those who still use what it would free.
#[test]
fn a_panic_of_the_caller_waits_for_other_threads() {
    let done = AtomicUsize::new(0);
    let finish = || {
        thread::sleep(Duration::from_millis(20));
        done.fetch_add(1, Ordering::Relaxed);
    };
    on_threads(2, || {
        let panic = || std::panic::panic_any(1_u8);
        let result = catch_unwind(AssertUnwindSafe(|| on_both_threads(panic, finish)));
        assert!(result.unwrap_err().is::<u8>());
        assert_eq!(done.load(Ordering::Relaxed), 1);
    });
}

/// A thread that is busy with something else finds the work done when it comes.
#[test]
fn an_operation_does_not_wait_for_threads_that_have_not_come() {
    must_finish(2, || {
        let (busy, freed) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
        let (its_busy, its_freed) = (busy.clone(), freed.clone());
        rayon::spawn(move || {
            its_busy.wait();
            its_freed.wait();
        });
        busy.wait();
        let mut x = Tensor::<u32, 1>::zeros([1000]);
        x.par_map_inplace(|x| *x += 1);
        assert!(x.iter().all(|&x| x == 1));
        freed.wait();
    });
}

/// The caller may hold a lock that the other task wants.
#[test]
fn a_caller_that_waits_runs_no_other_task() {
    let (waits, (done, seen)) = (Arc::new(AtomicBool::new(true)), std::sync::mpsc::channel());
    on_threads(2, || {
        // Into the queue of this thread, while the other one is busy.
        let spawn = || {
            let (waits, done, caller) = (waits.clone(), done.clone(), thread::current().id());
            rayon::spawn(move || {
                let on_caller = thread::current().id() == caller;
                done.send(on_caller && waits.load(Ordering::Relaxed)).unwrap();
            });
        };
        on_both_threads(spawn, || thread::sleep(Duration::from_millis(20)));
        waits.store(false, Ordering::Relaxed);
    });
    assert!(!seen.recv().unwrap(), "ran on the stack of a caller that waited");
}

#[test]
fn operations_within_operations_finish() {
    must_finish(2, || {
        let (total, x) = (AtomicUsize::new(0), Tensor::<u8, 1>::zeros([3]));
        for _ in 0..100 {
            let count = |_: &u8| total.fetch_add(1, Ordering::Relaxed);
            zip((&x,)).par_for_each(|_| assert_eq!(x.par_map(count).len(), 3));
        }
        assert_eq!(total.into_inner(), 900);
    });
}

#[test]
fn every_index_is_seen_once_and_more_than_one_thread_works() {
    let t = Tensor::from_fn([64, 64], |[i, j]| i * 64 + j);
    let seen: Vec<AtomicUsize> = (0..t.len()).map(|_| AtomicUsize::new(0)).collect();
    let workers = Mutex::new(HashSet::new());
    on_threads(2, || {
        zip((&t.transpose(),)).par_for_each(|&x| {
            seen[x].fetch_add(1, Ordering::Relaxed);
            if x % 64 == 0 {
                thread::sleep(Duration::from_millis(1));
                workers.lock().unwrap().insert(thread::current().id());
            }
        });
    });
    assert!(seen.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    assert_eq!(workers.lock().unwrap().len(), 2);
}

#[test]
fn a_panic_leaves_valid_elements_and_operands() {
    /// Needs dropping and owns no memory: results made before a panic may be leaked.
    #[derive(Clone, PartialEq, Debug)]
    struct Handle(usize);
    impl Drop for Handle {
        fn drop(&mut self) {
            assert!(self.0 < 100, "dropped twice, or never made");
            self.0 = usize::MAX;
        }
    }
    let handles = Tensor::from_fn([100], |[i]| Handle(i));
    let failing = |x: &Handle| {
        assert_ne!(x.0, 57, "no 57");
        x.clone()
    };
    assert!(catch_unwind(AssertUnwindSafe(|| handles.par_map(failing))).is_err());
    assert!(handles.iter().enumerate().all(|(i, x)| x.0 == i));

    let mut u = Tensor::from_fn([100], |[i]| i.to_string());
    let change = |x: &mut String| {
        assert_ne!(x, "57", "no 57");
        x.push('!');
    };
    assert!(catch_unwind(AssertUnwindSafe(|| u.par_map_inplace(change))).is_err());
    for (i, x) in u.iter().enumerate() {
        assert!(*x == i.to_string() || *x == format!("{i}!"));
    }
    assert_eq!(u[[57]], "57");
}

/// Also where they are brought to scratch blocks.
#[test]
fn numbers_changed_before_a_panic_stay_changed() {
    let mut t = Tensor::<u32, 3>::zeros([20, 40, 30]).viewed(|v| v.permute(axes![2, 1, 0]));
    let seen = AtomicUsize::new(0);
    let change = |x: &mut u32| {
        *x += 1;
        assert!(seen.fetch_add(1, Ordering::Relaxed) < 9000, "at the last one");
    };
    let result = on_threads(2, || catch_unwind(AssertUnwindSafe(|| t.par_map_inplace(change))));
    assert!(result.is_err());
    let kept = t.iter().filter(|&&x| x == 1).count();
    assert_eq!((kept, t.iter().all(|&x| x < 2)), (seen.into_inner(), true));
}

/// Operators use several threads by themselves for many plain numbers.
#[test]
fn operators_on_many_numbers_are_as_on_one_thread() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let three = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let a = Tensor::from_fn([1100, 1030], |[i, j]| (i * 31 + j * 17) as f32 / 7.0);
    let b = Tensor::from_fn([1030, 1100], |[i, j]| (i * 3 + j * 5) as f32 / 11.0);
    let work = || {
        let turned = b.view().transpose();
        let mut sum = &a + turned.view();
        sum *= &turned;
        sum /= 3.0;
        (
            &sum - a.narrow(Axis::<0>, 7, 1),
            -sum.sqrt(),
            sum.greater(&a),
            a.transpose().to_contiguous(),
            turned.cast::<i32>(),
        )
    };
    let (one, three) = (one.install(work), three.install(work));
    assert!(one.0 == three.0 && one.1.to_vec() == three.1.to_vec() && one.2 == three.2);
    assert!(one.3 == three.3 && one.3[[5, 900]] == a[[900, 5]]);
    assert!(one.4 == three.4 && one.4[[700, 41]] == b[[41, 700]] as i32);
}

/// Reductions cut a single result along its elements and several results along themselves.
#[test]
fn reductions_do_not_depend_on_the_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let x = Tensor::from_fn([1031, 1033], |[i, j]| {
        ((i * 7919 + j * 104_729) % 1013) as f32 / 7.0 - 50.0
    });
    let y = x.slice(s![.., ..;-2]);
    let work = || {
        let flat = x.flatten();
        let all = [flat.sum(All), flat.mean(All), flat.var(All), flat.norm(All), flat.max(All)];
        let rows = [
            x.sum(Axis::<1>),
            x.var(Axis::<1>),
            y.sum(Axis::<1>),
            y.max(Axis::<1>),
            x.logsumexp(Axis::<1>),
        ];
        let columns = [x.sum(Axis::<0>), x.mean(Axis::<0>), y.sum(Axis::<0>), x.min(Axis::<0>)];
        let places = [flat.argmax(All).item(), x.reshape([1, 1031 * 1033]).argmin(All).item()];
        let cubes = x.narrow(Axis::<1>, 0, 1024).reshape([1031, 32, 32]).sum(Axis::<1>);
        let thin = x.flatten().narrow(Axis::<0>, 0, 500_000).reshape([2, 250_000, 1]);
        let running =
            [x.cumsum(Axis::<0>), y.cumsum(Axis::<0>), x.cumsum(Axis::<1>), y.cumsum(Last)];
        let blocks = x.narrow(Axis::<1>, 0, 1024).reshape([1031, 32, 32]).cumsum(Axis::<1>);
        let running = (running, blocks, thin.cumsum(Axis::<1>));
        (all, rows, columns, places, cubes, running, x.exp(), x.abs().powf(0.5))
    };
    let one = pool(1).install(work);
    for threads in [2, 3] {
        assert!(pool(threads).install(work) == one, "{threads} threads");
    }
    let sum: f64 = x.iter().map(|&x| f64::from(x)).sum();
    assert!((f64::from(one.0[0].item()) - sum).abs() < 1e-6 * 50.0 * 1e6);
    let place = |best: f32| x.iter().position(|&x| x == best).unwrap();
    assert_eq!(one.3[0], place(one.0[4].item()));
}

/// Where a cut could show: pieces of few outputs, and of few products of vectors.
#[test]
fn how_outputs_are_cut_does_not_show() {
    let ragged = |i: usize| ((i % 1009 * 7919 % 1009) as f32 / 1009.0 - 0.5) * 3.7;
    let x = Tensor::from_fn([4329], |[i]| ragged(i));
    let windows = x.sliding_windows([4200]).step(Axis::<1>, 2); // [130, 2100]
    let of = |(b, k): (usize, usize)| Tensor::from_fn([k, b], |[i, j]| ragged(i * 31 + j));
    let pairs = [(100, 21_000), (4, 1 << 19), (7, 300_000)].map(of);
    // Rows of results: up to 32, cut along what is reduced, cut along themselves.
    let sums = [(5, 60_000), (66, 5000), (100, 3000), (3000, 400), (20_000, 70)].map(of);
    let close = Tensor::from_fn([24_084], |[i]| f64::from(ragged(i)));
    let close = close.sliding_windows([96]).step(Axis::<0>, 12); // [2000, 96]
    let blocks = of((300, 2000)).reshape([40, 50, 300]);
    let gaps = blocks.narrow(Axis::<1>, 0, 40);
    let long = of((1, 2 * 131_072 + 5)).flatten();
    let work = || {
        let mut all = windows.sum(Last).to_vec();
        for x in &pairs {
            all.extend(einsum!("kb,kb->b", x, x).to_vec());
        }
        for x in &sums {
            all.extend(x.sum(Axis::<0>).to_vec());
            all.extend(x.flip(Axis::<1>).var(Axis::<0>).to_vec());
            all.extend(x.argmax(Axis::<0>).iter().map(|&i| i as f32));
            all.extend(x.transpose().to_contiguous().sum(Last).to_vec());
        }
        all.extend(close.sum(Axis::<0>).iter().map(|&x| x as f32));
        all.extend(gaps.sum(axes![0, 1]).to_vec());
        all.extend([long.sum(All).item(), long.var(All).item(), long.argmax(All).item() as f32]);
        (all, close.sum(Axis::<0>).to_vec())
    };
    let one = on_threads(1, work);
    for threads in [2, 3, 8] {
        assert!(on_threads(threads, work) == one, "{threads} threads");
    }
}
