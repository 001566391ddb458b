//! Numbers in text: CSV, and columns between spaces, as `np.savetxt` writes and `np.loadtxt` reads them.
//!
//! `options.rs` what differs from file to file, `element.rs` numbers as words, `lines.rs` lines, `read.rs` and `write.rs`
//! tensors. There is no package behind it: numbers need no quotes, and `core` reads and writes them exactly.
//!
//! ```
//! use holor::io::text::{TextOptions, read_text_from, write_text_to};
//! use holor::prelude::*;
//!
//! let csv = "time,speed\n0.5,12\n1.0,15.5 # late\n\n1.5,13\n";
//! let options = TextOptions::csv().with_skip_lines(1);
//! let m: Tensor<f64, 2> = read_text_from(csv.as_bytes(), &options)?;
//! assert_eq!(m, tensor![[0.5, 12.0], [1.0, 15.5], [1.5, 13.0]]);
//!
//! let mut out = Vec::new();
//! write_text_to(&mut out, &m.column(1), &TextOptions::new())?;
//! assert_eq!(out, b"12.0\n15.5\n13.0\n");
//! # Ok::<(), holor::io::FileError>(())
//! ```

mod element;
mod lines;
mod options;
mod read;
mod write;

pub use element::TextElement;
pub use options::{TextOptions, TextRank};
pub use read::{read_text, read_text_from};
pub use write::{write_text, write_text_to};
