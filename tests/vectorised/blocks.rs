//! Element-wise operations on operands too large for one block and lying every which way: what the
//! planner brings into line block by block has to come out as if visited index by index.

use holor::prelude::*;
use num_complex::Complex;
use std::fmt::Debug;
use std::ops::{Add, AddAssign};

/// Sizes with full blocks and ragged edges.
const SHAPE: [usize; 3] = [3, 70, 67];

/// The values of `value` under each index, lying in memory in the order of `axes`, `step` apart along
/// the last axis.
fn lying<T: Clone + Debug, P: Permutation<3>>(
    axes: P,
    step: usize,
    value: impl Fn([usize; 3]) -> T,
) -> Tensor<T, 3> {
    let mut shape = SHAPE;
    shape[2] *= step;
    let spread = Tensor::from_fn(shape, |[i, j, k]| value([i, j, k / step]));
    // Permute, make a copy in that order, and permute back by looking each index up.
    let copied = spread.permute(axes).to_contiguous();
    let order = P::AXES;
    let mut back = [0; 3];
    for (to, &from) in order.iter().enumerate() {
        back[from] = to;
    }
    let strides = copied.strides();
    let (shape, buffer) = (shape, copied.to_vec());
    let strides = std::array::from_fn(|axis| strides[back[axis]]);
    let whole = Tensor::from_vec_strided(buffer, shape, strides, 0).unwrap();
    whole.viewed(|v| v.step(Axis::<2>, step as isize))
}

fn all<T: Clone + Debug>(value: impl Fn([usize; 3]) -> T + Copy) -> Vec<Tensor<T, 3>> {
    vec![
        lying(axes![0, 1, 2], 1, value),
        lying(axes![0, 2, 1], 1, value),
        lying(axes![2, 1, 0], 1, value),
        lying(axes![1, 2, 0], 1, value),
        lying(axes![0, 1, 2], 3, value),
        lying(axes![2, 0, 1], 2, value),
        lying(axes![0, 1, 2], 1, value)
            .viewed(|v| v.flip(Axis::<1>).flip(Axis::<2>).flip(Axis::<1>).flip(Axis::<2>)),
    ]
}

fn check<T>(value: impl Fn(usize) -> T + Copy)
where
    T: Copy + Debug + PartialEq + Add<Output = T> + AddAssign,
{
    let number = |[i, j, k]: [usize; 3]| (i * 31 + j * 7 + k) % 61;
    let left = |index: [usize; 3]| value(number(index));
    let right = |[i, j, k]: [usize; 3]| value(number([k, i, j]) / 2);
    let sum = |index: [usize; 3]| left(index) + right(index);
    for (p, a) in all(left).iter().enumerate() {
        assert!(a.indexed_iter().all(|(index, &x)| x == left(index)), "operand {p}");
        for (q, b) in all(right).iter().enumerate() {
            let found = a + b;
            assert!(found.indexed_iter().all(|(index, &x)| x == sum(index)), "{p} + {q}");
            // The left operand lies with its axes in another order, and is changed there.
            let mut place = a.to_contiguous().viewed(|v| v.permute(axes![1, 2, 0]));
            place += &b.permute(axes![1, 2, 0]);
            let found = place.permute(axes![2, 0, 1]);
            assert!(found.indexed_iter().all(|(index, &x)| x == sum(index)), "{p} += {q}");
        }
        let column = a.index_axis(Axis::<2>, 3).unsqueeze(Last); // [3, 70, 1]
        let found = a + column;
        let expected = |[i, j, k]: [usize; 3]| left([i, j, k]) + left([i, j, 3]);
        assert!(found.indexed_iter().all(|(index, &x)| x == expected(index)), "{p} + a column");
        let found = column + a;
        assert!(found.indexed_iter().all(|(index, &x)| x == expected(index)), "a column + {p}");
        let found = a + left([2, 5, 9]);
        let expected = |index| left(index) + left([2, 5, 9]);
        assert!(found.indexed_iter().all(|(index, &x)| x == expected(index)), "{p} + a scalar");
    }
}

#[test]
fn elements_of_one_byte() {
    check(|n| n as u8);
}

#[test]
fn elements_of_two_bytes() {
    check(|n| n as i16);
}

#[test]
fn elements_of_four_bytes() {
    check(|n| n as f32);
}

#[test]
fn elements_of_eight_bytes() {
    check(|n| n as f64);
}

#[test]
fn elements_of_sixteen_bytes() {
    check(|n| Complex::new(n as f64, -1.0));
}

/// Complex numbers of 8 bytes need not lie at multiples of 8.
#[test]
fn elements_are_moved_wherever_they_lie() {
    #[repr(C)]
    struct Shifted(f32, [Complex<f32>; 400]);
    let shifted = Box::new(Shifted(0.0, std::array::from_fn(|i| Complex::new(i as f32, 1.0))));
    assert!(shifted.1.as_ptr().addr() % 8 == 4, "the test needs elements at an odd place");
    let m = TensorView::from_slice(&shifted.1[..361], [19, 19]).unwrap();
    let turned = m.transpose();
    let sum = m.view() + turned;
    let expected = |[i, j]: [usize; 2]| Complex::new((20 * (i + j)) as f32, 2.0);
    assert!(sum.indexed_iter().all(|(index, &x)| x == expected(index)));
    let column = m.narrow(Axis::<1>, 3, 1);
    let sum = m + column;
    assert_eq!(sum[[2, 7]], Complex::new(45.0 + 41.0, 2.0));
}

/// Not a number that holor knows: it is visited where it lies.
#[test]
fn elements_of_a_users_type() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Own(u32);
    impl Add for Own {
        type Output = Own;
        fn add(self, other: Own) -> Own {
            Own(self.0 + other.0)
        }
    }
    impl AddAssign for Own {
        fn add_assign(&mut self, other: Own) {
            self.0 += other.0;
        }
    }
    check(|n| Own(n as u32));
}

#[test]
fn many_short_rows() {
    let m = Tensor::from_fn([6553, 3], |[i, j]| (i * 3 + j) as f32);
    let row = tensor![1.0_f32, 2.0, 3.0];
    let found = &m + &row;
    assert!(found.indexed_iter().all(|([i, j], &x)| x == (i * 3 + j) as f32 + (j + 1) as f32));
    let found = m.narrow(Axis::<1>, 0, 2) + row.narrow(Axis::<0>, 1, 2);
    assert!(found.indexed_iter().all(|([i, j], &x)| x == (i * 3 + j) as f32 + (j + 2) as f32));
}

/// What `zip` shows may be kept: it is the element, not a copy.
#[test]
fn zip_shows_the_elements_themselves() {
    let m = Tensor::from_fn([140, 150], |[i, j]| (i * 150 + j) as f32);
    let turned = m.view().transpose();
    let zeros = Tensor::<f32, 2>::zeros([150, 140]);
    let mut kept = Vec::new();
    zip((turned.view(), zeros.view())).for_each(|a, _| kept.push(a));
    assert_eq!(kept.len(), 21_000);
    let inside = m.as_slice().unwrap().as_ptr_range();
    assert!(kept.iter().all(|a| inside.contains(&std::ptr::from_ref(*a))));
}

/// Operands so small that they are visited index by index in row-major order, under every order of their
/// axes, backwards and repeated; one plain type, and one that is not.
#[test]
fn few_elements_are_visited_once_each() {
    fn check<T: Clone + Debug + PartialEq + Add<Output = T>>(value: impl Fn(usize) -> T) {
        for shape in [
            [2, 3, 1, 4],
            [1, 4, 1, 16],
            [3, 1, 1, 20],
            [2, 2, 2, 1],
            [1, 2, 1, 3],
            [2, 1, 2, 2],
            [1, 1, 1, 1],
            [2, 0, 2, 1],
        ] {
            let whole = Tensor::from_fn(shape, |[i, j, k, l]| value(((i * 2 + j) * 2 + k) * 3 + l));
            let views = [
                whole.permute(axes![3, 2, 1, 0]),
                whole.permute(axes![1, 0, 3, 2]),
                whole.flip(Axis::<0>).permute(axes![0, 2, 1, 3]),
                whole.flip(Axis::<2>).flip(Axis::<1>),
            ];
            for x in &views {
                let other = x.to_contiguous().flip(Axis::<1>).to_contiguous();
                let found = x + other.flip(Axis::<1>);
                assert_eq!(found.shape(), x.shape());
                let twice = |index| x[index].clone() + x[index].clone();
                assert!(found.indexed_iter().all(|(index, sum)| *sum == twice(index)), "{x:?}");
                if let Some(row) = (!x.is_empty()).then(|| x.slice(s![0, 0, 0, ..])) {
                    let found = x + row;
                    let sum = |[i, j, k, l]: [usize; 4]| x[[i, j, k, l]].clone() + row[[l]].clone();
                    assert!(found.indexed_iter().all(|(index, s)| *s == sum(index)), "{x:?} + row");
                }
            }
        }
    }
    check(|n| n as i32 * 7 % 31);
    check(|n| Complex::new(n.to_string().len() as f64, n as f64));
    check(|n| Dropped(vec![n]));
}

/// An element that is not plain.
#[derive(Clone, Debug, PartialEq)]
struct Dropped(Vec<usize>);

impl Add for Dropped {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

/// Large transposing copies bypass the cache by whole lines of it; rows that have none, and what stands
/// before and after them, do not.
#[test]
fn large_transposed_copies_of_every_width() {
    fn check<T: Copy + PartialEq + Debug>(shape: [usize; 2], value: impl Fn(usize) -> T) {
        let [m, n] = shape;
        let a = Tensor::from_vec((0..m * n).map(|i| value(i % 251)).collect(), shape).unwrap();
        let elements = a.to_vec();
        for columns in [0..n, 1..n, 3..n - 5] {
            let copy = a.slice(s![.., columns.clone()]).transpose().to_contiguous().into_vec();
            for (j, row) in columns.zip(copy.chunks_exact(m)) {
                for (i, &x) in row.iter().enumerate() {
                    assert!(x == elements[i * n + j], "{i}, {j} of {shape:?}, {}", size_of::<T>());
                }
            }
        }
    }
    // Rows of the copy are whole lines; they are not; they are further apart than those of the original.
    check([2048, 2112], |i| i as u8);
    check([1024, 2112], |i| i as u16);
    check([1024, 1088], |i| i as f32);
    check([1020, 1088], |i| i as f32);
    check([1088, 1024], |i| i as f32);
    check([704, 768], |i| i as f64);
    check([512, 528], |i| Complex::new(i as f64, 0.5));
}

/// Squares cover a transposed copy: of every size around theirs, with rows far apart and near, and nothing beside it
/// is written.
#[test]
fn transposed_copies_of_every_size() {
    fn check<T: Copy + PartialEq + Debug>(value: impl Fn(usize) -> T) {
        let sizes = [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 31, 32, 33, 63, 65, 100];
        for (m, n) in sizes.iter().flat_map(|&m| sizes.map(|n| (m, n))) {
            let a = Tensor::from_fn([m, n], |[i, j]| value(1 + i * n + j));
            for wide in [m + 9, 512] {
                for left in [0, 5] {
                    let mut whole = Tensor::full([n + 2, wide], value(0));
                    whole.slice_mut(s![1..=n, left..left + m]).assign(&a.transpose());
                    let mut expected = Tensor::full([n + 2, wide], value(0));
                    for (i, row) in expected.rows_mut().skip(1).take(n).enumerate() {
                        for (j, x) in row.into_iter().skip(left).take(m).enumerate() {
                            *x = a[[j, i]];
                        }
                    }
                    let what =
                        format!("[{m}, {n}] of {} bytes at {left} of {wide}", size_of::<T>());
                    assert!(whole == expected, "{what}");
                }
            }
        }
    }
    check(|i| (i % 251) as u8);
    check(|i| i as u16);
    check(|i| i as f32);
    check(|i| i as f64);
    check(|i| Complex::new(i as f64, 0.5));
}

/// Rows are reversed by vectors, from a few elements on; short ones, and columns, are not.
#[test]
fn reversed_copies_of_every_width() {
    fn check<T>(value: impl Fn(usize) -> T)
    where
        T: Copy + PartialEq + Debug + Add<Output = T> + AddAssign,
    {
        for n in (0..40).chain([63, 64, 65, 127, 130]) {
            let a = Tensor::from_fn([9, n], |[i, j]| value(i * n + j));
            let what = format!("[9, {n}] of {} bytes", size_of::<T>());
            let expected = Tensor::from_fn([9, n], |[i, j]| a[[i, n - 1 - j]]);
            assert!(a.flip(Axis::<1>).to_contiguous() == expected, "{what}");
            let sums = Tensor::from_fn([9, n], |[i, j]| a[[i, j]] + a[[i, n - 1 - j]]);
            assert!(&a + a.flip(Axis::<1>) == sums, "{what}");
            let mut written = a.clone();
            let mut reversed = written.view_mut().flip(Axis::<1>);
            reversed += &a;
            assert!(written == sums, "{what}");
            let t = a.transpose();
            let upside_down = Tensor::from_fn([n, 9], |[i, j]| a[[j, n - 1 - i]]);
            assert!(t.flip(Axis::<0>).to_contiguous() == upside_down, "{what}");
            let mirrored = Tensor::from_fn([n, 9], |[i, j]| a[[8 - j, i]]);
            assert!(t.flip(Axis::<1>).to_contiguous() == mirrored, "{what}");
        }
    }
    check(|i| (i % 100) as u8);
    check(|i| i as u16);
    check(|i| i as f32);
    check(|i| i as f64);
    check(|i| Complex::new(i as f64, 0.5));
}
