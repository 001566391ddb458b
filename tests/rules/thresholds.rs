//! The rows that `kernels/thresholds.rs` cites are rows of a bench.

use std::fs;

/// The texts between quotes of a source file, without those that are broken over lines.
fn literals(source: &str) -> Vec<String> {
    source.lines().flat_map(|line| line.split('"').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Whether a name can be what a format string makes: its parts come one after the other.
fn is_made_by(name: &str, format: &str) -> bool {
    let parts: Vec<&str> =
        format.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    // A format of almost nothing makes everything.
    if parts.iter().map(|part| part.len()).sum::<usize>() < 3 {
        return false;
    }
    let (first, rest) = parts.split_first().expect("one part at least");
    let Some(mut left) = name.strip_prefix(first) else { return false };
    for part in rest {
        let Some((_, behind)) = left.split_once(part) else { return false };
        left = behind;
    }
    left.is_empty() || rest.last().is_some_and(|part| part.is_empty() || name.ends_with(part))
}

#[test]
fn each_cited_row_is_one_of_a_bench() {
    assert!(is_made_by("64^3 f32", "{n}^3 {}") && !is_made_by("64^4 f32", "{n}^3 {}"));
    let source = fs::read_to_string("src/kernels/thresholds.rs").unwrap().replace("\n/// ", " ");
    let mut rows = Vec::new();
    for folder in ["benches", "benches/peers/src/rows"] {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                rows.extend(literals(&fs::read_to_string(path).unwrap()));
            }
        }
    }
    let cited = source.split('`').skip(1).step_by(2);
    // Names of functions and types have no sizes.
    let cited: Vec<&str> =
        cited.filter(|text| text.contains(['[', '^']) || text.contains(", ")).collect();
    assert!(cited.len() > 40, "{}", cited.len());
    for row in cited {
        let exists = rows.iter().any(|name| name == row || is_made_by(row, name));
        assert!(exists, "no bench has the row `{row}`");
    }
}
