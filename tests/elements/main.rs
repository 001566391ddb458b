//! What makes tensors of elements: constructors, operators and functions, joins; equality, and texts.

#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod elementwise;
mod equal;
mod generate;
mod join;
mod make;
mod rows;
mod show;
