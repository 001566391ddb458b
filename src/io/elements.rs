//! Elements of files: shared where they lie in bytes, made to tensors of either order.

use super::bytes::FileBytes;
use super::{FileError, FileErrorKind};
use crate::layout::Order;
use crate::rank::MAX_RANK;
use crate::tensor::{
    AnyTensor, HasDType, Tensor, TensorRef, bytes_of, elements_in, extend_from_bytes,
};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use std::io::Write;

/// The number of bytes that are read or swapped at once.
pub(super) const PIECE: usize = 1 << 16;

/// Whether the numbers of a file have their bytes in another order than those of this machine.
pub(super) fn is_foreign(is_big_endian: bool) -> bool {
    is_big_endian != cfg!(target_endian = "big")
}

/// The number of elements of a shape and their bytes, if memory can address them.
pub(super) fn counted(shape: &[usize], element_size: usize) -> Option<(usize, u64)> {
    // As for any layout, sizes of zero do not make the others harmless.
    let sizes = shape.iter().filter(|size| **size > 0);
    let count = sizes.copied().try_fold(1usize, usize::checked_mul)?;
    let bytes = count.checked_mul(element_size)?;
    isize::try_from(bytes).ok()?;
    match shape.contains(&0) {
        true => Some((0, 0)),
        false => Some((count, bytes as u64)),
    }
}

/// The elements of a file before they have a rank.
pub(super) enum Elements<T> {
    Read(Vec<T>),
    Shared(FilePart<T>),
}

/// Elements that lie in the bytes of a file.
pub(super) struct FilePart<T> {
    bytes: FileBytes,
    range: Range<usize>,
    elements: PhantomData<fn() -> T>,
}

impl<T: HasDType> AsRef<[T]> for FilePart<T> {
    fn as_ref(&self) -> &[T] {
        let bytes = self.bytes.as_ref().get(self.range.clone());
        bytes.and_then(elements_in).expect("the bytes of a file stay where and what they are")
    }
}

impl<T: HasDType> Elements<T> {
    /// Shares the elements that lie in bytes, or copies them where they are of another byte order or at an address
    /// that is not aligned.
    pub(super) fn share(
        bytes: &FileBytes,
        range: Range<usize>,
        swap: bool,
    ) -> Result<Self, FileError> {
        let part = &bytes.as_ref()[range.clone()];
        let is_shared = (!swap || size_of::<T>() == 1) && elements_in::<T>(part).is_some();
        if is_shared && !part.is_empty() {
            return Ok(Elements::Shared(FilePart {
                bytes: bytes.clone(),
                range,
                elements: PhantomData,
            }));
        }
        let mut elements = Vec::new();
        reserve(&mut elements, part.len() / size_of::<T>(), range.start as u64)?;
        append(&mut elements, part, swap, range.start as u64)?;
        Ok(Elements::Read(elements))
    }

    /// The tensor of a shape, which has as many elements.
    pub(super) fn into_tensor<const R: usize>(
        self,
        shape: [usize; R],
        order: Order,
    ) -> Result<Tensor<T, R>, FileError> {
        let made = match self {
            Elements::Read(elements) => Tensor::from_vec_with_order(elements, shape, order),
            Elements::Shared(part) => match order {
                Order::ColMajor => {
                    let mut strides = [1; R];
                    for axis in 1..R {
                        // Not larger than the number of elements, which are in memory.
                        strides[axis] = strides[axis - 1] * shape[axis - 1] as isize;
                    }
                    Tensor::from_owner_strided(part, shape, strides, 0)
                }
                _ => Tensor::from_owner(part, shape),
            },
        };
        made.map_err(|error| FileError::new(FileErrorKind::Shape(error)))
    }

    /// The tensor of a rank that is not known.
    pub(super) fn into_any(self, shape: &[usize], order: Order) -> Result<AnyTensor<T>, FileError> {
        expect_any_rank(shape).map_err(FileError::new)?;
        let mut full = [1; MAX_RANK];
        full[MAX_RANK - shape.len()..].copy_from_slice(shape);
        Ok(AnyTensor::of_last(self.into_tensor(full, order)?, shape.len()))
    }
}

/// Checks that an [`AnyTensor`] has the rank.
pub(super) fn expect_any_rank(shape: &[usize]) -> Result<(), FileErrorKind> {
    match shape.len() {
        ..=MAX_RANK => Ok(()),
        rank => Err(FileErrorKind::unexpected("rank", rank, alloc::format!("at most {MAX_RANK}"))),
    }
}

/// Makes room for elements, the first of which is at a place of the file; an error if there is no memory for them.
pub(super) fn reserve<T>(elements: &mut Vec<T>, more: usize, at: u64) -> Result<(), FileError> {
    let reserved = elements.try_reserve_exact(more);
    reserved.map_err(|error| FileError::at(at, FileErrorKind::Io(error.into())))
}

/// Appends elements given as bytes, the first of which is at a place of the file.
pub(super) fn append<T: HasDType>(
    elements: &mut Vec<T>,
    bytes: &[u8],
    swap: bool,
    at: u64,
) -> Result<(), FileError> {
    let len = elements.len();
    if !extend_from_bytes(elements, bytes) {
        // Of whole elements only those of `bool` can be wrong.
        let wrong = bytes.iter().position(|&byte| byte > 1).unwrap_or(0);
        return Err(FileError::unexpected(at + wrong as u64, "a bool", bytes[wrong], "0 or 1"));
    }
    if swap {
        elements[len..].iter_mut().for_each(|x| *x = x.swap_bytes());
    }
    Ok(())
}

/// Writes the elements of a tensor in row-major order.
pub(super) fn write_elements<T: HasDType, const R: usize>(
    writer: &mut impl Write,
    tensor: &TensorRef<T, R>,
    swap: bool,
) -> Result<(), FileError> {
    match tensor.as_slice() {
        Some(elements) if !swap => writer.write_all(bytes_of(elements))?,
        _ => {
            let mut elements = tensor.iter().map(|&x| if swap { x.swap_bytes() } else { x });
            let mut piece: Vec<T> = Vec::with_capacity(tensor.len().min(PIECE / size_of::<T>()));
            loop {
                piece.clear();
                piece.extend(elements.by_ref().take(PIECE / size_of::<T>()));
                if piece.is_empty() {
                    break;
                }
                writer.write_all(bytes_of(&piece))?;
            }
        }
    }
    Ok(())
}
