"""One step of the schema's history."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Migration:
    """`statements` bring a library from schema `version` - 1 to `version`."""

    version: int
    name: str
    statements: tuple[str, ...]

    def apply(self, connection: sqlite3.Connection) -> None:
        """Run the statements; the caller holds the transaction and records the step."""
        for statement in self.statements:
            connection.execute(statement)
