//! The macros: patterns become a constant, operands are handed over one by one, so that a wrong one is
//! reported where it stands.

/// Multiplies tensors and sums, by the names of their indices (Einstein's summation convention).
///
/// `"ij,jk->ik": [i, j] x [j, k] -> [i, k]`. Each operand has an index for each of its axes, operands are
/// parted by commas, and the indices of the result stand behind `->`. Elements that agree in all indices
/// are multiplied, and summed over the indices that the result does not have.
///
/// ```
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2, 3], [4, 5, 6]]; // [2, 3]
/// let v = tensor![1, 0, 2]; // [3]
///
/// let product: Tensor<i32, 2> = einsum!("ij,kj->ik", &m, &m); // [2, 3] x [2, 3] -> [2, 2]
/// assert_eq!(product, tensor![[14, 32], [32, 77]]);
/// assert_eq!(einsum!("ij,j->i", &m, &v), tensor![7, 16]); // matrix and vector
/// assert_eq!(einsum!("i,j->ij", &v, &v), v.outer(&v)); // every pair
/// assert_eq!(einsum!("ij->j", &m), tensor![5, 7, 9]); // sums of columns
/// assert_eq!(einsum!("ij->ji", &m), m.transpose()); // a view
/// assert_eq!(einsum!("ii->", &product).item(), 91); // the trace
/// assert_eq!(einsum!("ii->i", &product), tensor![14, 77]); // the diagonal
///
/// let q = Tensor::<f32, 4>::zeros([4, 8, 10, 64]); // batch, head, query, feature
/// let k = Tensor::<f32, 4>::zeros([4, 8, 12, 64]);
/// assert_eq!(einsum!("bhqd,bhkd->bhqk", &q, &k).shape(), [4, 8, 10, 12]);
/// ```
///
/// # Patterns
///
/// - Indices are letters, `a` to `z` and `A` to `Z`; spaces mean nothing. The pattern is a literal or a
///   constant, for 1 to 6 operands: tensors and views of any strides, by reference or by value.
/// - An index twice in one operand selects its diagonal; one that the result does not have is summed.
///   Axes of one index have one size; that of an operand may be 1, which is repeated.
/// - `...` stands for any number of axes. Operands can have different numbers of them; they broadcast
///   as operands of `+` do, and are summed if the result has no `...`.
/// - There are up to 24 different indices, up to 12 beside `...`.
///
/// ```
/// use holor::prelude::*;
///
/// let w = Tensor::<f32, 2>::ones([3, 5]);
/// assert_eq!(einsum!("...i,ij->...j", &Tensor::<f32, 2>::ones([4, 3]), &w).shape(), [4, 5]);
/// assert_eq!(einsum!("...i,ij->...j", &Tensor::<f32, 3>::ones([2, 4, 3]), &w).shape(), [2, 4, 5]);
///
/// // In a function over any rank, the relations say what `...` stands for.
/// fn linear<const R: usize, const E: usize>(x: &Tensor<f32, R>, w: &Tensor<f32, 2>) -> Tensor<f32, R>
/// where
///     Rank<R>: Minus<Rank<1>, Output = Rank<E>>,
///     Rank<E>: Plus<Rank<1>, Output = Rank<R>>,
/// {
///     einsum!("...i,ij->...j", x, w)
/// }
/// assert_eq!(linear(&Tensor::ones([3]), &w).shape(), [5]);
/// ```
///
/// # What the compiler refuses
///
/// A wrong pattern, with a mark at the place, and an operand of another rank, both in words; a result of
/// another rank, as "expected `2`, found `3`":
///
/// ```compile_fail,E0080
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2, 3], [4, 5, 6]];
/// einsum!("ij,jk->iz", &m, &m.transpose()); // index `z` of the output is an index of no operand
/// ```
///
/// ```compile_fail,E0277
/// use holor::prelude::*;
///
/// let m = tensor![[1, 2, 3], [4, 5, 6]];
/// // Under the first `&m`: the pattern needs a tensor of rank 3 here, found `&Tensor<i32, 2>`
/// einsum!("bij,jk->bik", &m, &m.transpose());
/// ```
///
/// # How it is done
///
/// Elements are of any type that `matmul` takes: `T: Clone + Zero + Mul<Output = T>`. Sums are taken and
/// factors combined in an order that suits the memory: the arithmetic of a type of your own has to be
/// commutative and associative, up to rounding.
///
/// Diagonals and orders of axes are views. A pattern of one operand of which nothing is summed is a view
/// of it: a [`TensorView`](crate::TensorView) of what is borrowed, and of a [`Tensor`](crate::Tensor) by
/// value a `Tensor` in the same buffer. Every other result is a row-major `Tensor`.
/// Indices of one operand alone are summed first. Two operands are multiplied by batched matrix products,
/// on the strides they have, or element by element if nothing is summed. Three and more are taken
/// two at a time, in the cheapest order for their sizes ([`einsum_path!`](crate::einsum_path) tells it);
/// no intermediate result is larger than that order needs.
///
/// # Panics
///
/// When axes of one index have different sizes, ``einsum "ij,jk->ik": [2, 3] and [4, 5]: index `j` has
/// sizes 3 and 4``, or memory cannot hold the result. [`try_einsum!`](crate::try_einsum) returns the error.
///
/// numpy, torch: `einsum`, which do without `->` too; there `optimize=True` is what is done here.
#[macro_export]
macro_rules! einsum {
    ($pattern:expr $(, $operand:expr)* $(,)?) => {
        $crate::notation::Outcome::from($crate::try_einsum!($pattern $(, $operand)*)).value()
    };
}

/// Returns what [`einsum!`](crate::einsum!) does, or the error it would panic with.
///
/// ```
/// use holor::prelude::*;
/// use holor::try_einsum;
///
/// let (a, b) = (Tensor::<f32, 2>::ones([2, 3]), Tensor::<f32, 2>::ones([4, 5]));
/// let error = try_einsum!("ij,jk->ik", &a, &b).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "einsum \"ij,jk->ik\": [2, 3] and [4, 5]: index `j` has sizes 3 and 4"
/// );
/// ```
#[macro_export]
macro_rules! try_einsum {
    // The operands stay outside of the block, so that a view lives as long as what it borrows.
    ($pattern:expr, $a:expr
        $(, $b:expr $(, $c:expr $(, $d:expr $(, $e:expr $(, $f:expr)?)?)?)?)? $(,)?) => {
        ({
            const EINSUM_PATTERN: $crate::einsum_macro::Recipe = $crate::einsum_macro::recipe(
                $pattern,
                <[&str]>::len(&[
                    ::core::stringify!($a)
                    $(, ::core::stringify!($b)$(, ::core::stringify!($c)$(, ::core::stringify!($d)$(, ::core::stringify!($e)$(, ::core::stringify!($f))?)?)?)?)?
                ]),
            );
            const TYPED: $crate::einsum_macro::Pattern<
                $crate::einsum_macro::Slot<
                    { EINSUM_PATTERN.rank(0) },
                    { EINSUM_PATTERN.has_dots(0) },
                    ($($crate::einsum_macro::Slot<
                        { EINSUM_PATTERN.rank_of(1, ::core::stringify!($b)) },
                        { EINSUM_PATTERN.has_dots(1) },
                        ($($crate::einsum_macro::Slot<
                            { EINSUM_PATTERN.rank_of(2, ::core::stringify!($c)) },
                            { EINSUM_PATTERN.has_dots(2) },
                            ($($crate::einsum_macro::Slot<
                                { EINSUM_PATTERN.rank_of(3, ::core::stringify!($d)) },
                                { EINSUM_PATTERN.has_dots(3) },
                                ($($crate::einsum_macro::Slot<
                                    { EINSUM_PATTERN.rank_of(4, ::core::stringify!($e)) },
                                    { EINSUM_PATTERN.has_dots(4) },
                                    ($($crate::einsum_macro::Slot<
                                        { EINSUM_PATTERN.rank_of(5, ::core::stringify!($f)) },
                                        { EINSUM_PATTERN.has_dots(5) },
                                        (),
                                    >)?),
                                >)?),
                            >)?),
                        >)?),
                    >)?),
                >,
                { EINSUM_PATTERN.output_rank() },
                { EINSUM_PATTERN.output_has_dots() },
                { EINSUM_PATTERN.is_view() },
            > = $crate::einsum_macro::Pattern::new(&EINSUM_PATTERN);
            TYPED.of()
        })
        .and($a)$(.and($b)$(.and($c)$(.and($d)$(.and($e)$(.and($f))?)?)?)?)?
        .einsum()
        .result()
    };
    // None, or more than there can be: the pattern says what is wrong.
    ($pattern:expr $(, $operand:expr)* $(,)?) => {{
        const EINSUM_PATTERN: $crate::einsum_macro::Recipe = $crate::einsum_macro::recipe(
            $pattern,
            <[&str]>::len(&[$(::core::stringify!($operand)),*]),
        );
        EINSUM_PATTERN.refused(($(&$operand,)*)).result()
    }};
}

/// Tells in which order [`einsum!`](crate::einsum!) contracts these operands, and what it costs.
///
/// Nothing is multiplied. The result is an [`EinsumPath`](crate::EinsumPath), which is printed in words:
///
/// ```
/// use holor::prelude::*;
/// use holor::einsum_path;
///
/// let a = Tensor::<f64, 2>::ones([10, 20]);
/// let b = Tensor::<f64, 2>::ones([20, 30]);
/// let c = Tensor::<f64, 2>::ones([30, 5]);
/// let path = einsum_path!("ij,jk,kl->il", &a, &b, &c);
/// assert_eq!(
///     path.to_string(),
///     "einsum \"ij,jk,kl->il\" of [10, 20], [20, 30], [30, 5]\n\
///      1. jk,kl->lj: operands 1 and 2, 3000 multiplications, 100 elements\n\
///      2. ij,lj->il: operands 0 and 1, 1000 multiplications, 50 elements\n\
///      4000 multiplications, 60000 in one loop; the largest intermediate result has 100 elements"
/// );
/// ```
///
/// The cheapest pair comes first; where that leaves much to multiply, the order is the best there is, by
/// the number of multiplications and then by the size of intermediate results (dynamic programming over
/// the sets of operands).
///
/// # Panics
///
/// As [`einsum!`](crate::einsum!).
///
/// numpy: `einsum_path`.
#[macro_export]
macro_rules! einsum_path {
    ($pattern:expr $(, $operand:expr)* $(,)?) => {
        $crate::notation::Outcome::from($crate::try_einsum_path!($pattern $(, $operand)*)).value()
    };
}

/// Returns what [`einsum_path!`](crate::einsum_path) does, or the error it would panic with.
#[macro_export]
macro_rules! try_einsum_path {
    ($pattern:expr, $a:expr
        $(, $b:expr $(, $c:expr $(, $d:expr $(, $e:expr $(, $f:expr)?)?)?)?)? $(,)?) => {
        ({
            const EINSUM_PATTERN: $crate::einsum_macro::Recipe = $crate::einsum_macro::recipe(
                $pattern,
                <[&str]>::len(&[
                    ::core::stringify!($a)
                    $(, ::core::stringify!($b)$(, ::core::stringify!($c)$(, ::core::stringify!($d)$(, ::core::stringify!($e)$(, ::core::stringify!($f))?)?)?)?)?
                ]),
            );
            const TYPED: $crate::einsum_macro::Pattern<
                $crate::einsum_macro::Slot<
                    { EINSUM_PATTERN.rank(0) },
                    { EINSUM_PATTERN.has_dots(0) },
                    ($($crate::einsum_macro::Slot<
                        { EINSUM_PATTERN.rank_of(1, ::core::stringify!($b)) },
                        { EINSUM_PATTERN.has_dots(1) },
                        ($($crate::einsum_macro::Slot<
                            { EINSUM_PATTERN.rank_of(2, ::core::stringify!($c)) },
                            { EINSUM_PATTERN.has_dots(2) },
                            ($($crate::einsum_macro::Slot<
                                { EINSUM_PATTERN.rank_of(3, ::core::stringify!($d)) },
                                { EINSUM_PATTERN.has_dots(3) },
                                ($($crate::einsum_macro::Slot<
                                    { EINSUM_PATTERN.rank_of(4, ::core::stringify!($e)) },
                                    { EINSUM_PATTERN.has_dots(4) },
                                    ($($crate::einsum_macro::Slot<
                                        { EINSUM_PATTERN.rank_of(5, ::core::stringify!($f)) },
                                        { EINSUM_PATTERN.has_dots(5) },
                                        (),
                                    >)?),
                                >)?),
                            >)?),
                        >)?),
                    >)?),
                >,
                { EINSUM_PATTERN.output_rank() },
                { EINSUM_PATTERN.output_has_dots() },
                { EINSUM_PATTERN.is_view() },
            > = $crate::einsum_macro::Pattern::new(&EINSUM_PATTERN);
            TYPED.plan_of()
        })
        .and($a)$(.and($b)$(.and($c)$(.and($d)$(.and($e)$(.and($f))?)?)?)?)?
        .path()
        .result()
    };
    // None, or more than there can be: the pattern says what is wrong.
    ($pattern:expr $(, $operand:expr)* $(,)?) => {{
        const EINSUM_PATTERN: $crate::einsum_macro::Recipe = $crate::einsum_macro::recipe(
            $pattern,
            <[&str]>::len(&[$(::core::stringify!($operand)),*]),
        );
        EINSUM_PATTERN.refused(($(&$operand,)*)).result()
    }};
}
