# make demo   the main job: tune a threshold on the bundled news pages, write out/
# make test   everything that must hold: linters, types, tests, notebooks
# make lab    JupyterLab on the notebooks
# make bench  side-by-side timings (ratios, never asserted)
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ok
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
.DEFAULT_GOAL := help
.PHONY: help demo test lint lab bench lock clean

help:
	@sed -n 's/^# make/make/p' Makefile

# The stamp makes a second `make` start at once: it is renewed only when the lock or the project file change.
$(STAMP): requirements.lock pyproject.toml
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "simlab needs Python 3.11 or newer, found " + sys.version.split()[0] + "; try: make PY=python3.12 demo")'
	@$(PY) -c 'import venv, ensurepip' 2>/dev/null || { echo "python3 has no venv module: install your system's python3-venv package, then run make again"; exit 1; }
	@test -x $(BIN)/python || $(PY) -m venv $(VENV)
	@echo "installing into $(VENV) (a minute or two, once)"
	@$(PIP) install --require-hashes --only-binary=:all: -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP)
	@$(BIN)/simlab demo --out out

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/check_env.py

test: lint
	$(BIN)/python -m pytest -q
	$(BIN)/python tools/notebooks.py --check

lab: $(STAMP)
	$(BIN)/python -m jupyterlab notebooks

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# Needs uv; the result names no host. See CONTRIBUTING.md.
lock:
	uv pip compile --universal --generate-hashes --python-version 3.11 --no-header --no-annotate --all-extras pyproject.toml tools/build.in -o requirements.lock

clean:
	rm -rf $(VENV) out dist
