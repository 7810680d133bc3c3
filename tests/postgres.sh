# Source this to start a temporary PostgreSQL on a free loopback port. It is removed when the shell exits; its URL is $postgres_url.
postgres_bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
postgres_dir=$(mktemp -d)
postgres_port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
as_postgres() { if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi; }
[ "$(id -u)" != 0 ] || chown postgres "$postgres_dir"
unsafe="-c fsync=off -c synchronous_commit=off -c full_page_writes=off" # nobody needs the data after a crash
as_postgres "$postgres_bin/initdb" --pgdata "$postgres_dir/db" --username postgres --auth trust --encoding UTF8 --no-locale --no-sync >/dev/null
as_postgres "$postgres_bin/pg_ctl" --pgdata "$postgres_dir/db" --log "$postgres_dir/log" --wait --silent \
    --options "-p $postgres_port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$postgres_dir $unsafe" start
stop_postgres() {
    as_postgres "$postgres_bin/pg_ctl" --pgdata "$postgres_dir/db" --mode fast --silent stop
    rm -rf "$postgres_dir"
}
trap stop_postgres EXIT
postgres_url=postgres://postgres@127.0.0.1:$postgres_port/postgres
