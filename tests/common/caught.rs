//! What a panic says, and where: for the exact texts and for `#[track_caller]`.

// Every test binary includes this file and uses a part of it.
#![allow(dead_code)]

use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, Location, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// A panic: its text, and the file and line that it names.
pub(crate) struct Caught {
    pub(crate) text: String,
    pub(crate) file: String,
    pub(crate) line: u32,
}

thread_local! {
    /// `Some` while a panic of this thread is expected.
    static EXPECTED: RefCell<Option<Option<Caught>>> = const { RefCell::new(None) };
}

fn record(info: &PanicHookInfo<'_>) -> bool {
    let text = info.payload_as_str().unwrap_or("").to_string();
    let (file, line) = info.location().map_or((String::new(), 0), |l| (l.file().into(), l.line()));
    EXPECTED.with(|expected| match &mut *expected.borrow_mut() {
        None => false,
        Some(slot) => {
            slot.get_or_insert(Caught { text, file, line });
            true
        }
    })
}

/// Runs `f`, which has to panic, and returns its (first) panic.
#[track_caller]
pub(crate) fn caught<T>(f: impl FnOnce() -> T) -> Caught {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !record(info) {
                usual(info);
            }
        }));
    });
    EXPECTED.set(Some(None));
    let result = catch_unwind(AssertUnwindSafe(f));
    let panic = EXPECTED.take().flatten();
    assert!(result.is_err(), "expected a panic");
    panic.expect("the hook saw the panic")
}

/// Checks that `f`, written in the lines of this call, panics with this text at its own line.
#[track_caller]
pub(crate) fn refuses<T>(text: &str, f: impl FnOnce() -> T) {
    let here = Location::caller();
    let panic = caught(f);
    assert_eq!(panic.text, text);
    let lines = here.line()..here.line() + 8;
    let (file, line) = (&panic.file, panic.line);
    assert!(file == here.file() && lines.contains(&line), "`{text}` came from {file}:{line}");
}

/// Checks that a `try_` twin returns the text its method panics with.
#[track_caller]
pub(crate) fn twins<T, U, E: Debug + ToString>(
    text: &str,
    twin: Result<T, E>,
    f: impl FnOnce() -> U,
) {
    match twin {
        Ok(_) => panic!("the twin of `{text}` does not fail"),
        Err(error) => assert_eq!(error.to_string(), text, "the twin"),
    }
    refuses(text, f);
}
