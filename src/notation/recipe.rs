//! What a pattern means, as a value that the compiler makes of it: axes, groups, ranks.

use crate::rank::MAX_RANK;

/// The most axes with a name or a number that a pattern can have.
pub(super) const MAX_AXES: usize = 24;
/// Which macro a pattern was given to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PatternMacro {
    Rearrange,
    Reduce,
    Repeat,
}

impl PatternMacro {
    /// The name in errors at run time.
    pub(super) const fn name(self) -> &'static str {
        match self {
            PatternMacro::Rearrange => "rearrange",
            PatternMacro::Reduce => "reduce",
            PatternMacro::Repeat => "repeat",
        }
    }
}

/// A part of the pattern, by its bytes. Small numbers here and below: there is a recipe in the program
/// for each macro.
#[derive(Clone, Copy)]
pub(super) struct Text {
    start: u16,
    end: u16,
}

impl Text {
    pub(super) const NOWHERE: Text = Text { start: 0, end: 0 };

    pub(super) const fn new(start: usize, end: usize) -> Self {
        assert!(start <= end && end <= Self::LONGEST);
        Text { start: start as u16, end: end as u16 }
    }

    /// How long a pattern can be.
    pub(super) const LONGEST: usize = u16::MAX as usize;

    pub(super) const fn start(self) -> usize {
        self.start as usize
    }

    pub(super) const fn end(self) -> usize {
        self.end as usize
    }
}

/// An axis of the pattern: a name, or a number other than 1.
#[derive(Clone, Copy)]
pub(super) struct PatternAxis {
    /// Where it stands in the pattern, for the first time.
    pub(super) text: Text,
    pub(super) size: Size,
    pub(super) is_left: bool,
    pub(super) is_right: bool,
}

/// Where the size of an axis comes from.
#[derive(Clone, Copy)]
pub(super) enum Size {
    /// From the shape of the operand.
    Inferred,
    /// From the number in the pattern.
    Number(usize),
    /// From the sizes given behind the pattern: which of them.
    Given(u8),
}

/// An element of a group.
#[derive(Clone, Copy)]
pub(super) enum Item {
    /// An axis of [`Recipe::axes`].
    Axis(u8),
    Ellipsis,
}

/// What becomes one axis of a tensor: a part of [`Side::items`]. Empty for `1` and `()`.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) first: u8,
    pub(super) end: u8,
    /// Where it stands in the pattern, with its parentheses.
    pub(super) text: Text,
    /// Whether it is `...` outside of parentheses, which stands for any number of axes.
    pub(super) is_ellipsis: bool,
}

/// One side of a pattern.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) items: [Item; MAX_AXES + 1],
    pub(super) item_count: usize,
    /// Unit axes have no item, so there can be more groups than items.
    pub(super) groups: [Group; 2 * MAX_AXES],
    pub(super) group_count: usize,
    /// Where `...` stands in the pattern.
    pub(super) ellipsis: Option<Text>,
}

impl Side {
    pub(super) const EMPTY: Side = Side {
        items: [Item::Ellipsis; MAX_AXES + 1],
        item_count: 0,
        groups: [Group { first: 0, end: 0, text: Text::NOWHERE, is_ellipsis: false }; 2 * MAX_AXES],
        group_count: 0,
        ellipsis: None,
    };

    /// How many axes it has beside those that `...` adds.
    const fn rank(&self) -> usize {
        let mut rank = 0;
        let mut i = 0;
        while i < self.group_count {
            rank += !self.groups[i].is_ellipsis as usize;
            i += 1;
        }
        rank
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..self.group_count]
    }

    pub(super) fn items(&self) -> &[Item] {
        &self.items[..self.item_count]
    }

    pub(super) fn items_of(&self, group: &Group) -> &[Item] {
        &self.items[group.first as usize..group.end as usize]
    }
}

/// A pattern that was read: what does not depend on the operand.
#[derive(Clone, Copy)]
pub struct Recipe {
    pub(super) operation: PatternMacro,
    pub(super) pattern: &'static str,
    /// The axes in the order in which they appear: those of the left side first.
    pub(super) axes: [PatternAxis; MAX_AXES],
    pub(super) axis_count: usize,
    pub(super) left: Side,
    pub(super) right: Side,
    /// The axes of the operand in the order of the result, if that is all there is to it.
    pub(super) order: Option<[u8; MAX_AXES]>,
}

// What the macros ask, to choose types by the answers.
impl Recipe {
    /// What the result of `rearrange!` or `repeat!` is, as a number, for types are chosen by it:
    ///
    /// 0. `rearrange!`, and no two axes become one: a view of every operand.
    /// 1. `rearrange!`, and axes are joined.
    /// 2. `repeat!`, and no two axes become one: a view of every operand, for reading.
    /// 3. `repeat!`, and axes are joined.
    /// 4. It is a pattern of `reduce!`.
    pub const fn result(&self) -> usize {
        match (self.operation, self.is_view()) {
            (PatternMacro::Rearrange, true) => 0,
            (PatternMacro::Rearrange, false) => 1,
            (PatternMacro::Repeat, true) => 2,
            (PatternMacro::Repeat, false) => 3,
            (PatternMacro::Reduce, _) => 4,
        }
    }

    /// What becomes of `...`, as a number, for types are chosen by it:
    ///
    /// 0. There is none: the ranks are those of the pattern.
    /// 1. It stays, as axes of its own: the rank of the result grows with that of the operand.
    /// 2. It is in a group on the right side: the rank of the result is that of the pattern.
    /// 3. It is on the left side only, to be reduced.
    pub const fn ellipsis(&self) -> usize {
        let mut i = 0;
        while i < self.right.group_count {
            if self.right.groups[i].is_ellipsis {
                return 1;
            }
            i += 1;
        }
        match (self.left.ellipsis, self.right.ellipsis) {
            (None, _) => 0,
            (_, Some(_)) => 2,
            (_, None) => 3,
        }
    }

    /// The rank of the operand, without the axes that `...` stands for.
    pub const fn rank_in(&self) -> usize {
        self.left.rank()
    }

    /// The rank of the result, without the axes that `...` stands for.
    pub const fn rank_out(&self) -> usize {
        self.right.rank()
    }

    /// How many axes are reduced, without those that `...` stands for.
    pub const fn rank_reduced(&self) -> usize {
        let (mut reduced, mut i) = (0, 0);
        while i < self.axis_count {
            reduced += !self.axes[i].is_right as usize;
            i += 1;
        }
        reduced
    }

    /// Whether no two axes become one.
    const fn is_view(&self) -> bool {
        let mut i = 0;
        while i < self.right.group_count {
            let group = &self.right.groups[i];
            if group.end - group.first > 1 || self.ellipsis() == 2 {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The rank with every axis of the right side by itself; with `...` as large as it can become.
    pub const fn rank_apart(&self) -> usize {
        let ellipsis = if self.right.ellipsis.is_some() { MAX_RANK } else { 0 };
        self.axis_count - self.rank_reduced() + ellipsis
    }

    /// The rank of [`rank_apart`](Self::rank_apart) and of the reduced axes together.
    pub const fn rank_split(&self) -> usize {
        let ellipsis = if self.ellipsis() == 3 { MAX_RANK } else { 0 };
        self.rank_apart() + self.rank_reduced() + ellipsis
    }
}

impl Recipe {
    /// Finds [`order`](Self::order): each group is an axis without a size, on both sides.
    pub(super) const fn permutation(&self) -> Option<[u8; MAX_AXES]> {
        if self.left.group_count != self.axis_count || self.right.group_count != self.axis_count {
            return None;
        }
        let (mut order, mut i) = ([0; MAX_AXES], 0);
        while i < self.axis_count {
            let (left, right) = (&self.left.groups[i], &self.right.groups[i]);
            // The axes of the left side are numbered in their order.
            match (left.end - left.first, right.end - right.first, self.axes[i].size) {
                (1, 1, Size::Inferred) if !left.is_ellipsis && !right.is_ellipsis => {
                    if let Item::Axis(axis) = self.right.items[right.first as usize] {
                        order[i] = axis;
                    }
                }
                _ => return None,
            }
            i += 1;
        }
        Some(order)
    }

    /// The part of the pattern that stands for one axis of the operand.
    pub(super) fn text(&self, text: Text) -> &'static str {
        &self.pattern[text.start()..text.end()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_small() {
        // One of them is in the program for each macro.
        assert!(size_of::<Recipe>() < 2048, "{} bytes", size_of::<Recipe>());
    }
}
