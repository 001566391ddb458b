//! Rules that hold for the whole crate: its structure, its errors, its traits.

#[path = "../common/caught.rs"]
mod caught;
#[path = "../common/fixtures.rs"]
mod fixtures;

mod accuracy;
mod auto_traits;
mod beside_ndarray;
mod bridge_table;
mod caller_lines;
mod error_table;
mod figures;
mod first_contact;
mod fixtures_format;
mod generic_callers;
mod inference;
mod layers;
mod names;
mod numpy_names;
mod readme;
mod refusals;
mod safety;
mod surface;
mod thresholds;
mod topic_index;
