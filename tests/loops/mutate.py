#!/usr/bin/env python3
"""Shows that the fast tests of the loops notice faults: builds the test program with each fault of the lists beside this file and
runs the fast tests that must notice it.

    tests/loops/mutate.py [--list] BUILD-FOLDER [WORD...]      (after `make build/tests`)

LOOP.py has FAULTS = [(name, file, old text, new text, tests), …]: the old text stands exactly once in the file, a .cpp; `tests`
are names or tags in Catch2's syntax. A sixth member says which slow test notices what the fast ones can't. Words choose loops,
or faults whose names have one of them. --list only looks for the places. First the tests run on the sources as they are, and
must pass.

The sources stay as they are. The files of the folders with faults are compiled one by one, without optimising, and linked before
everything else: of two definitions the linker takes the first one."""

import concurrent.futures
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
WANTED = 9  # of 10
TIME_LIMIT = 300  # seconds; a fault may make a loop endless


def all_faults(words):
    """(loop, name, file, old text, new text, tests, slow test or "")"""
    faults = []
    for path in sorted(HERE.glob("*.py")):
        if path.name != "mutate.py":
            for fault in runpy.run_path(str(path))["FAULTS"]:
                faults.append((path.stem, *fault, *[""] * (6 - len(fault))))
    return [fault for fault in faults if not words or any(word == fault[0] or word in fault[1] for word in words)]


def misplaced(fault):
    """What is wrong with the place of a fault, or ""."""
    file, old = fault[2], fault[3]
    if not file.endswith(".cpp"):
        return f"{file} is no .cpp: other files have its old text in them"
    return "" if (SOURCE / file).read_text().count(old) == 1 else f"its place isn't exactly once in {file}"


class Builder:
    """Compiles and links the test program with some files of its own."""

    def __init__(self, build, folder, faults):
        self.build, self.folder = build, folder
        self.compiler = (build / "flags-of-tests").read_text().split()[0]
        self.rooms = sorted({str(pathlib.Path(fault[2]).parent) for fault in faults})
        self.link = self.link_command(faults[0][2])

    def link_command(self, file):
        """As make would link after a change of that file."""
        target = os.path.relpath(self.build / "tests", SOURCE)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        dry = subprocess.run(
            ["make", "-n", "V=1", f"--assume-new={file}", f"BUILD={os.path.relpath(self.build, SOURCE)}", target], cwd=SOURCE,
            env=environment, capture_output=True, text=True)
        lines = dry.stdout.replace("\\\n", " ").splitlines()
        found = [line for line in lines if f" -o {target} " in line]
        if not found:
            sys.exit(f"make doesn't say how it links {target}: {dry.stderr[-300:]}")
        return found[-1].split(f" -o {target} ", 1)

    def compile(self, file, source, to):
        """What the compiler says, or ""."""
        made = subprocess.run(
            [self.compiler, "-D_GNU_SOURCE", "-Ireferee", "-Iai-samples", f"-I{self.build}/generated", "-std=c++20", "-O0", "-w",
             "-fPIC", "-fvisibility=hidden", "-c", "-x", "c++", source, "-o", to], cwd=SOURCE, capture_output=True, text=True)
        return "" if made.returncode == 0 else f"{file} doesn't compile: {made.stderr[-400:]}"

    def object_of(self, file):
        return self.folder / (file.replace("/", "_") + ".o")

    def compile_rooms(self, pool):
        self.files = [path.relative_to(SOURCE).as_posix() for room in self.rooms for path in sorted((SOURCE / room).glob("*.cpp"))]
        problems = list(pool.map(lambda file: self.compile(file, SOURCE / file, self.object_of(file)), self.files))
        if any(problems):
            sys.exit("\n".join(filter(None, problems)))

    def program(self, name, replaced, by):
        """The test program with the object of one file replaced. It lies where it finds what make has built."""
        program = self.build / f"tests-{name}"
        objects = [str(by if file == replaced else self.object_of(file)) for file in self.files]
        before, after = self.link
        linker = "-fuse-ld=lld" if shutil.which("ld.lld") else ""
        linked = subprocess.run(
            f"{before} {linker} -Wl,-z,muldefs -o {program} {' '.join(objects)} {after}", cwd=SOURCE, shell=True,
            capture_output=True, text=True)
        if linked.returncode != 0:
            raise RuntimeError(f"doesn't link: {linked.stderr[-400:]}")
        return program


def run_tests(program, build, tests):
    """Whether the tests pass (None: no test ran), and what they say."""
    environment = {**os.environ, "REFEREE_SOURCE": str(SOURCE), "REFEREE_BUILD": str(build)}
    try:
        ran = subprocess.run(
            [program, tests, "--abort"], cwd=SOURCE, env=environment, capture_output=True, text=True, errors="replace", timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return False, "endless"
    if re.search(r"^0 passed, 0 failed", ran.stdout, re.MULTILINE):
        return None, "no test ran"
    failed = re.search(r"\] failed: (.*)", ran.stderr)
    return ran.returncode == 0, failed[1] if failed else f"status {ran.returncode}"


def try_fault(builder, number, fault):
    """Whether the tests notice it (None: it can't be tried), and what they say."""
    _, _, file, old, new, tests, _ = fault
    source = builder.folder / f"{number}.cpp"
    by = builder.folder / f"{number}.o"
    source.write_text((SOURCE / file).read_text().replace(old, new))
    problem = builder.compile(file, source, by)
    if problem:
        return None, problem
    program = builder.program(f"with-fault-{number}", file, by)
    try:
        passes, said = run_tests(program, builder.build, tests)
    finally:
        program.unlink()
    return None if passes is None else not passes, said if passes is not True else "they pass"


def main():
    arguments = [word for word in sys.argv[1:] if word != "--list"]
    if not arguments:
        sys.exit(__doc__)
    build, faults = pathlib.Path(arguments[0]).resolve(), all_faults(arguments[1:])
    problems = [f"FAIL {fault[0]}: {fault[1]}: {misplaced(fault)}" for fault in faults if misplaced(fault)]
    print("".join(problem + "\n" for problem in problems), end="")
    if problems or not faults or "--list" in sys.argv:
        print(f"{len(faults)} faults, {len(problems)} without their place")
        return 1 if problems or not faults else 0
    found = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        builder = Builder(build, pathlib.Path(folder), faults)
        builder.compile_rooms(pool)
        program = builder.program("without-fault", None, None)
        for tests in sorted({fault[5] for fault in faults}):
            passes, said = run_tests(program, build, tests)
            if not passes:
                sys.exit(f"FAIL the sources as they are: {tests}: {said}")
        program.unlink()
        results = pool.map(lambda task: try_fault(builder, *task), enumerate(faults))
        for (loop, name, *_, slow), (is_found, said) in zip(faults, results):
            found += is_found is True
            note = f"; slow: {slow}" if slow and is_found is False else ""
            print(f"{'ok  ' if is_found else 'MISS'} {loop}: {name}: {said[:160]}{note}", flush=True)
    print(f"{len(faults)} faults, {found} found by fast tests")
    return 0 if found * 10 >= WANTED * len(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
