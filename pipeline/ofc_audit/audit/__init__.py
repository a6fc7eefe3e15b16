"""The audit: what the site said, held against what the rules give. In arrays within a hand, in SQL across hands."""
