"""Errors cross process borders as data and come out as themselves."""

from __future__ import annotations

import pytest

from desktop_rag.domain import errors
from desktop_rag.domain.errors import DesktopRagError, error_from_code


def _kinds(kind: type[DesktopRagError]) -> list[type[DesktopRagError]]:
    return [kind] + [deeper for child in kind.__subclasses__() for deeper in _kinds(child)]


@pytest.mark.parametrize("kind", _kinds(DesktopRagError), ids=lambda kind: kind.__name__)
def test_an_error_comes_back_as_its_own_kind(kind: type[DesktopRagError]) -> None:
    again = error_from_code(kind.code, "what", "do this", "detail")
    assert type(again) is kind
    assert (again.message, again.remedy, again.detail) == ("what", "do this", "detail")


def test_codes_are_unique() -> None:
    codes = [kind.code for kind in _kinds(DesktopRagError)]
    assert len(codes) == len(set(codes))


def test_an_unknown_code_becomes_the_base() -> None:
    assert type(error_from_code("from_the_future", "text")) is errors.DesktopRagError
