"""Makes digits.txt and coffee.png from the packages that ship the originals.

    python3 -m venv venv
    venv/bin/pip install -r examples/data/requirements.txt
    venv/bin/python examples/data/make.py

With the versions of requirements.txt the two files come out byte for byte as committed. Sources,
licences and the format are in README.md beside this file.
"""

import gzip
import hashlib
from importlib.resources import files
from pathlib import Path

from PIL import Image

HERE = Path(__file__).resolve().parent
DIGITS = "0123456789abcdefg"  # a pixel is 0..=16: one digit of base 17

# The pixels and the label of every row of scikit-learn's CSV, whatever the version that ships it.
DIGITS_MD5 = "265453a2439934797bb770ce205b6fad"


def digits():
    packed = (files("sklearn.datasets.data") / "digits.csv.gz").read_bytes()
    rows = [[int(float(v)) for v in line.split(",")] for line in gzip.decompress(packed).decode().split()]
    assert len(rows) == 1797 and all(len(row) == 65 for row in rows)
    assert all(0 <= v <= 16 for row in rows for v in row[:64])
    found = hashlib.md5(bytes(v for row in rows for v in row)).hexdigest()
    assert found == DIGITS_MD5, f"the digits are not the ones that were committed: {found}"

    lines = [f"{row[64]} {''.join(DIGITS[v] for v in row[:64])}" for row in rows]
    target = HERE / "digits.txt"
    target.write_bytes(("\n".join(lines) + "\n").encode())

    read = [line.split(" ") for line in target.read_text().splitlines()]
    assert [[int(c, 17) for c in pixels] + [int(label)] for label, pixels in read] == rows


def coffee():
    whole = Image.open(str(files("skimage") / "data" / "coffee.png"))
    assert whole.mode == "RGB" and whole.size == (600, 400)
    square = whole.crop((140, 0, 540, 400)).resize((256, 256), Image.Resampling.LANCZOS)
    # A fresh image, so that no resolution or text chunk comes along.
    plain = Image.frombytes("RGB", square.size, square.tobytes())
    plain.save(HERE / "coffee.png", optimize=True)


if __name__ == "__main__":
    digits()
    coffee()
