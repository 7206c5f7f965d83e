"""Every example, in the help and in the guide, is understood; every command has help, and JSON."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from jounce.cli.commands import GROUPS
from jounce.cli.main import main

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


def test_help_loads_nothing_large():
    """It is there at once: commands, and what they compute with, are loaded when one is run."""
    text = "import sys\nfrom jounce.cli import main\ntry:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", text, "--help"], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "jounce.cli.main" in loaded
    assert not loaded & {
        "numpy",
        "scipy",
        "rich",
        "matplotlib",
        "jounce.robot",
        *(f"jounce.cli.{name}" for name in main.commands),
    }


def test_help_is_in_the_order_of_work(run):
    """In groups, with the sentences that the commands' own help begins with, each an order."""
    shown = run("--help").stdout
    assert list(main.commands) == [
        "demo",
        "robots",
        "info",
        "torque",
        "fastest",
        "simulate",
        "sweep",
        "view",
        "excite",
        "identify",
        "export",
        "bench",
        "cache",
        "reproduce",
    ]
    rows = [line.split(maxsplit=1) for line in shown.splitlines() if line.strip().split(" ")[0] in main.commands]
    assert [name for name, _ in rows] == list(main.commands)
    for name, sentence in rows:
        assert main.commands[name].help.splitlines()[0] == sentence
        assert main.commands[name].name == name
        assert re.fullmatch(r"(Animate|Compute|Design|Identify|List|Measure|Redraw|Show|Simulate|Write) .*\.", sentence)
    assert max(map(len, shown.splitlines())) <= 100
    for heading in GROUPS:
        assert f"\n{heading}:\n" in shown
