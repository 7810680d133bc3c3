#!/usr/bin/env bash
# Runs a benchmark on a temporary PostgreSQL: the main one (`run.sh --help`), the growth of costs with the number of games (`run.sh
# grow 1000 100000`), the memory of a web process (`run.sh memory`) or of all parts of a server (`run.sh parts`), or whole games
# (`run.sh whole_games`).
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=tests.bench
case "${1:-}" in grow | memory | parts | whole_games) bench=tests.bench.$1 && shift ;; esac
. tests/postgres.sh
DATABASE_URL=$postgres_url .venv/bin/python -m "$bench" "$@"
