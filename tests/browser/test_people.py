"""The pages of people and of players: accessible, and nothing on them is wider than a phone."""

import pytest
from django.utils import timezone

from games import commands
from games.commands import clubs
from games.players.models import Club, Report
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, PHONE
from tests.tables import DAY, order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def addresses(transactional_db, anna, boris, chloe):
    now = timezone.now()
    order(start(anna, boris, now=now), boris, "resign", at=now)
    order(start(anna, chloe, now=now), anna, "resign", at=now)
    talked = start(anna, boris, now=now)
    commands.say(game_id=talked, player=boris, text="You duffer " * 9, now=now)
    Report.objects.create(about=anna, words="Rude " * 20, made_at=now, decision="silenced", silenced_until=now + DAY)
    commands.regard(player=anna, other=boris, follows=True, note="Plays late, and long words" * 6, now=now)
    commands.regard(player=anna, other=chloe, blocks=True, now=now)
    commands.count_finished(now=now)
    club = clubs.found_club(player=anna, name="Larks " * 6, about="Early", is_public=True, now=now)
    clubs.make_club_link(club_id=club, player=anna, now=now)
    clubs.join_club(link=Club.objects.get().link, player=boris, now=now)
    return (
        f"/players/{anna.pk}/",
        "/clubs/",
        f"/clubs/{club}/",
        "/people/",
        "/people/?q=bo",
        "/together/",
        f"/players/{boris.pk}/",
        f"/players/{chloe.pk}/",
        f"/people/{chloe.pk}/report/",
        f"/games/{talked}/report/",
        "/settings/account/decisions/",
    )


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pages_of_people_are_accessible(window, addresses, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    for address in addresses:
        assert page.goto(address).status == 200
        assert list(violations_by_day_and_night(page)) == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
