//! Tensors that are handed out: what another library finds in the struct.

use holor::interop::dlpack::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLTensor, Managed,
};
use holor::prelude::*;
use std::sync::Arc;

/// Calls `look` with the struct of an array, and gives the array back.
fn looked<R>(array: Managed, look: impl FnOnce(&DLManagedTensorVersioned) -> R) -> R {
    let raw = array.into_raw();
    // SAFETY: the struct lives until its deleter is called.
    let result = look(unsafe { raw.as_ref() });
    // SAFETY: as above.
    let deleter = unsafe { raw.as_ref() }.deleter.expect("ours has a deleter");
    // SAFETY: called once, and nothing reaches the array any more.
    unsafe { deleter(raw.as_ptr()) };
    result
}

/// Shape and strides.
fn axes_of(tensor: &DLTensor) -> (Vec<i64>, Vec<i64>) {
    // SAFETY: as many sizes as axes.
    let shape = unsafe { std::slice::from_raw_parts(tensor.shape, tensor.ndim as usize) };
    // SAFETY: as many strides as axes.
    let strides = unsafe { std::slice::from_raw_parts(tensor.strides, tensor.ndim as usize) };
    (shape.to_vec(), strides.to_vec())
}

#[test]
fn a_tensor_goes_out_without_a_copy() {
    let m = Tensor::<f32, 2>::zeros([2, 3]);
    let first = m.as_ptr();
    looked(Managed::export(m), |header| {
        assert_eq!((header.version.major, header.flags), (1, 0));
        let tensor = &header.dl_tensor;
        assert_eq!((tensor.data.cast_const().cast(), tensor.byte_offset), (first, 0));
        assert_eq!((tensor.device, tensor.ndim), (DLDevice::CPU, 2));
        assert_eq!(tensor.dtype, DLDataType { code: 2, bits: 32, lanes: 1 });
        assert_eq!(axes_of(tensor), (vec![2, 3], vec![3, 1]));
        // SAFETY: the struct says that the elements may be written.
        unsafe { tensor.data.cast::<f32>().wrapping_add(5).write(1.0) };
    });
}

#[test]
fn a_view_of_a_buffer_goes_out_with_its_strides() {
    let t = Tensor::from_fn([4, 5], |[i, j]| (10 * i + j) as i64);
    let start = t.as_ptr();
    let part = t.viewed(|v| v.flip(Axis::<0>).slice(s![.., 1..4]).transpose());
    let first = part.as_ptr();
    assert_eq!(first, start.wrapping_add(16));
    looked(Managed::export(part), |header| {
        assert_eq!(header.dl_tensor.data.cast_const().cast(), first);
        assert_eq!(axes_of(&header.dl_tensor), (vec![3, 4], vec![1, -5]));
        assert_eq!(header.flags, 0);
    });
}

#[test]
fn a_shared_tensor_goes_out_read_only_or_as_a_copy() {
    let m = tensor![[1, 2], [3, 4]];
    for shared in [
        m.clone(),
        Tensor::from_owner(Arc::<[i32]>::from([1, 2, 3, 4]), [2, 2]).unwrap(),
        Tensor::from_vec_strided(vec![1, 2], [2, 2], [0, 1], 0).unwrap(),
    ] {
        let first = shared.as_ptr();
        let expected = shared.to_vec();
        looked(Managed::export(shared.clone()), |header| {
            assert_eq!((header.flags, header.dl_tensor.data.cast_const().cast()), (1, first));
        });
        let copy: Managed<DLManagedTensor> = Managed::export(shared);
        let copy = copy.into_tensor::<i32, 2>().unwrap();
        assert_ne!(copy.as_ptr(), first);
        assert_eq!(copy.into_vec(), expected);
    }
    // The owner that is left is the only one again, and goes out writable in either struct.
    let first = m.as_ptr();
    let moved: Managed<DLManagedTensor> = Managed::export(m);
    assert_eq!(moved.view::<i32, 2>().unwrap().as_ptr(), first);
}

#[test]
fn a_tensor_that_came_in_goes_out_read_only() {
    let first: Managed = Managed::export(tensor![1, 2, 3]);
    assert!(!first.is_read_only());
    let t: Tensor<i32, 1> = first.into_tensor().unwrap();
    let at = t.as_ptr();
    let second: Managed = Managed::export(t);
    assert!(second.is_read_only());
    assert_eq!(second.view::<i32, 1>().unwrap().as_ptr(), at);
}

#[test]
fn scalars_empty_tensors_and_all_ranks() {
    looked(Managed::export(Tensor::scalar(1.0)), |header| {
        assert_eq!((header.dl_tensor.ndim, header.dl_tensor.data.is_null()), (0, false));
    });
    looked(Managed::export(Tensor::<f64, 3>::zeros([2, 0, 3])), |header| {
        assert!(header.dl_tensor.data.is_null());
        assert_eq!(axes_of(&header.dl_tensor).0, [2, 0, 3]);
    });
    let shape = [1, 2, 1, 1, 3, 1, 1, 1, 1, 1, 2, 1];
    looked(Managed::export(Tensor::<u8, 12>::zeros(shape)), |header| {
        assert_eq!(axes_of(&header.dl_tensor).0, shape.map(|size| size as i64));
    });
    let any = AnyTensor::from_vec(vec![1_u8, 2, 3, 4], &[4, 1]).unwrap();
    looked(Managed::export(any), |header| {
        assert_eq!(axes_of(&header.dl_tensor), (vec![4, 1], vec![1, 1]));
    });
}

#[test]
fn an_array_says_what_it_is() {
    let array: Managed = Managed::export(tensor![[1_u8, 2]]);
    let text = "Managed { dtype: U8, shape: [1, 2], strides: [2, 1], is_read_only: false }";
    assert_eq!(format!("{array:?}"), text);
}
