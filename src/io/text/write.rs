//! Writers of text.

use super::{TextElement, TextOptions, TextRank};
use crate::io::FileError;
use crate::io::replace::replace;
use crate::rank::Rank;
use crate::tensor::TensorRef;
use alloc::string::String;
use std::io::Write;
use std::path::Path;

/// Writes a tensor of rank 1 or 2 as text: a number or a row a line.
///
/// Without [`with_precision`](TextOptions::with_precision), what is read back is the tensor, bit for bit but for the sign
/// and the payload of a NaN, and for the shape of a matrix without elements: text has no place for it, and `[2, 0]` and
/// `[0, 3]` are read back as `[0, 0]`. A header that is [no comment](TextOptions::with_comments) is to be
/// [skipped](TextOptions::with_skip_lines). The file is written under a temporary name in the same folder and renamed
/// at the end.
///
/// ```
/// use holor::io::text::{TextOptions, read_text, write_text};
/// use holor::prelude::*;
///
/// let path = std::env::temp_dir().join("holor_write.csv");
/// let m = tensor![[0.1, 1e300], [-2.0, f64::INFINITY]];
/// write_text(&path, &m, &TextOptions::csv().with_header("low,high"))?;
/// assert_eq!(std::fs::read_to_string(&path)?, "# low,high\n0.1,1e+300\n-2.0,inf\n");
/// assert_eq!(read_text::<f64, 2>(&path, &TextOptions::csv())?, m);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// use holor::io::text::{TextOptions, write_text};
/// use holor::prelude::*;
///
/// let t = Tensor::<f32, 3>::zeros([2, 3, 4]);
/// write_text("a.txt", &t, &TextOptions::new()); // rank 1 or 2, found `Rank<3>`
/// ```
///
/// # Errors
/// When the file cannot be written: `a.csv: No space left on device (os error 28)`. When the options are
/// [refused](TextOptions#errors), before the file is created.
///
/// numpy: `savetxt`.
#[doc(alias("savetxt", "csv"))]
pub fn write_text<T: TextElement, const R: usize>(
    path: impl AsRef<Path>,
    tensor: &TensorRef<T, R>,
    options: &TextOptions,
) -> Result<(), FileError>
where
    Rank<R>: TextRank,
{
    options.check()?;
    replace(path.as_ref(), |file| write_text_to(file, tensor, options))
}

/// Writes a tensor of rank 1 or 2 as text to a writer.
///
/// # Errors
/// When the writer fails. When the options are [refused](TextOptions#errors), before anything is written.
///
/// numpy: `savetxt`.
pub fn write_text_to<T: TextElement, const R: usize>(
    mut writer: impl Write,
    tensor: &TensorRef<T, R>,
    options: &TextOptions,
) -> Result<(), FileError>
where
    Rank<R>: TextRank,
{
    options.check()?;
    let mut text = String::new();
    let header = options.header.as_ref().map(|header| header.replace("\r\n", "\n"));
    for line in header.iter().flat_map(|header| header.split(['\n', '\r'])) {
        text.extend(options.comments.0);
        text.push_str(if options.comments.0.is_some() { " " } else { "" });
        text.push_str(line);
        text.push('\n');
    }
    writer.write_all(text.as_bytes())?;
    let columns = tensor.shape().get(1).copied().unwrap_or(1);
    let rows = tensor.shape()[0];
    let mut elements = tensor.iter();
    for _ in 0..rows {
        text.clear();
        for (i, x) in elements.by_ref().take(columns).enumerate() {
            if i > 0 {
                text.push(options.delimiter.unwrap_or(' '));
            }
            x.push(options.precision, &mut text);
        }
        text.push('\n');
        writer.write_all(text.as_bytes())?;
    }
    Ok(())
}
