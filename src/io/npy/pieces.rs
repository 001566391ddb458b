//! Reads elements in pieces, so that memory grows with what is there.

use crate::io::elements::{Elements, PIECE, append, reserve};
use crate::io::{FileError, FileErrorKind};
use crate::tensor::HasDType;
use alloc::vec;
use alloc::vec::Vec;
use std::io::{ErrorKind, Read};

impl<T: HasDType> Elements<T> {
    /// Reads elements in pieces, so that the memory is at most twice what the reader gives, or what `is_there`
    /// says that there is. The position of the first one is for errors.
    pub(super) fn read(
        reader: &mut impl Read,
        at: u64,
        count: usize,
        swap: bool,
        is_there: bool,
    ) -> Result<Self, FileError> {
        let size = size_of::<T>();
        let mut elements = Vec::new();
        if is_there {
            reserve(&mut elements, count, at)?;
        }
        let mut piece = vec![0; PIECE.min(count * size)];
        while elements.len() < count {
            let wanted = (count - elements.len()).min(PIECE / size);
            let bytes = &mut piece[..wanted * size];
            let start = at + (elements.len() * size) as u64;
            let found = fill(reader, bytes)
                .map_err(|error| FileError::at(start, FileErrorKind::Io(error)))?;
            if found < bytes.len() {
                let found = start - at + found as u64;
                let expected = (count * size) as u64;
                return Err(FileError::at(at, FileErrorKind::Truncated { expected, found }));
            }
            if elements.capacity() - elements.len() < wanted {
                let more = elements.len().max(wanted).min(count - elements.len());
                reserve(&mut elements, more, at)?;
            }
            append(&mut elements, bytes, swap, start)?;
        }
        Ok(Elements::Read(elements))
    }
}

/// Reads until the buffer is full or the reader ends; returns the number of bytes read.
pub(super) fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut found = 0;
    while found < buffer.len() {
        match reader.read(&mut buffer[found..]) {
            Ok(0) => break,
            Ok(more) => found += more,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}
