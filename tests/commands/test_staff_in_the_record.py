"""The history and the record say who took a staff action: a director, the server or the moderators."""

from datetime import timedelta

import pytest

from games import commands as games_commands
from games import queries
from games.commands.restoring import go_on_after_restore
from games.models import Event
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import StaffAction
from games.tournaments import commands
from tests.tournaments.playing import DAY, HOUR, NOON, WHY, fixtures, join, make_director, people, under_way

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(dmitri):
    """A dealt game of a tournament that Dmitri directs."""
    return join(fixtures(under_way(make_director(dmitri), people(4)))[0])


def by_office(fixture, verb):
    return [event.facts.get("office", "") for event in Event.objects.filter(game=fixture.game_id, verb=verb)]


def said(fixture, now):
    shown = queries.table(game_id=fixture.game_id, player=None, now=now)
    return " ".join(line.says for line in shown.history)


def test_actions_of_a_tournament_director_name_a_director(played, dmitri):
    of = {"tournament_id": played.round.division.tournament_id, "fixture_id": played.pk, "by": dmitri, "reason": WHY}
    commands.pause(**of, now=NOON + HOUR)
    commands.resume(**of, now=NOON + 2 * HOUR)
    commands.extend(**of, span=DAY, now=NOON + 3 * HOUR)
    commands.extend_round(round_id=played.round_id, until=NOON + 9 * DAY, by=dmitri, reason=WHY, now=NOON + 3 * HOUR)
    commands.adjudicate(fixture_id=played.pk, how="void", by=dmitri, reason=WHY, now=NOON + 4 * HOUR)
    for verb in ("pause", "resume", "end"):
        assert by_office(played, verb) == ["director"], verb
    assert set(by_office(played, "extend")) == {"", "director"}  # the ending set at the deal has no author
    told = queries.record(game_id=played.game_id, player=None, now=NOON + 5 * HOUR)
    replay(registry.kind("crossing"), told)
    ends = [event for event in told["events"] if event["verb"] == "end"]
    assert [(event["staff"], event["office"]) for event in ends] == [(True, "director")]
    says = said(played, NOON + 5 * HOUR)
    assert f"A director of the tournament paused the game: {WHY}" in says
    assert "A director of the tournament gave everyone " in says
    assert f"A director of the tournament ended the game without a result: {WHY}" in says
    assert "The staff" not in says


def test_a_pause_names_the_server_after_a_restore_or_else_the_moderators(played, dmitri):
    go_on_after_restore(copied_at=NOON + HOUR, now=NOON + timedelta(hours=5))
    assert by_office(played, "pause") == by_office(played, "resume") == ["server"]
    games_commands.govern(game_id=played.game_id, by=dmitri, action=StaffAction("PAUSE", WHY), now=NOON + 6 * HOUR)
    assert by_office(played, "pause") == ["server", ""]
    says = said(played, NOON + 7 * HOUR)
    assert "The server paused the game: The server lost what was done after" in says
    assert f"The moderators paused the game: {WHY}" in says
