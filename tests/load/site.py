"""A site of many processes on one machine: web processes behind nginx, workers, two beats by mistake, a mail server, and PgBouncer
between all of them and PostgreSQL. What dies is started anew, as systemd would."""

import os
import re
import secrets
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.service.servers import Servers, answers, free_port, postgresql, program, redis, until
from tests.service.sites import BIN, ROOT

SERVE = "python -m lexicon serve --workers 1 --log-level error"
WORKER = "python -m lexicon worker --concurrency 1 --loglevel error"
AS_POSTGRES = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


class Site:
    """The parts by name, such as `web 2`; `direct` is the database without PgBouncer, for whoever watches."""

    def __init__(self, servers: Servers, *, webs: int, workers: int, broker: str) -> None:
        self._servers, self._stopped = servers, threading.Event()
        self.folder = servers.folder()
        self.direct = postgresql(servers)
        self.address, self.mail_port = f"http://127.0.0.1:{free_port()}", free_port()
        self.sent, self._smtp_port = self.folder / "sent", free_port()
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
            "ANALYSIS": "false",
        }
        ports = {f"web {n + 1}": free_port() for n in range(webs)}
        self._commands: dict[str, tuple[str, Mapping[str, object]]] = {
            "pool": (f"pgbouncer {self._pool(pooled)}", AS_POSTGRES),
            **{name: (f"{SERVE} --bind 127.0.0.1:{port}", {}) for name, port in ports.items()},
            **{f"worker {n + 1}": (f"{WORKER} --hostname worker{n + 1}@%h", {}) for n in range(workers)},
            "robots": (f"{WORKER} --queues robots --hostname robots@%h", {}),
            **{f"beat {n + 1}": ("python -m lexicon beat --loglevel error", {}) for n in range(2)},
            "lmtp": ("python -m lexicon mail", {}),
            "nginx": (f"nginx -c {self._proxy(list(ports.values()))} -e stderr", {}),
            "smtp": (f"{sys.executable} -m tests.load.sink {self._smtp_port} {self.sent}", {}),
        }
        self.parts = {name: self._start(name) for name in ("pool", "smtp")}
        until(lambda: answers(int(pooled.rsplit(":", 1)[1].split("/")[0])), "PgBouncer")

    def manage(self, *arguments: str) -> None:
        """Run a command of the site on the database itself."""
        env = {**self.env, "DATABASE_URL": self.direct}
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True)

    def start(self) -> None:
        self.parts |= {name: self._start(name) for name in self._commands if name not in self.parts}
        until(lambda: answers(int(self.address.rsplit(":", 1)[1])), "nginx")
        until(lambda: answers(self.mail_port), "the mail server")
        self._watch = threading.Thread(target=self._keep_up, daemon=True)
        self._watch.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._watch:
            self._watch.join()

    def kill(self, name: str) -> None:
        """`kill -9`; it is started anew within a second or two."""
        self._servers.kill(self.parts[name])

    def hold_down(self, name: str) -> Callable[[], None]:
        """Kill a part; it stays away until the function that is returned is called."""
        command = self._commands.pop(name)
        self.kill(name)
        return lambda: self._commands.update({name: command})

    def flush_broker(self) -> None:
        """Lose all that the broker holds."""
        if self.broker.startswith("redis"):
            subprocess.run(["redis-cli", "-u", self.broker, "FLUSHALL"], check=True, stdout=subprocess.DEVNULL)
        else:
            for queue in ("celery", "robots"):
                subprocess.run(
                    [sys.executable, "-m", "celery", "--app", "lexicon", "amqp", "queue.purge", queue],
                    cwd=ROOT,
                    env=self.env,
                    check=True,
                    stdout=subprocess.DEVNULL,
                )

    def break_connections(self) -> None:
        """End every process of the database at once, as its restart does."""
        with psycopg.connect(self.direct, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )

    def memory(self) -> dict[str, int]:
        """The memory of each part and its children in kB, what several share divided among them."""
        sizes: dict[int, int] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError, ValueError, IndexError):
                group = int(stat.read_text().rsplit(")", 1)[1].split()[2])
                shares = (stat.parent / "smaps_rollup").read_text().split("Pss:")[1].split()[0]
                sizes[group] = sizes.get(group, 0) + int(shares)
        return {name: sizes.get(process.pid, 0) for name, process in self.parts.items()}

    def _start(self, name: str) -> "subprocess.Popen[bytes]":
        command, options = self._commands[name]
        return self._servers.start("sh", "-c", f"exec {command}", cwd=ROOT, env=self.env, **options)

    def _keep_up(self) -> None:
        while not self._stopped.wait(1):
            for name in [*self._commands]:
                if self.parts[name].poll() is not None:
                    self.parts[name] = self._start(name)

    def _pool(self, pooled: str) -> Path:
        listen, direct = (re.search(r":(\d+)/", url)[1] for url in (pooled, self.direct))  # type: ignore[index]
        folder = self._servers.folder(owner="postgres" if AS_POSTGRES else None)
        (folder / "users").write_text('"postgres" ""\n')
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\npostgres = host=127.0.0.1 port={direct}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {listen}\nunix_socket_dir =\nauth_type = trust\nauth_file = {folder}/users\n"
            "pool_mode = transaction\ndefault_pool_size = 20\nmax_client_conn = 500\n"
        )
        return folder / "pgbouncer.ini"

    def _proxy(self, ports: list[int]) -> Path:
        servers = "".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;" for port in ports)
        listen = self.address.rsplit(":", 1)[1]
        file = self.folder / "nginx.conf"
        file.write_text(
            f"daemon off; pid {self.folder}/nginx.pid; worker_processes 1; events {{ worker_connections 1024; }}\n"
            f"http {{ access_log off; client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;\n"
            f"upstream web {{ {servers} }}\nserver {{ listen 127.0.0.1:{listen}; location / {{ proxy_pass http://web;\n"
            "proxy_set_header Host $host:$server_port; proxy_set_header X-Forwarded-Proto https;\n"
            "proxy_set_header X-Forwarded-For $remote_addr; proxy_read_timeout 60s; } } }\n"
        )
        return file


def rabbitmq(servers: Servers) -> str:
    """A RabbitMQ of its own; its URL."""
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
    time.sleep(2)  # it listens a little before it answers
    return f"amqp://guest:guest@127.0.0.1:{port}//"


def has_all() -> list[str]:
    """The programs that are missing."""
    return [name for name in ("nginx", "pgbouncer", "redis-server", "redis-cli") if shutil.which(name) is None]
