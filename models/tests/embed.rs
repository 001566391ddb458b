//! Sentence embeddings against torch (`fixtures/embed.py`).

use holor::prelude::*;
use models::embed::MiniLm;

fn model() -> MiniLm {
    MiniLm::open(models::weights("embed", "").unwrap()).unwrap()
}

fn sentences() -> Vec<&'static str> {
    include_str!("../fixtures/sentences.txt").lines().step_by(8).collect()
}

#[test]
fn embeddings_are_those_of_torch() {
    let found = model().embed(&sentences()).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/embed.npy");
    let expected: Tensor<f32, 2> = holor::io::npy::read_npy(path).unwrap();
    assert_eq!(found.shape(), expected.shape());
    let difference = (&found - &expected).abs().max(All).item();
    assert!(difference < 1e-5, "they differ by {difference}");
}

#[test]
fn padding_changes_nothing() {
    let model = model();
    let [short, long] =
        ["a cat sleeps", "in the long grass behind the house a cat sleeps after a long night"];
    let alone = model.embed(&[short]).unwrap();
    let [tokens, mask] = model.tokens(&[short, long]).unwrap();
    assert!(mask.row(0).iter().any(|&x| x == 0), "the short sentence is padded");
    let both = model.embed_tokens(&tokens, &mask);
    assert!((both.row(0) - alone.row(0)).abs().max(All).item() < 1e-6);
}

#[test]
fn what_is_meant_is_found() {
    let model = model();
    let all: Vec<&str> = include_str!("../fixtures/sentences.txt").lines().collect();
    let embeddings = model.embed(&all).unwrap();
    for (question, name) in [
        ("solve a system of linear equations", "solve"),
        ("from the largest to the smallest", "sort_descending"),
    ] {
        let asked = model.embed(&[question]).unwrap();
        let (_, best) = embeddings.matvec(&asked.row(0)).topk(Last, 5);
        let found: Vec<&str> = best.iter().map(|&i| all[i].split(':').next().unwrap()).collect();
        assert!(found.contains(&name), "{question}: {found:?}");
    }
}

#[test]
fn no_sentence_has_no_embedding() {
    assert_eq!(model().embed(&[]).unwrap().shape(), [0, 384]);
    assert_eq!(model().embed(&[""]).unwrap().shape(), [1, 384]); // two tokens: begin and end
}
