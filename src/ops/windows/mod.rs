//! Windows of any number of axes: convolution, pooling and interpolation.
//!
//! - `conv.rs`: `conv` of batches of images, over one to ten spatial axes. `transpose.rs`: `conv_transpose`.
//!   `signal.rs`: `convolve` and `correlate` of vectors.
//! - `pool.rs`: `max_pool` and `avg_pool`. `interpolate.rs`: other sizes of images.
//! - Here: the sizes of windows. `sliding_windows`, which is a view, is in `tensor/view/repeat.rs`.

mod conv;
mod interpolate;
mod pool;
mod signal;
mod transpose;

pub use conv::ConvOptions;
pub use pool::PoolOptions;
pub use signal::Overlap;
pub use transpose::ConvTransposeOptions;

use crate::error::{ErrorKind, ShapeError};
use alloc::format;
use core::fmt::Debug;

/// An operation and the shapes of its operands, for errors.
struct Call<'a> {
    operation: &'static str,
    shapes: &'a [&'a [usize]],
}

impl Call<'_> {
    fn fail(&self, kind: ErrorKind) -> ShapeError {
        ShapeError::new(self.operation, self.shapes, kind)
    }

    fn argument(
        &self,
        name: &'static str,
        value: &dyn Debug,
        expected: &'static str,
    ) -> ShapeError {
        self.fail(ErrorKind::Argument { name, value: format!("{value:?}"), expected })
    }

    /// Checks that no number of a list of them is zero.
    fn nonzero(&self, name: &'static str, numbers: &[usize]) -> Result<(), ShapeError> {
        match numbers.contains(&0) {
            true => Err(self.argument(name, &numbers, "numbers of at least 1")),
            false => Ok(()),
        }
    }

    /// Returns how many windows there are along an axis of `size` with `padding` on either side.
    fn windows(
        &self,
        axis: usize,
        [size, window, stride, dilation, padding]: [usize; 5],
    ) -> Result<usize, ShapeError> {
        let padded = padding.checked_mul(2).and_then(|padding| padding.checked_add(size));
        let size = padded.ok_or_else(|| self.fail(ErrorKind::TooLarge))?;
        let reach =
            window.checked_sub(1).map(|last| last.saturating_mul(dilation).saturating_add(1));
        match reach {
            Some(reach) if reach <= size => Ok((size - reach) / stride + 1),
            _ => {
                let window = reach.unwrap_or(0);
                Err(self.fail(ErrorKind::Window { axis, window, size }))
            }
        }
    }
}
