"""Lets `python -m inspector` do what the command `inspector` does."""

import sys

from inspector.cli import main

sys.exit(main())
