# Two commands matter: `make play` and `make test`. Both set everything up first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
ATLAS  := .cache/world-atlas/land-50m.json

.PHONY: help play test setup check-format lint types tests docs atlas boards bench clean

help:
	@echo "make play    set up and draw every board"
	@echo "make test    set up and run every check"
	@echo "make docs    build the documentation site in site/"
	@echo "make boards  recompile the boards from geography"
	@echo "make bench   measure the kernel"
	@echo "make clean   remove everything that was made"

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sandtable needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[theaters,docs,dev]'
	@touch $(STAMP)

play: $(STAMP)
	$(BIN)/sandtable scenarios
	$(BIN)/sandtable board --all -o build/boards
	@echo "Open build/boards/agn.svg in a browser to see Army Group North."

test: $(STAMP) atlas check-format lint types tests

check-format: $(STAMP)
	$(BIN)/ruff format --check .

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

tests: $(STAMP) atlas
	$(BIN)/pytest -n 2 --cov --cov-report=term

docs: $(STAMP)
	$(BIN)/mkdocs build --strict

# The coastline (Natural Earth, public domain) comes as an npm package; Node comes as a Python package.
atlas: $(ATLAS)

$(ATLAS): $(STAMP)
	$(BIN)/python -m sandtable.theaters.atlas $(dir $(ATLAS))

boards: $(STAMP) atlas
	$(BIN)/python -m sandtable.theaters

bench: $(STAMP)
	$(BIN)/sandtable bench

clean:
	rm -rf $(VENV) .cache build site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
