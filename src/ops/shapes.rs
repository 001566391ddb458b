//! `broadcast_shapes`: the common shape of two tensors, from their shapes.

use crate::error::{ShapeError, raise};
use crate::layout::common_shape;
use crate::rank::{BroadcastWith, Rank};

/// Returns the shape to which tensors of two shapes broadcast.
///
/// `[a, 1], [b] -> [a, b]`
///
/// ```
/// use holor::broadcast_shapes;
///
/// assert_eq!(broadcast_shapes([8, 1, 6], [7, 1]), [8, 7, 6]);
/// let [rows, columns] = broadcast_shapes([3, 1], broadcast_shapes([1, 4], [4]));
/// assert_eq!((rows, columns), (3, 4));
/// ```
///
/// The result has as many sizes as the longer shape:
///
/// ```compile_fail,E0308
/// use holor::broadcast_shapes;
///
/// let shape: [usize; 2] = broadcast_shapes([8, 1, 6], [7, 1]); // expected 2 sizes, found 3
/// ```
///
/// Whether memory can address as many elements is not checked.
///
/// # Panics
/// If sizes differ and neither is 1:
/// `broadcast_shapes: [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1`.
///
/// numpy and torch: `broadcast_shapes`.
#[must_use = "the shape is the result"]
#[track_caller]
pub fn broadcast_shapes<const A: usize, const B: usize, const O: usize>(
    a: [usize; A],
    b: [usize; B],
) -> [usize; O]
where
    Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
{
    raise(try_broadcast_shapes(a, b))
}

/// Fallible form of [`broadcast_shapes`].
pub fn try_broadcast_shapes<const A: usize, const B: usize, const O: usize>(
    a: [usize; A],
    b: [usize; B],
) -> Result<[usize; O], ShapeError>
where
    Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
{
    common_shape("broadcast_shapes", &a, &b)
}
