//! Operands that repeat one row or one column beside operands that are contiguous: rows of all lengths, with
//! blocks of several rows, ragged last blocks, and parts of rows.

use holor::prelude::*;
use num_complex::Complex;

const WIDTHS: [usize; 14] = [1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 100, 255, 256, 300];

/// Heights with one block and with several, the last of which is lower.
fn heights(width: usize) -> [usize; 4] {
    [1, 2, 5, 9000 / width + 3]
}

#[test]
fn a_row_or_a_column_with_a_matrix() {
    for width in WIDTHS {
        for height in heights(width) {
            let whole = |i: usize, j: usize| (i * 31 + j * 7) as f32;
            let a = Tensor::from_fn([height, width], |[i, j]| whole(i, j));
            let row = Tensor::from_fn([width], |[j]| j as f32 + 0.5);
            let column = Tensor::from_fn([height, 1], |[i, _]| i as f32 + 0.25);
            let check = |found: &Tensor<f32, 2>, f: &dyn Fn(usize, usize) -> f32, what: &str| {
                let holds = found.indexed_iter().all(|([i, j], &x)| x == f(i, j));
                assert!(holds, "{what}, [{height}, {width}]");
            };
            let by_row = |i: usize, j: usize| whole(i, j) - (j as f32 + 0.5);
            let by_column = |i: usize, j: usize| whole(i, j) - (i as f32 + 0.25);
            check(&(&a - &row), &by_row, "a - row");
            check(&(&a - &column), &by_column, "a - column");
            check(&(-(&row - &a)), &by_row, "row - a");
            check(&(-(&column - &a)), &by_column, "column - a");
            check(&(&row + &column), &|i, j| (i + j) as f32 + 0.75, "row + column");
            let mut place = a.clone();
            place -= &row;
            check(&place, &by_row, "a -= row");
            let mut place = a.clone();
            place -= &column;
            check(&place, &by_column, "a -= column");
            let mut wide = Tensor::zeros([height, width + 3]);
            wide.slice_mut(s![.., 1..width + 1]).assign(&row);
            let gaps = |j: usize| if (1..=width).contains(&j) { j as f32 - 0.5 } else { 0.0 };
            check(&wide, &|_, j| gaps(j), "a[:, 1..] = row");
        }
    }
}

/// A row that is changed, which is the same memory for all, is not one that may be copied; here each plane has another
/// row, so that a copy of one must not be taken for that of the next.
#[test]
fn each_plane_has_a_row_of_its_own() {
    for width in WIDTHS {
        let height = heights(width)[3];
        let a = Tensor::from_fn([3, height, width], |[n, i, j]| (n * 100 + i * 10 + j) as i32);
        let rows = Tensor::from_fn([3, 1, width], |[n, _, j]| (n * 1000 + j) as i32);
        let sum = &a + &rows;
        let expected = |[n, i, j]: [usize; 3]| (n * 1100 + i * 10 + 2 * j) as i32;
        assert!(sum.indexed_iter().all(|(at, &x)| x == expected(at)), "[3, {height}, {width}]");
    }
}

/// The copies of so many repeated rows fill a block with less than one row.
#[test]
fn many_wide_operands_repeat_their_rows() {
    for width in WIDTHS {
        let shape = [40, width];
        let number = |n: usize, j: usize| Complex::new((n * 1000 + j) as f64, n as f64);
        let rows: [_; 7] = std::array::from_fn(|n| {
            let row = Tensor::from_fn([width], |[j]| number(n, j));
            row.viewed(|v| v.broadcast_to(shape))
        });
        let a = Tensor::from_fn(shape, |[i, j]| Complex::new(i as f64, j as f64));
        let [b, c, d, e, f, g, h] = &rows;
        assert!(b.strides()[0] == 0);
        let found = zip((&a, b, c, d, e, f, g, h))
            .map(|a, b, c, d, e, f, g, h| a + b - c + d - e + f - g + h);
        let expected = |[i, j]: [usize; 2]| {
            let terms = (0..7).map(|n| if n % 2 == 0 { number(n, j) } else { -number(n, j) });
            Complex::new(i as f64, j as f64) + terms.sum::<Complex<f64>>()
        };
        assert!(found.indexed_iter().all(|(at, &x)| x == expected(at)), "{shape:?}");
    }
}

/// Rows with gaps between them, of lengths about that from which on they are visited where they are.
#[test]
fn short_rows_of_wider_matrices() {
    for width in WIDTHS {
        let height = heights(width)[3];
        let wide = Tensor::from_fn([height, width + 5], |[i, j]| (i * 31 + j * 7) as f32);
        let inside = || s![.., 3..width + 3];
        let a = wide.slice(inside());
        let b = Tensor::from_fn([height, width], |[i, j]| (i * 3 + j) as f32);
        let column = Tensor::from_fn([height, 1], |[i, _]| i as f32);
        let [of_a, of_b] = [|i, j| (i * 31 + (j + 3) * 7) as f32, |i, j| (i * 3 + j) as f32];
        let check = |found: &TensorRef<f32, 2>, f: &dyn Fn(usize, usize) -> f32, what: &str| {
            let holds = found.indexed_iter().all(|([i, j], &x)| x == f(i, j));
            assert!(holds, "{what}, [{height}, {width}]");
        };
        check(&(-a), &|i, j| -of_a(i, j), "-a");
        check(&(a - &b), &|i, j| of_a(i, j) - of_b(i, j), "a - b");
        check(&(a - &column), &|i, j| of_a(i, j) - i as f32, "a - column");
        check(&(&column - a), &|i, j| i as f32 - of_a(i, j), "column - a");
        let three = zip((a, &b, &column)).map(|a, b, c| a - b * c);
        check(&three, &|i, j| of_a(i, j) - of_b(i, j) * i as f32, "a - b * column");
        let is_odd = Tensor::from_fn([height, 1], |[i, _]| i % 2 == 1);
        let chosen = is_odd.where_cond(a, &b);
        check(&chosen, &|i, j| if i % 2 == 1 { of_a(i, j) } else { of_b(i, j) }, "a or b");
        // What is beside the rows stays as it is.
        let beside = |i: usize, j: usize, inside: f32| match j.checked_sub(3) {
            Some(j) if j < width => inside,
            _ => (i * 31 + j * 7) as f32,
        };
        let mut place = wide.clone();
        let mut rows = place.slice_mut(inside());
        rows += &b;
        check(&place, &|i, j| beside(i, j, (i * 34 + j * 8) as f32 - 3.0), "a += b");
        let mut rows = place.slice_mut(inside());
        rows.assign(&column);
        check(&place, &|i, j| beside(i, j, i as f32), "a = column");
        zip((place.slice_mut(inside()), &b)).for_each(|x, y| *x += y);
        check(&place, &|i, j| beside(i, j, (i * 4 + j) as f32 - 3.0), "a += b by zip");
    }
}

/// Blocks of another matrix in each element: short rows of one operand with one element of the other for each.
#[test]
fn a_matrix_of_matrices() {
    for width in WIDTHS {
        let a = Tensor::from_fn([7, 5], |[i, j]| (i * 5 + j) as i32);
        let b = Tensor::from_fn([3, width], |[i, j]| (i * 1000 + j) as i32);
        let product = a.kron(&b);
        let expected = |i, j| a[[i / 3, j / width]] * b[[i % 3, j % width]];
        assert!(product.indexed_iter().all(|([i, j], &x)| x == expected(i, j)), "{width}");
        let blocks = einsum!("ij,kl->ikjl", &a, &b).reshape([21, 5 * width]);
        assert_eq!(blocks, product, "{width}");
    }
}

fn copies<T: Copy + PartialEq + std::fmt::Debug>(value: impl Fn(usize) -> T) {
    for width in WIDTHS {
        let a = Tensor::from_fn([9, 2 * width], |[i, j]| value(i * 2 * width + j));
        let rows = [a.step(Axis::<1>, 2), a.slice(s![.., 1..;2]), a.slice(s![.., 3 % width..])];
        for row in rows.iter().flat_map(|&row| [row, row.flip(Axis::<1>)]) {
            let copy = row.to_contiguous();
            assert!(copy.indexed_iter().all(|(at, x)| row.get(at) == Some(x)), "{row:?}");
        }
        let repeated = a.slice(s![.., 1..2]).broadcast_to([9, width]);
        let copy = repeated.to_contiguous();
        assert!(copy.indexed_iter().all(|([i, _], &x)| x == a[[i, 1]]), "{width}");
    }
}

/// Rows of every other element, reversed, or of one element, copied to contiguous ones.
#[test]
fn rows_are_copied_by_their_stride() {
    copies(|n| n as u8);
    copies(|n| n as u16);
    copies(|n| n as f32);
    copies(|n| n as u64);
    copies(|n| Complex::new(n as f64, -1.0));
}

/// The repeated part is copied if it has up to 256 KiB, and made again from the source if it has more.
#[test]
fn tiles_of_small_and_large_matrices() {
    for shape in [[1, 40_000], [1, 16_384], [1, 16_385], [32, 1024], [33, 1024], [300, 300]] {
        let a = Tensor::from_fn(shape, |[i, j]| (i * 100_000 + j) as f64);
        let names = a.map(|x| x.to_string());
        for reps in [[3, 2], [2, 1], [1, 3], [2, 0]] {
            let from = |[i, j]: [usize; 2]| [i % shape[0], j % shape[1]];
            let tiled = a.tile(reps);
            assert_eq!(tiled.shape(), [shape[0] * reps[0], shape[1] * reps[1]]);
            assert!(tiled.indexed_iter().all(|(at, &x)| x == a[from(at)]), "{shape:?} {reps:?}");
            let tiled = names.tile(reps);
            assert!(
                tiled.indexed_iter().all(|(at, x)| *x == names[from(at)]),
                "{shape:?} {reps:?}"
            );
        }
    }
}
