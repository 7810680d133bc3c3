# make run    a server to try out, on this machine        make test   all tests
# make check  lint, types, rooms, migrations, plain English, costs of pages, deployment  make bench  how fast, beside a bare view
# make load   many processes under load, with faults (needs nginx and PgBouncer)
# make simulate  a season of the whole site with simulated people and faults, such as ARGS="--days 10 --players 50 --seed 7"
# make strength  how good the solver’s layouts are (pip install .[analysis])
# make dist   a source archive and a wheel in dist/; the wheel’s command `lexicon` runs each part
# make docs   the documentation as a site, in var/docs     make docs-serve  the same, live while you write
# make where   which files each noun of the project has, in docs/contributors/where.md
# make messages  collect sentences to translate and compile the translations (needs gettext)

PYTHON ?= python3
BIN = .venv/bin
BUILD_DOCS = NO_MKDOCS_2_WARNING=true $(BIN)/mkdocs build --strict # with --quiet it would count no warning
SOURCES = lexicon games notifications tests docs manage.py

unexport PYTHONDONTWRITEBYTECODE # every process of tests and checks would compile everything anew

.PHONY: environment starts run test check docs docs-serve where bench bench-growth load simulate strength format messages dist

run: export DEBUG = true
run: export PORT ?= 8000
run: export SITE_URL ?= http://localhost:$(PORT)
run: export LMTP_LISTEN ?= 127.0.0.1:$(shell expr $(PORT) + 24)
run: export PATH := $(CURDIR)/$(BIN):$(PATH)
# as root, in a container, each worker would warn of that below the addresses to sign in with
run: export PYTHONWARNINGS ?= ignore:You're running the worker
run: .venv/running starts
	@$(BIN)/python -m lexicon.deploy.make_run 127.0.0.1:$(PORT) $(LMTP_LISTEN)
	@exec $(BIN)/python -m honcho --procfile lexicon/deploy/Procfile --app-root . start

test: environment
	tests/run.sh

check: environment
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy lexicon games notifications docs/hooks
	$(BIN)/lint-imports
	DEBUG=true $(BIN)/python manage.py makemigrations --check --dry-run
	DEBUG=true $(BIN)/python manage.py makemessages --check
	$(BIN)/python -m tests.plain_english
	$(BIN)/python docs/hooks/where.py --check
	$(BIN)/python -m tests.bench.costs
	$(BUILD_DOCS)
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))') SITE_URL=https://lexicon.example.org \
	  OPERATOR_NAME=Lexicon OPERATOR_CONTACT=lexicon@lexicon.example.org \
	  AUTHSERV_ID=mx.lexicon.example.org BEHIND_PROXY=true EMAIL_BACKEND=django.core.mail.backends.smtp.EmailBackend $(BIN)/python manage.py check --deploy --fail-level WARNING

docs: environment
	$(BUILD_DOCS)

docs-serve: environment
	$(BIN)/mkdocs serve

where: environment # docs/contributors/where.md
	$(BIN)/python docs/hooks/where.py

format: environment
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

messages: environment
	DEBUG=true $(BIN)/python manage.py makemessages

bench: environment
	tests/bench/run.sh $(ARGS)

bench-growth: environment
	tests/bench/run.sh grow

load: environment
	$(BIN)/python -m tests.load $(ARGS)

simulate: environment
	$(BIN)/python -m tests.simulation $(ARGS)

strength: environment
	$(BIN)/python -m tests.bench.strength $(ARGS)

dist: environment
	rm -rf build
	$(BIN)/python -m build --outdir dist .

environment: .venv/installed starts

starts:
	@$(BIN)/python -c 'import django' 2>/dev/null || \
	  { echo "The Python in .venv does not run any more. Delete it with: rm -r .venv   Then run make again."; exit 1; }

# Running needs less than developing. EXTRAS= installs neither extra, where a library of theirs can't be had.
.venv/running: EXTRAS = analysis
.venv/installed: EXTRAS = dev,analysis
EDITABLE = --quiet -c constraints.txt --editable ".$(if $(EXTRAS),[$(EXTRAS)])"

# uv is several times as fast as pip, which does the same where uv can't be had
.venv/running .venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { echo "This Python has no venv module. Install it, on Debian and Ubuntu with: apt install python3-venv"; exit 1; }
	@echo "Installing Lexicon and its libraries in .venv…"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv 2>/dev/null && \
	  $(BIN)/uv pip install --native-tls --python $(BIN)/python $(EDITABLE) 2>/dev/null || \
	  $(BIN)/python -m pip install --disable-pip-version-check $(EDITABLE)
	@touch .venv/running $@
