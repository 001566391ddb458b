//! What rustc says about one misuse, line by line.

/// Where a line of a message is from.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// rustc's words, or the misuse itself.
    Case,
    /// A list of what implements a trait. Its order, and where it is cut off, depends on which types
    /// are named somewhere in the program.
    List,
    /// Quoted from the sources of holor.
    Holor,
    /// Quoted from those of the standard library, where they are installed.
    Elsewhere,
}

/// A message: all errors of one misuse.
pub(super) struct Message {
    lines: Vec<(Origin, String)>,
}

impl Message {
    pub(super) fn new(said: &str) -> Message {
        let mut origin = Origin::Case;
        let line = |line: &str| {
            if let Some(path) = place(line) {
                origin = if path.starts_with("fail/") {
                    Origin::Case
                } else if path.starts_with("src/") {
                    Origin::Holor
                } else {
                    Origin::Elsewhere
                };
            } else if !is_quoted(line) && !goes_on(origin, line) {
                origin = Origin::Case;
            }
            if line.contains(" types implement ") {
                origin = Origin::List;
            }
            let line = match line.find(" written to '") {
                Some(at) => &format!("{} written to a file", &line[..at]),
                None => line,
            };
            (origin, short_names(line))
        };
        // Which traits have the same name depends on which crates are compiled with the misuse.
        let lines =
            said.trim_end().lines().filter(|line| !line.contains(" similarly named trait "));
        Message { lines: lines.map(line).collect() }
    }

    /// Returns the lines that a user sees; what is quoted from std is not ours.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(|line| line.0 != Origin::Elsewhere).map(|line| &*line.1)
    }

    /// Returns the message without what it quotes from other files than the misuse, and without lists
    /// of what implements a trait: a moved method changes nothing here.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for diagnostic in self.lines.split(|line| line.1.is_empty()) {
            for line in narrowed(diagnostic) {
                text.push_str(&without_modules(&line));
                text.push('\n');
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len() + 1);
        text
    }

    /// Returns the code of the first error; a few of rustc's have none.
    pub(super) fn code(&self) -> &str {
        self.error().0
    }

    /// Returns the text of the first error, without `error[E0277]: `.
    pub(super) fn first_line(&self) -> &str {
        self.error().1
    }

    fn error(&self) -> (&str, &str) {
        let error = self.lines[0].1.strip_prefix("error").expect("an error is first");
        let (code, text) = error.split_once(": ").expect("an error has a text");
        (code.trim_matches(['[', ']']), text)
    }

    /// Returns what stands under the code: "expected `3`, found `2`", or the first line where that
    /// says it already.
    pub(super) fn mismatch(&self) -> &str {
        let labels = self.lines().filter_map(|line| line.split_once('|')).map(|(_, label)| label);
        let labels = labels.map(|label| label.trim_start_matches(['^', '-', '|', ' ']));
        let mut said =
            labels.filter(|label| label.starts_with("expected") && label.contains("found"));
        match said.next() {
            Some(label) if self.code() == "E0308" => label.trim(),
            _ => self.first_line(),
        }
    }
}

/// Returns the file that a line `--> file:1:2` names.
fn place(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("--> ").or_else(|| line.strip_prefix("::: "))
}

/// Tells whether a line goes on with what it follows: a list, or which macro of holor was quoted.
fn goes_on(origin: Origin, line: &str) -> bool {
    match origin {
        Origin::Case => false,
        Origin::List => line.starts_with("          "),
        Origin::Holor | Origin::Elsewhere => {
            line.contains("= note: in this macro") || line.contains(" originates in the macro ")
        }
    }
}

/// Tells whether a line belongs to a quotation: it has a bar behind the number, a change of a
/// suggestion, or dots for what is left out.
fn is_quoted(line: &str) -> bool {
    let behind = line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
    behind.starts_with(['|', '~', '+', '-']) || line.starts_with("...")
}

/// Writes types by their last name. rustc does so too, unless the program names the type itself.
fn short_names(line: &str) -> String {
    let mut short = String::new();
    let mut parts = line.split("holor::").peekable();
    while let Some(part) = parts.next() {
        short.push_str(part);
        if parts.peek().is_some_and(|next| !next.starts_with(|c: char| c.is_ascii_uppercase())) {
            short.push_str("holor::");
        }
    }
    short
}

/// Takes the modules out of `holor::tensor::view::<impl Tensor>::row`.
fn without_modules(line: &str) -> String {
    let mut parts = line.split("holor::");
    let mut short = parts.next().unwrap().to_owned();
    for part in parts {
        let lower = |c: char| c.is_ascii_lowercase() || c == '_' || c == ':';
        let modules = part.len() - part.trim_start_matches(lower).len();
        let name = part[..modules].rfind("::").map_or(0, |at| at + 2);
        short.push_str(&part[name..]);
    }
    short
}

/// Returns the lines of one diagnostic that are the misuse's, behind a margin that is as wide as the
/// largest of their numbers and not as one that is left out.
fn narrowed(lines: &[(Origin, String)]) -> Vec<String> {
    let digits =
        |line: &str| line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let margin = lines.iter().find(|line| place(&line.1).is_some());
    let old = margin.map_or(0, |(_, line)| line.len() - line.trim_start().len());
    let kept = || lines.iter().filter(|line| line.0 == Origin::Case).map(|line| &*line.1);
    let new = kept().map(digits).max().unwrap_or(0).max(1);
    let mut is_message = true;
    let narrow = |line: &str| {
        is_message &= place(line).is_none();
        match digits(line) {
            _ if is_message || old <= new => line.to_owned(),
            0 if line.starts_with(&" ".repeat(old - new)) => line[old - new..].to_owned(),
            0 => line.to_owned(),
            number => format!("{:new$}{}", &line[..number], &line[old..]),
        }
    };
    kept().map(narrow).collect()
}

#[test]
fn texts_do_not_quote_the_sources_of_holor() {
    let said = "\
error[E0277]: `holor::Axis<2>` is no axis
   --> fail/axes/sum.rs:6:22
    |
6   |     let sums = m.sum(Axis::<2>);
    |                      ^^^^^^^^^ no such axis
    |
    = help: the trait is not implemented
note: required by a bound in `holor::ops::sum::<impl TensorRef<T, R>>::sum`
   --> src/ops/sum.rs:145:4
    |
144 |     pub fn sum<A>(&self, axes: A)
...
146 |         A: Over<R>,
    |            ^^^^^^^ required by this bound
    = note: in this macro
";
    let text = "\
error[E0277]: `Axis<2>` is no axis
 --> fail/axes/sum.rs:6:22
  |
6 |     let sums = m.sum(Axis::<2>);
  |                      ^^^^^^^^^ no such axis
  |
  = help: the trait is not implemented
note: required by a bound in `<impl TensorRef<T, R>>::sum`
";
    let message = Message::new(said);
    assert_eq!(message.text(), text);
    assert_eq!(message.lines().count(), said.lines().count());
    assert_eq!((message.code(), message.first_line()), ("E0277", "`Axis<2>` is no axis"));
}
