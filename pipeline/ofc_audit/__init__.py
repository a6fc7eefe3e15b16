"""ofc-audit: audits hand histories of Open Face Chinese Pineapple poker."""

__version__ = "0.1.0"
