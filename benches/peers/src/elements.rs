//! The elements of any library's result, in row-major order.

use crate::inputs::Number;
use burn_tensor as burn;
use candle_core as candle;

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

impl Elements for candle::Tensor {
    fn elements(&self) -> Vec<f64> {
        let flat = self.to_dtype(candle::DType::F64).and_then(|t| t.flatten_all());
        flat.and_then(|t| t.to_vec1()).expect("a float type")
    }
}

impl<const R: usize, K: burn::kind::Basic> Elements for burn::Tensor<R, K> {
    fn elements(&self) -> Vec<f64> {
        self.to_data().iter::<f64>().collect()
    }
}

impl<T: Number + nalgebra::Scalar> Elements for nalgebra::DMatrix<T> {
    fn elements(&self) -> Vec<f64> {
        let at = |i| (0..self.ncols()).map(move |j| self[(i, j)].to_f64());
        (0..self.nrows()).flat_map(at).collect()
    }
}

impl<T: Number + nalgebra::Scalar> Elements for nalgebra::DVector<T> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}

impl<T: Number> Elements for faer::Mat<T> {
    fn elements(&self) -> Vec<f64> {
        let at = |i| (0..self.ncols()).map(move |j| self[(i, j)].to_f64());
        (0..self.nrows()).flat_map(at).collect()
    }
}

impl<T: Number> Elements for faer::Col<T> {
    fn elements(&self) -> Vec<f64> {
        (0..self.nrows()).map(|i| self[i].to_f64()).collect()
    }
}

impl<T: Number, S: mdarray::Shape> Elements for mdarray::Array<T, S> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}

impl<T: Number> Elements for Vec<T> {
    fn elements(&self) -> Vec<f64> {
        self.iter().map(|x| x.to_f64()).collect()
    }
}
