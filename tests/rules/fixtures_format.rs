//! Tests the reader of the fixture files, and that every committed file can be read.

use crate::fixtures::{Case, load, parse};

const SAMPLE: &str = r"# a comment
case sum
arg axes 0 2
arg kept 1x3x1
in f64 2x3x0 :
out f64 3 : -0 nan 5e-324

case mixed
arg empty
in i64 - : -9007199254740992
in bool 2 : 0 1
in c128 2 : 1 -2 inf 0.5
in f32 1 : 0.10000000149011612
out text - : [[1  2]\n [3\\4]]
";

#[test]
fn cases_are_read_as_they_are_written() {
    let cases = parse("sample.txt", SAMPLE);
    let [sum, mixed] = cases.as_slice() else { panic!("expected two cases") };

    assert_eq!(sum.to_string(), "sample.txt:2 (sum)");
    assert_eq!(sum.words("axes"), ["0", "2"]);
    assert_eq!(sum.numbers::<usize>("axes"), [0, 2]);
    assert_eq!(sum.shape("kept"), [1, 3, 1]);
    assert!(sum.has("axes") && !sum.has("axis"));
    assert_eq!(sum.inputs[0].shape::<3>(), [2, 3, 0]);
    assert!(sum.inputs[0].f64s().is_empty());
    let out = sum.outputs[0].f64s();
    assert!(out[0] == 0.0 && out[0].is_sign_negative());
    assert!(out[1].is_nan());
    assert_eq!(out[2].to_bits(), 1);

    assert!(mixed.words("empty").is_empty());
    assert!(mixed.inputs[0].shape::<0>().is_empty());
    assert_eq!(mixed.inputs[0].ints(), [-(1 << 53)]);
    assert_eq!(mixed.inputs[1].bools(), [false, true]);
    assert_eq!(mixed.inputs[2].pairs(), [(1.0, -2.0), (f64::INFINITY, 0.5)]);
    assert_eq!(mixed.inputs[3].f32s(), [0.1]);
    assert_eq!(mixed.outputs[0].text, "[[1  2]\n [3\\4]]");
}

/// Runs `f`, which panics with a message, and returns the message.
fn message<T>(f: impl FnOnce() -> T + std::panic::UnwindSafe) -> String {
    let Err(payload) = std::panic::catch_unwind(f) else { panic!("it did not panic") };
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(_) => panic!("the panic has no formatted message"),
    }
}

#[test]
fn a_malformed_line_is_named() {
    let cases = [
        ("in f64 1 : 2", "x.txt:1: `in` before any case"),
        ("case a\nout f64 2 : 1", "x.txt:2: the shape asks for 2 numbers, found 1"),
        ("case a\nout c128 1 : 1", "x.txt:2: the shape asks for 2 numbers, found 1"),
        ("case a\n\nin f64 - 1", "x.txt:3: expected `type shape : elements`"),
        ("case a\nin f64 2xx3 : 1", "x.txt:2: cannot read ``"),
        ("case a\nin f64 1 : one", "x.txt:2: cannot read `one`"),
        ("case a\nin f16 1 : 1", "x.txt:2: `f16` is not an element type"),
        ("case a\nin text - : a\\t", "x.txt:2: unknown escape Some('t')"),
        ("case a\nresult 1", "x.txt:2: `result` is not one of case, arg, in, out"),
        ("case a\narg", "x.txt:2: an argument has no name"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(|| parse("x.txt", text)), expected, "{text}");
    }
}

#[test]
fn a_wrong_question_is_named() {
    let cases = parse("x.txt", "case a\narg axes 0 one\nin f64 2 : 1 2");
    let case = &cases[0];
    let input = &case.inputs[0];
    for (found, expected) in [
        (message(|| case.word("axes").len()), "x.txt:1 (a): `axes` has 2 words, not one"),
        (message(|| case.words("axis").len()), "x.txt:1 (a): there is no argument `axis`"),
        (message(|| case.numbers::<i64>("axes")), "x.txt:1: cannot read `one`"),
        (message(|| input.ints()), "x.txt:3: expected i64 elements, found f64"),
        (message(|| input.shape::<3>()), "x.txt:3: expected rank 3, found 1"),
    ] {
        assert_eq!(found, expected);
    }
    let absent = message(|| load("absent"));
    assert!(absent.contains("/tests/fixtures/absent.txt: "), "{absent}");
}

#[test]
fn every_committed_file_can_be_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(topic) = name.strip_suffix(".txt").filter(|&topic| topic != "requirements") {
            let cases = load(topic);
            assert!(cases.len() > 50, "{name} has {} cases", cases.len());
            let says = |case: &Case| {
                !case.outputs.is_empty() || ["shape", "expected"].iter().any(|name| case.has(name))
            };
            assert!(cases.iter().all(says));
        }
    }
}
