"""Every example, in the help and in the guide, is understood; every command has help, and JSON."""

import re
import shlex
from pathlib import Path

import pytest

from jounce.cli.program import main

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "command-line.md"
BLOCK = re.compile(r"^```bash\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HELPS = [line.strip() for command in (main, *main.commands.values()) for line in command.help.splitlines()]
IN_HELP = [line for line in HELPS if line.startswith("jounce ")]
IN_GUIDE = [line for block in BLOCK.findall(GUIDE.read_text()) for line in block.replace("\\\n", " ").splitlines() if line]


@pytest.mark.parametrize("example", dict.fromkeys([*IN_HELP, *IN_GUIDE]))
def test_examples_are_understood(example):
    """Options and values are checked, nothing is run."""
    program, *words = shlex.split(example.partition("#")[0])
    assert program == "jounce"
    if words[0].startswith("-"):
        assert words in (["--version"], ["--help"])
        return
    command = main.commands[words[0]]
    if "--help" not in words:
        command.make_context(words[0], words[1:])


@pytest.mark.parametrize("name", main.commands)
def test_every_command(run, name):
    done = run(name, "--help")
    assert done.exit_code == 0
    assert "Examples:" in done.stdout
    assert "--json" in done.stdout
    assert any(example.startswith(f"jounce {name}") for example in IN_HELP)
    assert any(example.startswith(f"jounce {name}") for example in IN_GUIDE)


def test_guide_names_every_option():
    text = GUIDE.read_text()
    options = {option for command in main.commands.values() for parameter in command.params for option in parameter.opts}
    assert not {option for option in options if option.startswith("--") and option not in text}
