//! Each `SAFETY` comment says what the block relies on: an invariant by its number, the promise of the caller of
//! an `unsafe` function, or the precondition of what it calls.

use super::layers::sources;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The numbers of the invariants that the module of a folder lists.
fn invariants(folder: &Path) -> BTreeSet<usize> {
    let text = fs::read_to_string(folder.join("mod.rs")).unwrap();
    let numbered = text.lines().filter_map(|line| line.strip_prefix("//! ")?.split_once(". "));
    numbered.filter_map(|(number, _)| number.parse().ok()).collect()
}

/// The comments that begin with `SAFETY`, each with the line where it begins.
fn comments(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines().map(str::trim).enumerate().peekable();
    while let Some((at, line)) = lines.next() {
        let Some(first) = line.strip_prefix("// SAFETY:") else { continue };
        let mut comment = first.to_string();
        while let Some((_, more)) = lines.next_if(|(_, line)| {
            line.starts_with("//") && !line.starts_with("///") && !line.starts_with("// SAFETY:")
        }) {
            comment.push_str(more.trim_start_matches('/'));
        }
        found.push((at + 1, comment));
    }
    found
}

/// The numbers after each `invariant` or `invariants`.
fn cited(comment: &str) -> Vec<usize> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    let mut numbers = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if !word.trim_matches(|c: char| !c.is_alphanumeric()).starts_with("invariant") {
            continue;
        }
        for word in &words[at + 1..] {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            match word.parse() {
                Ok(number) => numbers.push(number),
                Err(_) if word == "and" || word == "to" => {}
                Err(_) => break,
            }
        }
    }
    numbers
}

/// Whether a comment names what it relies on: known invariants, a promise, a precondition, or the comment before.
fn cites(comment: &str, known: &BTreeSet<usize>) -> bool {
    let (numbers, text) = (cited(comment), comment.trim().to_lowercase());
    let refers = ["caller's promise", "precondition of"].iter().any(|words| text.contains(words))
        || ["as above", "the same:", "the same."].iter().any(|words| text.starts_with(words));
    numbers.iter().all(|number| known.contains(number)) && (refers || !numbers.is_empty())
}

#[test]
fn what_cites_nothing_is_found() {
    let known = (1..=3).collect();
    for good in [
        "in bounds by the caller's promise.",
        "in bounds (invariants 1, 2 and 3).",
        "initialised by invariant 3; so it is read.",
        "the precondition of `add`: both lie in the buffer.",
        "as above.",
    ] {
        assert!(cites(good, &known), "{good}");
    }
    for bad in
        ["in bounds.", "invariant 4.", "the same buffer, all in bounds.", "see invariants.", ""]
    {
        assert!(!cites(bad, &known), "{bad}");
    }
    let text = "a();\n// SAFETY: in\n// bounds.\n// SAFETY: the\nb();\n/// SAFETY: no\n";
    assert_eq!(comments(text), [(2, " in bounds.".to_string()), (4, " the".to_string())]);
}

#[test]
fn safety_comments_cite_what_they_rely_on() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut bare = Vec::new();
    for (folder, least) in [("storage", 8), ("kernels", 8), ("interop", 3)] {
        let folder = src.join(folder);
        let known = invariants(&folder);
        assert!(known.len() >= least, "{known:?}");
        for (path, text) in sources().iter().filter(|(path, _)| path.starts_with(&folder)) {
            let comments =
                comments(text).into_iter().filter(|(_, comment)| !cites(comment, &known));
            bare.extend(
                comments.map(|(line, comment)| format!("{}:{line}:{comment}", path.display())),
            );
        }
    }
    assert!(bare.is_empty(), "{} comments:\n{}", bare.len(), bare.join("\n"));
}
