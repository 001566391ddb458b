//! What the fuzz targets in `tests/` share: bytes that decide, and a tensor as a plain vector.
//!
//! `cargo test -p fuzz --release` runs each target for a second. `BOLERO_RANDOM_ITERATIONS` and
//! `BOLERO_RANDOM_TEST_TIME_MS` say how many inputs and for how long; `.ci/nightly` runs 20 million of each.
//! `bash .ci/libfuzzer` runs the readers under libFuzzer with the address sanitizer, and needs no nightly compiler.
//!
//! Views, copy on write, `zip` and operators, iterators, and patterns are compared with plain vectors and loops: 20,000,000 inputs
//! of each, 1e8 together, were run on 2026-11-27 without a finding, optimised, in 90 seconds:
//! `BOLERO_RANDOM_ITERATIONS=20000000 BOLERO_RANDOM_TEST_TIME_MS=180000 cargo test -p fuzz --release -- --nocapture`.
//!
//! | Reader | Target | Beside it | Inputs |
//! |---|---|---|---|
//! | npy, in memory | `npy` | both readers, the header, what is written again | 10,000,000 |
//! | npy, mapped | `npy` | the same file in memory | 10,000,000 |
//! | npz | `npz` | the header, the largest size that there can be | 10,000,000 |
//! | safetensors | `safetensors` | the crate safetensors | 10,000,000 |
//! | text | `text` | what is written again | 10,000,000 |
//! | JSON by serde | `serde` | the parts, read by `serde_json` | 10,000,000 |
//! | postcard by serde | `serde` | the parts, read by postcard | 10,000,000 |
//! | metadata of `arrow.fixed_shape_tensor` | `arrow_metadata` | `serde_json`, and the elements that it moves | 10,000,000 |
//! | headers of DLPack | `dlpack` | the extent, computed in 128 bits; each deleter is called once | 10,000,000 |
//! | GGUF, of the crate models | `gguf` | tensors that lie in the file, apart from each other | 10,000,000 |
//!
//! These inputs were run on 2026-11-23 without a finding, optimised, on one thread:
//! `BOLERO_RANDOM_ITERATIONS=10000000 BOLERO_RANDOM_TEST_TIME_MS=3600000 TMPDIR=/dev/shm cargo test -p fuzz --release
//! -- --nocapture --test-threads=1`. A map takes some calls of the system for each input, and no other reader.

/// Decisions, taken from the bytes of an input; zeros when they are used up.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// The decisions of an input.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices(bytes)
    }

    /// Whether all bytes are used up.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// A number below `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % end
    }

    /// A number below `end`, which is below 65,536 and not zero.
    pub fn place(&mut self, end: usize) -> usize {
        (self.below(256) * 256 + self.below(256)) % end
    }

    /// A number from `-end` to `end`.
    pub fn around(&mut self, end: usize) -> isize {
        self.below(2 * end + 1) as isize - end as isize
    }

    /// A shape with sizes below `end`.
    pub fn shape<const R: usize>(&mut self, end: usize) -> [usize; R] {
        core::array::from_fn(|_| self.below(end))
    }
}

/// Changes a file as the choices say: bytes, ends, parts put twice or left out, and words of its format.
pub fn changed(choices: &mut Choices<'_>, file: &[u8], words: &[&[u8]]) -> Vec<u8> {
    let mut file = file.to_vec();
    for _ in 0..1 + choices.below(4) {
        let at = choices.place(file.len() + 1);
        let end = (at + choices.below(16)).min(file.len());
        match choices.below(8) {
            0 => file.truncate(at),
            1 => drop(file.drain(at..end)),
            2 => {
                let part = file[at..end].to_vec();
                let to = choices.place(file.len() + 1);
                file.splice(to..to, part);
            }
            3 | 4 => {
                let word = words[choices.below(words.len())];
                file.splice(at..(at + word.len()).min(file.len()), word.iter().copied());
            }
            5 => {
                let word = words[choices.below(words.len())];
                file.splice(at..at, word.iter().copied());
            }
            _ => {
                if let Some(byte) = file.get_mut(at) {
                    *byte ^= choices.below(256) as u8;
                }
            }
        }
    }
    file
}

/// A tensor of rank 3 as its shape and its elements in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub struct Plain {
    /// The sizes.
    pub shape: [usize; 3],
    /// The elements.
    pub elements: Vec<i32>,
}

impl Plain {
    /// A tensor whose elements are made by index.
    pub fn from_fn(shape: [usize; 3], mut f: impl FnMut([usize; 3]) -> i32) -> Self {
        let mut elements = Vec::with_capacity(shape.iter().product());
        for i in 0..shape[0] {
            for j in 0..shape[1] {
                for k in 0..shape[2] {
                    elements.push(f([i, j, k]));
                }
            }
        }
        Plain { shape, elements }
    }

    /// A tensor of a shape that is chosen, with the elements 1, 2, 3, ..
    pub fn counted(choices: &mut Choices<'_>) -> Self {
        let mut number = 0;
        Plain::from_fn(choices.shape(5), |_| {
            number += 1;
            number
        })
    }

    /// Where the element at `index` lies.
    pub fn position(&self, index: [usize; 3]) -> usize {
        (index[0] * self.shape[1] + index[1]) * self.shape[2] + index[2]
    }

    /// The element at `index`.
    pub fn get(&self, index: [usize; 3]) -> i32 {
        self.elements[self.position(index)]
    }
}

/// Calls a method with the axis of a number below 3.
#[macro_export]
macro_rules! on_axis {
    ($axis:expr, |$a:ident| $body:expr) => {
        match $axis {
            0 => {
                let $a = holor::Axis::<0>;
                $body
            }
            1 => {
                let $a = holor::Axis::<1>;
                $body
            }
            _ => {
                let $a = holor::Axis::<2>;
                $body
            }
        }
    };
}

/// One view operation that keeps the rank, on a view and on the model at the same time.
pub fn view_step<'a>(
    choices: &mut Choices<'_>,
    view: holor::TensorView<'a, i32, 3>,
    plain: &Plain,
) -> (holor::TensorView<'a, i32, 3>, Plain) {
    let axis = choices.below(3);
    let size = plain.shape[axis];
    let with = |mut shape: [usize; 3], size: usize| {
        shape[axis] = size;
        shape
    };
    let at = |mut index: [usize; 3], i: usize| {
        index[axis] = i;
        index
    };
    match choices.below(9) {
        0 => {
            let (start, len) = (choices.below(6), choices.below(6));
            let found = on_axis!(axis, |a| view.try_narrow(a, start, len));
            assert_eq!(found.is_ok(), start + len <= size);
            match found {
                Ok(view) => {
                    let shape = with(plain.shape, len);
                    let part =
                        Plain::from_fn(shape, |index| plain.get(at(index, start + index[axis])));
                    (view, part)
                }
                Err(_) => (view, plain.clone()),
            }
        }
        1 => {
            let view = on_axis!(axis, |a| view.flip(a));
            let last = size.wrapping_sub(1);
            (view, Plain::from_fn(plain.shape, |index| plain.get(at(index, last - index[axis]))))
        }
        2 => {
            let step = choices.around(3);
            let found = on_axis!(axis, |a| view.try_step(a, step));
            assert_eq!(found.is_ok(), step != 0);
            let Ok(view) = found else { return (view, plain.clone()) };
            let width = step.unsigned_abs();
            let shape = with(plain.shape, size.div_ceil(width));
            let part = Plain::from_fn(shape, |index| {
                let i = index[axis] * width;
                plain.get(at(index, if step > 0 { i } else { size - 1 - i }))
            });
            (view, part)
        }
        3 => {
            let swap = |mut list: [usize; 3]| {
                list.swap(axis, 0);
                list
            };
            let view = on_axis!(axis, |a| view.swap_axes(a, holor::Axis::<0>));
            (view, Plain::from_fn(swap(plain.shape), |index| plain.get(swap(index))))
        }
        4 => {
            let [a, b, c] = plain.shape;
            let view = view.permute(holor::axes![2, 0, 1]);
            (view, Plain::from_fn([c, a, b], |[i, j, k]| plain.get([j, k, i])))
        }
        5 => {
            let to: [usize; 3] = choices.shape(4);
            let fits = (0..3).all(|n| plain.shape[n] == to[n] || plain.shape[n] == 1);
            let found = view.try_broadcast_to(to);
            assert_eq!(found.is_ok(), fits);
            let Ok(view) = found else { return (view, plain.clone()) };
            let from = plain.shape;
            let repeated = Plain::from_fn(to, |index| {
                plain.get(core::array::from_fn(|n| if from[n] == 1 { 0 } else { index[n] }))
            });
            (view, repeated)
        }
        6 => {
            let found = on_axis!(axis, |a| {
                let i = choices.below(5);
                (i, view.try_index_axis(a, i).map(|part| part.unsqueeze(a)))
            });
            let (i, found) = found;
            assert_eq!(found.is_ok(), i < size);
            let Ok(view) = found else { return (view, plain.clone()) };
            (view, Plain::from_fn(with(plain.shape, 1), |index| plain.get(at(index, i))))
        }
        7 => {
            let [a, b, c] = plain.shape;
            match view.reshape_view([b, c, a]) {
                Ok(view) => (view, Plain { shape: [b, c, a], elements: plain.elements.clone() }),
                Err(_) => {
                    assert!(!view.is_contiguous());
                    (view, plain.clone())
                }
            }
        }
        _ => {
            let middle = choices.below(6);
            let found = on_axis!(axis, |a| view.try_split_at(a, middle));
            assert_eq!(found.is_ok(), middle <= size);
            let Ok((_, view)) = found else { return (view, plain.clone()) };
            let shape = with(plain.shape, size - middle);
            (view, Plain::from_fn(shape, |index| plain.get(at(index, index[axis] + middle))))
        }
    }
}
