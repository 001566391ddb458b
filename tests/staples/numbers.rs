//! The tests of this module follow.
