//! The macros.

/// Multiplies and sums tensors by the names of their indices.
#[macro_export]
macro_rules! einsum {
    ($($pattern_and_operands:tt)+) => {
        $crate::einsum_macro::raise($crate::try_einsum!($($pattern_and_operands)+))
    };
}

/// Returns what [`einsum!`] does, or the error it would panic with.
#[macro_export]
macro_rules! try_einsum {
    ($p:expr, $a:expr $(,)?) => {
        $crate::try_einsum!(@ einsum 1 $p; a 0 $a)
    };
    ($p:expr, $a:expr, $b:expr $(,)?) => {
        $crate::try_einsum!(@ einsum 2 $p; a 0 $a, b 1 $b)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr $(,)?) => {
        $crate::try_einsum!(@ einsum 3 $p; a 0 $a, b 1 $b, c 2 $c)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr, $d:expr $(,)?) => {
        $crate::try_einsum!(@ einsum 4 $p; a 0 $a, b 1 $b, c 2 $c, d 3 $d)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr $(,)?) => {
        $crate::try_einsum!(@ einsum 5 $p; a 0 $a, b 1 $b, c 2 $c, d 3 $d, e 4 $e)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr, $f:expr $(,)?) => {
        $crate::try_einsum!(@ einsum 6 $p; a 0 $a, b 1 $b, c 2 $c, d 3 $d, e 4 $e, f 5 $f)
    };
    // None, or more than there can be: the pattern says what is wrong.
    ($pattern:expr $(, $operand:expr)* $(,)?) => {{
        const RECIPE: $crate::einsum_macro::Recipe = $crate::einsum_macro::recipe(
            $pattern,
            <[&str]>::len(&[$(::core::stringify!($operand)),*]),
        );
        RECIPE.refused(($(&$operand,)*))
    }};
    (@ $what:ident $count:literal $pattern:expr; $($name:ident $n:literal $operand:expr),+) => {{
        const RECIPE: $crate::einsum_macro::Recipe = $crate::einsum_macro::recipe($pattern, $count);
        let elements = $crate::einsum_macro::Elements::SHARED;
        match ($(
            $crate::einsum_macro::Slot::<{ RECIPE.rank($n) }, { RECIPE.has_dots($n) }>::take(
                elements,
                $operand,
            ),
        )+) {
            ($($name,)+) => $crate::einsum_macro::Out::<
                { RECIPE.output_rank() },
                { RECIPE.output_has_dots() },
            >::$what(
                &RECIPE,
                [$($name.0),+],
                $crate::einsum_macro::NO_DOTS$(.join($name.1))+,
            ),
        }
    }};
}

/// Tells in which order [`einsum!`] contracts these operands, and what it costs.
#[macro_export]
macro_rules! einsum_path {
    ($($pattern_and_operands:tt)+) => {
        $crate::einsum_macro::raise($crate::try_einsum_path!($($pattern_and_operands)+))
    };
}

/// Returns what [`einsum_path!`] does, or the error it would panic with.
#[macro_export]
macro_rules! try_einsum_path {
    ($p:expr, $a:expr $(,)?) => {
        $crate::try_einsum!(@ path 1 $p; a 0 $a)
    };
    ($p:expr, $a:expr, $b:expr $(,)?) => {
        $crate::try_einsum!(@ path 2 $p; a 0 $a, b 1 $b)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr $(,)?) => {
        $crate::try_einsum!(@ path 3 $p; a 0 $a, b 1 $b, c 2 $c)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr, $d:expr $(,)?) => {
        $crate::try_einsum!(@ path 4 $p; a 0 $a, b 1 $b, c 2 $c, d 3 $d)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr $(,)?) => {
        $crate::try_einsum!(@ path 5 $p; a 0 $a, b 1 $b, c 2 $c, d 3 $d, e 4 $e)
    };
    ($p:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr, $f:expr $(,)?) => {
        $crate::try_einsum!(@ path 6 $p; a 0 $a, b 1 $b, c 2 $c, d 3 $d, e 4 $e, f 5 $f)
    };
    ($pattern:expr $(, $operand:expr)* $(,)?) => { $crate::try_einsum!($pattern $(, $operand)*) };
}
