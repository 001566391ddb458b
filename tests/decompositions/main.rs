//! Decompositions of matrices (feature `linalg`).

#[path = "../common/caught.rs"]
mod caught;
#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod extremes;
mod field;
mod numpy;
mod panics;
mod properties;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod registers;
