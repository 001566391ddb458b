//! Sums of halves, so that rounding errors grow with the logarithm of the number of summands.

/// Merges parts in a tree, the first half of those that are left with the second. Their number is a power of two.
#[inline(always)]
pub(crate) fn in_tree<A: Copy, const N: usize>(mut parts: [A; N], merge: impl Fn(A, A) -> A) -> A {
    let mut width = N / 2;
    while width > 0 {
        for i in 0..width {
            parts[i] = merge(parts[i], parts[i + width]);
        }
        width /= 2;
    }
    parts[0]
}
