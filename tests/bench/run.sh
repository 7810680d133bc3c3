#!/usr/bin/env bash
# The bench, on a real PostgreSQL of its own.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/postgres.sh
DATABASE_URL=$postgres_url .venv/bin/python -m tests.bench "$@"
