//! The stages, and all of them together against a loop over all indices.

mod oracle;
mod parse;
mod plan;
mod random;

extern crate std;

/// A pattern that is made at run time, as if it stood in the source. All are kept, so that nothing
/// leaks.
fn literal(pattern: alloc::string::String) -> &'static str {
    static KEPT: std::sync::Mutex<alloc::vec::Vec<&str>> =
        std::sync::Mutex::new(alloc::vec::Vec::new());
    let pattern = alloc::string::String::leak(pattern);
    KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(pattern);
    pattern
}
