//! Reads a pattern in a const fn. What it refuses is a compile error at the line of the macro.
//!
//! A pattern is two sides with `->` between them; a side is names, numbers, `...`, `()` and groups
//! in parentheses, as in einops.

use super::recipe::{Group, Item, MAX_AXES, PatternAxis, PatternMacro, Recipe, Side, Size, Text};
use super::words::Words;

/// The names that `reduce!` knows.
const REDUCTIONS: [&str; 7] = ["sum", "mean", "min", "max", "prod", "any", "all"];

impl Recipe {
    /// Reads a pattern of `rearrange!`; `sizes` are the names of the sizes behind it.
    #[track_caller]
    pub const fn rearrange(pattern: &'static str, sizes: &[&str]) -> Recipe {
        read(PatternMacro::Rearrange, pattern, sizes)
    }

    /// Reads a pattern of `reduce!`.
    #[track_caller]
    pub const fn reduce(pattern: &'static str, sizes: &[&str]) -> Recipe {
        read(PatternMacro::Reduce, pattern, sizes)
    }

    /// Reads a pattern of `reduce!`, and the name of the reduction.
    #[track_caller]
    pub const fn reduce_by(name: &str, pattern: &'static str, sizes: &[&str]) -> Recipe {
        let mut i = 0;
        while i < REDUCTIONS.len() {
            if is_same(REDUCTIONS[i], (0, REDUCTIONS[i].len()), name, (0, name.len())) {
                return read(PatternMacro::Reduce, pattern, sizes);
            }
            i += 1;
        }
        Words::new()
            .text("reduce!: there is no reduction `")
            .text(name)
            .text(
                "` of axes; there are sum, mean, min, max, prod, any, all, and closures, \
                   `|block| ..`\n",
            )
            .text(pattern)
            .refuse()
    }

    /// Reads a pattern of `repeat!`.
    #[track_caller]
    pub const fn repeat(pattern: &'static str, sizes: &[&str]) -> Recipe {
        read(PatternMacro::Repeat, pattern, sizes)
    }
}

#[track_caller]
const fn read(operation: PatternMacro, pattern: &'static str, sizes: &[&str]) -> Recipe {
    let nowhere =
        PatternAxis { text: Text::NOWHERE, size: Size::Inferred, is_left: false, is_right: false };
    let mut recipe = Recipe {
        operation,
        pattern,
        axes: [nowhere; MAX_AXES],
        axis_count: 0,
        left: Side::EMPTY,
        right: Side::EMPTY,
        order: None,
    };
    if pattern.len() > Text::LONGEST {
        recipe.says().text("the pattern is too long").refuse();
    }
    let arrow = recipe.arrow();
    recipe.side(0, arrow, true);
    recipe.side(arrow + 2, pattern.len(), false);
    recipe.ellipses();
    recipe.sides();
    recipe.sizes(sizes);
    recipe.inferred();
    recipe.order = recipe.permutation();
    recipe
}

impl Recipe {
    /// Begins a message.
    const fn says(&self) -> Words {
        Words::new().text(self.operation.name()).text("!: ")
    }

    /// Begins a message about an axis, or what else stands there.
    const fn says_of(&self, what: &str, text: Text) -> Words {
        self.says().text(what).text(" `").part(self.pattern, text.start(), text.end()).text("`")
    }

    /// Fails with this message about a part of the pattern.
    #[track_caller]
    const fn refuse(&self, words: Words, text: Text) -> ! {
        words.refuse_at(self.pattern, text.start(), text.end())
    }

    /// Whether an axis has this name.
    const fn has_name(&self, axis: &PatternAxis, name: &str, start: usize, end: usize) -> bool {
        is_same(self.pattern, (axis.text.start(), axis.text.end()), name, (start, end))
    }

    pub(super) const fn is(&self, operation: PatternMacro) -> bool {
        self.operation as u8 == operation as u8
    }

    /// Whether a text stands at a place of the pattern.
    const fn has(&self, text: &str, at: usize) -> bool {
        is_part(self.pattern, at, text)
    }

    /// Finds `->`.
    #[track_caller]
    const fn arrow(&self) -> usize {
        let bytes = self.pattern.as_bytes();
        let (mut found, mut blank, mut at) = (None, true, 0);
        while at < bytes.len() {
            blank = blank && is_space(bytes[at]);
            if self.has("->", at) {
                if found.is_some() {
                    let words = self.says().text("the pattern has two `->`");
                    self.refuse(words, Text::new(at, at + 2));
                }
                found = Some(at);
            }
            at += 1;
        }
        match found {
            Some(arrow) => arrow,
            None if blank => self.says().text("the pattern is empty").refuse(),
            None => {
                let words =
                    self.says().text("the pattern has no `->` between the axes before and after");
                self.refuse(words, Text::new(at, at))
            }
        }
    }

    /// Reads a side, `pattern[at..end]`.
    #[track_caller]
    const fn side(&mut self, mut at: usize, end: usize, is_left: bool) {
        let bytes = self.pattern.as_bytes();
        let mut side = Side::EMPTY;
        // Where a parenthesis is open, and how many items were before it.
        let mut open = None;
        while at < end {
            let (start, first) = (at, side.item_count);
            at += 1;
            match bytes[start] {
                byte if is_space(byte) => continue,
                b'(' => {
                    if let Some((outer, _)) = open {
                        let words =
                            self.says().text("the pattern has parentheses inside parentheses");
                        self.refuse(words, Text::new(outer, at));
                    }
                    open = Some((start, first));
                    continue;
                }
                b')' => {
                    let Some((start, first)) = open else {
                        let words =
                            self.says().text("the pattern closes a parenthesis that is not open");
                        self.refuse(words, Text::new(start, at));
                    };
                    self.group(&mut side, first, Text::new(start, at), false);
                    open = None;
                    continue;
                }
                b'.' if self.has("...", start) => {
                    at = start + 3;
                    self.three_dots(&mut side, Text::new(start, at), is_left && open.is_some());
                }
                byte if is_word(byte) => {
                    while at < end && is_word(bytes[at]) {
                        at += 1;
                    }
                    if let Some(axis) = self.axis(Text::new(start, at), is_left) {
                        self.item(&mut side, Item::Axis(axis as u8));
                    }
                }
                _ => {
                    let text = Text::new(start, at);
                    self.refuse(self.says_of("the pattern has an unknown character", text), text);
                }
            }
            if open.is_none() {
                self.group(&mut side, first, Text::new(start, at), bytes[start] == b'.');
            }
        }
        if let Some((start, _)) = open {
            let words = self.says().text("the pattern does not close a parenthesis");
            self.refuse(words, Text::new(start, start + 1));
        }
        if is_left {
            self.left = side;
        } else {
            self.right = side;
        }
    }

    /// Reads `...`.
    #[track_caller]
    const fn three_dots(&self, side: &mut Side, text: Text, is_left_in_group: bool) {
        let bytes = self.pattern.as_bytes();
        if side.ellipsis.is_some() {
            self.refuse(self.says().text("the pattern has a second `...` on one side"), text);
        }
        if is_left_in_group {
            let words =
                self.says().text("`...` cannot be in parentheses on the left side of the pattern");
            self.refuse(words, text);
        }
        let is_behind = text.start() > 0 && is_word(bytes[text.start() - 1]);
        if is_behind || (text.end() < bytes.len() && is_word(bytes[text.end()])) {
            let words =
                self.says().text("`...` and an axis of the pattern have no space between them");
            self.refuse(words, text);
        }
        side.ellipsis = Some(text);
        self.item(side, Item::Ellipsis);
    }

    #[track_caller]
    const fn item(&self, side: &mut Side, item: Item) {
        if side.item_count == side.items.len() {
            self.too_many();
        }
        side.items[side.item_count] = item;
        side.item_count += 1;
    }

    /// Ends a group that begins with the item `first`.
    #[track_caller]
    const fn group(&self, side: &mut Side, first: usize, text: Text, is_ellipsis: bool) {
        if side.group_count == side.groups.len() {
            self.too_many();
        }
        let (first, end) = (first as u8, side.item_count as u8);
        side.groups[side.group_count] = Group { first, end, text, is_ellipsis };
        side.group_count += 1;
    }

    #[track_caller]
    const fn too_many(&self) -> ! {
        let words = self.says().text("the pattern has more axes than are supported, ");
        words.number(MAX_AXES).text("\n").text(self.pattern).refuse()
    }

    /// Reads a name or a number; `None` for 1, which is no axis of its own.
    #[track_caller]
    const fn axis(&mut self, text: Text, is_left: bool) -> Option<usize> {
        let bytes = self.pattern.as_bytes();
        let mut size = Size::Inferred;
        if bytes[text.start()].is_ascii_digit() {
            let number = self.number(text);
            if number == 1 {
                return None;
            }
            let words = self.says_of("the number", text);
            match self.operation {
                PatternMacro::Rearrange => {
                    self.refuse(words.text(": only 1 can stand for an axis here"), text)
                }
                PatternMacro::Reduce if !is_left => self
                    .refuse(words.text(" would be a new axis, and only `repeat!` adds axes"), text),
                PatternMacro::Repeat if is_left => {
                    let why = " would be an axis to remove, and only `reduce!` removes axes";
                    self.refuse(words.text(why), text)
                }
                _ => size = Size::Number(number),
            }
        } else {
            if bytes[text.start()] == b'_' || bytes[text.end() - 1] == b'_' {
                let words = self.says_of("axis", text);
                self.refuse(words.text(" begins or ends with an underscore"), text);
            }
            let mut i = 0;
            while i < self.axis_count {
                let axis = self.axes[i];
                if self.has_name(&axis, self.pattern, text.start(), text.end()) {
                    if (is_left && axis.is_left) || axis.is_right {
                        let words = self.says_of("axis", text);
                        self.refuse(words.text(" is named twice on one side"), text);
                    }
                    self.axes[i].is_right = true;
                    return Some(i);
                }
                i += 1;
            }
        }
        if self.axis_count == MAX_AXES {
            self.too_many();
        }
        self.axes[self.axis_count] = PatternAxis { text, size, is_left, is_right: !is_left };
        self.axis_count += 1;
        Some(self.axis_count - 1)
    }

    #[track_caller]
    const fn number(&self, text: Text) -> usize {
        let bytes = self.pattern.as_bytes();
        let (mut number, mut at) = (0_usize, text.start());
        while at < text.end() {
            if !bytes[at].is_ascii_digit() {
                let why = " begins with a digit; it is neither a number nor a name";
                self.refuse(self.says_of("axis", text).text(why), text);
            }
            number = match number.checked_mul(10) {
                Some(tens) => tens.saturating_add((bytes[at] - b'0') as usize),
                None => {
                    let words = self.says_of("the number", text);
                    self.refuse(words.text(" is too large for an axis"), text)
                }
            };
            at += 1;
        }
        if number == 0 {
            let why = "an axis of size 0 cannot be written; a number is 1 or more";
            self.refuse(self.says().text(why), text);
        }
        number
    }

    /// Checks that `...` stands where it may.
    #[track_caller]
    const fn ellipses(&self) {
        match (self.left.ellipsis, self.right.ellipsis) {
            (None, Some(text)) => {
                let why =
                    "`...` is on the right side only; there are no axes that it could stand for";
                self.refuse(self.says().text(why), text);
            }
            (Some(text), None) if !self.is(PatternMacro::Reduce) => {
                let why = "`...` is on the left side only; only `reduce!` removes axes";
                self.refuse(self.says().text(why), text);
            }
            _ => {}
        }
    }

    /// Checks that each axis is on both sides, or on the side on which it may be alone.
    #[track_caller]
    const fn sides(&self) {
        let mut i = 0;
        while i < self.axis_count {
            let PatternAxis { text, is_left, is_right, .. } = self.axes[i];
            let words = self.says_of("axis", text);
            if !is_right && !self.is(PatternMacro::Reduce) {
                let why = " is on the left side only; only `reduce!` removes axes";
                self.refuse(words.text(why), text);
            }
            if !is_left && !self.is(PatternMacro::Repeat) {
                let why = " is on the right side only; only `repeat!` adds axes";
                self.refuse(words.text(why), text);
            }
            i += 1;
        }
    }

    /// Gives the axes the sizes behind the pattern.
    #[track_caller]
    const fn sizes(&mut self, names: &[&str]) {
        let mut given = 0;
        while given < names.len() {
            let name = names[given];
            let mut found = false;
            let mut i = 0;
            while i < self.axis_count {
                let PatternAxis { text, size, .. } = self.axes[i];
                if self.has_name(&self.axes[i], name, 0, name.len()) {
                    if let Size::Given(_) = size {
                        let words = self.says_of("axis", text);
                        self.refuse(words.text(" is given a size twice"), text);
                    }
                    self.axes[i].size = Size::Given(given as u8);
                    found = true;
                }
                i += 1;
            }
            if !found {
                let words = self.says().text("there is no axis `").text(name);
                words.text("` to be given a size in the pattern\n").text(self.pattern).refuse();
            }
            given += 1;
        }
    }

    /// Checks that every size will be known: one in each group can be inferred, and none that is new.
    #[track_caller]
    const fn inferred(&self) {
        let mut g = 0;
        while g < self.left.group_count {
            let group = self.left.groups[g];
            let mut unknown = None;
            let mut i = group.first;
            while i < group.end {
                if let Item::Axis(axis) = self.left.items[i as usize]
                    && let PatternAxis { text, size: Size::Inferred, .. } = self.axes[axis as usize]
                {
                    if let Some(first) = unknown {
                        let words = self.says_of("axis", first).text(" and axis `");
                        let words = words.part(self.pattern, text.start(), text.end());
                        let words = words.text("` of one group are both to be inferred");
                        self.refuse(self.asks_for(words, text), group.text);
                    }
                    unknown = Some(text);
                }
                i += 1;
            }
            g += 1;
        }
        let mut i = 0;
        while i < self.axis_count {
            if let PatternAxis { text, size: Size::Inferred, is_left: false, .. } = self.axes[i] {
                let words = self.says_of("axis", text).text(" is new and has no size");
                self.refuse(self.asks_for(words, text), text);
            }
            i += 1;
        }
    }

    /// Ends a message with how to give an axis a size.
    const fn asks_for(&self, words: Words, axis: Text) -> Words {
        let words = words.text("; give a size, as in `");
        words.part(self.pattern, axis.start(), axis.end()).text(" = 2`")
    }
}

const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

/// Whether a byte belongs to a name or a number. Letters beyond ASCII do, as in einops.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Whether `part` stands in `text` at a place.
const fn is_part(text: &str, at: usize, part: &str) -> bool {
    at + part.len() <= text.len() && is_same(text, (at, at + part.len()), part, (0, part.len()))
}

/// Whether parts of two texts are the same.
const fn is_same(a: &str, (start, end): (usize, usize), b: &str, other: (usize, usize)) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if end - start != other.1 - other.0 {
        return false;
    }
    let mut i = 0;
    while i < end - start {
        if a[start + i] != b[other.0 + i] {
            return false;
        }
        i += 1;
    }
    true
}
