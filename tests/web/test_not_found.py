"""The site's own page for an unknown URL, also on a trial server."""

import pytest
from django.test import Client, override_settings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/nowhere/", "/rules/chess/"])
def test_a_trial_server_shows_the_sites_own_404_page(address, settings):
    trying_out = [*settings.MIDDLEWARE, "games.web.not_found.OwnPageNotFound"]
    with override_settings(DEBUG=True, MIDDLEWARE=trying_out):
        answer = Client().get(address)
    assert answer.status_code == 404
    assert "Page not found" in answer.text
    assert "URLconf" not in answer.text
