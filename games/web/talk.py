"""What was said at a table, as its pages show it."""

from games.queries.views import TableView


def said_at(view: TableView) -> list[dict[str, object]]:
    """Each line beside its speaker’s name, the newest first. A mate’s is to be counted as another’s."""
    return [
        {
            "at": line.at,
            "said": line.said,
            "by": "" if line.by == view.you and not line.is_own else line.by,
            "name": line.name,
        }
        for line in view.history
        if line.by is not None
    ]
