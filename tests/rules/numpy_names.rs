//! `docs/numpy.md` says where each name of numpy and of the array API standard is: it leaves none out, and what it
//! names is in the crate.

use std::collections::BTreeSet;

use super::bridge_table;
use super::error_table::{name_of, operations, sources, twins, whole_source};

/// The sections that are not about the standard.
const NUMPY: [&str; 2] = ["The rest of numpy", "Not here, and why"];
/// Methods of a generator, of which none is in the main namespace.
const RANDOM: &str = "Random numbers";

/// The rows of the tables: the section and the cells.
fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    let document = include_str!("../../docs/numpy.md");
    let mut section = "";
    let mut rows = Vec::new();
    for line in document.lines() {
        if let Some(title) = line.strip_prefix("# ").or(line.strip_prefix("## ")) {
            section = title;
        } else if line.starts_with("| `") {
            let cells: Vec<&str> =
                line.split(" |").map(|cell| cell.trim_start_matches('|').trim()).collect();
            assert_eq!(cells.len(), 4, "{line}");
            rows.push((section, cells));
        }
    }
    rows
}

/// What stands in backticks in a cell.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The names in a cell: what stands in backticks and begins with a letter, without the type in front. The
/// others are operators.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    let named = quoted(cell).filter(|text| text.len() > 1 && text.starts_with(char::is_alphabetic));
    named.map(|text| text.rsplit("::").next().unwrap())
}

#[test]
fn every_name_for_a_function_of_numpy_is_in_the_crate() {
    let (mut operations, twins) = (operations(), twins());
    operations.extend(bridge_table::names());
    let source = whole_source() + &sources("rank").join("\n");
    let library = include_str!("../../src/lib.rs");
    let (mut count, mut missing) = (0, BTreeSet::new());
    for name in rows().iter().flat_map(|(_, cells)| names(cells[1])) {
        count += 1;
        let is_there = match name.strip_suffix('!') {
            Some(name) => source.contains(&format!("#[macro_export]\nmacro_rules! {name} ")),
            None if name.starts_with(char::is_uppercase) => library.contains(name),
            None => match name.strip_prefix("try_") {
                Some(name) => twins.contains(name),
                None => operations.contains(name),
            },
        };
        if !is_there {
            missing.insert(name);
        }
    }
    assert!(count > 250, "only {count} names found");
    assert!(missing.is_empty(), "not in the crate: {missing:?}");
}

#[test]
fn every_name_of_numpy_has_a_row() {
    let list = include_str!("../fixtures/numpy_names.list").lines();
    let list: Vec<&str> = list.filter(|line| !line.starts_with('#')).collect();
    assert!(list.is_sorted() && list.len() > 450, "{} names in the list", list.len());
    let (mut missing, mut unknown) = (BTreeSet::from_iter(list.clone()), BTreeSet::new());
    for (section, cells) in rows().iter().filter(|(section, _)| *section != RANDOM) {
        for text in quoted(cells[0]) {
            missing.remove(text);
            // `linalg.cond` is of the main namespace by its first part.
            let is_known = list.binary_search(&name_of(text).0).is_ok();
            if NUMPY.contains(section) && !is_known {
                unknown.insert(text);
            }
        }
    }
    assert!(missing.is_empty(), "names of numpy without a row: {missing:?}");
    assert!(unknown.is_empty(), "rows whose name numpy does not have: {unknown:?}");
}

#[test]
fn every_function_of_the_standard_has_a_row() {
    let (mut functions, mut methods) = (Vec::new(), Vec::new());
    let (mut named, mut in_std, mut by_types, mut explained) = (0, 0, 0, 0);
    for (section, cells) in rows() {
        let is_explained = !cells[1].is_empty() || !cells[2].is_empty();
        assert!(is_explained, "{section}: {} has neither a name nor a reason", cells[0]);
        if section == RANDOM || NUMPY.contains(&section) {
            continue;
        }
        if section == "The array object" {
            methods.push((section, cells[0]));
            continue;
        }
        functions.push((section, cells[0]));
        match (cells[1], cells[2]) {
            ("", reason) if reason.starts_with('`') => in_std += 1,
            ("", reason) if reason.starts_with("by types: ") => by_types += 1,
            ("", _) => explained += 1,
            _ => named += 1,
        }
    }
    for rows in [&functions, &methods] {
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), rows.len(), "a row stands twice");
    }
    assert_eq!((functions.len(), methods.len()), (184, 41));
    // A name of this crate, a line of std, the types of Rust, and reasons.
    assert_eq!((named, in_std, by_types, explained), (169, 5, 8, 2));
    assert!(by_types + explained <= 10, "at most 10 functions have nothing to call");
}
