//! `rearrange!`, `reduce!`, `repeat!`, `dims!`, `axis_names!`.

#[path = "../common/caught.rs"]
mod caught;
#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod by_value;
mod einops;
mod recipes;
mod refused;
mod sealed;
