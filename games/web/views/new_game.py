"""Making a game: which one, and how it is to be played. Also presets: options kept under a name, from here or from a game’s
page, renamed and deleted."""

from dataclasses import dataclass, fields
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
from games.commands.saved import read_with_sets
from games.queries.clubs import own_clubs
from games.rules import registry
from games.rules.kind import Beginning, OrderRefused
from games.rules.options import about
from games.rules.table.kind import AnyKind
from games.rules.tiles import LONGEST_CHOICE
from games.web.asking import hides, is_part, number_in, player
from games.web.forms import NewGameForm
from games.web.kinds import kind_cards, opening
from games.web.option_forms import why_not
from games.web.sent_back import Fault, Sent, acts_at_table, ask_again, take_back
from games.web.views.lobby import names_to_invite
from games.wording import length, listing, speak, speak_all


class Offered(TypedDict):
    """The choices of one player, besides everybody's: saved sets in words, names of people, clubs and the one asked for."""

    tile_sets: list[tuple[str, str]]
    people: list[str]
    clubs: list[tuple[int, str]]
    club: int | None


@dataclass(frozen=True)
class SetUpLine:
    """A line of the table of set-ups: what the options come to for so many players, how long that lasts, what is not
    advised."""

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
    """The form of a new game. The kind, and the options to begin with, are links; the rest is the form."""
    kind = _kind_asked_for(request)
    here = f"{reverse('new_game')}?kind={kind.key}"
    if request.method != "POST":
        sent = take_back(request, here)
        return _show(request, _read(request, kind, sent.posted) if sent else _filled(request, kind), sent)
    form = _read(request, kind, request.POST)
    do = request.POST.get("do", "")
    if is_part(request):
        return _show(request, form)
    if not form.is_valid() or do not in ("make", "save_preset"):
        return ask_again(request, do, at=here)
    try:
        if do == "save_preset":
            _save_preset(request, form)
            return ask_again(request, do, at=here)
        asked = [*form.cleaned_data.get("people", ()), *form.cleaned_data["invite"]]
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


def _read(request: HttpRequest, kind: AnyKind, posted: QueryDict) -> NewGameForm:
    form = NewGameForm(posted, kind=kind, **_offered(request))
    form.full_clean()
    return form


def _offered(request: HttpRequest) -> Offered:
    said, me = gettext("{name}: {total} tiles, by {maker}"), player(request)
    sets = queries.tile_sets(player=me)
    in_words = [(one.name, said.format(name=one.name, total=one.total, maker=one.maker)) for one in sets]
    club = number_in(request.GET.get("club", ""))
    return Offered(tile_sets=in_words, people=names_to_invite(me), clubs=own_clubs(player=me), club=club)


def _save_preset(request: HttpRequest, form: NewGameForm) -> None:
    """Keep the options without making the game; the form stays as it was."""
    kept = commands.save_preset(
        player=player(request),
        kind=form.kind.key,
        name=request.POST.get("preset_name", ""),
        options=form.options,
        now=timezone.now(),
    )
    said = gettext("Saved as “{name}”. You’ll find it above. You can create the game now.")
    messages.success(request, said.format(name=kept.name))


def _filled(request: HttpRequest, kind: AnyKind) -> NewGameForm:
    """The form filled from one's preset or a set of tiles, if the address names one."""
    offered = _offered(request)
    if preset_id := number_in(request.GET.get("own", "")):
        found = queries.preset(player=player(request), preset_id=preset_id)
        if found is None or found[0] is not kind:
            raise Http404
        if found[1].dropped:
            said = gettext(
                "This server no longer supports these settings of “{name}”, so they have been left out: {options}."
            )
            messages.warning(request, said.format(name=found[1].name, options=", ".join(found[1].dropped)))
        return NewGameForm(kind=kind, given=found[1].options, **offered)
    named = {}
    for option in fields(kind.options_type):
        value = request.GET.get(option.name, "")
        if about(option).unit == "tiles" and 0 < len(value) <= LONGEST_CHOICE:
            named[option.name] = value
    begun = _begun_with(request, kind)
    return NewGameForm(kind=kind, given=named or (begun.options if begun else {}), **offered)


def _begun_with(request: HttpRequest, kind: AnyKind) -> Beginning | None:
    """The beginning that the address names, or else the usual one; None while the form is being filled in."""
    named = {"own", *(option.name for option in fields(kind.options_type))}
    if named & request.GET.keys():
        return None
    asked = request.GET.get("begin")
    return next((one for one in kind.beginnings if asked in (None, one.name)), None)


def _kind_asked_for(request: HttpRequest) -> AnyKind:
    """The kind named by its key, else the first."""
    asked = request.POST if request.method == "POST" else request.GET
    key = asked.get("kind", next(iter(registry.KINDS)))
    if key not in registry.KINDS:
        raise Http404
    return registry.kind(key)


def _show(request: HttpRequest, form: NewGameForm, sent: Sent | None = None) -> HttpResponse:
    """Show the form and what its options come to; `sent` also says why the rules refused the game."""
    answers = getattr(form, "cleaned_data", {})
    begun = None if form.is_bound else _begun_with(request, form.kind)
    context: dict[str, object] = {
        "form": form,
        "kinds": kind_cards(),
        "kind": next(card for card in kind_cards() if card.key == form.kind.key),
        "opening": opening(form.kind.opening, words=answers.get("word_list", form.kind.word_list)),
        "refused": sent.why if sent else "",
        "beginnings": [(one.name, speak(one.label, ()), speak(one.says, ())) for one in form.kind.beginnings],
        "begun": begun.name if begun else "",
        "presets": queries.presets(player=player(request), kind=form.kind),
        "preset_name": sent.one("preset_name") if sent else request.POST.get("preset_name", ""),
        "of_club": form.initial["club"] or "",
        "names_tiles": any(about(option).unit == "tiles" for option in fields(form.kind.options_type)),
    }
    by_option: dict[str, str] = {}
    try:
        comes_to, by_option = _what_it_comes_to(form, answers.get("seats", form.initial["seats"]))
        context |= comes_to
    except OrderRefused as error:
        context["no_set_up"] = why_not(error.why, form.kind)
    groups = list(form.groups(by_option))
    context["groups"] = groups
    context["is_as_usual"] = not any(group.is_open for group in groups)
    context["house_is_open"] = begun is None and not context["is_as_usual"]
    changing = [f"comes-to-{line.name}" for group in groups for line in group.lines if line.comes_to is not None]
    changing += [f"changed-{number}" for number in range(1, len(groups) + 1)] if len(groups) > 1 else []
    context["oob"] = ",".join(f"#{part}" for part in ("opening", "changed", *changing))
    return render(request, "games/new_game.html", context)


def _what_it_comes_to(form: NewGameForm, seats: int) -> tuple[dict[str, object], dict[str, str]]:
    """The table of set-ups of a kind that has one, warnings, and what some options come to. Raises OrderRefused."""
    options = read_with_sets(form.kind.options_type, form.options)
    words = getattr(form, "cleaned_data", {}).get("word_list", form.kind.word_list)
    says = opening(form.kind.opening_with(options), words=words)
    warnings = [speak(warning, ()) for warning in form.kind.set_up(seats, options)]
    set_ups = form.kind.set_ups(seats, options)
    if set_ups is None:
        return {"warnings": warnings, "opening": says}, {}
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
    context = {
        "opening": says,
        "warnings": chosen.warnings,
        "columns": [speak(column, ()) for column in set_ups.columns],
        "set_ups": lines,
        "chosen": chosen,
        "why": [speak(sentence, ()) for sentence in set_ups.why],
    }
    return context, {name: speak_all(says, ()) for name, says in set_ups.by_option.items()}


@acts_at_table("preset")
def keep_options(request: HttpRequest, game_id: int) -> HttpResponse:
    """Save a preset from the page of a game, and return there."""
    me, name = player(request), request.POST.get("name", "")
    kept = commands.save_preset_of_game(player=me, game_id=game_id, name=name, now=timezone.now())
    messages.success(
        request, gettext("Saved as “{name}”. You’ll find it when you create a new game.").format(name=kept.name)
    )
    return redirect("game", game_id)


@require_POST
@login_required
@hides(commands.NoSuchPreset)
def preset(request: HttpRequest, preset_id: int) -> HttpResponse:
    """Rename or delete one's own preset."""
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
    return redirect(f"{reverse('new_game')}?kind={found[0].key}#make")
