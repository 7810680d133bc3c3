"""Dmitri directs in a browser and the others play. Builders for a tournament at any stage."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.urls import reverse
from django.utils import timezone

from games import commands as games_commands
from games.players.models import Player
from games.tournaments import commands
from games.tournaments.models import Entrant, Fixture, Round, Tournament
from tests.positions import just_now, kept
from tests.tables import import_rows

STAGES = ("draft", "entered", "closed", "drawn", "published")
SHORT = {"tile_set": "A60 E60", "starting_tiles": 2}


def make_director(player):
    """Make a player a staff member with the rights of a director."""
    group, _ = Group.objects.get_or_create(name="director")
    rights = Permission.objects.filter(content_type__app_label="tournaments")
    group.permissions.add(*rights.filter(codename__in=["add_tournament", "change_tournament", "view_tournament"]))
    player.is_staff = True
    player.save()
    player.groups.add(group)
    return Player.objects.get(pk=player.pk)


def confirmed(player):
    """Verify the player's address, as signing in with an emailed code does. Only verified players can enter."""
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    return player


def newcomer(name):
    return confirmed(Player.objects.create_user(f"{name.lower().replace(' ', '.')}@example.org", name=name))


def make_tournament(director, *, now, **fields):
    import_rows()
    fields = {
        "name": "Autumn Open",
        "format": Tournament.Format.SWISS,
        "table_size": 2,
        "rounds_planned": 3,
        "options": SHORT,
        "word_list": "rows",
        "round_lasts": timedelta(days=20),
        **fields,
    }
    tournament = Tournament(**fields)
    commands.make(tournament=tournament, by=director, now=now)
    return tournament


def act(browser, tournament, verb, of=None, **answers):
    """Carry out a director action: open its page, which must exist, send the form, and confirm any changes it shows."""
    address = reverse("run_act_on" if of else "run_act", args=[tournament.pk, verb, *([of.pk] if of else [])])
    shown = browser.get(address)
    assert shown.status_code == 200
    hidden = {field.name: field.value() for field in shown.context["form"].hidden_fields()}
    answer = browser.post(address, {**hidden, **answers})
    if answer.status_code == 200 and answer.context["changes"]:
        confirmed = {field.name: field.value() for field in answer.context["form"].hidden_fields()}
        answer = browser.post(address, {**confirmed, **answers})
    tournament.refresh_from_db()
    return answer


def refusal(answer):
    """Return all errors of a refused form as one text."""
    assert answer.status_code == 200, answer.url
    return " ".join(error for errors in answer.context["form"].errors.values() for error in errors)


PAGES = {
    "dashboard": "run_tournament",
    "preview": "run_preview",
    "events": "run_events",
    "action": "run_act",
    "action_on": "run_act_on",
}


def page(browser, name, *args):
    """Open a page of the director's dashboard by its name in `PAGES`, or else a tournament page of the admin."""
    address = PAGES.get(name, f"admin:tournaments_tournament_{name}")
    return browser.get(reverse(address, args=[getattr(one, "pk", one) for one in args]))


def sign_in(client, player):
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def agree(fixture):
    """Accept for everybody at a table, so that its tiles are dealt."""
    now = timezone.now()
    for sitting in fixture.sittings.all():
        games_commands.agree(game_id=fixture.game_id, player=sitting.entrant.player, now=now)
    commands.take_results(game_id=fixture.game_id, now=now)
    fixture.refresh_from_db()


def run(tournament, director, players):
    """Open entries, enter the players, close entries, start the tournament, and publish all drafts."""
    now, own = timezone.now(), {"tournament_id": tournament.pk}
    commands.open_entries(**own, by=director, now=now)
    for player in players:
        commands.enter(**own, player=player, now=now)
    commands.close_entries(**own, by=director, now=now)
    commands.start(**own, by=director, now=now)
    drafts = Round.objects.filter(division__tournament=tournament, phase="draft").values_list("pk", flat=True)
    if drafts:
        commands.publish(**own, rounds=list(drafts), by=director, now=now)
    tournament.refresh_from_db()
    return tournament


def tournament_of(kind, director, players):
    """Create a tournament with one dealt table of this kind, with as few players as it allows."""
    seats = max(2, kind.seats[0])
    own = {"kind": kind.key, "options": {}, "word_list": "", "table_size": seats, "format": "round_robin"}
    tournament = make_tournament(director, now=timezone.now(), rounds_planned=1, **own)
    run(tournament, director, players[:seats])
    for fixture in Fixture.objects.filter(round__division__tournament=tournament):
        agree(fixture)
    return tournament


@pytest.fixture
def dmitri(dmitri):
    return make_director(dmitri)


@pytest.fixture
def director_browser(client, dmitri):
    """Dmitri's browser."""
    return sign_in(client, dmitri)


@pytest.fixture
def boss(client, db):
    """A superuser's browser."""
    return sign_in(client, Player.objects.create_superuser("boss@example.org", name="Boss"))


@pytest.fixture
def people(anna, boris, chloe):
    return [confirmed(player) for player in (anna, boris, chloe)]


@kept
def _tournament(dmitri, people, stage, *, now):
    """Create a tournament that has reached this stage."""
    tournament = make_tournament(dmitri, now=now)
    own = {"tournament_id": tournament.pk, "now": now}
    for passed in STAGES[: STAGES.index(stage) + 1]:
        match passed:
            case "entered":
                commands.open_entries(**own, by=dmitri)
                for player in [*people, newcomer("Emma")]:
                    commands.enter(**own, player=player)
            case "closed":
                commands.close_entries(**own, by=dmitri)
            case "drawn":
                commands.start(**own, by=dmitri)
            case "published":
                rounds = Round.objects.filter(division__tournament=tournament).values_list("pk", flat=True)
                commands.publish(**own, rounds=list(rounds), by=dmitri)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def draft(dmitri):
    return _tournament(dmitri, (), "draft", now=just_now())


@pytest.fixture
def entered(dmitri, people):
    """A tournament that is open for entries and has four entrants."""
    return _tournament(dmitri, people, "entered", now=just_now())


@pytest.fixture
def closed(dmitri, people):
    return _tournament(dmitri, people, "closed", now=just_now())


@pytest.fixture
def drawn(dmitri, people):
    """A tournament whose first round is drawn up but not published."""
    return _tournament(dmitri, people, "drawn", now=just_now())


@pytest.fixture
def published(dmitri, people):
    """A tournament with two published tables of two; nobody has accepted yet."""
    return _tournament(dmitri, people, "published", now=just_now())


@pytest.fixture
def table(published):
    """The first table, dealt."""
    fixture = Fixture.objects.filter(round__division__tournament=published).order_by("number")[0]
    agree(fixture)
    return fixture


def entrant(tournament, player):
    return Entrant.objects.get(tournament=tournament, player=player)
