use holor::broadcast_shapes;

fn main() {
    let [batch, rows, columns] = broadcast_shapes([2, 1, 3], [4, 1]);
    assert_eq!((batch, rows, columns), (2, 4, 3));
}
