//! Searches the documentation of holor by meaning: `cargo run --release -p models --bin embed -- "the largest numbers"`
//!
//! The sentences are those of `fixtures/sentences.txt`; another file, with a sentence on each line, may follow.
//! Weights that are not there are fetched.

use holor::prelude::*;
use models::embed::MiniLm;
use std::error::Error;
use std::fs;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let question =
        arguments.next().unwrap_or_else(|| "how to find the largest numbers".to_string());
    let path = arguments
        .next()
        .unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/sentences.txt").into());
    let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let sentences: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    for file in ["model.safetensors", "tokenizer.json"] {
        models::weights_or_fetch("embed", file)?;
    }
    let model = MiniLm::open(models::weights("embed", "")?)?;

    let start = Instant::now();
    let embeddings = model.embed(&sentences)?; // [sentences, 384]
    eprintln!("{} sentences in {:.2} s", sentences.len(), start.elapsed().as_secs_f64());

    let asked = model.embed(&[&question])?; // [1, 384]
    let cosines = embeddings.matvec(&asked.row(0)); // [sentences]
    let (best, at) = cosines.topk(Last, sentences.len().min(5));
    println!("{question}");
    for (cosine, &at) in best.iter().zip(&at) {
        println!("  {cosine:.2}  {}", sentences[at]);
    }
    Ok(())
}
