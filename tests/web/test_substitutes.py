"""The pages for requesting and answering substitutes, and what the game shows meanwhile."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.models import Seat, Substitution
from games.players.tokens import token_of_substitution
from tests.positions import just_now
from tests.substitutes import acquainted, ask_substitute, lent
from tests.tables import hand, look, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def game_id(anna, boris, dmitri):
    """A private game that has just begun; Anna knows Dmitri."""
    acquainted(anna, dmitri, now=just_now() - timedelta(days=9))
    game_id = start(anna, boris, now=just_now(), listed=False)
    look(game_id, anna, boris, at=just_now())
    return game_id


def signed_in(player):
    client = Client()
    client.force_login(player)
    return client


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def a_week(dmitri, **more):
    today = timezone.localdate()
    days = {"first": today.isoformat(), "last": (today + timedelta(days=6)).isoformat()}
    return {"do": "ask", "to": str(dmitri.pk), "may": "layouts", **days, **more}


def test_the_game_links_to_the_page_for_requesting_a_substitute(game_id, anna, boris, dmitri):
    client = signed_in(anna)
    assert f'href="/games/{game_id}/lend/"' in page(client, f"/games/{game_id}/more/")
    shown = page(client, f"/games/{game_id}/lend/")
    assert f'<option value="{dmitri.pk}">Dmitri</option>' in shown
    assert client.post(f"/games/{game_id}/lend/", a_week(dmitri)).url == f"/games/{game_id}/lend/"
    shown = page(client, f"/games/{game_id}/lend/")
    assert "You have asked Dmitri to play for you. They haven’t answered yet." in shown
    assert "Send request" not in shown
    client.post(f"/games/{game_id}/lend/", {"do": "end", "substitution": str(Substitution.objects.get().pk)})
    assert "Send request" in page(client, f"/games/{game_id}/lend/")


def test_a_refused_request_shows_the_error_and_keeps_the_input(game_id, anna, dmitri):
    client = signed_in(anna)
    late = (timezone.localdate() + timedelta(days=90)).isoformat()
    client.post(f"/games/{game_id}/lend/", a_week(dmitri, last=late))
    shown = page(client, f"/games/{game_id}/lend/")
    assert "A substitute can play for you for at most 60 days, starting within the next 60 days." in shown
    assert f'value="{late}"' in shown
    client.post(f"/games/{game_id}/lend/", a_week(dmitri, to="999"))
    assert "999 is not one of the available choices" in page(client, f"/games/{game_id}/lend/")
    assert not Substitution.objects.exists()


def test_only_the_owner_of_a_seat_can_request_a_substitute(game_id, anna, boris, chloe, dmitri):
    assert signed_in(chloe).get(f"/games/{game_id}/lend/").status_code == 404
    assert signed_in(chloe).post(f"/games/{game_id}/lend/", a_week(dmitri)).status_code == 302
    assert not Substitution.objects.exists()
    lent(game_id, anna, dmitri, now=just_now())
    substitute = signed_in(dmitri)
    assert substitute.get(f"/games/{game_id}/lend/").status_code == 404
    assert f'href="/games/{game_id}/lend/"' not in page(substitute, f"/games/{game_id}/more/")
    substitution = Substitution.objects.get()
    assert signed_in(boris).post("/loans/", {"do": "end", "substitution": str(substitution.pk)}).status_code == 404
    assert Substitution.objects.get().ended_at is None


def test_a_substitute_request_appears_on_the_start_page(game_id, anna, dmitri):
    substitution = ask_substitute(game_id, anna, now=just_now())
    client = signed_in(dmitri)
    shown = page(client, "/")
    assert "Anna asks you to play for them." in shown
    assert f"/loans/{token_of_substitution(substitution.link)}/" in shown
    assert "1 waiting for you" in page(client, "/people/") or "(1)" in shown
    assert client.get(f"/games/{game_id}/").status_code == 404
    assert "asks you to play for them" not in page(signed_in(anna), "/")


def test_a_substitute_can_accept_and_end_on_the_page_of_the_request(game_id, anna, dmitri):
    substitution = ask_substitute(game_id, anna, now=just_now())
    client, at = signed_in(dmitri), f"/loans/{token_of_substitution(substitution.link)}/"
    lines = [line for line in page(client, at).splitlines() if "csrf" not in line]  # whose tokens are random
    assert hand(game_id, anna) not in "\n".join(lines)
    assert "If you do nothing, nothing changes." in page(client, at)
    assert client.get("/loans/nonsense/").status_code == 404
    assert client.get(f"/loans/{substitution.link}/").status_code == 404
    assert client.post(at, {"do": "anything"}).status_code == 400
    client.post(at, {"do": "accept"})
    assert "You’re playing for Anna." in page(client, at)
    assert "If you do nothing" not in page(client, at)
    table = page(client, f"/games/{game_id}/")
    assert "You’re playing for Anna until" in table
    assert "Resign" not in table
    assert "Dmitri is playing for you." in page(signed_in(anna), f"/games/{game_id}/")
    client.post("/loans/", {"do": "end", "substitution": str(substitution.pk)})
    assert client.get(f"/games/{game_id}/").status_code == 404
    assert "You’re no longer playing for Anna." in page(client, at)


def test_a_request_can_be_declined_on_its_page(game_id, anna, dmitri):
    substitution = ask_substitute(game_id, anna, now=just_now())
    client, at = Client(), f"/loans/{token_of_substitution(substitution.link)}/"
    client.post(at, {"do": "decline"})
    assert "You declined to play for Anna." in page(client, at)
    client.post(at, {"do": "accept"})
    assert "This request is no longer open." in page(client, at)
    assert Seat.objects.filter(game=game_id).count() == 2


def test_a_substitute_can_be_requested_for_all_games_at_once(game_id, anna, boris, dmitri):
    start(anna, boris, now=just_now(), lending="never")
    client = signed_in(anna)
    assert 'href="/loans/"' in page(client, "/settings/vacation/")
    client.post("/loans/", a_week(dmitri))
    shown = page(client, "/loans/")
    assert "Request sent for 1 game. You can’t have a substitute in 1 game. Its page says why." in shown
    assert "You have asked Dmitri to play for you. They haven’t answered yet." in shown
    assert "Anna asks you to play for them." in page(signed_in(dmitri), "/loans/")


def test_requests_beyond_a_substitutes_limit_show_a_warning(game_id, anna, boris, dmitri):
    client, too_many = signed_in(anna), "One player can play for others in at most 10 games."
    for _ in range(9):
        start(anna, boris, now=just_now(), listed=False)
    assert "Request sent for 10 games." in (told := client.post("/loans/", a_week(dmitri), follow=True).text)
    assert too_many not in told
    for substitution in Substitution.objects.filter(player=anna):
        client.post("/loans/", {"do": "end", "substitution": str(substitution.pk)})
    start(anna, boris, now=just_now(), listed=False)
    assert "Request sent for 11 games." in (told := client.post("/loans/", a_week(dmitri), follow=True).text)
    assert too_many in told
    asked = "You have asked Dmitri to play for you. They haven’t answered yet."
    assert [page(client, f"/loans/?page={n}").count(asked) for n in (1, 2)] == [10, 1]


def test_a_former_substitute_sees_nothing_of_the_private_game(game_id, anna, dmitri):
    substitution = lent(game_id, anna, dmitri, now=just_now())
    client = signed_in(dmitri)
    had = client.get(f"/games/{game_id}/")
    commands.end_substitution(substitution_id=substitution.pk, player=anna, now=timezone.now())
    for path in ("", "drafts/", "record.json", "words.json?of=AA"):
        assert client.get(f"/games/{game_id}/{path}").status_code in (302, 404, 405), path
    kept = client.get(f"/games/{game_id}/", headers={"If-None-Match": had.headers.get("ETag", "")})
    assert kept.status_code == 404
    for path, body in (("order/", {"verb": "GRID"}), ("say/", {"text": "x"}), ("note/", {"note": "x"})):
        assert client.post(f"/games/{game_id}/{path}", body).status_code in (302, 404), path
    assert Seat.objects.filter(game=game_id).count() == 2


def test_the_page_shows_that_substitutes_are_not_allowed(anna, boris):
    game_id = start(anna, boris, now=just_now(), lending="never")
    assert "<strong>Substitutes:</strong> not allowed" in page(signed_in(boris), f"/games/{game_id}/more/")


def test_the_start_page_shows_three_requests_and_links_to_all(game_id, anna, boris, dmitri):
    substitute = signed_in(dmitri)
    assert "Once you’re in a game, you can ask people you have played with to play for you." in page(
        substitute, "/loans/"
    )
    for at in (game_id, *(start(anna, boris, now=just_now(), listed=False) for _ in range(3))):
        assert "All substitutes" not in page(substitute, "/")
        ask_substitute(at, anna, now=just_now())
    asked = "Anna asks you to play for them."
    assert page(substitute, "/").count(asked) == 3
    assert 'href="/loans/">All substitutes' in page(substitute, "/")
    assert page(substitute, "/loans/").count(asked) == 4


def test_the_french_pages_offer_to_end_the_substitution(game_id, anna):
    anna.language = "fr"
    anna.save(update_fields=["language"])
    ask_substitute(game_id, anna, now=just_now())
    for path in (f"/games/{game_id}/lend/", "/loans/"):
        assert "Mettre fin au remplacement" in page(signed_in(anna), path)


def test_the_header_shows_the_owner_and_the_substitute_who_plays(game_id, anna, boris, dmitri):
    lent(game_id, anna, dmitri, now=just_now())
    for player, says in ((anna, "Dmitri plays for you"), (dmitri, "For Anna")):
        head = page(signed_in(player), f"/games/{game_id}/").split('id="status_line"')[1].split("</div>")[0]
        assert f"<strong>{says}</strong>" in head
    assert "plays for you" not in page(signed_in(boris), f"/games/{game_id}/")
