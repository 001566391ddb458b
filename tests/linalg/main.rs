//! Products of matrices and vectors.

#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod numpy;
mod panics;
mod products;
mod small_floats;
