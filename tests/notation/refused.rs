//! What a pattern is refused for, word for word: the const fns behind the macros, called at run time.
//! `ui-tests/fail` has the same as compile errors; einops' tests of its parser are among them.

use crate::caught::caught;
use holor::notation::Recipe;
use std::sync::{Mutex, PoisonError};

/// A pattern that is made at run time, as if it stood in the source. All are kept, so that nothing
/// leaks.
fn literal(pattern: String) -> &'static str {
    static KEPT: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let pattern = String::leak(pattern);
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(pattern);
    pattern
}

type Read = fn(&'static str, &[&str]) -> Recipe;

/// Checks the texts that a macro refuses patterns with: first the text, then the pattern and the marks.
#[track_caller]
fn refused(read: Read, sizes: &'static [&'static str], rows: &[(&'static str, &str, &str)]) {
    for &(pattern, text, marks) in rows {
        let expected = match marks {
            "" => text.to_string(),
            marks => format!("{text}\n{pattern}\n{marks}"),
        };
        let found = caught(|| read(pattern, sizes)).text;
        assert_eq!(found, expected, "`{pattern}`");
    }
}

#[test]
fn rearrange() {
    refused(
        Recipe::rearrange,
        &[],
        &[
            ("", "rearrange!: the pattern is empty", ""),
            (" \t", "rearrange!: the pattern is empty", ""),
            (
                "a b",
                "rearrange!: the pattern has no `->` between the axes before and after",
                "   ^",
            ),
            ("a -> a -> a", "rearrange!: the pattern has two `->`", "       ^^"),
            ("a->->a", "rearrange!: the pattern has two `->`", "   ^^"),
            ("a, b -> b a", "rearrange!: the pattern has an unknown character `,`", " ^"),
            ("a - -> a", "rearrange!: the pattern has an unknown character `-`", "  ^"),
            ("a .. -> a", "rearrange!: the pattern has an unknown character `.`", "  ^"),
            ("... ->.....", "rearrange!: the pattern has an unknown character `.`", "         ^"),
            ("é {b -> b é", "rearrange!: the pattern has an unknown character `{`", "  ^"),
            ("a (b -> a b", "rearrange!: the pattern does not close a parenthesis", "  ^"),
            ("a -> (a", "rearrange!: the pattern does not close a parenthesis", "     ^"),
            (
                "a b) -> a b",
                "rearrange!: the pattern closes a parenthesis that is not open",
                "   ^",
            ),
            (
                "(a)) b c (d ...) -> a",
                "rearrange!: the pattern closes a parenthesis that is not open",
                "   ^",
            ),
            (
                "(a b c (d e) -> a",
                "rearrange!: the pattern has parentheses inside parentheses",
                "^^^^^^^^",
            ),
            (
                "(a) (()) b c (d) -> a",
                "rearrange!: the pattern has parentheses inside parentheses",
                "    ^^",
            ),
            (
                "a b -> ((b) a)",
                "rearrange!: the pattern has parentheses inside parentheses",
                "       ^^",
            ),
            ("a b a -> a b", "rearrange!: axis `a` is named twice on one side", "    ^"),
            ("a b -> a b (b)", "rearrange!: axis `b` is named twice on one side", "            ^"),
            (
                "a b -> a",
                "rearrange!: axis `b` is on the left side only; only `reduce!` removes axes",
                "  ^",
            ),
            (
                "a -> a hidden",
                "rearrange!: axis `hidden` is on the right side only; only `repeat!` adds axes",
                "       ^^^^^^",
            ),
            (
                "... a ... -> a ...",
                "rearrange!: the pattern has a second `...` on one side",
                "      ^^^",
            ),
            (
                "a ... -> (... a) ...",
                "rearrange!: the pattern has a second `...` on one side",
                "                 ^^^",
            ),
            (
                "a ... -> a",
                "rearrange!: `...` is on the left side only; only `reduce!` removes axes",
                "  ^^^",
            ),
            (
                "a -> a ...",
                "rearrange!: `...` is on the right side only; there are no axes that it could stand for",
                "       ^^^",
            ),
            (
                "a b c d (...) ->  a b c ... d",
                "rearrange!: `...` cannot be in parentheses on the left side of the pattern",
                "         ^^^",
            ),
            (
                "a -> a 2",
                "rearrange!: the number `2`: only 1 can stand for an axis here",
                "       ^",
            ),
            ("12 -> 12", "rearrange!: the number `12`: only 1 can stand for an axis here", "^^"),
            (
                "0 -> 0",
                "rearrange!: an axis of size 0 cannot be written; a number is 1 or more",
                "^",
            ),
            (
                "99999999999999999999999 -> ",
                "rearrange!: the number `99999999999999999999999` is too large for an axis",
                "^^^^^^^^^^^^^^^^^^^^^^^",
            ),
            (
                "1a -> 1a",
                "rearrange!: axis `1a` begins with a digit; it is neither a number nor a name",
                "^^",
            ),
            ("_ -> _", "rearrange!: axis `_` begins or ends with an underscore", "^"),
            ("a_b a_ -> a_", "rearrange!: axis `a_` begins or ends with an underscore", "    ^^"),
            ("_pre -> _pre", "rearrange!: axis `_pre` begins or ends with an underscore", "^^^^"),
            (
                "(a b) -> b a",
                "rearrange!: axis `a` and axis `b` of one group are both to be inferred; give a \
                 size, as in `b = 2`",
                "^^^^^",
            ),
        ],
    );
    refused(
        Recipe::rearrange,
        &["p", "p"],
        &[
            ("(a p) -> a p", "rearrange!: axis `p` is given a size twice", "   ^"),
            (
                "a -> a",
                "rearrange!: there is no axis `p` to be given a size in the pattern\na -> a",
                "",
            ),
        ],
    );
    // Half a name is none.
    refused(
        Recipe::rearrange,
        &["ab"],
        &[(
            "a b -> b a",
            "rearrange!: there is no axis `ab` to be given a size in the pattern\na b -> b a",
            "",
        )],
    );
}

#[test]
fn reduce_and_repeat() {
    refused(
        Recipe::reduce,
        &[],
        &[
            (
                "a -> a b",
                "reduce!: axis `b` is on the right side only; only `repeat!` adds axes",
                "       ^",
            ),
            (
                "a -> a 2",
                "reduce!: the number `2` would be a new axis, and only `repeat!` adds axes",
                "       ^",
            ),
            (
                "a -> ...",
                "reduce!: `...` is on the right side only; there are no axes that it could stand for",
                "     ^^^",
            ),
            (
                "(a b 2) -> ",
                "reduce!: axis `a` and axis `b` of one group are both to be inferred; give a size, \
                 as in `b = 2`",
                "^^^^^^^",
            ),
        ],
    );
    refused(
        Recipe::repeat,
        &[],
        &[
            (
                "a b -> b 2",
                "repeat!: axis `a` is on the left side only; only `reduce!` removes axes",
                "^",
            ),
            (
                "a 2 -> a",
                "repeat!: the number `2` would be an axis to remove, and only `reduce!` removes axes",
                "  ^",
            ),
            (
                "... -> 2",
                "repeat!: `...` is on the left side only; only `reduce!` removes axes",
                "^^^",
            ),
            (
                "a -> a (b 2)",
                "repeat!: axis `b` is new and has no size; give a size, as in `b = 2`",
                "        ^",
            ),
        ],
    );
    let unknown = caught(|| Recipe::reduce_by("median", "a -> ", &[])).text;
    assert_eq!(
        unknown,
        "reduce!: there is no reduction `median` of axes; there are sum, mean, min, max, prod, any, \
         all, and closures, `|block| ..`\na -> "
    );
}

#[test]
fn as_many_axes_as_there_are() {
    let names = |count: usize, rest: &str| {
        let names: Vec<String> = (0..count).map(|i| format!("a{i}")).collect();
        let side = format!("{}{rest}", names.join(" "));
        literal(format!("{side} -> {side}"))
    };
    Recipe::rearrange(names(24, ""), &[]);
    Recipe::rearrange(names(24, " ..."), &[]);
    Recipe::rearrange(names(24, " 1 () 1"), &[]);
    let text = "rearrange!: the pattern has more axes than are supported, 24";
    for pattern in [names(25, ""), names(1, &" 1".repeat(60))] {
        let found = caught(|| Recipe::rearrange(pattern, &[])).text;
        assert_eq!(found, format!("{text}\n{pattern}"));
    }
}

#[test]
fn names_of_einops_are_names() {
    for name in [
        "a",
        "b",
        "h",
        "dx",
        "h1",
        "zz",
        "i9123",
        "somelongname",
        "Alex",
        "camelCase",
        "u_n_d_e_r_score",
        "unreasonablyLongAxisName",
        "under_scored",
        "cApiTaLs",
        "ß",
    ] {
        let pattern = literal(format!("{name}   x->x {name}"));
        let recipe = Recipe::rearrange(pattern, &[name]);
        assert_eq!((recipe.rank_in(), recipe.rank_out(), recipe.ellipsis()), (2, 2, 0));
    }
}
