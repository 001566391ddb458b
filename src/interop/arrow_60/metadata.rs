//! The metadata of `arrow.fixed_shape_tensor`: a JSON object, read and written.
//!
//! It is read here, and not by `arrow-schema`, because that knows the key `permutations` and refuses
//! `permutation`, which the specification names and other implementations write. Both are read here.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The values of the object, as they stand there.
#[derive(Default)]
pub(super) struct Metadata {
    pub(super) shape: Option<Vec<usize>>,
    pub(super) permutation: Option<Vec<usize>>,
    pub(super) dim_names: Option<Vec<String>>,
}

impl Metadata {
    /// Reads the object. An error is the number of bytes that were understood.
    pub(super) fn read(text: &str) -> Result<Metadata, usize> {
        let mut reader = Reader { rest: text };
        reader.object().ok_or(text.len() - reader.rest.len())
    }
}

/// What of the text is not read yet. A method that fails leaves `rest` where the mistake is.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn object(&mut self) -> Option<Metadata> {
        let mut found = Metadata::default();
        self.sequence('{', '}', |reader| {
            let start = reader.rest;
            let key = reader.string()?;
            let fresh = match &*key {
                "shape" => found.shape.is_none(),
                "permutation" | "permutations" => found.permutation.is_none(),
                "dim_names" => found.dim_names.is_none(),
                _ => false,
            };
            if !fresh {
                reader.rest = start;
                return None;
            }
            reader.token(':')?;
            if key != "shape" && reader.null() {
                return Some(());
            }
            match &*key {
                "shape" => found.shape = Some(reader.list(Self::number)?),
                "dim_names" => found.dim_names = Some(reader.list(Self::string)?),
                _ => found.permutation = Some(reader.list(Self::number)?),
            }
            Some(())
        })?;
        self.space();
        self.rest.is_empty().then_some(found)
    }

    /// Reads items between brackets, with commas between them.
    fn sequence(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.token(open)?;
        if self.token(close).is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            if self.token(close).is_some() {
                return Some(());
            }
            self.token(',')?;
        }
    }

    fn list<T>(&mut self, item: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        self.sequence('[', ']', |reader| {
            items.push(item(reader)?);
            Some(())
        })?;
        Some(items)
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn token(&mut self, token: char) -> Option<()> {
        self.space();
        self.rest = self.rest.strip_prefix(token)?;
        Some(())
    }

    fn null(&mut self) -> bool {
        self.space();
        let rest = self.rest.strip_prefix("null");
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Reads an integer that is not negative and fits `usize`.
    fn number(&mut self) -> Option<usize> {
        self.space();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        if digits.len() > 1 && digits.starts_with('0') || rest.starts_with(['.', 'e', 'E']) {
            return None;
        }
        let number = digits.parse().ok()?;
        self.rest = rest;
        Some(number)
    }

    fn string(&mut self) -> Option<String> {
        self.token('"')?;
        let mut text = String::new();
        loop {
            let next = self.rest.chars().next().filter(|&c| c >= ' ')?;
            let after = &self.rest[next.len_utf8()..];
            match next {
                '"' => {
                    self.rest = after;
                    return Some(text);
                }
                '\\' => {
                    let (c, rest) = escaped(after)?;
                    text.push(c);
                    self.rest = rest;
                }
                _ => {
                    text.push(next);
                    self.rest = after;
                }
            }
        }
    }
}

/// The character that an escape stands for, and what follows; `text` begins after the backslash.
fn escaped(text: &str) -> Option<(char, &str)> {
    let simple = match text.chars().next()? {
        c @ ('"' | '\\' | '/') => c,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let (high, rest) = hexadecimal(&text[1..])?;
            if let Some(c) = char::from_u32(high) {
                return Some((c, rest));
            }
            // Characters above U+FFFF are two escapes, the halves of a surrogate pair.
            let (low, rest) = hexadecimal(rest.strip_prefix("\\u")?)?;
            let pair = char::decode_utf16([high as u16, low as u16]).next()?.ok()?;
            return Some((pair, rest));
        }
        _ => return None,
    };
    Some((simple, &text[1..]))
}

fn hexadecimal(text: &str) -> Option<(u32, &str)> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some((u32::from_str_radix(digits, 16).ok()?, &text[4..]))
}

/// Writes the object for elements in row-major order.
pub(super) fn write(shape: &[usize], dim_names: Option<&[String]>) -> String {
    let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
    let mut text = format!("{{\"shape\":[{}]", sizes.join(","));
    if let Some(names) = dim_names {
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        text += &format!(",\"dim_names\":[{}]", names.join(","));
    }
    text + "}"
}

fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\0'..' ' => text += &format!("\\u{:04x}", u32::from(c)),
            _ => text.push(c),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused_at(text: &str) -> usize {
        Metadata::read(text).map(|_| ()).unwrap_err()
    }

    #[test]
    fn what_is_written_is_read() {
        let names = ["h", "a \"b\" \\ \n \u{1F980} é"].map(String::from);
        let text = write(&[2, 30], Some(&names));
        let found = Metadata::read(&text).unwrap();
        assert_eq!(found.shape, Some(alloc::vec![2, 30]));
        assert_eq!(found.dim_names.unwrap(), names);
        assert_eq!(write(&[], None), "{\"shape\":[]}");
    }

    #[test]
    fn both_spellings_nulls_spaces_and_escapes() {
        for key in ["permutation", "permutations"] {
            let text =
                format!(" {{ \"{key}\" : [ 1 , 0 ],\n\t\"shape\":[2,5], \"dim_names\": null}} ");
            let found = Metadata::read(&text).unwrap();
            assert_eq!(found.permutation, Some(alloc::vec![1, 0]));
            assert_eq!((found.shape, found.dim_names), (Some(alloc::vec![2, 5]), None));
        }
        let text = r#"{"dim_names":["\u00e9\ud83e\udd80\/\b\f\n\r\t\"\\"]}"#;
        let found = Metadata::read(text).unwrap();
        assert_eq!(found.dim_names.unwrap(), ["é\u{1F980}/\u{8}\u{c}\n\r\t\"\\"]);
    }

    #[test]
    fn mistakes_and_their_places() {
        assert_eq!(refused_at(""), 0);
        assert_eq!(refused_at("[2, 3]"), 0);
        assert_eq!(refused_at("{\"shape\":[2,-3]}"), 12);
        assert_eq!(refused_at("{\"shape\":[2,3.0]}"), 12);
        assert_eq!(refused_at("{\"shape\":[02]}"), 10);
        assert_eq!(refused_at("{\"shape\":[18446744073709551616]}"), 10);
        assert_eq!(refused_at("{\"shape\":null}"), 9);
        assert_eq!(refused_at("{\"shape\":[2],\"shape\":[2]}"), 13);
        assert_eq!(refused_at("{\"other\":[2]}"), 1);
        assert_eq!(refused_at("{\"shape\":[2]} x"), 14);
        assert_eq!(refused_at("{\"shape\":[2,]}"), 12);
        assert_eq!(refused_at("{\"dim_names\":[\"a"), 16);
        assert_eq!(refused_at("{\"dim_names\":[\"\\ud83e\"]}"), 15);
        assert_eq!(refused_at("{\"dim_names\":[\"\\u+123\"]}"), 15);
    }

    /// Each prefix of a text is refused, and none panics.
    #[test]
    fn truncated() {
        let text = r#"{"shape":[2,30],"permutation":[1,0],"dim_names":["é\ud83e\udd80","b"]}"#;
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(refused_at(&text[..end]) <= end);
        }
        assert!(Metadata::read(text).is_ok());
    }
}
