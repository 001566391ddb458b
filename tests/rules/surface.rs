//! What the prelude brings into scope.

use std::collections::BTreeSet;
use std::fs;

/// The names of `pub use` items between two lines of `src/lib.rs`.
fn prelude() -> Vec<String> {
    let text = fs::read_to_string("src/lib.rs").unwrap();
    let (_, prelude) = text.split_once("pub mod prelude {").expect("there is a prelude");
    let (prelude, _) = prelude.split_once("\n}").expect("it ends");
    let uses = prelude.split(';').filter_map(|item| item.trim().strip_prefix("pub use "));
    let names = uses.flat_map(|path| {
        let list = match path.split_once('{') {
            Some((_, list)) => list.trim_end_matches('}'),
            None => path.rsplit("::").next().unwrap(),
        };
        list.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>()
    });
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn the_prelude_has_at_most_50_names() {
    let names = prelude();
    assert!((30..=50).contains(&names.len()), "{} names: {names:?}", names.len());
    assert!(names.iter().any(|name| name == "TensorRef") && !names.contains(&"*".to_owned()));
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "a name stands twice");
}

/// Names of std that programs have in scope or import often.
#[test]
fn the_prelude_hides_no_name_of_std() {
    let of_std = [
        "Ref", "RefMut", "Layout", "Zip", "Box", "Vec", "Option", "Result", "Error", "Iter", "Rc",
        "Arc", "Cell", "Pin", "Range", "Add", "Sub", "Mul", "Div", "Index", "Deref", "Ordering",
        "Path", "Read", "Write", "Any", "Display", "Debug", "Hash", "From", "Into", "Default",
    ];
    for name in prelude() {
        assert!(!of_std.contains(&name.as_str()), "{name}");
    }
}
