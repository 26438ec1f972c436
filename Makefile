# make demo   what it does, on the samples        make test   everything that must hold
# make bench  how fast, beside other tools        make fuzz   a longer hunt for crashes

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check
FUZZ   ?= 100000

.PHONY: demo test lint bench fuzz clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	$(BIN)/python -m compileall -q bmconv
	touch $@

$(VENV)/.testable: $(VENV)/.installed
	$(PIP) -e '.[test]'
	touch $@

# The samples in a folder of their own, and the main job on them: what a scoring program wrote, what
# the terminals brought, checked, scored, and shown.
demo: $(VENV)/.installed
	rm -rf demo && mkdir demo && cp formats/*/samples/* demo/
	@cd demo && export PATH="$(CURDIR)/$(BIN):$$PATH" && set -e; \
	try() { echo; echo "\$$ $$1"; sh -c "$$1"; }; \
	try "bmconv check BMInput.txt"; \
	try "bmconv join BMInput.txt BMPNums.txt players.csv BMRData.txt | bmconv score > night.jsonl"; \
	try "bmconv missing night.jsonl"; \
	try "bmconv to bws night.jsonl -o night.bws"; \
	try "bmconv info night.bws"; \
	try "bmconv show night.bws | head -12"; \
	echo; echo "Everything is in the folder demo; begin with: bmconv show demo/night.bws"

test: lint
	$(BIN)/pytest -n auto -rs

lint: $(VENV)/.testable
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.testable
	$(BIN)/python -m benchmarks

fuzz: $(VENV)/.testable
	$(BIN)/python -m tests.fuzz_text --count $(FUZZ)
	$(BIN)/python -m tests.jet.fuzz --count $(FUZZ)

clean:
	rm -rf $(VENV) demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
