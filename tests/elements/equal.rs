//! Equality: shapes, elements, storages, memory orders.

use holor::prelude::*;

#[test]
fn equal_elements_are_equal_in_any_memory_order() {
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    let columns =
        Tensor::from_vec_with_order(vec![1, 4, 2, 5, 3, 6], [2, 3], Order::ColMajor).unwrap();
    assert!(m == columns);
    assert!(columns == m);
    assert!(m.transpose() == columns.transpose());
    assert!(m.flip(Axis::<0>) == columns.flip(Axis::<0>));
    assert!(m.flip(Last) != columns);
    assert!(m.step(Axis::<1>, 2) == tensor![[1, 3], [4, 6]]);
    assert!(tensor![1, 2, 3].broadcast_to([2, 3]) == tensor![[1, 2, 3], [1, 2, 3]]);
}

#[test]
fn one_different_element_is_found_wherever_it_is() {
    let m = Tensor::<usize, 3>::from_fn([3, 40, 37], |[a, b, c]| a * 10_000 + b * 100 + c);
    let turned = m.permute(axes![2, 0, 1]);
    for at in [[0, 0, 0], [1, 20, 20], [2, 39, 36], [0, 39, 0], [2, 0, 36]] {
        let mut other = m.clone();
        other[at] += 1;
        assert!(m != other, "{at:?}");
        assert!(other != m, "{at:?}");
        assert!(other.permute(axes![2, 0, 1]) != turned, "{at:?}");
        assert!(turned.to_contiguous() != other.permute(axes![2, 0, 1]), "{at:?}");
        other[at] -= 1;
        assert!(turned.to_contiguous() == other.permute(axes![2, 0, 1]), "{at:?}");
    }
}

#[test]
fn shapes_count_even_without_elements() {
    assert!(Tensor::<i32, 2>::zeros([2, 3]) != Tensor::<i32, 2>::zeros([3, 2]));
    assert!(Tensor::<i32, 2>::zeros([0, 3]) != Tensor::<i32, 2>::zeros([3, 0]));
    assert!(Tensor::<i32, 2>::zeros([0, 3]) == Tensor::<i32, 2>::zeros([3, 0]).transpose());
    assert!(Tensor::scalar(1) == Tensor::scalar(1) && Tensor::scalar(1) != Tensor::scalar(2));
}

#[test]
fn storages_and_element_types_may_differ() {
    let mut m = tensor![[1, 2], [3, 4]];
    let same = m.clone();
    assert!(m.view() == same && same == m.view());
    assert!(m.view_mut() == same && same == m.view_mut());
    let owned = tensor![String::from("a"), String::from("b")];
    let borrowed = tensor!["a", "b"];
    assert!(owned == borrowed);
    assert!(borrowed == owned);
    assert!(owned.flip(Last) != borrowed);
}

#[test]
fn not_a_number_differs_from_itself() {
    let x = tensor![1.0, f64::NAN];
    assert!(x != x.clone() && x.flip(Last) != x.flip(Last));
    fn total<E: Eq>(_: &E) {}
    total(&tensor![1, 2]);
}
