//! `docs/topics.md` lists all methods of `TensorRef` by topic: this compares it with the source.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, files);
        } else {
            files.push(fs::read_to_string(path).unwrap());
        }
    }
}

/// The name with which a text begins; empty if it begins with another character.
fn name(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The items that start at the left margin with `start`, each up to the bracket that closes it.
fn items<'a>(file: &'a str, start: &str) -> Vec<&'a str> {
    let found = file.match_indices(start).filter_map(|(at, _)| {
        let at_margin = at == 0 || file[..at].ends_with('\n');
        let end = file[at..].find("\n}").map_or(file.len(), |end| at + end);
        at_margin.then(|| &file[at..end])
    });
    found.collect()
}

/// The public functions written out in an item. The attributes of a hidden one stand in front of it.
fn functions(item: &str) -> impl Iterator<Item = &str> {
    item.match_indices("pub fn ").filter_map(move |(at, found)| {
        let before = item[..at].lines().rev().skip(1).map(str::trim);
        let mut attributes = before.take_while(|line| line.starts_with('#'));
        let hidden = attributes.any(|line| line == "#[doc(hidden)]");
        let name = name(&item[at + found.len()..]);
        (!hidden && !name.is_empty()).then_some(name)
    })
}

/// The methods that the rows of a table make: each row starts with the name, indented once, and may
/// have `mut name_mut or` further on.
fn rows(table: &str) -> BTreeSet<&str> {
    let named = table.lines().filter_map(|line| line.strip_prefix("    ")).map(name);
    let mutable = table.match_indices("mut ").map(|(at, found)| name(&table[at + found.len()..]));
    let lower = |name: &&str| name.starts_with(|c: char| c.is_ascii_lowercase());
    named.filter(lower).chain(mutable.filter(|name| name.ends_with("_mut"))).collect()
}

/// All public methods of `TensorRef`.
fn methods(files: &[String]) -> BTreeSet<&str> {
    let mut methods = BTreeSet::new();
    for file in files {
        for item in items(file, "impl<") {
            let header = item.lines().next().unwrap();
            if header.contains("> TensorRef<") && !header.contains(" for ") {
                methods.extend(functions(item));
            }
        }
        for makes in items(file, "macro_rules! ") {
            let invoked = format!("{}! {{", name(&makes["macro_rules! ".len()..]));
            let tables = || files.iter().flat_map(|file| items(file, &invoked));
            if makes.contains("#[doc(hidden)]") {
                continue;
            }
            if makes.contains("> TensorRef<T, R> { $(") {
                methods.extend(tables().flat_map(rows));
            } else if tables().any(|table| table.contains("\n    TensorRef,")) {
                methods.extend(functions(makes));
            }
        }
    }
    methods
}

#[test]
fn every_method_has_a_topic() {
    let mut files = Vec::new();
    for layer in ["storage", "tensor", "ops"] {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer), &mut files);
    }
    let methods = methods(&files);
    // A fallible form is found at the method itself.
    let is_twin = |name: &str| name.strip_prefix("try_").is_some_and(|name| methods.contains(name));
    let expected: BTreeSet<&str> = methods.iter().copied().filter(|name| !is_twin(name)).collect();
    assert!(expected.len() > 150, "only {} methods found", expected.len());

    let topics =
        concat!(include_str!("../../docs/topics.md"), include_str!("../../docs/topics_linalg.md"));
    let links =
        topics.match_indices("](Self::").map(|(at, found)| name(&topics[at + found.len()..]));
    let listed: Vec<&str> = links.collect();
    let distinct: BTreeSet<&str> = listed.iter().copied().collect();
    let missing: Vec<_> = expected.difference(&distinct).collect();
    assert!(missing.is_empty(), "methods without a topic: {missing:?}");
    let unknown: Vec<_> = distinct.difference(&expected).collect();
    assert!(unknown.is_empty(), "topics list what is no method: {unknown:?}");
    assert_eq!(listed.len(), distinct.len(), "a method is listed twice");
}
