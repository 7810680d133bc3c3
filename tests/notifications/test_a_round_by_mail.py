"""A tournament as its players follow it by email alone: from the rows that its commands write to the bytes sent."""

from datetime import timedelta
from email import message_from_bytes, policy

import pytest

from games.models import Seat
from games.players.accounts import account_of
from games.tournaments import commands
from notifications import tasks
from notifications.incoming import dispatch, spool
from notifications.models import InboundMail, LocalMail
from notifications.outgoing import digests, outbox
from tests.notifications.conftest import written
from tests.tournaments.playing import (
    DAY,
    HOUR,
    JOIN_WITHIN,
    NOON,
    WHY,
    begin,
    close_joining,
    entrant,
    fixture_of,
    fixtures,
    join,
    make_director,
    people,
    play_out,
    publish,
    taken_up,
    under_way,
)

pytestmark = pytest.mark.django_db
ONE_TABLE = {"table_size": 3, "rounds_planned": 1}


@pytest.fixture
def director(db):
    return make_director(account_of("dora@example.org", name="Dora")[0])


def deliver(*, now):
    """Send everything due, as the workers would: about games, and general news after its delay."""
    for game_id in tasks.games_to_announce(now):
        tasks.tell(game_id, now=now)
    digests.tell(now=now)
    later = now + timedelta(minutes=6)
    for game_id in tasks.games_to_announce(later):
        tasks.tell(game_id, now=later)
    digests.tell(now=later)


def answer(mail, text, *, now):
    raw = written(text, sender=mail.address, to=mail.reply_to, at=now)
    row = spool.accept(raw, recipient=mail.reply_to, sender=mail.address, source="pipe", now=now)
    if (message := dispatch.read(row.pk, now=now)) is not None:
        outbox.send(message.pk, now=now)
    return InboundMail.objects.get(pk=row.pk).outcome


def mails(player):
    return list(LocalMail.objects.filter(address=player.email).order_by("pk"))


def text_of(mail):
    return " ".join(
        message_from_bytes(bytes(mail.raw), policy=policy.default).get_body(("plain",)).get_content().split()
    )


def told_of(player, *, after=0):
    return [text_of(mail) for mail in mails(player)[after:]]


def has_one(texts, sentence):
    return len([text for text in texts if sentence in text]) == 1


def test_a_whole_round_is_played_from_the_first_email_to_the_last(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris, chloe], **ONE_TABLE)
    deliver(now=NOON)
    seats = {player: mails(player)[-1] for player in (anna, boris, chloe)}
    for player, mail in seats.items():
        (only,) = told_of(player)  # the news that they have entered is out of date
        assert "Join your table in Autumn Open, round 1 by" in only
        assert answer(mail, "JOIN", now=NOON + HOUR) == InboundMail.Outcome.OBEYED
    taken_up(fixtures(tournament)[0], now=NOON + HOUR)
    assert [fixture.phase for fixture in fixtures(tournament)] == ["playing"]
    assert set(Seat.objects.values_list("tiles_by_email", flat=True)) == {True}
    play_out(tournament, now=NOON + DAY)
    deliver(now=NOON + DAY)
    texts = told_of(anna)
    assert has_one(texts, "The game is over. You won.")
    assert has_one(texts, "Autumn Open is over. You won, finishing 1st out of 3.")
    assert "dora@example.org" not in "".join(texts)


def test_a_player_who_has_not_joined_is_warned_and_the_others_play_unrated(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris, chloe], **ONE_TABLE)
    deliver(now=NOON)
    join(fixtures(tournament)[0], anna, boris)
    deliver(now=NOON + HOUR)
    before = {player: len(mails(player)) for player in (anna, boris, chloe)}
    deliver(now=NOON + JOIN_WITHIN - DAY)
    assert [len(mails(player)) - before[player] for player in (anna, boris, chloe)] == [0, 0, 1]
    assert (
        "You haven’t joined your table in Autumn Open, round 1 yet. Your seat is reserved until" in told_of(chloe)[-1]
    )
    close_joining(tournament)
    deliver(now=NOON + JOIN_WITHIN)
    for player in (anna, boris):
        (start,) = told_of(player, after=before[player])
        assert "The game has started and the tiles are dealt." in start
        assert "Chloe didn’t join in time, so the game between the others isn’t rated." in start
    (gone,) = told_of(chloe, after=before[chloe] + 1)
    assert "You didn’t join your table in time, so you’ve been withdrawn from Autumn Open." in gone


def test_the_only_player_to_join_is_told_who_gets_the_points(director):
    anna, boris = people(2)
    tournament = under_way(director, [anna, boris], rounds_planned=1)
    join(fixtures(tournament)[0], anna)
    deliver(now=NOON)
    close_joining(tournament)
    before = {player: len(mails(player)) for player in (anna, boris)}
    deliver(now=NOON + JOIN_WITHIN)
    texts = told_of(anna, after=before[anna])
    assert has_one(
        texts,
        "Your table in Autumn Open, round 1 won’t be played, because too few players are left. Those who are left get the points for the best places.",
    )
    assert not any("cancelled" in text for text in told_of(boris))


def test_joining_a_game_cancelled_since_gets_a_clear_reply(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris, chloe], **ONE_TABLE)
    deliver(now=NOON)
    join(fixtures(tournament)[0], anna, boris)
    mail = mails(chloe)[-1]
    close_joining(tournament)
    now = NOON + JOIN_WITHIN + HOUR
    assert answer(mail, "JOIN", now=now) == InboundMail.Outcome.REFUSED
    assert "This game was cancelled." in text_of(mails(chloe)[-1])


def test_the_games_of_a_league_are_summed_up_once_and_each_asks_its_players_to_join(director):
    players = people(6)
    tournament = begin(director, players, format="league", table_size=2, division_size=6)
    publish(tournament, director)
    deliver(now=NOON)
    texts = told_of(players[0])
    assert has_one(texts, "You have 5 tables in Autumn Open.")
    assert len([text for text in texts if "Join your table in Autumn Open" in text]) == 5


def test_byes_withdrawals_and_directors_messages_go_to_each_player_separately(director):
    players = people(5)
    tournament = under_way(director, players)
    deliver(now=NOON)
    resting = next(player for player in players if fixture_of(tournament, player) is None)
    assert has_one(told_of(resting), "You have a bye in round 1 of Autumn Open, worth 1 point.")
    before = {player: len(mails(player)) for player in players}
    commands.write_to(tournament_id=tournament.pk, whom="all", text="Have fun!", by=director, now=NOON + HOUR)
    deliver(now=NOON + HOUR)
    for player in players:
        (mail,) = told_of(player, after=before[player])
        assert "Dora, a director of Autumn Open, writes:" in mail
        assert "| Have fun!" in mail
        (raw,) = [bytes(mail.raw) for mail in mails(player)[before[player] :]]
        assert not any(other.email.encode() in raw for other in (*players, director) if other != player)
    leaving = entrant(tournament, resting)
    commands.withdraw(entrant_id=leaving.pk, by=director, reason=WHY, now=NOON + 2 * HOUR)
    deliver(now=NOON + 2 * HOUR)
    (gone,) = told_of(resting, after=before[resting] + 1)
    assert "A director has withdrawn you from Autumn Open." in gone
    assert WHY in gone
