"""Every webhook URL of Anymail: 404 if its provider is not set up, 400 without the secret, never 500."""

import base64
import re
from pathlib import Path

import pytest
from anymail import urls as anymail
from django.conf import settings as project
from django.urls import resolve

from lexicon import checks
from notifications.incoming import webhooks
from notifications.models import DeliveryReport

SECRET = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"provider:secret").decode()}
WRONG = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"provider:guess").decode()}
ALL = sorted(
    {
        hook.name.removesuffix("_webhook").removesuffix("_inbound").removesuffix("_tracking")
        for hook in anymail.urlpatterns
    }
)
URLS = [
    *(f"/anymail/{name}/tracking/" for name in webhooks.TRACKING),
    *(f"/anymail/{name}/inbound/" for name in webhooks.INBOUND),
    "/anymail/mandrill/",
]
KEYS = {  # what each provider needs besides the secret
    "brevo": ("BREVO_API_KEY",),
    "mailersend": ("MAILERSEND_SIGNING_SECRET", "MAILERSEND_INBOUND_SECRET"),
    "mailgun": ("MAILGUN_WEBHOOK_SIGNING_KEY",),
    "mailtrap": ("MAILTRAP_API_TOKEN",),
    "mandrill": ("MANDRILL_WEBHOOK_KEY",),
    "postal": ("POSTAL_WEBHOOK_KEY",),
    "resend": ("RESEND_API_KEY",),
    "sendinblue": ("SENDINBLUE_API_KEY",),
    "unisender_go": ("UNISENDER_GO_API_KEY",),
}
ASKED_FIRST = {"amazon_ses"}  # Amazon only sends the secret after a 401
METHODS = ("GET", "HEAD", "POST")
GARBAGE = (b"garbage", b"[7]", b'{"Headers": 7}', b"\x00", b"")


class Unreadable:
    """A request body that must not be read."""

    def read(self, *_):
        raise AssertionError("The body was read.")

    readline = read


def provider_of(url):
    return url.split("/")[2]


@pytest.fixture(autouse=True)
def _set_up(settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "provider:secret"} | {key: "a key" for keys in KEYS.values() for key in keys}
    settings.MAIL_PROVIDERS = ALL


def test_every_provider_of_anymail_is_known():
    assert {provider_of(url) for url in URLS} == set(ALL)


def test_every_url_that_anymail_documents_is_one_of_ours():
    for hook in anymail.urlpatterns:
        address = re.sub(r"[\^$\\]|\(.*", "", str(hook.pattern)).rstrip("/")
        assert resolve(f"/anymail/{address}/"), hook.name


@pytest.mark.parametrize("url", URLS)
def test_a_provider_that_is_not_set_up_has_no_webhook(client, settings, url):
    settings.MAIL_PROVIDERS = [name for name in ALL if name != provider_of(url)]
    assert {client.generic(method, url, b"{}", **SECRET).status_code for method in METHODS} == {404}


def test_there_is_no_webhook_without_a_secret(client, settings):
    settings.ANYMAIL = {key: value for key, value in settings.ANYMAIL.items() if key != "WEBHOOK_SECRET"}
    assert {client.post(url, b"{}", content_type="text/plain", **SECRET).status_code for url in URLS} == {404}


@pytest.mark.parametrize("url", URLS)
def test_nothing_is_read_without_the_secret(client, url):
    for method in METHODS:
        for headers in ({}, WRONG, {"HTTP_AUTHORIZATION": "Bearer x"}):
            answer = client.generic(method, url, b"{}", **headers, **{"wsgi.input": Unreadable()})
            is_asked = provider_of(url) in ASKED_FIRST and not headers
            assert answer.status_code == (401 if is_asked else 400), (method, headers)


@pytest.mark.parametrize("url", URLS)
def test_garbage_with_the_secret_causes_no_server_error(client, db, url):
    for body in GARBAGE:
        for kind in ("application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
            answer = client.generic("POST", url, body, content_type=kind, **SECRET)
            assert answer.status_code in (200, 400, 404)
    assert client.get(url, **SECRET).status_code in (200, 404, 405)
    assert not DeliveryReport.objects.exists()


@pytest.mark.parametrize("provider", sorted(KEYS))
def test_a_provider_without_its_own_key_has_no_webhook_and_causes_a_warning(client, db, settings, provider):
    settings.MAIL_PROVIDERS, settings.ANYMAIL = [provider], {"WEBHOOK_SECRET": "provider:secret"}
    urls = [url for url in URLS if provider_of(url) == provider]
    answers = {client.post(url, b"{}", content_type="application/json", **SECRET).status_code for url in urls}
    assert answers <= {200, 400, 404}
    assert 404 in answers
    if provider != "mandrill":  # Anymail needs its key at the first post
        assert KEYS[provider][0] in " ".join(str(each.msg) for each in checks.check_mail_providers(None)).upper()


def test_an_unknown_provider_causes_a_warning(settings):
    settings.MAIL_PROVIDERS = ["pigeon"]
    (warning,) = checks.check_mail_providers(None)
    assert "pigeon" in warning.msg
    settings.MAIL_PROVIDERS = ["postmark", "mailgun"]
    assert checks.check_mail_providers(None) == []


def test_the_docs_name_each_providers_own_key():
    docs = Path(project.BASE_DIR, "docs/mail.md").read_text()
    for key in (key for keys in KEYS.values() for key in keys):
        assert key.startswith("SENDINBLUE") or f"ANYMAIL_{key}" in docs
