//! Reads a pattern in a const fn. What it refuses is a compile error at the line of the macro.
//!
//! A pattern is two sides with `->` between them; a side is names, numbers, `...`, `()` and groups
//! in parentheses, as in einops.

use super::recipe::{Axis, Group, Item, MAX_AXES, Operation, Recipe, Side, Size};
use super::words::Words;

/// The names that `reduce!` knows.
const REDUCTIONS: [&str; 7] = ["sum", "mean", "min", "max", "prod", "any", "all"];

impl Recipe {
    /// Reads a pattern of `rearrange!`; `sizes` are the names of the sizes behind it.
    #[track_caller]
    pub const fn rearrange(pattern: &'static str, sizes: &[&str]) -> Recipe {
        read(Operation::Rearrange, pattern, sizes)
    }

    /// Reads a pattern of `reduce!`.
    #[track_caller]
    pub const fn reduce(pattern: &'static str, sizes: &[&str]) -> Recipe {
        read(Operation::Reduce, pattern, sizes)
    }

    /// Reads a pattern of `reduce!`, and the name of the reduction.
    #[track_caller]
    pub const fn reduce_by(name: &str, pattern: &'static str, sizes: &[&str]) -> Recipe {
        let mut i = 0;
        while i < REDUCTIONS.len() {
            if is_same(REDUCTIONS[i], (0, REDUCTIONS[i].len()), name, (0, name.len())) {
                return read(Operation::Reduce, pattern, sizes);
            }
            i += 1;
        }
        Words::new()
            .text("reduce!: there is no reduction `")
            .text(name)
            .text(
                "` of axes; there are sum, mean, min, max, prod, any, all, and closures, \
                   `|block| ..`",
            )
            .refuse()
    }

    /// Reads a pattern of `repeat!`.
    #[track_caller]
    pub const fn repeat(pattern: &'static str, sizes: &[&str]) -> Recipe {
        read(Operation::Repeat, pattern, sizes)
    }
}

#[track_caller]
const fn read(operation: Operation, pattern: &'static str, sizes: &[&str]) -> Recipe {
    let nowhere = Axis { start: 0, end: 0, size: Size::Inferred, is_left: false, is_right: false };
    let mut recipe = Recipe {
        operation,
        pattern,
        axes: [nowhere; MAX_AXES],
        axis_count: 0,
        left: Side::EMPTY,
        right: Side::EMPTY,
        order: None,
    };
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

    /// Begins a message about `pattern[start..end]`.
    const fn says_of(&self, what: &str, start: usize, end: usize) -> Words {
        self.says().text(what).text(" `").part(self.pattern, start, end).text("`")
    }

    const fn is(&self, operation: Operation) -> bool {
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
                    self.says().text("the pattern has two `->`").refuse_at(
                        self.pattern,
                        at,
                        at + 2,
                    );
                }
                found = Some(at);
            }
            at += 1;
        }
        match found {
            Some(arrow) => arrow,
            None if blank => self.says().text("the pattern is empty").refuse(),
            None => self
                .says()
                .text("the pattern has no `->` between the axes before and after")
                .refuse_at(self.pattern, at, at),
        }
    }

    /// Reads a side, `pattern[at..end]`.
    #[track_caller]
    const fn side(&mut self, mut at: usize, end: usize, is_left: bool) {
        let bytes = self.pattern.as_bytes();
        let mut side = Side::EMPTY;
        let mut open = None;
        while at < end {
            let start = at;
            let first = side.item_count;
            at += 1;
            match bytes[start] {
                byte if is_space(byte) => continue,
                b'(' => {
                    if let Some((outer, _)) = open {
                        self.says()
                            .text("the pattern has parentheses inside parentheses")
                            .refuse_at(self.pattern, outer, at);
                    }
                    open = Some((start, first));
                    continue;
                }
                b')' => {
                    match open {
                        Some((start, first)) => self.group(&mut side, first, (start, at), false),
                        None => self
                            .says()
                            .text("the pattern closes a parenthesis that is not open")
                            .refuse_at(self.pattern, start, at),
                    }
                    open = None;
                    continue;
                }
                b'.' if self.has("...", start) => {
                    at = start + 3;
                    if side.ellipsis.is_some() {
                        self.says().text("the pattern has a second `...` on one side").refuse_at(
                            self.pattern,
                            start,
                            at,
                        );
                    }
                    if is_left && open.is_some() {
                        self.says()
                            .text("`...` cannot be in parentheses on the left side of the pattern")
                            .refuse_at(self.pattern, start, at);
                    }
                    if (start > 0 && is_word(bytes[start - 1])) || (at < end && is_word(bytes[at]))
                    {
                        self.says()
                            .text("`...` and an axis of the pattern have no space between them")
                            .refuse_at(self.pattern, start, at);
                    }
                    side.ellipsis = Some(start);
                    self.item(&mut side, Item::Ellipsis);
                }
                byte if is_word(byte) => {
                    while at < end && is_word(bytes[at]) {
                        at += 1;
                    }
                    if let Some(axis) = self.axis(start, at, is_left) {
                        self.item(&mut side, Item::Axis(axis));
                    }
                }
                _ => self
                    .says()
                    .text("the pattern has an unknown character `")
                    .part(self.pattern, start, at)
                    .text("`")
                    .refuse_at(self.pattern, start, at),
            }
            if open.is_none() {
                let is_ellipsis = bytes[start] == b'.';
                self.group(&mut side, first, (start, at), is_ellipsis);
            }
        }
        if let Some((start, _)) = open {
            self.says().text("the pattern does not close a parenthesis").refuse_at(
                self.pattern,
                start,
                start + 1,
            );
        }
        if is_left {
            self.left = side;
        } else {
            self.right = side;
        }
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
    const fn group(&self, side: &mut Side, first: usize, text: (usize, usize), is_ellipsis: bool) {
        if side.group_count == side.groups.len() {
            self.too_many();
        }
        let end = side.item_count;
        side.groups[side.group_count] = Group { first, end, text, is_ellipsis };
        side.group_count += 1;
    }

    #[track_caller]
    const fn too_many(&self) -> ! {
        self.says().text("the pattern has more axes than are supported, ").number(MAX_AXES).refuse()
    }

    /// Reads a name or a number, `pattern[start..end]`; `None` for 1, which is no axis of its own.
    #[track_caller]
    const fn axis(&mut self, start: usize, end: usize, is_left: bool) -> Option<usize> {
        let bytes = self.pattern.as_bytes();
        let mut size = Size::Inferred;
        if bytes[start].is_ascii_digit() {
            let number = self.number(start, end);
            if number == 1 {
                return None;
            }
            match self.operation {
                Operation::Rearrange => self
                    .says_of("the number", start, end)
                    .text(": only 1 can stand for an axis here")
                    .refuse_at(self.pattern, start, end),
                Operation::Reduce if !is_left => self
                    .says_of("the number", start, end)
                    .text(" would be a new axis, and only `repeat!` adds axes")
                    .refuse_at(self.pattern, start, end),
                Operation::Repeat if is_left => self
                    .says_of("the number", start, end)
                    .text(" would be an axis to remove, and only `reduce!` removes axes")
                    .refuse_at(self.pattern, start, end),
                _ => size = Size::Number(number),
            }
        } else {
            if bytes[start] == b'_' || bytes[end - 1] == b'_' {
                self.says_of("axis", start, end)
                    .text(" begins or ends with an underscore")
                    .refuse_at(self.pattern, start, end);
            }
            let mut i = 0;
            while i < self.axis_count {
                let axis = &mut self.axes[i];
                if is_same(self.pattern, (axis.start, axis.end), self.pattern, (start, end)) {
                    if (is_left && axis.is_left) || axis.is_right {
                        self.says_of("axis", start, end)
                            .text(" is named twice on one side")
                            .refuse_at(self.pattern, start, end);
                    }
                    axis.is_right = true;
                    return Some(i);
                }
                i += 1;
            }
        }
        if self.axis_count == MAX_AXES {
            self.too_many();
        }
        self.axes[self.axis_count] = Axis { start, end, size, is_left, is_right: !is_left };
        self.axis_count += 1;
        Some(self.axis_count - 1)
    }

    #[track_caller]
    const fn number(&self, start: usize, end: usize) -> usize {
        let bytes = self.pattern.as_bytes();
        let (mut number, mut at) = (0_usize, start);
        while at < end {
            if !bytes[at].is_ascii_digit() {
                self.says_of("axis", start, end)
                    .text(" begins with a digit; it is neither a number nor a name")
                    .refuse_at(self.pattern, start, end);
            }
            number = match number.checked_mul(10) {
                Some(tens) => tens.saturating_add((bytes[at] - b'0') as usize),
                None => self
                    .says_of("the number", start, end)
                    .text(" is too large for an axis")
                    .refuse_at(self.pattern, start, end),
            };
            at += 1;
        }
        if number == 0 {
            self.says()
                .text("an axis of size 0 cannot be written; a number is 1 or more")
                .refuse_at(self.pattern, start, end);
        }
        number
    }

    /// Checks that `...` stands where it may.
    #[track_caller]
    const fn ellipses(&self) {
        match (self.left.ellipsis, self.right.ellipsis) {
            (None, Some(at)) => self
                .says()
                .text("`...` is on the right side only; there are no axes that it could stand for")
                .refuse_at(self.pattern, at, at + 3),
            (Some(at), None) if !self.is(Operation::Reduce) => self
                .says()
                .text("`...` is on the left side only; only `reduce!` removes axes")
                .refuse_at(self.pattern, at, at + 3),
            _ => {}
        }
    }

    /// Checks that each axis is on both sides, or on the side on which it may be alone.
    #[track_caller]
    const fn sides(&self) {
        let mut i = 0;
        while i < self.axis_count {
            let Axis { start, end, is_left, is_right, .. } = self.axes[i];
            if !is_right && !self.is(Operation::Reduce) {
                self.says_of("axis", start, end)
                    .text(" is on the left side only; only `reduce!` removes axes")
                    .refuse_at(self.pattern, start, end);
            }
            if !is_left && !self.is(Operation::Repeat) {
                self.says_of("axis", start, end)
                    .text(" is on the right side only; only `repeat!` adds axes")
                    .refuse_at(self.pattern, start, end);
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
                let Axis { start, end, size, .. } = self.axes[i];
                if is_same(self.pattern, (start, end), name, (0, name.len())) {
                    if let Size::Given(_) = size {
                        self.says_of("axis", start, end).text(" is given a size twice").refuse_at(
                            self.pattern,
                            start,
                            end,
                        );
                    }
                    self.axes[i].size = Size::Given(given);
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
            let mut unknown: Option<Axis> = None;
            let mut i = group.first;
            while i < group.end {
                if let Item::Axis(axis) = self.left.items[i]
                    && let Axis { start, end, size: Size::Inferred, .. } = self.axes[axis]
                {
                    if let Some(first) = unknown {
                        self.says_of("axis", first.start, first.end)
                            .text(" and axis `")
                            .part(self.pattern, start, end)
                            .text("` of one group are both to be inferred; give a size, as in `")
                            .part(self.pattern, start, end)
                            .text(" = 2`")
                            .refuse_at(self.pattern, group.text.0, group.text.1);
                    }
                    unknown = Some(self.axes[axis]);
                }
                i += 1;
            }
            g += 1;
        }
        let mut i = 0;
        while i < self.axis_count {
            if let Axis { start, end, size: Size::Inferred, is_left: false, .. } = self.axes[i] {
                self.says_of("axis", start, end)
                    .text(" is new and has no size; give one, as in `")
                    .part(self.pattern, start, end)
                    .text(" = 2`")
                    .refuse_at(self.pattern, start, end);
            }
            i += 1;
        }
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
