//! `docs/numpy.md` says where each function of numpy and of the array API standard is: what it names is
//! in the crate.

use std::collections::BTreeSet;

use super::bridge_table;
use super::error_table::{operations, sources, twins, whole_source};

/// The rows of the tables: the section and the cells.
fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    let document = include_str!("../../docs/numpy.md");
    let mut section = "";
    let mut rows = Vec::new();
    for line in document.lines() {
        if let Some(title) = line.strip_prefix("# ") {
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

/// The names in a cell: what stands in backticks and begins with a letter, without the type in front. The
/// others are operators.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    let quoted = cell.split('`').skip(1).step_by(2);
    let named = quoted.filter(|text| text.len() > 1 && text.starts_with(char::is_alphabetic));
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
fn every_function_of_the_standard_has_a_row() {
    let (mut functions, mut methods) = (Vec::new(), Vec::new());
    for (section, cells) in rows() {
        match section {
            "The rest of numpy" => {}
            "The array object" => methods.push((section, cells[0])),
            _ => functions.push((section, cells[0])),
        }
        let explained = !cells[1].is_empty() || !cells[2].is_empty();
        assert!(explained, "{section}: {} has neither a name nor a reason", cells[0]);
    }
    for rows in [&functions, &methods] {
        assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), rows.len(), "a row stands twice");
    }
    assert_eq!((functions.len(), methods.len()), (184, 41));
}
