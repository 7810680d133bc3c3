"""Personal data in tournaments and ratings: players can export it, and their name is removed when they leave."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from games import commands, queries, store
from games.models import Game
from games.players.models import Player
from games.tournaments.commands.mails import write_to
from games.tournaments.commands.ratings import rate_finished, recompute
from games.tournaments.commands.walkouts import no_show
from games.tournaments.models import (
    Bye,
    Division,
    Entrant,
    Fixture,
    News,
    RatingChange,
    Round,
    Ruling,
    Sitting,
    Tournament,
    Walkout,
)
from notifications.outgoing import digests
from tests.commands.test_farewell import places_that_tell_of
from tests.tables import make_table, start
from tests.tournaments.ratings.results import DAY, NOON, after

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Xanthippe"


@pytest.fixture
def xanthippe(transactional_db):
    """A player whose name occurs nowhere else."""
    return Player.objects.create_user("xanthippe@example.org", name=NAME)


def a_tournament(*players, phase="running"):
    tournament = Tournament.objects.create(name=f"The {phase} cup", phase=phase, lot="", made_at=NOON)
    division = Division.objects.create(tournament=tournament, number=1)
    for number, player in enumerate(players, start=1):
        entrant = Entrant.objects.create(
            tournament=tournament, player=player, name=player.name, number=number, standing="confirmed", entered_at=NOON
        )
        division.entrants.add(entrant)
    return tournament


def a_draft(tournament, number, *entrants):
    draft = Round.objects.create(division=tournament.divisions.get(), number=number)
    fixture = Fixture.objects.create(round=draft, number=1)
    for entrant in entrants:
        Sitting.objects.create(fixture=fixture, entrant=entrant)
    return draft


@pytest.fixture
def cup(xanthippe, boris, chloe):
    """A tournament in which a ruling replaced Xanthippe, with news for her and Boris. She has also won a rated game and
    missed another game."""
    cup = a_tournament(xanthippe, boris, chloe)
    first = cup.entrants.first()
    ruling = Ruling.objects.create(
        tournament=cup,
        at=NOON,
        by=chloe,
        verb="replace",
        reason="She asked.",
        entrant=first,
        facts={"before": NAME, "all": [NAME]},
    )
    News.objects.create(tournament=cup, player=boris, kind="ruled", facts={"ruling": ruling.pk, "name": NAME}, at=NOON)
    News.objects.create(tournament=cup, player=xanthippe, kind="entered", facts={"entrant": first.pk}, at=NOON)
    won = start(xanthippe, boris)
    Game.objects.filter(pk=won).update(rated=True)
    with store.locked(won, now=NOON) as table:
        table.resign(1)
    commands.apply_due(game_id=won, now=after(days=90))
    rate_finished(now=after(days=90))
    missed = Game.objects.get(pk=make_table(boris, chloe))
    no_show(player=xanthippe, game=missed, now=after(days=1))
    return cup


def test_the_export_has_all_tournament_data_of_a_player(cup, xanthippe):
    kept = json.loads(json.dumps(queries.export(player=xanthippe, now=after(days=2)), cls=DjangoJSONEncoder))
    assert kept["tournaments"] == [
        {
            "tournament": "The running cup",
            "as": NAME,
            "number": 1,
            "for_club": None,
            "standing": "confirmed",
            "entered_at": "2026-11-20T12:00:00Z",
            "withdrawn_at": None,
        }
    ]
    assert [one["kind"] for one in kept["tournament_news"]] == ["entered"]
    assert [(one["kind"], one["until"]) for one in kept["walkouts"]] == [("no_show", "2026-11-22T12:00:00Z")]
    (change,) = kept["rating_changes"]
    assert (change["kind"], change["rank"], change["before_mu"]) == ("crossing", 1, 25.0)
    assert change["mu"] > 25


def test_the_export_has_no_data_of_other_players(cup, boris, chloe):
    kept = queries.export(player=chloe, now=after(days=2))
    assert [one["as"] for one in kept["tournaments"]] == ["Chloe"]
    assert kept["walkouts"] == kept["rating_changes"] == kept["tournament_news"] == []
    assert [one["verb"] for one in kept["rulings_by_me"]] == ["replace"]


def test_deleting_an_account_removes_the_name_and_keeps_the_results(cup, xanthippe):
    commands.delete_account(player=xanthippe, now=after(days=2))
    assert places_that_tell_of(NAME) == set()
    left = cup.entrants.get(number=1)
    assert (left.player, left.name, left.standing, left.withdrawn_at) == (None, "", "withdrawn", after(days=2))
    assert Ruling.objects.get().facts == {"before": "", "all": [""]}
    assert RatingChange.objects.filter(player=None).count() == 1
    assert not Walkout.objects.exists()
    assert recompute() is None


def test_an_email_of_a_former_director_has_no_name_once_the_account_is_deleted(xanthippe, boris, mailoutbox):
    tournament = a_tournament(boris)
    tournament.directors.add(xanthippe)
    write_to(tournament_id=tournament.pk, whom="all", text="Have fun!", by=xanthippe, now=NOON)
    tournament.directors.clear()
    commands.delete_account(player=xanthippe, now=NOON)
    assert places_that_tell_of(NAME) == set()
    digests.tell(now=after(days=1))
    assert "A director of The running cup writes:" in mailoutbox[-1].body


def test_deleting_an_account_keeps_the_names_of_others(cup, xanthippe):
    commands.delete_account(player=xanthippe, now=after(days=2))
    assert list(cup.entrants.order_by("number").values_list("name", "standing")) == [
        ("", "withdrawn"),
        ("Boris", "confirmed"),
        ("Chloe", "confirmed"),
    ]
    assert News.objects.get(player__name="Boris").facts["name"] == ""


def test_deleting_an_account_deletes_the_drafts_it_appears_in(cup, xanthippe):
    one, two, three = cup.entrants.order_by("number")
    a_draft(cup, 1, one, two)
    with_bye = a_draft(cup, 2, two, three)
    Bye.objects.create(round=with_bye, entrant=one)
    stays = a_draft(cup, 3, two, three)
    published = a_draft(cup, 4, one, two)
    Round.objects.filter(pk=published.pk).update(phase="published", published_at=NOON, ends_at=NOON + DAY)
    commands.delete_account(player=xanthippe, now=after(days=2))
    assert set(Round.objects.values_list("pk", flat=True)) == {stays.pk, published.pk}


def test_deleting_an_account_withdraws_from_no_finished_tournament(xanthippe, boris):
    cup = a_tournament(xanthippe, boris, phase="finished")
    commands.delete_account(player=xanthippe, now=NOON)
    assert cup.entrants.get(number=1).standing == "confirmed"
    assert places_that_tell_of(NAME) == set()


def test_deleting_an_account_resigns_rated_games_which_are_still_rated(xanthippe, boris):
    game_id = start(xanthippe, boris)
    Game.objects.filter(pk=game_id).update(rated=True)
    commands.delete_account(player=xanthippe, now=after(hours=1))
    commands.apply_due(game_id=game_id, now=after(days=90))
    assert rate_finished(now=after(days=90)) == 1
    assert set(RatingChange.objects.values_list("player", "rank")) == {(None, 2), (boris.pk, 1)}
    assert recompute() is None
