"""The right to act by email: From is the seat's address and no check found it forged; any other email is held until
its player confirms it."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from games import store
from games.models import Event, WaitingMail
from games.players.models import Player
from notifications import tokens
from notifications.incoming import spool
from notifications.incoming.rights import is_from_its_domain, own_statements
from notifications.incoming.webhooks import provider_auth
from notifications.models import InboundMail, Message
from notifications.outgoing import outbox
from tests.notifications.conftest import said, written
from tests.positions import just_now

Outcome = InboundMail.Outcome
ELSEWHERE = "boris@elsewhere.example"


@pytest.fixture
def begins():
    """The current time, as pages use the real clock."""
    return just_now()


def accept(post, player, body, *, sender, top=b"", authentication=""):
    """Send a reply with transport headers above its own, and the mail server's findings on its sender."""
    to = post.last(player).reply_to
    raw = top + written(body, sender=sender, to=to, at=post.now)
    row = spool.accept(raw, recipient=to, sender=sender, source="pipe", now=post.now)
    InboundMail.objects.filter(pk=row.pk).update(authentication=authentication)
    return post.read(row)


def requests(post):
    return store.seen_now(post.game_id, now=post.now).state.requests


# --- the sender -------------------------------------------------------------------------------------------------------


def test_another_verified_address_of_the_player_is_accepted(post, boris):
    EmailAddress.objects.create(user=boris, email=ELSEWHERE, verified=True)
    assert post.answer(post.last(boris), "STATUS", sender=ELSEWHERE).outcome == Outcome.OBEYED


@pytest.mark.parametrize("whose", ["boris", "anna"])
def test_an_unverified_address_or_another_players_is_held(post, anna, boris, whose):
    owner = {"boris": boris, "anna": anna}[whose]
    EmailAddress.objects.create(user=owner, email=ELSEWHERE, verified=whose == "anna")
    assert post.answer(post.last(boris), "STATUS", sender=ELSEWHERE).outcome == Outcome.HELD


@pytest.mark.parametrize(
    "head",
    [
        b"From: boris@example.org\nFrom: boris@example.org\n",
        b"From: boris@example.org\nFrom: eve@example.org\n",
        b"From: boris@example.org\nthis is no header\nFrom: eve@example.org\n",
        b"From: boris@example.org\rFrom: eve@example.org\n",
        b"From : eve@example.org\nFrom: boris@example.org\n",
        b"From: boris@example.org, eve@example.org\n",
        b"From: Boris:boris@example.org;\n",
        b"From: Friends: <boris@example.org>\n",
        b"From: boris@example.org (eve@example.org)\n",
        b"From: eve@example.org (<boris@example.org>)\n",
        b"From: <boris@example.org> <eve@example.org>\n",
        b'From: "boris@example.org" <eve@example.org>\n',
        b"From: =?utf-8?q?boris=40example=2Eorg?= <eve@example.org>\n",
        b"From: boris@ex\xd0\xb0mple.org\n",
        b"From: boris@example.org\0\n",
        b"Sender: boris@example.org\nReply-To: boris@example.org\n",
        b"Sender: boris@example.org\nReply-To: boris@example.org\nFrom: eve@example.org\n",
    ],
)
def test_a_from_header_without_one_clear_address_is_held(post, boris, head):
    to, told = post.last(boris).reply_to, len(post.mails(boris))
    raw = head + b"Message-ID: <a@b>\n\nSAY Hello\n"
    row = post.read(spool.accept(raw, recipient=to, sender="boris@example.org", source="pipe", now=post.now))
    assert row.outcome == Outcome.HELD
    assert not Event.objects.filter(verb="say").exists()
    assert len(post.mails(boris)) == told + 1


@pytest.mark.parametrize(
    "sender", ["boris@example.org", "BORIS@Example.org", "<boris@example.org>", '"B., Boris" <boris@example.org>']
)
def test_a_from_header_with_one_clear_address_is_accepted(post, boris, sender):
    assert post.answer(post.last(boris), "STATUS", sender=sender).outcome == Outcome.OBEYED


# --- findings on the sender -------------------------------------------------------------------------------------------

ALIGNED = "mx.example; dkim=pass header.d=example.org; spf=pass smtp.mailfrom=bounces@mail.example.org"


@pytest.mark.parametrize(
    ("results", "is_theirs"),
    [
        ("dmarc=pass header.from=example.org", True),
        ("dmarc=pass header.from=evil.example", False),
        ("dmarc=fail header.from=example.org; dkim=pass header.d=example.org", False),
        ("dkim=pass header.d=example.org", True),
        ("dkim=pass header.i=@mail.example.org", True),
        ("dkim=pass header.d=evil.example; dkim=pass header.d=example.org", True),
        ("DKIM/1 = Pass (2048 bits) header.d = Example.Org", True),
        ("spf=pass smtp.mailfrom=boris@example.org", True),
        ("spf=pass smtp.mailfrom=example.org", True),
        ("spf=pass smtp.mailfrom=evil.example; dkim=none", False),
        ("spf=pass smtp.mailfrom=notexample.org", False),
        ("dkim=pass header.d=org", False),
        ("spf=pass smtp.mailfrom=bounces.example.org", True),
        ("spf=softfail smtp.mailfrom=boris@example.org", False),
        ("spf=none; dkim=none", False),
        ('spf=pass smtp.mailfrom="x; dkim=pass header.d=example.org"@evil.example', False),
        ("spf=fail (dkim=pass header.d=example.org; ) smtp.mailfrom=evil.example", False),
        ('spf=fail reason="never ends; dkim=pass header.d=example.org', False),
        ("spf=fail (never ends; dkim=pass header.d=example.org", False),
        ("iprev=pass; auth=pass smtp.auth=boris", None),
        ("none", None),
        ("", None),
    ],
)
def test_whether_authentication_results_vouch_for_a_sender(results, is_theirs):
    assert is_from_its_domain([results], sender="boris@example.org") is is_theirs


@pytest.mark.parametrize("suffix", ["co.uk", "github.io", "com.au"])
def test_another_name_below_a_public_suffix_vouches_for_nobody(suffix):
    for domain in (suffix, f"evil.{suffix}"):
        assert is_from_its_domain([f"dkim=pass header.d={domain}"], sender=f"boris@example.{suffix}") is False
    assert is_from_its_domain([f"dkim=pass header.d=mail.example.{suffix}"], sender=f"boris@example.{suffix}")


def test_the_newest_result_of_each_method_counts():
    forged = "dkim=pass header.d=example.org; dmarc=pass header.from=example.org"
    assert is_from_its_domain(["dkim=fail; dmarc=fail", forged], sender="boris@example.org") is False
    assert is_from_its_domain(["spf=fail", "dkim=pass header.d=example.org"], sender="boris@example.org") is True


def test_only_results_of_our_own_server_are_trusted():
    headers = [
        "mx.example; spf=fail",
        "evil.example; dkim=pass",
        '"mx.example" 1; dkim=none',
        "(a) MX.example (b); spf=x",
    ]
    assert own_statements(headers, authserv_id="mx.example") == [" spf=fail", " dkim=none", " spf=x"]
    assert own_statements(headers, authserv_id="") == []


def test_an_email_our_server_found_forged_is_held_and_a_vouched_one_is_not(post, boris, settings):
    settings.AUTHSERV_ID = "mx.example"
    forged = b"Authentication-Results: mx.example; spf=fail smtp.mailfrom=eve@evil.example; dkim=none\n"
    assert accept(post, boris, "STATUS", sender=boris.email, top=forged).outcome == Outcome.HELD
    assert "from boris@example.org to an email we sent you: STATUS. Nothing has been done yet." in said(
        post.last(boris)
    )
    vouched = f"Authentication-Results: {ALIGNED}\n".encode()
    assert accept(post, boris, "STATUS", sender=boris.email, top=vouched).outcome == Outcome.OBEYED


def test_authentication_results_from_elsewhere_are_ignored(post, boris, settings):
    settings.AUTHSERV_ID = "mx.example"
    claimed = b"Authentication-Results: evil.example; dmarc=fail\n"
    assert accept(post, boris, "STATUS", sender=boris.email, top=claimed).outcome == Outcome.OBEYED


def test_a_providers_own_result_wins_over_any_header(post, boris, settings):
    settings.AUTHSERV_ID = "mx.example"
    claimed = f"Authentication-Results: {ALIGNED}\n".encode()
    how = {"sender": boris.email, "top": claimed}
    assert accept(post, boris, "STATUS", authentication="dkim=none; spf=fail", **how).outcome == Outcome.HELD
    assert accept(post, boris, "STATUS", authentication="dmarc=pass", **how).outcome == Outcome.OBEYED


@pytest.mark.parametrize(
    ("provider", "event", "results"),
    [
        ("sendgrid", {"SPF": "pass"}, "spf=pass smtp.mailfrom=x.example"),
        (
            "sendgrid",
            {"dkim": "{@a.example : pass, @b.example : fail}"},
            "dkim=pass header.d=a.example; dkim=fail header.d=b.example",
        ),
        ("mailgun", {"X-Mailgun-Spf": "SoftFail"}, "spf=softfail smtp.mailfrom=x.example"),
        ("mailgun", {}, ""),
        ("mandrill", {"msg": {"spf": {"result": "neutral"}}}, "spf=neutral smtp.mailfrom=x.example"),
        ("mandrill", {"msg": {"spf": None}}, ""),
        ("mandrill", {"msg": {"dkim": {"signed": False, "valid": False}}}, "dkim=none"),
        ("mandrill", {"msg": {"dkim": {"signed": True, "valid": False}}}, "dkim=fail"),
        ("amazon_ses", {"receipt": {"dmarcVerdict": {"status": "PASS"}}}, "dmarc=pass"),
        ("amazon_ses", {"receipt": {"spfVerdict": {"status": "FAIL; dkim=pass"}}}, "spf=fail smtp.mailfrom=x.example"),
        ("postmark", {"Headers": [{"Name": "Received-SPF", "Value": "fail"}]}, ""),
    ],
)
def test_each_providers_results_are_converted_to_one_form(provider, event, results):
    given = SimpleNamespace(POST=event) if provider in ("sendgrid", "mailgun") else event
    assert provider_auth(provider, given, sender="<eve@x.example>") == results


def test_an_envelope_sender_cannot_inject_a_result():
    given = SimpleNamespace(POST={"SPF": "fail"})
    assert provider_auth("sendgrid", given, sender="eve@x.example; dkim=pass header.d=example.org") == "spf=fail"


# --- held, and confirmed ------------------------------------------------------------------------------------------------


@pytest.fixture
def answer(post, boris):
    """A request for the light that Boris sent from an unknown address."""
    return post.answer(post.last(boris), f"GREEN\nGRID\n{post.hand(boris)}\nEND", sender=ELSEWHERE)


@pytest.fixture
def page(answer):
    return reverse("held", args=[tokens.sign("held", answer.link)])


def test_the_question_links_to_its_page_and_not_to_the_action(post, boris, page):
    assert f"Somebody replied from {ELSEWHERE} to an email we sent you: GREEN and GRID." in said(post.last(boris))
    assert page in post.last(boris).text
    assert post.hand(boris) not in post.last(boris).text.split()


def test_the_page_shows_the_reply_and_its_sender_and_does_nothing(post, boris, client, page):
    for look in (client.get, client.head):
        assert look(page).status_code == 200
    text = client.get(page).content.decode()
    assert ELSEWHERE in text
    assert f"GREEN\nGRID\n|{post.hand(boris)}|\nEND" in text
    assert "box+r-" not in text
    assert InboundMail.objects.latest("pk").outcome == Outcome.HELD
    assert not requests(post)


def test_a_confirmed_reply_is_read_again_and_answered(post, boris, client, answer, page):
    assert (
        "The reply is being read now. We’ll email you the outcome."
        in client.post(page, {"do": "confirm"}, follow=True).content.decode()
    )
    assert WaitingMail.objects.get().mail == answer.pk
    assert post.read(answer).outcome == Outcome.OBEYED
    assert "Done: GREEN and GRID." in said(post.last(boris))
    assert requests(post)
    assert not WaitingMail.objects.exists()


def test_a_reply_confirmed_twice_is_carried_out_once(post, boris, client, answer, page):
    for _ in range(2):
        client.post(page, {"do": "confirm"}, follow=True)
        answer = post.read(answer)
    told = len(post.mails(boris))
    assert "was confirmed" in client.post(page, {"do": "confirm"}, follow=True).content.decode()
    answer = post.read(answer)
    assert (answer.outcome, len(post.mails(boris))) == (Outcome.OBEYED, told)


def test_a_light_of_a_past_round_is_stale_when_confirmed(post, anna, boris, client, answer, page):
    post.play(anna, "GRID", "GREEN").later(hours=12)
    client.post(page, {"do": "confirm"}, follow=True)
    assert post.read(answer).outcome == Outcome.REFUSED
    assert (
        "in reply to an email from an earlier round. Look at the tiles you hold now, then reply to this email."
        in said(post.last(boris))
    )
    assert "Round 2" in said(post.last(boris))


def test_a_declined_reply_is_deleted(post, boris, client, answer, page):
    said_so = client.post(page, {"do": "decline"}, follow=True).content.decode()
    assert "The reply was deleted, and nothing was done." in said_so
    answered = Message.objects.get(replies=answer)
    assert reverse("leaked", args=[tokens.sign("leaked", answered.link)]) in said_so
    answer.refresh_from_db()
    assert (answer.outcome, bytes(answer.raw), answer.read_at) == (Outcome.DECLINED, b"", post.now)
    assert "was declined" in client.post(page, {"do": "confirm"}, follow=True).content.decode()
    answer.refresh_from_db()
    assert answer.outcome == Outcome.DECLINED
    assert not requests(post)


def test_a_held_reply_is_deleted_after_48_hours(post, answer):
    late = post.now + spool.HELD_FOR
    assert not spool.confirm(answer, now=late)
    assert spool.forget_held(before=post.now - timedelta(seconds=1), most=9) == 0
    assert spool.forget_held(before=post.now, most=9) == 1
    answer.refresh_from_db()
    assert (answer.outcome, bytes(answer.raw)) == (Outcome.EXPIRED, b"")
    assert spool.forget_held(before=late, most=9) == 0


def test_the_page_says_that_the_reply_has_expired(client, page):
    InboundMail.objects.update(acted_at="2020-01-01T00:00Z")
    assert "nobody confirmed it" in client.post(page, {"do": "confirm"}, follow=True).content.decode()
    assert InboundMail.objects.latest("pk").outcome == Outcome.HELD


def test_a_link_we_did_not_sign_is_not_found(client, answer):
    for token in (str(answer.pk), answer.link, f"{answer.link}:abc", tokens.sign("held", answer.link)[:-1]):
        assert client.get(reverse("held", args=[token])).status_code == 404


def test_only_a_held_reply_can_be_confirmed(post, boris, client):
    obeyed = post.answer(post.last(boris), "SAY once")
    assert not spool.confirm(obeyed, now=post.now)
    assert (
        client.post(
            reverse("held", args=[tokens.sign("held", obeyed.link)]), {"do": "confirm"}, follow=True
        ).status_code
        == 404
    )


def test_a_reply_to_an_invitation_from_another_address_joins_once_confirmed(lobby, client):
    row = lobby.answer(lobby.last("boris@example.org"), "JOIN", sender=ELSEWHERE)
    assert not Player.objects.filter(email="boris@example.org").exists()
    client.post(reverse("held", args=[tokens.sign("held", row.link)]), {"do": "confirm"}, follow=True)
    assert lobby.read(row).outcome == Outcome.OBEYED
    assert Player.objects.filter(email="boris@example.org").exists()
    assert not Player.objects.filter(email=ELSEWHERE).exists()


def test_only_five_questions_are_asked_a_day(post, boris):
    answered, told = post.last(boris), len(post.mails(boris))
    for n in range(8):
        assert post.answer(answered, f"SAY {n}", sender=f"eve{n}@evil.example").outcome == Outcome.HELD
    assert len(post.mails(boris)) == told + 5


# --- errors, not too many ---------------------------------------------------------------------------------------------


def test_the_same_error_is_answered_once_an_hour(post, boris):
    answered, told = post.last(boris), len(post.mails(boris))
    for _ in range(3):
        assert post.answer(answered, "JAYWALK Q").outcome == Outcome.REFUSED
    assert len(post.mails(boris)) == told + 1
    post.answer(answered, "UNASK\nGREEN")
    assert len(post.mails(boris)) == told + 2
    post.now += timedelta(hours=1)
    post.answer(answered, "JAYWALK Q")
    assert len(post.mails(boris)) == told + 3


def test_only_five_errors_are_answered_a_day(post, boris):
    answered, told = post.last(boris), len(post.mails(boris))
    for letter in "BCDFGHIK":
        assert post.answer(answered, f"JAYWALK {letter}").outcome == Outcome.REFUSED
    assert Message.objects.filter(kind="error").count() == 5
    assert len(post.mails(boris)) == told + 5
    post.now += timedelta(days=1)
    post.answer(answered, "JAYWALK Q")
    assert Message.objects.filter(kind="error").count() == 6


# --- deactivated players ----------------------------------------------------------------------------------------------


def test_a_player_with_a_closed_account_cannot_play_by_email_and_gets_none(post, anna, boris):
    asked = post.last(boris)
    Player.objects.filter(pk=boris.pk).update(is_active=False)
    before = len(post.mails(boris))
    assert post.answer(asked, "SAY I am still here").outcome == Outcome.STRANGER
    assert not Event.objects.filter(game=post.game_id, verb="say").exists()
    post.later(hours=1)
    assert len(post.mails(boris)) == before


def test_a_waiting_email_is_not_sent_to_a_closed_account(post, boris):
    message = Message.objects.filter(player=boris).latest("pk")
    Message.objects.filter(pk=message.pk).update(due_at=post.now, sent_at=None, status="", facts={})
    Player.objects.filter(pk=boris.pk).update(is_active=False)
    before = len(post.mails(boris))
    assert not outbox.send(message.pk, now=post.now)
    message.refresh_from_db()
    assert (len(post.mails(boris)), message.due_at, message.status) == (
        before,
        None,
        "not sent: this account is closed",
    )


def test_a_closed_account_cannot_join_by_invitation(lobby):
    boris = Player.objects.create_user("boris@example.org", name="Boris", is_active=False)
    invitation = lobby.last("boris@example.org")
    assert lobby.answer(invitation, "JOIN", sender="Boris <boris@example.org>").outcome == Outcome.STRANGER
    assert not boris.seats.exists()
