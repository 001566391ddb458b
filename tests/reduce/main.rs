//! Reductions and scans.

#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/fuse.rs"]
mod fuse;
#[path = "../common/oracle.rs"]
mod oracle;

mod axes;
mod best_elements;
mod extremes;
mod numpy;
mod precision;
mod scan;
mod short_ways;
mod types;
