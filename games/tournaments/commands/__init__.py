"""Every write of tournaments and ratings, as a verb. Each takes `now`, and either happens whole or not at all."""
