//! From a pattern to a [`Recipe`], as a constant; what is wrong with it as a [`Fault`].

use super::fault::Fault;
use super::recipe::{BESIDE_DOTS, DOTS, MAX_LETTERS, MAX_OPERANDS, Recipe};
use crate::ops::contract::MAX_AXES;

impl Recipe {
    /// Reads the pattern of so many operands.
    pub(crate) const fn parse(pattern: &'static str, operands: usize) -> Result<Self, Fault> {
        let text = pattern.as_bytes();
        let arrow = match find_arrow(text) {
            Ok(arrow) => arrow,
            Err(fault) => return Err(fault),
        };
        let mut reader = Reader::new(pattern);
        // The letters of the output are numbered first.
        let mut at = arrow + 2;
        let mut dots_at = None;
        while at < text.len() {
            match token(text, at) {
                Token::Space => {}
                Token::Letter(letter) => {
                    if reader.number(letter).is_some() {
                        return Err(Fault::OutputTwice { letter, at });
                    }
                    if let Err(fault) = reader.add(letter) {
                        return Err(fault);
                    }
                }
                Token::Dots if dots_at.is_none() => dots_at = Some((reader.recipe.count, at)),
                Token::Dots => return Err(Fault::TwoDots { at }),
                Token::Comma => return Err(Fault::TwoOutputs { at }),
                Token::OneDot => return Err(Fault::NoEllipsis { at }),
                Token::Other => return Err(Fault::Unknown { at }),
            }
            at += width(text, at);
        }
        reader.recipe.output = reader.recipe.count;
        reader.recipe.dots_in_output = dots_at.is_some();
        reader.recipe.dots_at = match dots_at {
            Some((place, _)) => place,
            None => reader.recipe.output,
        };
        match reader.operands(text, arrow) {
            Err(fault) => return Err(fault),
            Ok(found) if found != operands => {
                return Err(Fault::Operands { found, given: operands });
            }
            Ok(_) => {}
        }
        if let Some(fault) = reader.unused(text, arrow, dots_at) {
            return Err(fault);
        }
        Ok(reader.recipe)
    }
}

/// What is at a place of a pattern.
enum Token {
    Space,
    Letter(u8),
    Dots,
    Comma,
    OneDot,
    Other,
}

const fn token(text: &[u8], at: usize) -> Token {
    match text[at] {
        b' ' => Token::Space,
        b',' => Token::Comma,
        letter if letter.is_ascii_alphabetic() => Token::Letter(letter),
        b'.' if at + 2 < text.len() && text[at + 1] == b'.' && text[at + 2] == b'.' => Token::Dots,
        b'.' => Token::OneDot,
        _ => Token::Other,
    }
}

/// How many bytes the token at a place has.
const fn width(text: &[u8], at: usize) -> usize {
    if matches!(token(text, at), Token::Dots) { 3 } else { 1 }
}

/// Finds the only `->`.
const fn find_arrow(text: &[u8]) -> Result<usize, Fault> {
    let mut found = None;
    let mut at = 0;
    while at + 1 < text.len() {
        if text[at] == b'-' && text[at + 1] == b'>' {
            if found.is_some() {
                return Err(Fault::TwoArrows { at });
            }
            found = Some(at);
        }
        at += 1;
    }
    match found {
        Some(at) => Ok(at),
        None => Err(Fault::NoArrow),
    }
}

/// A recipe while it is being read.
struct Reader {
    recipe: Recipe,
    /// How many indices the operands have so far.
    indices: usize,
    /// The numbers of the letters that some operand has, a bit for each.
    used: u32,
    some_dots: bool,
}

impl Reader {
    const fn new(pattern: &'static str) -> Self {
        let recipe = Recipe {
            pattern,
            indices: [0; MAX_LETTERS],
            ends: [0; MAX_OPERANDS],
            dots: [false; MAX_OPERANDS],
            operands: 0,
            letters: [0; MAX_AXES],
            count: 0,
            output: 0,
            dots_at: 0,
            dots_in_output: false,
        };
        Reader { recipe, indices: 0, used: 0, some_dots: false }
    }

    /// The number of a letter that was there before.
    const fn number(&self, letter: u8) -> Option<u8> {
        let mut number = 0;
        while number < self.recipe.count {
            if self.recipe.letters[number] == letter {
                return Some(number as u8);
            }
            number += 1;
        }
        None
    }

    /// Gives a letter the next number.
    const fn add(&mut self, letter: u8) -> Result<u8, Fault> {
        let number = self.recipe.count;
        if number == MAX_AXES {
            return Err(Fault::TooManyIndices { most: MAX_AXES });
        }
        self.recipe.letters[number] = letter;
        self.recipe.count += 1;
        Ok(number as u8)
    }

    /// Reads the operands; returns how many there are.
    const fn operands(&mut self, text: &[u8], arrow: usize) -> Result<usize, Fault> {
        let (mut at, mut operand, mut has_dots) = (0, 0, false);
        while at < arrow {
            let index = match token(text, at) {
                Token::Space => None,
                Token::Letter(letter) => match self.number(letter) {
                    Some(number) => Some(number),
                    None => match self.add(letter) {
                        Ok(number) => Some(number),
                        Err(fault) => return Err(fault),
                    },
                },
                Token::Dots if has_dots => return Err(Fault::TwoDots { at }),
                Token::Dots => Some(DOTS),
                Token::Comma => {
                    self.close(operand);
                    operand += 1;
                    has_dots = false;
                    None
                }
                Token::OneDot => return Err(Fault::NoEllipsis { at }),
                Token::Other => return Err(Fault::Unknown { at }),
            };
            if let Some(index) = index {
                if self.indices == MAX_LETTERS {
                    return Err(Fault::TooManyLetters);
                }
                self.recipe.indices[self.indices] = index;
                self.indices += 1;
                if index == DOTS {
                    (has_dots, self.some_dots) = (true, true);
                    if operand < MAX_OPERANDS {
                        self.recipe.dots[operand] = true;
                    }
                } else {
                    self.used |= 1 << index;
                }
            }
            at += width(text, at);
        }
        self.close(operand);
        self.recipe.operands = operand + 1;
        if operand >= MAX_OPERANDS {
            return Err(Fault::TooManyOperands { found: operand + 1 });
        }
        if self.some_dots && self.recipe.count > BESIDE_DOTS {
            return Err(Fault::TooManyIndices { most: BESIDE_DOTS });
        }
        Ok(operand + 1)
    }

    /// Notes that an operand ends here.
    const fn close(&mut self, operand: usize) {
        if operand < MAX_OPERANDS {
            self.recipe.ends[operand] = self.indices as u8;
        }
    }

    /// Finds what the output has and no operand.
    const fn unused(
        &self,
        text: &[u8],
        arrow: usize,
        dots: Option<(usize, usize)>,
    ) -> Option<Fault> {
        if let Some((_, at)) = dots
            && !self.some_dots
        {
            return Some(Fault::OutputDots { at });
        }
        let mut at = arrow + 2;
        while at < text.len() {
            if let Token::Letter(letter) = token(text, at)
                && let Some(number) = self.number(letter)
                && self.used & (1 << number) == 0
            {
                return Some(Fault::OutputUnknown { letter, at });
            }
            at += 1;
        }
        None
    }
}
