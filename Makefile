# `make demo` and `make test` do all set-up themselves: they only need Python 3.11 or newer.
# demo: motor torque of a KUKA LWR, checked by simulation, into out/. test: every check. docs: the pages, into site/.
# coverage: the tests, with the lines of src that they run; test-all has it and the exhaustive cases. package: wheel and sdist, installed and
# tried in fresh environments. web: the script of pages that move, from web/ (needs node). animation: the moving picture of the README (needs
# chromium). bench: times, beside Pinocchio's. test-clang, test-torch, test-numpy1: what depends on the compiler, on PyTorch, and on NumPy, with clang, PyTorch
# and NumPy 1. test-portable: a random tenth of the tests in random order, from other random numbers, for each of several instruction sets.
# Another Python: make test PYTHON=python3.13 VENV=.venv-3.13
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export NO_MKDOCS_2_WARNING := 1

.PHONY: demo test test-all test-portable test-clang test-torch test-numpy1 coverage package lint docs web animation bench clean

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "jounce needs Python 3.11 or newer, this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)

# One stamp an environment: re-installed only when its versions change. Those of constraints.txt were tried together.
$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable ".[plot]"
	touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test,docs]"
	touch $@

demo: $(VENV)/.demo
	$(BIN)/jounce demo --out out

# Tests of pages need packages of node: where node is, they are installed, and where not, the last lines of the tests say so.
test: lint docs web/node_modules/.package-lock.json
	$(BIN)/python -m pytest -n auto -m "not slow" --budget 1.5

test-all: lint docs coverage
	$(BIN)/python -m pytest -n auto -m slow

# TURN: which tenth and which order; the clock says, if not given.
test-portable: $(VENV)/.test web/node_modules/.package-lock.json
	$(BIN)/python .ci/portable.py $(if $(TURN),--turn $(TURN)) $(if $(SETS),--sets $(SETS))

test-clang: $(VENV)/.test
	CC=clang $(BIN)/python -m pytest -n auto -m "not slow" tests/codegen tests/kernel tests/functions tests/export tests/test_processes.py

# PyTorch's wheels for Linux take gigabytes, too much for every test: those that need it have an environment of their own, without
# constraints.txt, as each version of PyTorch wants its own versions of NVIDIA's wheels.
test-torch: $(BIN)/python
	$(BIN)/python -m venv $(VENV)-torch
	$(VENV)-torch/bin/python -m pip install --quiet --editable ".[test,torch]"
	$(VENV)-torch/bin/python -c 'import torch'
	$(VENV)-torch/bin/python -m pytest -n auto -m "not slow" tests/kernel/backends/test_tensors.py

# The Pinocchio that goes with NumPy 1 is an old one: folders whose tests compare with it are left out.
test-numpy1: $(BIN)/python
	$(BIN)/python -m venv $(VENV)-numpy1
	$(VENV)-numpy1/bin/python -m pip install --quiet --editable ".[plot,optim,symbolic]" "numpy<2" pytest pytest-xdist hypothesis mpmath pin
	$(VENV)-numpy1/bin/python -m pytest -n auto -m "not slow" tests/codegen tests/kernel tests/functions tests/export tests/numbers tests/simulation tests/trajectory \
		tests/test_processes.py

coverage: $(VENV)/.test
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto -m "not slow"
	-$(BIN)/coverage combine --quiet # files of processes that tests killed are broken
	$(BIN)/coverage report

package: $(VENV)/.test
	$(BIN)/python .ci/package.py

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.test
	$(BIN)/mkdocs build --strict --quiet

web/node_modules/.package-lock.json: web/package-lock.json
	-command -v npm >/dev/null && cd web && npm ci --no-audit --no-fund --loglevel=error

web:
	cd web && npm ci --no-audit --no-fund && npm run build

animation: $(VENV)/.test
	$(BIN)/python web/animation.py

bench: $(VENV)/.test
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) $(VENV)-numpy1 site out build dist web/node_modules
