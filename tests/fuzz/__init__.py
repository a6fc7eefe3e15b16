"""Fuzzing of every reader: damaged inputs by the thousand, and the laws that hold whatever is in them."""
