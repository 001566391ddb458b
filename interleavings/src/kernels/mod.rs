//! In the place of `src/kernels/mod.rs` of holor.

#[path = "../../../src/kernels/fork_join.rs"]
mod fork_join;

/// The fork-join under a public name.
pub fn with_helpers<W: Fn() + Sync>(count: usize, work: &W, own: impl FnOnce()) {
    let mut own = Some(own);
    let mut own = || {
        if let Some(own) = own.take() {
            own();
        }
    };
    fork_join::with_helpers(count, work, &mut own);
}
