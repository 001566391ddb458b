//! The correct twins, compiled into this test and run: each as a module of its own.

use super::{ROOT, check, names, report};

/// Includes the twins and makes a test of each `main`.
macro_rules! twins {
    ($($family:ident: $($name:ident)+;)*) => { $(
        mod $family { $(
            #[allow(unused_variables, unused_must_use, dead_code, clippy::all)]
            mod $name {
                // From the file of the list.
                include!(concat!("pass/", stringify!($family), "/", stringify!($name), ".rs"));

                #[test]
                fn runs() {
                    main();
                }
            }
        )+ }
    )* };
}

#[cfg(not(feature = "numerics"))]
#[path = "twins_list.rs"]
mod list;
#[cfg(feature = "numerics")]
#[path = "numerics/twins_list.rs"]
mod list;

#[test]
fn every_twin_is_in_the_list() {
    let mut list = String::new();
    let (mut family, mut width) = (String::new(), 0);
    for twin in names("pass", "rs") {
        let (of, name) = twin.split_once('/').unwrap();
        if of != family {
            let end = if list.is_empty() { "" } else { ";\n" };
            list.push_str(&format!("{end}    {of}:"));
            (family, width) = (of.to_owned(), 5 + of.len());
        }
        if width + name.len() >= 100 {
            list.push_str("\n       ");
            width = 7;
        }
        list.push_str(&format!(" {name}"));
        width += name.len() + 1;
    }
    let file = format!("//! The twins.\n\ntwins! {{\n{list};\n}}\n");
    report(check(&format!("{ROOT}twins_list.rs"), &file).err().as_slice());
}
