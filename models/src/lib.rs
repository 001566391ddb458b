//! Networks that people know, with their published weights: each is a module here and a program in `bin/`.
//!
//! `python3 models/fetch.py` fetches the weights.

use std::path::PathBuf;

pub mod chat;
pub mod embed;
pub mod gguf;
pub mod vad;

/// Returns where a file of weights is.
///
/// # Errors
/// When it was not fetched: the text is the command that does.
pub fn weights(model: &str, file: &str) -> Result<PathBuf, String> {
    let folder = std::env::var_os("HOLOR_MODELS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../target/models")),
        PathBuf::from,
    );
    let path = folder.join(model).join(file);
    match path.exists() {
        true => Ok(path),
        false => Err(format!(
            "{} is missing: run `python3 models/fetch.py {model}` first",
            path.display()
        )),
    }
}
