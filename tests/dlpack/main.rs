//! Exchange by `DLPack`, with structs made by hand. `bridge-tests` has those of another implementation.

mod by_hand;
mod hostile;
mod out;
