"""Table of the commands of `jounce` with the texts of the help; the module of a command is imported when the command runs."""

from collections.abc import Iterator, Mapping
from importlib import import_module

import click

GROUPS = {
    "Begin": {
        "demo": "Compute the motor torque of a KUKA LWR, checked by simulation.",
        "robots": "List the robots of the library, and drives for yours.",
        "info": "Show the structure, eigenfrequencies and zeros of a robot.",
    },
    "Compute": {
        "torque": "Compute the motor torque along a motion.",
        "fastest": "Compute a minimum-time motion within the robot's limits.",
        "simulate": "Simulate a robot under the computed motor torque.",
        "sweep": "Simulate robots with uncertain parameters.",
        "view": "Animate a motion on an HTML page.",
    },
    "Measure": {
        "excite": "Design an excitation motion for identifying a robot.",
        "identify": "Identify the parameters of a robot from recorded motion.",
    },
    "Hand on": {
        "export": "Write a robot for other programs, or its equations in C.",
    },
    "Look after": {
        "bench": "Measure run times of the functions on this machine.",
        "cache": "Show or delete compiled kernels.",
        "reproduce": "Redraw the figures and tables of a paper with our numbers.",
    },
}
"""{heading: {command: the first sentence of its help}}. Each command is a function in a module of the same name."""
ABOUT = {name: sentence for group in GROUPS.values() for name, sentence in group.items()}


class Commands(Mapping[str, click.Command]):
    """Mapping {name: command}; the module of a command is imported when the command is accessed."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in ABOUT:
            raise KeyError(name)
        command: click.Command = getattr(import_module(f"jounce.cli.{name}"), name)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(ABOUT)

    def __len__(self) -> int:
        return len(ABOUT)
