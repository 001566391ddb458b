//! Compiles the misuses with rustc: as modules of one crate, so that holor is loaded once.
//!
//! An error in a function does not keep rustc from looking at others, but one in an early phase may
//! keep it from a later phase (a lint). So the modules that have an error are left out, and the others
//! compiled once more, until nothing is refused. With `ALONE=1` each is a crate of its own, as for a
//! user; nothing may differ then.

use super::{Case, ROOT};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

/// The prefix of the modules, which is taken out of the messages.
const MODULE: &str = "case_";

/// Returns what rustc says about each of the cases; nothing about those that compile.
pub(super) fn messages(cases: &[Case]) -> BTreeMap<String, String> {
    // What implements a trait is listed in messages about others.
    let is_alone = |case: &&Case| env::var_os("ALONE").is_some() || case.source.contains("\nimpl");
    let (alone, together): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(is_alone);
    let holor = holor();
    thread::scope(|scope| {
        let (first, second) = alone.split_at(alone.len() / 2);
        let halves = [first, second].map(|half| {
            let each = |case: &&Case| rounds(&holor, vec![*case]);
            scope.spawn(move || half.iter().flat_map(each).collect::<Vec<_>>())
        });
        let mut said: BTreeMap<_, _> = rounds(&holor, together).into_iter().collect();
        for half in halves {
            said.extend(half.join().unwrap());
        }
        said
    })
}

/// Compiles until nothing that is left is refused.
fn rounds(holor: &Path, mut left: Vec<&Case>) -> Vec<(String, String)> {
    let mut all = Vec::new();
    while !left.is_empty() {
        let said = refused(&left, &rustc(holor, &left));
        if said.is_empty() {
            break;
        }
        left.retain(|case| !said.contains_key(&case.name));
        all.extend(said);
    }
    all
}

/// Returns what rustc writes about a crate of these cases.
fn rustc(holor: &Path, cases: &[&Case]) -> String {
    let mut root = "#![allow(warnings)]\nfn main() {}\n".to_owned();
    for Case { name, .. } in cases {
        let module = module(name);
        root.push_str(&format!("#[path = \"ui-tests/{ROOT}fail/{name}.rs\"] mod {module};\n"));
    }
    // Next to each other: the file of a type too long for a message.
    let temporary = env!("CARGO_TARGET_TMPDIR");
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()))
        // From there, the sources of holor are found and quoted, as for a user.
        .current_dir("..")
        .args(["-", "--edition=2024", "--crate-name=misuses", "--emit=metadata", "--color=never"])
        .args(["--out-dir", temporary])
        .arg(format!("--extern=holor={}", holor.display()))
        .arg(format!("-Ldependency={}", holor.parent().unwrap().display()))
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("rustc starts");
    rustc.stdin.take().unwrap().write_all(root.as_bytes()).unwrap();
    String::from_utf8(rustc.wait_with_output().unwrap().stderr).unwrap()
}

/// Parts what rustc says by the file that is at fault.
fn refused(cases: &[&Case], said: &str) -> BTreeMap<String, String> {
    let mut errors: Vec<String> = Vec::new();
    for line in said.lines() {
        match line {
            _ if line.starts_with("error: aborting due to") => break,
            _ if line.starts_with("error") => errors.push(line.to_owned()),
            _ => {
                let error = errors.last_mut().unwrap_or_else(|| panic!("rustc: {said}"));
                error.push('\n');
                error.push_str(line);
            }
        }
    }
    let mut refused = BTreeMap::<String, String>::new();
    let folder = format!("ui-tests/{ROOT}fail/");
    for error in errors {
        let place =
            error.split_once(&format!(" {folder}")).unwrap_or_else(|| panic!("rustc: {error}"));
        let name = place.1.split_once(".rs:").unwrap().0;
        assert!(cases.iter().any(|case| case.name == name), "{name} is not among the cases");
        let error = error.replace(&folder, "fail/");
        let error = error.replace(&format!("{}::", module(name)), "");
        let message = refused.entry(name.to_owned()).or_default();
        message.push_str(error.trim_end());
        message.push_str("\n\n");
    }
    refused
}

fn module(name: &str) -> String {
    format!("{MODULE}{}", name.replace('/', "_"))
}

/// Finds the library that cargo has compiled for this test: the newest that is no newer than this and has the features
/// that the misuses need.
///
/// It is there already. A `cargo check` of its own would compile all dependencies once more.
fn holor() -> PathBuf {
    let this = env::current_exe().unwrap();
    let written = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap();
    let has_features = |path: &PathBuf| {
        // A method of each feature.
        let library = fs::read(path).unwrap();
        let names = String::from_utf8_lossy(&library);
        ["try_irfftn", "try_eigvalsh", "try_choice_distinct"]
            .iter()
            .all(|name| names.contains(name))
    };
    let entries = fs::read_dir(this.parent().unwrap()).unwrap();
    let libraries = entries.map(|entry| entry.unwrap().path()).filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libholor-")
            && name.ends_with(".rlib")
            && written(path) <= written(&this)
            && (!cfg!(feature = "numerics") || has_features(path))
    });
    libraries.max_by_key(written).expect("this test is linked to holor")
}
