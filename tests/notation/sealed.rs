//! A recipe is only ever taken by the type that it has: what the macros expand to can be written by hand,
//! and then must not make a view that reaches anything else.

use crate::caught::caught;
use holor::notation::{Rearrange, Recipe, Reduce};

static TURNED: Recipe = Recipe::rearrange("a b -> b a", &[]);
static JOINED: Recipe = Recipe::rearrange("a b -> (a b)", &[]);
static REPEATED: Recipe = Recipe::repeat("a b -> b a", &[]);
static REDUCED: Recipe = Recipe::reduce("a b -> a", &[]);
static TURNED_ON: Recipe = Recipe::rearrange("a b ... -> b a ...", &[]);

const REFUSED: &str = "this type is that of another pattern";

#[test]
fn a_view_for_writing_is_not_made_by_a_pattern_that_removes_axes() {
    // The second axis of a half without elements: without it, there would be elements, and they would
    // be those of the other half. As a constant, as the macros have it, it is a compile error; the field
    // is private.
    assert_eq!(caught(|| Rearrange::<0, 0, 2, 1, 1>::new(&REDUCED)).text, REFUSED);
}

#[test]
fn a_pattern_has_one_type() {
    let _ = Rearrange::<0, 0, 2, 2, 2>::new(&TURNED);
    let _ = Rearrange::<1, 0, 2, 1, 2>::new(&JOINED);
    let _ = Rearrange::<2, 0, 2, 2, 2>::new(&REPEATED);
    let _ = Rearrange::<0, 1, 2, 2, 14>::new(&TURNED_ON);
    let _ = Reduce::<0, 2, 1, 1, 1, 2>::new(&REDUCED);
    let refused = [
        // A view that is written of one that repeats, and of one that joins.
        caught(|| Rearrange::<0, 0, 2, 2, 2>::new(&REPEATED)),
        caught(|| Rearrange::<0, 0, 2, 1, 2>::new(&JOINED)),
        caught(|| Rearrange::<2, 0, 2, 2, 2>::new(&TURNED)),
        // Other ranks.
        caught(|| Rearrange::<0, 0, 3, 2, 2>::new(&TURNED)),
        caught(|| Rearrange::<0, 0, 2, 3, 2>::new(&TURNED)),
        caught(|| Rearrange::<0, 0, 2, 2, 3>::new(&TURNED)),
        // Without `...`, and with it.
        caught(|| Rearrange::<0, 0, 2, 2, 14>::new(&TURNED_ON)),
        caught(|| Rearrange::<0, 1, 2, 2, 2>::new(&TURNED)),
    ];
    for panic in refused {
        assert_eq!(panic.text, REFUSED);
    }
    let refused = [
        caught(|| Reduce::<0, 2, 2, 0, 2, 2>::new(&TURNED)),
        caught(|| Reduce::<3, 2, 1, 1, 1, 2>::new(&REDUCED)),
        caught(|| Reduce::<0, 3, 1, 1, 1, 2>::new(&REDUCED)),
        caught(|| Reduce::<0, 2, 2, 1, 1, 2>::new(&REDUCED)),
        caught(|| Reduce::<0, 2, 1, 2, 1, 2>::new(&REDUCED)),
        caught(|| Reduce::<0, 2, 1, 1, 2, 2>::new(&REDUCED)),
        caught(|| Reduce::<0, 2, 1, 1, 1, 3>::new(&REDUCED)),
    ];
    for panic in refused {
        assert_eq!(panic.text, REFUSED);
    }
}

#[test]
fn a_pattern_of_einsum_has_one_type() {
    use holor::einsum_macro::{Pattern, Recipe, Slot, recipe};
    type One<const LETTERS: usize, const DOTS: bool> = Slot<LETTERS, DOTS, ()>;
    static TURNED: Recipe = recipe("ij->ji", 1);
    static PRODUCT: Recipe = recipe("ij,jk->ik", 2);
    static SUMMED: Recipe = recipe("ij...->ij", 1);

    let _ = Pattern::<One<2, false>, 2, false, true>::new(&TURNED);
    let _ = Pattern::<Slot<2, false, One<2, false>>, 2, false, false>::new(&PRODUCT);
    let _ = Pattern::<One<2, true>, 2, false, false>::new(&SUMMED);
    let refused = [
        caught(|| _ = Pattern::<One<3, false>, 2, false, true>::new(&TURNED)),
        caught(|| _ = Pattern::<One<2, true>, 2, false, true>::new(&TURNED)),
        caught(|| _ = Pattern::<One<2, false>, 3, false, true>::new(&TURNED)),
        caught(|| _ = Pattern::<One<2, false>, 2, true, true>::new(&TURNED)),
        caught(|| _ = Pattern::<One<2, false>, 2, false, false>::new(&TURNED)),
        caught(|| _ = Pattern::<One<2, false>, 2, false, false>::new(&PRODUCT)),
        caught(|| _ = Pattern::<Slot<2, false, One<3, false>>, 2, false, false>::new(&PRODUCT)),
        caught(|| _ = Pattern::<One<2, true>, 2, false, true>::new(&SUMMED)),
        caught(|| _ = Pattern::<(), 2, false, true>::new(&TURNED)),
    ];
    for panic in refused {
        assert_eq!(panic.text, REFUSED);
    }
}
