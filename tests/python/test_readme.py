"""The examples of referee/python/README.md, as they stand there."""

import re

import conftest


def example(begins=""):
    """The first one, or the one after a line that ends with these words."""
    text = (conftest.SOURCE / "referee" / "python" / "README.md").read_text()
    return re.search(re.escape(begins) + r"\n\n```python\n(.*?)```", text, re.DOTALL).group(1)


def test_the_first_example_learns_to_beat_random(capsys):
    exec(compile(example(), "README.md", "exec"), {})
    untrained, trained = re.findall(r"(\d+)%", capsys.readouterr().out)
    assert int(untrained) < 60
    assert int(trained) > 85


def test_the_first_example_is_short():
    assert len([line for line in example().splitlines() if line.strip()]) <= 32


def test_the_search_beats_random(capsys):
    exec(compile(example("`search`:"), "README.md", "exec"), {})
    (won,) = re.findall(r"won (\d+) of 20", capsys.readouterr().out)
    assert int(won) >= 15
