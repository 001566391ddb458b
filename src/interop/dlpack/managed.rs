//! [`Managed`]: an array in exchange, and what becomes of it here.

use super::abi::{DLDataType, DLDevice, DLManagedTensorVersioned, DLTensor};
use super::header::{Facts, Header, refused};
use crate::error::{ErrorKind, ShapeError};
use crate::rank::{AnyRank, MAX_RANK, Rank};
use crate::tensor::{AnyTensor, DType, HasDType, Tensor, TensorRef, TensorView, TensorViewMut};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Debug, Formatter};
use core::mem::ManuallyDrop;
use core::ptr::{NonNull, null_mut};

/// An array in exchange with another library: owns a struct of DLPack, and calls its deleter when it is dropped.
///
/// `H` is the struct: [`DLManagedTensorVersioned`] or [`DLManagedTensor`](super::DLManagedTensor). Rank and
/// element type are values here; [`into_tensor`](Managed::into_tensor) and [`view`](Managed::view) check them.
///
/// ```
/// use holor::DType;
/// use holor::interop::dlpack::Managed;
/// use holor::prelude::*;
///
/// let m = tensor![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
/// let first = m.as_ptr();
/// let array: Managed = Managed::export(m);
/// assert_eq!((array.dtype(), array.shape()), (DType::F32, &[2, 3][..]));
///
/// let raw = array.into_raw(); // another library takes it, and gives back one of its own
/// // SAFETY: the struct is whole and its elements live, since an exported tensor is given back unchanged.
/// let array = unsafe { Managed::from_raw(raw) }?;
/// let back: Tensor<f32, 2> = array.into_tensor()?;
/// assert_eq!((back.shape(), back.as_ptr()), ([2, 3], first)); // nothing was copied
/// # Ok::<(), ShapeError>(())
/// ```
#[doc(alias("DLManagedTensor", "capsule"))]
pub struct Managed<H: Header = DLManagedTensorVersioned> {
    owner: Owner<H>,
    facts: Facts,
}

/// Gives an array back when it is dropped.
struct Owner<H: Header>(NonNull<H>);

// SAFETY: the deleter may run on any thread (invariant 6), and an owner does nothing else.
unsafe impl<H: Header> Send for Owner<H> {}

impl<H: Header> Drop for Owner<H> {
    fn drop(&mut self) {
        // SAFETY: the struct is there until it is given back (invariant 6); of every version it has a deleter.
        let deleter = unsafe { H::deleter(self.0.as_ptr()) };
        if let Some(deleter) = deleter {
            // SAFETY: no tensor reaches the elements any more, and this is the only owner (invariant 6).
            unsafe { deleter(self.0.as_ptr()) }
        }
    }
}

// SAFETY: elements of a `HasDType` may be read and written by any thread; the owner is `Send` (invariant 6).
unsafe impl<H: Header> Send for Managed<H> {}
// SAFETY: a shared reference reads facts, and elements of a `HasDType`, which nothing writes (invariant 2).
unsafe impl<H: Header> Sync for Managed<H> {}

/// An exported tensor: the struct, what it points at, and the elements.
#[repr(C)]
struct Export<H, T> {
    /// First, so that a pointer to it is one to the whole.
    header: H,
    shape: [i64; MAX_RANK],
    strides: [i64; MAX_RANK],
    tensor: AnyTensor<T>,
}

/// The deleter of an exported tensor.
unsafe extern "C" fn take_back<H: Header, T: HasDType>(header: *mut H) {
    // SAFETY: made by `export` from a box of this type, and given back once (invariant 3).
    drop(unsafe { Box::from_raw(header.cast::<Export<H, T>>()) });
}

impl<H: Header> Managed<H> {
    /// Hands out a tensor; copies no element, except of a shared tensor into the struct without flags.
    ///
    /// The elements of a tensor that is not [shared](Tensor::is_shared) go out writable. Those of a shared one go
    /// out read-only; since `DLManagedTensor` cannot say so, they are copied for it.
    ///
    /// ```
    /// use holor::interop::dlpack::{DLManagedTensor, Managed};
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let shared: Managed = Managed::export(m.clone());
    /// assert!(shared.is_read_only());
    /// assert_eq!(shared.view::<i32, 2>()?.as_ptr(), m.as_ptr());
    ///
    /// let copied: Managed<DLManagedTensor> = Managed::export(m.clone());
    /// assert_ne!(copied.view::<i32, 2>()?.as_ptr(), m.as_ptr());
    ///
    /// drop((shared, copied));
    /// let moved: Managed = Managed::export(m);
    /// assert!(!moved.is_read_only());
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// A rank above 12 is refused:
    ///
    /// ```compile_fail,E0277
    /// use holor::interop::dlpack::Managed;
    /// use holor::prelude::*;
    ///
    /// let m = Tensor::<f32, 13>::zeros([1; 13]);
    /// let array: Managed = Managed::export(m); // has rank 12 at most, found `Rank<13>`
    /// ```
    ///
    /// numpy and torch: `__dlpack__`, `to_dlpack`.
    #[doc(alias("to_dlpack", "__dlpack__"))]
    pub fn export<T: HasDType>(tensor: impl Into<AnyTensor<T>>) -> Self {
        let tensor = tensor.into();
        let is_shared = tensor.is_shared();
        if is_shared && !H::FLAGGED {
            let shape = tensor.shape().to_vec();
            let copy = AnyTensor::from_vec(tensor.to_vec(), &shape);
            return Self::pack(copy.expect("the shape is that of the elements"), false);
        }
        Self::pack(tensor, is_shared)
    }

    fn pack<T: HasDType>(tensor: AnyTensor<T>, is_read_only: bool) -> Self {
        let (rank, elements): (usize, &TensorRef<T, MAX_RANK>) = (tensor.rank(), tensor.elements());
        let (shape, strides) = (elements.shape(), elements.strides());
        // From the pointer of the buffer, through which it may be written if nobody shares it.
        let first = elements.as_ptr().cast_mut().cast();
        let data = if tensor.is_empty() { null_mut() } else { first };
        let mut dl_tensor = DLTensor {
            data,
            device: DLDevice::CPU,
            ndim: rank as i32,
            dtype: DLDataType::from(T::DTYPE),
            shape: null_mut(),
            strides: null_mut(),
            byte_offset: 0,
        };
        let new = |dl_tensor| H::new(dl_tensor, take_back::<H, T>, is_read_only);
        let export = Box::into_raw(Box::new(Export {
            header: new(dl_tensor),
            shape: shape.map(|size| size as i64),
            strides: strides.map(|stride| stride as i64),
            tensor,
        }));
        let last = |sizes: *mut [i64; MAX_RANK]| sizes.cast::<i64>().wrapping_add(MAX_RANK - rank);
        // SAFETY: the box was just leaked, and lives until the array is given back (invariant 3).
        dl_tensor.shape = last(unsafe { &raw mut (*export).shape });
        // SAFETY: as above.
        dl_tensor.strides = last(unsafe { &raw mut (*export).strides });
        // SAFETY: as above; nobody has seen the struct yet.
        unsafe { (*export).header = new(dl_tensor) };
        let owner = Owner(NonNull::new(export.cast()).expect("a box is not null"));
        let facts = Facts { dtype: T::DTYPE, rank, shape, strides, first: data, is_read_only };
        Managed { owner, facts }
    }

    /// Takes over a struct that another library made; reads no element.
    ///
    /// What it says is checked before anything is believed of it: device, rank, element type, sizes, and that all
    /// elements have addresses. The deleter is called if there is an error.
    ///
    /// # Safety
    /// - `raw` points at a struct as DLPack defines it, of any version, which the caller gives up. Its deleter may
    ///   be called on any thread.
    /// - `shape` and `strides`, if not null, point at `ndim` numbers. Each index selects an initialised element,
    ///   and all of them lie in one allocation, which lives until the deleter is called. An element of `bool` that
    ///   was 0 or 1 stays 0 or 1.
    /// - Nothing else writes to these elements while they are read or borrowed, by a method of this type or of a
    ///   tensor that was made of it.
    ///
    /// # Errors
    /// `from_raw: device is CUDA 0, expected CPU`, and in the same form for a version other than 1, a rank
    /// above 12, an element type that is not a [`DType`], a size below zero, null where elements are, and elements
    /// outside of memory. When the shape is too large:
    /// `from_raw: [4, 4611686018427387904]: more elements than memory can address`.
    ///
    /// numpy and torch: `from_dlpack`.
    #[doc(alias = "from_dlpack")]
    pub unsafe fn from_raw(raw: NonNull<H>) -> Result<Self, ShapeError> {
        let owner = Owner(raw);
        // SAFETY: the caller's promise.
        let version = unsafe { H::version(raw.as_ptr()) };
        if version.major != 1 {
            let value = format!("{}.{}", version.major, version.minor);
            return Err(refused(&[], "version", value, "1"));
        }
        // SAFETY: the caller's promise, of a known version.
        let is_read_only = unsafe { H::is_read_only(raw.as_ptr()) };
        // SAFETY: as above.
        let tensor = unsafe { H::tensor(raw.as_ptr()) };
        // SAFETY: the caller's promise.
        let facts = unsafe { Facts::read(&tensor, is_read_only) }?;
        Ok(Managed { owner, facts })
    }

    /// Gives the struct up, to another library, which calls its deleter in the end.
    ///
    /// numpy and torch: the pointer in a capsule of `__dlpack__`.
    #[must_use = "without a call of the deleter, the array is never freed"]
    pub fn into_raw(self) -> NonNull<H> {
        ManuallyDrop::new(self.owner).0
    }

    /// Returns the type of the elements.
    pub fn dtype(&self) -> DType {
        self.facts.dtype
    }

    /// Returns the rank: the number of axes.
    pub fn rank(&self) -> usize {
        self.facts.rank
    }

    /// Returns the shape: the size of each axis.
    pub fn shape(&self) -> &[usize] {
        &self.facts.shape[MAX_RANK - self.facts.rank..]
    }

    /// Returns the stride of each axis, in elements.
    pub fn strides(&self) -> &[isize] {
        &self.facts.strides[MAX_RANK - self.facts.rank..]
    }

    /// Returns whether the elements must not be written.
    ///
    /// [`DLManagedTensor`](super::DLManagedTensor) cannot say so: one that was taken over counts as read-only.
    ///
    /// numpy: `flags.writeable`.
    pub fn is_read_only(&self) -> bool {
        self.facts.is_read_only
    }

    /// Converts to a tensor of rank `R`, if rank and element type are these; copies no element.
    ///
    /// The tensor keeps the array of the other library, whose deleter is called when the last tensor that owns
    /// the buffer is dropped. It is read-only: the first write [copies](Tensor#clone-and-copy-on-write).
    ///
    /// ```
    /// use holor::interop::dlpack::Managed;
    /// use holor::prelude::*;
    ///
    /// let array: Managed = Managed::export(tensor![[1, 2], [3, 4]]);
    /// let mut m: Tensor<i32, 2> = array.into_tensor()?;
    /// m += 1; // copies
    /// assert_eq!(m, tensor![[2, 3], [4, 5]]);
    ///
    /// let array: Managed = Managed::export(m);
    /// let error = array.into_tensor::<i32, 3>().unwrap_err();
    /// assert_eq!(error.to_string(), "into_tensor: [2, 2]: expected rank 3, found rank 2");
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RankDiffers`](ErrorKind::RankDiffers) if the rank is not `R`. When the element type is another one:
    /// `into_tensor: [2, 2]: dtype is i32, expected f32`. When an element is not aligned, or a byte of `bool` is
    /// neither 0 nor 1. The deleter is called then.
    ///
    /// numpy and torch: `from_dlpack`.
    pub fn into_tensor<T: HasDType, const R: usize>(self) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: AnyRank,
    {
        let first = self.first_of::<T>("into_tensor", Some(R))?;
        let (shape, strides) = self.facts.last();
        // SAFETY: the elements are there and not written until the owner is dropped (invariants 1, 2 and 6).
        unsafe { Tensor::from_raw_parts_with_owner(first, shape, strides, self.owner) }
            .map_err(|error| error.during("into_tensor"))
    }

    /// Converts to a tensor whose rank is a value, if the element type is `T`; copies no element.
    ///
    /// As [`into_tensor`](Managed::into_tensor), for programs that accept several ranks.
    ///
    /// ```
    /// use holor::interop::dlpack::Managed;
    /// use holor::prelude::*;
    ///
    /// let array: Managed = Managed::export(tensor![[1.0, 2.0], [3.0, 4.0]]);
    /// let any: AnyTensor<f64> = array.into_any()?;
    /// assert_eq!(match_rank!(&any, x in [1, 2] => x.sum(All).item(), _ => 0.0), 10.0);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As `into_tensor`, except that every rank will do.
    pub fn into_any<T: HasDType>(self) -> Result<AnyTensor<T>, ShapeError> {
        let first = self.first_of::<T>("into_any", None)?;
        let Facts { shape, strides, rank, .. } = self.facts;
        // SAFETY: as in `into_tensor` (invariants 1, 2 and 6).
        let tensor =
            unsafe { Tensor::from_raw_parts_with_owner(first, shape, strides, self.owner) };
        Ok(AnyTensor::of_last(tensor.map_err(|error| error.during("into_any"))?, rank))
    }

    /// Borrows the elements as a view of rank `R`, if rank and element type are these; copies no element.
    ///
    /// ```
    /// use holor::interop::dlpack::Managed;
    /// use holor::prelude::*;
    ///
    /// let array: Managed = Managed::export(tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    /// let m: TensorView<'_, f64, 2> = array.view()?;
    /// assert_eq!((m.shape(), m.sum(Last)), ([2, 3], tensor![6.0, 15.0]));
    ///
    /// let error = array.view::<f32, 2>().unwrap_err();
    /// assert_eq!(error.to_string(), "view: [2, 3]: dtype is f64, expected f32");
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`into_tensor`](Managed::into_tensor). The array is kept.
    pub fn view<T: HasDType, const R: usize>(&self) -> Result<TensorView<'_, T, R>, ShapeError>
    where
        Rank<R>: AnyRank,
    {
        let first = self.first_of::<T>("view", Some(R))?;
        let (shape, strides) = self.facts.last();
        // SAFETY: the elements are there and not written while this is borrowed (invariants 1, 2 and 6).
        unsafe { TensorView::from_raw_parts(first, shape, strides) }
            .map_err(|error| error.during("view"))
    }

    /// Borrows the elements for writing as a mutable view of rank `R`; copies no element.
    ///
    /// The other library sees what is written.
    ///
    /// ```
    /// use holor::interop::dlpack::Managed;
    /// use holor::prelude::*;
    ///
    /// let mut array: Managed = Managed::export(tensor![[1, 2], [3, 4]]);
    /// // SAFETY: the array was not handed to anyone.
    /// unsafe { array.view_mut::<i32, 2>() }?.row(0).fill(0);
    /// assert_eq!(array.into_tensor::<i32, 2>()?, tensor![[0, 0], [3, 4]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Safety
    /// Nothing else reads or writes the elements while the view lives.
    ///
    /// # Errors
    /// As [`view`](Managed::view). When the elements are [read-only](Managed::is_read_only):
    /// `view_mut: [2, 2]: the array is read-only, expected writable elements`. When two indices may share an
    /// element: `view_mut: [2, 2]: two indices may share an element`.
    pub unsafe fn view_mut<T: HasDType, const R: usize>(
        &mut self,
    ) -> Result<TensorViewMut<'_, T, R>, ShapeError>
    where
        Rank<R>: AnyRank,
    {
        if self.facts.is_read_only {
            let expected = "writable elements";
            return Err(self.wrong("view_mut", "the array", "read-only".into(), expected));
        }
        let first = self.first_of::<T>("view_mut", Some(R))?;
        let (shape, strides) = self.facts.last();
        // SAFETY: the elements are there (invariants 1 and 6), and the caller's promise.
        unsafe { TensorViewMut::from_raw_parts_mut(first, shape, strides) }
            .map_err(|error| error.during("view_mut"))
    }

    /// The first element, if rank and element type are these and each element is a `T`.
    fn first_of<T: HasDType>(
        &self,
        operation: &'static str,
        rank: Option<usize>,
    ) -> Result<*mut T, ShapeError> {
        let Facts { shape, strides, .. } = self.facts;
        let found = self.facts.rank;
        if let Some(expected) = rank.filter(|rank| *rank != found) {
            let kind = ErrorKind::RankDiffers { expected, found };
            return Err(ShapeError::new(operation, &[self.shape()], kind));
        }
        if self.facts.dtype != T::DTYPE {
            return Err(self.wrong(
                operation,
                "dtype",
                format!("{}", self.dtype()),
                T::DTYPE.name(),
            ));
        }
        let first = self.facts.first;
        if !first.cast::<T>().is_aligned() {
            let value = format!("{} bytes past a multiple of it", first.addr() % align_of::<T>());
            return Err(self.wrong(
                operation,
                "the address",
                value,
                "the alignment of the elements",
            ));
        }
        if T::DTYPE == DType::Bool {
            // SAFETY: the elements are there, whatever byte they are (invariants 1, 2 and 6).
            let bytes = unsafe {
                TensorView::<u8, MAX_RANK>::from_raw_parts(first.cast(), shape, strides)
            }?;
            if let Some(byte) = bytes.iter().find(|byte| **byte > 1) {
                return Err(self.wrong(
                    operation,
                    "an element",
                    format!("{byte}"),
                    "0 or 1 for bool",
                ));
            }
        }
        Ok(first.cast())
    }

    #[cold]
    fn wrong(
        &self,
        operation: &'static str,
        name: &'static str,
        value: String,
        expected: &'static str,
    ) -> ShapeError {
        ShapeError::new(operation, &[self.shape()], ErrorKind::Argument { name, value, expected })
    }
}

/// Writes element type, shape, strides and whether the elements are read-only.
impl<H: Header> Debug for Managed<H> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Managed")
            .field("dtype", &self.facts.dtype)
            .field("shape", &self.shape())
            .field("strides", &self.strides())
            .field("is_read_only", &self.facts.is_read_only)
            .finish()
    }
}
