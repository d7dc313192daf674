#!/usr/bin/env python3
"""Shows that the tests of pages notice faults: plants each fault of mutations.py in the sources, builds, runs the tests that
must notice it, and takes it back.

    tests/browser/mutate.py [--list] BUILD-FOLDER [WORD...]      (after `make all`)

Words choose the faults whose names have one of them. --list only looks for the places: each must be there exactly once. First
the tests run on the pages as they are, which must pass. It changes the sources while it runs; it refuses files that have
changes which aren't committed, and restores them at the end, also after Ctrl-C."""

import os
import pathlib
import runpy
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
WANTED = 27  # of 30


def run(build, file, names):
    """The tests of a file whose names match: whether they pass, and what they say."""
    environment = {**os.environ, "REFEREE_SOURCE": str(SOURCE), "REFEREE_BUILD": str(build), "CASES": names,
                   "PATIENCE": os.environ.get("PATIENCE", "60000")}
    pattern = [] if file == "every.test.mjs" else [f"--test-name-pattern={names}"]
    ran = subprocess.run(["node", "--test-reporter=tap", *pattern, file], cwd=HERE, env=environment, capture_output=True, text=True)
    lines = ran.stdout.splitlines()
    if not any(line.startswith("ok") and "# SKIP" not in line or line.startswith("not ok") for line in lines):
        return None, "no test ran"
    said = next((line.strip() for line in lines if line.startswith("    +   ") or "error:" in line and "|-" not in line), "")
    return ran.returncode == 0, said


def make(build):
    made = subprocess.run(["make", f"BUILD={build.relative_to(SOURCE)}", str(build.relative_to(SOURCE) / "referee")], cwd=SOURCE, capture_output=True, text=True)
    return made.returncode == 0, made.stderr[-400:]


def main():
    words = [word for word in sys.argv[1:] if word != "--list"]
    build, chosen = pathlib.Path(words[0]).resolve(), words[1:]
    faults = [fault for fault in runpy.run_path(str(HERE / "mutations.py"))["FAULTS"] if not chosen or any(word in fault[0] for word in chosen)]
    misplaced = [(name, file) for name, file, right, *_ in faults if (SOURCE / file).read_text().count(right) != 1]
    for name, file in misplaced:
        print(f"FAIL {name}: its place isn't exactly once in {file}")
    if misplaced or "--list" in sys.argv:
        print(f"{len(faults)} faults, {len(misplaced)} without their place")
        return 1 if misplaced else 0
    files = sorted({fault[1] for fault in faults})
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", *files], cwd=SOURCE).returncode != 0:
        print("these files have changes that aren't committed: " + " ".join(files))
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    clean = {}
    for _, _, _, _, test, names in faults:
        if (test, names) not in clean:
            clean[test, names] = run(build, test, names)
            if clean[test, names][0] is not True:
                print(f"FAIL the pages as they are: {test} {names}: {clean[test, names][1]}", flush=True)
    found = 0
    for name, file, right, wrong, test, names in faults:
        path = SOURCE / file
        text = path.read_text()
        try:
            path.write_text(text.replace(right, wrong))
            built, what = make(build)
            passes, said = run(build, test, names) if built else (None, f"doesn't build: {what}")
        finally:
            path.write_text(text)
        is_found = passes is False and clean[test, names][0] is True
        found += is_found
        print(f"{'ok  ' if is_found else 'MISS'} {name}: {said[:160]}", flush=True)
    make(build)
    print(f"{len(faults)} faults, {found} noticed")
    return 0 if found * 30 >= WANTED * len(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
