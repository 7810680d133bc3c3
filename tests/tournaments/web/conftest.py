"""People who are signed in, as the other pages' tests have them."""

from tests.web.conftest import browser_of

__all__ = ["browser_of"]
