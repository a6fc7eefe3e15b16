"""A second scorer, plain and slow, and the random deals on which both scorers must agree in every column."""
