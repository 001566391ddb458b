//! The elements of a library's result, in row-major order. `heavy/` has those of its libraries.

use crate::inputs::Number;

/// A result that can be compared with another library's.
pub trait Elements {
    fn elements(&self) -> Vec<f64>;
}

impl<T: Number> Elements for T {
    fn elements(&self) -> Vec<f64> {
        vec![self.to_f64()]
    }
}

impl<T: Number, const R: usize> Elements for holor::Tensor<T, R> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}

impl<T: Number, D: ndarray::Dimension> Elements for ndarray::Array<T, D> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}

impl<T: Number> Elements for Vec<T> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}
