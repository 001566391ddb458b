"""Counts the packages that each feature brings, for the table of docs/features.md.

Usage: python3 docs/count_packages.py [--write]

Without `--write` it fails if a number is another one than cargo's, or if a feature has no row. It always fails if a
feature is described in other words in README.md, src/lib.rs or Cargo.toml.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "features.md"
ROW = re.compile(r"^\| (`\w+`|none) \| (.*) \| (\d+) \|(?: \d+)? \|$", re.MULTILINE)


def cargo(*arguments):
    command = ["cargo", *arguments, "--manifest-path", str(ROOT / "Cargo.toml")]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def packages(*features):
    tree = ["tree", "-p", "holor", "-e", "normal", "--prefix", "none", "--target", "x86_64-unknown-linux-gnu"]
    # A line is `name v1.2.3 (proc-macro)`; the first is holor itself.
    names = {tuple(line.split()[:2]) for line in cargo(*tree, "--locked", *features).splitlines() if line}
    return len(names) - 1


def counted(feature, default):
    """The numbers of a row."""
    if feature == "none":
        return str(packages("--no-default-features")), ""
    if feature == "default":
        return str(default), ""
    alone = packages("--no-default-features", "--features", feature)
    return str(alone), str(packages("--features", feature) - default)


def plain(text):
    """A description without links."""
    return re.sub(r"\[(`\w+`)\](\(crate::\w+\))?", r"\1", text)


def check_words(page):
    """Each feature is described in the same words wherever it is listed."""
    readme, library = ((ROOT / name).read_text() for name in ["README.md", "src/lib.rs"])
    manifest = (ROOT / "Cargo.toml").read_text()
    for name, words, _ in ROW.findall(page):
        if name in ("none", "`default`"):
            continue
        row = re.compile(rf"\| {name} \| (?:yes )?\| (.*) \|$", re.MULTILINE)
        words = plain(words)
        found = [plain(row.search(text).group(1)) for text in (readme, library)]
        comment = re.search(rf"^# (.*)\.\n{name[1:-1]} = ", manifest, re.MULTILINE)
        found.append(comment and comment.group(1))
        if found != [words, words, words[0].upper() + words[1:]]:
            sys.exit(f"{name}: other words in README.md, lib.rs or Cargo.toml than\n{words}\n{found}")


def main():
    page = PAGE.read_text()
    check_words(page)
    holor = next(p for p in json.loads(cargo("metadata", "--no-deps", "--format-version", "1"))["packages"] if p["name"] == "holor")
    rows = [row[0].strip("`") for row in ROW.findall(page)]
    # Those that begin with `_` are not for users.
    expected = {"none", *(name for name in holor["features"] if not name.startswith("_"))}
    if set(rows) != expected or len(rows) != len(expected):
        sys.exit(f"{PAGE}: rows of {sorted(set(rows) ^ expected)} are missing, too many or doubled")
    default = packages()

    def row(found):
        name, text = found.group(1), found.group(2)
        alone, added = counted(name.strip("`"), default)
        return f"| {name} | {text} | {alone} | {added} |" if added else f"| {name} | {text} | {alone} | |"

    made = ROW.sub(row, page)
    if "--write" in sys.argv[1:]:
        PAGE.write_text(made)
    elif made != page:
        pairs = zip(page.splitlines(), made.splitlines())
        changes = [f"- {old}\n+ {new}" for old, new in pairs if old != new]
        sys.exit("\n".join(changes) + f"\n{PAGE}: other numbers; `--write` writes them")
    print(f"{PAGE.name}: {len(rows)} rows")


if __name__ == "__main__":
    main()
