"""The players' side of tournaments: pages, exports and the calendar. Thin: parse, call a command or a query, answer."""
