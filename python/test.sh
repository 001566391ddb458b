#!/usr/bin/env bash
# Builds the wheel of the example package, installs it in a virtual environment of its own and tests it there.
# Usage: bash python/test.sh [PYTHON]
#   PYTHON is an interpreter of the same version whose packages (torch, jax) are tested with, too; that of
#   benches/peers if there is one. Without it, what needs torch or jax is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
made=$PWD/target/python
[ -x "$made/venv/bin/python" ] || python3 -m venv "$made/venv"
"$made/venv/bin/python" -m pip install --quiet --disable-pip-version-check -r python/requirements.txt

rm -rf "$made/wheels"
# Not optimised: the tests look at addresses and messages.
"$made/venv/bin/maturin" build --quiet --locked --profile "${PROFILE:-dev}" --manifest-path python/Cargo.toml \
  --interpreter "$made/venv/bin/python" --out "$made/wheels"
ls "$made/wheels"
"$made/venv/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$made"/wheels/*.whl

peers=${1:-benches/peers/.venv/bin/python}
if [ -x "$peers" ]; then
  PYTHONPATH=$("$peers" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  export PYTHONPATH
fi
# From elsewhere, so that the package is the one of the wheel.
cd "$made"
"$made/venv/bin/python" -B -m pytest -q -rs -p no:cacheprovider "$OLDPWD/python/tests"
