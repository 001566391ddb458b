//! Recognises the built-in number types behind a type parameter, without a bound.
//!
//! A kernel that is generic over any `T` asks here whether `T` is, say, `f32`, and then works on
//! the same memory by its name. The answer is a constant of the compiled function: the branches not
//! taken vanish.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, transmute, transmute_copy};
use num_complex::Complex;

/// Names the types that can be recognised: plain numbers.
///
/// # Safety
/// The type mentions no lifetime. (Otherwise a type that differs in a lifetime would pass for it.)
pub(crate) unsafe trait BuiltIn: Copy + Send + Sync + 'static {}

macro_rules! known {
    ($($(#[$attribute:meta])* $number:ty;)*) => {
        $(
            $(#[$attribute])*
            // SAFETY: the precondition of `BuiltIn`: a number mentions no lifetime.
            unsafe impl BuiltIn for $number {}
        )*

        /// Whether `T` is one of the numbers: they may be copied as bytes, of which each has 1, 2, 4,
        /// 8 or 16 without padding, and sent to any thread.
        #[inline(always)]
        pub(crate) fn is_plain<T>() -> bool {
            let id = identity::<T>();
            $(
                $(#[$attribute])*
                if id == TypeId::of::<$number>() {
                    return true;
                }
            )*
            false
        }
    };
}

known! {
    f32; f64; Complex<f32>; Complex<f64>; bool;
    i8; i16; i32; i64; i128; isize; u8; u16; u32; u64; u128; usize;
    #[cfg(feature = "half")] half::f16;
    #[cfg(feature = "half")] half::bf16;
}

/// Proves that `T` and `U` are one type: what is of one can be handed on as the other.
pub(crate) struct Same<T, U>(PhantomData<fn(T) -> U>);

impl<T, U: BuiltIn> Same<T, U> {
    /// Returns the proof, if `T` is `U`.
    ///
    /// Equal identities mean that `T` and `U` are equal up to lifetimes, and `U` mentions none.
    #[inline(always)]
    pub(crate) fn proof() -> Option<Self> {
        (identity::<T>() == TypeId::of::<U>()).then_some(Same(PhantomData))
    }

    #[inline(always)]
    pub(crate) fn value_back(&self, value: U) -> T {
        // SAFETY: the precondition of `renamed`: `self` proves that both are one type.
        unsafe { renamed(value) }
    }
}

/// Hands a value on under the other name of its type.
///
/// # Safety
/// `A` and `B` are one type.
#[inline(always)]
unsafe fn renamed<A, B>(value: A) -> B {
    assert!(size_of::<A>() == size_of::<B>() && align_of::<A>() == align_of::<B>());
    // SAFETY: by the caller's promise this moves a value to its own type.
    unsafe { transmute_copy(&ManuallyDrop::new(value)) }
}

/// Asks for the identity of a type whose lifetimes may be shorter than the program.
trait Identity {
    fn identity(&self) -> TypeId
    where
        Self: 'static;
}

impl<T> Identity for PhantomData<T> {
    #[inline(always)]
    fn identity(&self) -> TypeId
    where
        Self: 'static,
    {
        TypeId::of::<T>()
    }
}

/// Returns the identity of `T` with every lifetime in it read as `'static`.
///
/// `TypeId::of` asks for `T: 'static`, a bound that would spread to every caller. Lifetimes are
/// erased before code is made, so the function called through the trait object is the same for all
/// of them.
#[inline(always)]
pub(crate) fn identity<T>() -> TypeId {
    let object: &dyn Identity = &PhantomData::<T>;
    // SAFETY: the precondition of `transmute`: both types have one layout and what is behind the reference
    // holds no data. Only the lifetime bound of the trait object changes, which no code depends on.
    let object: &(dyn Identity + 'static) = unsafe { transmute(object) };
    object.identity()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Borrowing<'a>(#[allow(dead_code)] &'a str);

    fn known_to_be<T>() -> [bool; 4] {
        fn is<T, U: BuiltIn>() -> bool {
            Same::<T, U>::proof().is_some()
        }
        [is::<T, f32>(), is::<T, f64>(), is::<T, i32>(), is::<T, Complex<f32>>()]
    }

    #[test]
    fn each_type_is_itself_and_no_other() {
        assert_eq!(known_to_be::<f32>(), [true, false, false, false]);
        assert_eq!(known_to_be::<f64>(), [false, true, false, false]);
        assert_eq!(known_to_be::<i32>(), [false, false, true, false]);
        assert_eq!(known_to_be::<Complex<f32>>(), [false, false, false, true]);
        assert_eq!(known_to_be::<u32>(), [false; 4]);
        assert_eq!(known_to_be::<[f32; 1]>(), [false; 4]);
    }

    #[test]
    fn a_type_with_a_lifetime_may_be_asked_about() {
        fn ask<'a>(text: &'a str) -> [bool; 4] {
            let _borrowing = Borrowing(text);
            known_to_be::<Borrowing<'a>>()
        }
        assert_eq!(ask(&alloc::string::String::from("x")), [false; 4]);
        assert_eq!(known_to_be::<&f32>(), [false; 4]);
    }

    #[test]
    fn values_go_there_and_back() {
        let same = Same::<f64, f64>::proof().unwrap();
        assert_eq!(same.value_back(1.5), 1.5);
    }
}
