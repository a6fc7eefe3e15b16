"""Inputs that have broken other readers of records: each as a hand, in every format that can carry it, with the right value."""
