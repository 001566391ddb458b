//! Ranks of operands and results: what makes a wrong operand an error of types.
//!
//! A macro reads its pattern into a [`Pattern`], whose type has the ranks, and hands over the operands
//! one by one, to [`Einsum::and`], so that a wrong one is reported where it stands. The relations that
//! refuse it are those of the other macros; those of `rank/` say what an ellipsis stands for.

use super::numbers::Numbers;
use super::path::EinsumPath;
use super::recipe::{MAX_OPERANDS, Recipe};
use super::run::run;
use crate::error::ShapeError;
use crate::layout::{Layout, Order};
use crate::notation::Outcome;
use crate::notation::operand::{EllipsisOperand, Given, Operand, PatternOperand};
use crate::ops::contract::OperandStrides;
use crate::rank::seal::{Seal, Sealed};
use crate::rank::{BroadcastWith, Plus, Rank};
use crate::tensor::Tensor;
use core::array::from_fn;
use core::marker::PhantomData;
use core::ops::Mul;
use num_traits::Zero;

/// Reads the pattern of so many operands; stops the compiler with what is wrong with it.
#[track_caller]
pub const fn recipe(pattern: &'static str, operands: usize) -> Recipe {
    match Recipe::parse(pattern, operands) {
        Ok(recipe) => recipe,
        Err(fault) => fault.stop(pattern),
    }
}

impl Recipe {
    /// Stands where a pattern is refused, so that nothing else is.
    pub fn refused<T, A>(&self, _: A) -> Outcome<T> {
        unreachable!("no recipe is for so many operands")
    }
}

/// The places of the operands in a pattern, as a list: so many letters, with an ellipsis or without,
/// and the places behind, `()` at the end.
pub struct Slot<const LETTERS: usize, const DOTS: bool, Next>(PhantomData<Next>);

/// Tells what a list of places says.
pub trait PlaceList: Sealed {
    /// How many places there are.
    const COUNT: usize;
    /// How many letters each of them has.
    const LETTERS: [usize; MAX_OPERANDS];
    /// Which of them have an ellipsis.
    const DOTS: [bool; MAX_OPERANDS];
}

impl PlaceList for () {
    const COUNT: usize = 0;
    const LETTERS: [usize; MAX_OPERANDS] = [0; MAX_OPERANDS];
    const DOTS: [bool; MAX_OPERANDS] = [false; MAX_OPERANDS];
}

impl<const LETTERS: usize, const DOTS: bool, Next> Sealed for Slot<LETTERS, DOTS, Next> {}

impl<const LETTERS: usize, const DOTS: bool, Next: PlaceList> PlaceList
    for Slot<LETTERS, DOTS, Next>
{
    const COUNT: usize = 1 + Next::COUNT;
    const LETTERS: [usize; MAX_OPERANDS] = before(LETTERS, Next::LETTERS);
    const DOTS: [bool; MAX_OPERANDS] = before(DOTS, Next::DOTS);
}

/// Puts an item in front of a list; the last one falls out.
const fn before<I: Copy>(first: I, rest: [I; MAX_OPERANDS]) -> [I; MAX_OPERANDS] {
    let (mut all, mut i) = ([first; MAX_OPERANDS], 1);
    while i < MAX_OPERANDS {
        all[i] = rest[i - 1];
        i += 1;
    }
    all
}

/// A pattern with what its type tells: the places of the operands, how many letters the output has,
/// whether it has an ellipsis, and whether it is a view of the only operand.
pub struct Pattern<S, const OUT: usize, const DOTS: bool, const VIEW: bool> {
    recipe: &'static Recipe,
    slots: PhantomData<S>,
}

impl<S: PlaceList, const OUT: usize, const DOTS: bool, const VIEW: bool>
    Pattern<S, OUT, DOTS, VIEW>
{
    /// A pattern with the type that it has.
    #[track_caller]
    pub const fn new(recipe: &'static Recipe) -> Self {
        let mut is_its_own = S::COUNT == recipe.operands
            && OUT == recipe.output_rank()
            && DOTS == recipe.output_has_dots()
            && VIEW == recipe.is_view();
        let mut operand = 0;
        while is_its_own && operand < recipe.operands {
            is_its_own = S::LETTERS[operand] == recipe.rank(operand)
                && S::DOTS[operand] == recipe.has_dots(operand);
            operand += 1;
        }
        assert!(is_its_own, "this type is that of another pattern");
        Pattern { recipe, slots: PhantomData }
    }
}

impl<S, const OUT: usize, const DOTS: bool, const VIEW: bool> Pattern<S, OUT, DOTS, VIEW> {
    /// Waits for operands to be contracted.
    #[inline]
    pub fn of<T>(self) -> Einsum<T, S, OUT, DOTS, VIEW, NoDots, ()> {
        Einsum::new(self.recipe, ())
    }

    /// Waits for operands to plan for.
    #[inline]
    pub fn plan_of<T>(self) -> Einsum<T, S, OUT, DOTS, false, NoDots, ()> {
        Einsum::new(self.recipe, ())
    }
}

/// The types that an [`Einsum`] collects: of the elements, the places left and the ellipses.
type Types<T, S, D> = PhantomData<(fn() -> T, S, D)>;

/// A pattern that waits for operands: those that are still to come, the rank to which the ellipses so
/// far broadcast, and the operands so far.
pub struct Einsum<T, S, const OUT: usize, const DOTS: bool, const VIEW: bool, D, H> {
    recipe: &'static Recipe,
    held: H,
    types: Types<T, S, D>,
}

impl<T, S, const OUT: usize, const DOTS: bool, const VIEW: bool, D, H>
    Einsum<T, S, OUT, DOTS, VIEW, D, H>
{
    #[inline(always)]
    fn new(recipe: &'static Recipe, held: H) -> Self {
        Einsum { recipe, held, types: PhantomData }
    }
}

impl<T, S, const LETTERS: usize, const OUT: usize, const DOTS: bool, D, H>
    Einsum<T, Slot<LETTERS, false, S>, OUT, DOTS, false, D, H>
{
    /// Takes the next operand, a tensor of rank `LETTERS`.
    #[inline]
    pub fn and<U, X, K>(self, x: X) -> Einsum<T, S, OUT, DOTS, false, D, (H, K)>
    where
        X: PatternOperand<U, LETTERS>,
        X: Operand<T, Itself = K>,
    {
        Einsum::new(self.recipe, (self.held, Operand::<T>::into_itself(x, Seal)))
    }
}

impl<T, S, const LETTERS: usize, const OUT: usize, const DOTS: bool, D, H>
    Einsum<T, Slot<LETTERS, true, S>, OUT, DOTS, false, D, H>
{
    /// Takes the next operand, a tensor of rank `LETTERS` or more.
    #[inline]
    pub fn and<U, X, K, E, J>(self, x: X) -> Einsum<T, S, OUT, DOTS, false, J, (H, K)>
    where
        X: EllipsisOperand<U, LETTERS, Rest = E>,
        X: Operand<T, Itself = K>,
        D: JoinDots<E, Output = J>,
        E: Sealed,
    {
        Einsum::new(self.recipe, (self.held, Operand::<T>::into_itself(x, Seal)))
    }
}

impl<T, const LETTERS: usize, const OUT: usize>
    Einsum<T, Slot<LETTERS, false, ()>, OUT, false, true, NoDots, ()>
{
    /// Takes the only operand, a tensor of rank `LETTERS`.
    #[inline]
    pub fn and<X, Y>(self, x: X) -> Viewed<Y>
    where
        X: PatternOperand<T, LETTERS>,
        X: Operand<T, Read<OUT> = Y>,
    {
        Viewed(view::<T, X, OUT>(self.recipe, x))
    }
}

impl<T, const LETTERS: usize, const OUT: usize>
    Einsum<T, Slot<LETTERS, true, ()>, OUT, true, true, NoDots, ()>
{
    /// Takes the only operand, a tensor of rank `LETTERS` or more.
    #[inline]
    pub fn and<X, Y, const E: usize, const O: usize>(self, x: X) -> Viewed<Y>
    where
        X: EllipsisOperand<T, LETTERS, Rest = Rank<E>>,
        Rank<E>: Plus<Rank<OUT>, Output = Rank<O>>,
        X: Operand<T, Read<O> = Y>,
    {
        Viewed(view::<T, X, O>(self.recipe, x))
    }
}

/// The only operand of a pattern that moves no element, as the pattern sees it.
pub struct Viewed<Y>(Result<Y, ShapeError>);

impl<Y> Viewed<Y> {
    /// The view.
    #[inline]
    pub fn einsum(self) -> Outcome<Y> {
        Outcome(self.0)
    }
}

impl<T, const OUT: usize, D, H> Einsum<T, (), OUT, false, false, D, H> {
    /// Contracts the operands to a tensor of rank `OUT`.
    #[inline]
    pub fn einsum(self) -> Outcome<Tensor<T, OUT>>
    where
        H: Held<T>,
        T: Clone + Zero + Mul<Output = T>,
    {
        Outcome(self.held.contract(self.recipe, Seal))
    }
}

impl<T, const LETTERS: usize, D, H> Einsum<T, (), LETTERS, true, false, D, H> {
    /// Contracts the operands to a tensor of the rank of the letters and the ellipsis together.
    #[inline]
    pub fn einsum<const O: usize>(self) -> Outcome<Tensor<T, O>>
    where
        H: Held<T>,
        T: Clone + Zero + Mul<Output = T>,
        D: Plus<Rank<LETTERS>, Output = Rank<O>>,
    {
        Outcome(self.held.contract(self.recipe, Seal))
    }
}

impl<T, const OUT: usize, const DOTS: bool, D, H> Einsum<T, (), OUT, DOTS, false, D, H> {
    /// Plans the contraction of the operands.
    pub fn path(self) -> Outcome<EinsumPath>
    where
        H: Held<T>,
    {
        Outcome(self.held.path(self.recipe, Seal))
    }
}

/// There is no ellipsis so far.
pub struct NoDots;

impl Sealed for NoDots {}

/// Relates what two ellipses stand for to what they broadcast to.
pub trait JoinDots<D: Sealed>: Sealed {
    /// The larger rank; what the other one is, if one operand has no ellipsis.
    type Output;
}

impl<const R: usize> JoinDots<Rank<R>> for NoDots {
    type Output = Rank<R>;
}

impl<const A: usize, const B: usize, const O: usize> JoinDots<Rank<B>> for Rank<A>
where
    Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
{
    type Output = Rank<O>;
}

/// The operands of a macro, in pairs: those before, and the last one.
pub trait Held<T> {
    #[doc(hidden)]
    fn contract<const O: usize>(
        &self,
        recipe: &Recipe,
        _: Seal,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone + Zero + Mul<Output = T>;

    #[doc(hidden)]
    fn path(&self, recipe: &Recipe, _: Seal) -> Result<EinsumPath, ShapeError>;
}

macro_rules! helds {
    ($([$($X:ident $x:ident),+] $Held:ty: $held:pat,)+) => { $(
        impl<T, $($X: Operand<T>),+> Held<T> for $Held {
            #[inline]
            fn contract<const O: usize>(
                &self,
                recipe: &Recipe,
                _: Seal,
            ) -> Result<Tensor<T, O>, ShapeError>
            where
                T: Clone + Zero + Mul<Output = T>,
            {
                let $held = self;
                contract(recipe, [$($x.given(Seal)),+])
            }

            fn path(&self, recipe: &Recipe, _: Seal) -> Result<EinsumPath, ShapeError> {
                let $held = self;
                EinsumPath::new(recipe, &[$($x.given(Seal).lies),+])
            }
        }
    )+ };
}

helds! {
    [A a] ((), A): (_, a),
    [A a, B b] (((), A), B): ((_, a), b),
    [A a, B b, C c] ((((), A), B), C): (((_, a), b), c),
    [A a, B b, C c, D d] (((((), A), B), C), D): ((((_, a), b), c), d),
    [A a, B b, C c, D d, E e] ((((((), A), B), C), D), E): (((((_, a), b), c), d), e),
    [A a, B b, C c, D d, E e, F f] (((((((), A), B), C), D), E), F): ((((((_, a), b), c), d), e), f),
}

/// The only operand of a pattern under the layout that the pattern gives it.
fn view<T, X: Operand<T>, const O: usize>(recipe: &Recipe, x: X) -> Result<X::Read<O>, ShapeError> {
    let mut places = [OperandStrides::SCALAR];
    let lies = x.given(Seal).lies;
    let numbers = Numbers::new(recipe, core::iter::once(lies), &mut places)?;
    assert!(numbers.rank == O, "the rank of the output is {}, not {O}", numbers.rank);
    let shape = from_fn(|axis| numbers.sizes[axis]);
    let strides = from_fn(|axis| places[0].strides[axis]);
    let layout = Layout::strided_in("einsum", shape, strides, places[0].offset, size_of::<T>())?;
    Ok(x.into_read(layout, Seal))
}

fn contract<T, const N: usize, const O: usize>(
    recipe: &Recipe,
    operands: [Given<'_, T>; N],
) -> Result<Tensor<T, O>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let mut places = [OperandStrides::SCALAR; N];
    let numbers = Numbers::new(recipe, operands.iter().map(|given| given.lies), &mut places)?;
    assert!(numbers.rank == O, "the rank of the output is {}, not {O}", numbers.rank);
    let shape: [usize; O] = from_fn(|axis| numbers.sizes[axis]);
    let elements = run(recipe, &operands, &mut places, &numbers)?;
    let layout = Layout::new_in("einsum", shape, Order::RowMajor, size_of::<T>())?;
    Ok(Tensor::owned(elements, layout))
}
