"""The program `jounce`: command group, error messages and exit codes."""

import json
import os
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem, shell_complete

import jounce as jn
from jounce.cli.commands import ABOUT, GROUPS, Commands
from jounce.cli.text import letters, tell

FAILED, WRONG_USE, INTERRUPTED, NO_READER = 1, 2, 130, 141
"""Exit codes: computation failed; wrong use; interrupted by Ctrl-C; output pipe closed by its reader."""
COMPLETE = "_JOUNCE_COMPLETE"
"""Name of the environment variable by which a shell requests completions."""
WIDTH = max(map(len, ABOUT))
"""Width of the column of command names in the help [columns]."""
MOST_SAID = 2000
"""Number of characters beyond which an error message is shortened in the middle."""


class CommandGroup(click.Group):
    """Command group that reports an error as one sentence and a defined exit code; a traceback is shown only with --debug."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **more: Any) -> NoReturn:  # type: ignore[override]
        """Run the command in `args` (default: the arguments of the process) and exit with its exit code."""
        arguments = list(sys.argv[1:] if args is None else args)
        _open_streams()
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            completion = os.environ.get(COMPLETE)
            sys.exit(shell_complete(self, {}, "jounce", COMPLETE, completion) if completion else self._run(arguments))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(ABOUT)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands and their descriptions under the headings of the help, without importing their modules."""
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:{WIDTH}}", about) for name, about in group.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return completions: options, and the commands that begin with `incomplete`, without importing their modules."""
        items = [CompletionItem(name, help=about) for name, about in ABOUT.items() if name.startswith(incomplete)]
        return items + click.Command.shell_complete(self, ctx, incomplete)

    def _run(self, arguments: list[str]) -> int:
        try:
            with self.make_context("jounce", list(arguments)) as context:
                self.invoke(context)
            sys.stdout.flush()
        except click.exceptions.Exit as done:
            return done.exit_code
        except click.exceptions.NoArgsIsHelpError as help_wanted:
            help_wanted.show()
            return WRONG_USE
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the flush at exit has somewhere to go
            return NO_READER
        except (Exception, KeyboardInterrupt) as error:
            if "--debug" in arguments:
                traceback.print_exc()
            code, sentence = _explain(error)
            said = {"error": sentence, "exit_code": code}
            tell(json.dumps(said) if "--json" in arguments else f"jounce: {sentence}")
            return code
        return 0


def _explain(error: BaseException) -> tuple[int, str]:
    """Return the exit code for an error, and the error message on one line."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, "interrupted."
    if isinstance(error, click.UsageError):
        command = "jounce" if error.ctx is None else error.ctx.command_path
        return WRONG_USE, f"{_line(error.format_message())} See `{command} --help`."
    if isinstance(error, (jn.errors.ModelError, jn.errors.InputError)):
        return WRONG_USE, _line(error)
    if isinstance(error, jn.errors.JounceError):
        return FAILED, _line(error)
    if isinstance(error, OSError):
        return FAILED, _line(f"{error.filename or 'output'}: {error.strerror}.")
    if isinstance(error, MemoryError):
        return FAILED, "not enough memory; ask for fewer samples."
    return FAILED, f"{type(error).__name__}: {_line(error)} This is a defect of jounce; `jounce --debug ...` shows where."


def _line(message: object) -> str:
    """Return a message on one line, shortened in the middle if it repeats a very long name or value."""
    line = letters(" ".join(str(message).split()))
    if len(line) <= MOST_SAID:
        return line
    half = MOST_SAID // 2
    return f"{line[:half]} [... {len(line) - 2 * half} characters ...] {line[-half:]}"


def _warn(message: Warning | str, *where: Any, **more: Any) -> None:
    tell(f"jounce: warning: {_line(message)}")


def _open_streams() -> None:
    """Open /dev/null in place of standard streams that the caller closed, as in `jounce ... 2>&-`.

    File descriptors 0 to 2 are opened too: otherwise the next opened file would get such a number, and C libraries would write
    their messages into that file.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


@click.group(
    cls=CommandGroup, commands=Commands(), context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120}
)
@click.version_option(jn.__version__, prog_name="jounce", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, expose_value=False, help="Show a traceback when something fails.")
def main() -> None:
    """Inverse dynamics of robots with elastic joints: motor torque, motor motion and deflection from a motion.

    \b
    Examples:
      jounce demo
      jounce robots
      jounce info kuka_lwr
      jounce torque kuka_lwr --to 1,-0.5,0.8,1.2,0.3,-0.7,0.5 --duration 2 --out torque.csv

    A robot is a name of the library, or a file that ends in .urdf, .xml (MJCF) or .toml. Exit codes: 0 success, 1 the
    computation failed, 2 wrong use, 130 interrupted.
    """
