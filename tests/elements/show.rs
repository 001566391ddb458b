//! Display and Debug: numpy's own texts, and snapshots of what numpy does not have.

use holor::prelude::*;
use insta::assert_snapshot;
use std::cell::Cell;
use std::fmt::{self, Display};

use crate::fixtures::{self, Case};

/// Formats a case's operand, whose elements are given, at the rank of its shape.
fn text<T: Display + Clone>(case: &Case, elements: Vec<T>) -> String {
    fn of<T: Display, const R: usize>(case: &Case, elements: Vec<T>) -> String {
        let tensor = Tensor::from_vec(elements, case.inputs[0].shape::<R>()).unwrap();
        match case.has("precision") {
            true => format!("{tensor:.0$}", case.number::<usize>("precision")),
            false => format!("{tensor}"),
        }
    }
    match case.inputs[0].shape.len() {
        0 => of::<T, 0>(case, elements),
        1 => of::<T, 1>(case, elements),
        2 => of::<T, 2>(case, elements),
        3 => of::<T, 3>(case, elements),
        4 => of::<T, 4>(case, elements),
        5 => of::<T, 5>(case, elements),
        rank => panic!("{case}: rank {rank}"),
    }
}

#[test]
fn texts_are_those_of_numpy() {
    let mut seen = 0;
    for case in fixtures::load("display") {
        let input = &case.inputs[0];
        let found = match input.dtype.as_str() {
            "i64" => text(&case, input.ints()),
            "bool" => text(&case, input.bools()),
            "f64" => text(&case, input.f64s()),
            other => panic!("{case}: {other}"),
        };
        assert_eq!(found, case.outputs[0].text, "{case}");
        seen += 1;
    }
    assert!(seen > 150, "only {seen} cases");
}

#[test]
fn views_of_any_strides_print_what_they_select() {
    let m = tensor![[1, 2, 3], [4, 5, 60]];
    assert_eq!(m.transpose().to_string(), "[[ 1  4]\n [ 2  5]\n [ 3 60]]");
    assert_eq!(m.flip(Last).to_string(), "[[ 3  2  1]\n [60  5  4]]");
    assert_eq!(m.slice(s![.., ..2]).to_string(), "[[1 2]\n [4 5]]");
    assert_eq!(tensor![1, 2].broadcast_to([2, 2]).to_string(), "[[1 2]\n [1 2]]");
    assert_eq!(m.clone().view_mut().step(Last, 2).to_string(), "[[ 1  3]\n [ 4 60]]");
}

#[test]
fn floats_are_rusts_own_texts() {
    let m = tensor![[1.0, 0.1], [-2.5e-7, 1e21]];
    assert_snapshot!(m, @r"
    [[                     1                    0.1]
     [           -0.00000025 1000000000000000000000]]
    ");
    assert_snapshot!(format!("{m:e}"), @r"
    [[    1e0    1e-1]
     [-2.5e-7    1e21]]
    ");
}

#[test]
fn the_format_reaches_the_elements() {
    let v = tensor![1.25, -10.5, 7.0];
    assert_snapshot!(format!("{v:+}"), @"[+1.25 -10.5    +7]");
    assert_snapshot!(format!("{v:.1}"), @"[  1.2 -10.5   7.0]");
    assert_snapshot!(format!("{v:+.2}"), @"[ +1.25 -10.50  +7.00]");
    assert_snapshot!(format!("{v:8}"), @"[    1.25    -10.5        7]");
    assert_snapshot!(format!("{v:8.1}"), @"[     1.2    -10.5      7.0]");
    assert_snapshot!(format!("{v:06}"), @"[001.25 -010.5 000007]");
    assert_snapshot!(format!("{v:06.1}"), @"[0001.2 -010.5 0007.0]");
    assert_snapshot!(format!("{v:+06}"), @"[+01.25 -010.5 +00007]");
    assert_snapshot!(format!("{v:+07.2}"), @"[+001.25 -010.50 +007.00]");
    assert_snapshot!(format!("{v:.1e}"), @"[ 1.2e0 -1.0e1  7.0e0]");
    assert_snapshot!(format!("{v:E}"), @"[ 1.25E0 -1.05E1     7E0]");
    let bits = tensor![5, 255];
    assert_snapshot!(format!("{bits:x} {bits:X} {bits:o} {bits:08b}"),
        @"[ 5 ff] [ 5 FF] [  5 377] [00000101 11111111]");
    assert_snapshot!(format!("{:.2}|{:6}|{:+}", Tensor::scalar(1.5), Tensor::scalar(7), Tensor::scalar(7)),
        @"1.50|     7|+7");
}

#[test]
fn debug_says_type_shape_and_strides() {
    let mut m = tensor![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.5]];
    assert_snapshot!(format!("{m:?}"), @r"
    Tensor<f32, 2> [2, 3] strides [3, 1]
    [[1.0 2.0 3.0]
     [4.0 5.0 6.5]]
    ");
    assert_snapshot!(format!("{:?}", m.view().transpose()), @r"
    TensorView<f32, 2> [3, 2] strides [1, 3]
    [[1.0 4.0]
     [2.0 5.0]
     [3.0 6.5]]
    ");
    assert_snapshot!(format!("{:.2?}", m.view_mut().flip(Axis::<0>)), @r"
    TensorViewMut<f32, 2> [2, 3] strides [-3, 1]
    [[4.00 5.00 6.50]
     [1.00 2.00 3.00]]
    ");
    assert_snapshot!(format!("{:?}", tensor!["a", "b\"c"]), @r#"
    Tensor<&str, 1> [2] strides [1]
    [   "a" "b\"c"]
    "#);
    assert_snapshot!(format!("{:?}", Tensor::scalar(7)), @r"
    Tensor<i32, 0> [] strides []
    7
    ");
    assert_snapshot!(format!("{:?}", Tensor::<i32, 2>::zeros([0, 3])), @r"
    Tensor<i32, 2> [0, 3] strides [3, 1]
    []
    ");
}

#[test]
fn text_of_more_than_one_byte_a_character_is_aligned() {
    assert_eq!(tensor![["\u{e9}", "bcd"]].to_string(), "[[  \u{e9} bcd]]");
}

/// Counts how often elements are written.
#[derive(Clone)]
struct Counted<'a>(&'a Cell<usize>);

impl Display for Counted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.set(self.0.get() + 1);
        f.write_str("x")
    }
}

#[test]
fn a_summary_looks_at_the_elements_it_shows_only() {
    let count = Cell::new(0);
    let one = Tensor::scalar(Counted(&count));
    let large = one.broadcast_to([1 << 14, 1 << 14]);
    let text = large.to_string();
    assert_eq!(text.lines().count(), 7);
    assert_eq!(text.lines().next(), Some("[[x x x ... x x x]"));
    assert_eq!(text.lines().nth(3), Some(" ..."));
    // Thirty-six elements, of which each is measured twice and written once.
    assert_eq!(count.get(), 36 * 3);
}

#[test]
fn the_alternate_form_shows_everything() {
    let v = Tensor::<usize, 1>::from_fn([1100], |[i]| i);
    assert!(v.to_string().contains("..."));
    let all = format!("{v:#}");
    assert!(!all.contains("...") && all.contains(" 550 "));
    let numbers: Vec<usize> =
        all.trim_matches(['[', ']']).split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers, v.to_vec());
    assert!(all.lines().all(|line| line.len() <= 75));
    assert!(!format!("{v:#?}").contains("..."));
}

#[test]
fn an_element_that_fails_to_format_fails_the_whole() {
    struct Broken;
    impl Display for Broken {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    use std::fmt::Write;
    let tensor = Tensor::from_vec(vec![Broken, Broken], [2]).unwrap();
    assert!(write!(String::new(), "{tensor}").is_err());
}
