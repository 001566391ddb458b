//! The proofs: sound on every pattern, whatever its strides.

use super::super::Layout;
use super::oracle::{offsets, patterns};
use alloc::vec::Vec;

fn has_collision(offsets: &[usize]) -> bool {
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn proofs_hold<const R: usize>(layouts: Vec<Layout<R>>) {
    let mut disjoint = 0;
    let count = layouts.len();
    for layout in layouts {
        let offsets = offsets(&layout);
        let ends = offsets.iter().min().copied().zip(offsets.iter().max().copied());
        assert_eq!(layout.extent(), ends, "{layout:?}");
        match ends {
            Some((_, highest)) => {
                assert!(layout.fits(highest + 1) && !layout.fits(highest), "{layout:?}");
            }
            None => assert!(layout.fits(0), "{layout:?}"),
        }
        if layout.is_disjoint() {
            assert!(!has_collision(&offsets), "{layout:?}");
            disjoint += 1;
        }
        // The definition: element after element without a gap.
        let gapless = offsets.windows(2).all(|pair| pair[1] == pair[0] + 1);
        assert_eq!(layout.is_contiguous(), gapless, "{layout:?}");
    }
    assert!(disjoint > 0 && (R == 0 || disjoint < count), "both answers: {disjoint} of {count}");
}

#[test]
fn proofs_hold_on_every_pattern() {
    proofs_hold::<0>(patterns(&[], &[]));
    let strides: Vec<isize> = (-7..=7).collect();
    proofs_hold::<1>(patterns(&[0, 1, 2, 5], &strides));
    proofs_hold::<2>(patterns(&[0, 1, 2, 3, 4, 5], &strides));
    proofs_hold::<3>(patterns(&[0, 1, 2, 3], &strides));
    proofs_hold::<4>(patterns(&[1, 2, 3], &[-9, -3, 0, 1, 2, 3, 6]));
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn the_gate_trusts_no_invariant() {
    // Layouts that no constructor makes.
    let broken =
        |shape: [usize; 2], strides: [isize; 2], offset: usize| Layout { shape, strides, offset };
    let max = isize::MAX as usize;
    for layout in [
        broken([2, 1], [-1, 0], 0),
        broken([2, 2], [isize::MAX, isize::MAX], 0),
        broken([3, 1], [isize::MIN, 0], 0),
        broken([2, 2], [isize::MIN, isize::MIN], max),
        broken([usize::MAX, 1], [0, 0], 0),
        broken([max, max], [2, 2], 0),
        broken([1, 1], [0, 0], usize::MAX),
        broken([1, 1], [0, 0], max + 1),
    ] {
        assert!(!layout.fits(usize::MAX), "{layout:?}");
        assert!(!layout.fits(0), "{layout:?}");
    }
    assert!(broken([0, 9], [isize::MIN, isize::MAX], usize::MAX).fits(0));
    assert!(!broken([1 << 40, 1 << 40], [isize::MAX, isize::MAX], 0).is_disjoint());
}

#[test]
fn disjointness_takes_any_rank() {
    let mut shape = [1; 70];
    (shape[3], shape[40], shape[69]) = (4, 3, 2);
    let layout = Layout::row_major(shape).unwrap();
    assert!(layout.is_disjoint());
    assert!(layout.reverse_axes().step(66, 2).unwrap().is_disjoint());
}

#[test]
fn broadcasts_and_windows_overlap() {
    let whole = Layout::row_major([4, 5]).unwrap();
    assert!(!whole.sliding_windows::<4>([2, 2], 1).unwrap().is_disjoint());
    assert!(whole.sliding_windows::<4>([1, 1], 1).unwrap().is_disjoint());
    assert!(!whole.broadcast_to([3, 4, 5], 1).unwrap().is_disjoint());
    assert!(whole.broadcast_to([1, 4, 5], 1).unwrap().is_disjoint());
}
