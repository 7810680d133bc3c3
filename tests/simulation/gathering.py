"""Clubs and tournaments: founding, joining and leaving clubs, and creating, entering and directing tournaments."""

from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

from games.players.models import Membership, Player
from games.rules import registry
from games.tournaments.models import Entrant, Fixture, Round, Tournament
from tests.simulation.meeting import pass_on
from tests.simulation.people import Person
from tests.simulation.site import Page

Format, Phase, Role = Tournament.Format, Tournament.Phase, Membership.Role
MOST_CLUBS, MOST_TOURNAMENTS = 3, 2
FEWEST_MEMBERS, FEWEST_ENTRANTS = 3, 3
ENTRIES_LAST = timedelta(days=1)
NAMES = ("Larks", "Owls", "Herons", "Slow players", "Café ☕", "Łódź", "Friends of words")
STAFF = (0, 1, 2)
"""The numbers of the people on the staff."""


# --- clubs ----------------------------------------------------------------------------------------------------------------


def visit_a_club(person: Person, drawn: Random) -> None:
    """Found a club, or do something in a club of theirs: invite friends, give somebody a role, describe it, or leave."""
    mine = list(Membership.objects.filter(player__email=person.address).order_by("pk"))
    if len(mine) < MOST_CLUBS and drawn.random() < (0.1 if mine else 0.4):
        about = drawn.choice(("", "We play slowly."))
        is_public = drawn.choice(({}, {"is_public": "yes"}))
        person.fill_in("/clubs/", "/clubs/", "about", name=drawn.choice(NAMES), about=about, **is_public)
        return
    if not mine:
        person.open("/clubs/")
        return
    club = drawn.choice(mine)
    path, chosen = f"/clubs/{club.club_id}/", drawn.random()
    page = person.open(path)
    if club.role == Role.MEMBER:
        if chosen < 0.1:
            person.browser.submit(page, path, do="leave")
    elif chosen < 0.6:
        pass_on(person, drawn, person.browser.submit(page, path, do="make_link"), "/clubs/join/")
    elif chosen < 0.9:
        others = club.club.memberships.exclude(player__email=person.address).order_by("pk")
        if others:
            do = drawn.choice(
                ("make_director", "make_director", "make_director", "make_member", "make_owner", "remove")
            )
            person.browser.post(path, {"do": do, "player": drawn.choice(list(others)).player_id})
    elif chosen < 0.95:
        person.browser.submit(page, path, "about", do="change", about="Everybody is welcome.")
    else:
        person.browser.submit(page, path, do=drawn.choice(("leave", "leave", "close")))


# --- playing in tournaments -----------------------------------------------------------------------------------------------


def take_part(person: Person, drawn: Random) -> None:
    """Enter tournaments that are open, challenge somebody in a ladder, or withdraw."""
    clubs = Membership.objects.filter(player__email=person.address).values("club")
    mine = Entrant.objects.filter(player__email=person.address)
    is_open = Tournament.objects.filter(Q(club=None) | Q(club__in=clubs), phase=Phase.ENTRIES)
    for one in is_open.exclude(entrants__in=mine).order_by("pk"):
        if drawn.random() < 0.7:
            _act(person, one, drawn.choice(("enter", "enter", "enter", "reserve")))
    for entrant in mine.filter(tournament__phase__in=(Phase.ENTRIES, Phase.RUNNING)).select_related("tournament"):
        one = entrant.tournament
        if drawn.random() < 0.03:
            resigns = {"resigns": "yes"} if drawn.random() < 0.5 else {}
            person.fill_in(f"/tournaments/{one.pk}/withdraw/", f"/tournaments/{one.pk}/do/", do="withdraw", **resigns)
        elif one.format == Format.LADDER and one.phase == Phase.RUNNING and drawn.random() < 0.3:
            page = person.open(f"/tournaments/{one.pk}/")
            form = page.form(f"/tournaments/{one.pk}/do/", "entrant")
            if form is not None:
                challenged = drawn.choice(form.xpath(".//button[@name='entrant']/@value"))
                person.browser.submit(page, f"/tournaments/{one.pk}/do/", "entrant", entrant=challenged)


def _act(person: Person, one: Tournament, do: str) -> None:
    person.fill_in(f"/tournaments/{one.pk}/", f"/tournaments/{one.pk}/do/", do=do)


# --- directing ------------------------------------------------------------------------------------------------------------


def direct(person: Person, drawn: Random) -> None:
    """Do the next thing in each tournament that this person directs, or create one."""
    runs = Membership.objects.filter(player__email=person.address, role__in=(Role.OWNER, Role.DIRECTOR))
    own = Q(club__in=runs.values("club"), directors=None) | Q(directors__email=person.address)
    mine = list(
        Tournament.objects.filter(own).exclude(phase__in=(Phase.FINISHED, Phase.VOID)).distinct().order_by("pk")
    )
    for one in mine:
        phase = None
        while phase != one.phase:
            phase = one.phase
            _go_on(person, drawn, one)
            one.refresh_from_db()
    if person.number in STAFF and not Tournament.objects.filter(directors__email=person.address).exists():
        _make_for_all(person, drawn)
    large = [one for one in runs.order_by("pk") if one.club.memberships.count() >= FEWEST_MEMBERS]
    if large and len(mine) < MOST_TOURNAMENTS and drawn.random() < 0.3:
        _make_for_club(person, drawn, drawn.choice(large).club_id)


def _make_for_club(person: Person, drawn: Random, club: int) -> None:
    kind = drawn.choice(sorted(registry.KINDS))
    path = f"/clubs/{club}/tournaments/new/"
    form = drawn.choice(Format.values)
    person.fill_in(f"{path}?kind={kind}", path, "format", **_terms(drawn, form), is_for_members="on")


def _make_for_all(person: Person, drawn: Random) -> None:
    """Become a member of the staff, as an operator can arrange, and create a tournament for everybody on the admin site."""
    me = Player.objects.get(email=person.address)
    directors, _ = Group.objects.get_or_create(name="director")
    rights = ("add_tournament", "change_tournament", "view_tournament")
    directors.permissions.add(*Permission.objects.filter(codename__in=rights, content_type__app_label="tournaments"))
    me.groups.add(directors)
    Player.objects.filter(pk=me.pk).update(is_staff=True)
    path = "/admin/tournaments/tournament/add/"
    terms = _terms(drawn, drawn.choice((Format.SWISS, Format.ROUND_ROBIN, Format.LEAGUE)))
    person.fill_in(
        f"{path}?kind={drawn.choice(sorted(registry.KINDS))}", path, "format", **terms, rated="on", directors=me.pk
    )


def _terms(drawn: Random, form: str) -> dict[str, object]:
    return {
        "name": f"{drawn.choice(NAMES)}: {form}",
        "format": form,
        "table_size": 2,
        "rounds_planned": 2,
        "round_lasts": "20 days",
        "join_within": drawn.choice(("8 hours", "2 days", "2 days")),
    }


def _go_on(person: Person, drawn: Random, one: Tournament) -> None:
    """Take the next step of a tournament; while it is played, rule now and then."""
    match one.phase:
        case Phase.DRAFT:
            if one.club_id and one.format == Format.SWISS:
                pass_on(person, drawn, _press(person, one, "link_clubs"), "/tournaments/clubs/")
            _press(person, one, "open_entries")
        case Phase.ENTRIES:
            entered = one.entrants.exclude(standing=Entrant.Standing.WITHDRAWN)
            since = entered.order_by("entered_at").first()
            if entered.count() >= FEWEST_ENTRANTS and since and person.now - since.entered_at > ENTRIES_LAST:
                _press(person, one, "close_entries")
            elif drawn.random() < 0.02:
                _press(person, one, "void")
        case Phase.CLOSED:
            _press(person, one, "start_ladder" if one.format == Format.LADDER else "start")
        case Phase.RUNNING if Round.objects.filter(division__tournament=one, phase=Round.Phase.DRAFT).exists():
            _press(person, one, "publish")
        case Phase.RUNNING if one.paused_at:
            _press(person, one, "resume")
        case Phase.RUNNING:
            paused = Fixture.objects.filter(round__division__tournament=one, game__paused_by_staff=True)
            for table in paused.order_by("pk"):
                _press(person, one, f"resume_table/{table.pk}")
            if one.format == Format.POOLS:
                _press(person, one, "draw_final")
            if drawn.random() < 0.3:
                _rule(person, drawn, one)


def _rule(person: Person, drawn: Random, one: Tournament) -> None:
    """Draw up the next round, give time, pause, write to all, or rule about a table or a player."""
    verb = drawn.choice(
        (
            "draw_up",
            "extend",
            "pause",
            "write",
            "late",
            "score",
            "void_table",
            "extend_table",
            "pause_table",
            "withdraw",
            "back",
        )
    )
    if verb in ("score", "void_table", "extend_table", "pause_table"):
        tables = Fixture.objects.filter(round__division__tournament=one, phase=Fixture.Phase.PLAYING)
        subjects = list(tables.order_by("pk").values_list("pk", flat=True))
    elif verb in ("withdraw", "back"):
        is_out = verb == "back"
        entrants = one.entrants.order_by("pk")
        subjects = [each.pk for each in entrants if (each.standing == Entrant.Standing.WITHDRAWN) == is_out]
    else:
        _press(person, one, verb, **_answers(verb, drawn, person))
        return
    if subjects:
        _press(person, one, f"{verb}/{drawn.choice(subjects)}", **_answers(verb, drawn, person))


def _answers(verb: str, drawn: Random, person: Person) -> dict[str, object]:
    if verb in ("extend", "extend_table"):
        return {"span": drawn.choice(("12 h", "2 days"))}
    if verb == "late":
        return {"player": drawn.choice([other for other in person.others.values() if not other.is_gone]).name}
    return {"subject": "News", "text": "Have fun!"} if verb == "write" else {}


def _press(person: Person, one: Tournament, action: str, **answers: Any) -> Page:
    """Open an action, answer what it asks, and confirm what it would change. Returns the page afterwards."""
    path = f"/tournaments/{one.pk}/run/act/{action}/"
    page = person.fill_in(path, path, reason="It is only fair.", **answers)
    form = page.form(path, "confirmed")
    if form is not None and form.fields["confirmed"]:
        return person.browser.submit(page, path, "confirmed")
    return page
