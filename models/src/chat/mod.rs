//! A chat model: Llama, with weights in blocks of 4 and 8 bits from a GGUF file.
//!
//! | File | What |
//! |---|---|
//! | `llama.rs` | the network, with a cache of keys and values |
//! | `weights.rs` | matrices in blocks: rows of them, products with them |
//! | `product.rs` | loops over blocks |
//! | `words.rs` | text to tokens and back, and the chat template |
//! | `sample.rs` | logits to the next token |

mod llama;
mod product;
mod sample;
mod weights;
mod words;

pub use llama::{Cache, Llama};
pub use sample::{Sampler, greedy};
pub use weights::Weights;
pub use words::{Printer, Words};

use crate::gguf::{Gguf, GgufError};

/// A network and its words.
pub struct Chat {
    /// The network.
    pub llama: Llama,
    /// Its tokens.
    pub words: Words,
}

impl Chat {
    /// Takes what a file has.
    ///
    /// # Errors
    /// When something is missing in the file, or has another type or shape.
    pub fn new(file: &Gguf) -> Result<Self, GgufError> {
        Ok(Chat { llama: Llama::new(file)?, words: Words::new(file)? })
    }

    /// Answers a prompt of tokens: calls `each` with every new token until it returns false, or the end of the answer
    /// or of the cache comes.
    pub fn answer(
        &self,
        prompt: &[u32],
        cache: &mut Cache,
        mut next: impl FnMut(&holor::TensorRef<f32, 1>) -> u32,
        mut each: impl FnMut(u32) -> bool,
    ) {
        let mut token = next(&self.llama.forward(prompt, cache));
        while token != self.words.end() && each(token) && cache.len() < cache.capacity() {
            token = next(&self.llama.forward(&[token], cache));
        }
    }
}
