"""The answers that the installer refuses, and the files that it writes. `docs/installing.md` says how whole installations were
tested."""

import os
import re
import subprocess
import sys
from dataclasses import asdict

import pytest
from django.conf import settings
from django.core.checks import run_checks

from lexicon.__main__ import PARTS
from lexicon.deploy import answers, container, install
from lexicon.deploy.answers import Answers, Wrong, fresh_secrets, read_answers, read_settings, settled

RIGHT = {
    "domain": "lexicon.example.net",
    "mail": "smtp://anna:s3cr%40t@smtp.example.org",
    "superuser": "anna@example.org",
    "certificates": "local",
}
FIRST = ("SECRET_KEY", "REPLY_KEYS", "VAPID_PRIVATE_KEY", "METRICS_TOKEN")


def written(**changed):
    return "".join(f"{name} = {value}\n" for name, value in (RIGHT | changed).items())


@pytest.fixture
def installed(tmp_path):
    """A function that runs the installer with a folder in place of the machine's root, and returns the folder."""
    root = tmp_path / "root"

    def run(text):
        file = tmp_path / "answers"
        file.write_text(text)
        install.install(install.Machine(root), file)
        return root

    return run


def env_of(root):
    return read_settings((root / "etc/lexicon.env").read_text())


def test_the_four_answers_are_read():
    assert asdict(read_answers("# of one server\n\n" + written())) == RIGHT


@pytest.mark.parametrize(
    ("changed", "right"),
    [
        ({"domain": ""}, "domain is missing"),
        ({"domain": "https://lexicon.example.net"}, "Write only a name"),
        ({"domain": "Lexicon"}, "Write only a name"),
        ({"domain": "192.0.2.1"}, "Write only a name"),
        ({"mail": "smtp.example.org"}, "write postfix, smtp://"),
        ({"mail": "smtp://anna@smtp.example.org"}, "write postfix, smtp://"),
        ({"mail": "smtp://anna:s3cr3t@smtp.example.org:mail"}, "invalid port"),
        ({"mail": "pigeon://s3cr3t"}, "PROVIDER one of brevo"),
        ({"mail": "postmark://"}, "write postfix, smtp://"),
        ({"mail": "smtp://anna:s3cr3t'@smtp.example.org"}, "holds a space"),
        ({"superuser": "anna"}, "such as anna@example.org"),
        ({"certificates": "certbot"}, "write letsencrypt, local, or"),
        ({"certificates": "/nowhere/cert.pem /nowhere/key.pem"}, "no certificate and its key"),
        ({"certificate": "local"}, "A line starts with 'certificate'"),
    ],
)
def test_a_wrong_answer_is_refused_with_a_hint_and_no_file_is_written(installed, tmp_path, changed, right):
    assert (installed(written()) / "etc/lexicon.env").is_file()
    with pytest.raises(Wrong) as refused:
        installed(written(**changed))
    assert right in str(refused.value)
    assert "s3cr3t" not in str(refused.value)
    assert (tmp_path / "root/etc/lexicon.answers").read_text() == written()


def test_all_wrong_answers_are_reported_at_once():
    with pytest.raises(Wrong) as refused:
        read_answers("domain = Lexicon\nmail\n")
    for name in ("domain is", "A line starts with 'mail'", "superuser is missing", "certificates is missing"):
        assert name in str(refused.value)


@pytest.mark.parametrize(
    ("mail", "settings"),
    [
        ("postfix", {"EMAIL_HOST": "localhost", "EMAIL_PORT": "25"}),
        ("smtp://127.0.0.1:2525", {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": "2525"}),
        (
            RIGHT["mail"],
            {
                "EMAIL_HOST": "smtp.example.org",
                "EMAIL_PORT": "587",
                "EMAIL_HOST_USER": "anna",
                "EMAIL_HOST_PASSWORD": "s3cr@t",
                "EMAIL_USE_TLS": "true",
            },
        ),
        ("smtps://smtp.example.org", {"EMAIL_HOST": "smtp.example.org", "EMAIL_PORT": "465", "EMAIL_USE_SSL": "true"}),
    ],
)
def test_email_can_be_sent_by_smtp(mail, settings):
    smtp = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"}
    assert answers.mail_settings(mail) == smtp | settings


@pytest.mark.parametrize("provider", answers.PROVIDERS)
def test_email_can_be_sent_by_a_provider_with_a_single_key(provider, settings):
    from django.core.mail import get_connection

    told = answers.mail_settings(f"{provider}://of-a-test")
    settings.ANYMAIL = {name.removeprefix("ANYMAIL_"): value for name, value in told.items() if "ANYMAIL" in name}
    assert get_connection(told["EMAIL_BACKEND"]).esp_name


def test_the_installer_writes_all_settings_that_a_server_needs(installed):
    root = installed(written())
    told = env_of(root)
    assert told["SITE_URL"] == "https://lexicon.example.net"
    assert told["DEFAULT_FROM_EMAIL"] == "Lexicon <lexicon@lexicon.example.net>"
    assert told["EMAIL_HOST_PASSWORD"] == "s3cr@t"
    assert all(told[name] for name in FIRST)
    assert "ANYMAIL_POSTMARK_SERVER_TOKEN" not in told
    assert "example.org" not in told["ALLOWED_HOSTS"] + told["REPLY_ADDRESS"] + told["CSRF_TRUSTED_ORIGINS"]
    for secret in ("etc/lexicon.env", "etc/lexicon.answers"):
        assert (root / secret).stat().st_mode & 0o777 == 0o600


def test_the_settings_pass_the_deployment_checks(installed, tmp_path):
    told = env_of(installed(written())) | {
        "VAR_DIR": str(tmp_path),
        "DATABASE_URL": "sqlite://:memory:",
        "AUTHSERV_ID": "mx",
        "OPERATOR_NAME": "Anna",
        "OPERATOR_CONTACT": "mailto:anna@example.org",
    }
    command = [sys.executable, "-m", "lexicon", "manage", "check", "--deploy", "--fail-level", "WARNING"]
    ended = subprocess.run(command, cwd=settings.BASE_DIR, env=told, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_the_shell_reads_the_settings_as_systemd_does(installed):
    file = installed(written(mail="smtp://anna:$(id)%22%60@smtp.example.org")) / "etc/lexicon.env"
    script = f'. {file}; printf "%s\\n" "$EMAIL_HOST_PASSWORD" "$DEFAULT_FROM_EMAIL"'
    said = subprocess.run(["sh", "-eu", "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    assert said == ['$(id)"`', "Lexicon <lexicon@lexicon.example.net>"]


def test_running_the_installer_again_changes_nothing(installed):
    root = installed(written())
    before = {file: file.read_bytes() for file in root.rglob("*") if file.is_file()}
    again = install.Machine(root)
    install.install(again, None)
    assert again.changes == []
    assert {file: file.read_bytes() for file in root.rglob("*") if file.is_file()} == before


def test_a_changed_answer_updates_settings_but_keeps_secrets_and_edits(installed, capsys):
    root = installed(written())
    file = root / "etc/lexicon.env"
    before = env_of(root)
    file.write_text(
        file.read_text()
        .replace("REPLY_ADDRESS=box+r-%s@", "REPLY_ADDRESS=answer+%s@")
        .replace("CACHE_URL=", "# CACHE_URL=")
        + "LOG_JSON=true\n"
    )
    installed(written(domain="words.example.net", mail="postmark://of-a-test"))
    after = env_of(root)
    assert after["SITE_URL"] == "https://words.example.net"
    assert after["ANYMAIL_POSTMARK_SERVER_TOKEN"] == "of-a-test"
    assert after["LOG_JSON"] == "true"
    assert after["REPLY_ADDRESS"] == "answer+%s@lexicon.example.net"
    assert "has a different REPLY_ADDRESS from the answers; left as it is" in capsys.readouterr().out
    assert "CACHE_URL" not in after
    assert "EMAIL_HOST_PASSWORD" not in after
    assert {name: after[name] for name in FIRST} == {name: before[name] for name in FIRST}


def test_the_installer_prints_no_secrets(installed, capsys):
    told = env_of(installed(written()))
    said = capsys.readouterr()
    for secret in (*(told[name] for name in FIRST), "s3cr"):
        assert secret not in said.out + said.err


def test_secrets_are_new_each_time_and_include_a_web_push_key(settings):
    first, second = fresh_secrets(), fresh_secrets()
    assert not set(first.values()) & set(second.values())
    settings.VAPID_PRIVATE_KEY = first["VAPID_PRIVATE_KEY"]
    settings.REPLY_KEYS = [first["REPLY_KEYS"]]
    assert [found for found in run_checks() if found.id in ("lexicon.E004", "lexicon.E006")] == []


def test_the_site_and_units_are_configured_for_this_server(installed):
    root = installed(written())
    site = (root / "etc/nginx/sites-available/lexicon.conf").read_text()
    assert "ssl_certificate /etc/ssl/lexicon/lexicon.example.net.pem;" in site
    assert answers.EXAMPLE not in site
    assert site.count("{") == site.count("}")
    unit = (root / "etc/systemd/system/lexicon@.service").read_text()
    assert f"ExecStart={install.CURRENT}/bin/lexicon %i" in unit
    assert f"EnvironmentFile={install.SETTINGS}" in unit
    assert set(install.PARTS) <= set(PARTS)


UNITS = {name: (answers.DEPLOY / name).read_text() for name in ("lexicon@.service", "lexicon-backup.service")}


def test_the_hourly_backup_is_sandboxed_like_the_parts():
    of_a_part, of_a_copy = (
        set(
            re.findall(
                r"^((?:NoNew|Capab|Protect|Private|Restrict|Remove|Lock|System|Memory|UMask).*)", text, re.MULTILINE
            )
        )
        for text in UNITS.values()
    )
    assert of_a_part - {"UMask=0027"} < of_a_copy


def test_uninstalling_names_each_part():
    undoing = (settings.BASE_DIR / "docs/installing.md").read_text().split("## Uninstall")[1]
    [disabled] = re.findall(r"systemctl disable --now (lexicon@serve .*)", undoing)
    assert set(disabled.split()) == {f"lexicon@{part}" for part in PARTS if part != "manage"}
    assert "'lexicon@*'" not in undoing


def test_a_closed_pipe_gives_no_traceback_from_the_installer():
    script = "lexicon/deploy/install --help | true; lexicon/deploy/install --root $0 --answers /nowhere 2>&1 | true"
    ended = subprocess.run(["sh", "-c", script], cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert "Traceback" not in ended.stderr
    assert "Exception ignored" not in ended.stderr


def test_the_installer_stops_if_its_output_cannot_be_written(tmp_path):
    (tmp_path / "answers").write_text(written())
    reader, writer = os.pipe()
    os.close(reader)
    command = [answers.DEPLOY / "install", "--root", tmp_path / "root", "--answers", tmp_path / "answers"]
    ended = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert ended.returncode == 1
    assert ended.stderr.startswith("Stopped, because the output was closed.")


def test_postfix_gets_each_setting_on_one_line():
    lines = (answers.DEPLOY / "postfix-main.cf").read_text()
    told = dict(install.postfix_settings(lines))
    assert told["virtual_transport"] == "lmtp:inet:127.0.0.1:8024"
    assert told["smtpd_recipient_restrictions"].startswith("permit_mynetworks reject_unauth_destination check_")
    assert not any(" = " in name or "\n" in value for name, value in told.items())


def test_replies_come_in_by_webhook_with_a_provider():
    assert Answers(**RIGHT).takes_mail_here
    assert not Answers(**RIGHT | {"mail": "postmark://of-a-test"}).takes_mail_here


def test_settings_made_from_answers_are_removed_with_them():
    text, edited = settled("A=1\nB=2\n", was={"A": "1", "B": "2"}, wanted={"B": "3", "C": "a b"})
    assert read_settings(text) == {"B": "3", "C": "a b"}
    assert edited == []


def test_changed_sources_are_a_different_release(tmp_path):
    for name in install.BESIDE_THEM:
        (tmp_path / name).write_text("")
    (tmp_path / "games/__pycache__").mkdir(parents=True)
    (tmp_path / "games/models.py").write_text("")
    first = install.digest_of(tmp_path)
    (tmp_path / "games/__pycache__/models.pyc").write_text("compiled")
    assert install.digest_of(tmp_path) == first
    (tmp_path / "games/models.py").write_text("changed")
    assert install.digest_of(tmp_path) != first


@pytest.fixture
def volumes(tmp_path):
    """The files of a container's two volumes."""
    return {"secrets": tmp_path / "secrets.env", "password": tmp_path / "password"}


def test_a_container_creates_its_secrets_once(volumes):
    container.make_secrets(**volumes)
    made = {name: file.read_text() for name, file in volumes.items()}
    container.make_secrets(**volumes)
    assert {name: file.read_text() for name, file in volumes.items()} == made
    assert volumes["secrets"].stat().st_mode & 0o777 == 0o600
    told = container.settings_here("lexicon.example.net", "postmark://of-a-test", **volumes)
    assert told["SECRET_KEY"] == read_settings(made["secrets"])["SECRET_KEY"]
    assert told["DATABASE_URL"] == f"postgres://lexicon:{made['password']}@postgres/lexicon"


@pytest.mark.parametrize(
    ("domain", "mail", "right"),
    [
        ("", "postmark://s3cr3t", "DOMAIN: domain is missing"),
        ("lexicon.example.net", "", "MAIL_URL: mail is missing"),
        ("lexicon.example.net", "postfix", "write smtp://"),
        ("lexicon.example.net", "pigeon://s3cr3t", "MAIL_URL: mail is not understood"),
    ],
)
def test_a_container_says_which_of_its_two_settings_is_wrong(volumes, domain, mail, right):
    container.make_secrets(**volumes)
    assert container.settings_here("lexicon.example.net", "postmark://s3cr3t", **volumes)
    with pytest.raises(Wrong) as refused:
        container.settings_here(domain, mail, **volumes)
    assert right in str(refused.value)
    assert "s3cr3t" not in str(refused.value)


def test_a_container_without_secrets_says_how_to_create_them(volumes):
    with pytest.raises(Wrong, match="run the part `secrets` first"):
        container.settings_here("lexicon.example.net", "postmark://of-a-test", **volumes)
