//! Messages written while the compiler evaluates a pattern, where there is no `format!`.

/// How much text a message can hold; what does not fit is cut.
const CAPACITY: usize = 512;

/// A text put together in a const fn: `Words::new().text("axis `").text("h").text("`")`.
///
/// A const fn that ends in [`refuse`](Words::refuse) or [`refuse_at`](Words::refuse_at) fails
/// `cargo check` with that text. Each function between the macro's const item and that call is
/// `#[track_caller]`: the error then stands at the line of the macro, and rustc leaves out the list
/// of the calls that led to it.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Words {
    pub(crate) const fn new() -> Self {
        Words { bytes: [0; CAPACITY], len: 0 }
    }

    /// Appends a text.
    pub(crate) const fn text(self, text: &str) -> Self {
        self.bytes_of(text.as_bytes(), 0, text.len())
    }

    /// Appends a part of a text, `text[start..end]`, such as the name of an axis in a pattern.
    pub(crate) const fn part(self, text: &str, start: usize, end: usize) -> Self {
        self.bytes_of(text.as_bytes(), start, end)
    }

    /// Appends a number.
    pub(crate) const fn number(mut self, number: usize) -> Self {
        if number >= 10 {
            self = self.number(number / 10);
        }
        self.byte(b'0' + (number % 10) as u8)
    }

    /// Appends a character.
    #[allow(dead_code)] // for `einsum!`
    pub(crate) const fn character(self, character: char) -> Self {
        self.text(character.encode_utf8(&mut [0; 4]))
    }

    /// Appends the pattern on a line of its own, and a line that points at `pattern[start..end]`.
    pub(crate) const fn pointing(mut self, pattern: &str, start: usize, end: usize) -> Self {
        self = self.text("\n");
        let bytes = pattern.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            // A line break would part the pattern from the line below.
            self = self.byte(if bytes[at] < b' ' { b' ' } else { bytes[at] });
            at += 1;
        }
        self = self.text("\n").columns(pattern, 0, start, b' ').columns(pattern, start, end, b'^');
        if start == end { self.byte(b'^') } else { self }
    }

    /// Returns the text.
    pub(crate) const fn as_str(&self) -> &str {
        let mut len = self.len;
        loop {
            // Where a character was cut, the text ends before it.
            match core::str::from_utf8(self.bytes.split_at(len).0) {
                Ok(text) => return text,
                Err(error) => len = error.valid_up_to(),
            }
        }
    }

    /// Fails with this text: a compile error where the compiler evaluates it.
    #[track_caller]
    pub(crate) const fn refuse(&self) -> ! {
        panic!("{}", self.as_str())
    }

    /// Fails with this text, the pattern below it, and a mark below `pattern[start..end]`.
    #[track_caller]
    pub(crate) const fn refuse_at(self, pattern: &str, start: usize, end: usize) -> ! {
        self.pointing(pattern, start, end).refuse()
    }

    /// Appends one mark for each character of `text[start..end]`.
    const fn columns(mut self, text: &str, start: usize, end: usize, mark: u8) -> Self {
        let (bytes, mut at) = (text.as_bytes(), start);
        while at < end {
            // The bytes of a character behind its first one begin with the bits 10.
            if bytes[at] & 0b1100_0000 != 0b1000_0000 {
                self = self.byte(mark);
            }
            at += 1;
        }
        self
    }

    const fn bytes_of(mut self, bytes: &[u8], start: usize, end: usize) -> Self {
        let mut at = start;
        while at < end {
            self = self.byte(bytes[at]);
            at += 1;
        }
        self
    }

    const fn byte(mut self, byte: u8) -> Self {
        if self.len < CAPACITY {
            self.bytes[self.len] = byte;
            self.len += 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn texts_are_put_together_in_a_constant() {
        const WORDS: Words = Words::new()
            .text("axis ")
            .number(0)
            .text(", ")
            .number(1204)
            .character('é')
            .part("h w -> c", 5, 8);
        const TEXT: &str = WORDS.as_str();
        assert_eq!(TEXT, "axis 0, 1204é> c");
    }

    #[test]
    fn marks_stand_below_characters_and_not_bytes() {
        let pattern = "é\tab c";
        let text = Words::new().text("no").pointing(pattern, 3, 5);
        assert_eq!(text.as_str(), "no\né ab c\n  ^^");
        let end = Words::new().pointing(pattern, pattern.len(), pattern.len());
        assert_eq!(end.as_str(), "\né ab c\n      ^");
    }

    #[test]
    fn a_text_too_long_is_cut_before_a_character() {
        let long: String = core::iter::repeat_n('é', CAPACITY).collect();
        let words = Words::new().text("a").text(&long);
        let expected: Vec<char> = core::iter::once('a').chain(long.chars()).take(256).collect();
        assert_eq!(words.as_str().chars().collect::<Vec<_>>(), expected);
    }
}
