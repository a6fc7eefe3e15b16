"""Tests of what many hands tell together."""
