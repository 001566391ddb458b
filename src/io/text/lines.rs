//! [`Lines`]: the lines of a reader, whichever their ends.

use alloc::vec::Vec;
use std::io::{self, BufRead, ErrorKind};

/// The lines of a reader. `\n`, `\r\n` and `\r` end a line.
pub(super) struct Lines<B> {
    reader: B,
    bytes: Vec<u8>,
    /// Whether `\r` ended the last line: a `\n` after it is a part of that end.
    after_return: bool,
}

impl<B: BufRead> Lines<B> {
    pub(super) fn new(reader: B) -> Self {
        Lines { reader, bytes: Vec::new(), after_return: false }
    }

    /// The next line without its end; an error if there is no memory for it.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.bytes.clear();
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let Some(&first) = buffer.first() else {
                return Ok((!self.bytes.is_empty()).then_some(&self.bytes));
            };
            if core::mem::take(&mut self.after_return) && first == b'\n' {
                self.reader.consume(1);
                continue;
            }
            let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &buffer[..end.unwrap_or(buffer.len())];
            self.bytes.try_reserve(part.len())?;
            self.bytes.extend_from_slice(part);
            let Some(end) = end else {
                let len = part.len();
                self.reader.consume(len);
                continue;
            };
            self.after_return = buffer[end] == b'\r';
            self.reader.consume(end + 1);
            return Ok(Some(&self.bytes));
        }
    }
}
