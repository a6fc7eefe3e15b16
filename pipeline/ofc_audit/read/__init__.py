"""Readers: bytes of any known form in, Arrow tables and rejects out. A reader never raises on bad data."""
