//! The table of misuses in the docs, written from the files that are tested.

use super::{Misuse, misuses};
use std::fmt::Write;
use std::{env, fs};

const PATH: &str = "../docs/misuse.md";

const HEAD: &str = "\
The mistakes that the compiler finds, and what it says.

Each is a program in `ui-tests/fail` that does not compile, with the whole message beside it, and a
twin in `ui-tests/pass` that does. The messages are those of Rust 1.95.0.

- **Class A**: a relation or a macro of this crate refuses it (E0277, E0080, or no code). The first
  line says in words which rank or axis does not fit.
- **Class B**: the language itself refuses it, in rustc's words. Where ranks differ, both stand there
  as numbers: expected `3`, found `2`.
";

const FOOT: &str = "\n<!-- Written by `UPDATE=1 cargo test --test ui list`; edit the files in `ui-tests` instead. -->\n";

fn page(misuses: &[Misuse]) -> String {
    let of = |class| misuses.iter().filter(move |misuse| misuse.class == class);
    let mut page = HEAD.to_owned();
    let (a, b) = (of('A').count(), of('B').count());
    writeln!(page, "\n{} mistakes: {a} of class A, {b} of class B.\n", a + b).unwrap();
    page.push_str("| Mistake | Class | Code | What the compiler says first |\n|---|---|---|---|\n");
    for misuse in of('A').chain(of('B')) {
        let said = match misuse.class {
            'A' => misuse.first_line().to_owned(),
            _ => misuse.mismatch(),
        };
        let said = said.replace('|', "\\|");
        let code = Some(misuse.code()).filter(|code| !code.is_empty()).unwrap_or("none");
        writeln!(page, "| {} | {} | {} | {said} |", misuse.mistake, misuse.class, code).unwrap();
    }
    page.push_str(FOOT);
    page
}

#[test]
fn the_list_in_the_docs_is_that_of_the_tests() {
    let page = page(&misuses());
    if env::var_os("UPDATE").is_some() {
        fs::write(PATH, &page).unwrap();
    }
    let committed = fs::read_to_string(PATH).unwrap_or_default();
    let differs = committed.lines().zip(page.lines()).find(|(old, new)| old != new);
    assert!(
        committed == page,
        "{PATH} is not what ui-tests says; `UPDATE=1 cargo test --test ui list` writes it anew.\n\
         first difference (committed, expected): {differs:#?}"
    );
}

#[test]
fn the_readme_says_how_many_there_are() {
    let (readme, count) = (fs::read_to_string("../README.md").unwrap(), misuses().len());
    assert!(readme.contains(&format!("lists {count} such mistakes")), "README: {count} mistakes");
}
