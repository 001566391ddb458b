//! The README shows misuses and what rustc says about them: as `ui-tests/fail` has them, to the letter.

use std::fs;

/// The programs that the README shows, each followed by its message.
const SHOWN: [&str; 2] = ["axes/sum", "writes/row_fill"];

/// The blocks of the README that begin with this fence.
fn blocks<'a>(readme: &'a str, fence: &str) -> Vec<&'a str> {
    let fence = format!("\n```{fence}\n");
    let rest = readme.split(fence.as_str()).skip(1);
    rest.map(|rest| &rest[..rest.find("\n```").expect("the block ends")]).collect()
}

/// The message as it is for `src/main.rs` without the first line, which names the mistake.
fn message(name: &str) -> String {
    let said = fs::read_to_string(format!("ui-tests/fail/{name}.stderr")).unwrap();
    let said = said.replace(&format!("fail/{name}.rs:6:"), "src/main.rs:5:");
    assert!(said.contains("src/main.rs:5:"), "{name}: the mistake is in line 6");
    said.trim_end().replace("\n6 |", "\n5 |")
}

#[test]
fn the_readme_shows_whole_messages() {
    let readme = fs::read_to_string("README.md").unwrap();
    let programs = blocks(&readme, "rust,compile_fail,E0277");
    let messages = blocks(&readme, "text");
    assert_eq!((programs.len(), messages.len()), (SHOWN.len(), SHOWN.len()));
    for (i, name) in SHOWN.into_iter().enumerate() {
        let program = fs::read_to_string(format!("ui-tests/fail/{name}.rs")).unwrap();
        let (_, program) = program.split_once('\n').unwrap();
        assert_eq!(programs[i], program.trim_end(), "the program of `{name}`");
        assert_eq!(messages[i], message(name), "the message of `{name}`");
    }
}
