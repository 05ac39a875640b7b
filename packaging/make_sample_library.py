"""Writes the Word and PDF documents of the sample library, the same bytes every time.

    python packaging/make_sample_library.py [FOLDER]

Needs python-docx and reportlab. Without FOLDER the files of the checkout are replaced.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from docx import Document
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

SAMPLE_LIBRARY = Path(__file__).resolve().parent.parent / "resources" / "sample_library"
_WRITTEN = datetime(2026, 3, 20, 12, 0)

SAFETY_NOTES = """\
# Safety notes for the pump house
These notes hang beside the door of the pump house. They were last changed on 20 March 2026, after \
the accident in February. Where they differ from the manual, these notes hold.
## Before opening the lid of the pump
- Stop the pump and turn the main switch to OFF.
- Lock the main switch with the red padlock and keep the key in your pocket.
- Wait 15 minutes. The water in the housing is hot and under pressure.
- Open the vent screw half a turn and check that no steam comes out.
- Put on the gloves and the face shield. Only then loosen the bolts.
## Working alone
Nobody works on the open pump alone. The second person stands where both can see each other, and \
carries the duty phone. Its number is 974 555 012.
## Water on the floor
If there is water on the floor, do not touch the grey box. Cut the power at the switch outside, on \
the wall to the left of the door.
## First aid
Cool a scald with running water for 20 minutes, then call 112. The first aid box is in the \
workshop, under the window.
"""

DATA_SHEET = """\
# Pump P-200: data sheet
The P-200 is a horizontal centrifugal pump for clean cold water. It is made of cast iron with a \
bronze impeller and is driven by a three-phase motor.
## Technical data
| Figure | Value |
| Flow at best efficiency | 640 litres a minute |
| Head at best efficiency | 72 metres |
| Motor power | 11 kW |
| Speed | 2850 turns a minute |
| Highest outlet pressure | 9.5 bar |
| Intake connection | DN100 |
| Outlet connection | DN80 |
| Mass without water | 148 kg |
| Noise at 1 metre | 74 dB(A) |
## Bolts and torques
The eight bolts of the lid are M12 and are tightened to 55 newton metres, crosswise, in two \
rounds. The four bolts of the foot are M16 and are tightened to 130 newton metres.
---
## Installation
The pump stands on a foundation of at least three times its mass. Between pump and foundation lie \
four rubber plates of 20 millimetres; they are replaced when they are thinner than 14 millimetres.
The intake pipe must rise towards the pump, so that no air stays in it. A strainer protects the \
impeller from leaves and gravel.
## Storage
A pump that is stored for more than three months is drained, and its shaft is turned by hand \
once a month, so that the bearings do not rest in one place.
## Disposal
Cast iron, bronze and copper go to the scrap dealer; grease goes to the recycling yard.
"""

VISITOR_GUIDE = """\
# Guía de visitas del observatorio
El observatorio de Cerro Alto recibe visitas los sábados de 22:00 a 24:00, de abril a octubre. La \
entrada es gratuita. Los grupos de más de ocho personas avisan con una semana de antelación.
## Cómo llegar
Desde la plaza se sube a pie por el camino del manantial; se tarda 25 minutos. Los coches se \
quedan en el aparcamiento de la escuela, porque los faros molestan a las cámaras.
## Qué traer
- Ropa de abrigo, también en julio: de noche hace 12 grados menos que en el pueblo.
- Una linterna con luz roja. La luz blanca está prohibida dentro de la cúpula.
- Calzado cerrado, porque la escalera es de hierro y resbala.
---
## Qué se puede ver
En primavera se ven las galaxias de Leo, en verano el cúmulo de Hércules y en otoño la galaxia de \
Andrómeda. La Luna llena es bonita pero borra todo lo demás: mire antes el calendario.
## Normas
No se toca el espejo ni el tubo del telescopio. Los niños pequeños van de la mano. Si el viento \
pasa de 45 kilómetros por hora, la cúpula se cierra y la visita termina.
"""


def write_all(folder: Path) -> None:
    """Write every document into `folder`."""
    for name, write, text in (
        ("safety_notes.docx", _docx, SAFETY_NOTES),
        ("data_sheet.pdf", _pdf, DATA_SHEET),
        ("guia_de_visitas.pdf", _pdf, VISITOR_GUIDE),
    ):
        _replace(folder / name, write, text)


def _replace(path: Path, write: Callable[[str], bytes], text: str) -> None:
    path.write_bytes(write(text))


def _docx(text: str) -> bytes:
    document = Document()
    for line in text.splitlines():
        kind, body = _kind(line)
        if kind in ("title", "heading"):
            document.add_heading(body, level=1 if kind == "title" else 2)
        else:
            document.add_paragraph(body, style="List Bullet" if kind == "item" else None)
    about = document.core_properties
    about.title, about.author = _kind(text.splitlines()[0])[1], "Workshop of Cerro Alto"
    about.created = about.modified = _WRITTEN
    about.revision = 1
    made = BytesIO()
    document.save(made)
    return _without_clock(made.getvalue())


def _without_clock(package: bytes) -> bytes:
    """The same zip archive with every file dated alike."""
    steady = BytesIO()
    with zipfile.ZipFile(BytesIO(package)) as old, zipfile.ZipFile(steady, "w") as new:
        for name in sorted(old.namelist()):
            entry = zipfile.ZipInfo(name, _WRITTEN.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            new.writestr(entry, old.read(name))
    return steady.getvalue()


def _pdf(text: str) -> bytes:
    styles = getSampleStyleSheet()
    looks = {"title": "Title", "heading": "Heading2", "item": "Bullet", "text": "BodyText"}
    story: list[Any] = []
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        kind, body = _kind(line)
        if rows and kind != "row":
            story += [_table(rows), Spacer(1, 8)]
            rows = []
        if kind == "row":
            rows.append([cell.strip() for cell in body.strip("| ").split("|")])
        elif kind == "page":
            story.append(PageBreak())
        elif body:
            bullet = "•" if kind == "item" else None
            story.append(Paragraph(body, styles[looks[kind]], bulletText=bullet))
    made = BytesIO()
    title = _kind(text.splitlines()[0])[1]
    template = SimpleDocTemplate(
        made, pagesize=A4, title=title, author="Workshop of Cerro Alto", invariant=1
    )
    template.build(story)
    return made.getvalue()


def _table(rows: list[list[str]]) -> Table:
    style = TableStyle(
        [("GRID", (0, 0), (-1, -1), 0.5, "black"), ("ALIGN", (0, 0), (-1, -1), "LEFT")]
    )
    return Table(rows, style=style, hAlign="LEFT", colWidths=[200, 160])


def _kind(line: str) -> tuple[str, str]:
    if line.startswith("# "):
        return "title", line[2:]
    if line.startswith("## "):
        return "heading", line[3:]
    if line.startswith("- "):
        return "item", line[2:]
    if line.startswith("| "):
        return "row", line
    return ("page", "") if line == "---" else ("text", line)


if __name__ == "__main__":
    write_all(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE_LIBRARY)
