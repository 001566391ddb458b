//! Sentence embeddings by all-MiniLM-L6-v2 (Apache-2.0): six layers of BERT, and the mean over the tokens.
//!
//! ```
//! use holor::prelude::*;
//! use models::embed::MiniLm;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//! # let Ok(folder) = models::weights("embed", "") else { return Ok(()) };
//! let model = MiniLm::open(folder)?;
//! let x: Tensor<f32, 2> = model.embed(&["a cat sleeps", "a kitten naps", "stocks fell"])?;
//! assert_eq!(x.shape(), [3, 384]); // of length 1 each
//! let cosines: Tensor<f32, 2> = x.matmul(x.t());
//! assert!(cosines[[0, 1]] > 0.5 && cosines[[0, 2]] < 0.2);
//! # Ok(())
//! # }
//! ```

mod bert;
mod draw;

use bert::Bert;
pub use draw::svg;
use holor::io::safetensors::SafeTensors;
use holor::prelude::*;
use std::error::Error;
use std::path::Path;
use tokenizers::{PaddingParams, Tokenizer, TruncationParams};

/// Sentences that are embedded at once.
const BATCH: usize = 32;
/// Tokens of a sentence that count, as the model was trained.
const LONGEST: usize = 128;

/// The network with its tokenizer.
pub struct MiniLm {
    tokenizer: Tokenizer,
    bert: Bert,
}

impl MiniLm {
    /// Opens a folder with `model.safetensors` and `tokenizer.json`.
    ///
    /// # Errors
    /// When a file cannot be read, or a tensor is missing or has another rank.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let mut tokenizer = Tokenizer::from_file(folder.as_ref().join("tokenizer.json"))?;
        tokenizer.with_padding(Some(PaddingParams::default()));
        tokenizer.with_truncation(Some(TruncationParams {
            max_length: LONGEST,
            ..TruncationParams::default()
        }))?;
        let bert = Bert::new(&SafeTensors::read(folder.as_ref().join("model.safetensors"))?)?;
        Ok(MiniLm { tokenizer, bert })
    }

    /// Returns the numbers of the tokens of sentences, and 1 where there is one, 0 behind the end of a sentence:
    /// `[sentences, tokens]` each, by the longest.
    ///
    /// # Errors
    /// When the tokenizer does not know a part of a sentence.
    pub fn tokens(
        &self,
        sentences: &[&str],
    ) -> Result<[Tensor<usize, 2>; 2], Box<dyn Error + Send + Sync>> {
        let encoded = self.tokenizer.encode_batch(sentences.to_vec(), true)?;
        let shape = [encoded.len(), encoded.first().map_or(0, |sentence| sentence.len())];
        let tensor = |of: fn(&tokenizers::Encoding) -> &[u32]| {
            let numbers = encoded
                .iter()
                .flat_map(|sentence| of(sentence).iter().map(|&x| x as usize))
                .collect();
            Tensor::from_vec(numbers, shape)
        };
        Ok([
            tensor(|sentence| sentence.get_ids())?,
            tensor(|sentence| sentence.get_attention_mask())?,
        ])
    }

    /// Returns an embedding of each sentence, of length 1: `[sentences, 384]`. The product of two is the cosine of the
    /// angle between them.
    ///
    /// # Errors
    /// When the tokenizer does not know a part of a sentence.
    pub fn embed(
        &self,
        sentences: &[&str],
    ) -> Result<Tensor<f32, 2>, Box<dyn Error + Send + Sync>> {
        // Sentences of a batch are of about one length, so that few tokens are padding.
        let mut order: Vec<usize> = (0..sentences.len()).collect();
        order.sort_by_key(|&i| sentences[i].len());
        let mut found = Tensor::zeros([sentences.len(), self.bert.width()]);
        for batch in order.chunks(BATCH) {
            let texts: Vec<&str> = batch.iter().map(|&i| sentences[i]).collect();
            let [tokens, mask] = self.tokens(&texts)?;
            for (&i, row) in batch.iter().zip(self.embed_tokens(&tokens, &mask).rows()) {
                found.index_axis_mut(Axis::<0>, i).assign(&row);
            }
        }
        Ok(found)
    }

    /// Returns an embedding of each row of tokens: `[sentences, tokens] x [sentences, tokens] -> [sentences, 384]`.
    pub fn embed_tokens(
        &self,
        tokens: &TensorRef<usize, 2>,
        mask: &TensorRef<usize, 2>,
    ) -> Tensor<f32, 2> {
        let mask = mask.cast::<f32>();
        let x = self.bert.forward(tokens, &mask); // [b, t, 384]
        let sum = einsum!("btc,bt->bc", &x, &mask);
        let mean = sum / mask.sum(Keep(Last));
        &mean / mean.norm(Keep(Last))
    }
}
