//! The bounds of `docs/accuracy.md` are those that each function states, and those that `tests/vectorised/math.rs` holds
//! it to.

use std::collections::BTreeMap;

/// The bounds of a function for `f32` and `f64`.
type Bounds = BTreeMap<String, [f64; 2]>;

fn number(text: &str) -> f64 {
    text.trim().parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

/// The first table of the text.
fn promised() -> Bounds {
    let rows = include_str!("../../docs/accuracy.md")
        .lines()
        .skip_while(|line| *line != "|---|---|---|---|");
    let rows = rows.skip(1).take_while(|line| line.starts_with('|'));
    let mut bounds = Bounds::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').collect();
        if !cells[3].trim().is_empty() {
            let names = cells[1].split('`').skip(1).step_by(2);
            bounds.extend(names.map(|name| (name.into(), [number(cells[2]), number(cells[3])])));
        }
    }
    bounds
}

/// What the documentation of a function says.
fn stated() -> Bounds {
    let (mut bounds, mut name) = (Bounds::new(), "");
    let text = include_str!("../../src/ops/math.rs").split("functions! {").last().unwrap();
    for line in text.lines() {
        if let Some(header) = line.strip_prefix("    ").filter(|header| !header.starts_with(' ')) {
            name = header.split(' ').next().unwrap();
        }
        let Some((_, sentence)) = line.split_once("The error is at most ") else { continue };
        let Some((in_f32, rest)) = sentence.split_once(" ulp for `f32` and ") else { continue };
        let in_f64 =
            if rest.starts_with("`f64`") { in_f32 } else { rest.split(' ').next().unwrap() };
        bounds.entry(name.into()).or_insert([number(in_f32), number(in_f64)]);
    }
    bounds
}

/// What a test holds a function to.
fn tested() -> Bounds {
    let lines = include_str!("../vectorised/math.rs").lines();
    let rows = lines.filter(|line| line.starts_with("    (\"") && line.contains("|x| x."));
    let row = |line: &str| {
        let name = line.split('"').nth(1).unwrap();
        let parts: Vec<&str> = line.trim().trim_end_matches("),").split(", ").collect();
        (name.into(), [number(parts[2]), number(parts[4])])
    };
    rows.map(row).collect()
}

#[test]
fn all_bounds_are_those_of_the_table() {
    let (promised, stated, tested) = (promised(), stated(), tested());
    assert!(promised.len() > 25 && tested.len() == 24, "{promised:?} {tested:?}");
    for (name, bounds) in &tested {
        assert_eq!((name, Some(bounds)), (name, promised.get(name)), "tested and in the table");
        assert_eq!((name, Some(bounds)), (name, stated.get(name)), "tested and stated");
    }
}
