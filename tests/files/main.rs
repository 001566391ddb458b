//! Files: against those that Python's libraries wrote, against the system, and against bad input.
//!
//! `tests/fixtures/files/make.py` wrote the files, and with `--check` reads those that tests named `written_` left in
//! the folder `HOLOR_FILES`.

mod atomic;
mod large;
mod made;
mod npy;
mod npz;
mod refused;
mod safetensors;
mod text;
