//! One name, one thing: the types and constants of the lower layers, and the files of the kernels.

use crate::layers::sources;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The folders whose names are used once in the whole crate. Above them, a private name is that of its module.
const LOWER: [&str; 5] = ["/rank/", "/layout/", "/storage/", "/formulas/", "/kernels/"];

/// The name of a type, trait or constant that a line at the margin defines.
fn defined(line: &str) -> Option<&str> {
    let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '(' || c == ')'));
    let mut words = words.filter(|word| {
        !word.is_empty() && !word.starts_with("pub") && !["unsafe", "mut"].contains(word)
    });
    let is_definition =
        ["struct", "enum", "union", "trait", "type", "const", "static"].contains(&words.next()?);
    words.next().filter(|name| is_definition && !["_", "fn"].contains(name))
}

#[test]
fn definitions_are_recognised() {
    assert_eq!(defined("pub(super) struct Tile<'a, T> {"), Some("Tile"));
    assert_eq!(defined("static mut FUSED: u8 = 0;"), Some("FUSED"));
    assert_eq!(defined("const fn seal() {"), None);
    assert_eq!(defined("    const BLOCK: usize = 512;"), Some("BLOCK"));
    assert_eq!(defined("use crate::layout::Layout;"), None);
}

#[test]
fn a_name_of_the_lower_layers_is_that_of_one_thing() {
    let sources = sources();
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (path, text) in &sources {
        let path = path.to_str().unwrap();
        if path.contains("/tests/") || path.ends_with("tests.rs") {
            continue;
        }
        // Associated types and constants are indented: their names are those of their trait.
        for line in text.lines().filter(|line| !line.starts_with([' ', '/', '#'])) {
            if let Some(name) = defined(line) {
                places.entry(name).or_default().push(path.to_owned());
            }
        }
    }
    let is_lower = |path: &String| LOWER.iter().any(|folder| path.contains(folder));
    places.retain(|_, paths| paths.len() > 1 && paths.iter().any(is_lower));
    assert!(places.is_empty(), "names of several things: {places:#?}");
}

#[test]
fn a_file_of_the_kernels_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (path, _) in sources() {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let folder = path.to_str().unwrap();
        if folder.contains("/kernels/") && !folder.contains("/tests/") && name != "mod.rs" {
            places.entry(name).or_default().push(path);
        }
    }
    assert!(places.len() > 50, "{} files", places.len());
    places.retain(|_, paths| paths.len() > 1);
    assert!(places.is_empty(), "names of several files: {places:#?}");
}
