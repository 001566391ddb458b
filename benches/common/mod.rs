//! What the benchmarks share: rows of a table with a column for each library.
//!
//! `columns.rs` has [`compare`](columns::compare) and the columns, `elements.rs` reads the results
//! of all libraries alike, `inputs.rs` makes the inputs. No workload is in here: those are in the
//! files beside, a function for each row.
//!
//! ```text
//! cargo bench                                       measures everything
//! cargo bench --bench reduce -- 'softmax'           measures the rows that match
//! cargo bench -- --test                             checks every result once, measures nothing
//! RAYON_NUM_THREADS=2 cargo bench                   on two threads; without, on one
//! python3 benches/table.py                          the medians as a table in Markdown
//! ```

#![allow(dead_code, unused_imports)] // no file uses all of it

mod columns;
mod elements;
mod inputs;

pub(crate) use columns::{Check, changing, compare, making};
pub(crate) use inputs::{ndarray_of, numbers, tensor_of};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};
use std::time::Duration;

/// The rows of one file.
pub(crate) type Group<'a> = BenchmarkGroup<'a, WallTime>;

/// Runs the rows of a file.
pub(crate) fn main(name: &str, rows: &[fn(&mut Group<'_>)]) {
    if std::env::var_os("RAYON_NUM_THREADS").is_none() {
        // SAFETY: the first line of the program: there is no other thread to read the environment.
        unsafe { std::env::set_var("RAYON_NUM_THREADS", "1") };
    }
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    let mut group = criterion.benchmark_group(name);
    for row in rows {
        row(&mut group);
    }
    group.finish();
    criterion.final_summary();
}
