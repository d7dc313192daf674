"""What a page tells its reader to type, in the order in which it does.

A page is walked if a block of it has a command. In such a page a block without a language, fenced or
indented, or with the language sh is typed into a shell. Every other one has a language: it is a file, if
the paragraph before says "Save it as `NAME`" or "Add these lines to `NAME`", or something to look at.

What not every machine can do is marked for the reader, in the comment of the line or in the last
sentence before the block:
    on a machine with PROGRAM   typed if the program is there (systemd: if it runs)
    on another machine          not typed
    takes … hours, … days       not typed
    prints a link               typed; the link is opened, then the program ended
"""

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# What a line begins with that is a command, whatever else the page shows.
COMMAND = re.compile(
    r"^(sudo |[A-Z_]+=\S+ )*"
    r"(build/[\w./-]+|referee|make|scripts/[\w/.-]+|[\w./-]+/try|install|git|g\+\+|gcc|clang\+\+|cargo|cp|mv|rm|mkdir|cd|chmod"
    r"|printf|cat|sed|alias|export|env|apt-get|systemctl|systemd-run|useradd|podman|docker|wsl|ssh|curl|python3|node|npm"
    r"|for [\w]+ in|while)( |$)"
)
SAVE = re.compile(r"\b[Ss]ave (?:it|this|them|these lines) as `([^`]+)`")
ADD = re.compile(r"\b[Aa]dd (?:it|this|them|these lines) to `([^`]+)`")
MARKS = [
    ("with", re.compile(r"\b[Oo]n (?:a|any|the) (?:machine|computer|cluster|system) with ([\w.+-]+)")),
    ("never", re.compile(r"\b[Oo]n another (?:machine|computer)()\b")),
    ("never", re.compile(r"\btakes [^.;]*\b(?:hours?|days?)()\b")),
    ("link", re.compile(r"\bprints a link()\b")),
]


@dataclass
class Mark:
    kind: str  # with, never, link
    text: str  # as the page says it
    program: str = ""


@dataclass
class Step:
    page: str
    line: int
    text: str  # of a command, or of a file
    mark: Mark | None = None
    file: str = ""  # its name, if this is a file
    is_added: bool = False  # to what the file has already


@dataclass
class Block:
    line: int
    language: str
    lines: list = field(default_factory=list)
    before: str = ""  # the paragraph before it
    is_generated: bool = False  # by `make pages`: what a program prints


def blocks(text):
    found, paragraph, generated = [], [], False
    block = fence = None
    is_blank, listed = True, 0
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        indent = len(line) - len(line.lstrip())
        if fence is not None:
            if bare == "```":
                fence = block = None
                paragraph = []
            else:
                block.lines.append(line[fence:] if line[:fence].isspace() else line)
            continue
        if bare.startswith("```"):
            block = Block(number + 1, bare[3:], [], " ".join(paragraph), generated)
            found.append(block)
            fence = indent
            continue
        if bare.startswith("<!-- begin "):
            generated = True
        elif bare.startswith("<!-- end "):
            generated = False
        # A block lies four columns within the text of its list, if it is in one.
        if bare and indent < listed:
            listed = 0
        if bare and indent >= listed + 4 and (is_blank or block):
            if block is None:
                block = Block(number, "", [], " ".join(paragraph), generated)
                found.append(block)
            while len(block.lines) < number - block.line:
                block.lines.append("")
            block.lines.append(line[listed + 4 :])
        elif bare:
            if block or is_blank:
                paragraph = []
            block = None
            item = re.match(r"\s*([-*]|\d+\.) +", line)
            if item:
                listed, paragraph = len(item.group(0)), []
            paragraph.append(bare)
        is_blank = not bare
    return found


def man_blocks(text):
    """The examples of a man page."""
    found, block = [], None
    examples = text.split("\n.SH ")
    number = 1
    for part in examples:
        for line in part.split("\n"):
            if part.startswith("EXAMPLES") and line == ".nf":
                block = Block(number + 1, "")
                found.append(block)
            elif line == ".fi":
                block = None
            elif block:
                block.lines.append(line.replace("\\-", "-"))
            number += 1
    return [block for block in found if has_command(block)]


def is_manual(page):
    return page.endswith((".1", ".5"))


def blocks_of(page, text):
    return man_blocks(text) if is_manual(page) else blocks(text)


def is_shell(block):
    return block.language in ("", "sh") and not block.is_generated


def has_command(block):
    return any(COMMAND.match(line) for line in block.lines)


def is_walked(page, text):
    return any(is_shell(block) and has_command(block) for block in blocks_of(page, text))


def mark_in(text):
    for kind, form in MARKS:
        found = form.search(text)
        if found:
            return Mark(kind, found.group(0), found.group(1))
    return None


def last_sentence(paragraph):
    return re.split(r"(?<=[.!?:)]) +(?=[A-Z`*\[])", paragraph)[-1]


def comment_of(command):
    return " ".join(re.findall(r"(?:^|\s)#\s(.*)", command))


def is_complete(command):
    return subprocess.run(["bash", "-n"], input=command, text=True, capture_output=True).returncode == 0


def commands(block):
    """Lines, and the first line's number; what the shell reads as one command stays together."""
    found, begun, first = [], [], 0
    for number, line in enumerate(block.lines, block.line):
        if not begun and (not line.strip() or line.startswith("#")):
            continue
        first = first if begun else number
        begun.append(line)
        if not line.endswith("\\") and is_complete("\n".join(begun)):
            found.append((first, "\n".join(begun)))
            begun = []
    if begun:
        found.append((first, "\n".join(begun)))
    return found


def steps(page, text):
    """What is typed and which files are made, in the page's order; and what is wrong with the page."""
    found, wrong = [], []
    if not is_walked(page, text):
        return found, wrong
    for block in blocks_of(page, text):
        if is_shell(block):
            whole = mark_in(last_sentence(block.before))
            for line, command in commands(block):
                found.append(Step(page, line, command, mark_in(comment_of(command)) or whole))
            continue
        save, add = SAVE.search(block.before), ADD.search(block.before)
        if save or add:
            name = (save or add).group(1)
            found.append(Step(page, block.line, "\n".join(block.lines) + "\n", None, name, bool(add)))
        elif has_command(block) and not block.is_generated:
            wrong.append(f"{page}:{block.line}: a command in a block of language {block.language}")
    return found, wrong


def documents(source):
    """All pages and man pages but those about the tests, README.md first: the others begin where it has ended."""
    left_out = {"build", "tests", ".git", "node_modules"}
    found = []
    for folder, folders, files in os.walk(source):
        folders[:] = set(folders) - left_out
        found += [os.path.relpath(os.path.join(folder, file), source) for file in files if file.endswith((".md", ".1", ".5"))]
    return sorted(found, key=lambda page: (page != "README.md", page))


def walk_of(source, page):
    return steps(page, (Path(source) / page).read_text(encoding="utf-8"))
