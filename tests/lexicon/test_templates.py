"""Our template loader renders the same pages as Django's own."""

import pytest
from django.template import Context, Engine
from django.template.base import TextNode
from django.template.defaulttags import LoadNode
from django.urls import set_script_prefix
from django.utils.translation import override

FILES = {
    "above.html": "{% load i18n static %}<h1>{% block title %}{% trans 'Rules' %}{% endblock %}</h1>{% block rest %}{% endblock %}",
    "page.html": "{% extends 'above.html' %}{% load i18n %}{% block rest %}{% include 'part.html' with name='A&B' %}{{ name }}{% endblock %}",
    "under.html": "{% extends 'page.html' %}{% block title %}{{ block.super }} of {{ name }}{% endblock %}",
    "below.html": "{% extends 'under.html' %}{% block rest %}{{ name }} below{% endblock %}",
    "part.html": "{% load i18n %}{% trans 'Games' as games %}<a href=\"{% url 'home' %}\">{{ games }}</a>{% block own %}{{ name }}{% endblock %}",
    "plain.html": "{% load i18n %}<p>{% blocktrans %}New game{% endblocktrans %}{# not said #}{% trans 'Rules' %}</p>",
    "spoken.html": "{% load i18n %}{% language 'fr' %}{% trans 'Rules' %}{% endlanguage %}",
    "tree.html": "{% if not deep %}{% include 'tree.html' with deep='100 %' %}{% endif %}{{ name }}{{ deep }}",
    "alone.html": "{% include 'part.html' with name='C' only %}",
    "nested.html": "{% extends 'page.html' %}{% block rest %}[{% block inner %}{{ name }}{% endblock %}]{% endblock %}",
    "inner.html": "{% extends 'nested.html' %}{% load static %}{% block inner %}{% static 'a.css' %}{% endblock %}",
    "told.html": "{% load i18n %}{% blocktrans with id=name|lower %}Game {{ id }}{% endblocktrans %}, {% blocktrans trimmed with player=name other='B&B' %}\n For {{ player }} \n{% endblocktrans %}",
    "told_of.html": "{% load i18n %}{% blocktrans with one=name %}Rules of {{ kind }}{% endblocktrans %}{% blocktrans with kind=nobody.name %}Rules of {{ kind }}{% endblocktrans %}",
    "counted.html": "{% load i18n %}{% blocktrans count n=2 with name=name %}{{ n }} of {{ name }}{% plural %}{{ n }} of all{% endblocktrans %}",
    "set.html": "{% load i18n %}{% blocktrans with kind=name asvar word %}Rules of {{ kind }}{% endblocktrans %}{{ word }}",
    "elsewhere.html": "{% if there %}{% url 'nowhere' %}{% endif %}fine",
}
LIBRARIES = {"i18n": "django.templatetags.i18n", "static": "django.templatetags.static"}


def engine(loader: str) -> Engine:
    return Engine(loaders=[(loader, [("django.template.loaders.locmem.Loader", FILES)])], libraries=LIBRARIES)


@pytest.fixture
def ours() -> Engine:
    return engine("lexicon.templates.Loader")


@pytest.mark.parametrize("name", FILES)
def test_pages_are_the_same_as_with_djangos_own_loader(ours, name):
    plain = engine("django.template.loaders.cached.Loader")
    for language in ("en", "fr", "en"):
        with override(language):
            said = [one.get_template(name).render(Context({"name": "<Anna>"})) for one in (ours, plain)]
        assert said[0] == said[1]


def test_parts_that_depend_only_on_the_language_are_text(ours):
    nodes = ours.get_template("plain.html").nodelist
    assert [node.s for node in nodes if isinstance(node, TextNode)] == ["<p>New gameRules</p>"]


def test_a_message_with_values_is_text_with_variables(ours):
    with override("fr"):
        nodes = [node for node in ours.get_template("told.html").nodelist if not isinstance(node, LoadNode)]
    texts = [node.s if isinstance(node, TextNode) else node.filter_expression.token for node in nodes]
    assert texts == ["Partie ", "name|lower", ", Pour ", "name"]


def test_urls_start_with_the_script_prefix(ours):
    assert 'href="/"' in ours.get_template("part.html").render(Context())
    set_script_prefix("/lexicon/")
    try:
        assert 'href="/lexicon/"' in ours.get_template("part.html").render(Context())
    finally:
        set_script_prefix("/")
