//! Methods by the names that other libraries give them: refused, with the name they have here.
//!
//! rustc would only say that there is no such method, or propose one whose name looks alike.

use super::TensorRef;
use super::read_only::Refused;

macro_rules! other_names {
    ($($Trait:ident $name:ident $([$Type:ident])? ($($Arg:ident),*): $message:literal;)+) => { $(
        /// Holds for nothing: it gives the message.
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "not a name of this crate")]
        pub trait $Trait {}

        impl<T, const R: usize> TensorRef<T, R> {
            #[doc(hidden)]
            pub fn $name<$($Type,)? $($Arg),*>(&self $(, _: $Arg)*) -> Refused
            where
                Self: $Trait,
            {
                Refused
            }
        }
    )+ };
}

other_names! {
    Dim dim(): "the shape of a tensor is `shape()`, its rank `rank()`";
    Ndim ndim(): "the number of axes is `rank()`, the `R` of the type";
    Size size(): "the number of elements is `len()`, the size of each axis `shape()`";
    Numel numel(): "the number of elements is `len()`";
    Nrows nrows(): "the sizes of a matrix are `let [rows, columns] = m.shape()`";
    Ncols ncols(): "the sizes of a matrix are `let [rows, columns] = m.shape()`";
    SumAxis sum_axis(A): "the sum along an axis is `sum(Axis::<0>)`";
    MeanAxis mean_axis(A): "the mean along an axis is `mean(Axis::<0>)`";
    Amax amax(A): "the maximum along an axis is `max(Axis::<0>)`, of all elements `max(All)`";
    Amin amin(A): "the minimum along an axis is `min(Axis::<0>)`, of all elements `min(All)`";
    Astype astype[U](): "another type of elements is `cast::<f32>()`";
    Mapv mapv(F): "a function of each element is `map(|&x| ..)`, of the element by reference";
    MapvInplace mapv_inplace(F): "a function of each element in place is `map_inplace(|x| *x = ..)`";
    InsertAxis insert_axis(A): "a new axis is `unsqueeze(Axis::<0>)`";
    ExpandDims expand_dims(A): "a new axis is `unsqueeze(Axis::<0>)`";
    RemoveAxis remove_axis(A): "an axis of size 1 goes by `squeeze(Axis::<0>)`";
    OuterIter outer_iter(): "the parts along the first axis are `axis_iter(Axis::<0>)`";
    PermutedAxes permuted_axes(A): "another order of the axes is `permute(axes![1, 0])`";
    ReversedAxes reversed_axes(): "the axes in reverse order are `reverse_axes()`";
    IntoShape into_shape(A): "another shape is `reshape([rows, columns])`";
    Ravel ravel(): "the elements along one axis are `flatten()`";
    Clip clip(A, B): "limits are `clamp(low, high)`";
    Expand expand(A): "a repeated tensor is `broadcast_to([rows, columns])`";
}
