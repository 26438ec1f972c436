# make demo          install bmconv into .venv and run it on the samples
# make test          ruff, mypy and all tests
# make bench         time and memory, compared with other tools
# make fuzz          read broken files and look for crashes; FUZZ=100000
# make mutants       make small mistakes and list those that no test notices; MUTANTS=60 SEED=1
# make kills         kill exports after each of their steps, for every target
# make package       build wheel and sdist, and install them as users do
# make windows       build a zip file for Windows that needs no Python; EMBED=FILE
# make windows-test  run the tests with Windows' Python under Wine
# make resolutions   run all tests with the oldest and the newest dependencies that are allowed

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check
FUZZ   ?= 100000
MUTANTS ?= 60
SEED   ?= 1
PYTHONS ?= 3.11 3.13
ONLY   ?=
EMBED  ?= python-3.13.2-embed-amd64.zip
SHA256 ?=
WINE   ?=

.PHONY: demo test lint style bench fuzz mutants kills package windows windows-test resolutions clean

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "bmconv needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) --version 2>&1`."; \
	  echo "With a newer one installed beside it: make demo PYTHON=python3.13"; exit 1; }
	@echo "Installing into $(VENV) (a minute, once) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) -e .
	@$(BIN)/python -m compileall -q bmconv
	@touch $@

$(VENV)/.testable: $(VENV)/.installed
	$(PIP) -e '.[test]'
	touch $@

# Copies the samples into the folder demo and runs some first commands on them.
demo: $(VENV)/.installed
	@mkdir -p demo/records && cp formats/*/samples/* demo/ && cd demo && \
	for file in *.jsonl; do ls "$${file%.jsonl}".* | grep -qv jsonl && mv "$$file" records/; done; true
	@cd demo && export PATH="$(abspath $(BIN)):$$PATH" && set -e; \
	try() { echo; echo "\$$ $$1"; sh -c "$$1"; }; \
	try "bmconv info night.bws"; \
	try "bmconv show night.bws | head -14"; \
	try "bmconv rank night.bws --report --parts ranking"; \
	try "bmconv join BMInput.txt players.csv | bmconv to bws -q -o tonight.bws"; \
	try "bmconv check tonight.bws"
	@echo; echo "These files are in the folder demo, their records in demo/records; README continues from there."

test: style
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder -rs

# Also whether all tests can be imported.
lint: style
	$(BIN)/pytest --collect-only -q >/dev/null

style: $(VENV)/.testable
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Installs what pip and npm provide; the table names the tools that are still missing.
bench: $(VENV)/.testable
	-$(PIP) -e '.[judges]'
	-command -v npm >/dev/null && npm install --silent --no-fund --no-audit --prefix .judges mdb-reader@3
	$(BIN)/python -m benchmarks

fuzz: $(VENV)/.testable
	$(BIN)/python -m tests.tools.fuzz_text --count $(FUZZ)
	$(BIN)/python -m tests.tools.fuzz_formats --count $(FUZZ)
	$(BIN)/python -m tests.tools.fuzz_pbn --count $(FUZZ)
	$(BIN)/python -m tests.tools.fuzz_commands --count $$(( $(FUZZ) / 5 ))
	$(BIN)/python -m tests.tools.fuzz_jet --count $(FUZZ)
	$(BIN)/python -m tests.tools.fuzz_dto --count $$(( $(FUZZ) / 20 ))
	$(BIN)/python -m tests.tools.fuzz_live --count $$(( $(FUZZ) / 5 ))
	$(BIN)/python -m tests.tools.live_model --count $$(( $(FUZZ) / 20 ))

# The first time, runs all tests to learn which of them run which lines; then each mutant takes
# about half a minute.
mutants: $(VENV)/.testable
	test -e .pytest_cache/coverage || $(BIN)/python -m tests.tools.mutants --learn
	$(BIN)/python -m tests.tools.mutants --count $(MUTANTS) --seed $(SEED)

# About a thousand runs of export and three hundred of watch: an hour.
kills: $(VENV)/.testable
	BMCONV_KILLS=all $(BIN)/pytest -n auto tests/exporting/test_killed.py tests/bws/live/test_watch.py

package: $(VENV)/.testable
	$(PIP) uv pipx
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m tests.tools.packages

windows: $(VENV)/.testable
	$(BIN)/python -m tests.tools.windows.folder $(EMBED) --sha256 "$(SHA256)"

# WINE=--quick runs a selection that takes about ten minutes.
windows-test: $(VENV)/.testable
	$(BIN)/python -m tests.tools.windows.trial $(WINE)

# Needs uv. Runs for each of PYTHONS (versions or paths); ONLY selects tests. The packages of WHEELS
# are never compiled: the oldest version is the oldest that has a wheel for this Python.
WHEELS := $(foreach name,numpy pyarrow pandas msgspec,--only-binary $(name))
resolutions:
	@set -e; for python in $(PYTHONS); do for kind in lowest-direct highest; do \
	  venv=.resolutions/$$kind; echo "Python $$python, $$kind"; \
	  uv venv --quiet --clear --python $$python $$venv; \
	  uv pip install --quiet --python $$venv --resolution $$kind $(WHEELS) -e '.[test]'; \
	  uv pip list --python $$venv | grep -E '^(click|msgspec|numpy|pyarrow|pandas|openpyxl) '; \
	  $$venv/bin/python -m pytest -n 2 $(ONLY); \
	done; done

clean:
	rm -rf $(VENV) .resolutions demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .windows
