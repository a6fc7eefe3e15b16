"""Laws that hold under every rule set, whatever is dealt."""
