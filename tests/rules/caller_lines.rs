//! Every operation that can panic names itself and reports the line of its caller.

use crate::caught::{caught, refuses, twins};
use holor::prelude::*;

/// So many elements of one byte fit memory, and as many of two bytes do not.
const MANY: usize = 1 << 62;

fn too_large(operation: &str, shape: &[usize]) -> String {
    format!("{operation}: {shape:?}: more elements than memory can address")
}

/// Only a view that repeats elements is so large that a result of larger elements is refused.
#[test]
fn results_of_larger_elements() {
    let one = Tensor::scalar(1u8);
    let x = one.broadcast_to([MANY]);
    let says = |operation: &str| too_large(operation, &[MANY]);
    refuses(&says("map"), || x.map(|_| 1u16));
    refuses(&says("cast"), || x.cast::<u16>());
    #[cfg(feature = "rayon")]
    refuses(&says("par_map"), || x.par_map(|_| 1u16));
    refuses(&says("zip"), || zip((&x,)).map(|_| 1u16));
    #[cfg(feature = "rayon")]
    refuses(&says("zip"), || zip((&x,)).par_map(|_| 1u16));
    let yes = Tensor::scalar(true);
    let mask = yes.broadcast_to([MANY]);
    twins(&says("where_cond"), mask.try_where_cond(1u16, 2u16), || mask.where_cond(1u16, 2u16));

    let rows = one.broadcast_to([2, MANY / 2]);
    let says = |operation: &str| too_large(operation, &[MANY / 2]);
    refuses(&says("sum_as"), || rows.sum_as::<u32, _, _>(Axis::<0>));
    refuses(&says("count_nonzero"), || rows.count_nonzero(Axis::<0>));
    twins(&says("argmax"), rows.try_argmax(Axis::<0>), || rows.argmax(Axis::<0>));
    twins(&says("argmin"), rows.try_argmin(Axis::<0>), || rows.argmin(Axis::<0>));
    let empty = Tensor::<u8, 2>::zeros([0, 1]);
    let empty = empty.broadcast_to([0, MANY / 2]);
    refuses(&says("count_nonzero"), || empty.count_nonzero(Axis::<0>));
    let empty = "argmax: [0, 2305843009213693952]: axis 0 is empty";
    let none = Tensor::<u8, 2>::zeros([0, 1]);
    let none = none.broadcast_to([0, MANY / 2]);
    twins(empty, none.try_argmax(Axis::<0>), || none.argmax(Axis::<0>));
}

/// An operand that is written is compared with the common shape before anything is visited.
#[test]
fn written_operands_of_a_zip() {
    let (mut row, m) = (Tensor::<i32, 2>::zeros([1, 3]), Tensor::<i32, 2>::zeros([2, 3]));
    let differs = "zip: [1, 3] and [2, 3]: sizes 1 and 2 of axis 0 differ";
    let refused = |result: Result<_, ShapeError>| match result {
        Ok(()) => panic!("`{differs}` was not refused"),
        Err(error) => assert_eq!(error.to_string(), differs),
    };
    refused(holor::try_zip((&mut row, &m)).map(drop));
    refused(holor::try_zip((&m, &mut row)).map(drop));
    refused(holor::try_zip((&m, row.view_mut())).map(drop));
    refused(holor::try_zip((&m, &mut row.view_mut())).map(drop));
    let borrowed: &mut TensorRef<i32, 2> = &mut row;
    refused(holor::try_zip((&m, &m, borrowed)).map(drop));
    refuses(differs, || drop(zip((&m, &mut row))));

    // A refused operand that is shared is not copied first.
    let kept = row.clone();
    assert!(holor::try_zip((&mut row, &m)).is_err());
    assert!(kept.shares_memory_with(&row));
    // Read, it broadcasts; written, it does where it has the common shape.
    assert!(holor::try_zip((&row, &m)).is_ok());
    assert!(holor::try_zip((&mut row, &m.narrow(Axis::<0>, 0, 1))).is_ok());
    let mut none = Tensor::<i32, 2>::zeros([0, 3]);
    assert!(holor::try_zip((&mut none, &row)).is_ok());
    assert!(holor::try_zip((&mut none, &m)).is_err());
}

#[test]
fn a_size_of_the_largest_number_is_a_number() {
    let nothing = || vec![(); usize::MAX];
    let text = "from: [18446744073709551615]: more elements than memory can address";
    refuses(text, || Tensor::from(nothing()));
    refuses(text, || TensorView::from(&nothing()[..]).len());
    refuses(text, || TensorViewMut::from(&mut nothing()[..]).len());
    refuses(text, || Tensor::from_iter(nothing()));
    // `collect` of std does not pass its caller on.
    assert_eq!(caught(|| nothing().into_iter().collect::<Tensor<(), 1>>()).text, text);
    // Where the caller gives the shape, it is what the caller wrote.
    let text = "zeros: [INFER, 2]: more elements than memory can address";
    twins(text, Tensor::<u8, 2>::try_zeros([INFER, 2]), || Tensor::<u8, 2>::zeros([INFER, 2]));
}
