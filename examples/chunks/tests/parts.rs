//! One process, three processes, and a process that is killed and started again: the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// A folder of its own for each test, in Cargo's own place for files of tests.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn start(folder: &Path, part: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_chunks"))
        .arg(folder)
        .args(["--part", part, "--wait", "300"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for a part, and returns what it says.
fn finish(part: Child) -> String {
    let output = part.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The files below a folder by their names.
fn files(folder: &Path) -> BTreeMap<PathBuf, PathBuf> {
    fn walk(root: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(root, &path, found);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_path_buf(), path);
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    assert!(one.keys().eq(other.keys()), "{:?} and {:?}", one.keys(), other.keys());
    for (name, path) in &one {
        assert!(fs::read(path).unwrap() == fs::read(&other[name]).unwrap(), "{}", name.display());
    }
}

#[test]
fn parts_give_the_bytes_of_one_run() {
    let (alone, three, killed) = (folder("alone"), folder("three"), folder("killed"));
    let says = finish(start(&alone, "1/1"));
    let expected = include_str!("../expected");
    assert_eq!(says, expected);
    // 4 arrays; 4 x 3 x 4 x 4 chunks of counts and as many normalised ones; moments and peaks of 3 x 4 x 4 tiles.
    assert_eq!(files(&alone).len(), 4 + 2 * 192 + 2 * 48);

    let parts = ["3/3", "1/3", "2/3"].map(|part| start(&three, part));
    let says = parts.map(finish);
    assert!(says.iter().any(|text| text == expected), "the last one has all: {says:?}");
    assert_same(&alone, &three);

    // The second part is killed in the middle, while the others wait for it.
    let others = ["1/3", "3/3"].map(|part| start(&killed, part));
    let mut second = start(&killed, "2/3");
    let begun = Instant::now();
    let own = killed.join("moments/c/0/0/1/0"); // tile 1 of 48
    while !own.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no tile was measured");
        std::thread::sleep(Duration::from_millis(1));
    }
    second.kill().unwrap();
    second.wait().unwrap();
    let last = killed.join("moments/c/2/3/2/0"); // tile 46 of 48
    assert!(!last.exists(), "it was done before it was killed");
    let written = |path: &Path| -> SystemTime { fs::metadata(path).unwrap().modified().unwrap() };
    let before = written(&own);
    // What it wrote when it was killed is cut off.
    let torn = killed.join(".part-2-of-3/moments/c/2/3/2");
    fs::create_dir_all(&torn).unwrap();
    fs::write(torn.join("0"), [0; 5]).unwrap();
    let torn = killed.join(".part-2-of-3/peak/c/2/3");
    fs::create_dir_all(&torn).unwrap();
    fs::write(torn.join("2"), [0; 5]).unwrap();

    finish(start(&killed, "2/3"));
    for other in others {
        finish(other);
    }
    assert_eq!(written(&own), before, "what was done is done again");
    assert_same(&alone, &killed);
    // All over again, there is nothing to do.
    let (done, before) = (alone.join("peak/c/2/3/3"), written(&alone.join("peak/c/2/3/3")));
    assert_eq!(finish(start(&alone, "1/1")), expected);
    assert_eq!(written(&done), before);
    for folder in [alone, three, killed] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_part_that_waits_in_vain_says_so() {
    let folder = folder("vain");
    let run = |arguments: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_chunks"))
            .args(["--frames", "2"])
            .args(arguments)
            .arg(&folder)
            .output()
            .unwrap();
        let error = String::from_utf8(program.stderr).unwrap();
        (program.status.success(), error.lines().last().unwrap_or("").to_string())
    };
    let says = "chunks: 24 of 48 tiles are not measured: start all parts".to_string();
    assert_eq!(run(&["--part", "1/2", "--wait", "0"]), (false, says));
    // One after another: the second part finds the first one's tiles, and the first goes on.
    assert_eq!(run(&["--part", "2/2", "--wait", "0"]), (true, String::new()));
    assert_eq!(run(&["--part", "1/2", "--wait", "0"]), (true, String::new()));
    let says = "chunks: counts has shape [2, 3, 500, 500], not [3, 3, 500, 500]".to_string();
    assert_eq!(run(&["--frames", "3"]), (false, says));
    assert_eq!(
        run(&["--part", "3/2"]),
        (false, "chunks: --part: 1/3 is the first of three".into())
    );
    fs::remove_dir_all(folder).unwrap();
}
