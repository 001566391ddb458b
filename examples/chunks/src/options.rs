//! The command line.

use crate::Result;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) const USAGE: &str =
    "usage: chunks FOLDER [--part I/N] [--frames COUNT] [--limit BYTES] [--wait SECONDS]";

pub(crate) struct Options {
    pub(crate) folder: PathBuf,
    /// Which part this process does, counted from 0, and of how many.
    pub(crate) part: (usize, usize),
    pub(crate) frames: usize,
    /// The memory that the process may have for data, in bytes.
    pub(crate) limit: u64,
    /// For so long the other parts are waited for.
    pub(crate) wait: Duration,
}

impl Options {
    pub(crate) fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Options> {
        let (mut part, mut frames, mut limit, mut wait) = ((0, 1), 30, 32_000_000, 60);
        let mut folder = None;
        while let Some(argument) = arguments.next() {
            if !argument.starts_with("--") && folder.is_none() {
                folder = Some(PathBuf::from(argument));
                continue;
            }
            let value = arguments.next().ok_or(USAGE)?;
            match &*argument {
                "--part" => part = read_part(&value).ok_or("--part: 1/3 is the first of three")?,
                "--frames" => frames = value.parse()?,
                "--limit" => limit = value.parse()?,
                "--wait" => wait = value.parse()?,
                _ => return Err(USAGE.into()),
            }
        }
        let folder = folder.ok_or(USAGE)?;
        Ok(Options { folder, part, frames, limit, wait: Duration::from_secs(wait) })
    }

    /// Where this part writes chunks before they get their name.
    pub(crate) fn temporary(&self) -> PathBuf {
        let (part, parts) = self.part;
        self.folder.join(format!(".part-{}-of-{parts}", part + 1))
    }
}

fn read_part(text: &str) -> Option<(usize, usize)> {
    let (part, parts) = text.split_once('/')?;
    let (part, parts): (usize, usize) = (part.parse().ok()?, parts.parse().ok()?);
    (1..=parts).contains(&part).then(|| (part - 1, parts))
}
