#!/usr/bin/env bash
# The bench, on a real PostgreSQL of its own: `run.sh --help`; among ever more games: `run.sh grow 1000 100000`.
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=tests.bench
[ "${1:-}" != grow ] || { bench=tests.bench.grow && shift; }
. tests/postgres.sh
DATABASE_URL=$postgres_url .venv/bin/python -m "$bench" "$@"
