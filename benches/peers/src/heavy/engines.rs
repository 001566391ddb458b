//! The engines that take long to compile.

use crate::bench::{Column, changing};
use crate::engines::{Product, Real, column};
use crate::inputs::numbers;
use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatMut, MatRef};
use private_gemm_x86 as private;

/// A column for each engine.
pub fn engines<T: Real>(p: Product) -> Vec<Column> {
    let mut columns = Vec::new();
    if p.m <= 64 && p.n <= 64 && !p.transposed {
        columns.push(nano_gemm::<T>(p));
    }
    let instructions = if std::is_x86_feature_detected!("avx512f") {
        Some(private::InstrSet::Avx512)
    } else if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma") {
        Some(private::InstrSet::Avx256)
    } else {
        None
    };
    columns.extend(instructions.map(|instructions| private_gemm::<T>(p, instructions)));
    columns
}

/// Made for small matrices that are column-major: the transposed product is.
fn nano_gemm<T: Real>(p: Product) -> Column {
    let plan = std::rc::Rc::new(T::plan(p.n, p.m, p.k));
    let (m, n, k) = (p.m, p.n, p.k);
    column("nano-gemm", p, numbers, move |a, b, c| {
        let (row, depth) = (n as isize, k as isize);
        // SAFETY: `each` gives whole matrices of these shapes, the last one exclusively, and the
        // plan was made for them.
        unsafe {
            plan.execute_unchecked(
                n,
                m,
                k,
                c,
                1,
                row,
                b,
                1,
                row,
                a,
                1,
                depth,
                T::ZERO,
                T::ONE,
                false,
                false,
            );
        }
    })
}

/// faer's engine.
fn private_gemm<T: Real>(p: Product, instructions: private::InstrSet) -> Column {
    let (rs, cs) = p.strides();
    column::<T>("private-gemm", p, numbers, move |a, b, c| {
        let one = T::ONE;
        // SAFETY: `each` gives whole matrices of these shapes, the last one exclusively; the
        // instructions were detected.
        unsafe {
            private::gemm(
                T::PRIVATE,
                private::IType::U64,
                instructions,
                p.m,
                p.n,
                p.k,
                c.cast(),
                p.n as isize,
                1,
                std::ptr::null(),
                std::ptr::null(),
                private::DstKind::Full,
                private::Accum::Replace,
                a.cast(),
                p.k as isize,
                1,
                false,
                std::ptr::null(),
                0,
                b.cast(),
                rs,
                cs,
                false,
                (&raw const one).cast(),
                p.threads,
            );
        }
    })
}

/// faer's product into a result that is there, as the engines do it.
pub fn faer_into<T: Real>(
    [m, n]: [usize; 2],
    work: impl Fn(MatMut<'_, T>) + Clone + 'static,
) -> Column {
    changing("faer into", move || Mat::<T>::zeros(m, n), move |c| work(c.as_mut()))
}

pub fn faer_product<T: Real>(c: MatMut<'_, T>, a: MatRef<'_, T>, b: MatRef<'_, T>) {
    matmul(c, Accum::Replace, a, b, T::ONE, faer::get_global_parallelism());
}
