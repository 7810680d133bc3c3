#!/usr/bin/env bash
# The bench, on a real PostgreSQL of its own: `run.sh --help`; among ever more games `run.sh grow 1000 100000`; and what memory it
# takes, `run.sh memory` of a process that answers, `run.sh parts` of all parts of a server.
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=tests.bench
case "${1:-}" in grow | memory | parts | whole_games) bench=tests.bench.$1 && shift ;; esac
. tests/postgres.sh
DATABASE_URL=$postgres_url .venv/bin/python -m "$bench" "$@"
