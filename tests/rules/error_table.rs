//! `docs/errors.md` says of each operation how it can fail: this compares it with the source.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The source of the public surface, joined.
fn source() -> String {
    fn read(folder: &Path, all: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, all);
            } else {
                all.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut all = String::new();
    for layer in ["tensor", "ops", "notation"] {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer), &mut all);
    }
    all
}

/// The words of the row of the table that begins with `class`, of its last column.
fn listed(class: &str) -> BTreeSet<String> {
    let table = include_str!("../../docs/errors.md");
    let row = table.lines().find(|line| line.starts_with(&format!("| {class}"))).unwrap();
    let column = row.split('|').nth(3).unwrap();
    let quoted = column.split('`').skip(1).step_by(2);
    quoted.flat_map(str::split_whitespace).map(str::to_string).collect()
}

/// The names that stand between `before` and a character that no name has.
fn names<'a>(source: &'a str, before: &str) -> BTreeSet<&'a str> {
    source
        .match_indices(before)
        .map(|(at, _)| {
            let rest = &source[at + before.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap();
            &rest[..end]
        })
        .collect()
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
fn what_panics_has_a_twin_and_the_other_way_round() {
    let source = source();
    let panics: BTreeSet<String> =
        listed("panics at your line").iter().map(|name| name.replace('!', "")).collect();
    // Rows of tables of views, `name or try_name`, and functions.
    let mut twins = names(&source, " or try_");
    twins.extend(names(&source, "pub fn try_"));
    twins.extend(names(&source, "#[macro_export]\nmacro_rules! try_"));
    twins.remove("name"); // the patterns of the table of views
    twins.remove("name_mut");
    twins.remove("");
    for twin in &twins {
        let found = panics.contains(*twin) || panics.contains(&format!("try_{twin}"));
        assert!(found, "`try_{twin}` is missing from the table");
    }
    for name in &panics {
        let name = name.strip_prefix("try_").unwrap_or(name);
        let zipped = ["minimum", "powf"].contains(&name);
        let is_twin = |word: &str| word == format!("try_{name}");
        let has_twin = source.split(|c: char| !c.is_alphanumeric() && c != '_').any(is_twin);
        assert!(zipped || has_twin, "`{name}` has no twin `try_{name}`");
    }
}

#[test]
fn what_is_infallible_has_no_twin() {
    let source = source();
    for name in listed("infallible") {
        let exists = !results(&source, &name).is_empty()
            || source.contains(&format!("\n    {name}["))
            || source.contains(&format!("\n    {name} "));
        assert!(exists, "there is no `{name}`");
        let twin = format!("try_{name}");
        assert!(!names(&source, "fn try_").contains(&twin[4..]), "`{name}` has a twin");
    }
}

#[test]
fn the_other_classes_are_what_they_return() {
    let source = source();
    for (class, start) in [("`Result` only", "Result<"), ("`Option`", "Option<")] {
        for name in listed(class) {
            let results = results(&source, &name);
            assert!(!results.is_empty() || source.contains(&name), "there is no `{name}`");
            for result in results {
                assert!(result.starts_with(start), "`{name}` returns {result}");
            }
        }
    }
}
