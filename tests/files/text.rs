//! Numbers in text.

use crate::made::{Folder, assert_made, elements, fixture, tensor, text, written};
use holor::half::{bf16, f16};
use holor::io::FileError;
use holor::io::text::*;
use holor::num_complex::Complex;
use holor::prelude::*;
use std::fs;
use std::io::{self, BufReader, Read};

fn csv() -> TextOptions {
    TextOptions::csv()
}

#[test]
fn tables_of_numpy_are_read_and_written() {
    let plain = TextOptions::new();
    assert_made::<f64, 2>(&read_text(fixture("floats.txt"), &plain).unwrap(), [8, 3]);
    assert_made::<f64, 2>(&read_text(fixture("floats.csv"), &csv()).unwrap(), [8, 3]);
    assert_made::<f32, 1>(&read_text(fixture("vector.txt"), &plain).unwrap(), [9]);
    assert_made::<i64, 2>(&read_text(fixture("ints.csv"), &csv()).unwrap(), [4, 3]);
    assert_made::<Complex<f64>, 2>(&read_text(fixture("complex.txt"), &plain).unwrap(), [2, 2]);

    let (plain, comma) = (plain.with_precision(18), csv().with_precision(18));
    let file = |name| fs::read_to_string(fixture(name)).unwrap();
    assert_eq!(in_text(&tensor::<f64, 2>([8, 3]), &plain), file("floats.txt"));
    let headed = comma.clone().with_header("a,b,c\nsecond line");
    assert_eq!(in_text(&tensor::<f64, 2>([8, 3]), &headed), file("floats.csv"));
    assert_eq!(in_text(&tensor::<f32, 1>([9]), &plain), file("vector.txt"));
    assert_eq!(in_text(&tensor::<i64, 2>([4, 3]), &comma), file("ints.csv"));
    // numpy begins each complex number with a space.
    let complex = in_text(&tensor::<Complex<f64>, 2>([2, 2]), &plain);
    let expected: Vec<String> =
        file("complex.txt").split_ascii_whitespace().map(String::from).collect();
    assert!(
        complex.split_ascii_whitespace().eq(expected.iter().map(|word| word.replace("+-", "-")))
    );
}

fn in_text<T: TextElement, const R: usize>(
    tensor: &TensorRef<T, R>,
    options: &TextOptions,
) -> String
where
    Rank<R>: TextRank,
{
    let mut out = Vec::new();
    write_text_to(&mut out, tensor, options).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn written_for_numpy() {
    let Some(path) = written("shortest_floats.txt") else { return };
    write_text(path, &tensor::<f64, 2>([8, 3]), &TextOptions::new()).unwrap();
    let headed = csv().with_header("a,b,c");
    write_text(written("shortest_floats.csv").unwrap(), &tensor::<f64, 2>([8, 3]), &headed)
        .unwrap();
    write_text(
        written("shortest_vector.txt").unwrap(),
        &tensor::<f32, 1>([9]),
        &TextOptions::new(),
    )
    .unwrap();
    write_text(written("shortest_ints.csv").unwrap(), &tensor::<i64, 2>([4, 3]), &csv()).unwrap();
    let complex = tensor::<Complex<f64>, 2>([2, 2]);
    write_text(written("shortest_complex.txt").unwrap(), &complex, &TextOptions::new()).unwrap();
}

/// What is written without a number of digits is read as it was.
#[track_caller]
fn returns<T: TextElement + std::fmt::Debug + PartialEq>(numbers: &[T]) {
    let m = Tensor::from(numbers.to_vec());
    for options in [TextOptions::new(), csv(), csv().with_delimiter('\t')] {
        let found: Tensor<T, 1> =
            read_text_from(in_text(&m, &options).as_bytes(), &options).unwrap();
        for (x, y) in found.iter().zip(numbers) {
            // The sign of zero, and NaN.
            assert_eq!(format!("{x:?}"), format!("{y:?}"));
        }
        let row: Tensor<T, 2> =
            read_text_from(in_text(&m.view().unsqueeze(Axis::<0>), &options).as_bytes(), &options)
                .unwrap();
        assert_eq!(row.shape(), [1, numbers.len()]);
    }
}

#[test]
fn numbers_are_read_as_they_were() {
    returns(&[
        0.1,
        -0.0,
        1e300,
        f64::MIN_POSITIVE,
        5e-324,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        123456789.0,
    ]);
    returns(&[0.1_f32, f32::MAX, f32::MIN_POSITIVE, 1e-45, 16777217.0]);
    returns(&[f16::from_f32(0.1), f16::MAX, f16::MIN_POSITIVE_SUBNORMAL, f16::NEG_INFINITY]);
    returns(&[bf16::from_f32(0.1), bf16::MAX]);
    returns(&[i64::MIN, -1, 0, i64::MAX]);
    returns(&[u64::MAX, 1]);
    returns(&[-128_i8, 127]);
    returns(&[true, false, true]);
    returns(&[
        Complex::new(1e-5, -1e-7),
        Complex::new(f64::NEG_INFINITY, f64::NAN),
        Complex::new(-0.0, -0.0),
    ]);
    returns(&elements::<f64>(50));
    for (word, expected) in [
        ("1+2j", (1.0, 2.0)),
        ("(1e+5-2e-3j)", (1e5, -2e-3)),
        ("-3j", (0.0, -3.0)),
        ("4", (4.0, 0.0)),
        ("(1+-2j)", (1.0, -2.0)),
        ("2i", (0.0, 2.0)),
    ] {
        let found: Tensor<Complex<f64>, 1> =
            read_text_from(word.as_bytes(), &TextOptions::new()).unwrap();
        assert_eq!(found, tensor![Complex::new(expected.0, expected.1)], "{word}");
    }
}

fn read<const R: usize>(text: &str, options: &TextOptions) -> Result<Tensor<f64, R>, FileError>
where
    Rank<R>: TextRank,
{
    read_text_from(text.as_bytes(), options)
}

#[test]
fn lines_and_words_are_told_apart() {
    let expected = tensor![[1.0, 2.0], [3.0, 4.0]];
    for (text, options) in [
        ("1 2\n3 4\n", TextOptions::new()),
        ("\u{feff}1 2\r\n3 4", TextOptions::new()),
        ("1 2\r3 4\r", TextOptions::new()),
        ("# no\r1 2 # no\r\r\n\r3 4", TextOptions::new()),
        ("a,b\rc,d\r\n1,2\r3,4", csv().with_skip_lines(2)),
        ("  1\t 2  \n\n \t\n# no\n3 4 # yes\n#", TextOptions::new()),
        ("a, b\n1, 2\n3, 4\n", csv().with_skip_lines(1)),
        ("\"1\", \" 2\"\n 3 ,4", csv()),
        ("1;2\n3;4%5;6", csv().with_delimiter(';').with_comments(Some('%'))),
        ("1\t2\n3\t4\n", csv().with_delimiter('\t')),
    ] {
        assert_eq!(read::<2>(text, &options).unwrap(), expected, "{text:?}");
    }
    assert_eq!(read::<1>("1 2 3\n", &TextOptions::new()).unwrap(), tensor![1.0, 2.0, 3.0]);
    assert_eq!(read::<1>("1\n2\n3\n", &TextOptions::new()).unwrap(), tensor![1.0, 2.0, 3.0]);
    assert_eq!(read::<2>("1\n2\n", &TextOptions::new()).unwrap(), tensor![[1.0], [2.0]]);
    assert_eq!(read::<2>("# nothing\n", &TextOptions::new()).unwrap().shape(), [0, 0]);
    assert_eq!(read::<1>("", &TextOptions::new()).unwrap().shape(), [0]);
    assert_eq!(read::<1>("1 2", &TextOptions::new().with_skip_lines(9)).unwrap().shape(), [0]);
}

#[test]
fn an_error_names_line_and_column_and_word() {
    for (text_, options, expected) in [
        ("1 2\n3 x4\n", TextOptions::new(), "line 2, column 2: a word is `x4`, expected f64"),
        (
            "h\n1,2\n\n3,,4\n",
            csv().with_skip_lines(1),
            "line 4, column 2: a word is ``, expected f64",
        ),
        ("1,2,\n", csv(), "line 1, column 3: a word is ``, expected f64"),
        ("1\t2\t\n", csv().with_delimiter('\t'), "line 1, column 3: a word is ``, expected f64"),
        (
            "1 2\n3\n",
            TextOptions::new(),
            "line 2, column 2: the number of columns is 1, expected 2",
        ),
        (
            "1 2\n3 4 5\n",
            TextOptions::new(),
            "line 2, column 3: the number of columns is 3, expected 2",
        ),
        (
            "1 2 # 3\n# 4\n5 6 % 7",
            TextOptions::new(),
            "line 3, column 3: a word is `%`, expected f64",
        ),
        (
            "1 # 2",
            TextOptions::new().with_comments(None),
            "line 1, column 2: a word is `#`, expected f64",
        ),
        ("time\n1", TextOptions::new(), "line 1, column 1: a word is `time`, expected f64"),
        ("1\r2\r\r\n\nx", TextOptions::new(), "line 5, column 1: a word is `x`, expected f64"),
        ("1\n\r2\r\nx", TextOptions::new(), "line 4, column 1: a word is `x`, expected f64"),
    ] {
        assert_eq!(text(read::<2>(text_, &options)), expected);
    }
    let rank = text(read::<1>("1 2\n3 4\n", &TextOptions::new()));
    assert_eq!(rank, "line 1, column 1: [2, 2]: expected rank 1, found rank 2");
    let bytes = text(read_text_from::<f64, 2>(&b"1\n2\xff\n"[..], &TextOptions::new()));
    assert_eq!(bytes, "line 2, column 1: the line is a byte 0xff, expected UTF-8");
    let large = text(read_text_from::<u8, 2>(&b"255 256"[..], &TextOptions::new()));
    assert_eq!(large, "line 1, column 2: a word is `256`, expected u8");
    let long = text(read::<1>(&"9x".repeat(1000), &TextOptions::new()));
    assert_eq!(long.len(), "line 1, column 1: a word is , expected f64".len() + 60 + 2);
}

/// A reader that gives a few bytes at a time, and is interrupted before each.
struct Slow<'a> {
    bytes: &'a [u8],
    step: usize,
    interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = self.step.min(self.bytes.len());
        buffer[..len].copy_from_slice(&self.bytes[..len]);
        self.bytes = &self.bytes[len..];
        Ok(len)
    }
}

#[test]
fn lines_are_the_same_however_they_come() {
    let bytes = b"\xef\xbb\xbf# a\r\n1.5 2\r\n\r\n3 4 # b\r5 \xc2\xa0\r\n\r6 7\n\r8 9";
    for step in 1..bytes.len() {
        let slow = BufReader::new(Slow { bytes, step, interrupted: false });
        let found = text(read_text_from::<f64, 2>(slow, &TextOptions::new()));
        assert_eq!(found, "line 5, column 2: a word is ``, expected f64", "{step}");
    }
    let bytes = b"1 2\r\n3 4\r5 6\n\r\n7 8";
    for step in 1..bytes.len() {
        let slow = BufReader::new(Slow { bytes, step, interrupted: false });
        let found = read_text_from::<u8, 2>(slow, &TextOptions::new()).unwrap();
        assert_eq!(found, tensor![[1, 2], [3, 4], [5, 6], [7, 8]], "{step}");
    }
}

#[test]
fn a_header_is_comments_whatever_ends_its_lines() {
    let options = TextOptions::new().with_header("a\r\nb\rc\nd");
    let written = in_text(&tensor![1], &options);
    assert_eq!(written, "# a\n# b\n# c\n# d\n1\n");
    assert_eq!(read::<1>(&written, &options).unwrap(), tensor![1.0]);
}

#[test]
fn characters_of_numbers_and_of_lines_separate_nothing() {
    let folder = Folder::new("text-options");
    let path = folder.path("a.csv");
    let refused = |options: &TextOptions, expected: &str| {
        let m = tensor![[1.0, 2.0]];
        let mut out = Vec::new();
        assert_eq!(text(read::<2>("1", options)), expected);
        assert_eq!(text(read::<1>("", options)), expected);
        assert_eq!(text(write_text_to(&mut out, &m, options)), expected);
        assert_eq!(text(write_text(&path, &m, options)), expected);
        assert_eq!(text(read_text::<f64, 2>(&path, options)), expected);
        assert!(out.is_empty() && folder.names().is_empty());
    };
    let words = "0123456789 -1.5e+300 1E5 inf infinity NaN true false True False (1-2j) 2i";
    for mark in words.chars().filter(|mark| *mark != ' ') {
        let found = format!("is `{mark}`, expected a character that no number has");
        refused(&csv().with_delimiter(mark), &format!("the delimiter {found}"));
        refused(&csv().with_comments(Some(mark)), &format!("the comment character {found}"));
    }
    for (mark, expected) in [
        ('\n', "is `\\n`, expected a character that ends no line"),
        ('\r', "is `\\r`, expected a character that ends no line"),
        ('"', "is `\"`, expected a character other than the quote"),
    ] {
        refused(&csv().with_delimiter(mark), &format!("the delimiter {expected}"));
        refused(&csv().with_comments(Some(mark)), &format!("the comment character {expected}"));
    }
    for mark in [' ', '\t'] {
        let options = TextOptions::new().with_comments(Some(mark));
        let found = mark.escape_default();
        let expected =
            format!("the comment character is `{found}`, expected a character other than a space");
        refused(&options, &expected);
        refused(&options.with_delimiter(mark), &expected);
    }
    let digits = "the precision is 65535, expected at most 65534";
    refused(&csv().with_precision(65535), digits);
    let longest = in_text(&tensor![1.5], &csv().with_precision(65534));
    assert!(longest.starts_with("1.500") && longest.ends_with("0e+00\n"), "{}", longest.len());
    for (options, found) in [
        (TextOptions::new().with_delimiter('#'), '#'),
        (csv().with_comments(Some(',')), ','),
        (csv().with_comments(Some('%')).with_delimiter('%'), '%'),
    ] {
        let expected = "expected a character other than the comment character";
        refused(&options, &format!("the delimiter is `{found}`, {expected}"));
    }
}

#[test]
fn a_matrix_without_elements_has_no_shape_in_text() {
    for shape in [[2, 0], [0, 3]] {
        let written = in_text(&Tensor::<f64, 2>::zeros(shape), &csv());
        assert_eq!(read::<2>(&written, &csv()).unwrap().shape(), [0, 0]);
    }
}

/// With other characters, what is written is read.
#[test]
fn other_characters_separate() {
    let m = tensor![[f64::NAN, -1e-5], [f64::INFINITY, 2.5]];
    let complex = tensor![[Complex::new(-1e-7, f64::NEG_INFINITY), Complex::new(0.5, 1e300)]];
    for mark in " \t,;:|/#%!$&*=_'x~\u{2502}\u{feff}".chars() {
        let options = TextOptions::new().with_comments(None).with_delimiter(mark);
        let found: Tensor<f64, 2> =
            read_text_from(in_text(&m, &options).as_bytes(), &options).unwrap();
        assert_eq!(format!("{found:?}"), format!("{m:?}"), "{mark}");
        let found: Tensor<Complex<f64>, 2> =
            read_text_from(in_text(&complex, &options).as_bytes(), &options).unwrap();
        assert_eq!(found, complex, "{mark}");
    }
}

#[test]
fn a_file_is_named_and_replaced_as_a_whole() {
    let folder = Folder::new("text");
    let path = folder.path("a.csv");
    write_text(&path, &tensor![[1, 2]], &csv()).unwrap();
    assert_eq!(
        text(read_text::<bool, 2>(&path, &csv())),
        "a.csv: line 1, column 2: a word is `2`, expected bool"
    );
    assert_eq!(
        text(read_text::<i32, 1>(folder.path("b"), &csv())),
        "b: No such file or directory (os error 2)"
    );
    write_text(&path, &tensor![3], &csv()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "3\n");
    assert_eq!(folder.names(), ["a.csv"]);
}
