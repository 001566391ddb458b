//! Checks that the libraries of a row agree, then measures them in turns.

use crate::elements::Elements;
use std::fs::OpenOptions;
use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long one sample takes at least.
const SAMPLE: Duration = Duration::from_millis(10);
/// How many samples: the median of them counts.
const ROUNDS: usize = 11;
/// How many where one call takes longer than [`LONG`].
const FEW_ROUNDS: usize = 7;
const LONG: Duration = Duration::from_millis(60);
/// How often a sample is taken again that another process has interrupted.
const RETRIES: usize = 5;

/// Says when the results of two libraries count as equal.
#[derive(Clone, Copy)]
pub enum Check {
    /// Element by element the same number.
    Exact,
    /// As far apart as this part of the larger one, or of 1.
    Within(f64),
}

/// One library's way to do the work of a row.
pub struct Column {
    library: &'static str,
    result: Box<dyn FnOnce() -> Vec<f64>>,
    time: Box<dyn FnMut(u64) -> Duration>,
}

/// A column whose work makes a result.
pub fn making<U: Elements>(
    library: &'static str,
    work: impl Fn() -> U + Clone + 'static,
) -> Column {
    // What is timed has the inputs that were made, not copies of them.
    let checked = work.clone();
    Column {
        library,
        result: Box::new(move || checked().elements()),
        time: Box::new(move |calls| {
            let start = Instant::now();
            for _ in 0..calls {
                black_box(work());
            }
            start.elapsed()
        }),
    }
}

/// A column whose work changes what `make` makes.
pub fn changing<U: Elements + 'static>(
    library: &'static str,
    make: impl Fn() -> U + Clone + 'static,
    change: impl Fn(&mut U) + Clone + 'static,
) -> Column {
    let (checked_make, checked_change) = (make.clone(), change.clone());
    let mut state = None;
    Column {
        library,
        result: Box::new(move || {
            let mut state = checked_make();
            checked_change(&mut state);
            state.elements()
        }),
        time: Box::new(move |calls| {
            let state = state.get_or_insert_with(&make);
            let start = Instant::now();
            for _ in 0..calls {
                change(black_box(state));
            }
            start.elapsed()
        }),
    }
}

/// What was asked for on the command line, and what has come out so far.
#[derive(Default)]
pub struct Bench {
    pub words: Vec<String>,
    /// Which rows: those whose number leaves the first number when it is divided by the second.
    pub part: Option<(usize, usize)>,
    pub check_only: bool,
    pub list_only: bool,
    pub threads: usize,
    /// Only holor's columns count, all with one label.
    pub no_cache: bool,
    pub out: Option<PathBuf>,
    rows: usize,
    seen: usize,
}

impl Bench {
    /// Checks and measures a row. The columns, and so their inputs, are made only if it is asked for.
    pub fn row(&mut self, name: &str, check: Check, make: impl Fn() -> Vec<Column>) {
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word)) {
            return;
        }
        self.seen += 1;
        if self.part.is_some_and(|(rest, parts)| (self.seen - 1) % parts != rest) {
            return;
        }
        self.rows += 1;
        if self.list_only {
            println!("{name}");
            return;
        }
        let mut columns = make();
        agree(name, check, &mut columns);
        if self.check_only {
            let libraries: Vec<_> = columns.iter().map(|column| column.library).collect();
            println!("{name}: {} agree", libraries.join(", "));
            return;
        }
        let mut sets = [columns, make()];
        if self.no_cache {
            for columns in &mut sets {
                columns.retain(|column| column.library.starts_with("holor"));
                columns.iter_mut().for_each(|column| column.library = "holor without its cache");
            }
        }
        let figures = self.figures(&mut sets);
        println!("{name}");
        let [columns, _] = sets;
        for (column, figure) in columns.iter().zip(&figures) {
            let ratio = figure.median / figures[0].median;
            println!("  {:24} {:>14.1} ns {ratio:>8.2}", column.library, figure.median);
        }
        self.write(name, &columns, &figures);
    }

    /// The times of each column.
    fn figures(&self, sets: &mut [Vec<Column>; 2]) -> Vec<Figure> {
        // On all cores somebody is always in the way.
        let retries = if self.threads == 1 { RETRIES } else { 0 };
        let [first, second] = samples(sets, retries);
        first.into_iter().zip(second).map(|(first, second)| Figure::of(first, second)).collect()
    }

    fn write(&self, name: &str, columns: &[Column], figures: &[Figure]) {
        let Some(path) = &self.out else { return };
        let mut file = OpenOptions::new().create(true).append(true).open(path).expect("writable");
        for (column, Figure { median, least }) in columns.iter().zip(figures) {
            let library = column.library;
            writeln!(file, "\"{name}\",\"{library}\",{},{median:.2},{least:.2}", self.threads)
                .expect("writable");
        }
    }

    /// Says how much was done. No row at all is a mistake in the words.
    pub fn finish(self) {
        assert!(self.rows > 0, "no row has {:?} in its name", self.words);
        if self.check_only {
            println!("{} passed, 0 failed", self.rows);
        }
    }
}

/// Nanoseconds of one call.
struct Figure {
    median: f64,
    /// The shortest sample: for a machine that is busy.
    least: f64,
}

impl Figure {
    /// Of the samples of the two sets of inputs.
    fn of(first: Vec<f64>, second: Vec<f64>) -> Self {
        let [first, second] = [first, second].map(|mut samples| {
            samples.sort_by(f64::total_cmp);
            Self { median: samples[samples.len() / 2], least: samples[0] }
        });
        Self { median: (first.median + second.median) / 2.0, least: first.least.min(second.least) }
    }
}

fn agree(name: &str, check: Check, columns: &mut [Column]) {
    let mut results = columns.iter_mut().map(|column| {
        let result = std::mem::replace(&mut column.result, Box::new(Vec::new));
        (column.library, result())
    });
    let (first, left) = results.next().expect("a row has columns");
    for (other, right) in results {
        assert_eq!(left.len(), right.len(), "{name}: {first} and {other} differ in length");
        for (position, (l, r)) in left.iter().zip(&right).enumerate() {
            let equal = match check {
                Check::Exact => l == r,
                Check::Within(part) => (l - r).abs() <= part * l.abs().max(r.abs()).max(1.0),
            };
            assert!(equal, "{name}: element {position} is {l} in {first} and {r} in {other}");
        }
    }
}

/// Nanoseconds of a call, as many times as there are rounds, of each column with each set of inputs.
///
/// The columns take turns, so that a machine that gets slower or faster meanwhile does so for all,
/// and every second round goes backwards, so that none always follows the same one. They have two sets of inputs, for two
/// rounds each: some memory is faster than other, and the library whose inputs are made first gets other memory.
fn samples(sets: &mut [Vec<Column>; 2], retries: usize) -> [Vec<Vec<f64>>; 2] {
    let calls: Vec<u64> = sets[0].iter_mut().map(calls_in_a_sample).collect();
    let mut of_sets = [(); 2].map(|()| vec![Vec::new(); calls.len()]);
    for round in 0.. {
        let set = round / 2 % 2;
        let (columns, samples) = (&mut sets[set], &mut of_sets[set]);
        let mut done = true;
        // How fast small results are written depends on where they lie beside the operands: in each
        // round they lie elsewhere.
        let _spacer = black_box(vec![0_u8; spacer_len(round)]);
        for turn in 0..columns.len() {
            let at = if round % 2 == 0 { turn } else { columns.len() - 1 - turn };
            let long = samples[at].first().is_some_and(|&ns| ns > LONG.as_nanos() as f64);
            if round >= if long { FEW_ROUNDS } else { ROUNDS } {
                continue;
            }
            done = false;
            clear_upper_halves();
            // What the columns before have driven out of the caches comes back here: of 20 MB in eight calls, of a matrix of
            // 64 MB in four. A call that is longer than a sample does not find its data in a cache anyway.
            if calls[at] > 1 {
                (columns[at].time)(calls[at].div_ceil(2).clamp(4, 8));
            }
            // A long call is interrupted at every try.
            let retries = if long { 0 } else { retries };
            let time = undisturbed(retries, || (columns[at].time)(calls[at]));
            samples[at].push(time.as_nanos() as f64 / calls[at] as f64);
        }
        if done {
            break;
        }
    }
    of_sets
}

/// Clears the upper halves of the vector registers, which the assembly of private-gemm leaves in use: code of another library
/// that is compiled for the oldest machines would take up to twice as long, on Zen 5, whatever library it is.
fn clear_upper_halves() {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx") {
        // SAFETY: the processor has the instruction, and no code around it is compiled for these registers.
        unsafe { std::arch::asm!("vzeroupper") };
    }
}

/// Some lines of the cache, up to 64 of them: more than what the allocator keeps in lists of one size, no
/// more than a small result.
fn spacer_len(round: usize) -> usize {
    1088 + round * 23 % 48 * 64
}

/// Takes a sample again if the kernel gave the processor to somebody else meanwhile, and in the end
/// the shortest.
fn undisturbed(retries: usize, mut sample: impl FnMut() -> Duration) -> Duration {
    let mut shortest = Duration::MAX;
    for _ in 0..=retries {
        let before = interruptions();
        shortest = shortest.min(sample());
        if interruptions() == before {
            break;
        }
    }
    shortest
}

/// How often the kernel has interrupted this process in favour of another one.
fn interruptions() -> i64 {
    // SAFETY: all zeros is a value of this struct of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the pointer is to a struct that is ours.
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &raw mut usage) };
    usage.ru_nivcsw
}

/// Doubles the calls until they take as long as a sample, which warms up as well. The shorter of two
/// times counts: first calls get new memory from the system.
fn calls_in_a_sample(column: &mut Column) -> u64 {
    let mut calls = 1;
    loop {
        let mut time = (column.time)(calls);
        if time >= SAMPLE / 2 {
            time = time.min((column.time)(calls));
        }
        if time >= SAMPLE / 2 {
            let one = time.as_nanos() as f64 / calls as f64;
            return (SAMPLE.as_nanos() as f64 / one).ceil().max(1.0) as u64;
        }
        calls *= 2;
    }
}
