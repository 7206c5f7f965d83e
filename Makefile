# `make demo` and `make test` do all set-up themselves: they only need Python 3.11 or newer.
# demo: motor torque of a KUKA LWR, checked by simulation, into out/. test: every check. docs: the pages, into site/.
# bench: times, beside Pinocchio's.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export NO_MKDOCS_2_WARNING := 1

.PHONY: demo test test-all lint docs bench clean

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "jounce needs Python 3.11 or newer, this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)

# One stamp an environment: re-installed only when pyproject.toml changes.
$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable ".[plot]"
	touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable ".[test,docs]"
	touch $@

demo: $(VENV)/.demo
	$(BIN)/jounce demo --out out

test: lint docs
	$(BIN)/python -m pytest -n auto -m "not slow"

test-all: lint docs
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.test
	$(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/.test
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) site out build dist
