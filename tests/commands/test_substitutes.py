"""Substitutes: requested, accepted, playing, and giving the seat back; they see nothing before or after, and the
game doesn't count for them."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import commands, queries
from games.commands.table import play
from games.models import Draft, Event, Game, Note, Seat, Substitution, WaitingMail
from games.players.models import Player, Regard
from games.queries.export import export
from games.queries.record import record
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Order, OrderRefused
from games.store import MailFirst, NoSuchGame
from games.tournaments.models import Tournament
from games.wording import speak
from tests.notifications.conftest import ae_words  # noqa: F401
from tests.notifications.rounds import round_of, table_of, tournament_of
from tests.substitutes import WEEK, acquainted, ask_substitute, lent
from tests.tables import HOUR, NOON, after, ask, complete, hand, look, make_table, order, parts, start, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def game_id(anna, boris, dmitri):
    """A private game of Anna and Boris, in which both have looked; Anna knows Dmitri."""
    acquainted(anna, dmitri)
    game_id = start(anna, boris, listed=False)
    look(game_id, anna, boris)
    return game_id


def table(game_id, player, at=NOON):
    return queries.table(game_id=game_id, player=player, now=at)


def says(game_id, player, at=NOON):
    return [line.says for line in table(game_id, player, at).history]


def refused(*values, **named):
    with pytest.raises(OrderRefused) as why:
        ask_substitute(*values, **named)
    return speak(why.value.why, ())


# --- requesting -------------------------------------------------------------------------------------------------------


def test_a_substitute_request_closes_when_the_game_ends(game_id, anna, boris, dmitri):
    substitution = ask_substitute(game_id, anna)
    assert queries.waiting_count(player=dmitri, now=NOON) == 1
    play(game_id=game_id, player=boris, orders=[Order("RESIGN")], now=NOON)
    assert queries.waiting_count(player=dmitri, now=NOON) == 0
    assert queries.my_games(player=dmitri, now=NOON).substitute_requests == ()
    with pytest.raises(OrderRefused, match=r"This request is no longer open\."):
        commands.accept_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)


def test_asking_for_a_substitute_changes_nothing_in_the_game(game_id, anna, boris, dmitri):
    before = (says(game_id, boris), Game.objects.get(pk=game_id).noticed, state(game_id))
    substitution = ask_substitute(game_id, anna)
    assert (says(game_id, boris), Game.objects.get(pk=game_id).noticed, state(game_id)) == before
    assert Seat.objects.filter(game=game_id, player=dmitri).count() == 0
    with pytest.raises(NoSuchGame):
        table(game_id, dmitri)
    with pytest.raises(NoSuchGame):
        look(game_id, dmitri)
    (asked,) = queries.substitutions_of(player=dmitri, now=NOON)
    assert (asked.status, asked.player, asked.others, asked.is_yours) == ("asked", "Anna", "Boris", False)
    assert queries.waiting_count(player=dmitri, now=NOON) == 1
    assert queries.my_games(player=dmitri, now=NOON).substitute_requests == (asked,)
    commands.decline_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    assert (says(game_id, boris), Game.objects.get(pk=game_id).noticed, state(game_id)) == before
    assert queries.waiting_count(player=dmitri, now=NOON) == 0
    assert queries.substitutions_in(game_id=game_id, player=anna, now=NOON)[0].status == "declined"


def test_only_the_two_involved_can_answer_or_end_a_substitution(game_id, anna, boris, dmitri):
    substitution = ask_substitute(game_id, anna)
    for answer in (commands.accept_substitution, commands.decline_substitution, commands.end_substitution):
        with pytest.raises(commands.NoSuchSubstitution):
            answer(substitution_id=substitution.pk, player=boris, now=NOON)
    for answer in (commands.accept_substitution, commands.decline_substitution):
        with pytest.raises(commands.NoSuchSubstitution):
            answer(substitution_id=substitution.pk, player=anna, now=NOON)
    assert Substitution.objects.get().accepted_at is None


def test_a_seat_can_have_only_one_open_substitution(game_id, anna, chloe, dmitri):
    acquainted(anna, chloe)
    substitution = ask_substitute(game_id, anna)
    assert "You already have a substitute or a substitute request in this game. Cancel it first." in refused(
        game_id, anna, "Chloe"
    )
    commands.end_substitution(substitution_id=substitution.pk, player=anna, now=NOON)
    with pytest.raises(OrderRefused, match=r"This request is no longer open\."):
        commands.accept_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    assert ask_substitute(game_id, anna, "Chloe").substitute == chloe


def test_an_unanswered_request_expires_and_another_can_be_made(game_id, anna, chloe, dmitri):
    acquainted(anna, chloe)
    substitution = ask_substitute(game_id, anna)
    with pytest.raises(OrderRefused, match=r"This request is no longer open\."):
        commands.accept_substitution(substitution_id=substitution.pk, player=dmitri, now=after(days=8))
    assert ask_substitute(game_id, anna, "Chloe", now=after(days=8)).substitute == chloe


def test_a_refused_request_says_what_is_wrong(game_id, anna, boris, dmitri):
    assert refused(game_id, anna, "Eve") == (
        "You haven’t played with anybody called Eve. Name somebody you’ve played with."
    )
    assert refused(game_id, anna, starts=NOON - 2 * WEEK) == "The end must be after the start and in the future."
    assert refused(game_id, anna, ends=after(days=61)) == (
        "A substitute can play for you for at most 60 days, starting within the next 60 days."
    )
    assert refused(game_id, anna, may="win") == "Choose what the substitute can do: layouts, everything."
    with pytest.raises(NoSuchGame):
        ask_substitute(game_id, dmitri, "Anna")
    lobby = make_table(anna, boris)
    assert refused(lobby, anna) == "A substitute can play for you once the tiles are dealt."


def test_two_players_with_the_same_name_are_told_apart_by_number(game_id, anna, dmitri):
    other = Player.objects.create_user("d2@example.org", name="Dmitri")
    acquainted(anna, other)
    assert str(dmitri.pk) in refused(game_id, anna)
    assert ask_substitute(game_id, anna, str(dmitri.pk)).substitute == dmitri


def test_house_rules_can_forbid_or_allow_substitutes(anna, boris, dmitri):
    acquainted(anna, dmitri)
    never, rated = start(anna, boris, lending="never"), start(anna, boris)
    Game.objects.filter(pk=rated).update(rated=True)
    assert refused(never, anna) == "The house rules of this game don’t allow substitutes."
    assert "Rated games and tournament games don’t allow substitutes" in refused(rated, anna)
    allowed = start(anna, boris, lending="always")
    Game.objects.filter(pk=allowed).update(rated=True)
    assert ask_substitute(allowed, anna).substitute == dmitri


def test_a_tournament_can_allow_substitutes_but_not_its_directors(
    anna,
    boris,
    chloe,
    dmitri,
    ae_words,  # noqa: F811
):
    for other in (chloe, dmitri):
        acquainted(anna, other)
    tournament = tournament_of(anna, boris)
    tournament.directors.add(chloe)
    post = table_of(round_of(tournament), anna, boris, rated=False, agreed={0: "", 1: ""})
    assert "Rated games and tournament games don’t allow substitutes" in refused(post.game_id, anna)
    options = {**Game.objects.get(pk=post.game_id).options, "lending": "always"}
    Game.objects.filter(pk=post.game_id).update(options=options)
    assert refused(post.game_id, anna, "Chloe") == "Chloe can’t be a substitute in this game. Ask somebody else."
    assert ask_substitute(post.game_id, anna).substitute == dmitri
    assert Tournament.objects.count() == 1


def test_somebody_who_has_seen_another_hand_cannot_be_a_substitute(game_id, anna, boris, chloe, dmitri):
    acquainted(anna, boris, chloe)
    assert refused(game_id, anna, "Boris") == (
        "Boris is playing in this game and would see 2 players’ tiles. Ask somebody else."
    )
    substitution = lent(game_id, anna, dmitri)
    commands.end_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    acquainted(boris, dmitri)
    assert refused(game_id, boris) == (
        "Dmitri has played in this game and knows another player’s tiles. Ask somebody else."
    )
    assert ask_substitute(game_id, anna).substitute == dmitri


def test_staff_cannot_be_substitutes(game_id, anna, dmitri):
    Player.objects.filter(pk=dmitri.pk).update(is_staff=True)
    assert refused(game_id, anna) == "Dmitri can’t be a substitute in this game. Ask somebody else."


@pytest.mark.parametrize("blocker", ["Anna", "Dmitri"])
def test_a_block_prevents_it_without_revealing_who_blocked_whom(game_id, anna, dmitri, blocker):
    pair = {"Anna": (anna, dmitri), "Dmitri": (dmitri, anna)}[blocker]
    asked = ask_substitute(game_id, anna)
    Regard.objects.create(player=pair[0], other=pair[1], blocks=True, since=NOON)
    with pytest.raises(OrderRefused, match=r"Dmitri can’t be a substitute in this game\. Ask somebody else\."):
        commands.accept_substitution(substitution_id=asked.pk, player=dmitri, now=NOON)
    commands.end_substitution(substitution_id=asked.pk, player=anna, now=NOON)
    assert refused(game_id, anna) == "Dmitri can’t be a substitute in this game. Ask somebody else."


def test_a_player_can_substitute_in_a_limited_number_of_games(anna, boris, dmitri, monkeypatch):
    monkeypatch.setattr("games.commands.substitutes.SEATS_AT_ONCE", 1)
    acquainted(anna, dmitri)
    lent(start(anna, boris), anna, dmitri)
    other = ask_substitute(start(anna, boris), anna)
    with pytest.raises(
        OrderRefused, match=r"You’re already playing for others in 1 games\. Stop playing in one of them first\."
    ):
        commands.accept_substitution(substitution_id=other.pk, player=dmitri, now=NOON)


def test_a_substitute_can_be_requested_for_all_running_games(anna, boris, dmitri):
    acquainted(anna, dmitri)
    games = [start(anna, boris), start(anna, boris, lending="never"), start(anna, boris)]
    came = commands.ask_substitute_everywhere(player=anna, to="Dmitri", starts=NOON, ends=NOON + WEEK, now=NOON)
    assert [came[game] is None for game in games] == [True, False, True]
    assert Substitution.objects.filter(substitute=dmitri).count() == 2
    with pytest.raises(OrderRefused, match=r"You have no games in progress\."):
        commands.ask_substitute_everywhere(player=dmitri, to="Anna", starts=NOON, ends=NOON + WEEK, now=NOON)


# --- substituting -----------------------------------------------------------------------------------------------------


def test_the_substitute_sees_the_hand_and_everyone_is_notified(game_id, anna, boris, dmitri):
    lent(game_id, anna, dmitri)
    assert table(game_id, dmitri).view.hand == table(game_id, anna).view.hand
    assert sorted(table(game_id, dmitri).view.hand) == sorted(hand(game_id, anna))
    assert table(game_id, dmitri).sits_in_for == "Anna"
    assert table(game_id, anna).substitute == "Dmitri"
    for player in (anna, boris, dmitri):
        assert says(game_id, player)[0].startswith("Dmitri is playing for Anna until ")
        sits_in = "you’re the substitute" if player == dmitri else "Dmitri is the substitute"
        assert table(game_id, player).seats[0].says.startswith(sits_in)
        assert table(game_id, player).names == ("Anna", "Boris")


def test_the_substitutes_moves_count_for_the_seat_and_name_the_substitute(game_id, anna, boris, dmitri):
    lent(game_id, anna, dmitri, may="everything")
    ask(game_id, dmitri)
    assert table(game_id, boris).view.seats[0].asked_at
    (line,) = [line for line in says(game_id, boris) if "asked" in line or "asks" in line]
    assert line.endswith("(Dmitri, for Anna)")
    assert set(Event.objects.filter(game=game_id, verb="ask").values_list("substitute", flat=True)) == {"Dmitri"}
    order(game_id, anna, "unask")
    assert Event.objects.filter(game=game_id, verb="unask").get().substitute is None


def test_a_substitution_for_layouts_allows_no_light_requests(game_id, anna, dmitri):
    lent(game_id, anna, dmitri)
    complete(game_id, dmitri)
    with pytest.raises(
        OrderRefused,
        match=r"As a substitute here, you can only look at tiles, lay them out and make the moves the game waits for\. You can’t use GREEN\.",
    ):
        order(game_id, dmitri, "green")
    offered = {offer.verb for offer in table(game_id, dmitri).view.offers}
    assert "GREEN" not in offered
    assert "GREEN" in {offer.verb for offer in table(game_id, anna).view.offers}


@pytest.mark.parametrize("verb", ["RESIGN", "PAUSE", "VOID"])
@pytest.mark.parametrize("may", ["layouts", "everything"])
def test_only_the_owner_can_resign_pause_or_void(game_id, anna, dmitri, may, verb):
    lent(game_id, anna, dmitri, may=may)
    before = state(game_id)
    with pytest.raises(OrderRefused, match=f"Only the player you’re playing for can use {verb}"):
        play(game_id=game_id, player=dmitri, orders=[Order(verb)], now=NOON)
    assert state(game_id) == before
    assert verb not in {offer.verb for offer in table(game_id, dmitri).view.offers}
    play(game_id=game_id, player=anna, orders=[Order(verb)], now=NOON)


def test_every_kind_says_which_verbs_a_substitute_for_layouts_can_use():
    asked = {
        kind.key: sorted(
            name for name, verb in kind.all_verbs.items() if verb.substitute_with == "layouts" and verb.is_a_players
        )
        for kind in registry.KINDS.values()
    }
    assert asked["crossing"] == ["DONE", "GRID", "LOOK"]
    for key, verbs in asked.items():
        assert "LOOK" in verbs, key
        assert not {"RESIGN", "PAUSE", "RESUME", "VOID", "KEEP", "STANDING", "CHALLENGE", "DOUBT"} & set(verbs), key
        assert len(verbs) > 1, key


def test_a_substitute_cannot_change_settings_or_name_another_substitute(game_id, anna, dmitri, chloe):
    acquainted(dmitri, chloe)
    lent(game_id, anna, dmitri)
    with pytest.raises(OrderRefused, match="This is up to the player you’re playing for"):
        commands.set_tiles_by_email(game_id=game_id, player=dmitri, on=True, now=NOON)
    assert refused(game_id, dmitri, "Chloe") == (
        "You’re only the substitute here. This is up to the player you’re playing for."
    )
    commands.set_tiles_by_email(game_id=game_id, player=anna, on=True, now=NOON)
    assert Seat.objects.get(game=game_id, player=dmitri).tiles_by_email


def test_drafts_and_notes_are_separate_and_the_substitutes_are_deleted_at_the_end(game_id, anna, dmitri):
    commands.keep_note(game_id=game_id, player=anna, text="Boris bluffs")
    commands.save_draft(game_id=game_id, player=anna, name="mine", layout=("AA",), now=NOON)
    substitution = lent(game_id, anna, dmitri)
    assert (table(game_id, dmitri).note, table(game_id, anna).note) == ("", "Boris bluffs")
    assert "mine" not in repr(table(game_id, dmitri).own)
    commands.keep_note(game_id=game_id, player=dmitri, text="for Anna")
    commands.save_draft(game_id=game_id, player=dmitri, name="his", layout=("AA",), now=NOON)
    commands.end_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    assert list(Note.objects.values_list("text", flat=True)) == ["Boris bluffs"]
    assert list(Draft.objects.values_list("name", flat=True)) == ["mine"]


def test_chat_from_a_substitute_is_shown_under_their_own_name(game_id, anna, boris, dmitri):
    commands.say(game_id=game_id, player=anna, text="I’m off", now=NOON)
    substitution = lent(game_id, anna, dmitri)
    commands.say(game_id=game_id, player=dmitri, text="Hello", now=NOON)
    for _ in range(2):
        lines = {line.said: (line.name, line.is_own) for line in table(game_id, boris).history if line.said}
        assert lines == {"I’m off": ("Anna", False), "Hello": ("Dmitri", False)}
        commands.end_substitution(substitution_id=substitution.pk, player=anna, now=NOON)
    commands.report_words(
        game_id=game_id,
        player=boris,
        seat=0,
        words="Hello",
        said_at=Event.objects.get(verb="say", facts__text="Hello").at,
        why="rude",
        now=NOON,
    )
    assert dmitri.reports.get().words == "Hello"


def test_the_substitutes_vacation_and_night_hours_do_not_affect_the_seat(game_id, anna, dmitri):
    lent(game_id, anna, dmitri)
    commands.declare_vacation(player=dmitri, starts=NOON, ends=after(days=2), now=NOON)
    commands.keep_hours(player=dmitri, asleep_from=0, asleep_for=60, time_zone="UTC", now=NOON)
    commands.mail_fails(player=dmitri, now=NOON)
    assert not Event.objects.filter(game=game_id, verb__in=["vacation", "hours", "extended"]).exists()


def test_the_owners_vacation_ends_when_the_substitute_looks(anna, boris, dmitri):
    acquainted(anna, dmitri)
    game_id = start(anna, boris)
    commands.declare_vacation(player=anna, starts=NOON, ends=after(days=7), now=NOON)
    lent(game_id, anna, dmitri)
    assert "on vacation" in table(game_id, boris, after(hours=1)).seats[0].says
    look(game_id, dmitri, at=after(hours=2))
    assert "vacation" not in table(game_id, boris, after(hours=2)).seats[0].says


# --- beginning and end ------------------------------------------------------------------------------------------------


def test_the_substitute_has_access_only_from_start_to_end_even_without_a_worker(game_id, anna, boris, dmitri):
    lent(game_id, anna, dmitri, starts=after(days=1), ends=after(days=2))
    for at in (NOON, after(hours=23), after(days=2), after(days=3)):
        with pytest.raises(NoSuchGame):
            table(game_id, dmitri, at)
        assert queries.my_games(player=dmitri, now=at).waiting_for_me == ()
        assert not any("Dmitri is the substitute" in seat.says for seat in table(game_id, boris, at).seats)
    at = after(days=1, hours=1)
    assert table(game_id, dmitri, at).view.hand == table(game_id, anna, at).view.hand != ""
    assert table(game_id, boris, at).seats[0].says.startswith("Dmitri is the substitute")
    unsaved = table(game_id, dmitri, at)
    assert (unsaved.note, unsaved.own.drafts, unsaved.hints) == ("", (), None)
    commands.apply_due(game_id=game_id, now=at)
    assert table(game_id, dmitri, at).view.hand == table(game_id, anna, at).view.hand != ""
    assert [line.id for line in queries.my_games(player=dmitri, now=at).waiting_for_me] == [game_id]
    (line,) = queries.my_games(player=dmitri, now=at).waiting_for_me
    assert line.title == "Boris (playing for Anna)"
    for _ in range(2):
        for late in (after(days=2), after(days=3)):
            with pytest.raises(NoSuchGame):
                table(game_id, dmitri, late)
            assert queries.my_games(player=dmitri, now=late).waiting_for_me == ()
        with pytest.raises(OrderRefused, match="You’re no longer a substitute in this game"):
            look(game_id, dmitri, at=after(days=3))
    commands.apply_due(game_id=game_id, now=after(days=3))
    assert Seat.objects.filter(game=game_id).count() == 2
    told = Event.objects.filter(game=game_id, verb__in=["lent", "given_back"]).order_by("n")
    assert list(told.values_list("verb", "at")) == [("lent", after(days=1)), ("given_back", after(days=2))]
    assert "Dmitri is no longer playing for Anna." in says(game_id, boris, after(days=3))
    assert Game.objects.get(pk=game_id).substitutes_at is None


def test_a_substitution_applied_late_is_recorded_at_its_own_start_and_end(game_id, anna, boris, dmitri):
    lent(game_id, anna, dmitri, starts=after(days=1), ends=after(days=2))
    commands.apply_due(game_id=game_id, now=after(days=9))
    told = Event.objects.filter(game=game_id, verb__in=["lent", "given_back"]).order_by("n")
    assert list(told.values_list("verb", "at")) == [("lent", after(days=1)), ("given_back", after(days=2))]
    assert commands.due_since(now=after(days=9)) is None or Game.objects.get(pk=game_id).due_at > after(days=2)


def test_an_email_is_carried_out_only_if_it_came_before_the_end(game_id, anna, boris, dmitri):
    lent(game_id, anna, dmitri, ends=after(days=1))
    WaitingMail.objects.create(mail=7, game_id=game_id, accepted_at=after(hours=23))
    with pytest.raises(MailFirst):
        complete(game_id, boris, at=after(days=1, minutes=5))
    orders = [Order("GRID", {"layout": [hand(game_id, anna)]})]
    play(game_id=game_id, player=dmitri, orders=orders, mail=7, now=after(days=1, minutes=5))
    assert Event.objects.filter(game=game_id, verb="submit", seat=0).get().substitute == "Dmitri"
    assert not Seat.objects.filter(game=game_id, player=dmitri).exists()
    WaitingMail.objects.create(mail=8, game_id=game_id, accepted_at=after(days=1, minutes=6))
    with pytest.raises(OrderRefused, match="You’re no longer a substitute in this game"):
        play(game_id=game_id, player=dmitri, orders=orders, mail=8, now=after(days=1, minutes=7))


@pytest.mark.parametrize("who", ["Anna", "Dmitri"])
def test_either_player_can_end_it_at_any_time(game_id, anna, boris, dmitri, who):
    substitution = lent(game_id, anna, dmitri)
    commands.end_substitution(
        substitution_id=substitution.pk, player={"Anna": anna, "Dmitri": dmitri}[who], now=after(hours=1)
    )
    with pytest.raises(NoSuchGame):
        table(game_id, dmitri, after(hours=1))
    assert says(game_id, boris, after(hours=1))[0] == "Dmitri is no longer playing for Anna."
    commands.end_substitution(substitution_id=substitution.pk, player=anna, now=after(hours=2))
    assert Event.objects.filter(game=game_id, verb="given_back").count() == 1


def test_cancelling_before_the_start_leaves_no_trace_in_the_history(game_id, anna, boris, dmitri):
    substitution = lent(game_id, anna, dmitri, starts=after(days=1), ends=after(days=2))
    commands.end_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    commands.apply_due(game_id=game_id, now=after(days=3))
    assert not Event.objects.filter(game=game_id, verb__in=["lent", "given_back"]).exists()


def test_accepting_twice_has_no_further_effect(game_id, anna, dmitri):
    substitution = lent(game_id, anna, dmitri)
    commands.accept_substitution(substitution_id=substitution.pk, player=dmitri, now=after(hours=1))
    assert Seat.objects.filter(game=game_id, player=dmitri).count() == 1
    assert Event.objects.filter(game=game_id, verb="lent").count() == 1
    with pytest.raises(OrderRefused, match="You’ve already accepted"):
        commands.decline_substitution(substitution_id=substitution.pk, player=dmitri, now=after(hours=1))


def test_the_owner_can_still_play(game_id, anna, dmitri):
    lent(game_id, anna, dmitri)
    complete(game_id, anna)
    assert Event.objects.filter(game=game_id, verb="submit").get().substitute is None


def test_it_ends_with_the_game_and_only_the_owner_gets_the_result(game_id, anna, boris, dmitri):
    substitution = lent(game_id, anna, dmitri)
    play(game_id=game_id, player=boris, orders=[Order("RESIGN")], now=after(hours=1))
    assert Substitution.objects.get(pk=substitution.pk).ended_at == after(hours=1)
    assert list(Seat.objects.filter(game=game_id).values_list("player", "rank")) == [(anna.pk, 1), (boris.pk, 2)]
    commands.count_finished(now=after(hours=2))
    assert dmitri.figures.filter(games__gt=1).count() == 0
    assert [line.id for line in queries.finished_games(player=dmitri, most=9).lines] != [game_id]
    with pytest.raises(NoSuchGame):
        table(game_id, dmitri, after(hours=2))
    with pytest.raises(NoSuchGame):
        commands.rematch(game_id=game_id, player=dmitri, now=after(hours=2))
    kind = registry.kind("crossing")
    replay(kind, record(game_id=game_id, player=anna, now=after(hours=2)))
    assert queries.substitutions_of(player=dmitri, now=after(hours=2)) == ()


def test_it_ends_when_the_owner_resigns(anna, boris, chloe, dmitri):
    acquainted(anna, dmitri)
    game_id = start(anna, boris, chloe)
    lent(game_id, anna, dmitri)
    play(game_id=game_id, player=anna, orders=[Order("RESIGN")], now=NOON)
    assert not Seat.objects.filter(game=game_id, player=dmitri).exists()
    assert Substitution.objects.get().ended_at == NOON


def test_replacing_a_player_ends_it_and_a_substitute_cannot_replace_anyone(game_id, anna, chloe, dmitri):
    lent(game_id, anna, dmitri)
    staff = Player.objects.create_user("staff@example.org", name="Staff", is_staff=True)
    put_in = partial(commands.replace_player, game_id=game_id, by=staff, reason="ill", now=NOON)
    with pytest.raises(OrderRefused, match="is already in this game"):
        put_in(seat=1, player=dmitri)
    put_in(seat=0, player=chloe)
    assert not Seat.objects.filter(game=game_id, player=dmitri).exists()
    assert Seat.objects.get(game=game_id, number=0).player == chloe
    with pytest.raises(OrderRefused, match=r"Dmitri has been a substitute in this game\. Choose somebody who hasn’t\."):
        put_in(seat=1, player=dmitri)


@pytest.mark.parametrize("has_begun", [True, False])
@pytest.mark.parametrize("who", ["Anna", "Dmitri"])
def test_it_ends_when_either_account_is_deleted(anna, boris, chloe, dmitri, who, has_begun):
    acquainted(anna, dmitri)
    game_id = start(anna, boris, chloe)
    lent(game_id, anna, dmitri, starts=NOON if has_begun else after(days=1))
    if has_begun:
        complete_all = [Order("LOOK")]
        play(game_id=game_id, player=dmitri, orders=complete_all, now=NOON)
    gone = {"Anna": anna, "Dmitri": dmitri}[who]
    commands.delete_account(player=gone, now=after(hours=1))
    commands.apply_due(game_id=game_id, now=after(days=2))
    game = Game.objects.get(pk=game_id)
    assert game.substitutes_at is None
    assert not Substitution.objects.filter(game=game_id).exists()
    assert Seat.objects.filter(game=game_id).count() == 3
    told = " ".join(says(game_id, boris, after(days=2)))
    assert who not in told
    assert ("Former player is no longer playing for Anna." in told) == (has_begun and who == "Dmitri")


def test_deleting_a_substitutes_account_removes_their_name_and_bars_reports(game_id, anna, boris, dmitri):
    substitution = lent(game_id, anna, dmitri)
    play(game_id=game_id, player=dmitri, orders=[Order("GRID", {"layout": ()})], now=NOON)
    commands.say(game_id=game_id, player=dmitri, text="You duffer", now=NOON)
    commands.end_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    told = partial(says, game_id, boris)
    assert "Dmitri" in " ".join(told())
    line = Event.objects.get(verb="say")
    report = partial(commands.report_words, game_id=game_id, player=boris, seat=0, words="You duffer", now=NOON)
    report(said_at=line.at, why="rude")
    noticed = Game.objects.get(pk=game_id).noticed
    dmitri.name = "Igor"
    dmitri.save()
    commands.delete_account(player=dmitri, now=NOON)
    assert not Event.objects.filter(game=game_id, substitute="Dmitri").exists()
    assert "Dmitri" not in " ".join(told())
    assert Game.objects.get(pk=game_id).noticed > noticed
    with pytest.raises(OrderRefused, match="This player has left"):
        report(said_at=line.at, why="rude again")


@pytest.mark.parametrize("first", ["Anna", "Dmitri"])
def test_no_substitutes_name_is_left_once_both_accounts_are_deleted(game_id, anna, dmitri, first):
    substitution = lent(game_id, anna, dmitri)
    play(game_id=game_id, player=dmitri, orders=[Order("GRID", {"layout": ()})], now=NOON)
    commands.end_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    for player in (anna, dmitri) if first == "Anna" else (dmitri, anna):
        commands.delete_account(player=player, now=NOON)
    assert not Event.objects.filter(game=game_id, substitute="Dmitri").exists()
    assert "Dmitri" not in str(list(Event.objects.filter(game=game_id).values_list("facts", flat=True)))


# --- what substituting doesn't do -------------------------------------------------------------------------------------


def test_the_export_of_a_substitute_leaves_out_the_game(game_id, anna, dmitri):
    lent(game_id, anna, dmitri)
    commands.say(game_id=game_id, player=dmitri, text="Hello", now=NOON)
    theirs, mine = export(player=dmitri, now=NOON), export(player=anna, now=NOON)
    assert game_id not in [game["id"] for game in theirs["games"]]
    assert [one["player__name"] for one in theirs["seats_sat_in_for"]] == ["Anna"]
    assert [one["text"] for one in theirs["said_sitting_in"]] == ["Hello"]
    assert [one["substitute__name"] for one in mine["seats_lent"]] == ["Dmitri"]


def test_substituting_does_not_count_as_having_played_together(game_id, anna, boris, dmitri):
    lent(game_id, anna, dmitri)
    assert queries.games_running(player=dmitri) == 0
    other = start(dmitri, anna)
    assert "You haven’t played with anybody called Boris. Name somebody you’ve played with." in refused(
        other, dmitri, "Boris"
    )


def queries_of(doing):
    with CaptureQueriesContext(connection) as found:
        doing()
    return len(found)


def test_a_substitution_costs_other_players_no_extra_query(game_id, anna, boris, dmitri):
    def costs():
        looks = queries_of(lambda: look(game_id, boris))
        return looks, queries_of(lambda: parts(table(game_id, boris))), queries_of(lambda: says(game_id, boris))

    before = costs()
    lent(game_id, anna, dmitri)
    assert costs() == before


def test_a_substitution_can_be_as_short_as_an_hour(game_id, anna, dmitri):
    assert ask_substitute(game_id, anna, ends=NOON + HOUR).ends - NOON == timedelta(hours=1)
