//! `candle_speeds chat FILE PROMPT ANSWER` or `candle_speeds embed FILE SENTENCES TOKENS`: as `models/examples/speeds.rs`.

use candle_core::quantized::gguf_file::Content;
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::{bert, quantized_llama::ModelWeights};
use std::time::Instant;

/// all-MiniLM-L6-v2.
const CONFIG: &str = r#"{
    "vocab_size": 30522, "hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12,
    "intermediate_size": 1536, "hidden_act": "gelu", "hidden_dropout_prob": 0.0, "max_position_embeddings": 512,
    "type_vocab_size": 2, "initializer_range": 0.02, "layer_norm_eps": 1e-12, "pad_token_id": 0,
    "position_embedding_type": "absolute", "use_cache": true, "classifier_dropout": null, "model_type": "bert"
}"#;

fn chat(path: &str, prompt: usize, answer: usize) -> candle_core::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let content = Content::read(&mut file)?;
    let mut model = ModelWeights::from_gguf(content, &mut file, &Device::Cpu)?;
    let tokens: Vec<u32> = (0..prompt as u32).map(|i| 1000 + i * 37 % 20_000).collect();
    let mut forward = |tokens: &[u32], start: usize| {
        let x = Tensor::new(tokens, &Device::Cpu)?.unsqueeze(0)?;
        model.forward(&x, start)?.squeeze(0)?.argmax(0)?.to_scalar::<u32>()
    };
    let (mut prompts, mut answers, mut said) = (vec![], vec![], vec![]);
    for _ in 0..3 {
        let start = Instant::now();
        let mut next = forward(&tokens, 0)?;
        prompts.push(prompt as f64 / start.elapsed().as_secs_f64());
        said.clear();
        let start = Instant::now();
        for i in 0..answer {
            said.push(next);
            next = forward(&[next], prompt + i)?;
        }
        answers.push(answer as f64 / start.elapsed().as_secs_f64());
    }
    Ok(format!("{} {} {:?}", median(prompts), median(answers), &said[..8]))
}

fn embed(path: &str, sentences: usize, tokens: usize) -> candle_core::Result<String> {
    let config: bert::Config = serde_json::from_str(CONFIG).expect("the configuration");
    let bytes = std::fs::read(path)?;
    let weights = VarBuilder::from_buffered_safetensors(bytes, DType::F32, &Device::Cpu)?;
    let model = bert::BertModel::load(weights, &config)?;
    let numbers: Vec<u32> =
        (0..(sentences * tokens) as u32).map(|i| 1000 + i * 37 % 20_000).collect();
    let x = Tensor::from_vec(numbers, (sentences, tokens), &Device::Cpu)?;
    let (types, mask) = (x.zeros_like()?, x.ones_like()?);
    let (mut times, mut first) = (vec![], 0.0);
    for _ in 0..5 {
        let start = Instant::now();
        let hidden = model.forward(&x, &types, Some(&mask))?;
        let mean = hidden.mean(1)?;
        let norm = mean.sqr()?.sum_keepdim(1)?.sqrt()?;
        let found = mean.broadcast_div(&norm)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        first = found.get(0)?.get(0)?.to_scalar::<f32>()?;
    }
    Ok(format!("{} {first:.5}", median(times)))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let number = |n: usize| words[n].parse::<usize>().expect("a number");
    let result = match words[1].as_str() {
        "chat" => chat(&words[2], number(3), number(4)),
        _ => embed(&words[2], number(3), number(4)),
    };
    println!("{}", result.expect("candle's side"));
}
