"""The names of URLs: two routes with one name would send a form to the wrong one."""

from collections import defaultdict

import pytest
from django.urls import URLResolver, get_resolver

REPLACED = ("account_", "mfa_", "socialaccount_", "usersessions_")  # pages of allauth, some of which we replace


def named(resolver):
    """Yield the name and the view of all routes outside namespaces."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            if one.namespace is None:
                yield from named(one)
        elif one.name and not one.name.startswith(REPLACED):
            yield one.name, one.callback


def test_url_names_are_unique_to_one_view():
    views = defaultdict(set)
    for name, view in named(get_resolver()):
        views[name].add(view)
    assert {"home", "order", "held"} <= set(views)
    assert [name for name, those in views.items() if len(those) > 1] == []


@pytest.mark.parametrize(
    ("earlier", "now"),
    [
        ("/score/?set=S98", "/calculator/?set=S98"),
        ("/score/sheet/", "/calculator/sheet/"),
        ("/look/?game=7", "/settings/appearance/?game=7"),
        ("/games/7/film.json", "/games/7/replay.json"),
        ("/profile/", "/you/"),
        ("/profile/mail/", "/settings/notifications/"),
        ("/profile/channels/", "/settings/notifications/channels/"),
        ("/profile/decisions/", "/settings/account/decisions/"),
        ("/profile/lexicon.json", "/settings/account/lexicon.json"),
        ("/profile/delete/", "/settings/account/delete/"),
        ("/people/7/", "/players/7/"),
        ("/api/v1/docs/", "/api/v1/docs"),
        ("/admin/tournaments/tournament/7/dashboard/", "/tournaments/7/run/"),
        ("/admin/tournaments/tournament/7/preview/", "/tournaments/7/run/preview/"),
        ("/admin/tournaments/tournament/7/events/3/", "/tournaments/7/run/events/3/"),
    ],
)
def test_an_old_url_redirects_to_the_new_page(client, earlier, now):
    answer = client.get(earlier)
    assert (answer.status_code, answer["Location"]) == (301, now)
