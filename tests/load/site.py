"""A site of many processes on one machine: web processes behind nginx, workers, a second beat as if by mistake, a mail server, and
PgBouncer in front of PostgreSQL. Like systemd, the site restarts processes that end, and holds the sockets of the web processes."""

import os
import re
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.service.servers import Servers, answers, free_port, postgresql_server, program, redis, until, url_port
from tests.service.sites import BIN, ROOT

SERVE = "python -m lexicon serve --workers 1 --log-level error"
WORKER = "python -m lexicon worker --concurrency 1 --loglevel error"
AS_POSTGRES = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
DISK = "1500m"  # size of the disk with the database's tables


class Site:
    """A site and its `parts` by name, such as `web 2`. `direct` is the database's URL without PgBouncer, for tests. `release` is the
    folder of the code that the parts first run."""

    def __init__(self, servers: Servers, *, webs: int, workers: int, broker: str, release: Path = ROOT) -> None:
        self._servers, self._stopped, self._hand = servers, threading.Event(), threading.RLock()
        self.folder = servers.folder()
        self.address, self.mail_port = f"http://127.0.0.1:{free_port()}", free_port()
        self.sent, self._smtp_port = self.folder / "sent", free_port()
        self.parts: dict[str, subprocess.Popen[bytes]] = {}
        self._releases: dict[str, Path] = {}
        self.release = release
        database, options, self.direct = postgresql_server(servers)
        self._commands: dict[str, tuple[str, Mapping[str, object]]] = {"database": (_written(database), options)}
        self._run("database", url_port(self.direct))
        self.disk = self._disk()
        self.broker = {"redis": redis, "rabbitmq": rabbitmq}[broker](servers)
        pooled = re.sub(r":\d+/", f":{free_port()}/", self.direct)
        self.env = {
            "PATH": f"{BIN}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "DJANGO_SETTINGS_MODULE": "lexicon.settings",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "SITE_URL": "https://lexicon.example.org",
            "ALLOWED_HOSTS": "127.0.0.1",
            "BEHIND_PROXY": "true",
            "DATABASE_URL": pooled,
            "DATABASE_PREPARES": "false",
            "CELERY_BROKER_URL": self.broker,
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(self._smtp_port),
            "REPLY_ADDRESS": "box+r-%s@lexicon.example.org",
            "LMTP_LISTEN": f"127.0.0.1:{self.mail_port}",
            "VAR_DIR": str(self.folder / "var"),
            "ANALYSIS": "false",
        }
        self._clock = self._preloaded_clock()
        self._sockets = {f"web {n + 1}": socket.create_server(("127.0.0.1", 0), backlog=256) for n in range(webs)}
        ports = [one.getsockname()[1] for one in self._sockets.values()]
        self._commands |= {
            "pool": (f"pgbouncer {self._pool(pooled)}", AS_POSTGRES),
            **dict.fromkeys(self._sockets, (SERVE, {})),
            **{f"worker {n + 1}": (f"{WORKER} --hostname worker{n + 1}@%h", {}) for n in range(workers)},
            "robots": (f"{WORKER} --queues robots --hostname robots@%h", {}),
            "channels": ("python -m lexicon channels --loglevel error", {}),
            **{f"beat {n + 1}": ("python -m lexicon beat --loglevel error", {}) for n in range(2)},
            "lmtp": ("python -m lexicon mail", {}),
            "nginx": (f"nginx -c {self._proxy(ports)} -e stderr", {}),
            "smtp": (f"{sys.executable} -m tests.load.sink {self._smtp_port} {self.sent}", {"cwd": ROOT}),
        }
        self._run("smtp", self._smtp_port)
        self._run("pool", url_port(pooled))

    def manage(self, *arguments: str, release: Path | None = None) -> None:
        """Run a management command, with a direct connection to the database."""
        env = {**self.env, "DATABASE_URL": self.direct}
        folder = release or self.release
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=folder, env=env, check=True)

    def start(self) -> None:
        self.parts |= {name: self._start(name) for name in self._commands if name not in self.parts}
        until(lambda: answers(int(self.address.rsplit(":", 1)[1])), "nginx")
        until(lambda: answers(self.mail_port), "the mail server")
        self._watch = threading.Thread(target=self._keep_up, daemon=True)
        self._watch.start()

    def stop(self) -> None:
        self._stopped.set()
        self._watch.join()

    def close(self) -> None:
        """Unmount the disk, once everything that writes to it has stopped."""
        if self.disk:
            subprocess.run(["umount", "--lazy", str(self.disk)], check=False)

    # --- what can go wrong -----------------------------------------------------------------------------------------------

    def kill(self, name: str) -> None:
        """Kill a part with `kill -9`. It is restarted within a second or two."""
        self._servers.kill(self.parts[name])

    def hold_down(self, name: str) -> Callable[[], None]:
        """Kill a part and keep it down until the returned function is called."""
        with self._hand:
            command = self._commands.pop(name)
        self.kill(name)
        return lambda: self._commands.update({name: command})

    def flush_broker(self) -> None:
        """Delete everything in the broker."""
        if self.broker.startswith("redis"):
            subprocess.run(["redis-cli", "-u", self.broker, "FLUSHALL"], check=True, stdout=subprocess.DEVNULL)
        else:
            for queue in ("celery", "robots", "channels"):
                subprocess.run(
                    [sys.executable, "-m", "celery", "--app", "lexicon", "amqp", "queue.purge", queue],
                    cwd=ROOT,
                    env=self.env,
                    check=True,
                    stdout=subprocess.DEVNULL,
                )

    def restart_database(self) -> None:
        """Stop PostgreSQL as a restart does, cutting off all connections. It comes back at once."""
        os.kill(self.parts["database"].pid, signal.SIGINT)
        self.parts["database"].wait()

    def fill_disk(self) -> Callable[[], None]:
        """Fill the disk of the database's tables until the returned function is called."""
        assert self.disk is not None
        filler = self.disk / "filler"
        with filler.open("wb") as file, suppress(OSError):
            while True:
                file.write(bytes(1 << 20))
        return filler.unlink

    def lose_names(self) -> Callable[[], None]:
        """Restart the workers with a mail server whose name can't be resolved, until the returned function is called."""

        def look_for(host: str) -> None:
            self.env["EMAIL_HOST"] = host
            for name in self.parts:
                if name.startswith("worker"):
                    self.kill(name)

        look_for("smtp.invalid")
        return lambda: look_for("127.0.0.1")

    def set_clocks(self, seconds: int, names: Sequence[str] = ()) -> Callable[[], None]:
        """Set the clocks of these parts, or of all, ahead by some seconds until the returned function is called."""
        chosen = [self.folder / f"ahead {name}" for name in names or filter(self.is_ours, self.parts)]

        def set_all(seconds: int) -> None:
            for file in chosen:
                _overwrite(file, seconds)

        set_all(seconds)
        return lambda: set_all(0)

    # --- another release -------------------------------------------------------------------------------------------------

    def replace(self, names: Sequence[str], release: Path) -> None:
        """Terminate these parts like systemd, wait until each has finished its work, and start them from another release."""
        with self._hand:
            commands = {name: self._commands.pop(name) for name in names}
        for name in names:
            self.parts[name].terminate()
        for name in names:
            self.parts[name].wait(120)
        with self._hand:
            self._releases |= dict.fromkeys(names, release)
            self._commands |= commands
            self.parts |= {name: self._start(name) for name in names}

    def failed_requests(self) -> int:
        """Return the number of responses with a 5xx status that nginx has sent."""
        return sum(line.startswith("5") for line in (self.folder / "access").read_text().splitlines())

    def is_ours(self, name: str) -> bool:
        """Return True if a part runs Lexicon itself."""
        return name not in ("database", "pool", "smtp", "nginx")

    @property
    def has_clock(self) -> bool:
        return self._clock is not None

    # --- figures ---------------------------------------------------------------------------------------------------------

    def memory(self) -> dict[str, int]:
        """Return the memory of each part and its children in kB. Shared memory is divided among the processes that share it."""
        sizes: dict[int, int] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError, ValueError, IndexError):
                group = int(stat.read_text().rsplit(")", 1)[1].split()[2])
                shares = (stat.parent / "smaps_rollup").read_text().split("Pss:")[1].split()[0]
                sizes[group] = sizes.get(group, 0) + int(shares)
        return {name: sizes.get(process.pid, 0) for name, process in self.parts.items()}

    def _run(self, name: str, port: int) -> None:
        self.parts[name] = self._start(name)
        until(lambda: answers(port), name)

    def _start(self, name: str) -> "subprocess.Popen[bytes]":
        command, options = self._commands[name]
        options = {"cwd": self._releases.get(name, self.release), **options}
        if self.is_ours(name):
            ahead = self.folder / f"ahead {name}"
            if not ahead.exists():
                ahead.write_bytes(bytes(8))
            options["env"] = self.env | (
                {"LD_PRELOAD": str(self._clock), "CLOCK_AHEAD": str(ahead)} if self._clock else {}
            )
        if held := self.__dict__.get("_sockets", {}).get(name):
            command = f"env LISTEN_FDS=1 LISTEN_PID=$$ {command} 3<&{held.fileno()}"
            options["pass_fds"] = (held.fileno(),)
        return self._servers.start("sh", "-c", f"exec {command}", **options)

    def _keep_up(self) -> None:
        while not self._stopped.wait(1):
            with self._hand:
                for name in self._commands:
                    if self.parts[name].poll() is not None:
                        self.parts[name] = self._start(name)

    def _disk(self) -> Path | None:
        """Mount a small disk and put the database on it. Return its folder, or None if mounting isn't allowed."""
        folder = self._servers.folder(owner="postgres" if AS_POSTGRES else None)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)], check=False)
        if mounted.returncode:
            return None
        shutil.chown(folder, "postgres")
        with psycopg.connect(self.direct, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
            connection.execute("CREATE DATABASE lexicon TABLESPACE small")
        self.direct = self.direct.removesuffix("postgres") + "lexicon"
        return folder

    def _preloaded_clock(self) -> Path | None:
        """Compile the library that fakes the clock. Return its path, or None if there is no compiler."""
        if shutil.which("gcc") is None:
            return None
        made, source = self.folder / "clock.so", Path(__file__).with_name("clock.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", str(made), str(source), "-ldl"], check=True)
        return made

    def _pool(self, pooled: str) -> Path:
        folder = self._servers.folder(owner="postgres" if AS_POSTGRES else None)
        (folder / "users").write_text('"postgres" ""\n')
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={url_port(self.direct)}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {url_port(pooled)}\nunix_socket_dir =\nauth_type = trust\nauth_file = {folder}/users\n"
            "pool_mode = transaction\ndefault_pool_size = 20\nmax_client_conn = 500\n"
        )
        return folder / "pgbouncer.ini"

    def _proxy(self, ports: list[int]) -> Path:
        servers = "".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in ports)
        listen = self.address.rsplit(":", 1)[1]
        file = self.folder / "nginx.conf"
        file.write_text(
            f"daemon off; pid {self.folder}/nginx.pid; worker_processes 1; events {{ worker_connections 1024; }}\n"
            f"http {{ log_format short '$status $request_method $uri'; access_log {self.folder}/access short;\n"
            f"client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;\n"
            f"upstream web {{ {servers} }}\nserver {{ listen 127.0.0.1:{listen}; location / {{ proxy_pass http://web;\n"
            "proxy_set_header Host $host:$server_port; proxy_set_header X-Forwarded-Proto https;\n"
            "proxy_set_header X-Forwarded-For $remote_addr; proxy_read_timeout 60s; } } }\n"
        )
        return file


def rabbitmq(servers: Servers) -> str:
    """Start a RabbitMQ and return its URL."""
    server = program("rabbitmq-server", package="rabbitmq-server", folders="/usr/lib/rabbitmq/bin:/usr/sbin")
    folder, port = servers.folder(), free_port()
    (folder / ".erlang.cookie").write_text(secrets.token_hex(10))
    (folder / ".erlang.cookie").chmod(0o400)
    (folder / "rabbitmq.conf").write_text(f"listeners.tcp.1 = 127.0.0.1:{port}\n")
    (folder / "plugins").write_text("[].\n")
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "RABBITMQ_NODENAME": f"load{port}@localhost",
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(folder),
        "RABBITMQ_LOG_BASE": str(folder),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
    }
    servers.start(server, cwd=folder, env=env)
    until(lambda: answers(port), "RabbitMQ")
    time.sleep(2)  # it listens a little before it can respond
    return f"amqp://guest:guest@127.0.0.1:{port}//"


def missing_programs() -> list[str]:
    """Return the programs that are missing."""
    return [name for name in ("nginx", "pgbouncer", "redis-server", "redis-cli") if shutil.which(name) is None]


def _written(command: Sequence[object]) -> str:
    return " ".join(map(str, command))


def _overwrite(file: Path, seconds: int) -> None:
    """Write the seconds in place, because the processes have mapped the file into memory."""
    with file.open("r+b") as there:
        there.write(struct.pack("q", seconds))
