"""The example of referee/python/README.md, as it stands there."""

import re

import conftest


def example():
    text = (conftest.SOURCE / "referee" / "python" / "README.md").read_text()
    return re.search(r"```python\n(.*?)```", text, re.DOTALL).group(1)


def test_the_first_example_learns_to_beat_random(capsys):
    exec(compile(example(), "README.md", "exec"), {})
    untrained, trained = re.findall(r"(\d+)%", capsys.readouterr().out)
    assert int(untrained) < 60
    assert int(trained) > 85


def test_the_first_example_is_short():
    assert len([line for line in example().splitlines() if line.strip()]) <= 32
