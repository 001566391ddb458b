//! The table of misuses in the docs, written from what the compiler says.

use super::{check, misuses, report};
use std::fmt::Write;
use std::fs;

const HEAD: &str = "\
The mistakes that the compiler finds, and what it says.

Each is a program in `ui-tests/fail` that does not compile, and has a twin in `ui-tests/pass` that
does. The messages are those of Rust 1.95.0.

- **Class A**: a relation or a macro of this crate refuses it (E0277, E0080, or no code). The first
  line says in words which rank or axis does not fit.
- **Class B**: the language itself refuses it, in rustc's words. Where ranks differ, both stand there
  as numbers: expected `3`, found `2`.
";

const FOOT: &str = "\n<!-- Written by `UPDATE=1 cargo test --test ui`; edit the files in `ui-tests` instead. -->\n";

fn page() -> String {
    let of = |class| misuses().iter().filter(move |misuse| misuse.class == class);
    let mut page = HEAD.to_owned();
    let (a, b) = (of('A').count(), of('B').count());
    writeln!(page, "\n{} mistakes: {a} of class A, {b} of class B.\n", a + b).unwrap();
    page.push_str("| Mistake | Class | Code | What the compiler says first |\n|---|---|---|---|\n");
    for misuse in of('A').chain(of('B')) {
        let (said, code) = (misuse.said().replace('|', "\\|"), misuse.code());
        writeln!(page, "| {} | {} | {code} | {said} |", misuse.mistake, misuse.class).unwrap();
    }
    page.push_str(FOOT);
    page
}

#[test]
fn the_list_in_the_docs_is_that_of_the_tests() {
    report(check("../docs/misuse.md", &page()).err().as_slice());
}

#[test]
fn the_readme_says_how_many_there_are() {
    let readme = fs::read_to_string("../README.md").unwrap();
    let (before, rest) = readme.split_once("misuse.md) lists ").expect("README: the list");
    let (_, behind) = rest.split_once(' ').unwrap();
    let expected = format!("{before}misuse.md) lists {} {behind}", misuses().len());
    report(check("../README.md", &expected).err().as_slice());
}
