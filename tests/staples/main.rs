//! Beyond the core: indices, order and sets, joins, functions of numbers, statistics, products over
//! batches, windows.

#[path = "../common/disguise.rs"]
mod disguise;
#[path = "../common/fixtures.rs"]
mod fixtures;
#[path = "../common/oracle.rs"]
mod oracle;

mod batches;
mod edge;
mod index;
mod join;
mod numbers;
mod order;
mod statistics;
mod windows;
