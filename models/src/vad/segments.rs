//! From probabilities to stretches of speech.

use super::{RATE, WINDOW};
use holor::prelude::*;
use std::ops::Range;

/// Returns the stretches of speech, in samples, of a recording with so many samples: `[windows] -> ..`.
///
/// Speech begins at a window of probability 0.5 or more and ends at one below 0.35, if 100 ms follow without speech.
/// What is shorter than 250 ms is dropped; 30 ms are added at both ends, or half the gap where it is less than 60.
/// These are the rules and the defaults of the package silero-vad.
pub fn segments(probabilities: &TensorRef<f32, 1>, samples: usize) -> Vec<Range<usize>> {
    const SHORTEST: usize = RATE / 4;
    const SILENCE: usize = RATE / 10;
    const PAD: usize = RATE * 30 / 1000;
    let (mut found, mut begin, mut end) = (Vec::<Range<usize>>::new(), None, None);
    for (i, &p) in probabilities.iter().enumerate() {
        let now = i * WINDOW;
        match begin {
            None if p >= 0.5 => begin = Some(now),
            Some(_) if p >= 0.5 => end = None,
            Some(first) if p < 0.35 => {
                let last = *end.get_or_insert(now);
                if now - last >= SILENCE {
                    found.push(first..last);
                    (begin, end) = (None, None);
                }
            }
            _ => {}
        }
    }
    found.extend(begin.map(|first| first..samples));
    found.retain(|part| part.len() > SHORTEST);

    let gaps: Vec<usize> = found.windows(2).map(|pair| pair[1].start - pair[0].end).collect();
    for (i, part) in found.iter_mut().enumerate() {
        let pad = |gap: Option<&usize>| gap.map_or(PAD, |gap| PAD.min(gap / 2));
        part.start = part.start.saturating_sub(pad(i.checked_sub(1).and_then(|i| gaps.get(i))));
        part.end = samples.min(part.end + pad(gaps.get(i)));
    }
    found
}
