//! Answers a question with SmolLM2-135M-Instruct, word by word. Weights that are not there are fetched.
//!
//! `cargo run --release -p models --bin chat -- "What is the capital of France?"`
//!
//! | Option | What |
//! |---|---|
//! | `--greedy` | takes the likeliest token each time |
//! | `--temperature 0.2`, `--top-k 40`, `--top-p 0.9`, `--seed 0` | how tokens are drawn |
//! | `--tokens 256` | the longest answer |
//! | `--threads 2` | the number of threads; all cores if it is not there |

use models::chat::{Chat, Sampler, greedy};
use models::gguf::Gguf;
use std::io::Write;
use std::time::Instant;

struct Options {
    question: String,
    greedy: bool,
    temperature: f32,
    top_k: usize,
    top_p: f32,
    seed: u64,
    tokens: usize,
    threads: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        question: String::new(),
        greedy: false,
        temperature: 0.2,
        top_k: 40,
        top_p: 0.9,
        seed: 0,
        tokens: 256,
        threads: 0,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--greedy" => options.greedy = true,
            "--temperature" => options.temperature = number(&word, words.next())?,
            "--top-k" => options.top_k = number(&word, words.next())?,
            "--top-p" => options.top_p = number(&word, words.next())?,
            "--seed" => options.seed = number(&word, words.next())?,
            "--tokens" => options.tokens = number(&word, words.next())?,
            "--threads" => options.threads = number(&word, words.next())?,
            _ if word.starts_with("--") => return Err(format!("unknown option {word}")),
            _ if options.question.is_empty() => options.question = word,
            _ => return Err("more than one question: put it in quotes".into()),
        }
    }
    match options.question.is_empty() {
        true => Err("usage: chat [--greedy] [--tokens 256] [..] \"question\"".into()),
        false => Ok(options),
    }
}

fn number<N: std::str::FromStr>(name: &str, word: Option<String>) -> Result<N, String> {
    let parsed = word.as_deref().unwrap_or("").parse();
    parsed.map_err(|_| {
        format!("{name} expects a number, found {}", word.as_deref().unwrap_or("nothing"))
    })
}

fn run() -> Result<(), String> {
    let options = options()?;
    rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build_global()
        .map_err(|error| error.to_string())?;
    let path = models::weights_or_fetch("chat", "SmolLM2-135M-Instruct.Q4_1.gguf")?;
    let file = Gguf::read(path).map_err(|error| error.to_string())?;
    let chat = Chat::new(&file).map_err(|error| error.to_string())?;
    let prompt = chat.words.prompt(&[("user", &options.question)])?;
    let mut cache = chat.llama.cache(prompt.len() + options.tokens);

    let mut sampler = match options.greedy {
        true => None,
        false => {
            Some(Sampler::new(options.temperature, options.top_k, options.top_p, options.seed))
        }
    };
    let (mut printer, mut failed) = (chat.words.printer(), None);
    let (start, mut first, mut count) = (Instant::now(), None, 0);
    chat.answer(
        &prompt,
        &mut cache,
        |logits| match &mut sampler {
            Some(sampler) => sampler.draw(logits),
            None => greedy(logits),
        },
        |token| {
            first.get_or_insert_with(|| start.elapsed());
            count += 1;
            match printer.push(token) {
                Ok(text) => print!("{text}"),
                Err(error) => failed = Some(error),
            }
            std::io::stdout().flush().is_ok() && count < options.tokens && failed.is_none()
        },
    );
    println!();
    let first = first.unwrap_or_else(|| start.elapsed());
    let rest = start.elapsed().saturating_sub(first).as_secs_f64();
    eprintln!(
        "{} tokens of the prompt: {:.0} a second; {count} tokens of the answer: {:.0} a second",
        prompt.len(),
        prompt.len() as f64 / first.as_secs_f64(),
        f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / rest.max(1e-9),
    );
    failed.map_or(Ok(()), Err)
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
