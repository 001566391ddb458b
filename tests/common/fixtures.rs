//! Reads the fixture files of `tests/fixtures`: operations with their operands and what numpy says.
//!
//! The format stands at the head of `tests/fixtures/make.py`. There is nothing to be handled here: a
//! malformed line, a missing argument or a wrong type is a broken fixture or a broken test, and panics
//! with file and line.
//!
//! ```ignore
//! for case in fixtures::load("reduce") {
//!     if case.name == "sum" && case.words("axes") == ["0"] && case.inputs[0].shape.len() == 2 {
//!         let x = Tensor::from_vec(case.inputs[0].shape(), case.inputs[0].values.clone()).unwrap();
//!         assert_eq!(x.sum(Axis::<0>).to_vec(), case.outputs[0].values, "{case}");
//!     }
//! }
//! ```

// Every test binary includes this file and uses a part of it.
#![allow(dead_code)]

use std::fmt;
use std::str::FromStr;

/// One operation with its operands and its results.
pub(crate) struct Case {
    /// The file and the line at which it begins, for messages.
    pub(crate) place: String,
    /// The operation.
    pub(crate) name: String,
    /// The arguments in their order: a name and its words.
    pub(crate) args: Vec<(String, Vec<String>)>,
    /// The operands.
    pub(crate) inputs: Vec<Data>,
    /// The results.
    pub(crate) outputs: Vec<Data>,
}

/// The elements of one operand or result, in row-major order.
pub(crate) struct Data {
    /// The file and the line, for messages.
    pub(crate) place: String,
    /// `f64`, `f32`, `i64`, `bool`, `c128` or `text`.
    pub(crate) dtype: String,
    /// The sizes; a scalar has none.
    pub(crate) shape: Vec<usize>,
    /// The elements as numbers: bools are 0 and 1, complex elements two numbers each, text has none.
    pub(crate) values: Vec<f64>,
    /// The text, where the type is `text`.
    pub(crate) text: String,
}

/// Reads `tests/fixtures/<topic>.txt`.
pub(crate) fn load(topic: &str) -> Vec<Case> {
    let file = format!("{topic}.txt");
    let path = format!("{}/tests/fixtures/{file}", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read_to_string(&path) {
        Ok(text) => parse(&file, &text),
        Err(error) => panic!("{path}: {error}"),
    }
}

/// Reads the text of a file; `file` is its name in messages.
pub(crate) fn parse(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", index + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        if keyword == "case" {
            let name = rest.to_string();
            let (args, inputs, outputs) = (Vec::new(), Vec::new(), Vec::new());
            cases.push(Case { place, name, args, inputs, outputs });
            continue;
        }
        let Some(case) = cases.last_mut() else { panic!("{place}: `{keyword}` before any case") };
        match keyword {
            "arg" => {
                let mut words = rest.split_whitespace().map(str::to_string);
                let Some(name) = words.next() else { panic!("{place}: an argument has no name") };
                case.args.push((name, words.collect()));
            }
            "in" => case.inputs.push(Data::parse(place, rest)),
            "out" => case.outputs.push(Data::parse(place, rest)),
            _ => panic!("{place}: `{keyword}` is not one of case, arg, in, out"),
        }
    }
    cases
}

/// Reads a shape such as `2x3x4`; that of a scalar is `-`.
fn parse_shape(place: &str, text: &str) -> Vec<usize> {
    match text {
        "-" => Vec::new(),
        text => text.split('x').map(|size| parse_word(place, size)).collect(),
    }
}

fn parse_word<T: FromStr>(place: &str, word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("{place}: cannot read `{word}`"))
}

impl Case {
    /// Tells whether the argument is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.args.iter().any(|(key, _)| key == name)
    }

    /// Returns the words of an argument.
    #[track_caller]
    pub(crate) fn words(&self, name: &str) -> &[String] {
        match self.args.iter().find(|(key, _)| key == name) {
            Some((_, words)) => words,
            None => panic!("{self}: there is no argument `{name}`"),
        }
    }

    /// Returns the words of an argument as numbers.
    #[track_caller]
    pub(crate) fn numbers<T: FromStr>(&self, name: &str) -> Vec<T> {
        self.words(name).iter().map(|word| parse_word(&self.place, word)).collect()
    }

    /// Returns the only word of an argument as a number.
    #[track_caller]
    pub(crate) fn number<T: FromStr>(&self, name: &str) -> T {
        parse_word(&self.place, self.word(name))
    }

    /// Returns the only word of an argument.
    #[track_caller]
    pub(crate) fn word(&self, name: &str) -> &str {
        match self.words(name) {
            [word] => word,
            words => panic!("{self}: `{name}` has {} words, not one", words.len()),
        }
    }

    /// Returns the only word of an argument as a shape.
    #[track_caller]
    pub(crate) fn shape(&self, name: &str) -> Vec<usize> {
        parse_shape(&self.place, self.word(name))
    }
}

/// Writes what a failing assertion should say: file, line and operation.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.place, self.name)
    }
}

impl Data {
    fn parse(place: String, rest: &str) -> Data {
        let mut words = rest.splitn(4, ' ');
        let (Some(dtype), Some(shape), Some(":")) = (words.next(), words.next(), words.next())
        else {
            panic!("{place}: expected `type shape : elements`")
        };
        let rest = words.next().unwrap_or("");
        let (dtype, shape) = (dtype.to_string(), parse_shape(&place, shape));
        let (values, text, width) = match dtype.as_str() {
            "text" => (Vec::new(), unescape(&place, rest), 0),
            "f64" | "f32" | "i64" | "bool" | "c128" => {
                let values: Vec<f64> =
                    rest.split_whitespace().map(|word| parse_word(&place, word)).collect();
                (values, String::new(), if dtype == "c128" { 2 } else { 1 })
            }
            _ => panic!("{place}: `{dtype}` is not an element type"),
        };
        let expected = shape.iter().product::<usize>() * width;
        let found = values.len();
        assert!(expected == found, "{place}: the shape asks for {expected} numbers, found {found}");
        Data { place, dtype, shape, values, text }
    }

    /// Returns the shape as an array, whose length is the rank expected.
    #[track_caller]
    pub(crate) fn shape<const R: usize>(&self) -> [usize; R] {
        let found = self.shape.len();
        let Ok(shape) = self.shape.clone().try_into() else {
            panic!("{}: expected rank {R}, found {found}", self.place)
        };
        shape
    }

    /// Returns the elements, which are bools.
    #[track_caller]
    pub(crate) fn bools(&self) -> Vec<bool> {
        self.of("bool").iter().map(|&value| value != 0.0).collect()
    }

    /// Returns the elements, which are integers (all of them exact in an f64).
    #[track_caller]
    pub(crate) fn ints(&self) -> Vec<i64> {
        self.of("i64").iter().map(|&value| value as i64).collect()
    }

    /// Returns the elements, which are f32.
    #[track_caller]
    pub(crate) fn f32s(&self) -> Vec<f32> {
        self.of("f32").iter().map(|&value| value as f32).collect()
    }

    /// Returns the elements, which are f64.
    #[track_caller]
    pub(crate) fn f64s(&self) -> Vec<f64> {
        self.of("f64").to_vec()
    }

    /// Returns the elements, which are complex, as real and imaginary parts.
    #[track_caller]
    pub(crate) fn pairs(&self) -> Vec<(f64, f64)> {
        self.of("c128").chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    }

    #[track_caller]
    fn of(&self, dtype: &str) -> &[f64] {
        assert!(
            self.dtype == dtype,
            "{}: expected {dtype} elements, found {}",
            self.place,
            self.dtype
        );
        &self.values
    }
}

fn unescape(place: &str, text: &str) -> String {
    let mut result = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => result.push('\n'),
            Some('\\') => result.push('\\'),
            other => panic!("{place}: unknown escape {other:?}"),
        }
    }
    result
}
