//! Recognises the built-in number types behind a type parameter, without a bound.
//!
//! A kernel that is generic over any `T` asks here whether `T` is, say, `f32`, and then works on
//! the same memory by its name. The answer is a constant of the compiled function: the branches not
//! taken vanish.

use core::any::TypeId;
use core::marker::PhantomData;
use core::mem::transmute;
use num_complex::Complex;

/// Whether `T` is a built-in number: they may be copied as bytes, of which each has 1, 2, 4, 8 or 16 without
/// padding, and sent to any thread.
#[inline(always)]
pub(crate) fn is_plain<T>() -> bool {
    let id = identity::<T>();
    macro_rules! is_one_of {
        ($($number:ty),+) => {
            false $(|| id == TypeId::of::<$number>())+
        };
    }
    #[cfg(feature = "half")]
    if is_one_of!(half::f16, half::bf16) {
        return true;
    }
    is_one_of!(f32, f64, Complex<f32>, Complex<f64>, bool)
        || is_one_of!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize)
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
/// of them. Numbers have none: if the identity is that of a number, `T` is this number.
#[inline(always)]
pub(crate) fn identity<T>() -> TypeId {
    let object: &dyn Identity = &PhantomData::<T>;
    // SAFETY: the precondition of `transmute`: both types have one layout and what is behind the reference
    // holds no data. Only the lifetime bound of the trait object changes, which no code depends on.
    let object: &(dyn Identity + 'static) = unsafe { transmute(object) };
    object.identity()
}

/// Defines `built_in::<T>()`, which returns the kernels of `T` from a table: functions that are compiled in this library.
macro_rules! built_in_kernels {
    ($Kernels:ident: $($kernels:expr => $($(#[$attribute:meta])* $number:ty),+;)+) => {
        /// The kernels of `T`, if it is a built-in number that has some.
        #[inline(always)]
        fn built_in<T>() -> Option<$Kernels<T>> {
            $($(
                $(#[$attribute])*
                {
                    // A `static`, since the functions of a constant are compiled where it is used.
                    static KERNELS: $Kernels<$number> = $kernels;
                    // SAFETY: the precondition of `same`: functions of numbers mention no lifetime.
                    if let Some(kernels) = unsafe { $crate::kernels::specialize::same(&KERNELS) } {
                        return Some(kernels);
                    }
                }
            )+)+
            None
        }
    };
}
pub(super) use built_in_kernels;

/// Returns the value as a `B`, if this is its type.
///
/// # Safety
/// `A` mentions no lifetime.
#[inline(always)]
pub(crate) unsafe fn same<A: Copy, B>(value: &A) -> Option<B> {
    let value = (&raw const *value).cast::<B>();
    // SAFETY: the precondition of `read`: both are one type, whose lifetimes, by the caller's promise, are none.
    (identity::<A>() == identity::<B>()).then(|| unsafe { value.read() })
}
