# Everything the project needs is installed here, into a virtual environment of its own: only python3 (3.11 or later) is asked for.

VENV ?= .venv
OUT ?= out
DEALS ?= 1000000
CONVERTED ?= 100000
FAULTS ?= 10000
HANDS ?= 1000000
KILLS ?= 20
FIGURES ?= 100000
INPUTS ?= 1000000
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SAMPLES := sample_histories
# The inputs alone: beside each lies the audit expected of it, which is no hand history.
HISTORIES = $(sort $(wildcard $(SAMPLES)/*/*/hands.*))
# What an installation builds where there is a C compiler.
COMPILED := $(wildcard pipeline/ofc_audit/compiled/*.[ch])
COMPILE = CUSTOM_COMPILE_COMMAND="make lock" $(VENV)-lock/bin/python -m piptools compile --quiet --generate-hashes --strip-extras \
	--allow-unsafe --no-emit-index-url --no-emit-options

# One stamp per set of packages; the larger set contains the smaller, so a checkout that can test is never installed again to run.
RUN := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
MUTANTS := $(VENV)/.installed-mutants
FUZZ := $(VENV)/.installed-fuzz
BENCH := $(VENV)/.installed-bench
CLUSTER := $(VENV)/.installed-cluster

.DEFAULT_GOAL := help
.PHONY: help run test long conversions statistics killed trial fuzz mutants cluster format bench against growth profile speed samples docs lock clean distclean
.DELETE_ON_ERROR:

help:  ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1@\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F@ '{printf "%-15s %s\n", $$1, $$2}'

run: $(RUN)  ## audit the sample histories into out/, install first where needed
	@$(BIN)/ofc run $(HISTORIES) --out $(OUT) || [ $$? -eq 1 ]

test: $(DEV)  ## style, types, layers, speed beside what it was, then all tests
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python bench/check.py
	@$(BIN)/pytest

long: $(DEV)  ## the long trials: a million random deals per rule set through both scorers, DEALS=… for another number
	@PYTHONPATH=tests $(BIN)/python -m reference.long --deals $(DEALS)

conversions: $(DEV)  ## 100,000 simulated hands of all rule sets through every format and back, CONVERTED=… for another number
	@PYTHONPATH=tests $(BIN)/python -m laws.long_conversion --hands $(CONVERTED)

statistics: $(DEV)  ## every column of player_stats over 100,000 simulated hands computed a second time, FIGURES=… for another number
	@PYTHONPATH=tests $(BIN)/python -m sql.independent --hands $(FIGURES)

killed: $(DEV)  ## builds of 50,000 hands that are killed at random times, KILLS=… for another number than 20
	@PYTHONPATH=tests $(BIN)/python -m warehouse.long_killed --kills $(KILLS)

trial: $(DEV)  ## 10,000 lies and a million true hands through the whole program, FAULTS=… HANDS=… for other numbers; writes docs/trial.md
	@PYTHONPATH=tests $(BIN)/python -m trial.run --faults $(FAULTS) --clean $(HANDS) --write docs/trial.md

fuzz: $(DEV) $(FUZZ)  ## damaged inputs for every reader, by mutation and guided by coverage, INPUTS=… of each; goes on where it was, see .fuzz/
	@PYTHONPATH=tests $(BIN)/python -m fuzz.long --inputs $(INPUTS)

mutants: $(MUTANTS)  ## change the scorer and the rule sets line by line and see that a test fails; MODULES="score/pairs.py" for some
	@$(BIN)/python tests/mutation/run.py $(MODULES)

cluster: $(CLUSTER)  ## the tests of builds on Spark, which need Java; installs PySpark first, about 500 MB
	@$(BIN)/pytest -n 0 tests/cluster tests/cli/test_cluster.py

format: $(DEV)  ## put the source into its one form
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

bench: $(DEV) $(BENCH)  ## run every benchmark, print the ratios, keep them in bench/out/; ONLY="ranks score" for some, BRIEF=1 for a short look
	@$(BIN)/python bench/run.py $(if $(BRIEF),--brief) $(ONLY)

against: $(DEV)  ## this checkout beside another commit, work by work in one run, REV=… for another than main
	@$(BIN)/python bench/against.py $(or $(REV),main)

growth: $(DEV)  ## seconds and memory of 10,000 to 10 million hands, SIZES="10000 100000" for some; goes on where it was
	@$(BIN)/python bench/growth.py $(SIZES)

profile: $(DEV)  ## where the time of a run goes, stage by stage and call by call, PROFILED=… for another number of hands than 100,000
	@$(BIN)/python bench/profile_stages.py $(PROFILED)

speed: bench growth  ## measure everything and write docs/speed.md: about half an hour and 50 GB of disk for ten million hands
	@$(BIN)/python bench/profile_stages.py --json bench/out/profile.json
	@$(BIN)/python bench/publish.py
	@$(BIN)/python bench/check.py --write

samples: $(DEV)  ## write the sample histories again; the expected audits beside them stay as they are
	@$(BIN)/python -m ofc_audit.simulate.samples $(SAMPLES)

docs: $(DEV)  ## write the generated pages of docs/ again
	@$(BIN)/python docs/generate.py

lock: pyproject.toml  ## resolve the pinned packages anew
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip --quiet install pip-tools
	$(COMPILE) --build-deps-for editable --output-file requirements.lock pyproject.toml
	$(PYTHON) -c 'import tomllib; print("-r requirements.lock", *tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"], sep="\n")' \
		> requirements-dev.in
	$(COMPILE) --output-file requirements-dev.lock requirements-dev.in
	for group in mutants fuzz bench cluster; do \
		$(PYTHON) -c 'import sys, tomllib; print("-r requirements-dev.lock", *tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"][sys.argv[1]], sep="\n")' \
			$$group > requirements-$$group.in && \
		$(COMPILE) --output-file requirements-$$group.lock requirements-$$group.in || exit 1; \
	done
	rm -rf $(VENV)-lock requirements-dev.in requirements-mutants.in requirements-fuzz.in requirements-bench.in requirements-cluster.in

clean:  ## remove what was made, but the virtual environment
	rm -rf $(OUT) bench/out dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -exec rm -rf {} +

distclean: clean  ## remove the virtual environment too
	rm -rf $(VENV)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No python3 of version 3.11 or later with venv was found; install one, or say make PYTHON=/path/to/it" >&2; exit 2; }
	@echo "Making a virtual environment in $(VENV) with $$($(PYTHON) --version)" >&2
	@$(PYTHON) -m venv $(VENV)

$(RUN): requirements.lock pyproject.toml $(COMPILED) | $(BIN)/python
	@echo "Installing what ofc needs (requirements.lock)" >&2
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): requirements-dev.lock pyproject.toml $(COMPILED) | $(BIN)/python
	@echo "Installing what ofc and its tests need (requirements-dev.lock)" >&2
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $(RUN) $@

$(MUTANTS): requirements-mutants.lock pyproject.toml | $(DEV)
	@echo "Installing what makes mutants (requirements-mutants.lock)" >&2
	@$(PIP) install --require-hashes -r requirements-mutants.lock
	@touch $@

$(CLUSTER): requirements-cluster.lock pyproject.toml | $(DEV)
	@echo "Installing what builds on a cluster need (requirements-cluster.lock)" >&2
	@$(PIP) install --require-hashes -r requirements-cluster.lock
	@touch $@

# Not every Python and machine has it; without it there is mutation, and the run says so.
$(FUZZ): requirements-fuzz.lock pyproject.toml | $(DEV)
	@echo "Installing what guides fuzzing (requirements-fuzz.lock)" >&2
	@if $(PIP) install --only-binary atheris --require-hashes -r requirements-fuzz.lock; then touch $@; fi

# One by one: where one of them has no build for this machine, the benchmark says that it is missing and goes on.
$(BENCH): requirements-bench.lock pyproject.toml | $(DEV)
	@echo "Installing what the benchmarks are held beside (requirements-bench.lock)" >&2
	@$(BIN)/python bench/peers.py
	@touch $@
