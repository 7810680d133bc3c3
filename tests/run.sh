#!/usr/bin/env bash
# All tests: on SQLite, and beside that what writes and reads a database on a real PostgreSQL; then in a real browser.
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

need chromium "command -v chromium" && has_chromium=yes || has_chromium=
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

apart=(tests/rules tests/robots tests/word_lists tests/tournaments/pure) # what another database would not change
once=(tests/web tests/admin tests/lexicon tests/notifications/test_{clients,hostile}.py) # on SQLite; what they ask of it, others ask too
[ -z "$has_postgres" ] || . tests/postgres.sh
beside=
trap 'kill $beside 2>/dev/null || true; [ -z "$has_postgres" ] || stop_postgres' EXIT

together() { # together ONE OTHER: each keeps one core busy; what ONE says comes after what OTHER says
    local says passed=yes
    says=$(mktemp)
    "$1" >"$says" 2>&1 &
    beside=$!
    "$2" || passed=
    wait $beside || passed=
    cat "$says"
    rm "$says"
    [ "$passed" ]
}

rules_then_postgres() {
    echo "Rules, robots and word lists" && $python -m pytest "${apart[@]}" "${asked[@]}" || return
    [ "$has_postgres" ] || return 0
    echo "On PostgreSQL"
    DATABASE_URL=$postgres_url $python -m pytest -m "not browser and not service" \
        "${apart[@]/#/--ignore=}" "${once[@]/#/--ignore=}" "${asked[@]}"
}

sqlite_and_whole_games() {
    echo "On SQLite, and whole games"
    $python -m pytest -m "not postgres and not browser" "${apart[@]/#/--ignore=}" "${asked[@]}"
}

in_a_browser() { # in_a_browser 0|1: every other file
    local files=(tests/browser/test_*.py) half=()
    for n in "${!files[@]}"; do [ $((n % 2)) = "$1" ] && half+=("${files[$n]}"); done
    echo "In a browser, ${#half[@]} files"
    $python -m pytest -m browser "${half[@]}" "${asked[@]}"
}
one_half() { in_a_browser 0; }
other_half() { in_a_browser 1; }

asked=("$@")
together rules_then_postgres sqlite_and_whole_games
[ -z "$has_chromium" ] || together one_half other_half
[ ${#left_out[@]} -eq 0 ] || echo "Left out: ${left_out[*]}"
