//! Measures holor beside the libraries it should be compared with, in one process.
//!
//! `rows/` has the workloads, a function for each; `bench.rs` checks and measures a row;
//! `inputs.rs` makes the same numbers for every library and `elements.rs` reads a library's result;
//! `engines.rs` has the products of matrices that write into a result that is there; `heavy/` has the
//! same three for what takes long to compile, the feature `all`; `scaling.rs` has the cost as the work
//! grows.

#![cfg_attr(not(feature = "all"), allow(unused_mut))] // columns that nothing is added to

mod bench;
mod elements;
mod engines;
#[cfg(feature = "all")]
mod heavy;
mod inputs;
mod rows;
mod scaling;

use bench::Bench;

/// Without the feature `all` there are holor, ndarray and two engines, which ask nothing more of a float.
#[cfg(not(feature = "all"))]
mod heavy {
    pub trait Known {}

    impl<T> Known for T {}
}

const USAGE: &str = "\
usage: peers [options] [words]
  words            only the rows whose name has one of these words in it
  --check          check every result once and measure nothing
  --threads N|all  how many threads (1 unless told)
  --out FILE       append rows of `workload,library,threads,median,least` to a file, in nanoseconds
  --no-cache       holor alone, without its cache of freed buffers
  --part N/M       one row of each M, from row N on: each part in a process of its own, with memory of its own
  --scaling        cost per element as the work grows, of holor and ndarray
  --list           the names of the rows";

fn main() {
    let mut bench = Bench::default();
    let (mut scaling, mut threads) = (false, "1".to_owned());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => bench.check_only = true,
            "--list" => bench.list_only = true,
            "--no-cache" => bench.no_cache = true,
            "--scaling" => scaling = true,
            "--threads" => threads = arguments.next().expect(USAGE),
            "--out" => bench.out = Some(arguments.next().expect(USAGE).into()),
            "--part" => {
                let part = arguments.next().expect(USAGE);
                let (rest, parts) = part.split_once('/').expect(USAGE);
                bench.part = Some((rest.parse().expect(USAGE), parts.parse().expect(USAGE)));
            }
            option if option.starts_with('-') => panic!("{option}?\n{USAGE}"),
            word => bench.words.push(word.to_owned()),
        }
    }
    bench.threads = match threads.as_str() {
        "all" => std::thread::available_parallelism().map_or(1, usize::from),
        number => number.parse().expect(USAGE),
    };
    // candle, burn, gemm and holor ask rayon, which asks the environment; faer is told.
    // SAFETY: no other thread runs yet that could read the environment.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", bench.threads.to_string()) };
    #[cfg(feature = "all")]
    faer::set_global_parallelism(match bench.threads {
        1 => faer::Par::Seq,
        n => faer::Par::rayon(n),
    });

    if bench.no_cache {
        holor::memory::set_cache_limit(0);
    }
    let rows = if scaling { scaling::ROWS } else { rows::ROWS };
    for row in rows {
        row(&mut bench);
    }
    bench.finish();
}
