"""Arrays with unknown places: shapes and types of masks, and what is known in several."""

import numpy as np

from ofc_audit.score.masked import Masked, as_mask, known_in_all, unknown

YES, NO = True, False


def test_values_and_mask_are_reshaped_together() -> None:
    masked = Masked(np.arange(4), np.array([YES, NO, YES, YES])).reshape(2, 2)
    assert masked.values.tolist() == [[0, 1], [2, 3]]
    assert masked.known_mask.tolist() == [[YES, NO], [YES, YES]]
    assert masked.filled.tolist() == [[0, 0], [2, 3]]


def test_where_everything_is_known_there_is_no_mask_to_carry() -> None:
    masked = Masked(np.arange(3, dtype=np.int16))
    assert masked.known_mask.tolist() == [YES] * 3
    assert masked.filled is masked.values
    assert masked.reshape(3, 1).known is None
    assert as_mask(np.array([YES, YES])) is None
    mask = np.array([YES, NO])
    assert as_mask(mask) is mask


def test_nothing_known() -> None:
    nothing = unknown((2, 3), np.int16)
    assert nothing.values.dtype == np.int16
    assert nothing.known is not None
    assert nothing.known.dtype == np.bool_
    assert nothing.known.tolist() == [[NO] * 3] * 2


def test_known_in_all() -> None:
    one, other, third = np.array([YES, YES, NO]), np.array([YES, NO, YES]), np.array([NO, YES, YES])
    assert known_in_all(None, None) is None
    assert known_in_all(None, one) is one
    both = known_in_all(one, None, other)
    assert both is not None
    assert both.tolist() == [YES, NO, NO]
    every = known_in_all(one, other, third)
    assert every is not None
    assert every.tolist() == [NO] * 3
    assert one.tolist() == [YES, YES, NO]
