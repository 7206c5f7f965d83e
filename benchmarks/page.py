"""The benchmarks page of the documentation, from the JSON of a run: python benchmarks/page.py [out/benchmarks.json]."""

import json
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

This table is made by `benchmarks/page.py` from a run of `make bench`, not edited. Robot: `kuka_lwr`.

Machine: {machine}. Load {load} at the start, {load_after:.2f} at the end; {stolen:.0f} % of all time went to other guests of the
machine. {method}

*C*: one call inside C. *Python*: one call of the public function from Python. *batch*: 10,000 samples in one call of the public
function, one thread, a sample. *cold* and *warm*: from `jn.load` to the first native result in a new process, with an empty and
with a filled cache. Ratios are against Pinocchio's C++ function (*C*, *batch*), its Python function (*Python*), C that CasADi
generates from its templates (*beside generated code*; the faster of two levels of optimisation) or one thread.

| case | jounce | Pinocchio, Python | Pinocchio, C++ | Pinocchio, generated C | ratio | bar | error |
|---|---:|---:|---:|---:|---:|---:|---:|
"""
TAIL = "\n## Large robots"
"""What follows is written by hand, or by other programs: it stays as it is."""


def cell(row: dict, key: str, form: str, unit: str = "") -> str:
    """A number of the table, or nothing."""
    return "" if row[key] is None else f"{row[key]:{form}}{unit}"


def main() -> None:
    source = Path(sys.argv[1] if len(sys.argv) > 1 else "out/benchmarks.json")
    report = json.loads(source.read_text())
    about = report["machine"]
    machine = "; ".join(f"{key} {about[key]}" for key in ("processor", "cores", "python", "numpy", "pinocchio", "compiler"))
    text = HEAD.format(
        machine=machine,
        load=about["load"],
        load_after=about["load_after"],
        stolen=100 * about["stolen"],
        method=report["method"],
    )
    for row in report["rows"]:
        value = f"{row['value']:.0f}" if row["unit"] == "" else f"{row['value']:.3g} {row['unit']}"
        cells = [
            row["name"],
            value,
            cell(row, "pinocchio_python_us", ".3g", " us"),
            cell(row, "pinocchio_cpp_us", ".3g", " us"),
            cell(row, "generated_us", ".3g", " us"),
            cell(row, "ratio", ".3f"),
            cell(row, "limit", ".3g"),
            cell(row, "error", ".1e"),
        ]
        text += f"| {' | '.join(cells)} |\n"
    before = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text + before[before.index(TAIL) :], encoding="utf-8")


if __name__ == "__main__":
    main()
