"""Text of files on a terminal: no control character reaches it."""

from jounce.cli.text import letters, tell


def test_letters():
    assert letters("Gelenk ü\n1") == "Gelenk ü\n1"
    assert letters("\x1b[2J\u202e\t") == r"\x1b[2J\u202e\t"
    assert letters("") == ""


def test_a_line_on_stderr(capsys):
    tell("a line")
    assert capsys.readouterr() == ("", "a line\n")


def test_nobody_reads_stderr(monkeypatch):
    class Gone:
        def write(self, _):
            raise BrokenPipeError

        def flush(self):
            raise BrokenPipeError

        def isatty(self):
            return False

    monkeypatch.setattr("sys.stderr", Gone())
    tell("a line")
