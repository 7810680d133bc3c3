"""Finding and leaving games: creating and joining them, invitations, rematches and substitutes."""

import re
from collections.abc import Iterable
from datetime import timedelta
from random import Random
from typing import Any

from games.models import Game, Seat, Substitution
from games.players.models import Membership
from games.rules import registry
from games.rules.options import schema
from tests.simulation.people import ADDRESS, Person
from tests.simulation.playing import running_seats
from tests.simulation.site import Page, Program

TEAMS = {"AAB": 3, "ABAB": 4, "ABCABC": 6}
SET_APART = ("option_teams", "option_people_a_seat")
"""Settings that the number of seats depends on."""
FRIENDS = 5
STRANGERS = 40
"""Addresses that can be invited, of people who never answer."""


def find_a_game(person: Person, drawn: Random) -> None:
    """Join a game or create one, unless this person already plays as many as they like."""
    mine = Seat.objects.filter(player__email=person.address, game__phase__in=Game.UNFINISHED).count()
    if mine < person.habits.pace:
        (_join if drawn.random() < 0.7 else make_a_game)(person, drawn)


def make_a_game(person: Person, drawn: Random) -> None:
    """Create a game for anybody, for invited people or for a club, with some house rules."""
    kind = drawn.choice(list(registry.KINDS.values()))
    seats = drawn.choice((kind.seats[0], kind.seats[0], drawn.randint(kind.seats[0], min(4, kind.seats[1]))))
    options = dict(kind.practice or {}) if drawn.random() < 0.5 else _house_rules(kind, drawn)
    if "teams" in schema(kind.options_type) and drawn.random() < 0.2:
        options["teams"] = drawn.choice(list(TEAMS))
        seats = TEAMS[options["teams"]]
    if "people_a_seat" in schema(kind.options_type) and drawn.random() < 0.1:
        options["people_a_seat"] = 2
    club = (
        Membership.objects.filter(player__email=person.address).order_by("pk").last() if drawn.random() < 0.3 else None
    )
    invited = [_somebody(person, drawn) for _ in range(seats - 1)] if not club and drawn.random() < 0.3 else []
    is_rated = drawn.random() < 0.5
    if person.program:
        asked = {"kind": kind.key, "seats": seats, "options": options, "rated": is_rated, "invite": invited}
        person.program.post("/games", {**asked, "listed": not (invited or club), "club": club and club.club_id})
        return
    who: dict[str, Any] = {"who": "friends", "invite": "\n".join(invited)} if invited or club else {"who": "public"}
    page = person.fill_in("/games/new/", "/games/new/", "who", kind=kind.key, do="next", **who)
    terms: dict[str, Any] = {"listed": "on"} if not (invited or club) else {}
    terms |= {"club": club.club_id} if club else {}
    terms |= {"rated": "on"} if is_rated else {}
    terms |= {f"option_{name}": value for name, value in options.items() if name in ("teams", "people_a_seat")}
    made = person.browser.submit(page, "/games/new/", "seats", seats=seats, do="make", **_chosen(page, drawn), **terms)
    if not ADDRESS.search(made.path):  # some settings don't go together
        person.browser.submit(page, "/games/new/", "seats", seats=seats, do="make", **terms)


def _chosen(page: Page, drawn: Random) -> dict[str, Any]:
    """Choose other values in some of the fields for settings."""
    form, chosen = page.form("/games/new/", "seats"), dict[str, Any]()
    fields = [] if form is None else form.xpath(".//select[@name] | .//input[@type='checkbox' or @type='radio']")
    for one in fields:
        name, values = one.get("name"), one.xpath(".//option[@value!='own']/@value | @value")
        if name.startswith("option_") and name not in SET_APART and values and drawn.random() < 0.2:
            chosen[name] = drawn.choice([*values, []] if one.get("type") == "checkbox" else values)
    return chosen


def _house_rules(kind: Any, drawn: Random) -> dict[str, Any]:
    """Draw some settings. The site refuses those that don't go together."""
    rules = {}
    for name, one in schema(kind.options_type).items():
        if one.leaves_a_choice and one.choices and drawn.random() < 0.2:
            rules[name] = drawn.choice(list(one.choices))
    return rules


def _somebody(person: Person, drawn: Random) -> str:
    """Return the address of somebody to invite, who may have no account or not exist. Nobody uses the address of somebody who has
    left."""
    if drawn.random() < 0.1:
        return f"stranger{drawn.randrange(STRANGERS)}@example.org"
    known = [address for address, other in person.others.items() if other is not person and not other.is_gone]
    return drawn.choice(known or ["nobody@example.org"])


def _join(person: Person, drawn: Random) -> None:
    lobbies = Game.objects.filter(phase=Game.Phase.LOBBY, listed=True, has_room=True)
    clubs = Membership.objects.filter(player__email=person.address).values("club")
    lobbies |= Game.objects.filter(phase=Game.Phase.LOBBY, has_room=True, club__in=clubs)
    ids = lobbies.exclude(seats__player__email=person.address).order_by("pk").values_list("pk", flat=True)[:20]
    if not ids:
        make_a_game(person, drawn)
        return
    game_id = drawn.choice(list(ids))
    if person.program:
        person.program.post(f"/games/{game_id}/join", {})
        person.program.post(f"/games/{game_id}/agree", {})
        return
    page = person.open(f"/games/{game_id}/")
    seat = page.form(f"/games/{game_id}/lobby/", "seat")
    if seat is not None:
        page = person.browser.submit(page, f"/games/{game_id}/lobby/", "seat", do="sit")
    else:
        page = person.browser.submit(page, f"/games/{game_id}/lobby/", do="join")
    person.browser.submit(page, f"/games/{game_id}/lobby/", do="agree", cut=drawn.choice(("", "seven hearts")))


def agree(person: Person, drawn: Random) -> None:
    """Accept the settings of games that wait for that, such as rematches and tables of tournaments."""
    seats = Seat.objects.filter(player__email=person.address, agreed_at=None, game__phase=Game.Phase.LOBBY)
    for game_id in _ids(seats):
        if drawn.random() < 0.8:
            person.fill_in(f"/games/{game_id}/", "/lobby/", do="agree")


def change_a_lobby(person: Person, drawn: Random) -> None:
    """Leave or cancel a game before it starts, invite somebody to it, share its link, or add a robot."""
    mine = _ids(Seat.objects.filter(player__email=person.address, game__phase=Game.Phase.LOBBY))
    if not mine:
        return
    lobby = f"/games/{(game_id := drawn.choice(mine))}/lobby/"
    is_maker = Game.objects.filter(pk=game_id, made_by__email=person.address).exists()
    match drawn.choice(("leave", "invite", "invite", "link", "link", "robot", "take_back")):
        case "leave":
            person.browser.post(lobby, {"do": "cancel" if is_maker else "leave"})
        case "invite":
            person.browser.post(lobby, {"do": "invite", "email": _somebody(person, drawn)})
        case "link":
            pass_on(person, drawn, person.browser.post(lobby, {"do": "make_link"}), "/join/")
        case do:
            person.browser.post(lobby, {"do": do})


def pass_on(person: Person, drawn: Random, page: Page, link: str) -> None:
    """Give friends a link from the page, outside the site."""
    if found := re.search(rf"{link}[^/\s\"<]{{10,}}/", page.text):
        for friend in drawn.sample(sorted(person.others), min(FRIENDS, len(person.others))):
            person.others[friend].links.append(found[0])


def follow_links(person: Person, drawn: Random) -> None:
    """Open the links that friends gave, and press the button there."""
    links, person.links = person.links, []
    for path in links:
        page = person.open(path)
        places = page.form(path, "seat")
        person.browser.submit(page, path, "seat" if places is not None else "", answer="join")


def play_again(person: Person, drawn: Random) -> None:
    """Ask for a rematch of a game that ended recently, or accept one."""
    since = person.now - timedelta(days=3)
    over = Seat.objects.filter(player__email=person.address, game__finished_at__gt=since)
    if games := _ids(over):
        game_id = drawn.choice(games)
        page = person.fill_in(f"/games/{game_id}/result/", f"/games/{game_id}/rematch/")
        if ADDRESS.search(page.path):
            person.browser.submit(page, "/lobby/", do="agree")


def _ids(seats: Iterable[Seat]) -> list[int]:
    return sorted({seat.game_id for seat in seats})


# --- substitutes --------------------------------------------------------------------------------------------------------


def ask_a_substitute(person: Person, drawn: Random) -> None:
    """Ask somebody to play for a few days, in one game or in all."""
    if not (seats := running_seats(person)):
        return
    game_id, days, may = drawn.choice(seats).game_id, drawn.randint(2, 6), drawn.choice(Substitution.May.values)
    if person.program:
        known = Seat.objects.filter(game=game_id, player__is_active=True, player__guest_until=None)
        known = known.exclude(player__email=person.address)
        if names := sorted(known.values_list("player__name", flat=True)):
            ends = f"{person.now + timedelta(days=days):%FT%TZ}"
            person.program.post(f"/games/{game_id}/loans", {"to": drawn.choice(names), "ends": ends, "may": may})
        return
    path = f"/games/{game_id}/lend/" if drawn.random() < 0.7 else "/loans/"
    page = person.open(path)
    form = page.form(path, "to")
    people = [value for value in form.xpath(".//select[@name='to']/option/@value") if value] if form is not None else []
    if people:
        between = {name: f"{person.now + timedelta(days=n):%F}" for name, n in (("first", 1), ("last", days))}
        person.browser.submit(page, path, "to", do="ask", to=drawn.choice(people), may=may, **between)


def end_a_substitution(person: Person, drawn: Random) -> None:
    """End a substitution, on either side."""
    if person.program:
        for one in _substitutions(person.program):
            person.program.post(f"/loans/{one['id']}", {}, method="DELETE")
    else:
        person.fill_in("/loans/", "/loans/", "substitution", do="end")


def answer_substitutes(person: Person, drawn: Random) -> None:
    """Accept or decline substitute requests by API. People without a program use the links in their emails."""
    for one in _substitutions(person.program) if person.program else ():
        if not one["yours"] and one["status"] == "asked":
            person.program.post(f"/loans/{one['id']}/{'accept' if drawn.random() < 0.7 else 'decline'}", {})


def _substitutions(program: Program) -> list[dict[str, Any]]:
    status, answer = program.get("/loans")
    return answer["loans"] if status == 200 else []
