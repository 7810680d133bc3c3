"""A part of the server in a container: `python -m lexicon.deploy.container PART …`, told two things, DOMAIN and MAIL_URL. The rest
follows from them as on any other machine; what the environment says beside them goes first.

Secrets are made by the part `secrets`, once, in files of two volumes: one for all parts, one that the database sees too."""

import os
import sys
from pathlib import Path
from secrets import token_urlsafe

from lexicon.deploy.answers import Wrong, fault_of, fresh_secrets, read_settings, settings_for, written_settings

SECRETS = Path("/var/lib/lexicon/secrets.env")
PASSWORD = Path("/run/database/password")
FIGURES = Path("/tmp/lexicon")  # noqa: S108  nobody else is in a container


def main() -> None:
    """Become the part, or with `secrets` make them; with `set-up` bring the database up to this release."""
    part, *further = sys.argv[1:] or [""]
    try:
        if part == "secrets":
            make_secrets(SECRETS, PASSWORD)
            return
        domain, mail = (os.environ.get(name, "") for name in ("DOMAIN", "MAIL_URL"))
        settings = settings_here(domain, mail, secrets=SECRETS, password=PASSWORD)
        os.environ.update(settings | {"PROMETHEUS_MULTIPROC_DIR": str(FIGURES)} | dict(os.environ))
        FIGURES.mkdir(exist_ok=True)
    except Wrong as wrong:
        sys.exit(str(wrong))
    if part == "set-up":
        for step in (("migrate",), ("collectstatic", "--no-input")):
            command = [sys.executable, "-m", "lexicon", "manage", *step, "--verbosity", "0"]
            if code := os.spawnv(os.P_WAIT, sys.executable, command):
                sys.exit(code)
    else:
        os.execv(sys.executable, [sys.executable, "-m", "lexicon", *([part] if part else []), *further])


def settings_here(domain: str, mail: str, *, secrets: Path, password: Path) -> dict[str, str]:
    """All settings of a container. Raises Wrong, in the words of its two settings."""
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
    """Make what is not there yet. The database runs as another user, and reads its password."""
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
