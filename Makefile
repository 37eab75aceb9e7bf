# Two commands matter: `make play` and `make test`. Both set everything up first.
PYTHON ?= python3
PORT   ?= 8000
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
ATLAS  := .cache/world-atlas/land-50m.json
PAGE   := src/sandtable/server/page/index.html
MODULES := web/node_modules/.installed
OPENAPI := build/openapi.json
SCHEMA := web/src/api/schema.ts
NPM    := $(BIN)/python -m tools.npm

.PHONY: help play test setup machine check-format lint types tests long coverage web-tests page pictures docs atlas boards bench learning wheels compiled plausibility studies strength clean

help:
	@echo "make play    set up, build the page and serve the table at http://127.0.0.1:$(PORT) (make play PORT=8001: elsewhere)"
	@echo "make test    set up and run every kind of check"
	@echo "make long    run what make test shows by an example, at length"
	@echo "make docs    build the documentation site in site/"
	@echo "make boards  recompile the boards from geography"
	@echo "make bench   measure the kernel"
	@echo "make learning  teach a small policy to win The Ford, in some minutes"
	@echo "make wheels  build a pure and a compiled wheel in dist/"
	@echo "make clean   remove everything that was made"

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt hatch_build.py src/sandtable/kernel/map/_boards.c
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sandtable needs Python 3.11 or newer; '$(PYTHON)' is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[theaters,docs,lab,bench,research,postgresql,dev]'
	@$(BIN)/python -c 'from sandtable.kernel.map.searches import told; print(told())'
	@touch $(STAMP)

play: $(STAMP) $(PAGE) pictures
	$(BIN)/sandtable serve --exhibition --port $(PORT)

# The page is TypeScript; Node comes from the machine or as a Python package.
page: $(PAGE) pictures

# The maps that the page shows are drawn beforehand; only those that have changed are drawn again.
pictures: $(STAMP)
	@$(BIN)/python -c 'from sandtable.server.catalogue.map_cache import ship; print(ship(), "maps drawn")'

$(MODULES): $(STAMP) web/package.json web/package-lock.json web/.npmrc
	$(NPM) ci --prefix web --no-audit --no-fund --loglevel=error
	@touch $(MODULES)

# What the server sends and takes, as OpenAPI and as TypeScript. The page is made of what is left when types are taken
# away, so other types alone are no reason to build it again.
$(OPENAPI): $(STAMP) tools/openapi.py src/sandtable/server/app.py $(shell find src/sandtable/server/http -name '*.py')
	$(BIN)/python -m tools.openapi $@

$(SCHEMA): $(OPENAPI) $(MODULES)
	$(NPM) run types --prefix web --silent

$(PAGE): $(MODULES) web/index.html web/vite.config.ts web/licences.ts $(filter-out $(SCHEMA),$(shell find web/src web/public -type f 2>/dev/null)) | $(SCHEMA)
	$(NPM) run build --prefix web --silent

web-tests: $(MODULES) $(SCHEMA)
	$(NPM) run format:check --prefix web --silent
	$(NPM) run lint --prefix web --silent
	$(NPM) run check --prefix web --silent
	$(NPM) test --prefix web --silent

# What takes a second comes first. Types and page are checked while tests wait for servers and browsers.
test: $(STAMP) atlas check-format lint
	$(MAKE) --jobs=3 tests types web-tests

check-format: $(STAMP)
	$(BIN)/ruff format --check .

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

# A browser and a PostgreSQL for the tests, where the machine has none.
machine: $(STAMP)
	sh tests/machine.sh $(BIN)/python

# Servers and bots start in processes of their own; they read what the first of them has compiled.
tests coverage long: export PYTHONDONTWRITEBYTECODE :=

# Many tests wait for servers, browsers and disks: four at a time keep two cores busy.
tests: $(STAMP) machine atlas $(PAGE) pictures
	$(BIN)/pytest -n 4 --dist worksteal

# What the tests of every day show by an example, at length: more harm to servers (make long FAULTS=1000), more documents
# of paired worlds (DOCUMENTS=100000), more monkeys, every screen at every size; then all that searches a board, with the
# searches in Python.
long: export FAULTS ?= 40
long: export DOCUMENTS ?= 2000
long: $(STAMP) machine atlas $(PAGE) pictures
	$(BIN)/pytest -n 4 --dist worksteal -m long
	SANDTABLE_PURE=1 $(BIN)/pytest -n 4 --dist worksteal tests/kernel tests/rules tests/bots tests/lab
	$(MAKE) compiled

# The same tests again, with a report of what they never reached; it takes half as long again.
coverage: $(STAMP) machine atlas $(PAGE) pictures
	$(BIN)/pytest -n 4 --dist worksteal --cov --cov-report=term

docs: $(STAMP)
	$(BIN)/mkdocs build --strict

# The coastline (Natural Earth, public domain) comes as an npm package; Node comes as a Python package.
atlas: $(ATLAS)

$(ATLAS): $(STAMP)
	$(BIN)/python -m tools.atlas $(dir $(ATLAS))

boards: $(STAMP) atlas
	$(BIN)/python -m sandtable.theaters

# Takes about half an hour on two cores.
plausibility: $(STAMP)
	$(BIN)/python -m tools.plausibility --workers 2
	$(BIN)/python -m tools.plausibility_besieged --workers 2
	$(BIN)/python -m tools.plausibility_frontline --workers 2

# The studies that come along, as pages with plots; what is finished is kept, and a run that was stopped goes on.
studies: $(STAMP)
	for name in thrust movement rail minsk; do $(BIN)/sandtable study $$name --workers 2 --out build/studies --report build/studies/$$name || exit; done

# The page on the strength of the bots (make strength ROUNDS=50 RATED="agn arnhem"), about an hour on two cores; what is finished
# is kept, so delete build/strength when a bot has changed.
RATED ?= agn ags besieged-1941 frontline-1943 arnhem ford ford-counterstroke
ROUNDS ?= 4
strength: $(STAMP)
	$(BIN)/sandtable arena $(RATED) --games $(ROUNDS) --seed 9000 --workers 2 --out build/strength/games --report build/strength
	cp build/strength/strength.md docs/strength.md
	cp build/strength/images/*.svg docs/images/

# A wheel that runs everywhere, and one with the hot modules compiled for this machine's Python; nothing is built in src/.
wheels: $(STAMP) $(PAGE) pictures
	$(BIN)/python -m tools.wheels build --to dist

# Both wheels play the same games (make compiled GAMES=300), and the tests pass on the compiled one.
GAMES ?= 300
compiled: wheels
	$(BIN)/python -m tools.wheels compare dist --games $(GAMES)
	$(BIN)/python -m tools.wheels suite dist

bench: $(STAMP)
	$(BIN)/sandtable bench

# An example for researchers (make learning SEED=2); what it learns with is installed by nothing else.
SEED ?= 1
learning: $(VENV)/.training
	$(BIN)/python -m tools.learning --seed $(SEED)

$(VENV)/.training: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[training]'
	@touch $@

clean:
	rm -rf $(VENV) .cache build dist site web/node_modules $(SCHEMA) src/sandtable/server/page src/sandtable/server/maps .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
