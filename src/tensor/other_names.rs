//! Methods under the names of other libraries. They do not compile, and the message says the name in
//! this crate.
//!
//! Without them rustc would only say that there is no such method, or propose one with a similar name.

use super::{Tensor, TensorRef};

// The value is of any type, so that what is done with it is no further error.
macro_rules! other_names {
    ($($Trait:ident $name:ident $([$Type:ident -> $Value:ty])? ($($Arg:ident),*): $message:literal;)+) => {
        $( other_names! { @ $Trait $name $([$Type -> $Value])? ($($Arg),*) $message } )+
    };
    (@ $Trait:ident $name:ident ($($Arg:ident),*) $message:literal) => {
        other_names! { @ $Trait $name [Value -> Value] ($($Arg),*) $message }
    };
    (@ $Trait:ident $name:ident [$Type:ident -> $Value:ty] ($($Arg:ident),*) $message:literal) => {
        /// Implemented by no type: the trait only gives the message.
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "not a name of this crate")]
        pub trait $Trait {}

        impl<T, const R: usize> TensorRef<T, R> {
            #[doc(hidden)]
            pub fn $name<$Type, $($Arg),*>(&self $(, _: $Arg)*) -> $Value
            where
                Self: $Trait,
            {
                unreachable!("no tensor has this method")
            }
        }
    };
}

other_names! {
    Dim dim(): "there is no `dim`: the shape of a tensor is `shape()`, its rank `rank()`";
    Ndim ndim(): "there is no `ndim`: the number of axes is `rank()`, the `R` of the type";
    Size size(): "there is no `size`: the number of elements is `len()`, the size of each axis `shape()`";
    Numel numel(): "there is no `numel`: the number of elements is `len()`";
    Nrows nrows(): "there is no `nrows`: the sizes of a matrix are `let [rows, columns] = m.shape()`";
    Ncols ncols(): "there is no `ncols`: the sizes of a matrix are `let [rows, columns] = m.shape()`";
    SumAxis sum_axis(A): "there is no `sum_axis`: the sum along an axis is `sum(Axis::<0>)`";
    MeanAxis mean_axis(A): "there is no `mean_axis`: the mean along an axis is `mean(Axis::<0>)`";
    Amax amax(A): "there is no `amax`: the maximum along an axis is `max(Axis::<0>)`, of all elements `max(All)`";
    Amin amin(A): "there is no `amin`: the minimum along an axis is `min(Axis::<0>)`, of all elements `min(All)`";
    Astype astype[U -> Tensor<U, R>](): "there is no `astype`: another type of elements is `cast::<f32>()`";
    Mapv mapv(F): "there is no `mapv`: a function of each element is `map(|&x| ..)`, of the element by reference";
    MapvInplace mapv_inplace(F): "there is no `mapv_inplace`: a function of each element in place is `map_inplace(|x| *x = ..)`";
    InsertAxis insert_axis(A): "there is no `insert_axis`: a new axis is `unsqueeze(Axis::<0>)`";
    ExpandDims expand_dims(A): "there is no `expand_dims`: a new axis is `unsqueeze(Axis::<0>)`";
    RemoveAxis remove_axis(A): "there is no `remove_axis`: an axis of size 1 goes by `squeeze(Axis::<0>)`";
    OuterIter outer_iter(): "there is no `outer_iter`: the parts along the first axis are `axis_iter(Axis::<0>)`";
    PermutedAxes permuted_axes(A): "there is no `permuted_axes`: another order of the axes is `permute(axes![1, 0])`";
    ReversedAxes reversed_axes(): "there is no `reversed_axes`: the axes in reverse order are `reverse_axes()`";
    IntoShape into_shape(A): "there is no `into_shape`: another shape is `reshape([rows, columns])`";
    Ravel ravel(): "there is no `ravel`: the elements along one axis are `flatten()`";
    Clip clip(A, B): "there is no `clip`: limits are `clamp(low, high)`";
    Gather gather(A, B): "there is no `gather`: an element for each index of a tensor is `take_along_axis(Last, &indices)`";
    IndexSelect index_select(A, B): "there is no `index_select`: the parts at indices of an axis are `take(Axis::<0>, &[2, 0])`";
    MaskedFill masked_fill(A, B): "there is no `masked_fill`: a value where a mask is true is `mask_fill(&mask, value)`";
    MaskedSelect masked_select(A): "there is no `masked_select`: the elements where a mask is true are `mask_select(&mask)`";
    Argwhere argwhere(): "there is no `argwhere`: the indices of what is not zero are `nonzero()`, a vector for each axis";
    Expand expand(A): "there is no `expand`: a repeated tensor is `broadcast_to([rows, columns])`";
}
