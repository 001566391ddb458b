//! Who owns elements: copies on write, panics midway, threads.

#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fuse.rs"]
mod fuse;
#[path = "../common/oracle.rs"]
mod oracle;

mod copy_on_write;
mod noted;
mod owners;
mod panics;
mod parallel;
