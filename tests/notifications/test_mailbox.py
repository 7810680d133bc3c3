"""The local mailbox: every email is stored, and can be read and replied to in the browser; bounces are shown."""

import re

import pytest
from django.core.mail import send_mail
from django.urls import reverse

from notifications.models import InboundMail, LocalMail, Message


@pytest.fixture(autouse=True)
def _debugging(settings):
    settings.DEBUG = True


def test_an_email_of_any_kind_is_stored_for_each_of_its_recipients(db):
    send_mail("Your code", "It is 1234", "lexicon@localhost", ["Anna@example.org", "boris@example.org"])
    assert list(LocalMail.objects.order_by("pk").values_list("address", "subject", "text")) == [
        ("anna@example.org", "Your code", "It is 1234"),
        ("boris@example.org", "Your code", "It is 1234"),
    ]


def test_a_long_subject_is_cut_to_fit(db):
    send_mail(f"Your board against {'a long name, ' * 40}", "", "lexicon@localhost", ["anna@example.org"])
    assert len(LocalMail.objects.get().subject) == 400


def test_the_sign_in_sign_up_and_home_pages_link_to_it(db, client):
    for page in (reverse("account_login"), reverse("account_signup"), reverse("home")):
        assert f'href="{reverse("mailbox")}"' in client.get(page).content.decode()


def test_there_is_no_mailbox_on_a_real_server(post, client, settings):
    settings.DEBUG = False
    mail = post.mails("anna@example.org")[0]
    for page in (reverse("mailbox"), reverse("mailbox_mail", args=[mail.pk]), reverse("mailbox_html", args=[mail.pk])):
        assert client.get(page).status_code == 404
    assert client.post(reverse("mailbox_mail", args=[mail.pk]), {"text": "STATUS"}).status_code == 404
    assert reverse("mailbox") not in client.get(reverse("account_login")).content.decode()
    assert not InboundMail.objects.filter(source="mailbox").exists()


def test_the_list_shows_the_newest_first_and_can_show_one_address_alone(post, client):
    page = client.get(reverse("mailbox")).content.decode()
    assert "anna@example.org" in page
    assert page.index("your board against") < page.index("wants to play")
    page = client.get(reverse("mailbox"), {"address": "anna@example.org"}).content.decode()
    assert "wants to play" not in page


def test_an_email_is_shown_as_text_and_in_a_sandboxed_frame(post, client):
    mail = post.last("anna@example.org")
    response = client.get(reverse("mailbox_mail", args=[mail.pk]))
    page = response.content.decode()
    assert "The game has started" in page
    frame = re.search(r"<iframe[^>]*>", page).group()
    assert "allow-scripts" not in frame
    assert "allow-same-origin" not in frame
    assert "frame-src 'self'" in response["Content-Security-Policy"]
    html = client.get(reverse("mailbox_html", args=[mail.pk]))
    assert "sandbox" in html["Content-Security-Policy"]
    assert "default-src 'none'" in html["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in html["Content-Security-Policy"]


def test_the_text_of_an_email_is_never_markup_of_the_page(db, client):
    send_mail("<b>bold</b>", "<script>alert(1)</script>", "lexicon@localhost", ["anna@example.org"])
    page = client.get(reverse("mailbox_mail", args=[LocalMail.objects.get().pk])).content.decode()
    assert "<script>alert" not in page
    assert "<b>bold" not in page


def test_an_answer_is_processed_like_any_email_and_its_receipt_is_shown(post, client):
    mail = post.last("boris@example.org")
    answered = client.post(reverse("mailbox_mail", args=[mail.pk]), {"text": "STATUS\nHi there"}, follow=True)
    sent = InboundMail.objects.get(source="mailbox")
    assert sent.recipient == mail.reply_to
    assert f"> {mail.text.splitlines()[0]}".encode() in bytes(sent.raw)
    assert "The worker will read it next" in answered.content.decode()
    assert 'http-equiv="refresh"' in answered.content.decode()
    post.now = sent.received_at
    assert post.read(sent).outcome == InboundMail.Outcome.OBEYED
    page = client.get(reverse("mailbox_answer", args=[sent.pk])).content.decode()
    assert "Response" in page
    assert "Where the game stands." in page
    assert "Hi there" in page
    assert 'http-equiv="refresh"' not in page


def test_an_answer_without_a_response_says_so(post, client):
    mail = post.last("boris@example.org")
    Message.objects.filter(message_id=mail.message_id).update(token_sha256="")
    client.post(reverse("mailbox_mail", args=[mail.pk]), {"text": "STATUS"})
    sent = InboundMail.objects.get(source="mailbox")
    post.now = sent.received_at
    post.read(sent)
    page = client.get(reverse("mailbox_answer", args=[sent.pk])).content.decode()
    assert "no response was sent to this address (no active reply address, not answered)" in page


def test_an_answer_without_text_is_refused(post, client):
    mail = post.last("boris@example.org")
    response = client.post(reverse("mailbox_mail", args=[mail.pk]), {"text": ""}, follow=True)
    assert response.status_code == 200
    assert "This field is required." in response.content.decode()


def test_an_email_that_cannot_be_answered_has_no_form(db, client):
    send_mail("Your code", "It is 1234", "lexicon@localhost", ["anna@example.org"])
    page = client.get(reverse("mailbox_mail", args=[LocalMail.objects.get().pk])).content.decode()
    assert "<textarea" not in page
