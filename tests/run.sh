#!/usr/bin/env bash
# All tests: on SQLite, with a real browser and whole games, then all that touches a database on a real PostgreSQL.
# What is missing is installed where that is possible; else it is left out and said, and under CI that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
left_out=()

need() { # need PACKAGE PROBE: is the program there, or can it be had from the distribution's packages?
    if sh -c "$2" >/dev/null 2>&1; then return 0; fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "installing $1"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"; } >/dev/null
        sh -c "$2" >/dev/null 2>&1 && return 0
    fi
    left_out+=("$1")
    return 1
}

marks="not postgres"
need chromium "command -v chromium" || marks="$marks and not browser"
need postgresql "ls /usr/lib/postgresql/*/bin/initdb" && has_postgres=yes || has_postgres=
need redis-server "command -v redis-server" || true
need nodejs "command -v node" && has_node=yes || has_node=
need scowl "ls /usr/share/dict/scowl" || true
need gettext "command -v msgfmt && command -v xgettext" || true

if [ ${#left_out[@]} -gt 0 ]; then
    echo "Left out, as it is not installed and cannot be: ${left_out[*]}"
    [ "${CI:-}" != true ] || exit 1
fi

if [ "$has_node" ]; then
    echo "The pure parts of the board"
    node --test tests/js/*.test.mjs
fi

echo "On SQLite"
$python -m pytest -m "$marks" "$@"

if [ "$has_postgres" ]; then
    echo "On PostgreSQL"
    . tests/postgres.sh
    DATABASE_URL=$postgres_url $python -m pytest -m "not browser and not service" \
        --ignore tests/rules --ignore tests/robots --ignore tests/word_lists "$@"
fi
[ ${#left_out[@]} -eq 0 ] || echo "Left out: ${left_out[*]}"
