//! Exchange by `DLPack`: with structs made by hand, and with those of another implementation.

mod by_hand;
mod hostile;
mod other_crate;
mod out;
