"""The privacy page is true for this server, in the operator's words or ours, and says who runs it."""

import re
from itertools import product

import pytest

from lexicon import checks, privacy, retention

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(settings):
    settings.OPERATOR_NAME, settings.OPERATOR_ADDRESS = "Ada Byron", "12 Square, London"
    settings.OPERATOR_CONTACT = "ada@lexicon.example.org"


@pytest.fixture
def own_page(settings, tmp_path):
    """The operator's own privacy page, in two languages."""
    file = tmp_path / "ours.md"
    file.write_text("## Ours\n\nGuests stay {{ KEEP_GUESTS_DAYS }} days; write to {{ operator_contact }}.")
    (tmp_path / "ours.fr.md").write_text("## Le nôtre\n\nLes visites durent {{ KEEP_GUESTS_DAYS }} jours.")
    settings.PRIVACY_PAGE = str(file)
    return file


def page(browser_of, language="en"):
    answer = browser_of().get("/privacy/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def test_the_front_page_links_to_the_privacy_page(browser_of):
    assert 'href="/privacy/"' in browser_of().get("/").text


def test_a_server_without_its_own_page_shows_the_default_one(browser_of, operator):
    shown = page(browser_of)
    for says in (
        "Ada Byron",
        "12 Square, London",
        'href="mailto:ada@lexicon.example.org"',
        "deletes your account at once",
    ):
        assert says in shown
    assert "{{" not in shown


@pytest.mark.parametrize(("language", "days"), [("en", "days"), ("fr", "jours")])
def test_the_retention_days_come_from_the_settings(browser_of, settings, operator, language, days):
    settings.KEEP_REPORTS_DAYS = 123
    shown = page(browser_of, language)
    assert f"<td>123 {days}</td>" in shown
    assert len(re.findall(r"<td>\d+ \w+</td>", shown)) == len(retention.KEPT)


def test_the_page_names_the_external_services_in_use(browser_of, settings, operator):
    assert "This is a test server. No emails leave it." in page(browser_of) or settings.EMAIL_BACKEND.startswith(
        "django"
    )
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.SENTRY_DSN, settings.VAPID_PRIVATE_KEY = "https://key@sentry.example.org/1", "x"
    shown = page(browser_of)
    for says in (
        "(postmark)",
        "push service",
        "Software errors are reported to an error-tracking service. The reports say what went wrong and where. They contain nothing about players.",
    ):
        assert says in shown
    assert "key@sentry" not in shown
    settings.SENTRY_DSN = settings.VAPID_PRIVATE_KEY = ""
    shown = page(browser_of)
    assert "push service" not in shown
    assert (
        "Software errors are reported to an error-tracking service. The reports say what went wrong and where. They contain nothing about players."
        not in shown
    )


def test_the_operators_own_page_is_filled_in_with_a_contact_line(browser_of, operator, own_page):
    shown = page(browser_of)
    assert "Guests stay 30 days" in shown
    assert "This server is run by:" in shown
    assert "deletes your account" not in shown
    assert "Les visites durent 30 jours" in page(browser_of, "fr")
    assert checks.check_privacy_page(None) == []


def test_a_language_without_its_own_text_gets_the_first_one(browser_of, operator, own_page):
    own_page.with_name("ours.fr.md").unlink()
    assert "Guests stay 30 days" in page(browser_of, "fr")


def test_unknown_placeholders_and_missing_files_fail_the_check(settings, own_page):
    own_page.write_text("{{ KEEP_CAKES_DAYS }}")
    (error,) = checks.check_privacy_page(None)
    assert "{{ KEEP_CAKES_DAYS }}" in error.msg
    assert "KEEP_GUESTS_DAYS" in error.hint
    settings.PRIVACY_PAGE = "/nowhere/page.md"
    (error,) = checks.check_privacy_page(None)
    assert error.id == "lexicon.E009"
    assert "Markdown file in UTF-8" in error.hint


def test_a_server_without_an_operator_says_so_and_warns(browser_of, settings):
    assert "The operator of this server hasn’t said who they are." in page(browser_of)
    assert [one.id for one in checks.check_operator_is_named(None)] == ["lexicon.W007"]
    settings.OPERATOR_NAME, settings.OPERATOR_CONTACT = "Ada", "https://lexicon.example.org/contact"
    assert checks.check_operator_is_named(None) == []
    assert 'href="https://lexicon.example.org/contact"' in page(browser_of)


def test_the_samples_of_all_languages_have_the_same_sections_and_names(settings):
    english, *others = (file.read_text(encoding="utf-8") for file in privacy._in_all_languages(privacy.SAMPLE))
    assert len(others) == len(settings.LANGUAGES) - 1
    for other, pattern in product(others, (r"^## ", r"^- \*\*", r"\{\{ \w+ \}\}")):
        assert len(re.findall(pattern, english, re.MULTILINE)) == len(re.findall(pattern, other, re.MULTILINE))
    assert privacy.unknown_names("".join([english, *others])) == set()


def test_the_french_sample_has_no_plain_spaces_before_punctuation():
    assert re.findall(r"\S* [;:!?](?:\s|$)", privacy.SAMPLE.with_name("SAMPLE.fr.md").read_text(encoding="utf-8")) == []


def test_the_page_makes_no_query_for_a_visitor(browser_of, django_assert_num_queries):
    client = browser_of()
    client.get("/privacy/")
    with django_assert_num_queries(0):
        client.get("/privacy/")


@pytest.mark.parametrize("contact", ["security@lexicon.example.org", "http://lexicon.example.org", "see our page"])
def test_an_unusable_security_contact_fails_the_check(settings, contact):
    settings.SECURITY_CONTACT = contact
    (error,) = checks.check_security_contact(None)
    assert "mailto:" in error.hint
    settings.SECURITY_CONTACT = "mailto:security@lexicon.example.org"
    assert checks.check_security_contact(None) == []
