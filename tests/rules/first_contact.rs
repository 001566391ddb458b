//! `docs/from_*.md` say in tables what a line of another library is here: each line stands in a program of the
//! page. The programs in Rust are documentation tests; `docs/check_python.py` runs those in Python.

const PAGES: [(&str, &str, &str); 3] = [
    ("from_ndarray", "", include_str!("../../docs/from_ndarray.md")),
    ("from_numpy", "python", include_str!("../../docs/from_numpy.md")),
    ("from_torch", "python", include_str!("../../docs/from_torch.md")),
];

/// The programs of a page that are in a language, without those that do not compile.
fn programs(page: &str, language: &str) -> String {
    let mut found = String::new();
    let mut blocks = page.split("\n```");
    blocks.next();
    // A block's end begins with the end of its fence, as its text begins with the language.
    while let (Some(block), Some(_)) = (blocks.next(), blocks.next()) {
        let (name, program) = block.split_once('\n').unwrap();
        if name == language {
            found += program;
            found.push('\n');
        }
    }
    found
}

/// The two cells of each row whose cells are lines of code.
fn rows(page: &str) -> Vec<[String; 2]> {
    let table = page.split("|---|---|\n").last().unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let row = row.strip_prefix("| `").and_then(|row| row.strip_suffix("` |"));
        let (there, here) = row.expect("two cells of code").split_once("` | `").unwrap();
        [there, here].map(|cell| cell.replace("\\|", "|"))
    })
    .collect()
}

#[test]
fn each_line_of_a_table_stands_in_a_program() {
    for (name, language, page) in PAGES {
        let programs = [programs(page, language), programs(page, "")];
        let rows = rows(page);
        assert!((25..=36).contains(&rows.len()), "{name}: {} rows", rows.len());
        for row in rows {
            for (cell, program) in row.iter().zip(&programs) {
                assert!(program.contains(cell.as_str()), "{name}: no program has `{cell}`");
            }
        }
        let surprises = page.split("\n# Five surprises\n").nth(1).expect("surprises");
        assert_eq!(surprises.matches("\n**").count(), 5, "{name}");
    }
}

/// The names in the first column of a table, up to its end.
fn listed<'a>(text: &'a str, head: &str) -> Vec<&'a str> {
    let (_, rows) = text.split_once(head).expect(head);
    let rows = rows.lines().skip(2).map(|row| row.trim_start_matches("//! "));
    let cells = rows.map_while(|row| row.strip_prefix("| ")?.split(" |").next());
    cells.map(|cell| cell.trim_matches('`')).collect()
}

#[test]
fn every_feature_is_in_every_table_of_features() {
    let manifest = include_str!("../../Cargo.toml");
    let (_, features) = manifest.split_once("\n[features]\n").unwrap();
    let features = features.split("\n[").next().unwrap().lines();
    let mut features: Vec<_> =
        features.filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
    // Those that begin with `_` are not for users.
    features.retain(|name| !name.starts_with(['_', '#']));
    features.sort_unstable();
    let page = listed(include_str!("../../docs/features.md"), "| Feature | For |");
    let library = listed(include_str!("../../src/lib.rs"), "| Feature | Default |");
    let readme = listed(include_str!("../../README.md"), "| Feature | Default |");
    for (name, mut rows) in [("features.md", page), ("lib.rs", library), ("README.md", readme)] {
        rows.retain(|row| *row != "none");
        rows.extend(["default"].iter().filter(|_| name != "features.md"));
        rows.sort_unstable();
        assert_eq!(rows, features, "{name}");
    }
}
