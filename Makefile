# make demo   what it does, on the samples        make test   everything that must hold
# make bench  how fast, beside other tools        make fuzz   a longer hunt for crashes

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
FUZZ   ?= 100000

.PHONY: demo test lint bench fuzz docs clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.testable: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@

demo: $(VENV)/.installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh benchmarks/../formats/demo.sh

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

docs: $(VENV)/.testable
	$(BIN)/python -m formats.tables

clean:
	rm -rf $(VENV) demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
