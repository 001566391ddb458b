//! The edge of the type system: `AnyTensor`, `match_rank!`, `Strict`.

use holor::Strict;
use holor::prelude::*;
use holor::rank::AnyRank;

use crate::disguise::disguises;
use crate::oracle::Oracle;

fn counted<const R: usize>(shape: [usize; R]) -> Tensor<i32, R> {
    let mut i = 0;
    Tensor::from_fn(shape, |_| {
        i += 1;
        i
    })
}

/// A tensor of each rank from 0 to 12 to a function over any rank.
macro_rules! of_each_rank {
    ($f:ident) => {
        $f(counted([]));
        $f(counted([3]));
        $f(counted([2, 3]));
        $f(counted([0, 3]));
        $f(counted([1, 1]));
        $f(counted([2, 1, 3]));
        $f(counted([2, 3, 2, 2]));
        $f(counted([1, 2, 0, 2, 1]));
        $f(counted([2, 1, 2, 1, 2, 2]));
        $f(counted([1; 7]));
        $f(counted([1, 2, 1, 1, 3, 1, 2, 1]));
        $f(counted([2, 1, 1, 1, 1, 1, 1, 1, 2]));
        $f(counted([1, 1, 1, 1, 2, 1, 1, 1, 1, 2]));
        $f(counted([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]));
        $f(counted([2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]));
    };
}

/// The error texts of a tensor of a shape that is asked for another rank.
fn differs(operation: &str, shape: &[usize], expected: usize) -> String {
    format!("{operation}: {shape:?}: expected rank {expected}, found rank {}", shape.len())
}

#[test]
fn the_rank_is_given_up_and_got_back() {
    fn check<const R: usize>(t: Tensor<i32, R>)
    where
        Rank<R>: AnyRank,
    {
        for (name, t) in disguises(&t) {
            let mut any = AnyTensor::from(t.clone());
            assert_eq!(
                (any.rank(), any.shape(), any.len()),
                (R, &t.shape()[..], t.len()),
                "{name}"
            );
            assert_eq!(any.is_empty(), t.is_empty());
            assert_eq!(any.to_vec(), t.to_vec(), "{name}");
            assert!(any.iter().eq(&t), "{name}");
            assert_eq!(any.to_string(), t.to_string(), "{name}");
            assert_eq!(format!("{any:4}"), format!("{t:4}"), "{name}");
            let expected = format!("{t:?}").replace(&format!("Tensor<i32, {R}>"), "AnyTensor<i32>");
            assert_eq!(format!("{any:?}"), expected, "{name}");

            let view = any.view_rank::<R>().unwrap();
            assert!(t.is_empty() || view.shares_memory_with(&t));
            assert_eq!(
                (Oracle::of(&view), view.strides()),
                (Oracle::of(&t), t.strides()),
                "{name}"
            );
            // A write copies, because `t` has the buffer too.
            any.view_rank_mut::<R>().unwrap().map_inplace(|x| *x += 1);
            assert_eq!(Oracle::of(&any.view_rank::<R>().unwrap()), Oracle::of(&(&t + 1)), "{name}");

            let back = AnyTensor::from(t.clone()).into_rank::<R>().unwrap();
            assert_eq!(
                (Oracle::of(&back), back.strides()),
                (Oracle::of(&t), t.strides()),
                "{name}"
            );
            assert!(t.is_empty() || back.shares_memory_with(&t));
            assert_eq!(AnyTensor::from(t.view()).into_vec(), t.to_vec(), "{name}");
            assert_eq!(AnyTensor::from(&*t).into_vec(), t.to_vec(), "{name}");

            // Every other rank is refused.
            let any = AnyTensor::from(t.clone());
            macro_rules! refused {
                ($($other:literal)+) => { $( if $other != R {
                    let text = |operation| differs(operation, &t.shape(), $other);
                    let error = any.view_rank::<$other>().unwrap_err();
                    assert_eq!(error.to_string(), text("view_rank"));
                    let kind = ErrorKind::RankDiffers { expected: $other, found: R };
                    assert_eq!(*error.kind(), kind);
                    let error = any.clone().into_rank::<$other>().unwrap_err();
                    assert_eq!(error.to_string(), text("into_rank"));
                    let mut other = any.clone();
                    let error = other.view_rank_mut::<$other>().unwrap_err();
                    assert_eq!(error.to_string(), text("view_rank_mut"));
                    assert!(other.view_rank::<R>().unwrap().shares_memory_with(&t) || t.is_empty());
                } )+ };
            }
            refused!(0 1 2 3 4 5 6 7 8 9 10 11 12);
        }
    }
    of_each_rank!(check);
}

#[test]
fn a_vector_and_a_shape_become_a_tensor() {
    fn check<const R: usize>(t: Tensor<i32, R>)
    where
        Rank<R>: AnyRank,
    {
        let elements = t.to_vec();
        let memory = elements.as_ptr();
        let any = AnyTensor::from_vec(elements, &t.shape()).unwrap();
        assert_eq!(any.view_rank::<R>().unwrap().as_ptr(), memory, "no copy");
        let back: Tensor<i32, R> = any.into_rank().unwrap();
        assert_eq!(back, t);
        let elements = back.into_vec();
        assert_eq!(elements.as_ptr(), memory, "the vector comes back");
    }
    of_each_rank!(check);
    let text =
        |shape: &[usize], len| AnyTensor::from_vec(vec![0_u8; len], shape).unwrap_err().to_string();
    assert_eq!(text(&[2, 3], 5), "from_vec: [2, 3]: the shape holds 6 elements, found 5");
    assert_eq!(text(&[], 0), "from_vec: []: the shape holds 1 elements, found 0");
    assert_eq!(
        text(&[usize::MAX / 2, 3], 5),
        format!("from_vec: [{}, 3]: more elements than memory can address", usize::MAX / 2)
    );
    assert_eq!(
        text(&[1; 13], 1),
        "from_vec: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]: rank is 13, expected at most 12"
    );
}

#[test]
fn values_are_equal_if_ranks_and_elements_are() {
    let any = AnyTensor::from(tensor![[1, 2], [3, 4]]);
    assert_eq!(any, any.clone());
    assert_eq!(any, AnyTensor::from(tensor![[1, 3], [2, 4]].transpose()));
    assert_ne!(any, AnyTensor::from(tensor![[1, 2], [3, 5]]));
    // The same elements with an axis of size 1 in front are of another rank.
    assert_ne!(any, AnyTensor::from(tensor![[[1, 2], [3, 4]]]));
    assert_ne!(any, AnyTensor::from(tensor![1, 2, 3, 4]));
    let nan = AnyTensor::from(tensor![f64::NAN]);
    assert_ne!(nan, nan.clone());
}

#[test]
fn a_clone_shares_the_buffer_and_drops_once() {
    let rc = std::rc::Rc::new(1);
    let any = AnyTensor::from(tensor![[rc.clone(), rc.clone()]]);
    let mut clone = any.clone();
    assert_eq!(std::rc::Rc::strong_count(&rc), 3);
    clone.view_rank_mut::<2>().unwrap().fill(std::rc::Rc::new(2));
    assert_eq!((**any.iter().next().unwrap(), **clone.iter().next().unwrap()), (1, 2));
    assert!(clone.into_rank::<3>().is_err());
    drop(any.into_rank::<2>().unwrap());
    assert_eq!(std::rc::Rc::strong_count(&rc), 1);
}

#[test]
fn a_match_has_the_rank_in_the_type() {
    /// The size of each axis, in words: a function over any rank.
    fn sizes<const R: usize>(x: &TensorRef<i32, R>) -> String {
        format!("{R}: {:?}", x.shape())
    }
    fn by_value(any: AnyTensor<i32>) -> Result<String, Box<AnyTensor<i32>>> {
        match_rank!(any, x in [0, 1, 2, 12] => Ok(sizes(&(x + 1))), other => Err(other.into()))
    }
    assert_eq!(by_value(Tensor::scalar(1).into()), Ok("0: []".to_owned()));
    assert_eq!(by_value(counted([2, 3]).into()), Ok("2: [2, 3]".to_owned()));
    assert_eq!(by_value(counted([1; 12]).into()), Ok(format!("12: {:?}", [1; 12])));
    let cube = AnyTensor::from(counted([2, 3, 4]));
    assert_eq!(by_value(cube.clone()), Err(cube.clone().into()), "it comes back");

    fn by_reference(any: &AnyTensor<i32>) -> Option<i32> {
        // `return` and `?` are those of the function; the views live as long as the tensor.
        let first = match_rank!(any, x in [1, 3] => x.iter().next(), _ => return Some(-1))?;
        Some(*first)
    }
    assert_eq!(by_reference(&cube), Some(1));
    assert_eq!(by_reference(&counted([0]).into()), None);
    assert_eq!(by_reference(&counted([2, 2]).into()), Some(-1));

    let mut cube = cube;
    match_rank!(&mut cube, mut x in [2, 3] => x += 1, _ => unreachable!());
    assert_eq!(by_reference(&cube), Some(2));
    // An expression is evaluated once, and a temporary lives as long as the body.
    let mut calls = 0;
    let mut make = || {
        calls += 1;
        AnyTensor::from(counted([3]))
    };
    assert_eq!(match_rank!(&make(), x in [1] => x.sum(All).item(), _ => 0), 6);
    assert_eq!(match_rank!(make(), _ in [1,] => 1, _ => 0,), 1);
    assert_eq!(calls, 2);
}

/// The operations of a strict tensor give what those of the tensor inside give, for all forms of the
/// right operand.
#[test]
fn strict_operations_are_those_of_the_tensors() {
    let (a, b) = (tensor![[7.0, -8.0, 3.5]], tensor![[2.0], [4.0]]); // sizes of 1 repeat
    let (x, y) = (Strict(a.clone()), Strict(b.clone()));
    macro_rules! check {
        ($($op:tt $op_assign:tt)+) => { $( {
            let expected = &a $op &b;
            let of_scalar = &a $op 2.0;
            assert_eq!((&x $op &y).0, expected);
            assert_eq!((x.clone() $op y.clone()).0, expected);
            assert_eq!((&x $op b.clone()).0, expected);
            assert_eq!((x.clone() $op &b).0, expected);
            assert_eq!((&x $op b.view()).0, expected);
            assert_eq!((&x $op &b.view()).0, expected);
            assert_eq!((&x $op &b.clone().view_mut()).0, expected);
            assert_eq!((&x $op &*b).0, expected);
            assert_eq!((&x $op 2.0).0, of_scalar);
            assert_eq!((x.clone() $op 2.0).0, of_scalar);
            assert_eq!((2.0_f64 $op &x).0, 2.0 $op &a);
            assert_eq!((2.0_f64 $op x.clone()).0, 2.0 $op &a);
            let mut z = Strict(a.broadcast_to([2, 3]).to_owned());
            z $op_assign &y;
            assert_eq!(z.0, expected);
            z $op_assign 2.0;
            assert_eq!(z.0, expected $op 2.0);
        } )+ };
    }
    check!(+ += - -= * *= / /= % %=);
    assert_eq!(((-&x).0, (-x.clone()).0), (-&a, -&a));

    let (p, q) = (tensor![true, true, false], tensor![true, false, false]);
    let (m, n) = (Strict(p.clone()), Strict(q.clone()));
    assert_eq!([&m & &n, &m | &n, &m ^ &n, !&m].map(|x| x.0), [&p & &q, &p | &q, &p ^ &q, !&p]);
    assert_eq!((true ^ &m).0, !&p);
    let mut in_place = m.clone();
    in_place &= n;
    in_place |= &Strict(q);
    in_place ^= true;
    assert_eq!(in_place.0, tensor![false, true, true]);

    assert_eq!(x.equal(&y).0, a.equal(&b));
    assert_eq!(x.not_equal(7.0).0, a.not_equal(7.0));
    assert_eq!(x.less(&y).0, a.less(&b));
    assert_eq!(x.less_equal(b.view()).0, a.less_equal(&b));
    assert_eq!(x.greater(3.5).0, a.greater(3.5));
    assert_eq!(x.greater_equal(&b).0, a.greater_equal(&b));
    assert_eq!(x.minimum(&y).0, a.minimum(&b));
    assert_eq!(x.maximum(0.0).0, a.maximum(0.0));
    assert_eq!((x.to_string(), format!("{x:.1}")), (a.to_string(), format!("{a:.1}")));
    assert_eq!(format!("{y:?}"), format!("Strict({b:?})"));
    assert!(x == x.clone() && x != Strict(a + 1.0));
}

#[test]
fn strict_results_take_the_buffer_of_an_owned_operand() {
    let x = Strict(counted([2, 3]));
    let memory = x.0.as_ptr();
    let y = x * 2 + &Strict(counted([2, 3]));
    assert_eq!((y.0.as_ptr(), y.0[[1, 2]]), (memory, 18));
    let clone = Strict::from(y.0.clone());
    assert!(clone.0.shares_memory_with(&y.0));
}

#[test]
fn strict_sizes_that_do_not_fit_panic_as_those_of_tensors() {
    let text = |f: &dyn Fn()| {
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).unwrap_err();
        payload.downcast_ref::<String>().unwrap().clone()
    };
    let (x, y) = (Strict(counted([2, 3])), Strict(counted([2, 2])));
    let said =
        |name| format!("{name}: [2, 3] and [2, 2]: sizes 3 and 2 meet at axis 1 and neither is 1");
    assert_eq!(text(&|| drop(&x + &y)), said("add"));
    assert_eq!(text(&|| drop(x.clone() / y.clone())), said("div"));
    assert_eq!(text(&|| drop(x.maximum(&y))), said("maximum"));
    assert_eq!(text(&|| std::ops::SubAssign::sub_assign(&mut x.clone(), &y)), said("sub_assign"));
}

#[test]
fn strict_holds_a_number_type_of_ones_own() {
    #[derive(Clone, Debug, PartialEq)]
    struct Word(String);
    impl std::ops::Add for Word {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Word(self.0 + &other.0)
        }
    }
    scalar_operators!(Word: Add add);
    let word = |text: &str| Word(text.to_owned());
    let x = Strict(tensor![word("a"), word("b")]);
    assert_eq!((&x + &x + word("!")).0, tensor![word("aa!"), word("bb!")]);
    assert_eq!((word("?") + x).0, tensor![word("?a"), word("?b")]);
}

/// A function over any rank needs no bound, since equal ranks need none.
#[test]
fn strict_functions_over_any_rank_need_no_bound() {
    fn mix<const R: usize>(x: &Strict<f64, R>, y: &TensorRef<f64, R>) -> Strict<f64, R> {
        (x + y) * 0.5 - x.minimum(y)
    }
    assert_eq!(mix(&Strict(tensor![2.0, 4.0]), &tensor![4.0, 4.0]).0, tensor![1.0, 0.0]);
}

#[test]
fn axes_in_front_come_and_go() {
    fn check<const R: usize>(t: Tensor<i32, R>)
    where
        Rank<R>: AnyRank,
    {
        for (name, t) in disguises(&t) {
            let front = t.shape().iter().take_while(|&&size| size == 1).count();
            for rank in R - front..=12 {
                let any = AnyTensor::from(t.clone()).with_rank(rank).unwrap();
                let mut shape = vec![1; rank.saturating_sub(R)];
                shape.extend(&t.shape()[R.saturating_sub(rank)..]);
                assert_eq!((any.shape(), any.to_vec()), (&shape[..], t.to_vec()), "{name}");
                assert!(any.is_shared() || t.is_empty(), "{name}: a copy");
                assert_eq!(any.with_rank(R).unwrap().into_rank::<R>().unwrap(), t, "{name}");
            }
            if front < R {
                let (axis, size) = (front, t.shape()[front]);
                let error = AnyTensor::from(t.clone()).with_rank(R - front - 1).unwrap_err();
                let text =
                    format!("with_rank: {:?}: axis {axis} has size {size}, not 1", t.shape());
                assert_eq!(error.to_string(), text);
            }
        }
    }
    of_each_rank!(check);
    let error = AnyTensor::from(counted([2, 3])).with_rank(13).unwrap_err();
    assert_eq!(error.to_string(), "with_rank: [2, 3]: rank is 13, expected at most 12");
}

#[test]
fn axes_are_reordered_at_run_time() {
    for (name, t) in disguises(&counted([2, 3, 4])) {
        let any = AnyTensor::from(t.clone()).permute_axes(&[2, 0, 1]).unwrap();
        assert!(any.is_shared(), "{name}: a copy");
        assert_eq!(any.into_rank::<3>().unwrap(), t.permute(axes![2, 0, 1]), "{name}");
    }
    assert_eq!(AnyTensor::from(Tensor::scalar(1)).permute_axes(&[]).unwrap().to_vec(), [1]);
    for axes in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 2]] {
        let error = AnyTensor::from(counted([2, 3])).permute_axes(axes).unwrap_err();
        let text = format!("permute_axes: [2, 3]: axes is {axes:?}, expected each axis once");
        assert_eq!(error.to_string(), text);
    }
}
