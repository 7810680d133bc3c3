"""Installs Lexicon on a Debian machine, with everything it needs, from the sources that contain this file; `install`
starts it.

Running it again changes nothing. Running it from other sources upgrades, and the old release keeps running until the
new one is ready. Faults in the answers are refused before anything is changed; if a step fails, the message names it,
and running it again continues from there. No secret is ever a program argument. It runs before anything is installed,
so it imports only the standard library."""

import argparse
import hashlib
import http.client
import os
import re
import shutil
import socket
import ssl
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from .answers import (
    CERTIFICATES,
    DEPLOY,
    EXAMPLE,
    QUESTIONS,
    Answers,
    Wrong,
    fault_of,
    fresh_secrets,
    read_answers,
    read_settings,
    settings_for,
    settled,
)
from .machine import Machine

SOURCES = DEPLOY.parents[1]
ROOMS = ("lexicon", "games", "notifications", "templates")
BESIDE_THEM = ("pyproject.toml", "constraints.txt", "README.md", "LICENSE")

ANSWERS, SETTINGS = "/etc/lexicon.answers", "/etc/lexicon.env"
CODE, CURRENT, COMMAND = "/srv/lexicon", "/srv/lexicon/.venv", "/usr/local/sbin/lexicon"
FILES, FIGURES, COPIES = "/var/lib/lexicon", "/run/lexicon", "/var/backups/lexicon"
SITE, UNITS = "/etc/nginx/sites-available/lexicon.conf", "/etc/systemd/system"

PACKAGES = ("ca-certificates", "openssl", "python3-venv", "postgresql", "redis-server", "nginx")
SOCKET = "lexicon@serve.socket"
# in the order in which they are restarted: workers come before the pages that send them tasks
PARTS = ("background", "serve")
ONCE_ALONE = ("worker", "robots", "channels", "searches", "analysis", "beat", "mail")  # older than `background`
PATIENCE = 180  # seconds until all parts must be up
KEPT = 2  # releases: the running one and the one before
TO_START_ANEW = "/srv/lexicon/to-start-anew"  # exists from a change of settings or units until all parts have restarted

AS_THE_SERVER = f"""#!/bin/sh
# What `lexicon` does, with this server's settings and as its user: lexicon manage mail_health
set -eu
[ "$(id -u)" = 0 ] || {{ echo "Run it as root." >&2; exit 1; }}
set -a
. {SETTINGS}
set +a
cd {FILES}
exec runuser -u lexicon -- {CURRENT}/bin/lexicon "$@"
"""
JOURNAL = """# Logs of all services, those of Lexicon among them, are turned over by the journal.
[Journal]
SystemMaxUse=1G
MaxRetentionSec=1month
"""


# --- before anything is changed ----------------------------------------------------------------------------------------------


def refuse_another_machine(machine: Machine) -> None:
    """Raise Wrong on a machine that cannot be used."""
    if machine.root:
        return
    system = read_settings(Path("/etc/os-release").read_text())
    if system.get("ID") != "debian" or int(system.get("VERSION_ID", "0") or 0) < 12:
        raise Wrong("This is no Debian 12 or newer: take one, or run Lexicon in containers (docs/containers.md).")
    if os.geteuid() != 0:
        raise Wrong("Run it as root.")
    if not Path("/run/systemd/system").is_dir():
        raise Wrong("systemd does not run here: take a machine that has booted, or containers (docs/containers.md).")


def refuse_what_is_in_the_way(machine: Machine, answers: Answers) -> None:
    """Raise Wrong if another program uses a port, or a certificate cannot be obtained yet."""
    if machine.root:
        return
    wanted = {80: "nginx", 443: "nginx", 8000: "lexicon"} | ({25: "postfix"} if answers.takes_mail_here else {})
    for port, package in wanted.items():
        ours = Path(f"{UNITS}/lexicon@.service").exists() if package == "lexicon" else machine.has(package)
        with socket.socket() as caller:
            is_taken = not ours and caller.connect_ex(("127.0.0.1", port)) == 0
        if is_taken:
            raise Wrong(f"Another program than {package} listens at port {port}: stop or move it first.")
    if Path(CURRENT).is_dir() and not Path(CURRENT).is_symlink():
        raise Wrong(f"Lexicon was put here by hand: stop it, and move {CURRENT} away; database and {SETTINGS} stay.")
    if answers.certificates == "letsencrypt":
        try:
            socket.getaddrinfo(answers.domain, 80)
        except OSError as error:
            raise Wrong(
                f"{answers.domain} has no address yet, so Let's Encrypt could not look here: let its A or AAAA record point to "
                "this machine and run this again, or answer `local` to try things out."
            ) from error


def ask() -> Answers:
    """Ask for each answer until it is valid."""
    given = {}
    for name, question in QUESTIONS.items():
        while True:
            print(question)
            given[name] = input(f"  {name} = ").strip()
            if not (why := fault_of(name, given[name])):
                break
            print(f"  {why}")
    return Answers(**given)


# --- the steps: each changes only what needs it ------------------------------------------------------------------------------


def install_packages(machine: Machine, answers: Answers) -> None:
    wanted = [*PACKAGES]
    wanted += ["certbot"] if answers.certificates == "letsencrypt" else []
    wanted += ["postfix"] if answers.takes_mail_here else []
    missing = [] if machine.root else [package for package in wanted if not machine.has(package)]
    if missing:
        print(f"  fetching {' '.join(missing)}", flush=True)
        machine.run("apt-get", "update", "-qq")
        machine.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)
        machine.changed(f"installed {' '.join(missing)}")


def make_user_and_database(machine: Machine) -> None:
    """Create a user who owns only the server's files, and a database to which that user has access without a
    password."""
    if not machine.root and not machine.is_so("getent", "passwd", "lexicon"):
        machine.run(
            "useradd", "--system", "--user-group", "--home-dir", FILES, "--shell", "/usr/sbin/nologin", "lexicon"
        )
        machine.changed("made the user lexicon")
    machine.folder(CODE)
    machine.folder(FILES, mode=0o750, owner="lexicon")
    machine.folder(FIGURES, owner="lexicon")
    machine.folder(COPIES, mode=0o700, owner="lexicon")
    if machine.root:
        return

    def psql(statement: str) -> str:
        return machine.run("psql", "--no-psqlrc", "-tAc", statement, user="postgres")

    if not psql("SELECT 1 FROM pg_roles WHERE rolname = 'lexicon'"):
        machine.run("createuser", "lexicon", user="postgres")
        machine.changed("made the role lexicon in PostgreSQL")
    if not psql("SELECT 1 FROM pg_database WHERE datname = 'lexicon'"):
        how = ("--encoding", "UTF8", "--locale", "C.UTF-8", "--template", "template0")
        machine.run("createdb", "--owner", "lexicon", *how, "lexicon", user="postgres")
        machine.changed("made the database lexicon")


def write_settings(machine: Machine, answers: Answers, earlier: Answers | None) -> None:
    """Write the settings, and the answers that they follow from."""
    text = machine.read(SETTINGS)
    there = read_settings(text)
    kept = {name: there.get(name) or fresh for name, fresh in fresh_secrets().items()}
    if answers.takes_mail_here:
        del kept["ANYMAIL_WEBHOOK_SECRET"]
    wanted = settings_for(answers.domain, answers.mail) | kept
    was = settings_for(earlier.domain, earlier.mail) if earlier else {}
    if not text:
        text = (DEPLOY / "lexicon.env").read_text().replace(EXAMPLE, answers.domain)
        was = read_settings(text)
    new, edited = settled(text, was=was, wanted=wanted)
    for name in edited:
        print(f"  {SETTINGS} has a different {name} from the answers; left as it is")
    machine.write(ANSWERS, "".join(f"{name} = {value}\n" for name, value in asdict(answers).items()), mode=0o600)
    if machine.write(SETTINGS, new, mode=0o600):
        machine.file(TO_START_ANEW).touch()


def make_release(machine: Machine, *, with_analysis: bool) -> str:
    """Create an environment for these sources, either complete or not at all. Return its folder."""
    extra = with_analysis or bool(list(Path(CURRENT).glob("lib/*/site-packages/numba")))
    release = f"{CODE}/{digest_of(SOURCES)}{'-analysis' if extra else ''}"
    if machine.root or Path(release, "complete").exists():
        return release
    shutil.rmtree(release, ignore_errors=True)
    print("  fetching the libraries", flush=True)
    with tempfile.TemporaryDirectory() as copy:  # setuptools leaves build files in the folder
        for room in ROOMS:
            shutil.copytree(SOURCES / room, Path(copy, room), ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        for file in BESIDE_THEM:
            shutil.copy(SOURCES / file, copy)
        machine.run("python3", "-m", "venv", release)
        what = f"{copy}[analysis]" if extra else copy
        try:
            machine.run(f"{release}/bin/pip", "install", "--quiet", "-c", f"{copy}/constraints.txt", what)
        except Wrong:
            shutil.rmtree(release)
            raise
    Path(release, "complete").touch()
    machine.changed(f"installed Lexicon in {release}")
    return release


def digest_of(sources: Path) -> str:
    """Return a short name for exactly these sources."""
    digest = hashlib.sha256()
    files = [sources / name for name in BESIDE_THEM]
    files += [file for room in ROOMS for file in (sources / room).rglob("*") if file.is_file()]
    for file in sorted(files):
        if "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(sources)}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def write_units(machine: Machine) -> None:
    """Write the services, the hourly backup, the command and the journal's limits."""
    names = ("lexicon@.service", SOCKET, "lexicon-backup.service", "lexicon-backup.timer")
    changed = [machine.write(f"{UNITS}/{name}", (DEPLOY / name).read_text()) for name in names]
    machine.write(COMMAND, AS_THE_SERVER, mode=0o755)
    if machine.write("/etc/systemd/journald.conf.d/lexicon.conf", JOURNAL):
        machine.run("systemctl", "restart", "systemd-journald")
    if any(changed):
        machine.file(TO_START_ANEW).touch()
        machine.run("systemctl", "daemon-reload")


def get_certificate(machine: Machine, answers: Answers) -> None:
    certificate, key = answers.certificate_and_key
    if machine.root or Path(certificate).exists():
        return
    if answers.certificates == "letsencrypt":
        who = ("--email", answers.superuser, "--agree-tos", "--non-interactive")
        then = ("--deploy-hook", "systemctl reload nginx")
        machine.run("certbot", "certonly", "--webroot", "-w", "/var/www/html", "-d", answers.domain, *who, *then)
    else:
        machine.folder(CERTIFICATES)
        with tempfile.TemporaryDirectory() as folder:
            _certify(machine, answers.domain, folder, certificate, key)
    machine.changed(f"got a certificate, {certificate}")


def _certify(machine: Machine, domain: str, folder: str, certificate: str, key: str) -> None:
    """Sign a certificate with an authority whose key is thrown away, so that it can never sign anything else."""
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc")
    may_sign = ("-addext", "basicConstraints=critical,CA:true,pathlen:0", "-addext", "keyUsage=critical,keyCertSign")
    name = ("-subj", f"/CN=Lexicon, for trying {domain}"[:70])
    authority = (f"{folder}/ca.key", f"{CERTIFICATES}/ca.pem")
    files = ("-keyout", authority[0], "-out", authority[1])
    machine.run("openssl", "req", "-x509", *curve, *name, *may_sign, "-days", "820", *files)
    machine.run("openssl", "req", *curve, "-subj", "/", "-keyout", key, "-out", f"{folder}/request")
    Path(folder, "for").write_text(f"subjectAltName=critical,DNS:{domain}\nextendedKeyUsage=serverAuth\n")
    signed = ("-in", f"{folder}/request", "-CA", authority[1], "-CAkey", authority[0], "-extfile", f"{folder}/for")
    machine.run("openssl", "x509", "-req", *signed, "-days", "820", "-out", certificate)


def write_site(machine: Machine, answers: Answers) -> None:
    certificate, key = answers.certificate_and_key
    text = (DEPLOY / "nginx.conf").read_text().replace(EXAMPLE, answers.domain)
    changed = machine.write(SITE, text.replace("CERTIFICATE;", f"{certificate};").replace("KEY;", f"{key};"))
    link = machine.file("/etc/nginx/sites-enabled/lexicon.conf")
    if not link.is_symlink():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(SITE)
        changed = True
    if changed and not machine.root:
        try:
            machine.run("nginx", "-t")
        except Wrong:
            link.unlink()  # nginx keeps serving the other sites, even after a restart
            raise
        machine.run("systemctl", "reload-or-restart", "nginx")


def set_up_postfix(machine: Machine, answers: Answers) -> None:
    """Set the lines of postfix-main.cf, and the host's name; the rest of main.cf stays unchanged."""
    if machine.root or not answers.takes_mail_here:
        return
    lines = (DEPLOY / "postfix-main.cf").read_text().replace(EXAMPLE, answers.domain)
    wanted = {"myhostname": answers.domain, "mydestination": "localhost"} | dict(postfix_settings(lines))
    there = Path("/etc/postfix/main.cf")
    before = there.read_text() if there.exists() else ""
    if not before:
        machine.write(str(there), "compatibility_level = 3.6\n")
    else:
        machine.run("cp", "--no-clobber", str(there), f"{there}.before-lexicon")
    for name, value in wanted.items():
        if machine.run("postconf", "-h", name).split() != value.split():
            machine.run("postconf", "-e", f"{name} = {value}")
    if there.read_text() != before:
        machine.changed(f"set Postfix up in {there}")
        machine.run("postfix", "check")
        machine.run("systemctl", "restart", "postfix")


def postfix_settings(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name and value of each setting in a Postfix configuration: a line that begins with a space continues
    the one before."""
    lines = "\n".join(line for line in text.splitlines() if line and not line.startswith("#"))
    for line in re.sub(r"\n[ \t]+", " ", lines).splitlines():
        name, _, value = line.partition("=")
        yield name.strip(), value.strip()


def start(machine: Machine, release: str) -> None:
    """Migrate the database to this release while the earlier one runs, then restart each part with it."""
    current, to_start_anew = Path(CURRENT), Path(TO_START_ANEW)
    if machine.root:
        return
    upgrades = current.is_symlink() and str(current.resolve()) != release
    if upgrades:
        machine.changed(f"copied the database to {manage(machine, 'back_up', COPIES)}")
    if str(current.resolve()) != release:
        manage(machine, "migrate", "--verbosity", "0", release=release)
        manage(machine, "collectstatic", "--no-input", "--verbosity", "0", release=release)
        machine.changed("migrated the database, and laid out the static files")
        part = current.with_name(".venv.new")
        part.unlink(missing_ok=True)
        part.symlink_to(release)
        to_start_anew.touch()
        part.replace(current)
    if not machine.is_so("systemctl", "is-active", SOCKET):
        # a service from before the socket unit existed still occupies its address
        machine.run("systemctl", "stop", "lexicon@serve.service")
        machine.run("systemctl", "enable", "--now", SOCKET)
        machine.changed(f"enabled {SOCKET}")
    if not machine.is_so("systemctl", "is-enabled", "lexicon@background.service"):
        for unit in (f"lexicon@{part}.service" for part in ONCE_ALONE):
            if machine.is_so("systemctl", "is-enabled", unit):
                machine.run("systemctl", "disable", "--now", unit)
                machine.changed(f"disabled {unit}, which is now a part of lexicon@background")
    for unit in (f"lexicon@{part}.service" for part in PARTS):
        if not machine.is_so("systemctl", "is-enabled", unit):
            machine.run("systemctl", "enable", unit)
            machine.changed(f"enabled {unit}")
        if to_start_anew.exists() or not machine.is_so("systemctl", "is-active", unit):
            machine.run("systemctl", "restart", unit)
            machine.changed(f"started {unit}")
    to_start_anew.unlink(missing_ok=True)
    if not machine.is_so("systemctl", "is-enabled", "lexicon-backup.timer"):
        machine.run("systemctl", "enable", "--now", "lexicon-backup.timer")
        machine.changed("enabled lexicon-backup.timer")
    for old in sorted(Path(CODE).glob("*/complete"), key=lambda file: file.stat().st_mtime)[:-KEPT]:
        if str(old.parent) != release:
            shutil.rmtree(old.parent)


def manage(machine: Machine, *arguments: str, release: str = CURRENT) -> str:
    """Run `lexicon manage …` of a release, as the server's user, with its settings. Return its output."""
    settings = read_settings(machine.read(SETTINGS))
    return machine.run(f"{release}/bin/lexicon", "manage", *arguments, user="lexicon", env=settings, cwd=FILES)


def wait_until_ready(machine: Machine, answers: Answers) -> None:
    """Wait for the server. Raises Wrong with the fault if it is not ready in time, directly and through nginx."""
    if machine.root:
        return
    deadline, said = time.monotonic() + PATIENCE, ""
    while time.monotonic() < deadline:
        try:
            status, said = _asked(http.client.HTTPConnection("127.0.0.1", 8000, timeout=10))
            if status == 200:
                break
        except OSError as error:
            said = str(error)
        time.sleep(1)
    else:
        raise Wrong(f"Not ready after {PATIENCE} s: {said}\nLook what it says: journalctl -u 'lexicon@*' -n 50")
    trusted = ssl.create_default_context(cafile=f"{CERTIFICATES}/ca.pem" if answers.certificates == "local" else None)
    with socket.create_connection(("127.0.0.1", 443), timeout=10) as plain:
        try:
            encrypted = http.client.HTTPConnection(answers.domain)
            encrypted.sock = trusted.wrap_socket(plain, server_hostname=answers.domain)
            status, said = _asked(encrypted)
        except ssl.SSLCertVerificationError as error:
            print(f"  Browsers will not trust {answers.certificate_and_key[0]}: {error.verify_message}")
        else:
            if status != 200:
                raise Wrong(f"Through nginx it answers {status}: {said[:300]}")


def _asked(connection: http.client.HTTPConnection) -> tuple[int, str]:
    connection.request("GET", "/health/ready")
    answer = connection.getresponse()
    return answer.status, answer.read().decode("utf-8", "replace")


def make_superuser(machine: Machine, answers: Answers) -> None:
    """Create the superuser's account and send a first email to it, which shows whether sending works."""
    if machine.root:
        return
    try:
        manage(machine, "createsuperuser", "--no-input", "--email", answers.superuser)
    except Wrong as refused:
        if "already taken" in str(refused):
            return
        raise
    machine.changed(f"made {answers.superuser} a superuser")
    try:
        manage(machine, "sendtestemail", answers.superuser)
    except Wrong as failed:
        print(f"  Email can’t be sent yet: {failed}\n  Correct `mail` in {ANSWERS} and run this again.")


def say_what_is_next(machine: Machine, answers: Answers) -> None:
    """Print what a person still has to do: sign in, set the domain's records, and fix what Django's checks report."""
    said = "" if machine.root else machine.run("sh", "-c", f"{COMMAND} manage check --deploy 2>&1")
    domain = answers.domain
    print(
        f"\nSign in at https://{domain}/accounts/login/?next=/admin/ as {answers.superuser}: the code comes by email."
    )
    if answers.certificates == "local":
        print(
            f"Trust {CERTIFICATES}/ca.pem in your browser first; {domain} must lead to this machine, if only in /etc/hosts."
        )
    print("Records of the domain:")
    print(f"  {domain}.  A, AAAA  the addresses of this machine")
    if answers.takes_mail_here:
        print(f"  {domain}.  MX   10 {domain}.")
        print(f'  {domain}.  TXT  "v=spf1 mx -all"  (and what your provider asks for, if you send through one)')
        print(f"  PTR of the addresses: {domain}; port 25 must be open in both directions")
    else:
        print("  those your email provider asks for, including an MX record for replies; have it post them to")
        print(f"  https://USER:PASSWORD@{domain}/anymail/…/inbound/, as ANYMAIL_WEBHOOK_SECRET in {SETTINGS} says")
    if "WARNINGS" in said:
        print(f"\nCheck these:\n{said}")
    print(
        f"\nKeep a copy of {SETTINGS} elsewhere: copies of the database ({COPIES}, hourly) are of little use without it."
    )


# --- the whole installation --------------------------------------------------------------------------------------------------


def main() -> None:
    """Install, and end quietly if the output is closed, as in `install | head`."""
    try:
        try:
            install_as_asked()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes it once more at exit
        sys.exit("Stopped, because the output was closed. Run it again to continue.")


def install_as_asked() -> None:
    parser = argparse.ArgumentParser(prog="install", description="Put Lexicon on this Debian machine, or upgrade it.")
    parser.add_argument("--answers", type=Path, metavar="FILE", help=f"lines NAME = VALUE of {', '.join(QUESTIONS)}")
    parser.add_argument("--analysis", action="store_true", help="install the compiler for strong robots and analysis")
    parser.add_argument(
        "--root",
        type=Path,
        metavar="FOLDER",
        help="only write the files, into this folder, so that you can look at them",
    )
    asked = parser.parse_args()
    machine = Machine(asked.root)
    try:
        install(machine, asked.answers, with_analysis=asked.analysis)
    except Wrong as wrong:
        sys.exit(f"{wrong}")
    except (EOFError, KeyboardInterrupt):
        sys.exit("\nCancelled.")


def install(machine: Machine, file: Path | None, *, with_analysis: bool = False) -> None:
    """Run all steps. Without a file of answers those of the last run are used, or else a person is asked."""
    refuse_another_machine(machine)
    kept = machine.read(ANSWERS)
    earlier = read_answers(kept) if kept else None
    if file and not file.is_file():
        raise Wrong(f"There is no {file}: name a file with lines NAME = VALUE of {', '.join(QUESTIONS)}.")
    answers = read_answers(file.read_text()) if file else earlier or ask()
    refuse_what_is_in_the_way(machine, answers)
    install_packages(machine, answers)
    make_user_and_database(machine)
    write_settings(machine, answers, earlier)
    release = make_release(machine, with_analysis=with_analysis)
    write_units(machine)
    set_up_postfix(machine, answers)
    get_certificate(machine, answers)
    write_site(machine, answers)
    start(machine, release)
    wait_until_ready(machine, answers)
    make_superuser(machine, answers)
    if not machine.changes:
        print("Nothing to change.")
    say_what_is_next(machine, answers)


if __name__ == "__main__":
    main()
