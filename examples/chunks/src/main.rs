//! Normalises and reduces a Zarr array that does not fit memory, chunk by chunk, in one process or in several.
//! `cargo run --release -p chunks -- FOLDER`; the README of this folder has more.

mod chunked;
mod counts;
mod moments;
mod options;

use chunked::Chunked;
use holor::prelude::*;
use indicatif::{ProgressBar, ProgressStyle};
use options::Options;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use zarrs::array::data_type;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The arrays of a store. Frames of a camera with three channels: `[time, channel, y, x]`.
struct Arrays {
    counts: Chunked<u16, 4>,
    /// `[channel, tile row, tile column, moment]`: what the counts of a tile at all times sum to.
    moments: Chunked<u64, 4>,
    normalised: Chunked<f32, 4>,
    /// `[channel, y, x]`: the largest normalised value of all times.
    peak: Chunked<f32, 3>,
}

impl Arrays {
    fn open(options: &Options) -> Result<Arrays> {
        let shape = [options.frames, 3, 500, 500];
        let chunk = [8, 1, 128, 128];
        let [_, channels, height, width] = shape;
        let tiles = [height.div_ceil(chunk[2]), width.div_ceil(chunk[3])];
        let place = (options.folder.as_path(), options.temporary());
        let (counted, real) = (data_type::uint16(), data_type::float32());
        Ok(Arrays {
            counts: Chunked::open(&place, "counts", shape, chunk, counted, 0_u16)?,
            moments: Chunked::open(
                &place,
                "moments",
                [channels, tiles[0], tiles[1], moments::COUNT],
                [1, 1, 1, moments::COUNT],
                data_type::uint64(),
                0_u64,
            )?,
            normalised: Chunked::open(&place, "normalised", shape, chunk, real.clone(), f32::NAN)?,
            peak: Chunked::open(
                &place,
                "peak",
                [channels, height, width],
                [1, chunk[2], chunk[3]],
                real,
                f32::NAN,
            )?,
        })
    }

    /// The first step: makes the counts of a tile, where they are missing, and sums their powers.
    fn measure(&self, [channel, i, j]: [usize; 3]) -> Result<()> {
        let mut sums = Tensor::zeros([moments::COUNT]);
        for time in 0..self.counts.grid()[0] {
            let index = [time, channel, i, j];
            if !self.counts.has(index) {
                let (start, shape) = self.counts.place(index);
                self.counts.put(index, &counts::make(start, shape))?;
            }
            sums += &moments::of(&self.counts.get(index)?);
        }
        self.moments.put([channel, i, j, 0], &sums.reshape([1, 1, 1, moments::COUNT]))
    }

    /// Mean and standard deviation of each channel, when all tiles are measured.
    fn scale(&self) -> Result<Vec<(f64, f64)>> {
        Ok(moments::scale(&self.moments.all()?))
    }

    /// The second step: normalises a tile at all times, and keeps the largest values.
    fn normalise(&self, [channel, i, j]: [usize; 3], (mean, deviation): (f64, f64)) -> Result<()> {
        let [_, shape @ ..] = self.counts.place([0, channel, i, j]).1;
        let mut peak = Tensor::<f32, 3>::full(shape, f32::NEG_INFINITY);
        for time in 0..self.counts.grid()[0] {
            let index = [time, channel, i, j];
            let counts = self.counts.get(index)?;
            let tile = counts.map(|&count| ((f64::from(count) - mean) / deviation) as f32);
            peak = peak.maximum(tile.max(Axis::<0>));
            self.normalised.put(index, &tile)?;
        }
        self.peak.put([channel, i, j], &peak)
    }

    /// The tiles of a part: each is worked on by one process, and at one time is in memory for one chunk.
    fn tiles(&self, part: usize, parts: usize) -> Vec<[usize; 3]> {
        let grid = self.peak.grid();
        let all = Tensor::<[usize; 3], 3>::from_fn(grid, |tile| tile);
        all.iter().copied().skip(part).step_by(parts).collect()
    }
}

/// Memory for data is limited by the operating system from here on.
fn limit(options: &Options) -> Result<()> {
    // The stacks of threads count, and a large machine has many.
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global()?;
    rlimit::setrlimit(rlimit::Resource::DATA, options.limit, options.limit)?;
    Ok(())
}

fn bar(count: usize, step: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:>10} {bar:40} {pos}/{len} tiles, {eta}");
    let bar = ProgressBar::new(count as u64).with_message(step);
    bar.with_style(style.expect("a template that is written here"))
}

fn run(options: &Options) -> Result<()> {
    limit(options)?;
    let arrays = Arrays::open(options)?;
    let len: usize = arrays.counts.shape().iter().product();
    let fits = Vec::<u16>::new().try_reserve_exact(len).is_ok();
    let shape = arrays.counts.shape();
    println!(
        "counts {shape:?}, {:.1} MB; memory {:.1} MB: {}",
        (len * size_of::<u16>()) as f64 / 1e6,
        options.limit as f64 / 1e6,
        if fits { "they fit" } else { "they do not fit" }
    );

    let (part, parts) = options.part;
    let own = arrays.tiles(part, parts);
    for tile @ [c, i, j] in bar(own.len(), "measure").wrap_iter(own.iter().copied()) {
        if !arrays.moments.has([c, i, j, 0]) {
            arrays.measure(tile)?;
        }
    }

    // Mean and variance need the tiles of all parts.
    let all = arrays.tiles(0, 1);
    let start = Instant::now();
    let waiting = bar(all.len(), "wait");
    loop {
        let missing = all.iter().filter(|&&[c, i, j]| !arrays.moments.has([c, i, j, 0])).count();
        waiting.set_position((all.len() - missing) as u64);
        if missing == 0 {
            break;
        }
        if start.elapsed() > options.wait {
            let all = all.len();
            return Err(
                format!("{missing} of {all} tiles are not measured: start all parts").into()
            );
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    waiting.finish_and_clear();

    let scale = arrays.scale()?;
    for tile in bar(own.len(), "normalise").wrap_iter(own.iter().copied()) {
        if !arrays.peak.has(tile) {
            arrays.normalise(tile, scale[tile[0]])?;
        }
    }
    if options.temporary().exists() {
        std::fs::remove_dir_all(options.temporary())?;
    }

    if !all.iter().all(|&tile| arrays.peak.has(tile)) {
        println!("part {} of {parts} is done", part + 1);
        return Ok(());
    }
    for (channel, (mean, deviation)) in scale.into_iter().enumerate() {
        let peak: Tensor<f32, 2> = arrays.peak.slab(channel)?;
        let width = peak.shape()[1];
        let at = peak.argmax(All).item();
        let (largest, y, x) = (peak.max(All).item(), at / width, at % width);
        let typical = peak.mean_as::<f64, _, _>(All).item();
        println!(
            "channel {channel}: mean {mean:.6}, standard deviation {deviation:.6}; \
             peaks: mean {typical:.6}, largest {largest:.6} at [{y}, {x}]"
        );
    }
    Ok(())
}

fn main() -> ExitCode {
    let result =
        Options::from_arguments(std::env::args().skip(1)).and_then(|options| run(&options));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chunks: {error}");
            ExitCode::FAILURE
        }
    }
}
