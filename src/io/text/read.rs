//! Readers of text.

use super::element::Word;
use super::lines::Lines;
use super::{TextElement, TextOptions, TextRank};
use crate::io::{FileError, FileErrorKind};
use crate::rank::Rank;
use crate::tensor::{DType, Tensor};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Reads a text file of numbers as a tensor of rank 1 or 2.
///
/// Each line is a row; `\n`, `\r\n` or `\r` ends it. Empty lines, comments and a byte order mark at the beginning are
/// skipped. A tensor of rank 1 is one column or one row. A file without numbers is a tensor without elements.
///
/// ```
/// use holor::io::text::{TextOptions, read_text, write_text};
/// use holor::prelude::*;
///
/// let path = std::env::temp_dir().join("holor_read.csv");
/// std::fs::write(&path, "1,2\n3,x\n")?;
/// let text = read_text::<f64, 2>(&path, &TextOptions::csv()).unwrap_err().to_string();
/// assert!(text.ends_with("holor_read.csv: line 2, column 2: a word is `x`, expected f64"));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// use holor::io::text::{TextOptions, read_text};
///
/// read_text::<f64, 3>("a.txt", &TextOptions::new()); // rank 1 or 2, found `Rank<3>`
/// ```
///
/// # Errors
/// When the file cannot be read. When a word is not a number of the type: `` a.csv: line 2, column 2: a word is `x`,
/// expected f64 ``. When a line has more or fewer numbers than the first one: `a.csv: line 3, column 2: the number of
/// columns is 1, expected 2`. When a table of several rows and columns is read as rank 1: `a.csv: line 1, column 1: [2,
/// 3]: expected rank 1, found rank 2`. When a line is not UTF-8. When there is no memory for the numbers. When the
/// options are [refused](TextOptions#errors), before the file is opened.
///
/// numpy: `loadtxt`, `genfromtxt`.
#[doc(alias("loadtxt", "genfromtxt", "csv"))]
pub fn read_text<T: TextElement, const R: usize>(
    path: impl AsRef<Path>,
    options: &TextOptions,
) -> Result<Tensor<T, R>, FileError>
where
    Rank<R>: TextRank,
{
    options.check()?;
    let path = path.as_ref();
    let read = || read_text_from(BufReader::new(File::open(path)?), options);
    read().map_err(|error| error.of(path))
}

/// Reads text with numbers from a reader, or from `text.as_bytes()`.
///
/// # Errors
/// As [`read_text`], without a path.
///
/// numpy: `loadtxt`.
pub fn read_text_from<T: TextElement, const R: usize>(
    reader: impl BufRead,
    options: &TextOptions,
) -> Result<Tensor<T, R>, FileError>
where
    Rank<R>: TextRank,
{
    options.check()?;
    let (elements, rows, columns) = read_rows(reader, options)?;
    // Of rank 1, a row or a column.
    if R == 1 && rows > 1 && columns > 1 {
        return Err(FileError::in_text(1, 1, FileErrorKind::rank(&[rows, columns], 1)));
    }
    let len = elements.len();
    let shape = core::array::from_fn(|axis| match (R, axis) {
        (1, _) => len,
        (_, 0) => rows,
        _ => columns,
    });
    let made = Tensor::from_vec(elements, shape);
    made.map_err(|error| FileError::new(FileErrorKind::Shape(error)))
}

/// The numbers, and the numbers of rows and columns.
fn read_rows<T: TextElement>(
    reader: impl BufRead,
    options: &TextOptions,
) -> Result<(Vec<T>, usize, usize), FileError> {
    let (mut elements, mut rows, mut columns) = (Vec::new(), 0, 0);
    let (mut lines, mut line) = (Lines::new(reader), 0);
    loop {
        line += 1;
        let bytes = match lines.next() {
            Ok(None) => return Ok((elements, rows, columns)),
            Ok(Some(_)) if line <= options.skip_lines => continue,
            Ok(Some(bytes)) => bytes,
            Err(error) => return Err(FileError::in_text(line, 1, FileErrorKind::Io(error))),
        };
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let byte = format!("a byte {:#04x}", bytes[error.valid_up_to()]);
            FileError::in_text(line, 1, FileErrorKind::unexpected("the line", byte, "UTF-8"))
        })?;
        let text = if line == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
        let end = options.comments.0.and_then(|mark| text.find(mark));
        let text = &text[..end.unwrap_or(text.len())];
        if text.trim().is_empty() {
            continue;
        }
        let before = elements.len();
        match options.delimiter {
            Some(delimiter) => push(&mut elements, text.split(delimiter), line)?,
            None => push(&mut elements, text.split_ascii_whitespace(), line)?,
        }
        let found = elements.len() - before;
        if rows == 0 {
            columns = found;
        } else if found != columns {
            let column = found.min(columns) + 1;
            let kind = FileErrorKind::unexpected("the number of columns", found, columns);
            return Err(FileError::in_text(line, column, kind));
        }
        rows += 1;
    }
}

/// Appends the numbers of a line.
fn push<'a, T: TextElement>(
    elements: &mut Vec<T>,
    words: impl Iterator<Item = &'a str>,
    line: usize,
) -> Result<(), FileError> {
    for (i, word) in words.enumerate() {
        let plain = word.trim();
        let quoted = plain.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
        let number = <T as Word>::parse(quoted.unwrap_or(plain).trim());
        let number = number.ok_or_else(|| wrong(plain, T::DTYPE, line, i + 1))?;
        if let Err(error) = elements.try_reserve(1) {
            return Err(FileError::in_text(line, i + 1, FileErrorKind::Io(error.into())));
        }
        elements.push(number);
    }
    Ok(())
}

#[cold]
fn wrong(word: &str, expected: DType, line: usize, column: usize) -> FileError {
    // As much as an error shows: the word may be as long as the file.
    let word: String = word.chars().take(100).collect();
    let word = format!("`{word}`");
    FileError::in_text(line, column, FileErrorKind::unexpected("a word", word, expected))
}
