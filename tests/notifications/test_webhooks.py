"""Mail that a provider posts: stored while it waits and read later, whatever is in it."""

import base64
import hashlib
import hmac
import json

import pytest

from games.models import WaitingMail
from notifications.inbound import spool
from notifications.models import InboundMail
from tests.notifications.conftest import said, written

SECRET = {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"provider:secret").decode()}
SIGNING_KEY = "mailgun's signing key"
BOUNDARY = "xYzZY"


@pytest.fixture(autouse=True)
def _with_a_secret(settings):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "provider:secret", "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY}
    settings.MAIL_PROVIDERS = ["mailgun", "mailjet", "postmark", "sendgrid", "sparkpost"]


@pytest.fixture
def to(post, boris):
    return post.last(boris).reply_to


@pytest.fixture
def deliver(client, post):
    """A provider posts; then the worker reads what was in it. The rows that are there at the end."""

    def deliver(provider, form, *, body="", headers=SECRET):
        kind = "application/json" if body else f"multipart/form-data; boundary={BOUNDARY}"
        answer = client.post(f"/anymail/{provider}/", body or form_data(form), content_type=kind, **headers)
        assert answer.status_code == 200
        return [post.read(row) for row in came_in()]

    return deliver


def came_in():
    """The rows of the spool that a provider brought, or that are the same mail."""
    return InboundMail.objects.exclude(source="pipe").order_by("pk")


def form_data(fields):
    """As providers write it; Django's own for tests would drop bytes that are no text."""
    lines = []
    for name, value in fields.items():
        value = value if isinstance(value, bytes) else value.encode()
        lines += [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode(), value, b"\r\n"]
    return b"".join([*lines, f"--{BOUNDARY}--\r\n".encode()])


def mailgun(raw, to, *, key=SIGNING_KEY, token="06c96bafc3f42a66b9edd546347a2fe18dc23461fe80dc52f0"):
    """A route's forward() to an address with "mime" in it."""
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
    """Inbound Parse with "POST the raw, full MIME message"."""
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
    """As Postmark posts it; with "Include raw email content" there is a RawEmail too."""
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


def test_mailgun_posts_a_raw_mail(deliver, post, boris, to):
    raw = written("SAY by Mailgun", sender="Boris <boris@example.org>", to=to, at=post.now)
    (row,) = deliver("mailgun/inbound_mime", mailgun(raw, to))
    assert (row.outcome, row.source, row.recipient, row.sender) == ("obeyed", "mailgun", to, "boris@example.org")
    assert bytes(row.raw) == raw
    assert "Done: SAY." in said(post.last(boris))


def test_sendgrid_posts_a_raw_mail(deliver, post, to):
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


def test_the_reply_address_is_found_where_the_envelope_names_another(deliver, to):
    body = postmark("STATUS", to, OriginalRecipient="inbox@inbound.example")
    (row,) = deliver("postmark/inbound", {}, body=body)
    assert (row.outcome, to in row.recipient) == ("obeyed", True)


def test_what_a_provider_found_of_the_sender_is_heeded(deliver, post, to):
    raw = written("SAY forged", sender="boris@example.org", to=to, at=post.now)
    form = sendgrid(raw, to) | {"SPF": "softfail", "dkim": "{@evil.example : pass}"}
    (row,) = deliver("sendgrid/inbound", form)
    assert (row.outcome, row.authentication) == (
        "held",
        "spf=softfail smtp.mailfrom=example.org; dkim=pass header.d=evil.example",
    )


# --- while the provider waits -----------------------------------------------------------------------------------------


def test_a_mail_is_stored_while_its_provider_waits_and_its_game_waits_for_it(client, post, to):
    client.post("/anymail/postmark/inbound/", postmark("STATUS", to), content_type="application/json", **SECRET)
    row = came_in().get()
    assert (row.source, row.read_at) == ("postmark", None)
    assert WaitingMail.objects.get(mail=row.pk).game_id == post.game_id
    assert post.read(row).outcome == InboundMail.Outcome.OBEYED
    assert not WaitingMail.objects.filter(mail=row.pk).exists()


def test_whoever_has_not_the_secret_brings_nothing(client, post, settings, to):
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
def test_garbage_is_answered_200_and_ends_as_one_row_with_the_reason(client, db, provider):
    for body in ("garbage", "[7]", '{"Headers": 7}', "\x00", "[" * 5_000):
        for _ in range(2):
            answer = client.post(f"/anymail/{provider}/inbound/", body, content_type="application/json", **SECRET)
            assert answer.status_code == 200
        row = InboundMail.objects.get(raw=body.encode())
        assert row.outcome == InboundMail.Outcome.BROKEN
        assert "could not be read" in row.why
        assert row.due_at is None


def test_a_mail_of_which_nothing_is_told_is_nobodys(deliver):
    (row,) = deliver("postmark/inbound", {}, body='{"a": "\\ud800"}')
    assert (row.outcome, row.recipient, row.sender) == ("stranger", "unknown", "unknown")


def test_a_post_that_is_too_large_ends_as_one_row_of_its_beginning(client, db, monkeypatch):
    monkeypatch.setattr(spool, "LARGEST_POST", 100_000)
    body = postmark("x" * 200_000, "box@localhost")
    answer = client.post("/anymail/postmark/inbound/", body, content_type="application/json", **SECRET)
    row = came_in().get()
    assert (answer.status_code, row.outcome, row.why) == (200, "broken", "It is larger than 12 MB.")
    assert len(row.raw) <= spool.BEGINNING < row.size


def nested(parts, lines):
    """A mail of so many parts within parts, with so many lines in the innermost."""
    heads = [f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(parts)]
    return "".join(heads) + "\r\n" + "a\r\n" * lines


@pytest.mark.parametrize("provider", ["sendgrid", "postmark"])
def test_a_post_that_would_take_long_to_parse_is_kept_unparsed(deliver, monkeypatch, to, provider):
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
def test_a_form_that_is_none_for_django_is_kept(client, db, form):
    kind = f"multipart/form-data; boundary={BOUNDARY if b'form-data' in form else ''}"
    assert client.post("/anymail/sendgrid/inbound/", form, content_type=kind, **SECRET).status_code == 200
    (row,) = came_in()
    assert row.why.startswith("The provider’s post could not be read: ")
    assert bytes(row.raw) == form


def test_a_mail_larger_than_a_form_may_be_is_read(deliver, post, to):
    raw = written("SAY with a picture", sender="boris@example.org", to=to, at=post.now)
    raw = raw.replace(b"\n\n", b"\nX-Picture: " + b"x" * 900 + b"\n\n", 1) + b"\n-- \n" + (b"y" * 70 + b"\n") * 800
    (row,) = deliver("sendgrid/inbound", sendgrid(raw, to) | {"ignored": "z" * 600_000})
    assert row.outcome == "obeyed"


# --- once only --------------------------------------------------------------------------------------------------------


def test_what_a_provider_posts_again_is_read_once(deliver, post, to):
    raw = written("SAY once", sender="boris@example.org", to=to, at=post.now)
    (first,) = deliver("mailgun/inbound_mime", mailgun(raw, to))
    (again,) = deliver("mailgun/inbound_mime", mailgun(raw, to, token="another, for it is signed anew"))
    assert first.pk == again.pk


def test_a_mail_by_two_ways_is_read_once(deliver, post, to):
    raw = written("SAY once", sender="boris@example.org", to=to, at=post.now)
    spool.accept(raw, recipient=to, sender="boris@example.org", source="lmtp", now=post.now)
    (row,) = deliver("sendgrid/inbound", sendgrid(raw, to))
    assert row.source == "lmtp"
