//! Misuses of the crate, what the compiler says about each, and its nearest correct program.
//!
//! `fail/<name>.rs` does not compile, with the message in `<name>.stderr`; its first line
//! is `// <class>: <the mistake>`. `pass/<name>.rs` is its twin: the same program without
//! the mistake. `twins.rs` runs the twins, `rules.rs` says what a message may not contain,
//! `list.rs` writes the table in `../docs/misuse.md`.
//!
//! The messages are compared to the letter, so they hold for the compiler that
//! `rust-toolchain.toml` pins (1.95.0) and for no other. After a change that is meant,
//! `TRYBUILD=overwrite cargo test --test ui misuses` writes them anew and
//! `UPDATE=1 cargo test --test ui list` the table; then read the difference as a user would.

mod list;
mod rules;
mod twins;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A misuse as it stands in its two files.
struct Misuse {
    name: String,
    /// `A` for a message in holor's words, `B` for one in rustc's.
    class: char,
    mistake: String,
    /// What the compiler says, all of it.
    message: String,
}

impl Misuse {
    /// Returns the text of the first error, without `error[E0277]: `.
    fn first_line(&self) -> &str {
        self.error().1
    }

    /// Returns the code of the first error; a few of rustc's have none.
    fn code(&self) -> &str {
        self.error().0
    }

    fn error(&self) -> (&str, &str) {
        let mut errors = self.message.lines().filter_map(|line| line.strip_prefix("error"));
        let error = errors.next().unwrap_or_else(|| panic!("{}: no error", self.name));
        let (code, text) = error.split_once(": ").expect("an error has a text");
        (code.trim_matches(['[', ']']), text)
    }
}

/// Reads all misuses, in the order of their names.
fn misuses() -> Vec<Misuse> {
    let fail = Path::new("fail");
    let read = |name: &str, extension| {
        let path = fail.join(name).with_extension(extension);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let misuse = |name: String| {
        let (source, message) = (read(&name, "rs"), read(&name, "stderr"));
        let head = source.lines().next().and_then(|line| line.strip_prefix("// "));
        let (class, mistake) = match head.and_then(|head| head.split_once(": ")) {
            Some(("A", mistake)) => ('A', mistake.to_owned()),
            Some(("B", mistake)) => ('B', mistake.to_owned()),
            _ => panic!("{name}.rs: the first line is not `// A: ...` or `// B: ...`"),
        };
        Misuse { name, class, mistake, message }
    };
    names("fail", "rs").into_iter().map(misuse).collect()
}

/// Returns the names of the files with an extension, without it.
fn names(folder: &str, extension: &str) -> BTreeSet<String> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn misuses_do_not_compile_and_say_what_is_expected() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}

#[test]
fn every_misuse_has_its_message_and_its_twin() {
    let misuses = names("fail", "rs");
    let twins: BTreeSet<String> = twins::NAMES.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(misuses, names("fail", "stderr"), "left: .rs, right: .stderr");
    assert_eq!(misuses, names("pass", "rs"), "left: fail, right: pass");
    assert_eq!(misuses, twins, "left: fail, right: the list in twins.rs");
    assert!(misuses.len() >= 50, "{} misuses", misuses.len());
}
