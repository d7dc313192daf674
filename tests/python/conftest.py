"""Where the tests find the module that `make python` has built, and the repository's data."""

import gzip
import json
import os
import pathlib
import sys

SOURCE = pathlib.Path(os.environ.get("REFEREE_SOURCE", pathlib.Path(__file__).parents[2]))
BUILD = pathlib.Path(os.environ.get("REFEREE_BUILD", SOURCE / "build"))
sys.path.insert(0, str(BUILD / "python"))


def golden(name):
    """The traces of tests/golden/NAME.jsonl.gz, one after the other."""
    with gzip.open(SOURCE / "tests" / "golden" / f"{name}.jsonl.gz", "rt") as lines:
        for line in lines:
            yield json.loads(line)
