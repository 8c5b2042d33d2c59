#!/usr/bin/env bash
# Paints the pictures of the README anew. Usage: resources/pictures/make_pictures.sh [PYTHON], by default .venv/bin/python.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${1:-.venv/bin/python}

paint() { "$python" -m inspector picture "$1" -o "resources/pictures/$2" "${@:3}"; }

paint sample:field-guide window-light.png --select 21
paint sample:field-guide window-dark.png --theme dark --select 21
