"""Card codes: uint8, rank × 4 + suit, in and out of text.

Ranks run 0–12 for `23456789TJQKA`, suits 0–3 for `cdhs`, so a card is 0–51. `EMPTY` (255) fills a place on a
board that holds no card.
"""

import numpy as np
import numpy.typing as npt

RANKS = "23456789TJQKA"
SUITS = "cdhs"
EMPTY = 255
N_CARDS = 52

Codes = npt.NDArray[np.uint8]

CARD_TEXT: tuple[str, ...] = tuple(r + s for r in RANKS for s in SUITS)
_CODE_OF_TEXT = {text: code for code, text in enumerate(CARD_TEXT)}

RANK_OF_BYTE: Codes = np.full(256, EMPTY, np.uint8)
"""(256,) uint8: the rank 0–12 of an ASCII byte, `EMPTY` where it is no rank."""
RANK_OF_BYTE[[ord(r) for r in RANKS]] = np.arange(13, dtype=np.uint8)

SUIT_OF_BYTE: Codes = np.full(256, EMPTY, np.uint8)
"""(256,) uint8: the suit 0–3 of an ASCII byte, `EMPTY` where it is no suit."""
SUIT_OF_BYTE[[ord(s) for s in SUITS]] = np.arange(4, dtype=np.uint8)


def card_code(text: str) -> int:
    """The code of one card as text (`Qh`). Raises ValueError, naming the text, when it is no card."""
    try:
        return _CODE_OF_TEXT[text]
    except KeyError:
        raise ValueError(
            f"not a card: {text!r}; a card is a rank of {RANKS} and a suit of {SUITS}, such as Qh"
        ) from None


def card_codes(text: str) -> list[int]:
    """The codes of cards separated by blanks (`Qs 8h 5d`). Raises ValueError for a word that is no card."""
    return [card_code(word) for word in text.split()]


def cards_text(codes: npt.ArrayLike) -> str:
    """Cards as text, separated by one blank; empty places are left out."""
    return " ".join(CARD_TEXT[code] for code in np.asarray(codes, np.uint8).tolist() if code != EMPTY)
