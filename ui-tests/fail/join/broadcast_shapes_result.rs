// B: the length of the common shape
use holor::broadcast_shapes;

fn main() {
    let [rows, columns] = broadcast_shapes([2, 1, 3], [4, 1]);
}
