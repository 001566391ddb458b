//! Against the crate dlpark: it reads what goes out here, and what it hands out is read here.

use dlpark::allocation::dynamic;
use dlpark::{DlpackFlags, ManagedTensorBase, TryFromDlpack, ffi};
use holor::HasDType;
use holor::interop::dlpack::{DLManagedTensor, DLManagedTensorVersioned, Header, Managed};
use holor::prelude::*;
use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, IxDyn};
use std::fmt::Debug;
use std::ptr::NonNull;

#[test]
fn the_structs_are_the_same() {
    use holor::interop::dlpack as ours;
    use std::mem::offset_of;
    macro_rules! same {
        ($Struct:ident { $($field:ident)+ }) => {
            assert_eq!(size_of::<ours::$Struct>(), size_of::<ffi::$Struct>());
            assert_eq!(align_of::<ours::$Struct>(), align_of::<ffi::$Struct>());
            $( assert_eq!(offset_of!(ours::$Struct, $field), offset_of!(ffi::$Struct, $field)); )+
        };
    }
    same!(DLPackVersion { major minor });
    same!(DLDevice { device_type device_id });
    same!(DLDataType { code bits lanes });
    same!(DLTensor { data device ndim dtype shape strides byte_offset });
    same!(DLManagedTensor { dl_tensor manager_ctx deleter });
    same!(DLManagedTensorVersioned { version manager_ctx deleter flags dl_tensor });
    assert_eq!(ours::READ_ONLY, DlpackFlags::READ_ONLY.bits());
}

/// Hands a tensor to dlpark.
fn give<T: HasDType, H: Header, M: ManagedTensorBase, const R: usize>(
    tensor: Tensor<T, R>,
) -> dlpark::Managed<M>
where
    Rank<R>: holor::rank::AnyRank,
{
    let raw = Managed::<H>::export(tensor).into_raw();
    // SAFETY: the structs are the same, and this one is given up.
    unsafe { dlpark::Managed::from_raw(raw.as_ptr().cast::<M>()) }.expect("of version 1")
}

/// Takes an array of dlpark.
fn take<H: Header, M: ManagedTensorBase>(array: dlpark::Managed<M>) -> Managed<H> {
    let raw = NonNull::new(array.into_raw().cast::<H>()).unwrap();
    // SAFETY: the structs are the same, and this one is given up.
    unsafe { Managed::from_raw(raw) }.expect("what dlpark hands out is taken")
}

fn both_ways<T, H, M>(elements: [T; 6])
where
    T: HasDType + dlpark::DlpackElement + PartialEq + Debug,
    H: Header,
    M: ManagedTensorBase + 'static,
{
    // Out: rows backwards do not exist for dlpark, columns before rows do.
    let m = Tensor::from_vec(elements.to_vec(), [2, 3]).unwrap().viewed(|v| v.transpose());
    let (first, expected) = (m.as_ptr(), m.to_vec());
    let array = give::<T, H, M, 2>(m);
    array.validate_export().expect("shape and strides are there");
    // SAFETY: the array lives as long as the view, and nothing writes.
    let view = unsafe { ArrayViewD::<T>::try_from_dlpack(&array, ()) }.unwrap();
    assert_eq!((view.as_ptr(), view.shape()), (first, &[3, 2][..]));
    assert!(view.iter().eq(&expected));
    drop(array);

    // In.
    let array = ArrayD::from_shape_vec(IxDyn(&[3, 2]), elements.to_vec()).unwrap();
    let array = array.reversed_axes();
    let (first, expected): (_, Vec<T>) = (array.as_ptr(), array.iter().copied().collect());
    let made: dynamic::Initialized<M> = Box::new(array).try_into().unwrap();
    // SAFETY: dlpark filled in the struct of an array of ndarray, which the struct owns.
    let taken: Managed<H> = take(unsafe { made.finish() });
    let t: Tensor<T, 2> = taken.into_tensor().unwrap();
    assert_eq!((t.shape(), t.strides(), t.as_ptr()), ([2, 3], [1, 2], first));
    assert_eq!(t.to_vec(), expected);
}

fn both_structs<T: HasDType + dlpark::DlpackElement + PartialEq + Debug>(elements: [T; 6]) {
    both_ways::<T, DLManagedTensorVersioned, ffi::DLManagedTensorVersioned>(elements);
    both_ways::<T, DLManagedTensor, ffi::DLManagedTensor>(elements);
}

#[test]
fn all_types_that_dlpark_knows_go_both_ways() {
    both_structs([1_i8, -2, 3, -4, 5, -6]);
    both_structs([1_i16, -2, 3, -4, 5, -6]);
    both_structs([1_i32, -2, 3, -4, 5, -6]);
    both_structs([1_i64, -2, 3, -4, 5, -6]);
    both_structs([1_u8, 2, 3, 4, 5, 6]);
    both_structs([1_u16, 2, 3, 4, 5, 6]);
    both_structs([1_u32, 2, 3, 4, 5, 6]);
    both_structs([1_u64, 2, 3, 4, 5, 6]);
    both_structs([1.5_f32, -2.0, 3.0, -4.0, 5.0, f32::INFINITY]);
    both_structs([1.5_f64, -2.0, 3.0, -4.0, 5.0, f64::MIN]);
    {
        use holor::half::{bf16, f16};
        both_structs([1.5, -2.0, 3.0, -4.0, 5.0, -6.0].map(f16::from_f32));
        both_structs([1.5, -2.0, 3.0, -4.0, 5.0, -6.0].map(bf16::from_f32));
    }
}

#[test]
fn read_only_is_understood_both_ways() {
    let m = tensor![[1, 2], [3, 4]];
    type Versioned = ffi::DLManagedTensorVersioned;
    let mut array = give::<i32, DLManagedTensorVersioned, Versioned, 2>(m.clone());
    assert_eq!(array.flags(), DlpackFlags::READ_ONLY);
    // SAFETY: nothing else reads or writes the elements, and none is written.
    assert!(unsafe { ArrayViewMutD::<i32>::try_from_dlpack(&mut array, ()) }.is_err());
    drop(array);

    let mut array = give::<i32, DLManagedTensorVersioned, Versioned, 2>(m);
    // SAFETY: the tensor was given up, and so nothing else reads or writes its elements.
    let mut view = unsafe { ArrayViewMutD::<i32>::try_from_dlpack(&mut array, ()) }.unwrap();
    view.fill(7);
    let back: Tensor<i32, 2> = take::<DLManagedTensorVersioned, _>(array).into_tensor().unwrap();
    assert_eq!(back, tensor![[7, 7], [7, 7]]);

    let mut made: dynamic::Initialized<Versioned> =
        Box::new(ArrayD::<u8>::zeros(IxDyn(&[3]))).try_into().unwrap();
    made.set_flags(DlpackFlags::READ_ONLY).unwrap();
    // SAFETY: as in `both_ways`.
    let taken: Managed = take(unsafe { made.finish() });
    assert!(taken.is_read_only());
}
