//! What a message has to say and what it may not show.

use super::{Message, Misuse, misuses};

/// What no line may show, and why.
const FORBIDDEN: &[(&str, &str)] = &[
    ("typenum", "a typenum type"),
    ("UInt", "a typenum type"),
    ("UTerm", "a typenum type"),
    (">::Output", "a projection"),
    (">::Rank", "a projection"),
    (">::Item", "a projection"),
    (">::At", "a projection"),
    (">::Removed", "a projection"),
    (">::Left", "a projection"),
    (">::Lost", "a projection"),
    (" as AxisOf", "a projection"),
    (LONG, "a type so long that it is in a file"),
    ("/home/", "a path of one machine"),
    ("/root", "a path of one machine"),
    ("/tmp", "a path of one machine"),
    ("/work", "a path of one machine"),
    (".cargo", "a path of one machine"),
    (".rustup", "a path of one machine"),
    ("C:\\", "a path of one machine"),
    ("warning", "a warning, which is about the test and not about the mistake"),
];

/// What rustc says where it leaves out a part of a type.
const LONG: &str = "written to a file";

/// A list of thirteen selectors, which is as long as that.
const THIRTEEN: &str = "slices/rank_13_new_axis";

/// The words of which the first line of a class A message has at least one.
const WORDS: &[&str] = &[
    "rank",
    "Rank",
    "axis",
    "axes",
    "Axis<",
    "tensor",
    "matrix",
    "vector",
    "scalar",
    "view",
    "range",
    "mean",
    "pattern",
    "operand",
    "index",
    "ellipsis",
    "`->`",
    "Fourier transform",
];

/// Mismatched types of which one is neither a tensor nor an array, of a rank that is a parameter, or of
/// other elements.
const NO_TWO_RANKS: &[&str] = &[
    "axes/float",
    "einsum/generic_rank",
    "fourier/rfft_real",
    "index/take_at_signed",
    "linalg/eigvals_real",
    "linalg/solve_other_elements",
    "notation/rearrange_size_type",
    "numbers/cast_exact_result",
    "random/generator_by_value",
    "random/seed",
    "shapes/dims_text",
    "shapes/index_number",
    "shapes/ragged_depth",
    "signatures/argument_not_mut",
    "signatures/generic_index",
    "views/viewed_owned",
];

/// Where a type is not known, rustc lists the implementations that there are, with their bounds.
const LISTS_BOUNDS: &str = "operators/eye_type";

/// Lists what is wrong with a message.
fn faults(misuse: &Misuse) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |text: String| faults.push(format!("{}: {text}", misuse.name));
    // What `Send` and `Sync` are made of is told by rustc, to the innermost field.
    let threads = misuse.message.first_line().contains("between threads safely");
    for line in misuse.message.lines() {
        if misuse.name == LISTS_BOUNDS && line.trim_start().starts_with("where ") {
            continue;
        }
        if line.contains("kernels::") && !threads {
            fault(format!("shows a hidden helper: {}", line.trim()));
        }
        for (text, why) in FORBIDDEN {
            if line.contains(text) && !(*text == LONG && (threads || misuse.name == THIRTEEN)) {
                fault(format!("shows {why}: {}", line.trim()));
            }
        }
        if is_projection(line) {
            fault(format!("shows a projection: {}", line.trim()));
        }
        if has_hidden_name(line) {
            fault(format!("shows a hidden helper: {}", line.trim()));
        }
    }
    let first = misuse.message.first_line();
    match (misuse.class, misuse.message.code()) {
        // What a macro refuses by itself (`compile_error!`) has no code.
        ('A', "E0277" | "E0080" | "") => {
            if !WORDS.iter().any(|word| first.contains(word)) {
                fault(format!("the first line has neither rank nor axis in words: {first}"));
            }
            if first.starts_with("the trait bound") {
                fault(format!("the first line is rustc's, not ours: {first}"));
            }
        }
        ('A', code) => fault(format!("class A is E0277, E0080 or without a code, found {code}")),
        (_, "E0308" | "E0271" | "E0527") => {
            let said = misuse.message.mismatch();
            if numbers(said).len() < 2
                && !two_kinds(said)
                && !NO_TWO_RANKS.contains(&misuse.name.as_str())
            {
                fault(format!("does not show two ranks as numbers: {said}"));
            }
        }
        _ => {}
    }
    faults
}

/// Tells whether a line shows `<.. as ..>::..`.
fn is_projection(line: &str) -> bool {
    line.match_indices(" as ").any(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at..]);
        before.matches('<').count() > before.matches('>').count() && behind.contains(">::")
    })
}

/// Tells whether a line shows a name that begins with two underscores. A row of more of them is
/// rustc's drawing.
fn has_hidden_name(line: &str) -> bool {
    line.match_indices("__").any(|(at, _)| {
        line[at + 2..].starts_with(|next: char| next.is_ascii_alphabetic())
            && !line[..at].ends_with('_')
    })
}

/// Tells whether a mismatch is one of types of different names, each with its rank if it is a tensor.
fn two_kinds(said: &str) -> bool {
    let types = said.strip_prefix("expected `").and_then(|said| said.split_once("`, found `"));
    let name = |text: &str| text.find(['<', '[', '(']).map(|end| text[..=end].to_owned());
    let has_rank = |text: &str| {
        let end = text.trim_end_matches(['`', ')', '>']);
        !text.contains("Tensor") || end.ends_with(|c: char| c.is_ascii_digit())
    };
    types.is_some_and(|(expected, found)| {
        name(expected) != name(found) && has_rank(expected) && has_rank(found)
    })
}

/// Returns the different numbers in a text.
fn numbers(text: &str) -> Vec<&str> {
    let mut numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[test]
fn messages_are_in_words_and_hide_what_is_inside() {
    let faults: Vec<String> = misuses().iter().flat_map(faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_rules_see_what_they_forbid() {
    let misuse = |class, message: &str| Misuse {
        name: "this".into(),
        class,
        mistake: String::new(),
        message: Message::new(message),
    };
    let seen = |class, message: &str| faults(&misuse(class, message));
    assert_eq!(seen('A', "error[E0277]: `Axis<2>` is not an axis of a rank-2 tensor"), [""; 0]);
    assert_eq!(
        seen('A', "error[E0277]: `u8` is not good"),
        ["this: the first line has neither rank nor axis in words: `u8` is not good"]
    );
    assert_eq!(
        seen('A', "error[E0599]: no such axis"),
        ["this: class A is E0277, E0080 or without a code, found E0599"]
    );
    assert_eq!(
        seen('A', "error[E0277]: no axis `UInt<UTerm, B1>`"),
        [
            "this: shows a typenum type: error[E0277]: no axis `UInt<UTerm, B1>`",
            "this: shows a typenum type: error[E0277]: no axis `UInt<UTerm, B1>`"
        ]
    );
    assert_eq!(
        seen('B', "error[E0599]: found `<A as Over<2>>::What`"),
        ["this: shows a projection: error[E0599]: found `<A as Over<2>>::What`"]
    );
    assert_eq!(
        seen('B', "error[E0599]: in `__inner`\n  | |____^"),
        ["this: shows a hidden helper: error[E0599]: in `__inner`"]
    );
    assert_eq!(
        seen('B', "error[E0308]: mismatched types\n  |  ^^ expected `2`, found `_`"),
        ["this: does not show two ranks as numbers: expected `2`, found `_`"]
    );
    assert_eq!(seen('B', "error[E0308]: mismatched types\n | ^^ expected `2`, found `3`"), [""; 0]);
    let (owned, view) = ("`Tensor<f32, 2>`", "`TensorView<'_, f32, 2>`");
    let mismatch = |a, b| format!("error[E0308]: mismatched types\n | ^^ expected {a}, found {b}");
    assert_eq!(seen('B', &mismatch(owned, view)), [""; 0]);
    assert_eq!(seen('B', &mismatch(owned, owned)).len(), 1);
    assert_eq!(seen('B', &mismatch(owned, "`TensorView<'_, f32, _>`")).len(), 1);
}
