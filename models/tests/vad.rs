//! The speech detector against onnxruntime and the functions of silero-vad (`fixtures/vad.py`).

use holor::io::npz::Npz;
use holor::prelude::*;
use models::vad::{State, Vad, WINDOW, segments};
use std::path::PathBuf;

fn fixture(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "fixtures", name].iter().collect()
}

fn samples() -> Tensor<f32, 1> {
    let mut reader = hound::WavReader::open(fixture("speech.wav")).unwrap();
    reader.samples::<i16>().map(|x| f32::from(x.unwrap()) / 32_768.0).collect()
}

fn vad() -> Vad {
    Vad::open(models::weights("vad", "silero_vad_16k.safetensors").unwrap()).unwrap()
}

fn expected() -> (Tensor<f32, 1>, Tensor<i64, 2>) {
    let file = Npz::open(fixture("vad.npz")).unwrap();
    (file.read("probabilities").unwrap(), file.read("segments").unwrap())
}

#[test]
fn probabilities_are_those_of_onnxruntime() {
    let (found, (expected, _)) = (vad().probabilities(&samples()), expected());
    let difference = (&found - &expected).abs().max(All).item();
    assert!(difference < 1e-5, "they differ by {difference}");
}

#[test]
fn a_stream_gives_the_same() {
    let (vad, all, mut state) = (vad(), samples(), State::default());
    let samples = all.narrow(Axis::<0>, 8_000, 32_000); // from a pause into a sentence
    let whole = vad.probabilities(&samples);
    assert!(whole[[2]] < 0.1 && whole.max(All).item() > 0.9);
    let stream: Tensor<f32, 1> =
        samples.exact_chunks([WINDOW]).map(|window| vad.listen(&window, &mut state)).collect();
    let difference = (&stream - whole.slice(s![..stream.len()])).abs().max(All).item();
    assert!(difference < 1e-6, "they differ by {difference}");
}

#[test]
fn segments_are_those_of_silero() {
    let (probabilities, expected) = expected();
    let found = segments(&probabilities, samples().len());
    let expected: Vec<_> =
        expected.rows().map(|row| row[[0]] as usize..row[[1]] as usize).collect();
    assert_eq!(found, expected);
    assert_eq!(found.len(), 2);
}

#[test]
fn short_sounds_and_short_pauses_do_not_count() {
    let at = |parts: &[(usize, f32)]| -> Tensor<f32, 1> {
        parts.iter().flat_map(|&(count, p)| std::iter::repeat_n(p, count)).collect()
    };
    let of = |p: Tensor<f32, 1>| -> Vec<(usize, usize)> {
        segments(&p, p.len() * WINDOW).into_iter().map(|part| (part.start, part.end)).collect()
    };
    assert!(of(at(&[(10, 0.0), (7, 0.9), (20, 0.0)])).is_empty()); // 224 ms
    assert_eq!(of(at(&[(10, 0.0), (10, 0.9), (3, 0.1), (10, 0.9), (10, 0.0)])), [(4_640, 17_376)]); // a pause of 96 ms
    assert!(of(at(&[(10, 0.0), (20, 0.4), (10, 0.0)])).is_empty()); // never begins
    assert_eq!(of(at(&[(10, 0.0), (10, 0.9), (20, 0.4)])), [(4_640, 20_480)]); // never ends
    assert_eq!(of(at(&[(10, 0.9)])), [(0, 5_120)]);
    assert!(of(at(&[])).is_empty());
}

#[test]
fn a_recording_without_samples_has_no_windows() {
    assert_eq!(vad().probabilities(&Tensor::zeros([0])).shape(), [0]);
}
