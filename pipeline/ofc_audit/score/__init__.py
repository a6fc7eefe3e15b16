"""The scorer: ranks, fouls, royalties, pairs, Fantasyland and money; pure functions on arrays, no input or output."""
