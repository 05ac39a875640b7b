"""The common shape of all messages."""

from __future__ import annotations

import msgspec

PROTOCOL = 1


class Base(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A message. Its class name is its tag on the wire."""


Message = Base
