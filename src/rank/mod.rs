//! A stand-in until `rank/` is merged: only the run-time value of a selector.

/// What one selector of a slice asks for, as a run-time value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Picks one index and drops the axis; negative ones count from the end.
    Index(isize),
    /// Keeps `start..end` of the axis, then takes every `step`-th of it, from its end if negative.
    Range {
        /// The first index, 0 unless told.
        start: Option<isize>,
        /// The end (not included), the size of the axis unless told.
        end: Option<isize>,
        /// The step, not zero.
        step: isize,
    },
    /// Adds an axis of size 1.
    NewAxis,
}
