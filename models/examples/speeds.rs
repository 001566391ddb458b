//! How fast holor is, for `models/benches/speeds.py`, with as many threads as `RAYON_NUM_THREADS` says:
//!
//! - `speeds vad WEIGHTS RECORDING`: times real time window by window, and for the whole recording at once;
//! - `speeds chat FILE PROMPT ANSWER`: tokens a second of a prompt and of an answer, and the first tokens of it;
//! - `speeds embed FOLDER SENTENCES TOKENS`: milliseconds for a batch, and the first number of its first embedding.

use holor::prelude::*;
use models::chat::{Llama, greedy};
use models::embed::MiniLm;
use models::gguf::Gguf;
use models::vad::{RATE, State, Vad, WINDOW};
use std::error::Error;
use std::time::Instant;

/// A number of many digits that no tokenizer has made.
fn token(i: usize) -> usize {
    1000 + i * 37 % 20_000
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn vad(weights: &str, recording: &str) -> Result<String, Box<dyn Error>> {
    let vad = Vad::open(weights)?;
    let samples: Result<Tensor<f32, 1>, _> = hound::WavReader::open(recording)?
        .samples::<i16>()
        .map(|x| x.map(|x| f32::from(x) / 32768.0))
        .collect();
    let samples = samples?;
    let seconds = samples.len() as f64 / RATE as f64;
    let (mut stream, mut whole) = (vec![], vec![]);
    for _ in 0..15 {
        let (start, mut state) = (Instant::now(), State::default());
        for window in samples.exact_chunks([WINDOW]) {
            vad.listen(&window, &mut state);
        }
        stream.push(seconds / start.elapsed().as_secs_f64());
        let start = Instant::now();
        vad.probabilities(&samples);
        whole.push(seconds / start.elapsed().as_secs_f64());
    }
    Ok(format!("{} {}", median(stream), median(whole)))
}

fn chat(path: &str, prompt: usize, answer: usize) -> Result<String, Box<dyn Error>> {
    let llama = Llama::new(&Gguf::read(path)?)?;
    let tokens: Vec<u32> = (0..prompt).map(|i| token(i) as u32).collect();
    let mut cache = llama.cache(prompt + answer);
    let (mut prompts, mut answers, mut said) = (vec![], vec![], vec![]);
    for _ in 0..3 {
        cache.truncate(0);
        let start = Instant::now();
        let mut next = greedy(&llama.forward(&tokens, &mut cache));
        prompts.push(prompt as f64 / start.elapsed().as_secs_f64());
        said.clear();
        let start = Instant::now();
        for _ in 0..answer {
            said.push(next);
            next = greedy(&llama.forward(&[next], &mut cache));
        }
        answers.push(answer as f64 / start.elapsed().as_secs_f64());
    }
    Ok(format!("{} {} {:?}", median(prompts), median(answers), &said[..8]))
}

fn embed(folder: &str, sentences: usize, tokens: usize) -> Result<String, Box<dyn Error>> {
    let model = MiniLm::open(folder).map_err(|error| error.to_string())?;
    let x = Tensor::from_fn([sentences, tokens], |[i, j]| token(i * tokens + j));
    let (mask, mut times, mut first) = (Tensor::ones([sentences, tokens]), vec![], 0.0);
    for _ in 0..5 {
        let start = Instant::now();
        let found = model.embed_tokens(&x, &mask);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        first = found[[0, 0]];
    }
    Ok(format!("{} {first:.5}", median(times)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().collect();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let result = match words[..] {
        ["vad", weights, recording] => vad(weights, recording),
        ["chat", file, prompt, answer] => chat(file, prompt.parse()?, answer.parse()?),
        ["embed", folder, sentences, tokens] => embed(folder, sentences.parse()?, tokens.parse()?),
        _ => Err("usage: speeds vad|chat|embed .., see the source".into()),
    };
    println!("{}", result?);
    Ok(())
}
