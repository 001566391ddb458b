#!/usr/bin/env bash
# Builds the wheel of holor_xp, installs it in a virtual environment of its own and tests it there, beside
# array_api_strict.
# Usage: bash python/xp/test.sh [ARGUMENTS OF PYTEST..]
set -euo pipefail
cd "$(dirname "$0")/../.."
made=$PWD/target/python_xp
[ -x "$made/venv/bin/python" ] || python3 -m venv "$made/venv"
"$made/venv/bin/python" -m pip install --quiet --disable-pip-version-check -r python/xp/requirements.txt

rm -rf "$made/wheels"
# Not optimised: the tests look at results, dtypes and messages. Integers wrap around, as in a release.
"$made/venv/bin/maturin" build --quiet --locked --profile "${PROFILE:-wrapping}" --manifest-path python/xp/Cargo.toml \
  --interpreter "$made/venv/bin/python" --out "$made/wheels"
ls "$made/wheels"
"$made/venv/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$made"/wheels/*.whl

# From elsewhere, so that the package is the one of the wheel.
tests=$PWD/python/xp/tests
cd "$made"
"$made/venv/bin/python" -B -m pytest -q -p no:cacheprovider "$tests" "$@"
