#!/usr/bin/env bash
# Runs all tests: on SQLite, then those that depend on the database on a real PostgreSQL, then those in a real browser. Whole games
# and a simulated site run in the background.
# Missing programs are installed where possible. Otherwise their tests are left out and the packages listed; under CI, that fails.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
. tests/programs.sh

if [ ${#left_out[@]} -gt 0 ]; then
    echo "Left out, because it can't be installed here: ${left_out[*]}"
    [ "${CI:-}" != true ] || exit 1
fi

if command -v node >/dev/null; then
    echo "The pure parts of the board"
    node --test tests/js/*.test.mjs
fi

both=( # tests that write, lock or count in a database, and those of the queries of pages and emails
    tests/test_*races.py tests/test_{states,store}.py tests/commands tests/queries tests/tournaments/{commands,ratings}
    tests/web/test_watching.py tests/lexicon/test_personal_data.py tests/management/test_migrate.py
    tests/api/test_{problems,repeats}.py
    tests/notifications/test_{announcing,bounces,daily_by_mail,digests,preferences,sending,tokens,tournament_news,warnings,webhooks}.py
)
asked=("$@")
failed=
cores=$(getconf _NPROCESSORS_ONLN)

run() { # run WHAT PROCESSES ARGUMENT…: an idle process takes over tests that another has not begun
    echo "$1"
    $python -m pytest --numprocesses "$2" --dist worksteal "${@:3}" "${asked[@]}" || failed=yes
}

whole_games() { # run in the background, as these mostly wait or use one core
    local failed=
    grep --null -rl --include='test_*.py' 'mark\.service' tests |
        xargs -0 $python -m pytest -m service "${asked[@]}" || failed=yes
    if [ ${#asked[@]} -eq 0 ]; then
        echo "A simulated site: the runs that once found something, and one with a fresh seed"
        $python -m tests.simulation --seeds tests/simulation/seeds.txt || failed=yes
        $python -m tests.simulation --days 3 --players 30 --to-the-end || failed=yes
    fi
    [ -z "$failed" ]
}

said=$(mktemp)
whole_games >"$said" 2>&1 &
whole_games=$!
trap 'kill "$whole_games" 2>/dev/null || true' EXIT
# No result may depend on the date: CI picks a random one within the next ten years, and pytest prints it.
today=()
[ "${CI:-}" != true ] || today=(--today "$(date --date "$((RANDOM % 3650)) days" +%F)")
run "On SQLite" "$cores" "${today[@]}" -m "not postgres and not browser and not service" tests
if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    . tests/postgres.sh
    trap 'kill "$whole_games" 2>/dev/null || true; stop_postgres' EXIT
    # one more than there are cores, as each process also waits for its PostgreSQL backend
    DATABASE_URL=$postgres_url run "On PostgreSQL" $((cores + 1)) -m "not service and not sqlite" "${both[@]}"
fi
if command -v chromium-headless-shell chromium >/dev/null; then
    run "In a browser" $((2 * cores)) -m browser tests/browser # half of them wait for a page
fi
wait "$whole_games" || failed=yes
echo "Whole games"
cat "$said"
rm "$said"
[ ${#left_out[@]} -eq 0 ] || echo "Left out: ${left_out[*]}"
[ -z "$failed" ]
