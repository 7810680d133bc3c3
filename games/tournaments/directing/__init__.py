"""The pages and actions of a tournament's directors, on the admin site or the main site. Every change is a command.
Nothing hidden in a running game is shown, not even to superusers, because staff play too."""
