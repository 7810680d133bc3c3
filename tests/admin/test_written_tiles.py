"""The admin site shows tiles of several letters as players write them."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.models import Board, Draft, Event, Game, Hand
from tests.languages import start_in
from tests.positions import just_now
from tests.tables import look, order

pytestmark = pytest.mark.django_db
STAND_INS = re.compile("[\u2c00-\u2c5f]")
OF_GAME = {Game: "pk", Draft: "seat__game"}


def test_pages_about_a_spanish_game_show_tiles_as_written(staff, anna, boris):
    hands = ["[CH]ICOÑ?EC", "[LL][RR]ABOCAR"]
    game_id = start_in("es", anna, boris, now=just_now(), starting_tiles=8, hands=hands)
    look(game_id, anna, boris, at=timezone.now())
    order(game_id, anna, "GRID\n[CH]ICO\nE...\nEND", at=timezone.now())
    commands.save_draft(game_id=game_id, player=anna, layout=["[CH]E"], now=timezone.now())
    looks_at(staff, game_id, Game)
    order(game_id, boris, "RESIGN", at=timezone.now())
    looks_at(staff, game_id, Game, Hand, Board, Event, Draft)


def looks_at(staff, game_id, *models):
    for model in models:
        name = f"admin:games_{model._meta.model_name}"
        rows = model.objects.filter(**{OF_GAME.get(model, "game"): game_id})
        for page in (reverse(f"{name}_changelist"), *(reverse(f"{name}_change", args=[row.pk]) for row in rows)):
            shown = staff.get(page)
            assert shown.status_code == 200, page
            assert not STAND_INS.search(shown.text), page
