//! Changed safetensors files: an error, or what the reference implementation finds in them.

use bolero::check;
use fuzz::{Choices, changed};
use holor::io::FileBytes;
use holor::io::safetensors::*;
use holor::prelude::*;

const WORDS: [&[u8]; 26] = [
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"0",
    b"9",
    b"18446744073709551616",
    b"4611686018427387904",
    b"F32",
    b"U8",
    b"BF16",
    b"F4",
    b"BOOL",
    b"dtype",
    b"shape",
    b"data_offsets",
    b"__metadata__",
    b"\\u0041",
    b"\\",
    b"null",
    b"\xff",
    b" ",
    b"{\"a\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,1]}}",
];

fn file() -> Vec<u8> {
    let (a, b) = (tensor![[1.0_f32, 2.0]], tensor![1_u8, 2, 3]);
    let (c, d) = (tensor![true, false], Tensor::<i64, 2>::zeros([0, 3]));
    let writer = SafeTensorsWriter::new().metadata("k", "v").tensor("a", &a).tensor("b", &b);
    let mut file = Vec::new();
    writer.tensor("c", &c).tensor("d", &d).write_to(&mut file).unwrap();
    file
}

#[test]
fn a_changed_file_is_an_error_or_what_others_find() {
    let original = file();
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let mut file = original.clone();
        // The length of the header follows its changes, mostly.
        let is_kept = choices.below(4) > 0;
        if is_kept {
            let length = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
            let header = changed(&mut choices, &file[8..8 + length], &WORDS);
            file =
                [&(header.len() as u64).to_le_bytes()[..], &header, &file[8 + length..]].concat();
        } else {
            file = changed(&mut choices, &file, &WORDS);
        }
        let theirs = ::safetensors::SafeTensors::deserialize(&file);
        let Ok(ours) = SafeTensors::new(FileBytes::from_owner(file.clone())) else { return };
        let theirs = theirs.expect("what we take, the reference takes");
        assert_eq!(ours.len(), theirs.len());
        for (name, info) in ours.iter() {
            let view = theirs.tensor(name).unwrap();
            assert_eq!(
                (info.shape(), info.dtype_name()),
                (view.shape(), view.dtype().to_string().as_str())
            );
            assert_eq!(&file[info.byte_range()], view.data());
            if let Ok(tensor) = ours.tensor_any::<u8>(name) {
                assert_eq!(tensor.to_vec(), view.data());
            }
            let _ = ours.tensor::<f32, 2>(name);
            if let Ok(tensor) = ours.tensor::<bool, 1>(name) {
                assert!(tensor.iter().map(|&x| u8::from(x)).eq(view.data().iter().copied()));
            }
        }
    });
}
