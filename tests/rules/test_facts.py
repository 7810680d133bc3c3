"""The facts of orders and events, as they are stored and shown."""

from tests.rules.position import DEAL
from tests.rules.table.counting import DAY, Table


def test_instants_are_written_in_python_iso_format():
    (told,) = [event.facts for event in Table().vacation(0, DEAL, DEAL + DAY).events if event.verb == "vacation"]
    assert told == {"starts": DEAL.isoformat(), "ends": (DEAL + DAY).isoformat()}
