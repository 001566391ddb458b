//! What an element costs as there are more of them, and where there might be a cliff.

use crate::bench::Bench;

pub const ROWS: &[fn(&mut Bench)] = &[];
