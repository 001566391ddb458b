//! Searches the documentation of holor by meaning: `cargo run --release -p models --bin embed -- "the largest numbers"`
//!
//! Each argument is a question. Weights that are not there are fetched.
//!
//! | Option | What |
//! |---|---|
//! | `--sentences file.txt` | a sentence on each line; without it, those of `fixtures/sentences.txt` |
//! | `--picture file.svg` | draws each sentence between two questions |

use holor::prelude::*;
use models::embed::{MiniLm, svg};
use std::error::Error;
use std::fs;
use std::time::Instant;

struct Options {
    questions: Vec<String>,
    sentences: String,
    picture: Option<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        questions: vec![],
        sentences: concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/sentences.txt").into(),
        picture: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut file = || words.next().ok_or(format!("{word} expects a file"));
        match word.as_str() {
            "--sentences" => options.sentences = file()?,
            "--picture" => options.picture = Some(file()?),
            _ if word.starts_with("--") => return Err(format!("unknown option {word}")),
            _ => options.questions.push(word),
        }
    }
    if options.picture.is_some() && options.questions.len() != 2 {
        return Err("a picture has two questions: embed \"one\" \"two\" --picture out.svg".into());
    }
    if options.questions.is_empty() {
        options.questions.push("how to find the largest numbers".into());
    }
    Ok(options)
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let options = options()?;
    let path = &options.sentences;
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let sentences: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let questions: Vec<&str> = options.questions.iter().map(String::as_str).collect();
    for file in ["model.safetensors", "tokenizer.json"] {
        models::weights_or_fetch("embed", file)?;
    }
    let model = MiniLm::open(models::weights("embed", "")?)?;

    let start = Instant::now();
    let embeddings = model.embed(&sentences)?; // [sentences, 384]
    eprintln!("{} sentences in {:.2} s", sentences.len(), start.elapsed().as_secs_f64());

    let asked = model.embed(&questions)?; // [questions, 384]
    let cosines = asked.matmul(embeddings.t()); // [questions, sentences]
    let (best, at) = cosines.topk(Last, sentences.len().min(5)); // [questions, 5]
    for ((question, best), at) in questions.iter().zip(best.rows()).zip(at.rows()) {
        println!("{question}");
        for (cosine, &at) in best.iter().zip(&at) {
            println!("  {cosine:.2}  {}", sentences[at]);
        }
    }
    if let (Some(picture), &[x, y]) = (options.picture, questions.as_slice()) {
        fs::write(&picture, svg([x, y], &sentences, &cosines))?;
        eprintln!("wrote {picture}");
    }
    Ok(())
}
