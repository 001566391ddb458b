//! Ranks of operands and results: what makes a wrong operand an error of types.
//!
//! The macros hand each operand to [`Slot::take`] and all of them to [`Out::einsum`]. Without an
//! ellipsis, both are functions of one rank, and a wrong one is reported as mismatched types, "expected
//! `3`, found `2`"; with an ellipsis, relations of `rank/` say what it stands for.

use super::numbers::{Lies, Numbers};
use super::path::EinsumPath;
use super::recipe::Recipe;
use super::run::{Given, run};
use crate::error::ShapeError;
use crate::layout::{Layout, Order};
use crate::ops::contract::Place;
use crate::rank::{BroadcastWith, Minus, Plus, Rank};
use crate::tensor::{Tensor, TensorRef, TensorView, TensorViewMut};
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
    pub fn refused<T, A>(&self, _: A) -> Result<T, ShapeError> {
        unreachable!("no recipe is for so many operands")
    }
}

/// The place of an operand in a pattern: so many letters, with an ellipsis or without.
pub struct Slot<const LETTERS: usize, const DOTS: bool>;

/// The type of the elements, which all operands share.
pub struct Elements<T>(PhantomData<fn() -> T>);

impl<T> Clone for Elements<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Elements<T> {}

impl<T> Elements<T> {
    /// The type that the operands tell.
    pub const SHARED: Self = Elements(PhantomData);
}

/// What the ellipses of the operands stand for: [`NoDots`] or the [`Rank`] they broadcast to.
pub struct Dots<D>(PhantomData<D>);

/// There is no ellipsis.
pub struct NoDots;

/// No operand has an ellipsis so far.
pub const NO_DOTS: Dots<NoDots> = Dots(PhantomData);

impl<const R: usize> Slot<R, false> {
    /// Takes a tensor of rank `R`.
    #[inline]
    pub fn take<T>(_: Elements<T>, operand: &TensorRef<T, R>) -> (Given<'_, T>, Dots<NoDots>) {
        (given(operand), NO_DOTS)
    }
}

impl<const LETTERS: usize> Slot<LETTERS, true> {
    /// Takes a tensor of a rank of `LETTERS` or more.
    #[inline]
    pub fn take<'a, T, M, D>(_: Elements<T>, operand: M) -> (Given<'a, T>, Dots<D>)
    where
        M: EllipsisOperand<'a, T, LETTERS, Dots = D>,
    {
        (operand.given(), Dots(PhantomData))
    }
}

/// Relates a tensor to the number of letters beside the ellipsis, and to the rank of what the ellipsis
/// stands for.
#[diagnostic::on_unimplemented(
    message = "einsum: an operand of rank {LETTERS} or more is needed here, found `{Self}`",
    label = "expected a reference to a tensor of rank {LETTERS} or more",
    note = "the ellipsis stands for any number of axes, the letters beside it for {LETTERS}; \
            ranks are related up to 12 (`MAX_RANK`)",
    note = "a function over any rank `R` asks for it: \
            `where Rank<R>: Minus<Rank<{LETTERS}>, Output = Rank<E>>`"
)]
pub trait EllipsisOperand<'a, T, const LETTERS: usize> {
    /// The rank that is left for the ellipsis.
    type Dots;

    #[doc(hidden)]
    fn given(self) -> Given<'a, T>;
}

macro_rules! ellipsis_operands {
    ($($Operand:ty)+) => { $(
        #[diagnostic::do_not_recommend]
        impl<'a, T, const LETTERS: usize, const R: usize, const E: usize>
            EllipsisOperand<'a, T, LETTERS> for $Operand
        where
            Rank<R>: Minus<Rank<LETTERS>, Output = Rank<E>>,
        {
            type Dots = Rank<E>;

            #[inline]
            fn given(self) -> Given<'a, T> {
                given(self)
            }
        }
    )+ };
}

ellipsis_operands! {
    &'a TensorRef<T, R>
    &'a Tensor<T, R>
    &'a TensorView<'_, T, R>
    &'a TensorViewMut<'_, T, R>
}

#[inline]
fn given<T, const R: usize>(tensor: &TensorRef<T, R>) -> Given<'_, T> {
    let layout = tensor.layout();
    let (shape, strides) = (layout.shape_ref(), layout.strides_ref());
    Given {
        elements: tensor.span(),
        lies: Lies { shape, strides, offset: layout.offset() },
        owner: None,
    }
}

/// Relates what two ellipses stand for to what they broadcast to.
pub trait JoinDots<D> {
    /// The larger rank; what the other one is, if one operand has no ellipsis.
    type Output;
}

impl JoinDots<NoDots> for NoDots {
    type Output = NoDots;
}

impl<const R: usize> JoinDots<NoDots> for Rank<R> {
    type Output = Rank<R>;
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

impl<D> Dots<D> {
    /// Adds what the ellipsis of another operand stands for.
    #[inline]
    pub fn join<E>(self, _: Dots<E>) -> Dots<D::Output>
    where
        D: JoinDots<E>,
    {
        Dots(PhantomData)
    }
}

/// The output of a pattern: so many letters, with an ellipsis or without.
pub struct Out<const LETTERS: usize, const DOTS: bool>;

impl<const LETTERS: usize, const DOTS: bool> Out<LETTERS, DOTS> {
    /// Plans the contraction of the operands.
    pub fn path<T, D, const N: usize>(
        recipe: &Recipe,
        operands: [Given<'_, T>; N],
        _: Dots<D>,
    ) -> Result<EinsumPath, ShapeError> {
        EinsumPath::new(recipe, &operands.map(|given| given.lies))
    }
}

impl<const O: usize> Out<O, false> {
    /// Contracts the operands to a tensor of rank `O`.
    pub fn einsum<T, D, const N: usize>(
        recipe: &Recipe,
        operands: [Given<'_, T>; N],
        _: Dots<D>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone + Zero + Mul<Output = T>,
    {
        contract(recipe, operands)
    }
}

impl<const LETTERS: usize> Out<LETTERS, true> {
    /// Contracts the operands to a tensor of the rank of the letters and the ellipsis together.
    pub fn einsum<T, D, const N: usize, const O: usize>(
        recipe: &Recipe,
        operands: [Given<'_, T>; N],
        _: Dots<D>,
    ) -> Result<Tensor<T, O>, ShapeError>
    where
        T: Clone + Zero + Mul<Output = T>,
        D: Plus<Rank<LETTERS>, Output = Rank<O>>,
    {
        contract(recipe, operands)
    }
}

fn contract<T, const N: usize, const O: usize>(
    recipe: &Recipe,
    operands: [Given<'_, T>; N],
) -> Result<Tensor<T, O>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let mut places = [Place::SCALAR; N];
    let numbers = Numbers::new(recipe, operands.iter().map(|given| given.lies), &mut places)?;
    assert!(numbers.rank == O, "the rank of the output is {}, not {O}", numbers.rank);
    let shape: [usize; O] = from_fn(|axis| numbers.sizes[axis]);
    if let ([Given { owner: Some(owner), .. }], [place]) = (&operands[..], &places[..])
        && place.axes == numbers.output
    {
        // A view of what is owned, as of any operation that moves no element.
        let strides = from_fn(|axis| place.strides[axis]);
        let size = size_of::<T>();
        let layout = Layout::strided_in("einsum", shape, strides, place.offset, size)?;
        return Ok(Tensor::new((*owner).clone(), layout));
    }
    let elements = run(recipe, &operands, &mut places, &numbers)?;
    let layout = Layout::new_in("einsum", shape, Order::RowMajor, size_of::<T>())?;
    Ok(Tensor::owned(elements, layout))
}

/// Panics with the text of an error at the line of the caller.
#[must_use = "`einsum!` leaves its operands as they are and returns the result"]
#[inline]
#[track_caller]
pub fn raise<T>(result: Result<T, ShapeError>) -> T {
    crate::error::raise(result)
}
