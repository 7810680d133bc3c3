"""Parts of pages whose HTML is cached for many readers contain nothing of a single reader."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, RequestContext, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from games.queries.lists import OpenGame
from games.web.templatetags.pages import drawn_lines
from tests.tables import NOON


@pytest.fixture
def request_():
    request = RequestFactory().get("/rules/")
    request.user = AnonymousUser()
    return request


def test_a_cached_part_ignores_its_reader_and_the_request(request_):
    page = Template('{% load pages %}{% cached_include "_waits.html" %}{{ name }}')
    first = page.render(RequestContext(request_, {"name": "Anna", "waiting": 7}))
    assert "Anna" in first
    assert "7" not in first
    assert page.render(Context({"name": "Boris"})) == first.replace("Anna", "Boris")


def test_parts_are_cached_separately_for_each_language():
    page = Template('{% load pages %}{% cached_include "_nav.html" %}')
    english = page.render(Context())
    with translation.override("fr"):
        assert page.render(Context()) != english
    assert page.render(Context()) == english


def test_parts_are_cached_separately_for_each_value():
    page = Template('{% load pages %}{% cached_include "_nav.html" place=place is_signed_in=True %}')
    assert 'href="/together/" aria-current="true"' in page.render(Context({"place": "together"}))
    assert 'href="/together/" aria-current="true"' not in page.render(Context({"place": "today"}))


def a_line(**fields):
    usual = {
        "id": 7,
        "maker": "Anna",
        "kind_name": "Crosslet",
        "seats": 2,
        "taken": 1,
        "options_says": "Daily",
        "house_rules": (),
        "made_at": NOON,
        "ends_at": NOON + timedelta(days=14),
        "is_rated": False,
        "picture": "",
    }
    return OpenGame(**{**usual, **fields})


def test_a_cached_line_is_reused_only_for_the_same_content():
    assert "1 of 2" in drawn_lines([a_line()])
    assert "2 of 2" in drawn_lines([a_line(taken=2)])
    assert "Boris" in drawn_lines([a_line(maker="Boris")])
    assert drawn_lines([a_line()]) == drawn_lines([a_line()])
    assert drawn_lines([]) == ""
    with translation.override("fr"), timezone.override("Europe/Paris"):
        assert drawn_lines([a_line()]) != drawn_lines([a_line(maker="Boris")])


def test_a_name_is_escaped_in_a_cached_line():
    assert "&lt;b&gt;Anna" in drawn_lines([a_line(maker="<b>Anna")])
