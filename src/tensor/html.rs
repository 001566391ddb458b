//! Tables in HTML, for notebooks.
//!
//! As in `show.rs`, the arrangement depends on sizes only and is compiled once; the generic functions pass a
//! closure that writes one element.

use super::show::{EDGE, THRESHOLD};
use super::{AnyTensor, TensorRef};
use crate::rank::MAX_RANK;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::type_name;
use core::fmt::{self, Display, Write};

/// The style of the table. It names no colour, so that the text has the colour of the page, dark or light.
const TABLE: &str =
    "font-family:monospace;white-space:pre;text-align:right;border-spacing:0.75em 0.15em";
/// The styles of the caption and of the indices at the margins, which stand back behind the elements.
const CAPTION: &str = "text-align:left;opacity:0.75";
const MARGIN: &str = "text-align:right;font-weight:normal;opacity:0.75";
const MATRIX: &str = "text-align:left;font-weight:normal;opacity:0.75";

/// Writes the element at an index.
type WriteAt<'a> = &'a dyn Fn(&[usize], &mut Escaped<'_>) -> fmt::Result;

/// Writes text that is no markup. An element with several lines stays on one line of the source: evcxr reads
/// its output line by line, and no element may end it.
struct Escaped<'a>(&'a mut String);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' => self.0.push_str("&#10;"),
                '\r' => self.0.push_str("&#13;"),
                other => self.0.push(other),
            }
        }
        Ok(())
    }
}

/// The indices shown of so many; `None` stands for the ones that are left out.
fn items(count: usize, is_summarised: bool) -> Vec<Option<usize>> {
    if is_summarised && count > 2 * EDGE {
        let tail = (count - EDGE..count).map(Some);
        return (0..EDGE).map(Some).chain([None]).chain(tail).collect();
    }
    (0..count).map(Some).collect()
}

/// Makes the index of an item of a row-major list into indices along axes of these sizes.
fn unravel(mut item: usize, sizes: &[usize], index: &mut [usize]) {
    for (at, size) in index.iter_mut().zip(sizes).rev() {
        *at = item % size;
        item /= size;
    }
}

/// The elements to write and what is shown of them.
struct Table<'a> {
    shape: &'a [usize],
    write: WriteAt<'a>,
    summarised: bool,
    columns: Vec<Option<usize>>,
}

impl Table<'_> {
    /// Writes the matrix along the last two axes at each index of the axes before them, which are one list: so
    /// the summary of a tensor of any rank has at most six matrices.
    fn matrices(&self, out: &mut String, index: &mut [usize], outer: usize) -> fmt::Result {
        out.push_str("<tr><th></th>");
        self.columns.iter().for_each(|&column| margin(out, column, "&hellip;"));
        out.push_str("</tr>\n");
        let sizes = &self.shape[..outer];
        for matrix in items(sizes.iter().product(), self.summarised) {
            if outer > 0 {
                let width = self.columns.len() + 1;
                write!(out, "<tr><th colspan=\"{width}\" style=\"{MATRIX}\">")?;
                match matrix {
                    None => out.push_str("&vellip;"),
                    Some(matrix) => {
                        unravel(matrix, sizes, &mut index[..outer]);
                        out.push('[');
                        index[..outer].iter().try_for_each(|at| write!(out, "{at}, "))?;
                        out.push_str(".., ..]");
                    }
                }
                out.push_str("</th></tr>\n");
            }
            if matrix.is_some() {
                for row in items(self.shape[outer], self.summarised) {
                    out.push_str("<tr>");
                    margin(out, row, "&vellip;");
                    index[outer] = row.unwrap_or(0);
                    self.row(out, index, row.is_some())?;
                }
            }
        }
        Ok(())
    }

    /// Writes the elements along the last axis, or a row that stands for those that are left out.
    fn row(&self, out: &mut String, index: &mut [usize], is_shown: bool) -> fmt::Result {
        for &column in &self.columns {
            out.push_str("<td>");
            match column {
                Some(column) if is_shown => {
                    index[self.shape.len() - 1] = column;
                    (self.write)(index, &mut Escaped(out))?;
                }
                Some(_) => out.push_str("&vellip;"),
                None => out.push_str("&hellip;"),
            }
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
        Ok(())
    }
}

/// Writes an index at the margin.
fn margin(out: &mut String, index: Option<usize>, left_out: &str) {
    out.push_str("<th style=\"");
    out.push_str(MARGIN);
    out.push_str("\">");
    match index {
        Some(index) => out.push_str(&index.to_string()),
        None => out.push_str(left_out),
    }
    out.push_str("</th>");
}

/// Returns the table of a tensor of any rank; `index` has as many numbers as there are axes.
fn of_shape(element: &str, shape: &[usize], index: &mut [usize], write: WriteAt<'_>) -> String {
    let mut out = String::new();
    let written = fill(&mut out, element, shape, index, write);
    written.expect("the `Display` of an element returned an error");
    out
}

fn fill(
    out: &mut String,
    element: &str,
    shape: &[usize],
    index: &mut [usize],
    write: WriteAt<'_>,
) -> fmt::Result {
    write!(out, "<table style=\"{TABLE}\">\n<caption style=\"{CAPTION}\">")?;
    write!(Escaped(out), "{element}, shape {shape:?}")?;
    out.push_str("</caption>\n");
    if !shape.contains(&0) {
        let summarised = shape.iter().product::<usize>() > THRESHOLD;
        let columns = items(shape.last().copied().unwrap_or(1), summarised);
        let table = Table { shape, write, summarised, columns };
        match shape.len() {
            0 => {
                out.push_str("<tr><td>");
                write(index, &mut Escaped(out))?;
                out.push_str("</td></tr>\n");
            }
            1 => {
                out.push_str("<tr>");
                table.columns.iter().for_each(|&column| margin(out, column, "&hellip;"));
                out.push_str("</tr>\n<tr>");
                table.row(out, index, true)?;
            }
            rank => table.matrices(out, index, rank - 2)?,
        }
    }
    out.push_str("</table>\n");
    Ok(())
}

/// Prints a tensor to evcxr, which shows the richest form that it can: a table in a notebook, and the text in a
/// terminal.
#[cfg(feature = "std")]
fn show_in_evcxr(html: &str, text: &str) {
    std::println!("EVCXR_BEGIN_CONTENT text/html\n{html}EVCXR_END_CONTENT");
    std::println!("EVCXR_BEGIN_CONTENT text/plain\n{text}\nEVCXR_END_CONTENT");
}

impl<T: Display, const R: usize> TensorRef<T, R> {
    /// Returns the elements as a table in HTML, with the element type and the shape above it.
    ///
    /// A vector is one row, a matrix is a table, and of a tensor of higher rank there is a table for each matrix
    /// along the last two axes. The indices stand at the margins. A tensor of more than 1000 elements is
    /// summarised, as by `Display`, by three items at either end of each axis, and by three matrices at either
    /// end of their list. The table has no colours of its own: it is read on a dark page as on a light one.
    ///
    /// Each element is written by its `Display`, and what could be markup in it is escaped. `map` gives it
    /// another format:
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1.0_f32, 0.5], [0.25, 2.0]] / 3.0;
    /// assert!(m.to_html().contains("<td>0.33333334</td><td>0.16666667</td>"));
    /// assert!(m.map(|x| format!("{x:.2}")).to_html().contains("<td>0.33</td><td>0.17</td>"));
    /// assert!(tensor!["a < b"].to_html().contains("<td>a &lt; b</td>"));
    /// ```
    ///
    /// A cell of a notebook ([evcxr](https://github.com/evcxr/evcxr)) whose last line is a tensor shows this
    /// table.
    ///
    /// # Panics
    /// When the `Display` of an element returns an error, as `to_string` does.
    ///
    /// pandas: `DataFrame.to_html`, `_repr_html_`.
    #[doc(alias("_repr_html_", "notebook", "Jupyter", "evcxr"))]
    pub fn to_html(&self) -> String {
        of_shape(type_name::<T>(), &self.shape(), &mut [0; R], &|index, out| {
            let mut at = [0; R];
            at.copy_from_slice(index);
            write!(out, "{}", self[at])
        })
    }

    /// Shows the tensor in a notebook: evcxr calls this for the value of a cell.
    #[cfg(feature = "std")]
    #[doc(hidden)]
    pub fn evcxr_display(&self) {
        show_in_evcxr(&self.to_html(), &self.to_string());
    }
}

impl<T: Display> AnyTensor<T> {
    /// Returns the elements as a table in HTML, as [`TensorRef::to_html`] does.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// assert_eq!(AnyTensor::from(m.clone()).to_html(), m.to_html());
    /// ```
    pub fn to_html(&self) -> String {
        let index = &mut [0; MAX_RANK][..self.rank()];
        of_shape(type_name::<T>(), self.shape(), index, &|index, out| {
            let mut at = [0; MAX_RANK];
            at[MAX_RANK - index.len()..].copy_from_slice(index);
            write!(out, "{}", self.elements()[at])
        })
    }

    /// Shows the tensor in a notebook: evcxr calls this for the value of a cell.
    #[cfg(feature = "std")]
    #[doc(hidden)]
    pub fn evcxr_display(&self) {
        show_in_evcxr(&self.to_html(), &self.to_string());
    }
}
