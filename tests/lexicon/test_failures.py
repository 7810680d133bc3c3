"""Failures on our side: everybody is told what to do next, and programs are told when to try again."""

from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db

WHOLE = "either completely or not at all"


@contextmanager
def failing(error):
    """Let every statement fail."""

    def fail(execute, sql, params, many, context):
        raise error

    with connection.execute_wrapper(fail):
        yield


@pytest.fixture
def browser():
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("error", "status", "retry_after", "heading"),
    [
        (OperationalError("connection refused"), 503, "60", "Lexicon isn’t available at the moment"),
        (ValueError("a mistake"), 500, None, "Something went wrong on our side"),
    ],
)
def test_a_page_says_what_failed_and_what_to_do(browser, error, status, retry_after, heading):
    with failing(error):
        response = browser.get("/games/1/")
    page = response.content.decode()
    assert (response.status_code, response.get("Retry-After")) == (status, retry_after)
    assert heading in page
    assert WHOLE in page
    assert str(error) not in page


@pytest.mark.parametrize(
    ("error", "status", "retry_after"),
    [(OperationalError("connection refused"), 503, "60"), (ValueError("a mistake"), 500, None)],
)
def test_the_api_answers_with_a_problem(browser, error, status, retry_after):
    with failing(error):
        response = browser.get("/api/v1/games", headers={"Authorization": "Bearer x"})
    assert (response.status_code, response.get("Retry-After")) == (status, retry_after)
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["status"] == status
    assert WHOLE in response.json()["detail"]
    assert str(error) not in response.content.decode()
