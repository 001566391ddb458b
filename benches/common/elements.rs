//! The elements of any library's result, in row-major order.

use holor::prelude::*;

/// A result that can be compared with another library's.
pub(crate) trait Elements {
    fn elements(&self) -> Box<dyn Iterator<Item = f64> + '_>;
}

/// A number of a result. `f64` holds all that the benchmarks make.
pub(crate) trait Number: Copy {
    fn to_f64(self) -> f64;
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Number for $number {
            fn to_f64(self) -> f64 {
                self as f64
            }
        }

        impl Elements for $number {
            fn elements(&self) -> Box<dyn Iterator<Item = f64> + '_> {
                Box::new(std::iter::once(self.to_f64()))
            }
        }
    )* };
}

numbers!(f32 f64 i64 usize);

impl<T: Number, const R: usize> Elements for Tensor<T, R> {
    fn elements(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new(self.iter().map(|x| x.to_f64()))
    }
}

impl<T: Number, D: ndarray::Dimension> Elements for ndarray::Array<T, D> {
    fn elements(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new(self.iter().map(|x| x.to_f64()))
    }
}

impl<T: Number> Elements for Vec<T> {
    fn elements(&self) -> Box<dyn Iterator<Item = f64> + '_> {
        Box::new(self.iter().map(|x| x.to_f64()))
    }
}
