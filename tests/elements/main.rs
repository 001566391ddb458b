//! What makes tensors of elements: constructors, operators and functions, joins; equality, and texts.

#[path = "../common/disguise.rs"]
mod disguise;
#[macro_use]
#[path = "../common/every_form.rs"]
mod every_form;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod elementwise;
mod equal;
mod forms;
mod generate;
mod html;
mod inference;
mod join;
mod make;
mod rows;
mod show;
