"""What many hands together tell that no hand tells alone: the rake of a club, the stake of a table, the stacks behind payments."""
