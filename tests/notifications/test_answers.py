"""Mails that come in: obeyed, refused with what would be right, or left unanswered; never half done."""

import re
from datetime import timedelta

import pytest

from games import commands, store
from games.models import Draft, Event, WaitingMail
from games.players.models import NeverInvited, Player
from notifications.inbound import rights, spool
from notifications.models import InboundMail, Message
from tests.notifications.conftest import said, written
from tests.tables import only_words, order

Outcome = InboundMail.Outcome


def state_of(post):
    return store.seen_now(post.game_id, now=post.now).state


def everything(post):
    """All that an answer could change at the table."""
    return state_of(post), list(Event.objects.order_by("pk").values()), list(Draft.objects.values())


# --- an invitation ----------------------------------------------------------------------------------------------------


def test_join_by_mail_makes_a_verified_player_who_sits_and_agrees_and_gets_tiles_by_mail(lobby):
    row = lobby.answer(lobby.last("boris@example.org"), "JOIN my lucky 7\n", sender='"Boris B." <boris@example.org>')
    boris = Player.objects.get(email="boris@example.org")
    seat = lobby.game.seats.get(player=boris)
    assert row.outcome == Outcome.OBEYED
    assert (boris.name, seat.cut, seat.tiles_by_email) == ("Boris B.", "my lucky 7", True)
    assert boris.emailaddress_set.get().verified
    assert "Done: JOIN." in said(lobby.last(boris))
    assert lobby.game.phase == "playing"


def test_declining_frees_nothing_and_is_not_answered(lobby):
    row = lobby.answer(lobby.last("boris@example.org"), "DECLINE")
    assert row.outcome == Outcome.OBEYED
    assert lobby.game.invitations.get().declined_at == lobby.now
    assert len(lobby.mails("boris@example.org")) == 1
    assert not NeverInvited.objects.exists()


@pytest.mark.parametrize("body", ["Join me for dinner instead :)", "Join you guys? Maybe next week.", "Who are you?"])
def test_talk_joins_nobody_and_is_asked_back(lobby, body):
    row = lobby.answer(lobby.last("boris@example.org"), body)
    assert row.outcome == Outcome.REFUSED
    assert "answer JOIN alone, or DECLINE." in said(lobby.last("boris@example.org"))
    assert not Player.objects.filter(email="boris@example.org").exists()


def test_a_no_in_a_sentence_declines_or_is_told_how(lobby):
    invitation = lobby.last("boris@example.org")
    assert lobby.answer(invitation, "No thanks, I decline").outcome == Outcome.REFUSED
    assert "would be read: | DECLINE" in said(lobby.last("boris@example.org"))
    assert "Did you mean DECLINE?" in said(lobby.last("boris@example.org"))
    assert lobby.answer(invitation, "Decline, sorry – no time").outcome == Outcome.OBEYED
    assert lobby.game.invitations.get().declined_at == lobby.now


def test_declining_after_joining_is_answered_and_changes_nothing(lobby):
    invitation = lobby.last("boris@example.org")
    lobby.answer(invitation, "JOIN")
    row = lobby.answer(invitation, "DECLINE")
    assert row.outcome == Outcome.REFUSED
    assert "You have joined this game, and DECLINE changes nothing any more." in said(lobby.last("boris@example.org"))
    assert f"/games/{lobby.game_id}/" in lobby.last("boris@example.org").text
    assert lobby.game.invitations.get().declined_at is None


@pytest.mark.parametrize("body", ["STOP", "unsubscribe", "Hello,\nplease stop writing to me!", "DECLINE\nStop this."])
def test_stop_declines_and_ends_all_invitations_and_is_not_answered(lobby, body):
    row = lobby.answer(lobby.last("boris@example.org"), body)
    assert row.outcome == Outcome.OBEYED
    assert lobby.game.invitations.get().declined_at == lobby.now
    assert NeverInvited.objects.count() == 1
    assert len(lobby.mails("boris@example.org")) == 1


def test_who_joins_below_a_footer_that_says_unsubscribe_has_joined(lobby):
    assert lobby.answer(lobby.last("boris@example.org"), "JOIN\nUnsubscribe").outcome == Outcome.OBEYED
    assert not NeverInvited.objects.exists()


def test_an_order_before_joining_is_told_to_join_first(lobby):
    row = lobby.answer(lobby.last("boris@example.org"), "GREEN")
    assert row.outcome == Outcome.REFUSED
    assert "You do not sit at this table yet" in said(lobby.last("boris@example.org"))
    assert "| JOIN" in lobby.last("boris@example.org").text
    assert not Player.objects.filter(email="boris@example.org").exists()


def test_an_invitation_that_is_full_answers_with_the_reason(lobby, chloe):
    anna = Player.objects.get(email="anna@example.org")
    commands.invite(game_id=lobby.game_id, player=anna, email=chloe.email, now=lobby.now)
    lobby.deliver()
    lobby.answer(lobby.last("boris@example.org"), "JOIN")
    row = lobby.answer(lobby.last(chloe), "JOIN")
    assert row.outcome == Outcome.REFUSED
    assert "This game has begun." in said(lobby.last(chloe))
    assert lobby.game.seats.count() == 2


def test_an_invitation_answered_from_another_address_is_told_to_the_invited_one(lobby):
    row = lobby.answer(lobby.last("boris@example.org"), "JOIN", sender="boris@work.example")
    assert row.outcome == Outcome.HELD
    assert "from boris@work.example: JOIN. Nothing was done." in said(lobby.last("boris@example.org"))
    assert lobby.mails("boris@work.example") == []


def test_who_has_joined_and_answers_the_invitation_again_is_sent_to_the_newest_mail(lobby):
    invitation = lobby.last("boris@example.org")
    lobby.answer(invitation, "JOIN")
    assert lobby.answer(invitation, "GREEN").outcome == Outcome.REFUSED
    assert "Answer the newest mail of the game instead." in said(lobby.last("boris@example.org"))


def test_a_player_in_the_lobby_agrees_by_join(anna, chloe, any_row_of_a_and_e, lobby):
    commands.take_back_agreement(game_id=lobby.game_id, player=anna, now=lobby.now)
    commands.invite(game_id=lobby.game_id, player=anna, email=chloe.email, now=lobby.now)
    lobby.deliver()
    lobby.answer(lobby.last("boris@example.org"), "JOIN")
    assert "answer JOIN, which agrees to start" in said(lobby.last(anna))
    row = lobby.answer(lobby.last(anna), "JOIN")
    assert row.outcome == Outcome.OBEYED
    assert lobby.game.phase == "playing"


def test_join_with_anything_else_agrees_to_nothing(lobby, anna):
    commands.take_back_agreement(game_id=lobby.game_id, player=anna, now=lobby.now)
    lobby.deliver().answer(lobby.last("boris@example.org"), "JOIN")
    before = everything(lobby)
    row = lobby.answer(lobby.last(anna), "JOIN my lucky 7\nGREEN")  # the agreement would deal, then GREEN be refused
    assert row.outcome == Outcome.REFUSED
    assert "JOIN stands alone" in said(lobby.last(anna))
    assert (lobby.game.phase, *everything(lobby)) == ("lobby", *before)


@pytest.mark.parametrize(
    ("written_name", "name"),
    [
        (b"=?utf-7?q?+2AA-?=", "boris"),  # half a character
        (b"=?utf-8?q?=E2=80=AEsiroB=00?=", "siroB"),  # turns the rest of a line round
        (b"Bo\x00ris", "Bo\ufffdris"),
    ],
)
def test_a_name_in_a_from_line_becomes_one_that_can_be_shown(lobby, written_name, name):
    invitation = lobby.last("boris@example.org")
    raw = b"From: %s <boris@example.org>\nMessage-ID: <a\x00b>\n\nJOIN\n" % written_name
    row = spool.accept(raw, recipient=invitation.reply_to, sender="boris", source="pipe", now=lobby.now)
    assert lobby.read(row).outcome == Outcome.OBEYED
    assert Player.objects.get(email="boris@example.org").name == name
    assert "\0" not in lobby.last("boris@example.org").in_reply_to


def test_an_invitation_is_dead_thirty_days_after_its_game(post, anna, boris):
    invitation = post.mails(boris)[0]
    order(post.game_id, anna, "resign", at=post.now)
    post.now += rights.DIES_AFTER
    assert post.answer(invitation, "JOIN").outcome == Outcome.STRANGER


# --- a turn -----------------------------------------------------------------------------------------------------------


def test_a_board_and_a_request_in_one_mail(post, boris):
    row = post.answer(post.last(boris), f"GREEN\nGRID\n{post.hand(boris)}\nEND\nBest, Boris\n")
    assert row.outcome == Outcome.OBEYED
    assert state_of(post).request_of(1)
    receipt = said(post.last(boris))
    assert "Done: GREEN and GRID." in receipt
    assert f"| {post.hand(boris)}" in receipt
    assert "0/1=0.00" in receipt


def test_the_receipt_names_what_was_left_alone_and_what_stood_below_the_cut(post, boris):
    post.answer(post.last(boris), "STATUS\nhow are you all?\n-- \nGREEN\n")
    assert "| how are you all?" in post.last(boris).text
    assert "not obeyed: GREEN" in said(post.last(boris))


def test_a_command_inside_our_mail_is_named_as_such(post, boris):
    ours = post.last(boris).text.splitlines()
    post.answer(
        post.last(boris), "\n".join([*(f"> {line}" for line in ours[:9]), "GREEN", *(f"> {line}" for line in ours[9:])])
    )
    assert "Inside our mail, not obeyed: GREEN. Write above our first line or below our last." in said(post.last(boris))


def test_a_line_that_begins_or_ends_with_a_verb_may_have_been_meant(post, boris):
    post.answer(post.last(boris), "STATUS\nlet us go green!\nJoin us on Facebook")
    assert "Did you mean GREEN? A command stands alone in its line." in said(post.last(boris))


def test_a_mail_without_a_command_is_answered_with_how_to_write_one(post, boris):
    before = everything(post)
    row = post.answer(post.last(boris), "Hello?")
    assert row.outcome == Outcome.OBEYED
    assert "There was no command in your mail." in said(post.last(boris))
    assert "| JAYWALK X" in post.last(boris).text
    assert everything(post) == before


def test_status_by_mail_is_seeing(post, anna):
    commands.say(game_id=post.game_id, player=anna, text="x", now=post.now)
    boris = Player.objects.get(email="boris@example.org")
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert state_of(post).unseen[1] == 1
    assert "STATUS turns over what lies face down" in said(post.last(boris))
    post.answer(post.last(boris), "STATUS")
    assert state_of(post).unseen[1] == 0
    assert "Where the game stands." in said(post.last(boris))
    assert re.search(r"Green for Anna: you drew [AE]\. You looked\.", said(post.last(boris)))
    post.answer(post.last(boris), "STATUS")
    assert "you drew" not in said(post.last(boris))  # it lies among all that Boris holds, and is no news


def test_a_jaywalk_says_what_came(post, boris):
    tile = post.hand(boris)[0]
    post.answer(post.last(boris), f"JAYWALK {tile}")
    assert f"You jaywalked: {tile} went back," in said(post.last(boris))


def test_a_saved_board_is_a_draft_and_shown(post, boris):
    post.answer(post.last(boris), "SAVE\nGRID\n.Q.\nZZZ\nEND")
    assert Draft.objects.get().layout == ".Q./ZZZ"
    assert "Kept as a draft 0/(0+3)=0.00 (" in said(post.last(boris))
    assert "Not counted, as you do not hold: Q Z Z Z." in said(post.last(boris))
    assert state_of(post).boards[1] == ()


def test_a_mail_never_resigns(post, boris):
    row = post.answer(post.last(boris), "RESIGN")
    assert row.outcome == Outcome.OBEYED
    assert state_of(post).resigned == ()
    assert "You have not resigned. " in said(post.last(boris))
    assert "A mail never resigns for you." in said(post.last(boris))
    assert f"/games/{post.game_id}/" in post.last(boris).text


def test_say_goes_to_the_table_and_on_after_the_end(post, anna, boris):
    answered = post.last(boris)
    order(post.game_id, anna, "resign", at=post.now)
    row = post.deliver().answer(answered, "SAY Thank you for the game")
    assert row.outcome == Outcome.OBEYED
    assert "Boris: Thank you for the game" in said(post.last(anna))


# --- what is refused, and changes nothing -------------------------------------------------------------------------------


def refused(post, player, body, **how):
    """Answer the player's last mail; the row and the error mail, after a look that nothing has changed."""
    before, told = everything(post), len(post.mails(player))
    row = post.answer(post.last(player), body, **how)
    assert row.outcome == Outcome.REFUSED
    assert everything(post) == before
    assert len(post.mails(player)) == told + 1
    assert "Nothing was changed." in said(post.last(player))
    return said(post.last(player))


def test_letters_not_held(post, boris):
    assert "You do not hold: Q." in refused(post, boris, f"GRID\n{post.hand(boris)}Q\nEND")


def test_a_board_that_cannot_be_read_is_shown_with_a_corrected_form(post, boris):
    text = refused(post, boris, "GRID\n..A  E\n.AEA.\nEND")
    assert "This row mixes spaces and letters" in text
    assert "| ..A  E" in post.last(boris).text
    assert "| ..A..E" in post.last(boris).text


def test_a_board_too_large(post, boris):
    assert "60" in refused(post, boris, "GRID\n" + "A" * 61 + ".\nEND")


def test_a_run_that_is_no_word_is_named(post, boris):
    only_words(post.game_id, "QI")
    hand = post.hand(boris)
    text = refused(post, boris, f"GRID\n{hand}\nEND\nGREEN")
    assert f"Not in the word list: {hand}." in text
    assert "You had written: | GRID | GREEN" in text
    assert f"kept as a draft: | SAVE | GRID | {hand} | END" in text


def test_one_error_undoes_the_whole_mail(post, boris):
    hand = post.hand(boris)
    refused(post, boris, f"SAY Here I come\nGRID\n{hand}\nEND\nJAYWALK Q\n")


def test_a_light_with_tiles_not_laid(post, boris):
    assert "A light needs every tile laid." in refused(post, boris, "GREEN")


def test_contradicting_verbs(post, boris):
    assert "contradict" in refused(post, boris, "UNASK\nGREEN")


def test_a_light_or_a_jaywalk_of_a_past_round_is_stale_and_the_current_turn_is_sent_again(post, anna, boris):
    old = post.last(boris)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    post.play(boris, "GRID")
    before = everything(post)
    for verb in ("GREEN", f"JAYWALK {post.hand(boris)[0]}"):
        row = post.answer(old, verb)
        assert row.outcome == Outcome.REFUSED
        assert "came as the answer to the mail of an earlier round" in row.why
        assert everything(post) == before
        again = Message.objects.get(message_id=post.last(boris).message_id)
        assert again.turn == state_of(post).turn == 2
        assert "Round 2" in said(post.last(boris))
    assert post.answer(post.last(boris), "GREEN").outcome == Outcome.OBEYED


def test_a_stale_light_keeps_its_board_and_offers_nothing_that_would_be_refused(post, anna, boris):
    old, hand = post.last(boris), post.hand(boris)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    post.answer(old, f"GRID\n{hand}\nEND\nGREEN")
    assert f"kept as a draft: | SAVE | GRID | {hand} | END" in said(post.last(boris))
    assert "would be read" not in said(post.last(boris))
    post.answer(old, f"JAYWALK {hand[0]}")
    assert f"You had written: | JAYWALK {hand[0]}" in said(post.last(boris))


def test_a_board_of_a_past_round_counts_unless_another_was_submitted_since(post, anna, boris):
    old, hand = post.last(boris), post.hand(boris)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    post.answer(old, f"GRID\n{hand}\nEND")
    assert state_of(post).boards[1] == (hand,)
    post.play(boris, "GRID")
    row = post.answer(old, f"GRID\n{hand}\nEND")
    assert row.outcome == Outcome.OBEYED
    assert state_of(post).boards[1] == (post.hand(boris),)
    assert Draft.objects.get().layout == hand
    assert "this one is kept as a draft" in said(post.last(boris))


def test_the_token_of_a_finished_game_is_told_that_it_is_over(post, anna, boris):
    order(post.game_id, anna, "resign", at=post.now)
    assert "The game is over. Its result stands." in refused(post.deliver(), boris, "GREEN")
    post.now += rights.DIES_AFTER
    told = len(post.mails(boris))
    assert post.answer(post.last(boris), "STATUS").outcome == Outcome.STRANGER
    assert len(post.mails(boris)) == told


def test_another_seats_token_does_nothing_and_its_owner_is_told(post, anna, boris):
    """Anna has got hold of a mail of Boris's and answers it from her own address."""
    before = everything(post)
    row = post.answer(post.last(boris), "RESIGN\nJAYWALK A", sender="Boris <anna@example.org>")
    assert row.outcome == Outcome.HELD
    assert everything(post) == before
    assert "answered one of your mails from anna@example.org" in said(post.last(boris))
    assert "held" not in said(post.last(anna))


def test_a_from_line_that_is_unclear_is_not_the_seats(post, boris):
    for sender in (
        "boris@example.org, eve@example.org",
        "boris@example.org <eve@example.org>",
        '"boris@example.org" <eve@example.org>',
    ):
        assert post.answer(post.last(boris), "JAYWALK A", sender=sender).outcome == Outcome.HELD


def test_a_stranger_is_never_answered(post, boris):
    mail = post.last(boris)
    mail.reply_to = mail.reply_to.replace("box+r-", "box+r-a")[:32] + "@localhost"
    told = Message.objects.count()
    assert post.answer(mail, "GREEN", sender="eve@example.org").outcome == Outcome.STRANGER
    assert Message.objects.count() == told


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<a.list>"},
        {"X_Lexicon_Loop": "localhost"},
        {"X_Vacation": "yes"},
        {"X_Mail_Autoreply": "yes"},
        {"Preference": "auto_reply"},
        {"X_AutoReply_From": "boris@example.org"},
        {"X_FC_MachineGenerated": "true"},
        {"X_POST_MessageClass": "9; Autoresponder"},
        {"X_MS_Exchange_Generated_Message_Source": "Mailbox Rules Agent"},
        {"Return_Path": "<>"},
        {"Subject": "Automatic reply: Lexicon game 1"},
        {"Subject": "Réponse automatique : Lexicon partie 1"},
    ],
)
def test_a_machine_is_never_answered_and_has_seen_nothing(post, anna, boris, headers):
    before, told = everything(post), Message.objects.count()
    row = post.answer(post.last(boris), "STATUS\nGREEN", **headers)
    assert row.outcome == Outcome.AUTOMATIC
    assert (everything(post), Message.objects.count()) == (before, told)


def test_a_bounce_is_never_answered(post, boris):
    raw = written("STATUS", sender="boris@example.org", to=post.last(boris).reply_to, at=post.now)
    row = post.read(spool.accept(raw, recipient=post.last(boris).reply_to, sender="", source="pipe", now=post.now))
    assert row.outcome == Outcome.AUTOMATIC


def test_what_asks_only_for_no_automatic_answers_is_a_person(post, boris):
    assert post.answer(post.last(boris), "STATUS", X_Auto_Response_Suppress="All").outcome == Outcome.OBEYED


def test_a_mail_over_a_megabyte_is_refused_with_what_would_be_right(post, boris):
    text = refused(post, boris, "STATUS\n" + "x" * 70 + "\n" + ("y" * 70 + "\n") * 15_000)
    assert "larger than 1 MB" in text
    assert len(InboundMail.objects.latest("pk").raw) <= spool.BEGINNING


def test_a_mail_of_too_many_lines_is_refused(post, boris):
    assert "400 lines" in refused(post, boris, "STATUS\n" + "x\n" * 500)


def test_a_mail_of_too_many_parts_is_refused_unread(post, boris):
    part = b"--x\r\nContent-Type: text/plain\r\n\r\nGREEN\r\n"
    raw = written("", sender=boris.email, to="x", at=post.now).partition(b"Content-Type")[0]
    raw += b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n' + part * 101 + b"--x--\r\n"
    row = post.read(
        spool.accept(raw, recipient=post.last(boris).reply_to, sender=boris.email, source="pipe", now=post.now)
    )
    assert row.outcome == Outcome.REFUSED
    assert "too many parts" in said(post.last(boris))


@pytest.mark.parametrize(
    "raw", [b"", b"\0\xff\xfe", b"From: boris@example.org", b"\n\nGREEN", b"Content-Type: multipart/mixed\n\n"]
)
def test_a_broken_mail_changes_nothing(post, boris, raw):
    before = everything(post)
    row = post.read(
        spool.accept(raw, recipient=post.last(boris).reply_to, sender=boris.email, source="pipe", now=post.now)
    )
    assert row.read_at
    assert everything(post) == before


def test_more_than_twenty_mails_an_hour_are_not_read_which_is_said_once(post, boris):
    answered = post.last(boris)
    outcomes = [post.answer(answered, f"SAY {n}").outcome for n in range(rights.AN_HOUR)]
    told = len(post.mails(boris))
    assert set(outcomes[:19]) == {Outcome.OBEYED}
    assert post.answer(answered, "STATUS").outcome == Outcome.TOO_MANY
    assert "More mail has come for your seat than is read" in said(post.last(boris))
    assert post.answer(answered, "STATUS\n").outcome == Outcome.TOO_MANY
    assert len(post.mails(boris)) == told + 1
    post.now += timedelta(hours=1)
    assert post.answer(answered, "STATUS").outcome == Outcome.OBEYED


@pytest.mark.parametrize("other", [{"sender": "eve@example.org"}, {"Auto_Submitted": "auto-replied"}])
def test_mail_that_is_not_surely_the_players_does_not_keep_them_out(post, boris, other):
    answered = post.last(boris)
    outcomes = [post.answer(answered, f"SAY {n}", **other).outcome for n in range(rights.AN_HOUR + 1)]
    told = len(post.mails(boris))
    assert Outcome.OBEYED not in outcomes
    assert outcomes[-1] in (Outcome.TOO_MANY, Outcome.AUTOMATIC)  # what is not theirs has a limit of its own
    assert post.answer(answered, "STATUS").outcome == Outcome.OBEYED
    assert len(post.mails(boris)) == told + 1


@pytest.mark.parametrize("bodies", [["GRID\n..A  {n}\nEND"], ["what, {n}"]])
def test_the_fifth_answer_to_mails_that_did_nothing_says_that_it_is_the_last(post, boris, bodies):
    answered = post.last(boris)
    for n in "ABCDE":
        assert "last answer of its kind today" not in said(post.last(boris))
        told = len(post.mails(boris))
        post.answer(answered, bodies[0].format(n=n))
        assert len(post.mails(boris)) == told + 1
    assert "last answer of its kind today" in said(post.last(boris))
    post.answer(answered, bodies[0].format(n="Z"))
    assert len(post.mails(boris)) == told + 1
    post.answer(answered, "STATUS")
    assert len(post.mails(boris)) == told + 2


def test_the_same_refused_mail_within_an_hour_is_answered_once_and_another_again(post, boris):
    answered = post.last(boris)
    told = len(post.mails(boris))
    for body in ("GRID\n..A  E\n.AEA.\nEND", "GRID\n..A  E\n.AEA.\nEND", "GRID\n..A  E\n.AE..\nEND"):
        post.answer(answered, body)
    assert len(post.mails(boris)) == told + 2


# --- once only, and in time ---------------------------------------------------------------------------------------------


def test_the_same_mail_twice_is_one_row(post, boris):
    first = post.spool(post.last(boris), "SAY once", message_id="<one@elsewhere.example>")
    again = post.spool(post.last(boris), "SAY once", message_id="<one@elsewhere.example>")
    assert first == again
    post.read(first)
    post.read(again)
    assert Event.objects.filter(verb="say").count() == 1


def test_without_a_message_id_the_same_from_date_and_body_are_the_same_mail(post, boris):
    raw = written("SAY once", sender=boris.email, to="x", at=post.now)
    raw = b"\n".join(line for line in raw.splitlines() if not line.startswith(b"Message-ID"))
    how = {"recipient": post.last(boris).reply_to, "sender": boris.email, "source": "pipe", "now": post.now}
    assert spool.accept(raw, **how) == spool.accept(b"Received: by another hop\n" + raw, **how)
    assert spool.accept(raw + b"!", **how) != spool.accept(raw, **how)


def test_the_same_event_of_a_provider_is_one_row(post, boris):
    how = {"recipient": post.last(boris).reply_to, "sender": boris.email, "source": "hook", "now": post.now}
    one = written("SAY one", sender=boris.email, to="x", at=post.now)
    other = written("SAY two", sender=boris.email, to="x", at=post.now)
    assert spool.accept(one, provider_event_id="e1", **how) == spool.accept(other, provider_event_id="e1", **how)


def test_a_mail_read_twice_is_obeyed_and_answered_once(post, boris):
    row = post.answer(post.last(boris), f"JAYWALK {post.hand(boris)[0]}")
    told, hand = len(post.mails(boris)), post.hand(boris)
    InboundMail.objects.filter(pk=row.pk).update(
        read_at=None, due_at=post.now
    )  # the worker died just before its last write
    post.read(row)
    assert (len(post.mails(boris)), post.hand(boris)) == (told, hand)


def say_nothing_of(row, *, now):
    """As where the worker died right after the table's commit: nobody has written down that the mail was obeyed."""
    row.answered_by.all().delete()
    InboundMail.objects.filter(pk=row.pk).update(acted_at=None, read_at=None, outcome="", message=None, due_at=now)


def test_a_mail_obeyed_by_a_worker_that_died_is_answered_and_not_obeyed_again(post, anna, boris):
    row = post.answer(post.last(boris), f"SAY Hello\nJAYWALK {post.hand(boris)[0]}")
    hand = post.hand(boris)
    say_nothing_of(row, now=post.now)
    row = post.read(row)
    assert row.outcome == Outcome.OBEYED
    assert "Done: SAY and JAYWALK" in said(post.last(boris))
    assert post.hand(boris) == hand
    assert Event.objects.filter(game=post.game_id, verb="say").count() == 1


def test_a_join_that_dealt_is_answered_though_the_worker_died(lobby, anna):
    commands.take_back_agreement(game_id=lobby.game_id, player=anna, now=lobby.now)
    lobby.deliver()
    lobby.answer(lobby.last("boris@example.org"), "JOIN")
    row = lobby.answer(lobby.last(anna), "JOIN")
    assert lobby.game.phase == "playing"
    told = lobby.game.last_event
    say_nothing_of(row, now=lobby.now)
    assert lobby.read(row).outcome == Outcome.OBEYED
    assert lobby.game.last_event == told


def test_a_mail_accepted_before_a_deadline_counts_though_it_is_read_after_it(post, anna, boris):
    """Boris would be away at the end of his bank; his mail came a minute before and is read a minute after."""
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    deadline = state_of(post).clocks.ends("see 1")
    post.later(seconds=(deadline - post.now).total_seconds() - 60)
    row = post.spool(post.last(boris), "STATUS")
    assert WaitingMail.objects.get().mail == row.pk
    post.later(minutes=2)
    assert 1 not in state_of(post).away
    row = post.read(row)
    assert row.outcome == Outcome.OBEYED
    assert state_of(post).away == ()
    assert not WaitingMail.objects.exists()


def test_a_mail_that_waits_behind_another_is_not_given_up(post, anna, boris):
    """Boris's mail is not read for an hour; Anna's, given after the deadline it holds up, is tried again all that time."""
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    deadline = state_of(post).clocks.ends("see 1")
    post.now = deadline
    post.spool(post.last(boris), "STATUS")
    post.now += timedelta(minutes=1)
    row = post.spool(post.last(anna), "STATUS")
    for _ in range(59):
        assert post.read(row).outcome == Outcome.UNREAD
        post.now += timedelta(minutes=1)
    assert post.read(row).outcome == Outcome.OBEYED


def test_a_held_mail_holds_no_deadline_any_longer(post, boris):
    row = post.spool(post.last(boris), "STATUS", sender="eve@example.org")
    assert WaitingMail.objects.exists()
    post.read(row)
    assert not WaitingMail.objects.exists()


def test_a_stranger_holds_nothing_up(post, boris):
    mail = post.last(boris)
    mail.reply_to = "box+r-" + "a" * 26 + "@localhost"
    post.spool(mail, "STATUS")
    assert not WaitingMail.objects.exists()


def test_a_lapse_by_ones_own_mail_is_told_in_its_receipt_alone(post, boris):
    post.play(boris, "GRID", "GREEN")
    told = len(post.mails(boris))
    post.answer(post.last(boris), f"JAYWALK {post.hand(boris)[0]}")
    assert len(post.mails(boris)) == told + 1
    assert said(post.last(boris)).count("Your request lapsed") == 1
