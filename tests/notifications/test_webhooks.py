"""Emails posted by a provider: stored while it waits and read later, whatever they contain."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from threading import Thread

import pytest
import requests
from anymail.utils import get_request_uri

from games.models import WaitingMail
from notifications.incoming import spool
from notifications.models import InboundMail
from tests.notifications.conftest import said, written

SECRET = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"provider:secret").decode()}
SIGNING_KEY = "mailgun's signing key"
BOUNDARY = "xYzZY"


@pytest.fixture(autouse=True)
def _with_webhook_secret(settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "provider:secret", "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
    settings.MAIL_PROVIDERS = ["mailgun", "mailjet", "postmark", "sendgrid", "sparkpost"]


@pytest.fixture
def to(post, boris):
    return post.last(boris).reply_to


@pytest.fixture
def deliver(client, post):
    """A function that posts like a provider and lets the worker read the result; it returns the new rows."""

    def deliver(provider, form, *, body="", headers=SECRET):
        kind = "application/json" if body else f"multipart/form-data; boundary={BOUNDARY}"
        answer = client.post(f"/anymail/{provider}/", body or form_data(form), content_type=kind, **headers)
        assert answer.status_code == 200
        return [post.read(row) for row in came_in()]

    return deliver


def came_in():
    """Return the rows of the spool that a provider posted, or that are copies of the same email."""
    return InboundMail.objects.exclude(source="pipe").order_by("pk")


def form_data(fields):
    """Write a form as providers do; Django's test client would drop bytes that are not text."""
    lines = []
    for name, value in fields.items():
        value = value if isinstance(value, bytes) else value.encode()
        lines += [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode(), value, b"\r\n"]
    return b"".join([*lines, f"--{BOUNDARY}--\r\n".encode()])


def mailgun(raw, to, *, key=SIGNING_KEY, token="06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0"):
    """Return the post of a Mailgun route with forward() to an address that contains "mime"."""
    signature = hmac.new(key.encode(), f"1461261330{token}".encode(), hashlib.sha256).hexdigest()
    return {
        "recipient": to,
        "sender": "boris@example.org",
        "from": "Boris <boris@example.org>",
        "subject": "Re: Lexicon",
        "body-mime": raw,
        "timestamp": "1461261330",
        "token": token,
        "signature": signature,
    }


def sendgrid(raw, to):
    """Return the post of SendGrid's Inbound Parse with "POST the raw, full MIME message"."""
    return {
        "email": raw,
        "to": to,
        "from": "Boris <boris@example.org>",
        "envelope": json.dumps({"to": [to], "from": "boris@example.org"}),
        "charsets": '{"to":"UTF-8","subject":"UTF-8","from":"UTF-8"}',
        "SPF": "pass",
        "dkim": "{@example.org : pass}",
        "spam_score": "-0.1",
        "sender_ip": "192.0.2.1",
    }


def postmark(body, to, **more):
    """Return Postmark's post; with "Include raw email content" it also has a RawEmail."""
    return json.dumps(
        {
            "FromFull": {"Email": "boris@example.org", "Name": "Boris", "MailboxHash": ""},
            "ToFull": [{"Email": to, "Name": "", "MailboxHash": to.partition("+")[2].partition("@")[0]}],
            "CcFull": [],
            "BccFull": [],
            "OriginalRecipient": to,
            "Subject": "Re: Lexicon",
            "MessageID": "22c74902-a0c1-4511-804f-341342852c90",
            "ReplyTo": "",
            "Date": "Fri, 20 Nov 2026 12:00:00 +0000",
            "TextBody": body,
            "HtmlBody": "",
            "StrippedTextReply": "",
            "Tag": "",
            "Headers": [
                {"Name": "Return-Path", "Value": "<boris@example.org>"},
                {"Name": "Message-ID", "Value": "<by-postmark@elsewhere.example>"},
                {"Name": "MIME-Version", "Value": "1.0"},
            ],
            "Attachments": [{"Name": "cat.png", "Content": "iVBORw0=", "ContentType": "image/png", "ContentLength": 5}],
            **more,
        }
    )


def mailjet(body, to):
    return json.dumps(
        {
            "Sender": "boris@example.org",
            "Recipient": to,
            "Date": "20261120T120000",
            "From": "Boris <boris@example.org>",
            "Subject": "Re: Lexicon",
            "Headers": {
                "Return-Path": ["<boris@example.org>"],
                "From": "Boris <boris@example.org>",
                "To": to,
                "Message-ID": "<by-mailjet@elsewhere.example>",
                "Content-Type": 'multipart/alternative; boundary="001a"',
            },
            "Parts": [{"Headers": {"Content-Type": "text/plain; charset=UTF-8"}, "ContentRef": "Text-part"}],
            "Text-part": body,
            "SpamAssassinScore": "0.6",
            "CustomID": "",
            "Payload": "",
        }
    )


# --- each provider ----------------------------------------------------------------------------------------------------


def test_mailgun_posts_a_raw_email(deliver, post, boris, to):
    raw = written("SAY by Mailgun", sender="Boris <boris@example.org>", to=to, at=post.now)
    (row,) = deliver("mailgun/inbound_mime", mailgun(raw, to))
    assert (row.outcome, row.source, row.recipient, row.sender) == ("obeyed", "mailgun", to, "boris@example.org")
    assert bytes(row.raw) == raw
    assert "Done: SAY." in said(post.last(boris))


def test_sendgrid_posts_a_raw_email(deliver, post, to):
    raw = written("SAY by SendGrid", sender="Boris <boris@example.org>", to=to, at=post.now)
    (row,) = deliver("sendgrid/inbound", sendgrid(raw, to))
    assert (row.outcome, row.source, row.recipient, row.sender) == ("obeyed", "sendgrid", to, "boris@example.org")
    assert bytes(row.raw) == raw


@pytest.mark.parametrize(
    "raw", [{}, {"RawEmail": "From: boris@example.org\nMessage-ID: <r@x.example>\n\nSAY by Postmark"}]
)
def test_postmark_posts_json(deliver, to, raw):
    (row,) = deliver("postmark/inbound", {}, body=postmark("SAY by Postmark", to, **raw))
    assert (row.outcome, row.source, row.recipient, row.sender) == ("obeyed", "postmark", to, "boris@example.org")


def test_mailjet_posts_json(deliver, to):
    (row,) = deliver("mailjet/inbound", {}, body=mailjet("SAY by Mailjet", to))
    assert (row.outcome, row.source, row.recipient, row.sender) == ("obeyed", "mailjet", to, "boris@example.org")


def test_the_reply_address_is_found_even_if_the_envelope_names_another(deliver, to):
    body = postmark("STATUS", to, OriginalRecipient="inbox@inbound.example")
    (row,) = deliver("postmark/inbound", {}, body=body)
    assert (row.outcome, to in row.recipient) == ("obeyed", True)


def test_a_providers_check_of_the_sender_is_respected(deliver, post, to):
    raw = written("SAY forged", sender="boris@example.org", to=to, at=post.now)
    form = sendgrid(raw, to) | {"SPF": "softfail", "dkim": "{@evil.example : pass}"}
    (row,) = deliver("sendgrid/inbound", form)
    assert (row.outcome, row.authentication) == (
        "held",
        "spf=softfail smtp.mailfrom=example.org; dkim=pass header.d=evil.example",
    )


# --- Mandrill, which names no domain with SPF -------------------------------------------------------------------------


@pytest.fixture
def by_mandrill(client, post, settings, rf):
    """A function that posts an email like Mandrill, with its findings, and lets the worker read it."""
    settings.ANYMAIL |= {"MANDRILL_WEBHOOK_KEY": "mandrill's key"}
    settings.MAIL_PROVIDERS = ["mandrill"]

    def by_mandrill(raw, to, *, url="/anymail/mandrill/", **found):
        event = {"event": "inbound", "ts": 1795176000, "msg": {"raw_msg": raw, "email": to, "sender": None, **found}}
        form = {"mandrill_events": json.dumps([event])}
        signed = get_request_uri(rf.post(url, form, **SECRET)) + "mandrill_events" + form["mandrill_events"]
        key = hmac.new(b"mandrill's key", signed.encode(), hashlib.sha1).digest()
        answer = client.post(url, form, **SECRET, HTTP_X_MANDRILL_SIGNATURE=base64.b64encode(key).decode())
        assert answer.status_code == 200
        return post.read(came_in().get())

    return by_mandrill


def signed_by(*domains):
    return "".join(f"DKIM-Signature: v=1; a=rsa-sha256; d={domain};\n s=one; bh=x; b=y\n" for domain in domains)


SPF_ALONE = {"spf": {"result": "pass", "detail": "sender SPF authorized"}}


@pytest.mark.parametrize(
    ("domains", "found", "outcome"),
    [
        (["example.org"], SPF_ALONE | {"dkim": {"signed": True, "valid": True}}, "obeyed"),
        (["mail.example.org"], {"spf": None, "dkim": {"signed": True, "valid": True}}, "obeyed"),
        ([], SPF_ALONE, "obeyed"),  # without any finding on the sender
        (["example.org"], SPF_ALONE | {"dkim": {"signed": True, "valid": False}}, "held"),
        (["evil.example"], SPF_ALONE | {"dkim": {"signed": True, "valid": True}}, "held"),
        (["evil.example", "example.org"], SPF_ALONE | {"dkim": {"signed": True, "valid": True}}, "held"),
        ([], SPF_ALONE | {"dkim": {"signed": False, "valid": False}}, "held"),
    ],
)
def test_mandrill_vouches_for_a_domain_with_a_valid_signature(by_mandrill, post, to, domains, found, outcome):
    raw = written("SAY by Mandrill", sender="boris@example.org", to=to, at=post.now).decode()
    row = by_mandrill(signed_by(*domains) + raw, to, **found)
    assert (row.outcome, row.source, row.recipient) == (outcome, "mandrill", to)


@pytest.mark.parametrize("url", ["/anymail/mandrill/", "/anymail/mandrill/inbound/"])
def test_mandrill_can_post_to_either_url(by_mandrill, client, post, to, url):
    assert client.head(url, **SECRET).status_code == 200
    raw = written("SAY by Mandrill", sender="boris@example.org", to=to, at=post.now).decode()
    assert by_mandrill(raw, to, url=url).outcome == "obeyed"


# --- fetched emails ---------------------------------------------------------------------------------------------------


@dataclass
class Bucket:
    """A fake S3 on loopback: its emails by key, and a status to return instead of any of them."""

    origin: str = ""
    mails: dict = field(default_factory=dict)
    status: int = 200


@pytest.fixture
def bucket(settings):
    pytest.importorskip("boto3")
    bucket = Bucket()

    class Serving(BaseHTTPRequestHandler):
        def do_GET(self):
            body = bucket.mails.get(self.path.partition("?")[0], b"") if bucket.status == 200 else b""
            self.send_response(bucket.status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Serving)
    thread = Thread(target=server.serve_forever)
    thread.start()
    bucket.origin = f"http://127.0.0.1:{server.server_port}"
    settings.MAIL_PROVIDERS = ["amazon_ses", "resend"]
    settings.ANYMAIL |= {
        "RESEND_API_KEY": "a key",
        "RESEND_API_URL": bucket.origin,
        "AMAZON_SES_CLIENT_PARAMS": {
            "aws_access_key_id": "an id",
            "aws_secret_access_key": "a secret",
            "region_name": "us-east-1",
            "endpoint_url": bucket.origin,
            "config": {"retries": {"max_attempts": 0}, "s3": {"addressing_style": "path"}},
        },
    }
    yield bucket
    server.shutdown()
    thread.join()
    server.server_close()


def post_of_ses(client, key, to, **headers):
    """Send Amazon's post that an email was put into S3."""
    event = {
        "notificationType": "Received",
        "receipt": {
            "recipients": [to],
            "action": {"type": "S3", "bucketName": "mails", "objectKey": key},
            "dmarcVerdict": {"status": "PASS"},
        },
        "mail": {"messageId": key, "source": "boris@example.org", "timestamp": "2026-11-20T12:00:00.000Z"},
    }
    body = json.dumps({"Type": "Notification", "MessageId": "22b8", "Message": json.dumps(event)})
    kind = {"HTTP_X_AMZ_SNS_MESSAGE_TYPE": "Notification", "HTTP_X_AMZ_SNS_MESSAGE_ID": "22b8"}
    return client.post("/anymail/amazon_ses/inbound/", body, content_type="text/plain", **kind, **headers)


def test_an_email_is_fetched_from_s3(client, post, bucket, to):
    bucket.mails["/mails/one"] = written("SAY by SES", sender="boris@example.org", to=to, at=post.now)
    assert post_of_ses(client, "one", to).status_code == 401  # Amazon only sends the secret when asked
    assert post_of_ses(client, "one", to, **SECRET).status_code == 200
    assert post.read(came_in().get()).outcome == "obeyed"


@pytest.mark.parametrize("status", [403, 404, 500, 503])
def test_an_email_that_cannot_be_fetched_from_s3_is_posted_again(client, post, bucket, to, status):
    bucket.mails["/mails/one"] = written("SAY by SES", sender="boris@example.org", to=to, at=post.now)
    bucket.status = status
    assert post_of_ses(client, "one", to, **SECRET).status_code == 500
    assert not came_in().exists()
    bucket.status = 200
    assert post_of_ses(client, "one", to, **SECRET).status_code == 200
    assert post.read(came_in().get()).outcome == "obeyed"


def test_a_post_is_retried_if_s3_does_not_answer(client, bucket, settings, to):
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    params = settings.ANYMAIL["AMAZON_SES_CLIENT_PARAMS"] | {"endpoint_url": nobody}
    settings.ANYMAIL |= {"AMAZON_SES_CLIENT_PARAMS": params}
    assert post_of_ses(client, "one", to, **SECRET).status_code == 500
    assert not came_in().exists()


@pytest.mark.parametrize("answer", [b"", b"no JSON"])
@pytest.mark.parametrize("status", [200, 500])
def test_an_email_that_cannot_be_fetched_from_resend_is_posted_again(client, db, bucket, answer, status):
    bucket.mails["/emails/receiving/one"] = answer
    bucket.status = status
    body = json.dumps({"type": "email.received", "data": {"email_id": "one"}})
    assert issubclass(requests.JSONDecodeError, ValueError)  # which Anymail raises for what it can't read
    assert client.post("/anymail/resend/inbound/", body, "application/json", **SECRET).status_code == 500
    assert not came_in().exists()


# --- while the provider waits -----------------------------------------------------------------------------------------


def test_a_posted_email_is_stored_first_and_its_game_waits_for_it(client, post, to):
    client.post("/anymail/postmark/inbound/", postmark("STATUS", to), content_type="application/json", **SECRET)
    row = came_in().get()
    assert (row.source, row.read_at) == ("postmark", None)
    assert WaitingMail.objects.get(mail=row.pk).game_id == post.game_id
    assert post.read(row).outcome == InboundMail.Outcome.OBEYED
    assert not WaitingMail.objects.filter(mail=row.pk).exists()


def test_a_post_without_the_secret_is_refused(client, post, settings, to):
    raw = written("STATUS", sender="boris@example.org", to=to, at=post.now)
    wrong = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"provider:guess").decode()}
    before = InboundMail.objects.count()
    for headers in ({}, wrong):
        answer = client.post(
            "/anymail/postmark/inbound/", postmark("STATUS", to), content_type="application/json", **headers
        )
        assert answer.status_code == 400
    forged = form_data(mailgun(raw, to, key="a guess"))
    answer = client.post(
        "/anymail/mailgun/inbound/", forged, content_type=f"multipart/form-data; boundary={BOUNDARY}", **SECRET
    )
    assert answer.status_code == 400
    settings.ANYMAIL = {}
    answer = client.post(
        "/anymail/postmark/inbound/", postmark("STATUS", to), content_type="application/json", **SECRET
    )
    assert answer.status_code == 404
    assert InboundMail.objects.count() == before


@pytest.mark.parametrize("provider", ["postmark", "mailjet", "sendgrid", "sparkpost"])
def test_garbage_is_answered_with_200_and_stored_once_with_the_reason(client, db, provider):
    for body in ("garbage", "[7]", '{"Headers": 7}', "\x00", "[" * 5_000):
        for _ in range(2):
            answer = client.post(f"/anymail/{provider}/inbound/", body, content_type="application/json", **SECRET)
            assert answer.status_code == 200
        row = InboundMail.objects.get(raw=body.encode())
        assert row.outcome == InboundMail.Outcome.BROKEN
        assert "could not be read" in row.why
        assert row.due_at is None


def test_an_email_without_recipient_or_sender_counts_as_from_a_stranger(deliver):
    (row,) = deliver("postmark/inbound", {}, body='{"a": "\\ud800"}')
    assert (row.outcome, row.recipient, row.sender) == ("stranger", "unknown", "unknown")


def test_the_beginning_of_a_post_that_is_too_large_is_stored(client, db, monkeypatch):
    monkeypatch.setattr(spool, "LARGEST_POST", 100_000)
    body = postmark("x" * 200_000, "box@localhost")
    answer = client.post("/anymail/postmark/inbound/", body, content_type="application/json", **SECRET)
    row = came_in().get()
    assert (answer.status_code, row.outcome, row.why) == (200, "broken", "It is larger than 12 MB.")
    assert len(row.raw) <= spool.BEGINNING < row.size


def nested(parts, lines):
    """Return an email with this many nested parts, and this many lines in the innermost."""
    heads = [f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(parts)]
    return "".join(heads) + "\r\n" + "a\r\n" * lines


@pytest.mark.parametrize("provider", ["sendgrid", "postmark"])
def test_a_post_that_would_take_long_to_parse_is_stored_unparsed(deliver, monkeypatch, to, provider):
    monkeypatch.setattr("email.feedparser.FeedParser.feed", None)
    intricate = nested(100, 60_000)
    body = json.dumps({**json.loads(postmark("GREEN", to)), "RawEmail": intricate}) if provider == "postmark" else ""
    (row,) = deliver(f"{provider}/inbound", sendgrid(intricate, to), body=body)
    assert row.why == "It has too many lines in too many parts within parts."
    assert row.outcome == InboundMail.Outcome.BROKEN


@pytest.mark.parametrize(
    "form",
    [
        form_data({f"attachment{n}": "x" for n in range(1_001)}),
        form_data({"email": "x"}).replace(b"form-data; ", b'form-data; filename="x"; ') * 101,
        b"no boundary at all",
    ],
    ids=["fields", "files", "no form"],
)
def test_a_form_that_django_cannot_parse_is_stored(client, db, form):
    kind = f"multipart/form-data; boundary={BOUNDARY if b'form-data' in form else ''}"
    assert client.post("/anymail/sendgrid/inbound/", form, content_type=kind, **SECRET).status_code == 200
    (row,) = came_in()
    assert row.why.startswith("The provider’s post could not be read: ")
    assert bytes(row.raw) == form


def test_an_email_larger_than_the_form_limit_is_read(deliver, post, to):
    raw = written("SAY with a picture", sender="boris@example.org", to=to, at=post.now)
    raw = raw.replace(b"\n\n", b"\nX-Picture: " + b"x" * 900 + b"\n\n", 1) + b"\n-- \n" + (b"y" * 70 + b"\n") * 800
    (row,) = deliver("sendgrid/inbound", sendgrid(raw, to) | {"ignored": "z" * 600_000})
    assert row.outcome == "obeyed"


# --- once only --------------------------------------------------------------------------------------------------------


def test_an_email_posted_again_is_read_once(deliver, post, to):
    raw = written("SAY once", sender="boris@example.org", to=to, at=post.now)
    (first,) = deliver("mailgun/inbound_mime", mailgun(raw, to))
    (again,) = deliver("mailgun/inbound_mime", mailgun(raw, to, token="another, for it is signed anew"))
    assert first.pk == again.pk


def test_an_email_that_comes_two_ways_is_read_once(deliver, post, to):
    raw = written("SAY once", sender="boris@example.org", to=to, at=post.now)
    spool.accept(raw, recipient=to, sender="boris@example.org", source="lmtp", now=post.now)
    (row,) = deliver("sendgrid/inbound", sendgrid(raw, to))
    assert row.source == "lmtp"
