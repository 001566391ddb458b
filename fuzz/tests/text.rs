//! Changed text: an error, or numbers that are written and read again as they are.

use bolero::check;
use fuzz::{Choices, changed};
use holor::io::text::*;
use holor::num_complex::Complex;
use holor::prelude::*;

const WORDS: [&[u8]; 27] = [
    b"1",
    b"-",
    b"+",
    b"e",
    b".",
    b"nan",
    b"inf",
    b"j",
    b"(",
    b")",
    b",",
    b" ",
    b"\t",
    b"\n",
    b"\r\n",
    b"\r",
    b"#",
    b"\"",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xc2\xa0",
    b"1e400",
    b"-0.0",
    b"18446744073709551616",
    b"0x1",
    b"1,2\n3,4\n",
    b"true",
];

fn read<T: TextElement, const R: usize>(file: &[u8], options: &TextOptions)
where
    Rank<R>: TextRank,
{
    match read_text_from::<T, R>(file, options) {
        Ok(numbers) => {
            assert!(numbers.len() <= file.len());
            let (mut once, mut twice) = (Vec::new(), Vec::new());
            write_text_to(&mut once, &numbers, options).unwrap();
            let whole = options.clone().with_skip_lines(0);
            let again = read_text_from::<T, R>(&once[..], &whole).unwrap();
            write_text_to(&mut twice, &again, options).unwrap();
            assert_eq!(once, twice);
            assert_eq!(numbers.shape(), again.shape());
        }
        Err(error) => assert!(error.to_string().starts_with("line ")),
    }
}

#[test]
fn changed_text_is_an_error_or_numbers() {
    let table = b"# a table\n1.5 -2e-7 3\n\n-0 nan 4 # end\ninf 5 6.25\n";
    let csv = b"1,2\n 3 ,\"4\"\n(1+2j),-1e5-inf\n";
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let file: &[u8] = if choices.below(2) == 0 { table } else { csv };
        let mut options = match choices.below(3) {
            0 => TextOptions::new(),
            1 => TextOptions::csv(),
            _ => TextOptions::new().with_delimiter('\t'),
        };
        if choices.below(4) == 0 {
            options = options.with_skip_lines(choices.below(4));
        }
        let kind = choices.below(6);
        let file = changed(&mut choices, file, &WORDS);
        match kind {
            0 => read::<f64, 1>(&file, &options),
            1 => read::<f64, 2>(&file, &options),
            2 => read::<u64, 2>(&file, &options),
            3 => read::<bool, 1>(&file, &options),
            4 => read::<f32, 2>(&file, &options),
            _ => read::<Complex<f64>, 2>(&file, &options),
        }
    });
}
