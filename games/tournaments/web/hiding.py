"""That a tournament its reader may not know of is not there."""

from games.tournaments.queries.pages import NoSuchTournament
from games.web.asking import P, View, hides


def hides_tournaments(view: View[P]) -> View[P]:
    """404 for a tournament that is not there, or not for this reader: the answer is the same."""
    return hides(NoSuchTournament)(view)
