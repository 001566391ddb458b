//! Numbers and texts from the front of bytes.

use super::GgufError;
use std::ops::Range;

/// Reads bytes from the front; its errors name the byte of the file.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At a place of the file, which is in it.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Cursor { bytes, at }
    }

    /// The number of bytes before the next one.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// The number of bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Skips bytes; returns where they are.
    pub(super) fn skip(&mut self, count: u64, what: &str) -> Result<Range<usize>, GgufError> {
        let (at, left) = (self.at, self.left());
        if count > left as u64 {
            return Err(GgufError::at(at, format!("{what}: expected {count} bytes, found {left}")));
        }
        // At most what is left.
        self.at += count as usize;
        Ok(at..self.at)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], GgufError> {
        let range = self.skip(N as u64, what)?;
        Ok(self.bytes[range].try_into().expect("`N` bytes"))
    }

    pub(super) fn u8(&mut self, what: &str) -> Result<u8, GgufError> {
        Ok(self.array::<1>(what)?[0])
    }

    pub(super) fn u16(&mut self, what: &str) -> Result<u16, GgufError> {
        Ok(u16::from_le_bytes(self.array(what)?))
    }

    pub(super) fn u32(&mut self, what: &str) -> Result<u32, GgufError> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    pub(super) fn u64(&mut self, what: &str) -> Result<u64, GgufError> {
        Ok(u64::from_le_bytes(self.array(what)?))
    }

    /// A number of things that take at least `smallest` bytes each.
    pub(super) fn count(&mut self, smallest: usize, what: &str) -> Result<usize, GgufError> {
        let at = self.at;
        let count = self.u64(what)?;
        // Things that follow; what is left is less than what memory can address.
        let most = self.left() / smallest;
        match count <= most as u64 {
            true => Ok(count as usize),
            false => Err(GgufError::at(at, format!("{what} is {count}, expected at most {most}"))),
        }
    }

    /// A text with its length in front.
    pub(super) fn text(&mut self, what: &str) -> Result<&'a str, GgufError> {
        let len = self.u64(what)?;
        let range = self.skip(len, what)?;
        std::str::from_utf8(&self.bytes[range.clone()]).map_err(|error| {
            let at = range.start + error.valid_up_to();
            GgufError::at(at, format!("{what} has a byte {:#04x}, expected UTF-8", self.bytes[at]))
        })
    }
}
