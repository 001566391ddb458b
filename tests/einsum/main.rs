//! `einsum!`, `einsum_path!` and `tensordot`.

#[path = "../common/caught.rs"]
mod caught;
#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod numpy;
mod products;
mod views;
