#!/usr/bin/env python3
"""Proves that the golden tests can fail: links the replay of the recorded games with wrong rules, which it
must find, and with the rules as they are, which must pass.

    tests/golden/mutate.py [--list] BUILD-FOLDER [GAME...]      (after `make build/tests`)

mutations/GAME.py lists the wrong rules of a game: a name, then places in referee/games/GAME/rules* and what
stands there instead. Each place must be there exactly once, or the wrong rule fails: it needs to be brought
up to date. --list only looks for the places. mutations/GAME.cpp replays the recorded games and prints the
first difference. Wrong rules are tried side by side, one on each core."""

import concurrent.futures
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile

GOLDEN = pathlib.Path(__file__).resolve().parent
SOURCE = GOLDEN.parents[1]
TIME_LIMIT = 300  # seconds; a wrong rule may make a game endless


class Game:
    """The rules of a game, what replays its recorded games, and its wrong rules."""

    def __init__(self, name, build):
        data = runpy.run_path(str(GOLDEN / "mutations" / f"{name}.py"))
        self.name = name
        self.build = build
        self.wrong_rules = data["WRONG_RULES"]
        self.replay = [f"tests/golden/mutations/{name}.cpp", *data["REPLAY"]]
        self.others = data["LINKED"]
        folder = SOURCE / "referee/games" / name
        self.rules = {path.relative_to(SOURCE).as_posix(): path.read_text() for path in sorted(folder.glob("rules*"))}

    def mutated(self, places):
        """The files of the rules with these places replaced; a string says what is wrong with a place."""
        texts = dict(self.rules)
        for right, wrong in places:
            holders = [file for file, text in texts.items() if right in text]
            if len(holders) != 1 or texts[holders[0]].count(right) != 1:
                return f"not exactly once in the rules: {right!r}"
            texts[holders[0]] = texts[holders[0]].replace(right, wrong)
        return texts

    def difference(self, places):
        """What the recorded games say to these rules: (is found, text)."""
        texts = self.mutated(places)
        if isinstance(texts, str):
            return None, texts
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, text in texts.items():
                path = folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            changed = [file for file in texts if texts[file] != self.rules[file]]
            header_changed = any(file.endswith(".hpp") for file in changed)
            sources, objects = [], [self.object(file) for file in self.others]
            for file in texts:
                if file.endswith(".cpp") and (header_changed or file in changed):
                    sources.append(folder / file)
                elif file.endswith(".cpp"):
                    objects.append(self.object(file))
            for file in self.replay:
                if header_changed or not self.object(file).exists():
                    sources.append(SOURCE / file)
                else:
                    objects.append(self.object(file))
            program = folder / "program"
            built = self.run(
                *os.environ.get("CXX", "g++").split(), "-std=c++20", "-O1", "-w", "-D_GNU_SOURCE", *self.sanitizers(),
                f"-I{folder}/referee", f"-I{SOURCE}/referee", f"-I{SOURCE}/ai-samples", f"-I{SOURCE}/tests",
                f"-I{SOURCE}", *sources, *objects, "-o", program, "-lboost_iostreams", "-lboost_filesystem", "-lfmt",
                "-lnettle")
            if built.returncode != 0:
                return None, "doesn't compile: " + built.stderr
            try:
                replayed = self.run(program, timeout=TIME_LIMIT)
            except subprocess.TimeoutExpired:
                return True, "endless"
            found = replayed.returncode != 0
            return found, (replayed.stdout.strip() or f"status {replayed.returncode}") if found else "no difference"

    def object(self, source):
        return self.build / "objects" / pathlib.Path(source).with_suffix(".o")

    def sanitizers(self):
        """The objects of a sanitizer build want its libraries."""
        is_sanitized = self.build.name.startswith("san-")
        return [f"-fsanitize={self.build.name[4:].replace('-', ',')}"] if is_sanitized else []

    def run(self, *command, timeout=None):
        environment = {**os.environ, "REFEREE_SOURCE": str(SOURCE), "REFEREE_BUILD": str(self.build)}
        return subprocess.run(
            list(map(str, command)), capture_output=True, text=True, errors="replace", env=environment, timeout=timeout)


def try_all(game, pool):
    """Returns how many rules were not as expected."""
    failures = 0
    tasks = [("the rules as they are", []), *((name, places) for name, *places in game.wrong_rules)]
    for (name, places), (found, text) in zip(tasks, pool.map(lambda task: game.difference(task[1]), tasks)):
        as_expected = found == bool(places)
        failures += not as_expected
        print(f"{'ok  ' if as_expected else 'FAIL'} {game.name}: {name}: {text[:120] if as_expected else text}", flush=True)
    print(f"{game.name}: {len(game.wrong_rules)} wrong rules, {failures} not as expected", flush=True)
    return failures


def list_all(game):
    failures = 0
    for name, *places in game.wrong_rules:
        texts = game.mutated(places)
        if isinstance(texts, str):
            print(f"FAIL {game.name}: {name}: {texts}")
            failures += 1
    print(f"{game.name}: {len(game.wrong_rules)} wrong rules, {failures} without their place")
    return failures


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--list"]
    if not arguments:
        sys.exit(__doc__)
    build = pathlib.Path(arguments[0]).resolve()
    names = arguments[1:] or sorted(path.stem for path in (GOLDEN / "mutations").glob("*.py"))
    games = [Game(name, build) for name in names]
    if "--list" in sys.argv:
        sys.exit(1 if sum(map(list_all, games)) else 0)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sys.exit(1 if sum(try_all(game, pool) for game in games) else 0)


main()
