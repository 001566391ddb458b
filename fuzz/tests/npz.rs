//! Changed npz archives: an error or arrays, of no more elements than there can be.

use bolero::check;
use fuzz::{Choices, changed};
use holor::io::FileBytes;
use holor::io::npz::*;
use holor::prelude::*;

const WORDS: [&[u8]; 14] = [
    b"PK\x01\x02",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"\xff\xff",
    b"x.npy",
    b"y.npy",
    b"\x08\0",
    b"\x01\0\x14\0",
    b"(9999,)",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
];

fn file(is_deflated: bool) -> Vec<u8> {
    let path =
        std::env::temp_dir().join(format!("holor-fuzz-{}-{is_deflated}.npz", std::process::id()));
    let mut writer = match is_deflated {
        true => NpzWriter::create_compressed(&path).unwrap(),
        false => NpzWriter::create(&path).unwrap(),
    };
    writer.add("x", &tensor![1_u8, 2, 3]).unwrap();
    writer.add("y", &Tensor::<u8, 2>::zeros([5, 40])).unwrap();
    writer.finish().unwrap();
    let file = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    file
}

#[test]
fn a_changed_archive_is_an_error_or_arrays() {
    let files = [file(false), file(true)];
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let original = &files[choices.below(2)];
        // Half of the changes are in the directory, at the end, of which everything depends.
        let from = if choices.below(2) == 0 { 0 } else { original.len() - 180 };
        let end = changed(&mut choices, &original[from..], &WORDS);
        let file = [&original[..from], &end].concat();
        let Ok(npz) = Npz::new(FileBytes::from_owner(file.clone())) else { return };
        let names: Vec<String> = npz.names().map(String::from).collect();
        for name in &names {
            let header = npz.header(name);
            if let Ok(tensor) = npz.read_any::<u8>(name) {
                assert_eq!(header.unwrap().shape(), tensor.shape());
                assert!(tensor.len() <= file.len() * 1032);
            }
            let _ = npz.read::<u8, 2>(name);
        }
    });
}
