"""The four answers that a server is installed with, and the settings that follow from them. Wrong ones are refused with
what would be right, and never with the password.

The installer reads this before anything is installed, so it imports only the standard library."""

import os
import re
import secrets
import shlex
import ssl
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

DEPLOY = Path(__file__).resolve().parent
EXAMPLE = "lexicon.example.org"  # stands for the domain in the files beside this one
CERTIFICATES = "/etc/ssl/lexicon"
PROVIDERS = {  # providers whose account is one key, with the setting for that key
    "brevo": "ANYMAIL_BREVO_API_KEY",
    "mailersend": "ANYMAIL_MAILERSEND_API_TOKEN",
    "mailgun": "ANYMAIL_MAILGUN_API_KEY",
    "mailtrap": "ANYMAIL_MAILTRAP_API_TOKEN",
    "mandrill": "ANYMAIL_MANDRILL_API_KEY",
    "postmark": "ANYMAIL_POSTMARK_SERVER_TOKEN",
    "resend": "ANYMAIL_RESEND_API_KEY",
    "sendgrid": "ANYMAIL_SENDGRID_API_KEY",
    "sparkpost": "ANYMAIL_SPARKPOST_API_KEY",
}
LAST_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632550


class Wrong(Exception):
    """An answer, or something on the machine, is wrong; the message says what would be right."""


# --- the four answers ------------------------------------------------------------------------------------------------------

QUESTIONS = {
    "domain": "Domain of the site, such as lexicon.example.org:",
    "mail": "How to send email: postfix (this machine sends and receives it), smtp://USER:PASSWORD@HOST:587, or a provider and its "
    f"key, such as postmark://KEY ({', '.join(PROVIDERS)}):",
    "superuser": "Email address of the first superuser:",
    "certificates": "Certificates: letsencrypt, local (an authority created here, for trying it out), or two files, "
    "CERTIFICATE KEY:",
}


@dataclass(frozen=True)
class Answers:
    domain: str
    mail: str
    superuser: str
    certificates: str

    @property
    def takes_mail_here(self) -> bool:
        """True if replies to emails arrive through Postfix, as no provider posts them."""
        return urlsplit(self.mail).scheme not in PROVIDERS

    @property
    def certificate_and_key(self) -> tuple[str, str]:
        """The certificate and key files of the web server."""
        if self.certificates == "letsencrypt":
            folder = f"/etc/letsencrypt/live/{self.domain}"
            return f"{folder}/fullchain.pem", f"{folder}/privkey.pem"
        if self.certificates == "local":
            return f"{CERTIFICATES}/{self.domain}.pem", f"{CERTIFICATES}/{self.domain}.key"
        certificate, key = self.certificates.split()
        return certificate, key


def read_answers(text: str) -> Answers:
    """Read `NAME = VALUE` lines. Raises Wrong, listing all faults."""
    given: dict[str, str] = {}
    faults = []
    for line in text.splitlines():
        name, equals, value = (part.strip() for part in line.partition("="))
        if not name or name.startswith("#"):
            continue
        if not equals or name not in QUESTIONS:
            names = ", ".join(QUESTIONS)
            faults.append(f"A line starts with {name.split()[0]!r}. Write NAME = VALUE, where NAME is one of {names}.")
        given[name] = value
    for name in QUESTIONS:
        faults += [why] if (why := fault_of(name, given.get(name, ""))) else []
    if faults:
        raise Wrong("\n".join(faults))
    return Answers(**{name: given[name] for name in QUESTIONS})


def fault_of(name: str, value: str) -> str:
    """Return why this is no valid answer, and what would be right; "" if it is valid. Never repeats passwords."""
    if not value:
        return f"{name} is missing. {QUESTIONS[name]}"
    return CHECKS[name](value)


def _fault_of_domain(domain: str) -> str:
    label = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
    if len(domain) > 200 or not re.fullmatch(rf"(?:{label}\.)+{label}", domain) or domain[-1].isdigit():
        return f"domain is {domain!r}. Write only a name, in lower case, such as {EXAMPLE}."
    return ""


def _fault_of_mail(mail: str) -> str:
    try:
        mail_settings(mail)
    except Wrong as wrong:
        return str(wrong)
    return ""


def _fault_of_superuser(address: str) -> str:
    if not re.fullmatch(r"[^@\s'\"\\<>]+@[^@\s'\"\\<>]+\.[^@\s'\"\\<>]+", address):
        return f"superuser is {address!r}: write one email address, such as anna@example.org."
    return ""


def _fault_of_certificates(certificates: str) -> str:
    if certificates in ("letsencrypt", "local"):
        return ""
    files = certificates.split()
    if len(files) != 2 or not all(re.fullmatch(r"/[\w./+-]+", file) for file in files):
        return f"certificates is {certificates!r}: write letsencrypt, local, or the full paths of a certificate and its key."
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(files[0], files[1], password="")
    except OSError as error:
        return (
            f"certificates: {' and '.join(files)} are no certificate and its key without a password ({error.strerror})."
        )
    return ""


CHECKS: dict[str, Callable[[str], str]] = {
    "domain": _fault_of_domain,
    "mail": _fault_of_mail,
    "superuser": _fault_of_superuser,
    "certificates": _fault_of_certificates,
}


# --- the settings ----------------------------------------------------------------------------------------------------------


def mail_settings(mail: str) -> dict[str, str]:
    """Return the settings for sending email in the given way. Raises Wrong, without the password."""
    right = f"write postfix, smtp://USER:PASSWORD@HOST:587, or PROVIDER://KEY, PROVIDER one of {', '.join(PROVIDERS)}."
    if mail == "postfix":
        mail = "smtp://localhost:25"
    if re.search(r"[\s'\\]", unquote(mail)):
        raise Wrong(f"mail holds a space, a ' or a \\: {right}")
    try:
        url = urlsplit(mail)
        port = url.port
    except ValueError as error:
        raise Wrong(f"mail has an invalid port: {right}") from error
    if url.scheme in PROVIDERS and (key := unquote(mail.partition("://")[2].strip("/@"))):
        return {"EMAIL_BACKEND": f"anymail.backends.{url.scheme}.EmailBackend", PROVIDERS[url.scheme]: key}
    if (
        url.scheme not in ("smtp", "smtps")
        or not url.hostname
        or url.path.strip("/")
        or bool(url.username) != bool(url.password)
    ):
        raise Wrong(f"mail is not understood: {right} What is special in a password is written as in links: %40 for @.")
    settings = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_HOST": url.hostname}
    settings["EMAIL_PORT"] = str(port or {"smtp": 587, "smtps": 465}[url.scheme])
    if url.username and url.password:
        settings |= {"EMAIL_HOST_USER": unquote(url.username), "EMAIL_HOST_PASSWORD": unquote(url.password)}
    if url.scheme == "smtps":
        settings["EMAIL_USE_SSL"] = "true"
    elif url.username or port == 587 or not port:
        settings["EMAIL_USE_TLS"] = "true"  # never send a password unencrypted
    return settings


def settings_for(domain: str, mail: str) -> dict[str, str]:
    """Return all settings of a server except its secrets: those of lexicon.env, for this domain and way of sending
    email."""
    lines = (DEPLOY / "lexicon.env").read_text().replace(EXAMPLE, domain)
    settings = {
        name: value for name, value in read_settings(lines).items() if not name.startswith(("EMAIL_", "ANYMAIL_"))
    }
    settings["WEB_CONCURRENCY"] = str(max(2, os.cpu_count() or 1))
    return settings | mail_settings(mail)


def fresh_secrets() -> dict[str, str]:
    """Return new secrets, which a server needs only once."""
    vapid = secrets.randbelow(LAST_OF_P256 - 1) + 1
    return {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "REPLY_KEYS": secrets.token_urlsafe(32),
        "VAPID_PRIVATE_KEY": urlsafe_b64encode(vapid.to_bytes(32, "big")).rstrip(b"=").decode(),
        "METRICS_TOKEN": secrets.token_urlsafe(32),
        "ANYMAIL_WEBHOOK_SECRET": f"lexicon:{secrets.token_urlsafe(32)}",
    }


def read_settings(text: str) -> dict[str, str]:
    """Return the settings of an environment file, as systemd and the shell read them."""
    found = {}
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and re.fullmatch(r"[A-Z_][A-Z0-9_]*", name):
            found[name] = " ".join(shlex.split(value))
    return found


def written_settings(settings: Mapping[str, str]) -> str:
    """Return settings as lines of an environment file."""
    is_plain = re.compile(r"[\w@%+=:,./-]*", re.ASCII).fullmatch
    quoted = {name: value if is_plain(value) else f"'{value}'" for name, value in settings.items()}
    return "".join(f"{name}={value}\n" for name, value in quoted.items())


def settled(text: str, *, was: Mapping[str, str], wanted: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return an updated environment file, and the settings in it that were edited by hand and are kept.

    A line is replaced or removed only if it still has the value of an earlier answer (`was`). A line that is commented
    out stays so."""
    lines, edited = [], []
    present = set(re.findall(r"^#? ?([A-Z_][A-Z0-9_]*)=", text, re.MULTILINE))
    for line in text.splitlines():
        name, value = next(iter(read_settings(line).items()), ("", ""))
        if not name or value == wanted.get(name) or (name not in was and name not in wanted):
            lines.append(line)
        elif value == was.get(name, ""):
            lines += [written_settings({name: wanted[name]}).rstrip()] if name in wanted else []
        else:
            edited.append(name)
            lines.append(line)
    new = {name: value for name, value in wanted.items() if name not in present}
    return "\n".join([*lines, written_settings(new)]), edited
