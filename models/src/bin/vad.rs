//! Finds speech in a WAV file: `cargo run --release -p models --bin vad -- [recording.wav] [picture.svg]`
//!
//! Without a file, it takes the recording of the tests. Weights that are not there are fetched.

use holor::prelude::*;
use models::vad::{RATE, State, Vad, WINDOW, segments, svg, terminal};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// Reads a WAV file of one channel and 16,000 samples per second: `[samples]`, from -1 to 1.
fn read(path: &Path) -> Result<Tensor<f32, 1>, Box<dyn Error>> {
    let mut reader = hound::WavReader::open(path)?;
    let format = reader.spec();
    if (format.channels, format.sample_rate as usize) != (1, RATE) {
        let (channels, rate) = (format.channels, format.sample_rate);
        return Err(format!(
            "{channels} channels of {rate} samples per second, expected 1 of {RATE}"
        )
        .into());
    }
    let samples: Result<Tensor<f32, 1>, _> = match format.sample_format {
        hound::SampleFormat::Float => reader.samples::<f32>().collect(),
        hound::SampleFormat::Int => {
            let largest = (1_u64 << (format.bits_per_sample - 1)) as f32;
            reader.samples::<i32>().map(|x| x.map(|x| x as f32 / largest)).collect()
        }
    };
    Ok(samples?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let recording = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/speech.wav");
    let path = arguments.next().unwrap_or_else(|| recording.into());
    let samples = read(Path::new(&path))
        .map_err(|error| format!("{}: {error}", Path::new(&path).display()))?;
    let vad = Vad::open(models::weights_or_fetch("vad", "silero_vad_16k.safetensors")?)?;

    let start = Instant::now();
    let probabilities = vad.probabilities(&samples);
    let whole = start.elapsed();
    let speech = segments(&probabilities, samples.len());
    println!("{}", terminal(&samples, &probabilities, &speech, 72));
    for part in &speech {
        println!(
            "speech from {:.2} s to {:.2} s",
            part.start as f64 / RATE as f64,
            part.end as f64 / RATE as f64
        );
    }

    // The same as it would come from a microphone: window by window.
    let (start, mut state) = (Instant::now(), State::default());
    for window in samples.exact_chunks([WINDOW]) {
        vad.listen(&window, &mut state);
    }
    let stream = start.elapsed();
    let seconds = samples.len() as f64 / RATE as f64;
    let times = |time: std::time::Duration| seconds / time.as_secs_f64();
    eprintln!(
        "{seconds:.1} s of sound: {:.0} times real time at once, {:.0} as a stream",
        times(whole),
        times(stream)
    );

    if let Some(picture) = arguments.next() {
        std::fs::write(&picture, svg(&samples, &probabilities, &speech))?;
        eprintln!("wrote {}", Path::new(&picture).display());
    }
    Ok(())
}
