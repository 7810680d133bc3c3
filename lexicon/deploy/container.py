"""`python -m lexicon.deploy.container PART …` runs a part of the server in a container with two settings, DOMAIN and
MAIL_URL. The rest follows from them as on any other machine; other environment variables take precedence.

The part `secrets` creates the secrets, once, in files of two volumes: one for all parts, and one that the database can
read, too."""

import os
import shutil
import socket
import sys
import time
from pathlib import Path
from secrets import token_urlsafe

from lexicon.deploy.answers import Wrong, fault_of, fresh_secrets, read_settings, settings_for, written_settings

SECRETS = Path("/var/lib/lexicon/secrets.env")
PASSWORD = Path("/run/database/password")
FIGURES = Path(
    "/run/figures"
)  # on a volume shared by all parts; each has its own folder, because their process ids are the same
ALONE = Path("/tmp/figures")  # noqa: S108  of a container without that volume; nobody else is in it
COPIES = "/var/backups/lexicon"


def main() -> None:
    """Replace this process with the requested part; `secrets` creates the secrets, `set-up` migrates the database, and
    `copies` backs it up every hour."""
    part, *further = sys.argv[1:] or [""]
    try:
        if part == "secrets":
            make_secrets(SECRETS, PASSWORD)
            return
        domain, mail = (os.environ.get(name, "") for name in ("DOMAIN", "MAIL_URL"))
        settings = settings_here(domain, mail, secrets=SECRETS, password=PASSWORD)
        figures = (FIGURES if os.access(FIGURES, os.W_OK) else ALONE) / socket.gethostname()
        figures.mkdir(parents=True, exist_ok=True)
        watched = {"PROMETHEUS_MULTIPROC_DIR": str(figures), "METRICS_FOLDER": str(figures.parent)}
        os.environ.update(settings | watched | dict(os.environ))
    except Wrong as wrong:
        sys.exit(str(wrong))
    if part == "set-up":
        for old in FIGURES.glob("*/"):  # left by containers that were replaced
            if old.name != socket.gethostname():
                shutil.rmtree(old, ignore_errors=True)
        for step in (("migrate",), ("collectstatic", "--no-input")):
            command = [sys.executable, "-m", "lexicon", "manage", *step, "--verbosity", "0"]
            if code := os.spawnv(os.P_WAIT, sys.executable, command):
                sys.exit(code)
    elif part == "copies":
        copy = [sys.executable, "-m", "lexicon", "manage", "back_up", COPIES, "--keep-days", "7"]
        while True:
            os.spawnv(os.P_WAIT, sys.executable, copy)
            time.sleep(3600)
    else:
        os.execv(sys.executable, [sys.executable, "-m", "lexicon", *([part] if part else []), *further])


def settings_here(domain: str, mail: str, *, secrets: Path, password: Path) -> dict[str, str]:
    """Return all settings of a container. Raises Wrong, in terms of its two settings."""
    if mail == "postfix":
        raise Wrong(
            "MAIL_URL: no Postfix runs in a container: write smtp://host.docker.internal:25 for that of the machine."
        )
    for name, answered, value in (("DOMAIN", "domain", domain), ("MAIL_URL", "mail", mail)):
        if why := fault_of(answered, value):
            raise Wrong(f"{name}: {why}")
    if not secrets.is_file():
        raise Wrong(f"{secrets} is missing: run the part `secrets` first, with the same volume.")
    settings = settings_for(domain, mail) | read_settings(secrets.read_text())
    if password.is_file():
        settings["DATABASE_URL"] = f"postgres://lexicon:{password.read_text()}@postgres/lexicon"
    return settings


def make_secrets(secrets: Path, password: Path) -> None:
    """Create the secrets that do not exist. The database runs as another user, and reads its password."""
    for file, text, mode in ((secrets, written_settings(fresh_secrets()), 0o600), (password, token_urlsafe(32), 0o444)):
        if file.parent.is_dir() and not file.exists():
            part = file.with_name(f".{file.name}")
            part.unlink(missing_ok=True)
            part.touch(mode=0o600)
            part.write_text(text)
            part.chmod(mode)
            part.rename(file)


if __name__ == "__main__":
    main()
