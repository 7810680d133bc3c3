"""Directors and superusers play too, so the dashboard shows nothing of a running game that is hidden from spectators."""

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from games import commands as games_commands
from games.models import Game
from games.rules import registry
from games.tournaments.directing.actions import DIRECTOR_ACTIONS
from games.tournaments.models import Entrant, Fixture, PairRule, Round, Tournament
from games.tournaments.models import __all__ as OURS  # noqa: N812
from tests.admin.test_secrets import secrets_of
from tests.tournaments.directing.conftest import make_tournament, page, sign_in, tournament_of


def pages(browser, tournament):
    """Yield every page of the tournament for its directors, and all admin pages of this app."""
    for name in ("dashboard", "preview", "change", "history", "delete"):
        yield page(browser, name, tournament)
    things = {
        Tournament: [tournament],
        Entrant: list(tournament.entrants.all()),
        Round: list(Round.objects.filter(division__tournament=tournament)),
        Fixture: list(Fixture.objects.filter(round__division__tournament=tournament)),
        PairRule: list(tournament.pair_rules.all()),
    }
    for fixture in things[Fixture]:
        if fixture.game_id:
            yield page(browser, "events", tournament, fixture)
    for action in DIRECTOR_ACTIONS.values():
        for thing in things[action.model]:
            where = [tournament, action.verb] if action.model is Tournament else [tournament, action.verb, thing]
            yield page(browser, "action" if action.model is Tournament else "action_on", *where)
    for model in admin.site._registry:
        if model._meta.app_label == "tournaments":
            name = f"admin:tournaments_{model._meta.model_name}"
            yield browser.get(reverse(f"{name}_changelist"))
            for row in model._default_manager.all():
                yield browser.get(reverse(f"{name}_change", args=[row.pk]))


def test_the_dashboard_shows_no_tiles_seeds_cuts_or_drafts(boss, published, table, anna):
    playing = Entrant.objects.filter(sittings__fixture=table)[0].player
    games_commands.look(game_id=table.game_id, player=playing, now=timezone.now())
    now = timezone.now()
    games_commands.save_draft(game_id=table.game_id, player=playing, name="my secret", layout=["AEA"], now=now)
    waiting = Fixture.objects.filter(round__division__tournament=published).exclude(pk=table.pk)[0]
    other = waiting.sittings.all()[0].entrant.player
    games_commands.agree(game_id=waiting.game_id, player=other, cut="my lucky 7", now=now)
    game = Game.objects.get(pk=table.game_id)
    hidden = [*(secret for secret in secrets_of(game) if len(secret) > 5), "my secret", "my lucky 7"]
    hidden += [bytes(Game.objects.get(pk=waiting.game_id).seed).hex(), published.lot]
    shown = list(pages(boss, published))
    assert len([one for one in shown if one.status_code == 200]) > 40
    for one in shown:
        assert not [secret for secret in hidden if secret in one.text], one.request["PATH_INFO"]


@pytest.mark.parametrize("kind", registry.KINDS.values(), ids=lambda kind: kind.key)
def test_the_dashboard_reveals_no_secrets_of_any_kind_of_game(boss, dmitri, people, kind):
    tournament = tournament_of(kind, dmitri, people)
    fixture = Fixture.objects.get(round__division__tournament=tournament)
    hidden = [secret for secret in secrets_of(fixture.game) if len(secret) > 5]
    assert hidden
    for shown in (page(boss, "dashboard", tournament), page(boss, "events", tournament, fixture)):
        assert shown.status_code == 200
        assert not [secret for secret in hidden if secret in shown.text], shown.request["PATH_INFO"]


def test_the_dashboard_is_the_only_page_that_shows_a_draft(client, drawn, anna):
    sign_in(client, anna)
    public = client.get(reverse("tournament", args=[drawn.pk]))
    assert public.status_code == 200
    assert "Round 1" not in public.text


@pytest.mark.parametrize("column", ["lot", "options", "entrants__player__email", "rulings__reason"])
def test_the_admin_cannot_be_filtered_by_hidden_columns(boss, dmitri, column):
    make_tournament(dmitri, now=timezone.now())
    answer = boss.get(reverse("admin:tournaments_tournament_changelist"), {f"{column}__startswith": "a"})
    assert answer.status_code in (302, 400)


def test_only_the_expected_models_have_admin_pages():
    registered = {model.__name__ for model in admin.site._registry if model._meta.app_label == "tournaments"}
    assert registered == {"Tournament", "Walkout", "RatingChange"}
    assert registered <= set(OURS)
