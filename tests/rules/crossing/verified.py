"""Verifies records of Lexicon Crossing twice: the rules play them again, and `by_hand` checks them independently."""

import json

import pytest

from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord
from tests.rules.crossing.by_hand.verify import verify_by_hand
from tests.rules.crossing.table import CROSSING


def verify(record):
    """Raise Differs or UnreadableRecord as the rules do. A record that passes the rules must also pass by hand."""
    replay(CROSSING, record)
    verify_by_hand(record)


def first_difference(record):
    """The first difference that the rules find in a falsified record. By hand, one must be found too."""
    record = json.loads(json.dumps(record))
    with pytest.raises((Differs, UnreadableRecord)):
        verify_by_hand(record)
    with pytest.raises(Differs) as caught:
        replay(CROSSING, record)
    return caught.value


def outcome(content):
    """The error that the rules report, or "verified"."""
    try:
        replay(CROSSING, content)
    except (Differs, UnreadableRecord) as error:
        return str(error)
    return "verified"
