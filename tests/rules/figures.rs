//! `docs/performance.md` states no time and no count of instructions without the command that prints it.

use std::fs;

const UNITS: [&str; 8] =
    ["ns", "us", "ms", "s", "nanoseconds", "microseconds", "milliseconds", "instructions"];

/// Whether a text states a figure: a number, or "a", in front of a unit.
fn states_a_figure(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number =
        |word: &str| word.trim_start_matches('(').starts_with(|c: char| c.is_ascii_digit());
    let unit = |word: &str| word.trim_matches(|c: char| !c.is_ascii_alphabetic()).to_owned();
    words.windows(2).any(|pair| {
        let unit = unit(pair[1]);
        is_number(pair[0]) && UNITS.contains(&unit.as_str())
            || ["a", "some", "an"].contains(&pair[0])
                && ["nanosecond", "microsecond"].contains(&unit.as_str())
    })
}

#[test]
fn each_figure_names_its_command() {
    assert!(states_a_figure("costs about a nanosecond"));
    assert!(states_a_figure("took 24 us, now 2"));
    assert!(states_a_figure("(2.3 instructions an element)"));
    assert!(!states_a_figure("rows of 64 or more"));
    let text = fs::read_to_string("docs/performance.md").unwrap();
    // Items of a list and paragraphs.
    for part in text.replace("\n- ", "\n\n- ").split("\n\n") {
        let names_a_command = ["cargo bench", "python3 benches/", "bash benches/"]
            .iter()
            .any(|command| part.contains(command));
        assert!(!states_a_figure(part) || names_a_command, "no command prints this:\n{part}");
    }
}
