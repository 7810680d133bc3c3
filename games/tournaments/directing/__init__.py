"""Directing: what a director sees of a tournament and rules there, in the admin or on the site. Every change is a command; nothing
hidden of a running game is shown, also not to superusers: staff play too."""
