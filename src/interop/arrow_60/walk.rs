//! [`ColumnWalk`]: from a column through its lists to the elements, with the shape and the nulls that are met.

use super::arrow_array::cast::AsArray;
use super::arrow_array::{Array, ArrayRef, GenericListArray, OffsetSizeTrait};
use super::arrow_schema::DataType;
use crate::error::ErrorKind;
use alloc::vec;
use alloc::vec::Vec;

/// A column whose lists are taken apart.
pub(super) struct ColumnWalk {
    /// The number of rows, and the length of the lists of each level.
    pub(super) shape: Vec<usize>,
    /// All elements in row-major order.
    pub(super) elements: ArrayRef,
    /// The index of the first null: of a row, of a list or of an element.
    pub(super) null: Option<Vec<usize>>,
    /// Which elements are null, or in a list that is, if there is a null.
    pub(super) nulls: Option<Vec<bool>>,
}

impl ColumnWalk {
    /// Takes the lists of a column apart.
    pub(super) fn of(column: &dyn Array) -> Result<ColumnWalk, ErrorKind> {
        let shape = vec![column.len()];
        let has_elements = has_elements(column.data_type());
        let mut walk =
            ColumnWalk { shape, elements: column.slice(0, column.len()), null: None, nulls: None };
        loop {
            walk.see_nulls();
            let (size, elements) = match walk.elements.data_type() {
                DataType::FixedSizeList(..) => {
                    let lists = walk.elements.as_fixed_size_list();
                    (lists.value_length() as usize, lists.values().clone())
                }
                DataType::List(_) => walk.same_length(walk.elements.as_list::<i32>())?,
                DataType::LargeList(_) => walk.same_length(walk.elements.as_list::<i64>())?,
                _ => return Ok(walk),
            };
            walk.nulls = walk.nulls.filter(|_| has_elements).map(|nulls| {
                nulls.into_iter().flat_map(|null| core::iter::repeat_n(null, size)).collect()
            });
            walk.shape.push(size);
            walk.elements = elements;
        }
    }

    /// Notes the nulls of the level that is reached.
    fn see_nulls(&mut self) {
        let Some(validity) = self.elements.nulls().filter(|nulls| nulls.null_count() > 0) else {
            return;
        };
        if self.null.is_none() {
            let first = validity.iter().position(|valid| !valid);
            self.null = first.map(|flat| index_of(flat, &self.shape));
        }
        let nulls = self.nulls.get_or_insert_with(|| vec![false; validity.len()]);
        for (null, valid) in nulls.iter_mut().zip(validity) {
            *null |= !valid;
        }
    }

    /// The length of all lists, and their elements; or the first list whose length is another one.
    fn same_length<O: OffsetSizeTrait>(
        &self,
        lists: &GenericListArray<O>,
    ) -> Result<(usize, ArrayRef), ErrorKind> {
        let offsets = lists.value_offsets();
        let mut lengths = offsets.windows(2).map(|ends| ends[1].as_usize() - ends[0].as_usize());
        let Some(first) = lengths.next() else {
            return Ok((0, lists.values().slice(0, 0)));
        };
        if let Some((row, other)) = (1..).zip(lengths).find(|&(_, other)| other != first) {
            let index = index_of(row, &self.shape);
            return Err(ErrorKind::Ragged { index, first, other });
        }
        Ok((first, lists.values().slice(offsets[0].as_usize(), first * lists.len())))
    }
}

/// Whether the lists of a column hold elements of a tensor. Others take no memory, perhaps, and may be of any length:
/// an array of nulls is its length.
fn has_elements(mut data_type: &DataType) -> bool {
    while let DataType::FixedSizeList(item, _) | DataType::List(item) | DataType::LargeList(item) =
        data_type
    {
        data_type = item.data_type();
    }
    data_type.is_primitive() || *data_type == DataType::Boolean
}

/// The index of an element by its place in row-major order.
pub(super) fn index_of(mut flat: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (at, &size) in index.iter_mut().zip(shape).rev() {
        *at = flat % size.max(1);
        flat /= size.max(1);
    }
    index
}
