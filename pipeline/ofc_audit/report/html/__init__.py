"""The HTML reports: one file each, which loads nothing from elsewhere, made from the results by queries."""
