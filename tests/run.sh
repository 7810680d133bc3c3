#!/usr/bin/env bash
# All tests: on SQLite, and beside that what a database decides on a real PostgreSQL; then in a real browser.
# What is missing is installed where that is possible; else it is left out and said, and under CI that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
left_out=()

need() { # need PACKAGE PROBE [ELSE]: is the program there, can it be had from the distribution's packages, does another do?
    if sh -c "$2" >/dev/null 2>&1; then return 0; fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "installing $1"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"; } >/dev/null
        sh -c "$2" >/dev/null 2>&1 && return 0
    fi
    if sh -c "${3:-false}" >/dev/null 2>&1; then return 0; fi
    left_out+=("$1")
    return 1
}

need chromium-headless-shell "command -v chromium-headless-shell" "command -v chromium" && has_chromium=yes || has_chromium=
need postgresql "ls /usr/lib/postgresql/*/bin/initdb" && has_postgres=yes || has_postgres=
need redis-server "command -v redis-server" || true
need nodejs "command -v node" && has_node=yes || has_node=
need scowl "ls /usr/share/dict/scowl" || true
need wordnet-base "ls /usr/share/wordnet" || true
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
both=( # what writes, locks or counts in a database; of pages and letters, what these ask of it
    tests/test_*races.py tests/test_{states,store}.py tests/commands tests/queries tests/tournaments/{commands,ratings}
    tests/web/test_watching.py
    tests/api/test_{problems,repeats}.py
    tests/notifications/test_{announcing,bounces,digests,sending,tokens,tournament_news,warnings,webhooks,wishes}.py
)
[ -z "$has_postgres" ] || . tests/postgres.sh
declare -A says=() # of each part that runs, by its process: the file of what it says
trap 'kill "${!says[@]}" 2>/dev/null || true; [ -z "$has_postgres" ] || stop_postgres' EXIT

run_all() { # run_all PART…: two at once, begun in this order; what each says comes when it has ended
    local passed=yes part said
    for part in "$@"; do
        [ ${#says[@]} -lt 2 ] || end_one || passed=
        said=$(mktemp)
        "$part" >"$said" 2>&1 &
        says[$!]=$said
    done
    while [ ${#says[@]} -gt 0 ]; do end_one || passed=; done
    [ "$passed" ]
}

end_one() { # waits until one ends; fails if that has failed
    local ended passed=yes
    wait -n -p ended "${!says[@]}" || passed=
    cat "${says[$ended]}"
    rm "${says[$ended]}"
    unset "says[$ended]"
    [ "$passed" ]
}

rules() {
    echo "Rules, robots and word lists"
    $python -m pytest "${apart[@]}" "${asked[@]}"
}

on_postgres() {
    echo "On PostgreSQL"
    DATABASE_URL=$postgres_url $python -m pytest -m "not service" "${both[@]}" "${asked[@]}"
}

mail_on_sqlite() {
    echo "Mail, on SQLite"
    $python -m pytest -m "not postgres" tests/notifications "${asked[@]}"
}

the_rest_on_sqlite() {
    echo "All but mail, on SQLite"
    $python -m pytest -m "not postgres and not browser and not service" \
        "${apart[@]/#/--ignore=}" --ignore=tests/notifications "${asked[@]}"
}

whole_games() {
    echo "Whole games"
    grep --null -rl --include='test_*.py' 'mark\.service' tests | xargs -0 $python -m pytest -m service "${asked[@]}"
}

rules_and_whole_games() { # which mostly wait: one core carries both
    local said passed=yes
    said=$(mktemp)
    whole_games >"$said" 2>&1 &
    rules || passed=
    wait $! || passed=
    cat "$said"
    rm "$said"
    [ "$passed" ]
}

in_a_browser() { # in_a_browser N…: every fourth file from the Nth on
    local files=(tests/browser/test_*.py) some=() nth
    for nth in "$@"; do
        for ((n = nth; n < ${#files[@]}; n += 4)); do some+=("${files[$n]}"); done
    done
    echo "In a browser, ${#some[@]} files"
    $python -m pytest -m browser "${some[@]}" "${asked[@]}"
}
browser_0() { in_a_browser 0; }
browser_1() { in_a_browser 1; }
browser_2_and_3() { in_a_browser 2 3; }

asked=("$@")
parts=(rules_and_whole_games) # which waits the most, and then the longest first
[ -z "$has_postgres" ] || parts+=(on_postgres)
parts+=(the_rest_on_sqlite mail_on_sqlite)
[ -z "$has_chromium" ] || parts+=(browser_0 browser_1 browser_2_and_3)
run_all "${parts[@]}"
[ ${#left_out[@]} -eq 0 ] || echo "Left out: ${left_out[*]}"
