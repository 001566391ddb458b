//! The structure of the source: arrows between layers point down, files stay short, `unsafe` stays
//! where it belongs.

use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest layer to the highest; `lib.rs` stands above all.
const LAYERS: [&str; 12] = [
    "error",
    "rank",
    "layout",
    "storage",
    "formulas",
    "kernels",
    "algorithms",
    "tensor",
    "ops",
    "notation",
    "io",
    "interop",
];
const LONGEST: usize = 500;

pub(super) fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 50, "only {} source files found", found.len());
    found
}

/// The layer of a file, by the first part of its path below `src`.
fn layer_of(path: &Path) -> Option<usize> {
    let below = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let first = below.components().next().unwrap().as_os_str().to_str().unwrap();
    let name = first.trim_end_matches(".rs");
    LAYERS.iter().position(|layer| *layer == name)
}

/// Code without comments, and without what follows `#[cfg(test)]` at the end of a file.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    lines
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .map(|(number, line)| (number + 1, line.split("//").next().unwrap()))
}

#[test]
fn arrows_point_down() {
    let mut upward = Vec::new();
    for (path, text) in sources() {
        let Some(own) = layer_of(&path) else { continue };
        let is_test = path.components().any(|part| part.as_os_str() == "tests");
        for (number, line) in code(&text) {
            if is_test || line.contains("$crate::") || line.contains("crate::__") {
                continue; // macros: what they expand to, their user's crate names
            }
            for (at, _) in line.match_indices("crate::") {
                let name = &line[at + "crate::".len()..];
                let name: String =
                    name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let target = LAYERS.iter().position(|layer| *layer == name);
                if target.is_none_or(|target| target > own) {
                    upward.push(format!("{}:{number}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(upward.is_empty(), "arrows that point up, or past the layers:\n{}", upward.join("\n"));
}

#[test]
fn files_are_short() {
    let long: Vec<String> = sources()
        .into_iter()
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, lines)| *lines > LONGEST)
        .map(|(path, lines)| format!("{}: {lines} lines", path.display()))
        .collect();
    assert!(long.is_empty(), "files of more than {LONGEST} lines:\n{}", long.join("\n"));
}

#[test]
fn unsafe_stays_where_memory_is_reached() {
    let mut found = Vec::new();
    for (path, text) in sources() {
        let layer = layer_of(&path).map(|layer| LAYERS[layer]);
        if matches!(layer, Some("storage" | "kernels" | "interop")) {
            continue;
        }
        for (number, line) in code(&text) {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            if words.contains(&"unsafe") || line.contains("allow(unsafe_code)") {
                found.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    assert!(
        found.is_empty(),
        "unsafe outside of storage/, kernels/ and interop/:\n{}",
        found.join("\n")
    );
}

#[test]
fn every_folder_says_what_is_where() {
    for (path, text) in sources() {
        if path.file_name().unwrap() == "mod.rs" && !path.to_str().unwrap().contains("tests") {
            let head = text.lines().take_while(|line| line.starts_with("//!")).count();
            assert!(head >= 3, "{} says in {head} lines what is where", path.display());
        }
    }
}

/// The names behind `super::`.
fn named_beside(text: &str) -> Vec<&str> {
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_');
    let behind = code(text).flat_map(|(_, line)| line.split("super::").skip(1));
    behind.filter_map(|rest| rest.split(is_end).next()).collect()
}

/// Each file can be read after those that it names.
#[test]
fn the_files_of_products_name_each_other_in_one_direction() {
    let folder = Path::new("kernels/product");
    let files = sources().into_iter().filter(|(path, _)| path.parent().unwrap().ends_with(folder));
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut left: Vec<(String, String)> =
        files.map(|(path, text)| (name(&path), text)).filter(|(name, _)| name != "mod").collect();
    assert!(left.len() > 10, "{} files", left.len());
    loop {
        let names: Vec<String> = left.iter().map(|(name, _)| name.clone()).collect();
        left.retain(|(own, text)| {
            let named = named_beside(text);
            names.iter().any(|name| name != own && named.contains(&name.as_str()))
        });
        if left.len() == names.len() {
            assert!(names.is_empty(), "a circle: {names:?}");
            return;
        }
    }
}

#[test]
fn element_wise_operations_are_functions() {
    // A closure in a method of tensors has the rank in its type: the loop would be compiled for each rank.
    let calls = ["unary(", "unary_into(", "binary("];
    let mut seen = 0;
    for (path, source) in sources() {
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: String = source.lines().filter(is_code).collect();
        for call in calls {
            for arguments in code.split(call).skip(1) {
                seen += 1;
                let mut depth = 1;
                let is_inside = |c: &char| {
                    depth += i32::from(*c == '(') - i32::from(*c == ')');
                    depth > 0
                };
                let arguments: String = arguments.chars().take_while(is_inside).collect();
                assert!(!arguments.contains('|'), "{}: {call}{arguments})", path.display());
            }
        }
    }
    assert!(seen > 40, "{seen}");
}
