//! [`TextOptions`], and the ranks that text has.

use crate::io::{FileError, FileErrorKind};
use crate::rank::Rank;
use alloc::format;
use alloc::string::String;

/// The options of text with numbers.
///
/// ```
/// use holor::io::text::{TextOptions, read_text_from};
/// use holor::prelude::*;
///
/// let table = "% from the sensor\n1;2\n3;4\n";
/// let options = TextOptions::new().with_delimiter(';').with_comments(Some('%'));
/// let m: Tensor<i32, 2> = read_text_from(table.as_bytes(), &options)?;
/// assert_eq!(m, tensor![[1, 2], [3, 4]]);
/// # Ok::<(), holor::io::FileError>(())
/// ```
///
/// | | [`new`](TextOptions::new) | [`csv`](TextOptions::csv) | numpy |
/// |---|---|---|---|
/// | [delimiter](TextOptions::with_delimiter) | spaces | `,` | `delimiter` |
/// | [comments](TextOptions::with_comments) | from `#` on | from `#` on | `comments` |
/// | [lines skipped](TextOptions::with_skip_lines) | 0 | 0 | `skiprows` |
/// | [header](TextOptions::with_header) | none | none | `header` |
/// | [digits](TextOptions::with_precision) | as many as are needed | as many as are needed | `fmt="%.18e"` |
///
/// # Errors
/// The options are checked by what reads or writes with them. A delimiter or comment character that is a part of numbers
/// is an error: `` the delimiter is `-`, expected a character that no number has ``. These are digits, `+-.()` and the
/// letters of `1e5`, `inf`, `infinity`, `nan`, `1j`, `true` and `false`, whatever the element type. So is a `"`, an end
/// of a line, a space as the comment character, one character for both, and a precision above 65534.
#[derive(Clone, Debug, Default)]
pub struct TextOptions {
    pub(super) delimiter: Option<char>,
    pub(super) comments: Comments,
    pub(super) skip_lines: usize,
    pub(super) header: Option<String>,
    pub(super) precision: Option<usize>,
}

/// The digits after the point that std writes without a panic.
const MOST_DIGITS: usize = 65534;

#[derive(Clone, Copy, Debug)]
pub(super) struct Comments(pub(super) Option<char>);

impl Default for Comments {
    fn default() -> Self {
        Comments(Some('#'))
    }
}

impl TextOptions {
    /// The options of columns that spaces separate, of any number when they are read.
    pub fn new() -> Self {
        TextOptions::default()
    }

    /// The options of comma-separated values. Spaces and a pair of quotes around a number are skipped.
    pub fn csv() -> Self {
        TextOptions::new().with_delimiter(',')
    }

    /// Sets the character between two numbers, such as `'\t'` or `';'`.
    ///
    /// It is a character that no number has, and not that of comments; others are [errors](TextOptions#errors).
    ///
    /// numpy: `delimiter`.
    #[must_use]
    pub fn with_delimiter(mut self, delimiter: char) -> Self {
        self.delimiter = Some(delimiter);
        self
    }

    /// Sets the character that begins a comment: the rest of the line is skipped. `None` skips nothing.
    ///
    /// It is a character that no number has, no space, and not the delimiter; others are [errors](TextOptions#errors).
    ///
    /// numpy: `comments`.
    #[must_use]
    pub fn with_comments(mut self, comments: Option<char>) -> Self {
        self.comments = Comments(comments);
        self
    }

    /// Sets the number of lines at the beginning that a reader skips.
    ///
    /// numpy: `skiprows`.
    #[doc(alias = "skiprows")]
    #[must_use]
    pub fn with_skip_lines(mut self, skip_lines: usize) -> Self {
        self.skip_lines = skip_lines;
        self
    }

    /// Sets a text that a writer puts in front, each line of it as a comment.
    ///
    /// numpy: `header`.
    #[must_use]
    pub fn with_header(mut self, header: &str) -> Self {
        self.header = Some(header.into());
        self
    }

    /// Sets the number of digits after the point that a writer gives a float, with an exponent: 18 are numpy's.
    ///
    /// Without it, a float has as many digits as are needed to read it back as it was.
    ///
    /// numpy: `fmt="%.18e"`.
    #[must_use]
    pub fn with_precision(mut self, precision: usize) -> Self {
        self.precision = Some(precision);
        self
    }

    /// Checks that lines, words and comments can be told apart.
    pub(super) fn check(&self) -> Result<(), FileError> {
        let (delimiter, comments) = (self.delimiter, self.comments.0);
        let delimiter = delimiter.and_then(|mark| {
            let same = Some(mark) == comments;
            let same = same.then_some("a character other than the comment character");
            Some(("the delimiter", mark, other_than(mark).or(same)?))
        });
        let comments = comments.and_then(|mark| {
            let space = mark.is_whitespace().then_some("a character other than a space");
            Some(("the comment character", mark, other_than(mark).or(space)?))
        });
        let kind = match (comments.or(delimiter), self.precision) {
            (Some((name, mark, expected)), _) => {
                FileErrorKind::unexpected(name, format!("`{mark}`"), expected)
            }
            (None, Some(digits)) if digits > MOST_DIGITS => {
                FileErrorKind::unexpected("the precision", digits, format!("at most {MOST_DIGITS}"))
            }
            _ => return Ok(()),
        };
        Err(FileError::new(kind))
    }
}

/// What is expected instead of a character that belongs to numbers or lines.
fn other_than(mark: char) -> Option<&'static str> {
    match mark {
        '\n' | '\r' => Some("a character that ends no line"),
        '"' => Some("a character other than the quote"),
        // The characters of all numbers that `element.rs` reads and writes.
        _ if "0123456789+-.()aefijlnrstuy".contains(mark.to_ascii_lowercase()) => {
            Some("a character that no number has")
        }
        _ => None,
    }
}

mod seal {
    pub trait Sealed {}
}

/// The ranks of a tensor in text: 1, a number a line, and 2, a row a line.
#[diagnostic::on_unimplemented(
    message = "text holds a tensor of rank 1 or 2, found `{Self}`",
    label = "expected rank 1 or 2"
)]
pub trait TextRank: seal::Sealed {}

impl seal::Sealed for Rank<1> {}
impl seal::Sealed for Rank<2> {}
impl TextRank for Rank<1> {}
impl TextRank for Rank<2> {}
