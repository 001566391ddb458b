//! Views and iterators.

#[path = "../common/caught.rs"]
mod caught;
#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod facts;
mod iterate;
mod iterate_mut;
mod methods;
mod properties;
