//! Text to tokens and back, by the pairs of bytes in a GGUF file, and the template of its chats.

use crate::gguf::{Gguf, GgufError, List, Value};
use minijinja::Environment;
use std::collections::HashMap;
use tokenizers::models::bpe::BPE;
use tokenizers::pre_tokenizers::PreTokenizerWrapper;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::{AddedToken, Tokenizer};

/// The type of a token that no text becomes by itself, as the start of a message.
const CONTROL: usize = 3;

/// The tokens of a network, and how it wants to be spoken to.
pub struct Words {
    tokenizer: Tokenizer,
    template: String,
    end: u32,
}

impl Words {
    /// Takes tokens, merges and the template of a file.
    ///
    /// # Errors
    /// When one is missing, or a merge names a token that there is not.
    pub fn new(file: &Gguf) -> Result<Self, GgufError> {
        for (key, expected) in [("model", "gpt2"), ("pre", "smollm")] {
            let found: &str = file.value(&format!("tokenizer.ggml.{key}"))?;
            if found != expected {
                let what = format!("tokenizer.ggml.{key} is {found:?}, expected {expected:?}");
                return Err(file.wrong(what));
            }
        }
        let wrong = |error: &dyn std::fmt::Display| file.wrong(format!("the tokenizer: {error}"));
        let tokens = texts(file, "tokenizer.ggml.tokens")?;
        let merges = texts(file, "tokenizer.ggml.merges")?;
        let pair = |merge: &&str| merge.split_once(' ').map(|(a, b)| (a.into(), b.into()));
        let pairs: Option<Vec<_>> = merges.iter().map(pair).collect();
        let pairs = pairs.ok_or_else(|| wrong(&"a merge is not two tokens"))?;
        let numbered: HashMap<String, u32, _> =
            tokens.iter().zip(0..).map(|(token, n)| (token.to_string(), n)).collect();
        let model = BPE::builder().vocab_and_merges(numbered, pairs).build();
        let mut tokenizer = Tokenizer::new(model.map_err(|error| wrong(&error))?);
        // Each digit is a token; other texts are cut into words, whose bytes are letters.
        let byte_level = ByteLevel::new(false, true, true);
        let steps: Vec<PreTokenizerWrapper> = vec![Digits::new(true).into(), byte_level.into()];
        tokenizer.with_pre_tokenizer(Some(Sequence::new(steps)));
        tokenizer.with_decoder(Some(byte_level));
        let kinds: List<'_> = file.value("tokenizer.ggml.token_type")?;
        let is_control = |kind: Value<'_>| usize::try_from(kind) == Ok(CONTROL);
        let control = tokens.iter().zip(kinds.iter()).filter(|(_, kind)| is_control(*kind));
        let control: Vec<_> = control.map(|(token, _)| AddedToken::from(*token, true)).collect();
        tokenizer.add_special_tokens(control).map_err(|error| wrong(&error))?;
        let end: usize = file.value("tokenizer.ggml.eos_token_id")?;
        Ok(Words {
            tokenizer,
            template: file.value::<&str>("tokenizer.chat_template")?.into(),
            end: end.try_into().map_err(|_| wrong(&"the number of the last token"))?,
        })
    }

    /// Returns the token that ends an answer.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// Returns the tokens of messages, each with its role (`"system"`, `"user"`, `"assistant"`), and of the start of an
    /// answer, in the template of the file.
    ///
    /// # Errors
    /// When the template is not one.
    pub fn prompt(&self, messages: &[(&str, &str)]) -> Result<Vec<u32>, String> {
        use minijinja::Value;
        let message = |&(role, content): &(&str, &str)| {
            Value::from_pairs([("role", Value::from(role)), ("content", Value::from(content))])
        };
        let messages: Value = messages.iter().map(message).collect();
        let context = [("messages", messages), ("add_generation_prompt", Value::from(true))];
        let text = Environment::new()
            .render_str(&self.template, Value::from_pairs(context))
            .map_err(|error| format!("the chat template: {error}"))?;
        self.encode(&text)
    }

    /// Returns the tokens of a text.
    ///
    /// # Errors
    /// When the tokenizer refuses it.
    pub fn encode(&self, text: &str) -> Result<Vec<u32>, String> {
        let encoding = self.tokenizer.encode_fast(text, false);
        Ok(encoding.map_err(|error| error.to_string())?.get_ids().to_vec())
    }

    /// Returns the text of tokens, without those that control.
    ///
    /// # Errors
    /// When the tokenizer refuses them.
    pub fn decode(&self, tokens: &[u32]) -> Result<String, String> {
        self.tokenizer.decode(tokens, true).map_err(|error| error.to_string())
    }

    /// Returns what makes text of tokens as they come.
    pub fn printer(&self) -> Printer<'_> {
        Printer { words: self, tokens: vec![], shown: 0 }
    }
}

/// Text of tokens as they come: a character whose bytes are in several tokens waits for the last of them.
pub struct Printer<'a> {
    words: &'a Words,
    tokens: Vec<u32>,
    /// The number of bytes of the text of `tokens` that were given.
    shown: usize,
}

impl Printer<'_> {
    /// Returns the text that a token adds.
    ///
    /// # Errors
    /// When the tokenizer refuses it.
    pub fn push(&mut self, token: u32) -> Result<String, String> {
        self.tokens.push(token);
        let text = self.words.decode(&self.tokens)?;
        if text.ends_with('\u{fffd}') {
            return Ok(String::new());
        }
        let new = text.get(self.shown..).unwrap_or_default().to_string();
        self.shown = text.len();
        // A new line or a word ends nothing that is not whole: what was shown needs no second look.
        if text.ends_with(char::is_alphanumeric) {
            (self.tokens, self.shown) = (vec![], 0);
        }
        Ok(new)
    }
}

fn texts<'a>(file: &'a Gguf, key: &str) -> Result<Vec<&'a str>, GgufError> {
    let list: List<'a> = file.value(key)?;
    let wrong = |expected| file.wrong(format!("key {key:?} has a value that is not {expected}"));
    list.iter().map(|value| value.try_into().map_err(wrong)).collect()
}
