//! `docs/errors.md` says of each function of `io` and `interop` what it returns: this compares it with the source.

use super::error_table::name_of;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The classes, in the order of the table's columns.
const CLASSES: [&str; 3] = ["Result", "Option", "infallible"];

/// A public function: its module, its name with its type in front, and its class.
type Function = (String, String, usize);

/// What follows the parameters at the start: ` Managed<H> {` of `<H: Header> Managed<H> {`.
fn after_parameters(header: &str) -> &str {
    let mut depth = 0;
    for (at, c) in header.char_indices() {
        depth += i32::from(c == '<') - i32::from(c == '>');
        if depth == 0 {
            return if c == '>' { &header[at + 1..] } else { header };
        }
    }
    header
}

/// All public functions of `io` and `interop`, but for those of traits.
fn functions() -> BTreeSet<Function> {
    fn read(path: &Path, module: &str, all: &mut BTreeSet<Function>) {
        if path.is_dir() {
            for entry in fs::read_dir(path).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                // The files of a folder are one module, but for those that stand in `io` and `interop`.
                let is_part = module.contains("::") || name == "mod";
                let inner = if is_part { module.into() } else { format!("{module}::{name}") };
                read(&path, &inner, all);
            }
            return;
        }
        let (source, mut kind) = (fs::read_to_string(path).unwrap(), String::new());
        let lines: Vec<&str> = source.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            if let Some(header) = line.strip_prefix("impl") {
                let kind_of = header.split(" for ").last().unwrap();
                kind = format!("{}::", name_of(after_parameters(kind_of).trim_start()).0);
            }
            if *line == "}" {
                kind.clear();
            }
            let row = line.trim_start();
            let start = ["pub fn ", "pub unsafe fn ", "pub const fn "];
            let Some(row) = start.iter().find_map(|start| row.strip_prefix(start)) else {
                continue;
            };
            let header = lines[number..].join("\n");
            let header = header[..header.find('{').unwrap()].split("\n    where").next().unwrap();
            let result = header.rsplit_once(") -> ").map_or("", |(_, result)| result);
            let class = CLASSES.iter().position(|class| result.starts_with(class)).unwrap_or(2);
            all.insert((module.to_string(), format!("{kind}{}", name_of(row).0), class));
        }
    }
    let mut all = BTreeSet::new();
    for part in ["io", "interop"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(part);
        read(&path, part, &mut all);
    }
    assert!(all.len() > 80, "only {} functions found", all.len());
    all
}

/// The names of all of them, without their types.
pub(super) fn names() -> BTreeSet<String> {
    let name = |name: String| name.rsplit("::").next().unwrap().to_string();
    functions().into_iter().map(|(_, full, _)| name(full)).collect()
}

#[test]
fn every_function_of_a_bridge_is_in_its_class() {
    let document = include_str!("../../docs/errors.md");
    let (_, table) = document.split_once("\n# Files and bridges\n").unwrap();
    let table = table.split("\n# ").next().unwrap();
    let mut listed = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let module = cells[1].trim_matches('`');
        for (class, cell) in cells[2..5].iter().enumerate() {
            for name in cell.split('`').skip(1).step_by(2).flat_map(str::split_whitespace) {
                let before = listed.insert((module.to_string(), name.to_string()), class);
                assert_eq!(before, None, "{module}: `{name}` stands twice");
            }
        }
    }
    for (module, name, class) in functions() {
        // The modules of `FileBytes` and of errors are private; one method of the first is a bridge.
        let is_io = ["io::bytes", "io::error", "interop::mmap"].contains(&&*module);
        let module = if is_io { "io".into() } else { module };
        let found = listed.remove(&(module.clone(), name.clone()));
        let found = found.map(|class| CLASSES[class]);
        assert_eq!(found, Some(CLASSES[class]), "the class of `{name}` in the row of `{module}`");
    }
    assert!(listed.is_empty(), "not in the source: {listed:?}");
}
