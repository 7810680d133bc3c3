"""Sets of tiles that players save for everybody: the list of them, and the editor that counts each letter."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.commands.saved import spelled_out
from games.queries import SetLine
from games.rules.kind import OrderRefused
from games.rules.tiles import LONGEST_CHOICE, NAMED_SETS
from games.web.asking import hides, player
from games.web.etags import is_part
from games.web.sent_back import ask_again, take_back
from games.web.set_forms import TileSetForm, tally
from games.wording import speak


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tile_sets(request: HttpRequest) -> HttpResponse:
    """A new set, begun with another where the address names one. Only `do=save` keeps anything."""
    if request.method != "POST":
        return _sent(request) or _begun(request)
    form = TileSetForm(request.POST)
    if not form.is_valid() or request.POST.get("do") != "save":
        return _show(request, form) if is_part(request) else ask_again(request)
    try:
        kept = commands.save_tile_set(
            player=player(request), name=form.cleaned_data["name"], counts=form.counts, now=timezone.now()
        )
    except OrderRefused as refused:
        return ask_again(request, why=speak(refused.why, ()))
    messages.success(request, gettext("“{name}” is saved, for everybody to play with.").format(name=kept.name))
    return redirect("tile_sets")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(commands.NoSuchSet)
def tile_set(request: HttpRequest, set_id: int) -> HttpResponse:
    """One of the reader's own, to change or to delete."""
    own = queries.tile_set(set_id=set_id, player=player(request))
    if own is None or not own.is_own:
        raise Http404
    if request.method != "POST":
        as_kept = TileSetForm(numbers=queries.numbers_of(own.counts), name=own.name)
        return _sent(request, own) or _show(request, as_kept, own=own)
    if request.POST.get("do") == "delete":
        commands.delete_tile_set(player=player(request), set_id=set_id)
        messages.success(request, gettext("“{name}” is deleted. Games made with it go on.").format(name=own.name))
        return redirect("tile_sets")
    form = TileSetForm(request.POST)
    if not form.is_valid() or request.POST.get("do") != "save":
        return _show(request, form, own=own) if is_part(request) else ask_again(request)
    try:
        kept = commands.change_tile_set(
            player=player(request), set_id=set_id, name=form.cleaned_data["name"], counts=form.counts
        )
    except OrderRefused as refused:
        return ask_again(request, why=speak(refused.why, ()))
    messages.success(request, gettext("“{name}” is changed, for games made from now on.").format(name=kept.name))
    return redirect("tile_sets")


def _sent(request: HttpRequest, own: SetLine | None = None) -> HttpResponse | None:
    """With what was written here and not saved."""
    sent = take_back(request, request.path)
    if sent is None:
        return None
    form = TileSetForm(sent.posted)
    form.full_clean()
    return _show(request, form, own=own, refused=sent.why)


def _begun(request: HttpRequest) -> HttpResponse:
    """With the letters of a set that there is, or of several joined."""
    choice = request.GET.get("from", next(iter(NAMED_SETS)))[: LONGEST_CHOICE + 1]
    try:
        return _show(request, TileSetForm(numbers=queries.numbers_of(spelled_out(choice))), begun_with=choice)
    except OrderRefused as refused:
        return _show(request, TileSetForm(), refused=speak(refused.why, ()), begun_with=choice)


def _show(
    request: HttpRequest,
    form: TileSetForm,
    *,
    own: SetLine | None = None,
    refused: str = "",
    begun_with: str = "",
) -> HttpResponse:
    context = {
        "form": form,
        "cells": list(form.cells()),
        "own": own,
        "tally": tally(form.numbers),
        "refused": refused,
        "begun_with": begun_with,
        "usual_sets": [each.name for each in NAMED_SETS.values()],
        "tile_sets": queries.tile_sets(player=player(request)),
    }
    return render(request, "games/tile_sets.html", context)
