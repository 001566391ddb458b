//! The part of JSON that headers of safetensors are written in: objects, strings, lists of sizes.

use crate::io::FileError;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a text from the front; its errors name the byte of the file.
pub(super) struct Json<'a> {
    text: &'a str,
    at: usize,
    /// The place of the text in the file.
    start: u64,
}

impl<'a> Json<'a> {
    pub(super) fn new(text: &'a str, start: u64) -> Self {
        Json { text, at: 0, start }
    }

    /// The place of the next token in the file.
    pub(super) fn place(&mut self) -> u64 {
        self.spaces();
        self.start + self.at as u64
    }

    fn spaces(&mut self) {
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
        self.at += self.text.as_bytes()[self.at..].iter().take_while(is_space).count();
    }

    fn peek(&mut self) -> Option<u8> {
        self.spaces();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips a byte if it is the next one; returns whether it is.
    fn skips(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), FileError> {
        match self.skips(byte) {
            true => Ok(()),
            false => Err(self.unexpected(what)),
        }
    }

    /// Reads an object: calls `member` with each key and its place, before the value.
    pub(super) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, String, u64) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        self.expect(b'{', "an object")?;
        if self.skips(b'}') {
            return Ok(());
        }
        loop {
            let at = self.place();
            let key = self.string()?;
            self.expect(b':', "`:`")?;
            member(self, key, at)?;
            if !self.skips(b',') {
                return self.expect(b'}', "`,` or `}`");
            }
        }
    }

    /// Reads a list of sizes.
    pub(super) fn sizes(&mut self) -> Result<Vec<usize>, FileError> {
        self.expect(b'[', "a list of numbers")?;
        let mut sizes = Vec::new();
        if self.skips(b']') {
            return Ok(sizes);
        }
        loop {
            self.spaces();
            let rest = &self.text[self.at..];
            let word = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
            let has_zeros = word.len() > 1 && word.starts_with('0');
            let size = word.parse().ok().filter(|_| !has_zeros);
            sizes.push(size.ok_or_else(|| self.unexpected("a size"))?);
            self.at += word.len();
            if !self.skips(b',') {
                self.expect(b']', "`,` or `]`")?;
                return Ok(sizes);
            }
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Result<String, FileError> {
        self.expect(b'"', "a string")?;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let len =
                rest.bytes().take_while(|&byte| byte >= b' ' && byte != b'"' && byte != b'\\');
            let len = len.count();
            string.push_str(&rest[..len]);
            self.at += len;
            match rest.as_bytes().get(len) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => string.push(self.escaped()?),
                _ => return Err(self.unexpected("`\"`")),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, FileError> {
        let wrong = |json: &Self| json.unexpected("an escaped character");
        let letter = *self.text.as_bytes().get(self.at + 1).ok_or_else(|| wrong(self))?;
        let character = match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let high = self.hex(self.at + 2).ok_or_else(|| wrong(self))?;
                // A character above U+FFFF is written as two of these.
                let low = self.text.as_bytes()[self.at + 6..].starts_with(b"\\u");
                let low = if low { self.hex(self.at + 8) } else { None };
                let pair = core::char::decode_utf16([Some(high), low].into_iter().flatten());
                let found =
                    pair.into_iter().next().and_then(Result::ok).ok_or_else(|| wrong(self))?;
                self.at += 6 * found.len_utf16();
                return Ok(found);
            }
            _ => return Err(wrong(self)),
        };
        self.at += 2;
        Ok(character)
    }

    /// The four hexadecimal digits at a place.
    fn hex(&self, at: usize) -> Option<u16> {
        let digits = self.text.get(at..at + 4)?;
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        u16::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    }

    /// Ends the text: only spaces follow.
    pub(super) fn end(&mut self) -> Result<(), FileError> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("the end of the header")),
        }
    }

    #[cold]
    pub(super) fn unexpected(&self, expected: &'static str) -> FileError {
        let rest = &self.text[self.at..];
        let found = match rest {
            "" => "at its end".into(),
            _ => format!("`{}`", rest.chars().take(16).collect::<String>()),
        };
        FileError::unexpected(self.start + self.at as u64, "the header", found, expected)
    }
}

/// Appends a string with its quotes.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => out.push(c),
        }
    }
    out.push('"');
}
