//! Compares what the compiler says with what is committed.

use super::{Misuse, ROOT, check, misuses, names, report, updating};
use std::collections::{BTreeMap, BTreeSet};

impl Misuse {
    /// Returns the line that tells the mistake: where two types differ, that with both of them.
    pub(super) fn said(&self) -> &str {
        if self.class == 'A' { self.message.first_line() } else { self.message.mismatch() }
    }

    /// Returns the code, or `none`.
    pub(super) fn code(&self) -> &str {
        Some(self.message.code()).filter(|code| !code.is_empty()).unwrap_or("none")
    }

    /// Returns what messages of the same relation have in common: code and first line, without names
    /// and numbers. What is panicked with while a pattern is read is all in the first line, and what
    /// rustc says in its own words is known by the code.
    fn kind(&self) -> String {
        if self.class == 'B' {
            return self.code().to_owned();
        }
        let said = match self.said().strip_prefix("evaluation panicked: ") {
            Some(said) => said.split(':').next().unwrap().to_owned(),
            None => {
                let parts = self.said().split('`').enumerate();
                let words: String =
                    parts.map(|(i, part)| if i % 2 == 0 { part } else { "_" }).collect();
                let word = |word: &str| {
                    let is_number = word.parse::<u32>().is_ok();
                    if is_number || word.starts_with("rank-") { "_" } else { word }.to_owned()
                };
                words.split(' ').map(word).collect::<Vec<_>>().join(" ")
            }
        };
        format!("{} {said}", self.code())
    }
}

/// Returns the misuses whose whole text is compared. With `UPDATE`, the first of each kind that has
/// none comes to them.
fn whole() -> Result<BTreeSet<String>, String> {
    let mut whole = names("fail", "stderr");
    let mut kinds = BTreeMap::<String, Vec<&Misuse>>::new();
    for misuse in misuses().iter() {
        kinds.entry(misuse.kind()).or_default().push(misuse);
    }
    for (kind, misuses) in kinds {
        if !misuses.iter().any(|misuse| whole.contains(&misuse.name)) {
            if !updating() {
                return Err(format!("no whole text of the kind {kind}: {}", misuses[0].name));
            }
            whole.insert(misuses[0].name.clone());
        }
    }
    Ok(whole)
}

#[test]
fn misuses_do_not_compile_and_say_what_is_expected() {
    let whole = whole().unwrap_or_else(|fault| panic!("{fault}"));
    let mut table = "name\tclass\tcode\twhat the compiler says first\n".to_owned();
    let mut faults = Vec::new();
    for misuse in misuses().iter() {
        let Misuse { name, class, .. } = misuse;
        if whole.contains(name) {
            faults
                .extend(check(&format!("{ROOT}fail/{name}.stderr"), &misuse.message.text()).err());
        } else {
            let row = [name, &class.to_string(), misuse.code(), misuse.said()];
            table.push_str(&row.join("\t"));
            table.push('\n');
        }
    }
    faults.extend(check(&format!("{ROOT}messages.tsv"), &table).err());
    report(&faults);
}
