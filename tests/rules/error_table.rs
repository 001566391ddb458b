//! `docs/errors.md` says of each operation how it can fail: this compares it with the source.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Where the public functions and methods are, and where the macros are.
const METHODS: [&str; 5] =
    ["tensor", "ops", "layout/mod.rs", "layout/index.rs", "storage/cache.rs"];
const MACROS: &str = "notation";

/// The files of a part of the source.
pub(super) fn sources(part: &str) -> Vec<String> {
    fn read(path: &Path, all: &mut Vec<String>) {
        if !path.is_dir() {
            return all.push(fs::read_to_string(path).unwrap());
        }
        for entry in fs::read_dir(path).unwrap() {
            read(&entry.unwrap().path(), all);
        }
    }
    let mut all = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(part), &mut all);
    all
}

pub(super) fn whole_source() -> String {
    METHODS.into_iter().chain([MACROS]).flat_map(sources).collect::<Vec<_>>().join("\n")
}

/// The name that a text begins with, and what follows.
pub(super) fn name_of(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len()))
}

/// The names of all public functions and methods: those written as such, and those in the rows of
/// tables (`name[..]`, `name or try_name`, `name: "what it does"`, `name = KERNEL`, `name "alias"`).
pub(super) fn operations() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for source in METHODS.into_iter().flat_map(sources) {
        let mut before = "";
        for line in source.lines() {
            let row = line.trim_start();
            let is_row = line.len() == row.len() + 4;
            let documented = before.starts_with("///") || before.starts_with("#[doc");
            before = row;
            let function = row.strip_prefix("pub fn ").or(row.strip_prefix("pub const fn "));
            if let Some(function) = function {
                found.insert(name_of(function).0.to_string());
            }
            let (name, rest) = name_of(row.strip_prefix("mut ").unwrap_or(row));
            let rest = match rest.strip_prefix(" [") {
                Some(aliases) => aliases.split_once(']').map_or("", |(_, rest)| rest),
                None => rest,
            };
            let is_view = documented && (rest.starts_with('[') || rest.starts_with(" or try_"));
            let is_function = rest.starts_with(": \"")
                || (rest.starts_with(" = ") && rest.contains(", |"))
                || (rest.starts_with(" \"") && rest.contains("[Partial"));
            if is_row && (is_view || is_function)
                || row.starts_with("mut ") && rest.starts_with(" or ")
            {
                found.insert(name.to_string());
            }
        }
    }
    found.retain(|name| !name.is_empty() && !name.starts_with("__"));
    assert!(found.len() > 200, "only {} operations found", found.len());
    found
}

/// The names of all functions, methods and macros that begin with `try_`.
pub(super) fn twins() -> BTreeSet<String> {
    let joined = whole_source();
    let mut found = BTreeSet::new();
    for before in [" or try_", "pub fn try_", "#[macro_export]\nmacro_rules! try_", "    try_"] {
        for (at, _) in joined.match_indices(before) {
            let (name, rest) = name_of(&joined[at + before.len()..]);
            // The last is that of the table of operators: `try_add Add add "+" ..`.
            if before != "    try_" || rest.starts_with(' ') && rest.contains('"') {
                found.insert(name.to_string());
            }
        }
    }
    found.retain(|name| !name.is_empty() && !name.starts_with("name") && name != "op");
    found
}

/// A section of the document, without its heading.
fn section(heading: &str) -> &'static str {
    let document = include_str!("../../docs/errors.md");
    let (_, rest) = document.split_once(&format!("\n# {heading}\n")).expect(heading);
    rest.split("\n# ").next().unwrap()
}

/// The names of operations in a column of the tables of a text; macros without the `!`.
fn listed(text: &str, column: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with('|')) {
        let row = row.replace("\\|", "");
        let cell = row.split('|').nth(column + 1).unwrap();
        for word in cell.split('`').skip(1).step_by(2).flat_map(str::split_whitespace) {
            let word = word.strip_suffix('!').unwrap_or(word);
            if name_of(word).1.is_empty() && !word.starts_with(char::is_uppercase) {
                found.insert(word.to_string());
            }
        }
    }
    found
}

struct Classes {
    infallible: BTreeSet<String>,
    with_twin: BTreeSet<String>,
    without_twin: BTreeSet<String>,
    result: BTreeSet<String>,
    option: BTreeSet<String>,
}

fn classes() -> Classes {
    let (with_twin, without_twin) = section("Panics").split_once("**Without a").unwrap();
    Classes {
        infallible: listed(section("Infallible"), 1),
        with_twin: listed(with_twin, 1),
        without_twin: listed(without_twin, 0),
        result: listed(section("Result"), 1),
        option: listed(section("Option"), 1),
    }
}

/// What the public functions named so return; empty if there is none.
fn results<'a>(source: &'a str, name: &str) -> Vec<&'a str> {
    let starts = ["<", "("].map(|next| format!("pub fn {name}{next}"));
    let found = starts.iter().flat_map(|start| source.match_indices(start.as_str()));
    found
        .map(|(at, _)| {
            let header = &source[at..at + source[at..].find('{').unwrap()];
            let header = header.split("\n    where").next().unwrap();
            header.split(") -> ").last().unwrap().trim()
        })
        .collect()
}

#[test]
fn every_operation_is_in_one_class() {
    let classes = classes();
    let all = [
        &classes.infallible,
        &classes.with_twin,
        &classes.without_twin,
        &classes.result,
        &classes.option,
    ];
    let operations = operations();
    for name in operations.iter().filter(|name| !name.starts_with("try_")) {
        let count = all.iter().filter(|class| class.contains(name)).count();
        assert_eq!(count, 1, "`{name}` is in {count} classes");
    }
    let joined = whole_source();
    for name in all.into_iter().flatten() {
        let is_macro = joined.contains(&format!("#[macro_export]\nmacro_rules! {name} "));
        assert!(is_macro || operations.contains(name), "there is no `{name}`");
    }
}

#[test]
fn what_panics_has_a_twin_and_the_other_way_round() {
    let (classes, twins) = (classes(), twins());
    for name in &classes.with_twin {
        assert!(twins.contains(name), "`{name}` has no twin `try_{name}`");
    }
    let operators = listed(section("Panics").split_once("**Without a").unwrap().1, 2);
    for name in &twins {
        let listed = classes.with_twin.contains(name) || operators.contains(&format!("try_{name}"));
        assert!(listed, "`try_{name}` is missing from the table");
    }
    for name in classes.infallible.iter().chain(&classes.without_twin) {
        assert!(!twins.contains(name), "`{name}` has a twin");
    }
}

#[test]
fn the_other_classes_are_what_they_return() {
    let (classes, source) = (classes(), whole_source());
    for (class, start) in [(classes.result, "Result<"), (classes.option, "Option<")] {
        for name in class {
            let results = results(&source, &name);
            assert!(!results.is_empty(), "there is no `{name}`");
            for result in results {
                assert!(result.starts_with(start), "`{name}` returns {result}");
            }
        }
    }
}

#[test]
fn names_are_made_by_the_rules() {
    let operations = operations();
    for name in operations.iter().filter(|name| !name.starts_with("try_")) {
        let base = match name.split_once("_with_") {
            Some((base, _)) => Some(base),
            None => name.strip_suffix("_as").or(name.strip_prefix("par_")),
        };
        if let Some(base) = base {
            assert!(
                operations.contains(base),
                "`{name}` is a form of `{base}`, which is not there"
            );
        }
    }
    for name in listed(section("Names"), 2) {
        let name = name.strip_prefix("try_").unwrap_or(&name);
        assert!(operations.contains(name), "there is no `{name}`");
    }
}
