"""What an amount is counted in, in words: a currency, or the chips of a room with what one of them is worth."""

UNIT = (
    "currency || if(chip_price is null, '', "
    r"' at ' || regexp_replace(chip_price::varchar, '(\.[0-9]{2}[0-9]*?)0+$', '\1') || ' ' || coalesce(chip_currency, ''))"
)
"""SQL over `currency`, `chip_price` and `chip_currency` of a relation: `EUR`, `chips`, `chips at 0.90 PHP`."""
