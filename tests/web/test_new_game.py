"""Creating a game: the effect of each choice, and errors shown at their field and at the top."""

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from games.models import Game, Seat
from games.rules import registry
from games.rules.crossing.options import BEGINNINGS
from games.rules.options import read_options
from games.word_lists.shelf import import_words
from tests.tables import NOON

pytestmark = pytest.mark.django_db

EVERY_KIND = pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)

A_GAME = {"do": "make", "seats": "3", "preset": "daily", "word_list": "open"}


def set_up(client, **answers):
    return client.post("/games/new/", {**A_GAME, "do": "set_up", **answers}, follow=True)


def words_before_more(page):
    """Return the words that a step shows before the fold, without the navigation."""
    main = page.split('<main id="content"')[1].split("</main>")[0].split('<details class="panel more-settings"')[0]
    main = re.sub(r"<select.*?</select>|<svg.*?</svg>|<textarea.*?</textarea>", " ", main, flags=re.DOTALL)
    return unescape(strip_tags(main.split(">", 1)[1])).split()


def test_the_first_step_asks_which_game_and_with_whom(anna, browser_of):
    page = browser_of(anna).get("/games/new/").text
    for kind in registry.KINDS.values():
        assert f'name="kind" value="{kind.key}"' in page
        assert kind.name in page
    assert 'name="kind" value="crossing" checked' in page
    assert 'name="who" value="friends" checked' in page
    assert "Step 1 of 2" in page
    assert len(words_before_more(page)) <= 120


@EVERY_KIND
def test_every_kind_has_a_second_step_of_its_own(anna, browser_of, kind):
    page = browser_of(anna).get(f"/games/new/?kind={kind.key}").text
    assert f'<input type="hidden" name="kind" value="{kind.key}">' in page
    assert f"Step 2 of 2 · {kind.name}" in page
    assert (f'<option value="{kind.word_list}" selected>' in page) == kind.has_words
    least, most = kind.seats
    assert f'<option value="{least}" selected>' in page
    assert f'<option value="{most}">' in page
    assert ("Takes about" in page) == (kind.set_ups(least, kind.options_type()) is not None)
    assert len(words_before_more(page)) <= 200


def answers_of(form):
    return {bound.html_name: bound.value() for bound in form if bound.value() not in (None, False)}


def go_on(client, **answers):
    return client.post("/games/new/", {"kind": "crossing", "who": "friends", "do": "next", **answers}, follow=True)


def test_the_first_step_passes_its_answers_on(anna, browser_of):
    client = browser_of(anna)
    page = go_on(client, kind="crosslet", invite="emil@example.org fay@example.org")
    assert "Step 2 of 2 · Crosslet with emil@example.org and fay@example.org" in page.text
    assert "Create game and invite 2" in page.text
    form = page.context["form"]
    assert (form["seats"].value(), form["listed"].value()) == ("3", False)
    client.post("/games/new/", {**answers_of(form), "kind": "crosslet", "do": "make"})
    game = Game.objects.get()
    assert (game.kind, game.seat_count, game.listed, game.invitations.count()) == ("crosslet", 3, False, 2)


def test_a_game_for_anyone_is_public_and_invites_nobody(anna, browser_of):
    client = browser_of(anna)
    page = go_on(client, who="anyone", invite="emil@example.org")
    client.post("/games/new/", {**answers_of(page.context["form"]), "kind": "crossing", "do": "make"})
    game = Game.objects.get()
    assert (game.listed, game.invitations.count()) == (True, 0)


def test_an_invalid_address_is_reported_in_the_first_step(anna, browser_of):
    page = go_on(browser_of(anna), invite="nobody").text
    assert "Step 1 of 2" in page
    assert "“nobody” isn’t a valid email address." in page


def test_going_back_keeps_the_settings_unless_another_game_is_chosen(anna, browser_of):
    client = browser_of(anna)
    answers = answers_of(client.get("/games/new/?begin=wild").context["form"])
    changed = {**answers, "kind": "crossing", "option_starting_tiles": "18", "invite": "emil@example.org"}
    page = client.post("/games/new/", {**changed, "do": "who"}, follow=True)
    assert "Step 1 of 2" in page.text
    assert "emil@example.org</textarea>" in page.text
    carried = {bound.html_name: bound.value() for bound in page.context["carried"] if bound.value()}
    carried |= {"carried": "crossing", "invite": "emil@example.org"}
    form = go_on(client, **carried).context["form"]
    assert (form["preset"].value(), form["option_starting_tiles"].value()) == ("wild", "18")
    form = go_on(client, **{**carried, "kind": "lynx"}).context["form"]
    assert (form["preset"].value(), form["invite"].value()) == ("daily", "emil@example.org")


def test_a_game_against_a_robot_asks_how_strong_it_should_be(anna, browser_of):
    client = browser_of(anna)
    page = go_on(client, who="robot")
    assert "How strong?" in page.text
    assert 'name="level" value="first" checked' in page.text
    assert len(words_before_more(page.text)) <= 200
    answer = client.post("/practice/", {"kind": "crossing", "level": "first"})
    assert answer["Location"] == f"/games/{Game.objects.get().pk}/"


@pytest.mark.parametrize("chosen", ["daily", "wild", "leisurely"])
def test_unchanged_settings_follow_a_newly_chosen_preset(anna, browser_of, chosen):
    client, kind = browser_of(anna), registry.kind("crossing")
    answers = answers_of(client.get("/games/new/?kind=crossing").context["form"])
    assert answers["filled_with"] == "short"
    client.post("/games/new/", {**answers, "kind": "crossing", "preset": chosen, "do": "make"})
    begun = {one.name: one.options for one in kind.beginnings} | dict(kind.paces)
    assert read_options(kind.options_type, Game.objects.get().options) == read_options(kind.options_type, begun[chosen])


def test_changed_settings_survive_choosing_another_preset(anna, browser_of):
    client = browser_of(anna)
    answers = answers_of(client.get("/games/new/?kind=crossing").context["form"])
    changed = {**answers, "kind": "crossing", "option_jaywalk": "nobody", "preset": "leisurely"}
    form = client.post("/games/new/", {**changed, "do": "set_up"}, follow=True).context["form"]
    assert form["filled_with"].value() == "leisurely"
    assert form["option_jaywalk"].value() == "nobody"
    assert form["option_tile_set"].value() == "LC120"
    assert list(form.changed) == ["jaywalk"]


def test_the_changed_settings_are_marked_and_counted(anna, browser_of):
    page = set_up(browser_of(anna), option_starting_tiles="18", option_jaywalk="nobody")
    assert '<span class="quiet changed" id="changed">2 changed</span>' in page.text
    lines = [line for group in page.context["groups"] for line in group.lines]
    assert [line.name for line in lines if line.is_changed] == ["starting_tiles", "jaywalk"]


@EVERY_KIND
def test_a_group_has_at_most_six_settings_and_shows_its_current_value(anna, browser_of, kind):
    groups = browser_of(anna).get(f"/games/new/?kind={kind.key}").context["groups"]
    assert all(len(group.lines) <= 6 for group in groups)
    assert [group.title for group in groups if not group.says] in ([], ["Forfeits"])  # which shows no values


@EVERY_KIND
def test_the_default_form_creates_a_game_with_the_options_of_its_pace(anna, browser_of, kind):
    for pace, options in kind.paces.items():
        shown = browser_of(anna).get(f"/games/new/?kind={kind.key}&begin=daily").context["form"]
        answers = {
            bound.html_name: bound.value()
            for bound in shown
            if bound.value() is not None and bound.value() is not False
        }
        made = browser_of(anna).post("/games/new/", {**answers, "kind": kind.key, "preset": pace, "do": "make"})
        assert made.status_code == 302, made.text
        game = Game.objects.latest("pk")
        assert game.kind == kind.key
        assert read_options(kind.options_type, game.options) == read_options(kind.options_type, options)
        assert game.word_list.name == kind.word_list


@pytest.mark.parametrize("ask", ["get", "post"])
def test_a_game_of_an_unknown_kind_cannot_be_created(anna, browser_of, ask):
    assert getattr(browser_of(anna), ask)("/games/new/", {**A_GAME, "kind": "chess"}).status_code == 404
    assert Game.objects.count() == 0


def test_a_pace_says_what_it_means_in_days_and_clocks(anna, browser_of):
    page = browser_of(anna).get("/games/new/?kind=crossing").text
    assert "A light takes about 2 days" in page
    assert "Time to look 24 h" in page


def test_the_estimated_days_are_close_to_simulated_games(anna, browser_of):
    rows = set_up(browser_of(anna)).context["set_ups"]
    simulated = {2: 32, 3: 21, 4: 17, 5: 11}
    shown = {row.players: int(row.lasts.split()[0]) for row in rows}
    assert all(abs(shown[players] - days) <= 1 for players, days in simulated.items())


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ({}, "With LC120, 3 players start with 20 tiles each. That leaves 60 in the pool, enough for 20 lights"),
        ({"preset": "leisurely"}, "a game of about 42 days"),
        ({"preset": "live"}, "a game of about 30 minutes"),
        ({"option_tiles_per_light": "2"}, "enough for 10 lights: a game of about 12 days"),
        ({"option_starting_tiles": "30"}, "start with 30 tiles each. That leaves 30 in the pool"),
    ],
)
def test_the_set_up_follows_the_choice(anna, browser_of, answers, says):
    assert says in set_up(browser_of(anna), **answers).text
    assert Game.objects.count() == 0


def test_options_are_grouped_under_headings_with_their_consequences(anna, browser_of):
    groups = {group.title: group for group in set_up(browser_of(anna), option_jaywalk_draw="2").context["groups"]}
    assert list(groups) == [
        "Tiles",
        "Lights",
        "Jaywalks",
        "Words and challenges",
        "Who sees what",
        "Teams",
        "Clocks",
        "Forfeits",
        "Vacations and nights",
    ]
    assert {title: group.changed for title, group in groups.items() if group.changed} == {"Jaywalks": "1 changed"}
    lines = {line.name: line for group in groups.values() for line in group.lines}
    assert lines["tiles_per_light"].comes_to == (
        "As chosen: 20 lights, about 22 days. Two tiles each: 10 lights, about 12 days."
    )
    assert lines["jaywalk_draw"].needs == "option_jaywalk"
    assert lines["jaywalk_draw"].needs_says == (
        "Only applies with: Jaywalk: everyone except the player who called the last light / everyone, including the player "
        "who called the last light / players who are behind: their submitted score is below another player’s when "
        "the round begins."
    )
    assert lines["team_wins"].needs_says == "Only applies with: Teams."


def test_jaywalks_that_shorten_the_game_show_a_warning(anna, browser_of):
    page = set_up(browser_of(anna), option_jaywalk_draw="2").text
    assert (
        page.count("Two for one empties the pool sooner. If every jaywalk is used, there are 12 lights, about 14 days.")
        == 1
    )


@EVERY_KIND
def test_each_option_appears_under_only_one_heading(anna, browser_of, kind):
    groups = browser_of(anna).get(f"/games/new/?kind={kind.key}").context["groups"]
    names = [line.name for group in groups for line in group.lines]
    assert len(names) == len(set(names))
    if not kind.groups:
        assert {group.title for group in groups} <= {"Settings", "Clocks", "Vacations and nights"}


def test_a_set_up_that_cannot_be_dealt_says_why(anna, browser_of):
    answer = set_up(browser_of(anna), option_starting_tiles="60")
    assert answer.status_code == 200
    assert "Deal 40 or fewer, or choose a larger set." in answer.context["no_set_up"]


def test_the_creator_has_accepted_and_sees_who_was_invited(anna, browser_of):
    page = browser_of(anna).post(
        "/games/new/", {**A_GAME, "invite": "emil@example.org", "cut": " rose 22 "}, follow=True
    )
    assert "The game has been created. We’ve sent an invitation to emil@example.org." in page.text
    assert "You have accepted." in page.text
    assert Seat.objects.get(player=anna).cut == "rose 22"


def test_errors_appear_at_the_top_with_links_and_beside_their_fields(anna, browser_of):
    wrong = {"invite": "nobody", "option_leeway": "soon"}
    answer = browser_of(anna).post("/games/new/", {**A_GAME, **wrong}, follow=True)
    assert '<a href="#id_invite">Invitations by email</a>: “nobody” isn’t a valid email address.' in answer.text
    assert '<a href="#id_option_leeway">Leeway</a>: Enter a time such as' in answer.text
    assert answer.text.count("“nobody” isn’t a valid email address.") == 2
    assert Game.objects.count() == 0


@pytest.mark.parametrize(("language", "written"), [("en", "never"), ("en", "Never"), ("fr", "jamais")])
def test_a_time_can_be_a_word_the_form_suggests(anna, browser_of, language, written):
    client = browser_of(anna)
    client.cookies["django_language"] = anna.language = language
    anna.save()
    client.post("/games/new/", {**A_GAME, "option_call_within": written})
    game = Game.objects.get()
    assert game.options["call_within"] == "never"
    page = " ".join(unescape(strip_tags(client.get(f"/games/{game.pk}/").text)).split())
    assert {"en": "Time to ask for a light: never", "fr": "Temps pour demander un feu : jamais"}[language] in page
    kept = {**A_GAME, "do": "save_preset", "preset_name": "Slow", "option_call_within": written}
    client.post("/games/new/", kept, follow=True)
    again = client.get(f"/games/new/?own={anna.presets.get().pk}").context["form"]
    assert again["option_call_within"].value() == written.lower()


def test_an_unreadable_time_is_refused_with_the_allowed_words(anna, browser_of):
    answer = browser_of(anna).post("/games/new/", {**A_GAME, "option_call_within": "when I like"}, follow=True)
    assert "Enter a time such as 5 min, 12 h or 4 days, or 0 for none. You can also enter: never." in answer.text
    assert (
        "If nobody has asked by then, an amber light deals everyone new tiles. With “never”, a light only comes when somebody asks. The game is then scored if nobody asks for the time set under “Abandon after”."
        in answer.text
    )
    assert Game.objects.count() == 0


def test_the_default_is_a_short_game_with_others_beside_it(anna, browser_of):
    client = browser_of(anna)
    page = client.get("/games/new/?kind=crossing")
    form = page.context["form"]
    assert list(form.starts) == ["short", "daily", "leisurely", "live", "wild"]
    assert form["preset"].value() == "short"
    assert "a game of about 7 days" in page.text
    assert '<details class="panel more-settings">' in page.text
    client.post("/games/new/", {**answers_of(form), "kind": "crossing", "do": "make"})
    options = Game.objects.get().options
    assert (options["tile_set"], options["starting_tiles"], options["tiles_per_light"]) == ("LC62", 15, 2)


@pytest.mark.parametrize(
    ("pace", "seconds"), [("short", 16 * 3600), ("daily", 24 * 3600), ("leisurely", 48 * 3600), ("live", 600)]
)
def test_choosing_another_pace_replaces_the_default_clock(anna, browser_of, pace, seconds):
    client = browser_of(anna)
    form = client.get("/games/new/?kind=crossing").context["form"]
    answers = {bound.html_name: bound.value() for bound in form if bound.value() not in (None, False)}
    client.post("/games/new/", {**answers, "preset": pace, "kind": "crossing", "do": "make"})
    assert Game.objects.get().options["see_within"] == seconds


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=lambda one: one.name)
def test_each_starting_preset_suits_two_players_without_a_warning(beginning):
    kind = registry.kind("crossing")
    assert kind.set_up(2, read_options(kind.options_type, beginning.options)) == ()


def test_clock_settings_are_folded_away(anna, browser_of):
    page = browser_of(anna).get("/games/new/?kind=crossing").text
    before, fold = page.split('<details class="panel more-settings">')
    assert "Time bank" not in before
    assert "Time bank" in fold


def test_a_game_without_letters_asks_for_no_word_list(client, anna):
    client.force_login(anna)
    assert 'name="word_list"' in client.get("/games/new/?kind=lynx").text
    assert "Word list" not in client.get("/games/new/?kind=handshake").text
    asked = {"kind": "handshake", "do": "make", "seats": 3, "preset": "daily"}
    page = client.post("/games/new/", asked, follow=True)
    assert Game.objects.get().kind == "handshake"
    assert "Word list" not in page.text


@EVERY_KIND
def test_the_phrase_list_is_offered_only_for_games_with_phrases(anna, browser_of, kind):
    for name in ("open", "phrases"):
        import_words(("AE", "EA"), name=name, now=NOON)
    page = browser_of(anna).get(f"/games/new/?kind={kind.key}").text
    assert ('<option value="phrases"' in page) == (kind.word_list == "phrases")
