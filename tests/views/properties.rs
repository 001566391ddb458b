//! Properties: random chains of views, broadcasts, permutations, reshapes and slices.

use crate::oracle::{Oracle, indices};
use holor::prelude::*;
use proptest::prelude::*;

/// A tensor whose rank changes along a chain.
#[derive(Clone, Debug)]
enum Ranked {
    One(Tensor<i64, 1>),
    Two(Tensor<i64, 2>),
    Three(Tensor<i64, 3>),
}
use Ranked::{One, Three, Two};

impl Ranked {
    fn oracle(&self) -> Oracle<i64> {
        match self {
            One(t) => Oracle::of(t),
            Two(t) => Oracle::of(t),
            Three(t) => Oracle::of(t),
        }
    }
}

/// One link of a chain; numbers are taken modulo what is possible.
#[derive(Clone, Debug)]
enum Link {
    Permute(usize),
    Flip(usize),
    Step(usize, isize),
    Narrow(usize, usize, usize),
    Index(usize, usize),
    Unsqueeze(usize),
    Diagonal(bool),
    Repeat(usize),
    Windows(usize),
    Reshape(usize),
}

fn link() -> impl Strategy<Value = Link> {
    use Link::*;
    let n = 0_usize..100;
    prop_oneof![
        n.clone().prop_map(Permute),
        n.clone().prop_map(Flip),
        (n.clone(), prop_oneof![1_isize..4, -3_isize..0]).prop_map(|(a, k)| Step(a, k)),
        (n.clone(), n.clone(), n.clone()).prop_map(|(a, i, l)| Narrow(a, i, l)),
        (n.clone(), n.clone()).prop_map(|(a, i)| Index(a, i)),
        n.clone().prop_map(Unsqueeze),
        any::<bool>().prop_map(Diagonal),
        n.clone().prop_map(Repeat),
        n.clone().prop_map(Windows),
        n.prop_map(Reshape),
    ]
}

/// Makes the oracle of a view: `from` tells the index in the tensor for each in the view.
fn seen(o: &Oracle<i64>, shape: &[usize], from: impl Fn(&[usize]) -> Vec<usize>) -> Oracle<i64> {
    Oracle::from_fn(shape, |index| *o.get(&from(&index)))
}

/// Calls a method on the axis of this number.
macro_rules! on_axis {
    ($axis:expr, [$($A:literal)+], |$a:ident| $view:expr) => {
        match $axis {
            $($A => { let $a = Axis::<$A>; $view })+
            other => unreachable!("axis {other}"),
        }
    };
}

fn with(index: &[usize], axis: usize, i: usize) -> Vec<usize> {
    let mut index = index.to_vec();
    index[axis] = i;
    index
}

fn inserted(index: &[usize], axis: usize, i: usize) -> Vec<usize> {
    let mut index = index.to_vec();
    index.insert(axis, i);
    index
}

/// The view of an owned tensor that keeps its buffer, which shows what the borrowed view shows.
macro_rules! kept {
    ($t:expr, |$v:ident| $view:expr) => {{
        let t = $t;
        let borrowed = {
            let $v = &t;
            Oracle::of(&$view)
        };
        let kept = t.viewed(|$v| $view);
        assert_eq!(Oracle::of(&kept), borrowed);
        kept
    }};
}

/// Applies a link to the tensor and to the oracle; what is not possible leaves both as they are.
fn apply(t: Ranked, o: Oracle<i64>, link: &Link) -> (Ranked, Oracle<i64>) {
    let rank = o.shape.len();
    let shape = o.shape.clone();
    match *link {
        Link::Permute(n) => {
            let orders: Vec<Vec<usize>> = match rank {
                1 => vec![vec![0]],
                2 => vec![vec![0, 1], vec![1, 0]],
                _ => [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                    .map(Vec::from)
                    .to_vec(),
            };
            let order = orders[n % orders.len()].clone();
            let view = match (t, &order[..]) {
                (One(t), _) => One(kept!(t, |v| v.permute(axes![0]))),
                (Two(t), [0, _]) => Two(kept!(t, |v| v.permute(axes![0, 1]))),
                (Two(t), _) => Two(kept!(t, |v| v.permute(axes![1, 0]))),
                (Three(t), [0, 1, _]) => Three(kept!(t, |v| v.permute(axes![0, 1, 2]))),
                (Three(t), [0, _, _]) => Three(kept!(t, |v| v.permute(axes![0, 2, 1]))),
                (Three(t), [1, 0, _]) => Three(kept!(t, |v| v.permute(axes![1, 0, 2]))),
                (Three(t), [1, _, _]) => Three(kept!(t, |v| v.permute(axes![1, 2, 0]))),
                (Three(t), [2, 0, _]) => Three(kept!(t, |v| v.permute(axes![2, 0, 1]))),
                (Three(t), _) => Three(kept!(t, |v| v.permute(axes![2, 1, 0]))),
            };
            let to: Vec<usize> = order.iter().map(|&axis| shape[axis]).collect();
            let o = seen(&o, &to, |index| {
                let mut from = vec![0; rank];
                order.iter().zip(index).for_each(|(&axis, &i)| from[axis] = i);
                from
            });
            (view, o)
        }
        Link::Flip(n) => {
            let axis = n % rank;
            let view = match t {
                One(t) => One(kept!(t, |v| v.flip(Last))),
                Two(t) => Two(on_axis!(axis, [0 1], |a| kept!(t, |v| v.flip(a)))),
                Three(t) => Three(on_axis!(axis, [0 1 2], |a| kept!(t, |v| v.flip(a)))),
            };
            let size = shape[axis];
            (view, seen(&o, &shape, |index| with(index, axis, size - 1 - index[axis])))
        }
        Link::Step(n, step) => {
            let axis = n % rank;
            let view = match t {
                One(t) => One(kept!(t, |v| v.step(Last, step))),
                Two(t) => Two(on_axis!(axis, [0 1], |a| kept!(t, |v| v.step(a, step)))),
                Three(t) => Three(on_axis!(axis, [0 1 2], |a| kept!(t, |v| v.step(a, step)))),
            };
            let (size, by) = (shape[axis], step.unsigned_abs());
            let o = seen(&o, &with(&shape, axis, size.div_ceil(by)), |index| {
                let far = index[axis] * by;
                with(index, axis, if step > 0 { far } else { size - 1 - far })
            });
            (view, o)
        }
        Link::Narrow(n, start, len) => {
            let axis = n % rank;
            let start = start % (shape[axis] + 1);
            let len = len % (shape[axis] - start + 1);
            let view = match t {
                One(t) => One(kept!(t, |v| v.narrow(Last, start, len))),
                Two(t) => Two(on_axis!(axis, [0 1], |a| kept!(t, |v| v.narrow(a, start, len)))),
                Three(t) => {
                    Three(on_axis!(axis, [0 1 2], |a| kept!(t, |v| v.narrow(a, start, len))))
                }
            };
            let o =
                seen(&o, &with(&shape, axis, len), |index| with(index, axis, index[axis] + start));
            (view, o)
        }
        Link::Index(n, i) if rank > 1 && shape[n % rank] > 0 => {
            let axis = n % rank;
            let i = i % shape[axis];
            let view = match t {
                One(_) => unreachable!("rank > 1"),
                Two(t) => One(on_axis!(axis, [0 1], |a| kept!(t, |v| v.index_axis(a, i)))),
                Three(t) => Two(on_axis!(axis, [0 1 2], |a| kept!(t, |v| v.index_axis(a, i)))),
            };
            let mut to = shape.clone();
            to.remove(axis);
            (view, seen(&o, &to, |index| inserted(index, axis, i)))
        }
        Link::Unsqueeze(n) if rank < 3 => {
            let axis = n % (rank + 1);
            let view = match t {
                One(t) => Two(on_axis!(axis, [0 1], |a| kept!(t, |v| v.unsqueeze(a)))),
                Two(t) => Three(on_axis!(axis, [0 1 2], |a| kept!(t, |v| v.unsqueeze(a)))),
                Three(_) => unreachable!("rank < 3"),
            };
            let o = seen(&o, &inserted(&shape, axis, 1), |index| {
                let mut index = index.to_vec();
                index.remove(axis);
                index
            });
            (view, o)
        }
        Link::Diagonal(front) if rank > 1 => {
            let (a, b) = if front || rank == 2 { (0, 1) } else { (2, 0) };
            let view = match t {
                One(_) => unreachable!("rank > 1"),
                Two(t) => One(kept!(t, |v| v.diagonal(Axis::<0>, Axis::<1>))),
                Three(t) if front => Two(kept!(t, |v| v.diagonal(Axis::<0>, Axis::<1>))),
                Three(t) => Two(kept!(t, |v| v.diagonal(Axis::<2>, Axis::<0>))),
            };
            let others: Vec<usize> = (0..rank).filter(|&axis| axis != a && axis != b).collect();
            let mut to: Vec<usize> = others.iter().map(|&axis| shape[axis]).collect();
            to.push(shape[a].min(shape[b]));
            let o = seen(&o, &to, |index| {
                let mut from = vec![index[index.len() - 1]; rank];
                others.iter().zip(index).for_each(|(&axis, &i)| from[axis] = i);
                from
            });
            (view, o)
        }
        Link::Repeat(n) => {
            // Every axis of size 1 is repeated.
            let to: Vec<usize> =
                shape.iter().map(|&size| if size == 1 { n % 4 } else { size }).collect();
            let view = match t {
                One(t) => One(kept!(t, |v| v.broadcast_to([to[0]]))),
                Two(t) => Two(kept!(t, |v| v.broadcast_to([to[0], to[1]]))),
                Three(t) => Three(kept!(t, |v| v.broadcast_to([to[0], to[1], to[2]]))),
            };
            let o = seen(&o, &to, |index| {
                index.iter().zip(&shape).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect()
            });
            (view, o)
        }
        Link::Windows(n) if rank == 1 && shape[0] > 0 => {
            let window = n % shape[0] + 1;
            let One(t) = t else { unreachable!("rank 1") };
            let to = [shape[0] - window + 1, window];
            (
                Two(kept!(t, |v| v.sliding_windows([window]))),
                seen(&o, &to, |index| vec![index[0] + index[1]]),
            )
        }
        Link::Reshape(n) => {
            let len: usize = shape.iter().product();
            let divisors: Vec<usize> = if len == 0 {
                vec![3]
            } else {
                (1..=len).filter(|d| len.is_multiple_of(*d)).collect()
            };
            let by = divisors[n % divisors.len()];
            let (view, to) = match n % 3 {
                0 => {
                    let view = match &t {
                        One(t) => t.flatten(),
                        Two(t) => t.flatten(),
                        Three(t) => t.flatten(),
                    };
                    (One(view), vec![len])
                }
                1 => {
                    let to = [by, INFER];
                    let view = match &t {
                        One(t) => t.reshape(to),
                        Two(t) => t.view().reshape(to),
                        Three(t) => t.reshape(to),
                    };
                    (Two(view), vec![by, len / by])
                }
                _ => {
                    let to = [INFER, by, 1];
                    let view = match &t {
                        One(t) => t.reshape(to),
                        Two(t) => t.reshape(to),
                        Three(t) => t.view().reshape(to),
                    };
                    (Three(view), vec![len / by, by, 1])
                }
            };
            (view, Oracle { shape: to, values: o.values })
        }
        Link::Index(..) | Link::Unsqueeze(_) | Link::Diagonal(_) | Link::Windows(_) => (t, o),
    }
}

fn counted(shape: [usize; 3]) -> Tensor<i64, 3> {
    let len = shape.iter().product::<usize>() as i64;
    Tensor::from_vec((0..len).collect(), shape).unwrap()
}

/// Changes the elements in place and checks that only this tensor sees it.
fn change(t: Ranked, o: &Oracle<i64>) {
    fn check<const R: usize>(t: Tensor<i64, R>, o: &Oracle<i64>) {
        let mut changed = t.clone();
        let added =
            Oracle { shape: o.shape.clone(), values: o.values.iter().map(|v| v * 2 + 1).collect() };
        changed.map_inplace(|v| *v = *v * 2 + 1);
        assert_eq!(Oracle::of(&changed), added);
        assert_eq!(Oracle::of(&t), *o);
        let mut alone = t;
        alone *= 2;
        alone += 1;
        assert_eq!(Oracle::of(&alone), added);
        assert_eq!(alone.to_contiguous().into_vec(), added.values);
    }
    match t {
        One(t) => check(t, o),
        Two(t) => check(t, o),
        Three(t) => check(t, o),
    }
}

/// Returns two shapes of rank 3 that broadcast, and the common one.
fn broadcastable() -> impl Strategy<Value = ([usize; 3], [usize; 3], [usize; 3])> {
    proptest::array::uniform3((0_usize..6, 0_u8..4)).prop_map(|axes| {
        let one = |which: u8| axes.map(|(size, kept)| if kept == which { 1 } else { size });
        let common = axes.map(|(size, kept)| if kept == 3 { 1 } else { size });
        let a = std::array::from_fn(|i| if axes[i].1 == 3 { 1 } else { one(0)[i] });
        let b = std::array::from_fn(|i| if axes[i].1 == 3 { 1 } else { one(1)[i] });
        (a, b, common)
    })
}

proptest! {
    #[test]
    fn chains_of_views_show_what_the_oracle_shows(
        shape in proptest::array::uniform3(0_usize..6),
        links in proptest::collection::vec(link(), 0..8),
    ) {
        let t = counted(shape);
        let (mut view, mut o) = (Three(t.clone()), Oracle::of(&t));
        for link in &links {
            (view, o) = apply(view, o, link);
            prop_assert_eq!(view.oracle(), o.clone(), "after {:?}", link);
        }
        change(view, &o);
        prop_assert_eq!(Oracle::of(&t), Oracle::of(&counted(shape)), "the first one is as it was");
    }

    #[test]
    fn sums_broadcast(
        (a, b, common) in broadcastable(),
        turned in any::<[bool; 2]>(),
    ) {
        let place = |shape: [usize; 3], turned: bool, by: i64| {
            let t = if turned {
                let [x, y, z] = shape;
                counted([z, y, x]).viewed(|v| v.reverse_axes())
            } else {
                counted(shape)
            };
            t * by
        };
        let (a, b) = (place(a, turned[0], 1), place(b, turned[1], 1000));
        let sum = Oracle::from_fn(&common, |index| {
            let at = |t: &Tensor<i64, 3>| {
                let shape = t.shape();
                t[std::array::from_fn(|i| if shape[i] == 1 { 0 } else { index[i] })]
            };
            at(&a) + at(&b)
        });
        prop_assert_eq!(Oracle::of(&(&a + &b)), sum.clone());
        prop_assert_eq!(Oracle::of(&(&b + &a)), sum.clone());
        prop_assert_eq!(Oracle::of(&zip((&a, b.view())).map(|a, b| a + b)), sum.clone());
        prop_assert_eq!(Oracle::of(&(a.clone() + &b)), sum.clone());
        if a.shape() == common {
            let mut c = a.clone();
            c += &b;
            prop_assert_eq!(Oracle::of(&c), sum.clone());
        }
        prop_assert_eq!(Oracle::of(&(a + b)), sum);
    }

    #[test]
    fn a_permutation_and_its_inverse(shape in proptest::array::uniform3(0_usize..7)) {
        let t = counted(shape);
        let turned = Oracle::of(&t.permute(axes![1, 2, 0]));
        let (o, [x, y, z]) = (Oracle::of(&t), shape);
        prop_assert_eq!(turned, seen(&o, &[y, z, x], |i| vec![i[2], i[0], i[1]]));
        prop_assert_eq!(&t.permute(axes![1, 2, 0]).permute(axes![2, 0, 1]), &t);
        prop_assert_eq!(&t.permute(axes![2, 0, 1]).permute(axes![1, 2, 0]), &t);
        prop_assert_eq!(&t.permute(axes![0, 2, 1]).permute(axes![0, 2, 1]), &t);
        prop_assert_eq!(&t.move_axis(Axis::<0>, Last).move_axis(Last, Axis::<0>), &t);
        let copy = t.transpose().to_contiguous();
        prop_assert_eq!(&copy.transpose(), &t);
    }

    #[test]
    fn reshapes_there_and_back(shape in proptest::array::uniform3(0_usize..7), turn: bool) {
        let t = if turn { counted(shape).viewed(|v| v.reverse_axes()) } else { counted(shape) };
        let (flat, [x, y, z]) = (t.flatten(), t.shape());
        prop_assert_eq!(flat.to_vec(), t.to_vec());
        prop_assert_eq!(&flat.reshape([x, y, z]), &t);
        prop_assert_eq!(&t.merge_axes(Axis::<0>, Axis::<1>).reshape([x, y, z]), &t);
        let merged = t.merge_axes(Axis::<1>, Last);
        prop_assert_eq!(&merged.split_axis(Last, [y, z]), &t);
        prop_assert_eq!(t.is_contiguous(), t.reshape_view([x * y * z]).is_ok() && t.as_slice().is_some());
    }

    #[test]
    fn slices_of_slices_are_slices(
        size in 0_usize..20,
        cuts in any::<[u8; 4]>(),
        steps in [prop_oneof![1_isize..4, -3_isize..0], prop_oneof![1_isize..4, -3_isize..0]],
    ) {
        let cut = |len: usize, a: u8, b: u8| {
            let (a, b) = (a as usize % (len + 1), b as usize % (len + 1));
            a.min(b)..a.max(b)
        };
        let take = |from: &[i64], range: std::ops::Range<usize>, step: isize| -> Vec<i64> {
            let part = &from[range];
            if step > 0 {
                part.iter().copied().step_by(step as usize).collect()
            } else {
                part.iter().rev().copied().step_by(step.unsigned_abs()).collect()
            }
        };
        let t: Tensor<i64, 1> = (0..size as i64).collect();
        let first = cut(size, cuts[0], cuts[1]);
        let once = take(&t.to_vec(), first.clone(), steps[0]);
        let a = t.slice(s![first; steps[0]]);
        prop_assert_eq!(a.to_vec(), once.clone());
        let second = cut(once.len(), cuts[2], cuts[3]);
        let twice = take(&once, second.clone(), steps[1]);
        let b = a.slice(s![second.clone(); steps[1]]);
        prop_assert_eq!(b.to_vec(), twice.clone());
        let mut written = t.clone();
        let mut both = written.slice_mut(s![cut(size, cuts[0], cuts[1]); steps[0]]).slice(s![second; steps[1]]);
        both.fill(-1);
        let expected: Vec<i64> =
            t.to_vec().into_iter().map(|v| if twice.contains(&v) { -1 } else { v }).collect();
        prop_assert_eq!(written.to_vec(), expected);
    }
}

#[test]
fn the_odometer_counts() {
    assert_eq!(indices(&[2, 2]), [[0, 0], [0, 1], [1, 0], [1, 1]]);
    assert_eq!(indices(&[]), [[0_usize; 0]]);
}
