"""Records of Lexicon Crossing, verified twice: by the rules, which play them again, and by the books of the tests."""

import json

import pytest

from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord
from tests.rules.crossing.by_hand.verify import verify_by_hand
from tests.rules.crossing.table import CROSSING


def verify(record):
    """Raises Differs or UnreadableRecord, as the rules do; no record is true by the rules and false by the books."""
    replay(CROSSING, record)
    verify_by_hand(record)


def first_difference(record):
    """The place where a falsified record differs by the rules; it does by the books too."""
    record = json.loads(json.dumps(record))
    with pytest.raises((Differs, UnreadableRecord)):
        verify_by_hand(record)
    with pytest.raises(Differs) as caught:
        replay(CROSSING, record)
    return caught.value


def outcome(content):
    """The fault that is found by the rules, or that the record is verified."""
    try:
        replay(CROSSING, content)
    except (Differs, UnreadableRecord) as error:
        return str(error)
    return "verified"
