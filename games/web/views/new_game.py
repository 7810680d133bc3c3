"""Creating a game in two steps: the kind with its players, then a preset. Also a player's own presets, saved here or
from a game's page, renamed and deleted.

The second step is one form with every setting. The first step passes its answers to it, and back, through the
session."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import commands, queries
from games.commands.languages import has_languages
from games.commands.saved import read_with_sets
from games.queries.clubs import own_clubs
from games.queries.options import PresetLine, agreed_in_short, option_lines
from games.robots import practice
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.options import schema
from games.rules.table.kind import AnyKind
from games.rules.tiles import LONGEST_CHOICE
from games.rules.values import OrderRefused
from games.web.asking import hides, is_part, number_in, player
from games.web.forms import SAVED, NewGameForm, preferred_list, starts_of, word_lists_for
from games.web.kinds import kind_cards, opening
from games.web.option_forms import PREFIX, why_not
from games.web.sent_back import NO_FAULT, Fault, Sent, acts_at_table, ask_again, keep, sent_with, take_back
from games.web.views.lobby import names_to_invite
from games.wording import length, listing, speak, speak_all

FIRST_PRESETS = 4  # the others are folded away
FRIENDS, ANYONE, ROBOT = "friends", "anyone", "robot"
ASKED_FIRST = ("kind", "people", "invite", "club", "listed")


class Offered(TypedDict):
    """A player's own choices: saved tile sets (value, label) by the code of their alphabet, the last word list, names
    of people, clubs with the requested one, and presets."""

    tile_sets: dict[str, list[tuple[str, str]]]
    last_list: str
    people: list[str]
    clubs: list[tuple[int, str]]
    club: int | None
    presets: Sequence[PresetLine]


@dataclass(frozen=True)
class SetUpLine:
    """A row of the table of set-ups for a number of players: the resulting numbers, how long the game lasts, and
    warnings."""

    players: int
    numbers: tuple[int, ...]
    lasts: str
    says: str
    warnings: tuple[str, ...]
    is_chosen: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """Show a step of the form, or carry out the action of its button."""
    kind = _kind_asked_for(request)
    here = f"{reverse('new_game')}?kind={kind.key}"
    if request.method != "POST":
        sent = take_back(request, here)
        says_what_to_play = {"kind", "begin", "own", "who", *_tile_options(kind)} & request.GET.keys()
        if sent is None and (request.GET.get("step") == "who" or not says_what_to_play):
            return _ask_who(request, _filled(request, kind))
        if sent is None and request.GET.get("who") == ROBOT:
            if kind not in practice.kinds():
                raise Http404
            card = next(card for card in kind_cards() if card.key == kind.key)
            lists = word_lists_for(kind) if has_languages(kind) else ()
            chosen = preferred_list(kind, queries.last_word_list(player=player(request))) if lists else ""
            shown = {"kind": card, "word_lists": lists, "word_list": chosen}
            return render(request, "games/new_game_robot.html", shown)
        form = _continued(request, kind, sent) if sent else _filled(request, kind)
        return _ask_who(request, form, sent) if sent and sent.form == "who" else _show(request, form, sent)
    do = request.POST.get("do", "")
    if do == "next":
        return _go_on(request, kind, here)
    form = _read(request, kind, request.POST)
    if is_part(request):
        return _show(request, form)
    if do == "who" or not form.is_valid() or do not in ("make", "save_preset"):
        return ask_again(request, do, at=here)
    try:
        if do == "save_preset":
            _save_preset(request, form)
            return ask_again(request, do, at=here)
        asked = form.invited()
        game_id = commands.make_game(
            kind=kind.key,
            player=player(request),
            seats=form.cleaned_data["seats"],
            options=form.options,
            word_list=form.cleaned_data.get("word_list"),
            listed=form.cleaned_data["listed"],
            club=form.cleaned_data.get("club"),
            rated=form.cleaned_data["rated"],
            invite=asked,
            cut=form.cleaned_data.get("cut", ""),
            now=timezone.now(),
        )
    except OrderRefused as refused:
        return ask_again(request, do, Fault(why=why_not(refused.why, kind)), at=here)
    if asked:
        said = gettext("The game has been created. We’ve sent an invitation to %(names)s.")
        messages.success(request, said % {"names": listing(asked)})
    return redirect("game", game_id)


# --- the first step: which kind, with which players --------------------------------------------------------------


def _ask_who(request: HttpRequest, form: NewGameForm, sent: Sent | None = None) -> HttpResponse:
    """Show the first step. Settings chosen in the second are carried along in hidden fields."""
    named = sent.one("who") if sent else ""
    chosen = named or (ANYONE if form["listed"].value() else FRIENDS)
    whose = [
        (FRIENDS, gettext("Friends"), gettext("by name or email, or with a link")),
        (ANYONE, gettext("Anyone"), gettext("listed until every seat is taken")),
        (ROBOT, gettext("A robot"), gettext("starts at once")),
    ]
    context = {
        "form": form,
        "kinds": kind_cards(),
        "kind": form.kind,
        "whose": [(key, title, says, key == chosen) for key, title, says in whose],
        "refused": sent.why if sent else "",
        "carried": [form[name] for name in form.fields if name not in ASKED_FIRST] if "preset" in form.data else [],
        "club": form.club_name,
    }
    return render(request, "games/new_game_who.html", context)


def _go_on(request: HttpRequest, kind: AnyKind, here: str) -> HttpResponse:
    """Continue to the second step with the answers of the first."""
    who = request.POST.get("who", FRIENDS)
    if who == ROBOT:
        if kind not in practice.kinds():
            said = gettext("Robots don’t play {kind}. Choose friends or anyone.").format(kind=gettext(kind.name))
            return ask_again(request, "who", Fault(why=said), at=here)
        return redirect(f"{here}&who={ROBOT}")
    answers = request.POST.copy()
    answers.pop("listed", None)
    if who == ANYONE:
        answers["listed"] = "on"
        answers.pop("invite", None)
        answers.pop("people", None)
    if answers.get("carried") != kind.key:  # settings of another kind
        for name in [name for name in answers if name not in (*ASKED_FIRST, "who", "listed")]:
            del answers[name]
    form = _read(request, kind, answers)
    if {"invite", "people"} & form.errors.keys():
        return ask_again(request, "who", at=here)
    least, most = kind.seats
    needed = min(most, max(least, len(form.invited()) + 1))
    if (number_in(answers.get("seats", "")) or 0) < needed:
        answers["seats"] = str(needed)
    sent = sent_with(request, "next", NO_FAULT)
    keep(request, here, replace(sent, given=dict(answers.lists())))
    return redirect(here)


def _continued(request: HttpRequest, kind: AnyKind, sent: Sent) -> NewGameForm:
    """Return the form with what was sent: all of it, or the answers of the first step with the suggested settings."""
    if sent.form != "next" or "preset" in sent.given:
        return _read(request, kind, sent.posted)
    form = _filled(request, kind)
    form.initial.update((name, sent.one(name)) for name in ("seats", "invite", "club") if sent.one(name))
    form.initial.update(people=list(sent.given.get("people", ())), listed=bool(sent.one("listed")))
    return form


# --- the second step: a preset, and every setting ---------------------------------------------------------------------


def _read(request: HttpRequest, kind: AnyKind, posted: QueryDict) -> NewGameForm:
    form = NewGameForm(posted, kind=kind, **_offered(request, kind))
    form.full_clean()
    return form


def _refilled(request: HttpRequest, form: NewGameForm) -> NewGameForm:
    """Return the form filled with another preset that was chosen in it, keeping other changes; else the form as it
    is."""
    if not form.follows_another:
        return form
    answers = {name: value for name, value in form.cleaned_data.items() if not name.startswith(PREFIX)}
    if word_list := form.list_for(form.start):
        answers["word_list"] = word_list
    filled = NewGameForm(kind=form.kind, start=form.start.name, given=form.options, **_offered(request, form.kind))
    filled.initial.update(answers, filled_with=form.start.name, invite="\n".join(answers["invite"]))
    return filled


def _offered(request: HttpRequest, kind: AnyKind) -> Offered:
    said, me = gettext("{name}: {total} tiles, by {maker}"), player(request)
    sets = queries.tile_sets(player=me)
    in_words = defaultdict[str, list[tuple[str, str]]](list)
    for one in sets:
        in_words[one.alphabet].append((one.name, said.format(name=one.name, total=one.total, maker=one.maker)))
    club = number_in(request.GET.get("club", ""))
    return Offered(
        tile_sets=in_words,
        last_list=queries.last_word_list(player=me),
        people=names_to_invite(me),
        clubs=own_clubs(player=me),
        club=club,
        presets=queries.presets(player=me, kind=kind),
    )


def _save_preset(request: HttpRequest, form: NewGameForm) -> None:
    """Save the options without creating the game; the form stays as it was."""
    saved = commands.save_preset(
        player=player(request),
        kind=form.kind.key,
        name=request.POST.get("preset_name", ""),
        options=form.options,
        now=timezone.now(),
    )
    said = gettext("Saved as “{name}”. You’ll find it above. You can create the game now.")
    messages.success(request, said.format(name=saved.name))


def _filled(request: HttpRequest, kind: AnyKind) -> NewGameForm:
    """Return the form filled from the preset or tile set in the address, else from the suggested preset."""
    offered = _offered(request, kind)
    if preset_id := number_in(request.GET.get("own", "")):
        found = next((one for one in offered["presets"] if one.id == preset_id), None)
        if found is None:
            raise Http404
        if found.dropped:
            said = gettext(
                "This server no longer supports these settings of “{name}”, so they have been left out: {options}."
            )
            messages.warning(request, said.format(name=found.name, options=", ".join(found.dropped)))
        return NewGameForm(kind=kind, start=f"{SAVED}{found.id}", **offered)
    named: dict[str, object] = {}
    for name in _tile_options(kind):
        if 0 < len(value := request.GET.get(name, "")) <= LONGEST_CHOICE:
            named[name] = value
    if named:
        sets_of = offered["tile_sets"]  # the saved sets of each language
        code = next((one for one in sets_of if any(name in named.values() for name, _label in sets_of[one])), "")
        if code not in ("", ENGLISH.code):
            named["alphabet"] = code
        return NewGameForm(kind=kind, start=next(iter(kind.paces)), given=named, **offered)
    asked = request.GET.get("begin", "")
    starts = [one.name for one in starts_of(kind)]
    return NewGameForm(kind=kind, start=asked if asked in starts else "", **offered)


def _tile_options(kind: AnyKind) -> list[str]:
    """Return the options of the kind that take a tile set."""
    return [name for name, option in schema(kind.options_type).items() if option.unit == "tiles"]


def _kind_asked_for(request: HttpRequest) -> AnyKind:
    """Return the kind named by its key, by default the first. Raises Http404 if there is none."""
    asked = request.POST if request.method == "POST" else request.GET
    key = asked.get("kind", next(iter(registry.KINDS)))
    if key not in registry.KINDS:
        raise Http404
    return registry.kind(key)


def _show(request: HttpRequest, form: NewGameForm, sent: Sent | None = None) -> HttpResponse:
    """Show the second step and the effect of its settings; `sent` also says why the rules refused the game."""
    form = _refilled(request, form)
    answers = getattr(form, "cleaned_data", form.initial)
    context: dict[str, object] = {
        "form": form,
        "kind": form.kind,
        "opening": opening(form.kind.opening, words=form.words_say),
        "refused": sent.why if sent else "",
        "presets": queries.presets(player=player(request), kind=form.kind),
        "preset_name": sent.one("preset_name") if sent else request.POST.get("preset_name", ""),
        "with": listing(form.invited()) if form.invited() else "",
        "invited": len(form.invited()),
        "names_tiles": bool(_tile_options(form.kind)),
        "changed": len(form.changed),
        "first_presets": form.presets()[:FIRST_PRESETS],
        "further_presets": form.presets()[FIRST_PRESETS:],
        "further_is_open": form.start.name in list(form.starts)[FIRST_PRESETS:],
    }
    by_option: dict[str, str] = {}
    values: dict[str, str] = {}
    try:
        comes_to, by_option = _what_it_comes_to(form, int(answers.get("seats", form.initial["seats"])))
        context |= comes_to
        values = {line.name: line.says for line in option_lines(form.kind, form.options) if line.value}
    except OrderRefused as error:
        context["no_set_up"] = why_not(error.why, form.kind)
    groups = list(form.groups(by_option, values))
    context["groups"] = groups
    context["is_weighed"] = is_weighed = sent is not None and sent.form == "set_up"  # without script
    context["is_open"] = is_weighed or bool(form.errors)
    changing = [f"comes-to-{line.name}" for group in groups for line in group.lines if line.comes_to is not None]
    changing += [f"says-{number}" for number in range(1, len(groups) + 1)]
    context["oob"] = ",".join(f"#{part}" for part in ("changed", "set-up", *changing))
    return render(request, "games/new_game.html", context)


def _what_it_comes_to(form: NewGameForm, seats: int) -> tuple[dict[str, object], dict[str, str]]:
    """Return the template context on set-ups, warnings, and the effect of some options. Raises OrderRefused."""
    options = read_with_sets(form.kind.options_type, form.options)
    says = opening(form.kind.opening_with(options), words=form.words_say)
    warnings = [speak(warning, ()) for warning in form.kind.set_up(seats, options)]
    set_ups = form.kind.set_ups(seats, options)
    if set_ups is None:
        return {"warnings": warnings, "opening": says, "summary": agreed_in_short(form.kind, form.options)[0]}, {}
    lines = [
        SetUpLine(
            players=row.seats,
            numbers=row.numbers,
            lasts=length(row.lasts),
            says=speak(row.says, ()),
            warnings=tuple(speak(warning, ()) for warning in row.warnings),
            is_chosen=row.seats == seats,
        )
        for row in set_ups.rows
    ]
    chosen = next(line for line in lines if line.is_chosen)
    context: dict[str, object] = {
        "opening": says,
        "warnings": chosen.warnings,
        "columns": [speak(column, ()) for column in set_ups.columns],
        "set_ups": lines,
        "summary": chosen.says,
        "why": [speak(sentence, ()) for sentence in set_ups.why],
    }
    return context, {name: speak_all(says, ()) for name, says in set_ups.by_option.items()}


@acts_at_table("preset")
def keep_options(request: HttpRequest, game_id: int) -> HttpResponse:
    """Save a preset from the page of a game, and return there."""
    me, name = player(request), request.POST.get("name", "")
    saved = commands.save_preset_of_game(player=me, game_id=game_id, name=name, now=timezone.now())
    messages.success(
        request, gettext("Saved as “{name}”. You’ll find it when you create a new game.").format(name=saved.name)
    )
    return redirect("game", game_id)


@require_POST
@login_required
@hides(commands.NoSuchPreset)
def preset(request: HttpRequest, preset_id: int) -> HttpResponse:
    """Rename or delete one of the player's own presets."""
    found = queries.preset(player=player(request), preset_id=preset_id)
    if found is None:
        raise Http404
    try:
        match request.POST.get("do"):
            case "rename":
                commands.rename_preset(player=player(request), preset_id=preset_id, name=request.POST.get("name", ""))
            case "delete":
                commands.delete_preset(player=player(request), preset_id=preset_id)
            case _:
                raise BadRequest("no such order")
    except OrderRefused as refused:
        messages.error(request, speak(refused.why, ()))
    return redirect(f"{reverse('new_game')}?kind={found[0].key}")
