//! Patterns that are read, and those that are refused.

use super::literal;
use crate::notation::einsum::Recipe;
use crate::notation::einsum::fault::Fault;
use alloc::string::String;
use alloc::vec::Vec;

fn fault(pattern: &'static str, operands: usize) -> Fault {
    Recipe::parse(pattern, operands).unwrap_err()
}

#[test]
fn indices_are_numbered_from_those_of_the_output_on() {
    let recipe = Recipe::parse("bhqd, bhkd -> bhqk", 2).unwrap();
    assert_eq!(recipe.term(0), [0, 1, 2, 4]);
    assert_eq!(recipe.term(1), [0, 1, 3, 4]);
    let letters: String = recipe.letters[..recipe.count].iter().map(|&l| char::from(l)).collect();
    assert_eq!(letters, "bhqkd");
    assert_eq!([recipe.rank(0), recipe.rank(1), recipe.output_rank()], [4, 4, 4]);
}

#[test]
fn an_ellipsis_stands_where_it_is_written() {
    let recipe = Recipe::parse("i...j,j->j...i", 2).unwrap();
    assert_eq!(recipe.term(0), [1, u8::MAX, 0]);
    assert_eq!((recipe.rank(0), recipe.has_dots(0), recipe.has_dots(1)), (2, true, false));
    assert_eq!((recipe.dots_at, recipe.output_has_dots()), (1, true));
    let summed = Recipe::parse("...i->i", 1).unwrap();
    assert_eq!((summed.dots_at, summed.output_has_dots()), (1, false));
}

#[test]
fn scalars_have_no_indices() {
    let recipe = Recipe::parse(",->", 2).unwrap();
    assert_eq!([recipe.rank(0), recipe.rank(1), recipe.output_rank()], [0; 3]);
    assert_eq!(Recipe::parse("->", 1).unwrap().rank(0), 0);
}

#[test]
fn faults_are_found_at_their_places() {
    assert_eq!(fault("ij,jk", 2), Fault::NoArrow);
    assert_eq!(fault("i->j->k", 1), Fault::TwoArrows { at: 4 });
    assert_eq!(fault("ij->i,j", 1), Fault::TwoOutputs { at: 5 });
    assert_eq!(fault("i1->i", 1), Fault::Unknown { at: 1 });
    assert_eq!(fault("i->-i", 1), Fault::Unknown { at: 3 });
    assert_eq!(fault("i->é", 1), Fault::Unknown { at: 3 });
    assert_eq!(fault("..i->i", 1), Fault::NoEllipsis { at: 0 });
    assert_eq!(fault("i....->i", 1), Fault::NoEllipsis { at: 4 });
    assert_eq!(fault("...i...->i", 1), Fault::TwoDots { at: 4 });
    assert_eq!(fault("...->......", 1), Fault::TwoDots { at: 8 });
    assert_eq!(fault("ij->ii", 1), Fault::OutputTwice { letter: b'i', at: 5 });
    assert_eq!(fault("ij->ik", 1), Fault::OutputUnknown { letter: b'k', at: 5 });
    assert_eq!(fault("ij->...i", 1), Fault::OutputDots { at: 4 });
    assert_eq!(fault("ij,jk->ik", 1), Fault::Operands { found: 2, given: 1 });
    assert_eq!(fault("a,b,c,d,e,f,g->", 7), Fault::TooManyOperands { found: 7 });
}

#[test]
fn the_number_of_indices_is_limited() {
    let all = "abcdefghijklmnopqrstuvwxyzABCDEFGH";
    let of = |count: usize, dots: &str| -> &'static str {
        literal(alloc::format!("{dots}{0}->{0}", &all[..count]))
    };
    assert!(Recipe::parse(of(24, ""), 1).is_ok());
    assert_eq!(fault(of(25, ""), 1), Fault::TooManyIndices { most: 24 });
    assert!(Recipe::parse(of(12, "..."), 1).is_ok());
    assert_eq!(fault(of(13, "..."), 1), Fault::TooManyIndices { most: 12 });
    let terms: Vec<&str> = core::iter::repeat_n("abcdefghijklmnopqrstuvwx", 6).collect();
    let long: &'static str = literal(alloc::format!("{}->", terms.join(",")));
    assert_eq!(fault(long, 6), Fault::TooManyLetters);
}
