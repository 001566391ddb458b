//! Misuses of the crate, what the compiler says about each, and its nearest correct program.
//!
//! `fail/<family>/<name>.rs` does not compile; its first line is `// <class>: <the mistake>`.
//! `pass/<family>/<name>.rs` is its twin: the same program without the mistake. `compiler.rs` compiles
//! the misuses, all at once, and `message.rs` reads what rustc says about each. `messages.rs` compares
//! it: to the letter with `fail/<family>/<name>.stderr` where that is there, which is so for one misuse
//! of each kind of message at least, and by code and first line with a row of `messages.tsv` for the
//! others. `rules.rs` says what no message may contain, `twins.rs` runs the twins, `list.rs` writes the
//! table in `../docs/misuse.md`. With the feature `numerics`, all of this is about the misuses in `numerics/`, which has
//! the same folders: without it, nothing that those need is compiled.
//!
//! The messages hold for the compiler that `rust-toolchain.toml` pins (1.95.0) and for no other. After
//! a change that is meant, `UPDATE=1 cargo test --test ui` writes everything anew: texts, table, page,
//! list of twins, the number in the README. Then read the difference as a user would.

mod compiler;
#[cfg(not(feature = "numerics"))]
mod list;
mod message;
mod messages;
mod rules;
mod twins;

use message::Message;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::{env, fs};

/// The folder of the misuses and their twins.
const ROOT: &str = if cfg!(feature = "numerics") { "numerics/" } else { "" };

/// A program that does not compile.
struct Case {
    /// `family/name`.
    name: String,
    /// `A` for a message in holor's words, `B` for one in rustc's.
    class: char,
    mistake: String,
    source: String,
}

/// A case and what the compiler says.
struct Misuse {
    name: String,
    class: char,
    #[cfg_attr(feature = "numerics", expect(dead_code, reason = "for the list in the docs"))]
    mistake: String,
    message: Message,
}

/// Returns all misuses in the order of their names, compiled once for all tests.
fn misuses() -> &'static [Misuse] {
    static MISUSES: LazyLock<Result<Vec<Misuse>, String>> = LazyLock::new(compile);
    MISUSES.as_ref().unwrap_or_else(|compiled| panic!("no mistake for the compiler: {compiled}"))
}

fn compile() -> Result<Vec<Misuse>, String> {
    let cases: Vec<Case> = names("fail", "rs").into_iter().map(case).collect();
    let mut said = compiler::messages(&cases);
    let (mut misuses, mut compiled) = (Vec::new(), Vec::new());
    for Case { name, class, mistake, .. } in cases {
        match said.remove(&name) {
            Some(said) => {
                misuses.push(Misuse { name, class, mistake, message: Message::new(&said) });
            }
            None => compiled.push(name),
        }
    }
    if compiled.is_empty() { Ok(misuses) } else { Err(compiled.join(", ")) }
}

fn case(name: String) -> Case {
    let source = fs::read_to_string(format!("{ROOT}fail/{name}.rs")).unwrap();
    let head = source.lines().next().and_then(|line| line.strip_prefix("// "));
    let (class, mistake) = match head.and_then(|head| head.split_once(": ")) {
        Some(("A", mistake)) => ('A', mistake.to_owned()),
        Some(("B", mistake)) => ('B', mistake.to_owned()),
        _ => panic!("{name}.rs: the first line is not `// A: ...` or `// B: ...`"),
    };
    Case { name, class, mistake, source }
}

/// Returns the `family/name` of the files with an extension.
fn names(folder: &str, extension: &str) -> BTreeSet<String> {
    let entries = |path: &str| {
        let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
    };
    let mut names = BTreeSet::new();
    for family in entries(&format!("{ROOT}{folder}")) {
        for file in entries(&format!("{ROOT}{folder}/{family}")) {
            if let Some(name) = file.strip_suffix(extension).and_then(|name| name.strip_suffix('.'))
            {
                names.insert(format!("{family}/{name}"));
            }
        }
    }
    names
}

/// Tells whether files are to be written anew.
fn updating() -> bool {
    env::var_os("UPDATE").is_some()
}

/// Compares a file with what it should be, or writes it.
fn check(path: &str, expected: &str) -> Result<(), String> {
    let committed = fs::read_to_string(path).unwrap_or_default();
    if committed == expected {
        return Ok(());
    }
    if updating() {
        fs::write(path, expected).unwrap();
        return Ok(());
    }
    let (mut old, mut new) = (committed.lines(), expected.lines());
    loop {
        let (old, new) = (old.next(), new.next());
        if old != new || old.is_none() {
            let [old, new] = [old, new].map(|line| line.unwrap_or("(the end)"));
            return Err(format!("{path} differs\n  committed: {old}\n  now:       {new}"));
        }
    }
}

/// Panics if there are faults, one in a line.
fn report(faults: &[String]) {
    let hint = "`UPDATE=1 cargo test --test ui` writes files anew";
    assert!(faults.is_empty(), "{}\n{hint}", faults.join("\n"));
}

#[test]
fn every_misuse_has_its_twin() {
    let misuses = names("fail", "rs");
    assert_eq!(misuses, names("pass", "rs"), "left: fail, right: pass");
    let texts = names("fail", "stderr");
    let alone: Vec<_> = texts.difference(&misuses).collect();
    assert!(alone.is_empty(), "no programs for {alone:?}");
    assert!(misuses.len() >= 100, "{} misuses", misuses.len());
}
