//! Metadata: values of thirteen types.

use super::GgufError;
use super::cursor::Cursor;
use std::ops::Range;

/// The depth of lists in lists that is read; files have lists of texts and numbers.
const DEEPEST: usize = 4;

/// A value of the metadata.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// A whole number that is not negative, of 8 to 64 bits.
    Unsigned(u64),
    /// A whole number of 8 to 64 bits.
    Signed(i64),
    /// A number of 32 bits.
    F32(f32),
    /// A number of 64 bits.
    F64(f64),
    /// Yes or no.
    Bool(bool),
    /// A text.
    Text(&'a str),
    /// Values of one type.
    List(List<'a>),
}

impl Value<'_> {
    /// What the value is, with an article.
    pub fn name(&self) -> &'static str {
        match self {
            Value::Unsigned(_) | Value::Signed(_) => "a whole number",
            Value::F32(_) | Value::F64(_) => "a float",
            Value::Bool(_) => "a bool",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
        }
    }
}

impl TryFrom<Value<'_>> for usize {
    type Error = &'static str;

    fn try_from(value: Value<'_>) -> Result<Self, Self::Error> {
        let size = match value {
            Value::Unsigned(number) => number.try_into().ok(),
            Value::Signed(number) => number.try_into().ok(),
            _ => None,
        };
        size.ok_or("a size")
    }
}

impl TryFrom<Value<'_>> for f32 {
    type Error = &'static str;

    fn try_from(value: Value<'_>) -> Result<Self, Self::Error> {
        match value {
            Value::F32(number) => Ok(number),
            _ => Err("a float of 32 bits"),
        }
    }
}

impl TryFrom<Value<'_>> for bool {
    type Error = &'static str;

    fn try_from(value: Value<'_>) -> Result<Self, Self::Error> {
        match value {
            Value::Bool(yes) => Ok(yes),
            _ => Err("a bool"),
        }
    }
}

impl<'a> TryFrom<Value<'a>> for &'a str {
    type Error = &'static str;

    fn try_from(value: Value<'a>) -> Result<Self, Self::Error> {
        match value {
            Value::Text(text) => Ok(text),
            _ => Err("a text"),
        }
    }
}

impl<'a> TryFrom<Value<'a>> for List<'a> {
    type Error = &'static str;

    fn try_from(value: Value<'a>) -> Result<Self, Self::Error> {
        match value {
            Value::List(list) => Ok(list),
            _ => Err("a list"),
        }
    }
}

/// Values of one type, that stay in the file until they are iterated over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct List<'a> {
    kind: u32,
    len: usize,
    /// Exactly the values, which were read once.
    bytes: &'a [u8],
}

impl<'a> List<'a> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the values.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Value<'a>> {
        let mut cursor = Cursor::new(self.bytes, 0);
        (0..self.len).map(move |_| {
            let entry = Entry::read(&mut cursor, self.kind, 0).expect("a list that was read once");
            entry.value(self.bytes)
        })
    }
}

/// A value with places of the file instead of borrows.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Plain(Value<'static>),
    Text(Range<usize>),
    List { kind: u32, len: usize, range: Range<usize> },
}

impl Entry {
    /// Reads a value of a type.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        kind: u32,
        depth: usize,
    ) -> Result<Self, GgufError> {
        const WHAT: &str = "a value";
        Ok(Entry::Plain(match kind {
            0 => Value::Unsigned(cursor.u8(WHAT)?.into()),
            1 => Value::Signed(cursor.u8(WHAT)?.cast_signed().into()),
            2 => Value::Unsigned(cursor.u16(WHAT)?.into()),
            3 => Value::Signed(cursor.u16(WHAT)?.cast_signed().into()),
            4 => Value::Unsigned(cursor.u32(WHAT)?.into()),
            5 => Value::Signed(cursor.u32(WHAT)?.cast_signed().into()),
            6 => Value::F32(f32::from_bits(cursor.u32(WHAT)?)),
            7 => {
                let at = cursor.place();
                match cursor.u8(WHAT)? {
                    byte @ (0 | 1) => Value::Bool(byte == 1),
                    byte => {
                        return Err(GgufError::at(
                            at,
                            format!("a bool is {byte}, expected 0 or 1"),
                        ));
                    }
                }
            }
            8 => {
                let text = cursor.text("a text")?;
                let end = cursor.place();
                return Ok(Entry::Text(end - text.len()..end));
            }
            9 => return Entry::read_list(cursor, depth),
            10 => Value::Unsigned(cursor.u64(WHAT)?),
            11 => Value::Signed(cursor.u64(WHAT)?.cast_signed()),
            12 => Value::F64(f64::from_bits(cursor.u64(WHAT)?)),
            _ => {
                let what = format!("the type of a value is {kind}, expected 0 to 12");
                return Err(GgufError::at(cursor.place(), what));
            }
        }))
    }

    fn read_list(cursor: &mut Cursor<'_>, depth: usize) -> Result<Self, GgufError> {
        if depth == DEEPEST {
            let what = format!("lists are in {depth} lists, expected fewer");
            return Err(GgufError::at(cursor.place(), what));
        }
        let at = cursor.place();
        let kind = cursor.u32("the type of a list")?;
        let smallest = match kind {
            0 | 1 | 7 => 1,
            2 | 3 => 2,
            4..=6 => 4,
            8 | 10..=12 => 8,
            9 => 12,
            _ => {
                let what = format!("the type of a list is {kind}, expected 0 to 12");
                return Err(GgufError::at(at, what));
            }
        };
        let len = cursor.count(smallest, "the length of a list")?;
        let start = cursor.place();
        for _ in 0..len {
            Entry::read(cursor, kind, depth + 1)?;
        }
        Ok(Entry::List { kind, len, range: start..cursor.place() })
    }

    /// The value, of the same bytes that it was read from.
    pub(super) fn value<'a>(&self, bytes: &'a [u8]) -> Value<'a> {
        match self {
            Entry::Plain(value) => *value,
            Entry::Text(range) => {
                let text = std::str::from_utf8(&bytes[range.clone()]);
                Value::Text(text.expect("a text that was checked"))
            }
            Entry::List { kind, len, range } => {
                Value::List(List { kind: *kind, len: *len, bytes: &bytes[range.clone()] })
            }
        }
    }
}
