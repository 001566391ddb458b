//! Feature `bytemuck`: tensors as bytes, bytes as tensors, elements as those of another type.

mod common;

use common::{count, disguises};
use holor::interop::bytemuck::{
    bytes_of, bytes_of_mut, cast_mut, cast_ref, from_bytes, from_bytes_mut,
};
use holor::prelude::*;

#[test]
fn bytes_of_contiguous_tensors() {
    let t = count([2, 3]);
    let bytes = bytes_of(&t).unwrap();
    assert_eq!((bytes.as_ptr(), bytes.len()), (t.as_ptr().cast(), 24));
    assert_eq!(bytes, t.iter().flat_map(|x| x.to_ne_bytes()).collect::<Vec<_>>());
    for (name, t) in disguises(&t) {
        assert_eq!(bytes_of(&t).is_some(), t.is_contiguous(), "{name}");
    }
    assert_eq!(bytes_of(&Tensor::<f64, 2>::zeros([0, 3])), Some(&[][..]));
    assert_eq!(bytes_of(&Tensor::scalar(1_u8)), Some(&[1][..]));
    assert_eq!(bytes_of(&tensor![true, false]), Some(&[1, 0][..]));
    let mut t = count([2, 2]);
    let kept = t.clone();
    bytes_of_mut(&mut t).unwrap()[..4].copy_from_slice(&7_i32.to_ne_bytes());
    assert_eq!((t[[0, 0]], kept[[0, 0]]), (7, 0));
    assert!(bytes_of_mut(&mut *t.column_mut(0)).is_none());
}

#[test]
fn tensors_of_bytes() {
    let mut samples = [1_u32, 2, 3, 4, 5, 6];
    let bytes: &[u8] = bytemuck::cast_slice(&samples);
    let t: TensorView<'_, u32, 2> = from_bytes(bytes, [2, 3]).unwrap();
    assert_eq!((t.as_ptr().cast(), t), (bytes.as_ptr(), tensor![[1, 2, 3], [4, 5, 6]].view()));
    let text = |error: ShapeError| error.to_string();
    let refused = |bytes, shape| text(from_bytes::<u32, 2>(bytes, shape).unwrap_err());
    assert_eq!(
        refused(&bytes[..20], [2, 3]),
        "from_bytes: [2, 3]: the shape holds 6 elements, found 5"
    );
    assert_eq!(
        refused(&bytes[..22], [2, 3]),
        "from_bytes: [2, 3]: number of bytes is 22, expected a multiple of the size of an element"
    );
    assert_eq!(
        refused(&bytes[1..21], [1, 5]),
        "from_bytes: [1, 5]: address is 1 above a multiple of 4, expected an aligned one"
    );
    assert_eq!(
        refused(bytes, [1 << 40, 1 << 40]),
        "from_bytes: [1099511627776, 1099511627776]: more elements than memory can address"
    );
    // No bytes are no elements, wherever they are.
    assert_eq!(from_bytes::<u32, 2>(&bytes[1..1], [0, 3]).unwrap().shape(), [0, 3]);
    assert_eq!(refused(&[], [1, 3]), "from_bytes: [1, 3]: the shape holds 3 elements, found 0");
    assert!(from_bytes::<[u32; 0], 1>(bytes, [3]).is_err()); // elements without a size
    assert_eq!(from_bytes::<u8, 0>(&bytes[..1], []).unwrap().len(), 1);

    let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut samples);
    assert!(from_bytes_mut::<u32, 1>(&mut bytes[2..6], [1]).is_err());
    let error = from_bytes_mut::<u32, 1>(bytes, [5]).unwrap_err();
    assert_eq!(text(error), "from_bytes_mut: [5]: the shape holds 5 elements, found 6");
    from_bytes_mut::<u32, 2>(bytes, [3, 2]).unwrap().column_mut(0).fill(0);
    assert_eq!(samples, [0, 2, 0, 4, 0, 6]);
    assert!(from_bytes_mut::<u32, 2>(&mut [], [2, 0]).is_ok());
}

#[test]
fn elements_of_the_same_size_keep_the_layout() {
    let t = count([3, 4]).cast::<f32>();
    for (name, mut t) in disguises(&t) {
        let bits: TensorView<'_, u32, 2> = cast_ref(&t).unwrap();
        assert_eq!((bits.as_ptr().cast(), bits.strides()), (t.as_ptr(), t.strides()), "{name}");
        assert_eq!(bits, t.map(|x| x.to_bits()), "{name}");
        cast_mut::<f32, u32, 2>(&mut t).unwrap().map_inplace(|bits| *bits |= 1 << 31);
        assert_eq!(t, count([3, 4]).cast::<f32>() * -1.0, "{name}");
    }
    assert_eq!(cast_ref::<f32, i32, 0>(&Tensor::scalar(0.0)).unwrap().item(), 0);
}

#[test]
fn elements_of_another_size_change_the_last_axis() {
    let t = count([2, 3]).cast::<u32>() * 0x0101_0101;
    let bytes: TensorView<'_, u8, 2> = cast_ref(&t).unwrap();
    assert_eq!(bytes.as_ptr(), t.as_ptr().cast());
    assert_eq!((bytes.shape(), bytes.strides()), ([2, 12], [12, 1]));
    assert_eq!(bytes.row(1).to_vec(), [3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]);
    let back: TensorView<'_, u32, 2> = cast_ref(&bytes).unwrap();
    assert_eq!((back.as_ptr(), back), (t.as_ptr(), t.view()));
    // Parts of rows, from the last row to the first.
    let part = t.slice(s![..;-1, 1..]);
    let halves: TensorView<'_, u16, 2> = cast_ref(&part).unwrap();
    assert_eq!(halves, tensor![[0x404, 0x404, 0x505, 0x505], [0x101, 0x101, 0x202, 0x202]]);
    let column = t.column(1);
    let column = column.unsqueeze(Last); // one element in each row
    let bytes: TensorView<'_, u8, 2> = cast_ref(&column).unwrap();
    assert_eq!(bytes, tensor![[1, 1, 1, 1], [4, 4, 4, 4]]);
    let rows = t.row(0);
    let rows = rows.broadcast_to([2, 3]);
    assert_eq!(cast_ref::<u32, u8, 2>(&rows).unwrap().strides(), [0, 1]);
    let mut pixels = Tensor::<u8, 3>::zeros([2, 2, 4]);
    cast_mut::<u8, [u8; 4], 3>(&mut pixels).unwrap().fill([1, 2, 3, 4]);
    assert_eq!(pixels.slice(s![1, 1, ..]), tensor![1, 2, 3, 4]);
    assert_eq!(cast_ref::<u32, u64, 2>(&Tensor::zeros([3, 0])).unwrap().shape(), [3, 0]);
    assert_eq!(cast_ref::<u32, u64, 2>(&Tensor::zeros([0, 4])).unwrap().shape(), [0, 2]);
}

#[test]
fn what_is_no_whole_number_of_elements_is_refused() {
    fn text(result: Result<TensorView<'_, u64, 2>, ShapeError>) -> String {
        result.map_or_else(|error| error.to_string(), |view| format!("{:?}", view.shape()))
    }
    let t = Tensor::<u64, 1>::zeros([12]); // aligned
    let t: TensorView<'_, u32, 1> = cast_ref(&t).unwrap();
    let of = |shape, strides| {
        TensorView::from_slice_strided(t.as_slice().unwrap(), shape, strides, 0).unwrap()
    };
    assert_eq!(text(cast_ref(&of([4, 6], [6, 1]))), "[4, 3]");
    assert_eq!(
        text(cast_ref(&of([4, 5], [6, 1]))),
        "cast_ref: [4, 5]: size of the last axis is 5, expected a multiple of the new elements"
    );
    assert_eq!(
        text(cast_ref(&of([2, 4], [5, 1]))),
        "cast_ref: [2, 4]: strides is [5, 1], expected multiples of the new elements"
    );
    assert_eq!(
        text(cast_ref(&of([2, 4], [6, 2]))),
        "cast_ref: [2, 4]: strides is [6, 2], expected 1 for the last axis"
    );
    assert_eq!(
        text(cast_ref(&of([4, 6], [6, 1]).slice(s![.., 1..5]))),
        "cast_ref: [4, 4]: address is 4 above a multiple of 8, expected an aligned one"
    );
    assert_eq!(
        cast_ref::<u32, u8, 0>(&Tensor::scalar(1)).unwrap_err().to_string(),
        "cast_ref: []: rank is 0, expected a last axis, for elements of another size"
    );
    assert!(cast_ref::<u32, [u32; 0], 1>(&tensor![1, 2]).is_err());
    let mut t = tensor![1_u8, 2, 3];
    let error = cast_mut::<u8, u16, 1>(&mut t).unwrap_err().to_string();
    assert!(error.starts_with("cast_mut: [3]: "), "{error}");
}
