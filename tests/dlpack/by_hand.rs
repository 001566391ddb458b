//! Arrays that a library in this file hands out: what becomes of them, and when they are given back.

use holor::interop::dlpack::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
    Header, Managed,
};
use holor::prelude::*;
use holor::{DType, HasDType};
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory of another library, with what it says of it. The fields can be made wrong before it is handed out.
pub(crate) struct Foreign {
    pub(crate) tensor: DLTensor,
    pub(crate) version: DLPackVersion,
    pub(crate) flags: u64,
    _elements: Box<dyn std::any::Any>,
    _shape: Vec<i64>,
    _strides: Vec<i64>,
    given_back: Arc<AtomicUsize>,
}

/// How many times the deleter was called.
pub(crate) struct Deleted(Arc<AtomicUsize>);

impl Deleted {
    pub(crate) fn times(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Foreign {
    /// An array of `elements`, whose first one is at `offset` (in elements).
    pub(crate) fn new<T: HasDType>(
        elements: Vec<T>,
        shape: &[i64],
        strides: &[i64],
        offset: usize,
    ) -> (Self, Deleted) {
        let mut elements = elements.into_boxed_slice();
        let data: *mut c_void = elements.as_mut_ptr().cast();
        let (mut shape, mut strides) = (shape.to_vec(), strides.to_vec());
        let tensor = DLTensor {
            data,
            device: DLDevice::CPU,
            ndim: shape.len() as i32,
            dtype: DLDataType::from(T::DTYPE),
            shape: shape.as_mut_ptr(),
            strides: if strides.is_empty() { null_mut() } else { strides.as_mut_ptr() },
            byte_offset: (offset * size_of::<T>()) as u64,
        };
        let given_back = Arc::new(AtomicUsize::new(0));
        let deleted = Deleted(given_back.clone());
        let version = DLPackVersion { major: 1, minor: 0 };
        let elements: Box<dyn std::any::Any> = Box::new(elements);
        let (_elements, _shape, _strides) = (elements, shape, strides);
        (Foreign { tensor, version, flags: 0, _elements, _shape, _strides, given_back }, deleted)
    }

    pub(crate) fn versioned(self) -> NonNull<DLManagedTensorVersioned> {
        unsafe extern "C" fn deleter(this: *mut DLManagedTensorVersioned) {
            // SAFETY: made below, and deleted once, which the tests count.
            let header = unsafe { Box::from_raw(this) };
            give_back(header.manager_ctx);
        }
        let (version, flags, dl_tensor) = (self.version, self.flags, self.tensor);
        let manager_ctx = Box::into_raw(Box::new(self)).cast();
        let deleter = Some(deleter as unsafe extern "C" fn(*mut DLManagedTensorVersioned));
        NonNull::from(Box::leak(Box::new(DLManagedTensorVersioned {
            version,
            manager_ctx,
            deleter,
            flags,
            dl_tensor,
        })))
    }

    pub(crate) fn legacy(self) -> NonNull<DLManagedTensor> {
        unsafe extern "C" fn deleter(this: *mut DLManagedTensor) {
            // SAFETY: as in `versioned`.
            let header = unsafe { Box::from_raw(this) };
            give_back(header.manager_ctx);
        }
        let dl_tensor = self.tensor;
        let manager_ctx = Box::into_raw(Box::new(self)).cast();
        let deleter = Some(deleter as unsafe extern "C" fn(*mut DLManagedTensor));
        NonNull::from(Box::leak(Box::new(DLManagedTensor { dl_tensor, manager_ctx, deleter })))
    }
}

fn give_back(context: *mut c_void) {
    // SAFETY: the context is the box that the header was made with.
    let foreign = unsafe { Box::from_raw(context.cast::<Foreign>()) };
    foreign.given_back.fetch_add(1, Ordering::SeqCst);
}

/// Takes over what is honest, or wrong in a field that is checked.
pub(crate) fn take<H: Header>(raw: NonNull<H>) -> Result<Managed<H>, ShapeError> {
    // SAFETY: the memory lives until the deleter is called; where a test makes a field wrong, it must be refused.
    unsafe { Managed::from_raw(raw) }
}

#[test]
fn an_array_is_read_where_it_is_and_given_back_once() {
    let (foreign, deleted) =
        Foreign::new(vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3], &[3, 1], 0);
    let data = foreign.tensor.data;
    let array = take(foreign.versioned()).unwrap();
    assert_eq!((array.dtype(), array.rank()), (DType::F32, 2));
    assert_eq!((array.shape(), array.strides()), (&[2, 3][..], &[3, 1][..]));
    let view = array.view::<f32, 2>().unwrap();
    assert_eq!(
        (view, view.as_ptr().cast()),
        (tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].view(), data.cast_const())
    );

    let mut m: Tensor<f32, 2> = array.into_tensor().unwrap();
    assert_eq!(m.as_ptr().cast(), data.cast_const());
    let clone = m.clone();
    assert!(m.is_shared());
    m += 1.0;
    assert_ne!(m.as_ptr(), clone.as_ptr());
    assert_eq!((m[[0, 0]], clone[[0, 0]]), (2.0, 1.0));
    drop(m);
    assert_eq!(deleted.times(), 0);
    let row = clone.viewed(|v| v.row(1));
    assert_eq!((row.to_vec(), deleted.times()), (vec![4.0, 5.0, 6.0], 0));
    drop(row);
    assert_eq!(deleted.times(), 1);
}

#[test]
fn both_structs_all_strides_and_offsets() {
    let elements = || (0..24).collect::<Vec<i64>>();
    let at = |index: [usize; 3], strides: [i64; 3], offset: i64| {
        offset + index.iter().zip(strides).map(|(&i, stride)| i as i64 * stride).sum::<i64>()
    };
    for (strides, offset) in [
        ([12, 4, 1], 0),
        ([1, 2, 6], 0),
        ([-12, -4, -1], 23),
        ([12, -4, 1], 8),
        ([0, 4, 1], 1),
        ([0, 0, 0], 5),
        ([4, -4, 3], 8),
    ] {
        let expected = Tensor::from_fn([2, 3, 4], |index| at(index, strides, offset as i64));
        assert!(expected.iter().all(|element| (0..24).contains(element)), "{strides:?}");
        let (foreign, deleted) = Foreign::new(elements(), &[2, 3, 4], &strides, offset);
        let first = foreign.tensor.data.wrapping_byte_add(8 * offset);
        let t: Tensor<i64, 3> = take(foreign.versioned()).unwrap().into_tensor().unwrap();
        assert_eq!((&t, t.as_ptr().cast()), (&expected, first.cast_const()));
        assert_eq!(t.strides().map(|stride| stride as i64), strides);
        drop(t);
        assert_eq!(deleted.times(), 1);

        let (foreign, deleted) = Foreign::new(elements(), &[2, 3, 4], &strides, offset);
        let any: AnyTensor<i64> = take(foreign.legacy()).unwrap().into_any().unwrap();
        assert_eq!((any.rank(), any.shape()), (3, &[2, 3, 4][..]));
        assert_eq!(any.view_rank::<3>().unwrap(), expected);
        drop(any);
        assert_eq!(deleted.times(), 1);
    }
}

#[test]
fn null_strides_are_row_major() {
    let (foreign, _) = Foreign::new((0..6).collect::<Vec<u16>>(), &[3, 2], &[], 0);
    let m: Tensor<u16, 2> = take(foreign.legacy()).unwrap().into_tensor().unwrap();
    assert_eq!((m.strides(), m), ([2, 1], tensor![[0, 1], [2, 3], [4, 5]]));
}

#[test]
fn no_elements_and_no_axes() {
    for null in [true, false] {
        for shape in [&[0][..], &[2, 0, 3], &[0, i64::MAX / 8]] {
            let (mut foreign, deleted) = Foreign::new(Vec::<f64>::new(), shape, &[], 0);
            if null {
                foreign.tensor.data = null_mut();
            }
            let any = take(foreign.versioned()).unwrap().into_any::<f64>().unwrap();
            assert!(any.is_empty() && any.shape().iter().zip(shape).all(|(&a, &b)| a as i64 == b));
            drop(any);
            assert_eq!(deleted.times(), 1);
        }
    }
    // Shape and strides of no axes may be null.
    let (mut foreign, deleted) = Foreign::new(vec![7_i8], &[], &[], 0);
    foreign.tensor.shape = null_mut();
    let scalar: Tensor<i8, 0> = take(foreign.versioned()).unwrap().into_tensor().unwrap();
    assert_eq!((scalar.item(), deleted.times()), (7, 0));
    drop(scalar);
    assert_eq!(deleted.times(), 1);
}

fn there_and_back<T: HasDType + PartialEq + std::fmt::Debug>(elements: [T; 2]) {
    let (foreign, _) = Foreign::new(elements.to_vec(), &[2], &[1], 0);
    let array = take(foreign.versioned()).unwrap();
    assert_eq!(array.dtype(), T::DTYPE);
    let t: Tensor<T, 1> = array.into_tensor().unwrap();
    let out: Managed = Managed::export(t);
    assert_eq!((out.dtype(), out.shape()), (T::DTYPE, &[2][..]));
    assert_eq!(out.into_tensor::<T, 1>().unwrap().to_vec(), elements);
}

#[test]
fn every_element_type() {
    use holor::num_complex::Complex;
    there_and_back([true, false]);
    there_and_back([1_i8, -1]);
    there_and_back([1_i16, -1]);
    there_and_back([1_i32, -1]);
    there_and_back([1_i64, -1]);
    there_and_back([1_u8, 255]);
    there_and_back([1_u16, u16::MAX]);
    there_and_back([1_u32, u32::MAX]);
    there_and_back([1_u64, u64::MAX]);
    there_and_back([1.5_f32, -1.0]);
    there_and_back([1.5_f64, -1.0]);
    there_and_back([Complex::new(1.0_f32, 2.0), Complex::new(0.0, -1.0)]);
    there_and_back([Complex::new(1.0_f64, 2.0), Complex::new(0.0, -1.0)]);
    #[cfg(feature = "half")]
    {
        use holor::half::{bf16, f16};
        there_and_back([f16::from_f32(1.5), f16::NEG_ONE]);
        there_and_back([bf16::from_f32(1.5), bf16::NEG_ONE]);
    }
}

#[test]
fn a_deleter_runs_on_the_thread_of_the_last_owner() {
    let (foreign, deleted) = Foreign::new(vec![1_u8; 64], &[64], &[1], 0);
    let t: Tensor<u8, 1> = take(foreign.versioned()).unwrap().into_tensor().unwrap();
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let t = t.clone();
            std::thread::spawn(move || t.sum_as::<u64, _, _>(All).item())
        })
        .collect();
    drop(t);
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 64);
    }
    assert_eq!(deleted.times(), 1);
}

#[test]
fn a_write_through_a_view_is_seen_by_the_other_library() {
    let (foreign, deleted) = Foreign::new(vec![1, 2, 3, 4], &[2, 2], &[1, 2], 0);
    let data = foreign.tensor.data.cast::<i32>();
    let mut array = take(foreign.versioned()).unwrap();
    // SAFETY: nothing else reaches the elements while the view lives.
    unsafe { array.view_mut::<i32, 2>() }.unwrap().row(0).fill(0);
    // SAFETY: the array lives, and the view does not.
    assert_eq!(unsafe { data.cast::<[i32; 4]>().read() }, [0, 2, 0, 4]);
    drop(array);
    assert_eq!(deleted.times(), 1);
}

#[test]
fn a_write_is_refused_where_it_is_not_allowed() {
    let (mut foreign, _) = Foreign::new(vec![1, 2, 3, 4], &[2, 2], &[2, 1], 0);
    foreign.flags = 1 | 2;
    let mut array = take(foreign.versioned()).unwrap();
    assert!(array.is_read_only());
    // SAFETY: nothing else reaches the elements.
    let error = unsafe { array.view_mut::<i32, 2>() }.err().unwrap();
    assert_eq!(
        error.to_string(),
        "view_mut: [2, 2]: the array is read-only, expected writable elements"
    );
    // The old struct cannot say whether its elements are read-only.
    let (foreign, _) = Foreign::new(vec![1, 2, 3, 4], &[2, 2], &[2, 1], 0);
    let mut array = take(foreign.legacy()).unwrap();
    // SAFETY: nothing else reaches the elements.
    assert_eq!(unsafe { array.view_mut::<i32, 2>() }.unwrap_err(), error);
    let (foreign, _) = Foreign::new(vec![1, 2, 3, 4], &[2, 2], &[0, 1], 0);
    let mut array = take(foreign.versioned()).unwrap();
    // SAFETY: nothing else reaches the elements.
    let error = unsafe { array.view_mut::<i32, 2>() }.err().unwrap();
    assert_eq!(error.to_string(), "view_mut: [2, 2]: two indices may share an element");
}
