"""The translations are complete, up to date with the sources, and well typeset; pages in each language have no English left."""

import itertools
import json
import re
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.dates import MONTHS, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from lxml.html import fromstring

from games import commands
from games.models import Game
from games.players.models import Player
from games.robots import demo
from games.rules.values import Order
from games.web.option_forms import SpanField, span
from tests.tables import ask, hand, look, make_table, order

LOCALE = Path(settings.LOCALE_PATHS[0])
IN_FRENCH = {"HTTP_ACCEPT_LANGUAGE": "fr-CA,fr;q=0.9,en;q=0.5"}
PLACEHOLDER = re.compile(r"\{\w*\}|%\(\w+\)[sd]")
TO_TYPE = re.compile(r"\b(?:GREEN|RED|UNASK|JAYWALK|GRID|END|SAVE|DONE|STATUS|HELP|SAY|JOIN|DECLINE)\b")
ENGLISH = re.compile(r"\b(?:the|and|your|you|are|have|with|from|this|that|nobody|when)\b", re.IGNORECASE)
LETTERS = 12  # shorter English texts may be in French ones by chance


TRANSLATED = [code for code, _name in settings.LANGUAGES if code != "en"]
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
DEALT = "Les jetons sont distribués."
EVERY_LANGUAGE = pytest.mark.parametrize("language", TRANSLATED)


def catalogue(language):
    with (LOCALE / language / "LC_MESSAGES/django.mo").open("rb") as file:
        entries = GNUTranslations(file)._catalog
    # a plural may contain a number that the singular leaves out
    return [
        (key if isinstance(key, str) else key[0] + " {n} %(n)s" * key[1], said) for key, said in entries.items() if key
    ]


# --- the catalogue ----------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path, settings, monkeypatch):
    """The French catalogue of a small project with one sentence, to test `makemessages`. `make check` runs it on our own."""
    if shutil.which("xgettext") is None:
        pytest.skip("gettext is not installed")
    settings.LOCALE_PATHS = [folder := tmp_path / "lexicon/locale"]
    (tmp_path / "games.py").write_text('say("The tiles were dealt.")\n')
    for language in TRANSLATED:
        file = folder / language / "LC_MESSAGES/django.po"
        file.parent.mkdir(parents=True)
        file.write_text(f'{HEAD}\nmsgid "The tiles were dealt."\nmsgstr "{DEALT}"\n')
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", verbosity=0)
    call_command("makemessages", check=True, verbosity=0)
    return folder / "fr/LC_MESSAGES/django.po"


def test_a_sentence_without_a_translation_is_named(kept):
    kept.write_text(kept.read_text().replace(DEALT, ""))
    with pytest.raises(CommandError, match="The tiles were dealt"):
        call_command("makemessages", check=True, verbosity=0)


def test_a_sentence_no_longer_in_the_sources_is_noticed_and_removed(kept):
    text = kept.read_text()
    kept.write_text(f'{text}\nmsgid "Nobody says this."\nmsgstr "Personne ne dit cela."\n')
    with pytest.raises(CommandError, match="make messages"):
        call_command("makemessages", check=True, verbosity=0)
    call_command("makemessages", verbosity=0)
    assert kept.read_text() == text


def test_a_translation_that_was_not_compiled_is_noticed(kept):
    kept.write_text(kept.read_text().replace(DEALT, "Voici vos jetons."))
    with pytest.raises(CommandError, match="make messages"):
        call_command("makemessages", check=True, verbosity=0)


def test_no_message_is_the_name_of_a_month_or_weekday_in_django():
    with translation.override("en"):
        names = {str(name) for of in (MONTHS, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR) for name in of.values()}
    assert names & {english for language in TRANSLATED for english, _said in catalogue(language)} == set()
    with translation.override("fr"):
        assert date_format(date(2026, 5, 3), "l j F Y") == "dimanche 3 mai 2026"


@EVERY_LANGUAGE
def test_translations_use_only_the_placeholders_of_the_original(language):
    def places(text):
        return set(PLACEHOLDER.findall(text))

    assert [english for english, said in catalogue(language) if not places(said) <= places(english)] == []
    with translation.override(language):
        whole = [(english, translation.gettext(english)) for english, _said in catalogue(language)]
    assert [english for english, said in whole if english != said and places(said) - places(english)] == []


@EVERY_LANGUAGE
def test_words_to_type_stay_in_english(language):
    lost = [
        (english, said)
        for english, said in catalogue(language)
        if set(TO_TYPE.findall(english)) - set(TO_TYPE.findall(said)) and " asked by " not in english
    ]
    assert lost == []


def test_french_uses_its_own_spaces_and_apostrophes():
    rules = "\n".join(path.read_text() for path in Path(settings.BASE_DIR, "games/rules").rglob("RULES.fr.md"))
    prose = [
        *(french for _english, french in catalogue("fr")),
        *re.sub(r"`[^`]*`|^    .*$", "", rules, flags=re.M).split("\n"),
    ]
    wrong = re.compile(r"[  ][;:!?»]|«[  ]|\w'|[^\s|«]»|[\w)][;!?]|\w:(?=\s|$)")
    assert [text for text in prose if wrong.search(re.sub(r"<[^>]*>|Authorization: ", "", text))] == []


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("de", r"\w'\w|[“\"][^“„\"]*\"|« "),
        ("es", r"\w'\w|^[^¿]*\w\?(\s|$)|^[^¡]*\w!(\s|$)|« | »|\bvosotros\b|\bustedes\b"),
        ("it", r"\w'\w|« | »|\bperchè\b|\bpoichè\b|\bE'"),
    ],
)
def test_each_language_follows_its_own_typography(language, wrong):
    rules = Path(settings.BASE_DIR, "games/rules").rglob(f"RULES.{language}.md")
    lines = [
        line for path in rules for line in re.sub(r"`[^`]*`|^    .*$", "", path.read_text(), flags=re.M).split("\n")
    ]
    prose = [*(said for _english, said in catalogue(language)), *lines]
    found = [text for text in prose if re.search(wrong, re.sub(r"<[^>]*>|`[^`]*`|\{\w*\}", "", text))]
    assert found == []


# --- pages ------------------------------------------------------------------------------------------------------------


def seen_text(html: str) -> str:
    """Return all text of a page that its reader sees or hears, or that its scripts may show, except what people wrote."""
    page = fromstring(html)
    said_by_scripts = [
        _sentences(json.loads(script.text)) for script in page.xpath("//script[@type='application/json']")
    ]
    for own in page.xpath(
        "//script | //pre | //textarea | //code | //option | //dl[contains(@class, 'said')] | //dd[@class='cut']"
    ):
        own.drop_tree()
    spoken = page.xpath("//@aria-label | //@placeholder | //@alt | //@title")
    return " ".join(" ".join([*page.itertext(), *spoken, *itertools.chain(*said_by_scripts)]).split())


def _sentences(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    elif isinstance(said, dict | list):
        for part in said.values() if isinstance(said, dict) else said:
            yield from _sentences(part)


@pytest.fixture
def of_the_demo(db):
    """A player of the demo."""
    demo.seed(now=timezone.now())
    return Player.objects.get(email=demo.address("Anna"))


def addresses():
    games = [(game.pk, game.phase) for game in Game.objects.order_by("pk")]
    yield from (reverse(name) for name in ("home", "new_game", "rules", "profile"))
    yield from (reverse("game", args=[pk]) for pk, _phase in games)
    running = [pk for pk, phase in games if phase == Game.Phase.PLAYING]
    yield from (reverse("confirm", args=[pk, verb]) for pk in running for verb in ("pause", "resign"))


@pytest.fixture
def english_on(client):
    """A function that returns the English left on a player's page: sentences of the catalogue, and common English words."""

    @cache
    def of_the_catalogue(language):
        english = [sentence for sentence, said in catalogue(language) if sentence != said]
        parts = {" ".join(part.split()) for one in english for part in PLACEHOLDER.split(one)}
        return {part for part in parts if sum(map(str.isalpha, part)) > LETTERS}

    def left(player, address):
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        answer = client.get(address, follow=True)
        assert answer.status_code == 200
        assert f'<html lang="{player.language}"' in answer.content.decode()
        text = seen_text(answer.content.decode())
        found = [part for part in of_the_catalogue(player.language) if part in text]
        return [
            (address, part)
            for part in (*found, *(text[max(0, m.start() - 30) : m.end() + 30] for m in ENGLISH.finditer(text)))
        ]

    return left


def test_no_page_has_english_left_in_another_language(of_the_demo, english_on):
    left = []
    for language in TRANSLATED:
        Player.objects.update(language=language)
        of_the_demo.refresh_from_db()
        left += [(language, *line) for address in addresses() for line in english_on(of_the_demo, address)]
    assert not left, "\n".join(map(str, left))


def test_a_whole_game_is_played_in_french(anna, boris, chloe, dmitri, english_on):
    Player.objects.update(language="fr")
    now = timezone.now()
    game_id = make_table(anna, boris, seats=3, now=now, tile_set="A5 E5", starting_tiles=2, reveal_after="all")
    left = []

    def see():
        page = reverse("game", args=[game_id])
        left.extend(
            line for who in (anna, boris, chloe, dmitri) for line in english_on(Player.objects.get(pk=who.pk), page)
        )

    see()
    commands.join(game_id=game_id, player=chloe, now=now)
    for player in (anna, boris, chloe):
        commands.agree(game_id=game_id, player=player, now=now)
    see()
    look(game_id, anna, boris, chloe, at=now)
    ask(game_id, anna, at=now)
    see()
    now += timedelta(minutes=6)
    commands.apply_due(game_id=game_id, now=now)
    look(game_id, boris, at=now)
    order(game_id, boris, "JAYWALK A" if "A" in hand(game_id, boris) else "JAYWALK E", at=now)
    see()
    for player in (anna, boris, chloe):
        commands.play(game_id=game_id, player=player, orders=[Order("PAUSE")], now=now)
    see()
    commands.play(game_id=game_id, player=anna, orders=[Order("RESUME")], now=now)
    look(game_id, chloe, anna, at=now)
    ask(game_id, chloe, at=now)
    see()
    now += timedelta(minutes=6)
    commands.apply_due(game_id=game_id, now=now)
    see()
    order(game_id, boris, "resign", at=now)
    see()
    order(game_id, anna, "resign", at=now)
    see()
    assert not left, "\n".join(map(str, left))
    assert Game.objects.get(pk=game_id).phase == Game.Phase.FINISHED


@pytest.mark.parametrize("address", ["/", "/rules/", "/accounts/login/", "/accounts/signup/", "/nowhere/"])
def test_a_visitor_sees_the_language_of_the_browser(address, client, db):
    page = client.get(address, **IN_FRENCH)
    assert page["Content-Language"] == "fr"
    assert not ENGLISH.search(seen_text(page.content.decode()))
    assert client.get(address, HTTP_ACCEPT_LANGUAGE="ru")["Content-Language"] == "en"


def test_a_player_sees_the_chosen_language_whatever_the_browser_asks_for(client, anna):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/", **IN_FRENCH)["Content-Language"] == "en"
    saved = client.post(
        "/settings/account/",
        {"do": "save", "name": "Anna", "language": "fr", "time_zone": "UTC"},
        follow=True,
        **IN_FRENCH,
    )
    assert "Enregistré." in saved.content.decode()
    assert client.get("/", HTTP_ACCEPT_LANGUAGE="en")["Content-Language"] == "fr"


def test_an_unsupported_language_is_refused(client, anna):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    refused = client.post(
        "/settings/account/", {"do": "save", "name": "Anna", "language": "tlh", "time_zone": "UTC"}, follow=True
    )
    assert "errorlist" in refused.text
    anna.refresh_from_db()
    assert anna.language == "en"


def test_a_new_account_has_the_language_of_the_sign_up(client, db, mailoutbox):
    client.post("/accounts/signup/", {"email": "emile@example.org", "name": "Émile", "time_zone": "UTC"}, **IN_FRENCH)
    assert Player.objects.get(email="emile@example.org").language == "fr"
    assert mailoutbox[0].subject == "Votre code Lexicon"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("seconds", [0, 45, 300, 43200, 86400, 4 * 86400])
def test_a_duration_is_parsed_as_it_is_shown(language, seconds):
    with translation.override(language):
        assert SpanField().clean(span(seconds)) == seconds
        assert SpanField().clean(translation.gettext("none")) == 0


def test_api_errors_are_in_the_requested_language(client, db):
    refused = client.get("/api/v1/games/1", headers={"Accept-Language": "fr"})
    assert (refused.status_code, refused.json()["title"]) == (404, "Introuvable")
    assert client.get("/api/v1/games/1").json()["title"] == "Not found"


def test_links_into_the_rules_lead_to_the_same_places_in_every_language(client, db):
    places = [
        fromstring(client.get("/rules/", HTTP_ACCEPT_LANGUAGE=language).content.decode()).xpath("//article//@id")
        for language in ("en", *TRANSLATED)
    ]
    assert places == [places[0]] * len(places)
    assert {"draws", "api"} <= set(places[0])


def test_times_are_in_french_and_scores_keep_the_games_notation(client, db):
    people = [Player.objects.create_user(demo.address(name), name=name, language="fr") for name in demo.NAMES]
    demo.finish_one(people, timezone.now())
    client.force_login(people[0], backend="django.contrib.auth.backends.ModelBackend")
    finished = Game.objects.get(phase=Game.Phase.FINISHED)
    page = seen_text(client.get(reverse("game", args=[finished.pk]), follow=True).content.decode())
    assert re.search(r"(lun|mar|mer|jeu|ven|sam|dim)\. à \d\d:\d\d", page)
    assert re.search(r"\d+/\d+ ?= ?\d\.\d\d", page)
