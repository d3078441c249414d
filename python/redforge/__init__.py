"""Reads and writes files of Redguard, Oblivion and Skyrim: maps, models, images, plugins and saves.

    import redforge

    island = redforge.open("ISLAND.RGM")
    for thing in island.objects:
        thing.position.x += 100
    island.save()

docs/python.md has recipes. `redforge schema NAME --reference` lists the records and fields of a format.
"""

from ._documents import Document, Finding, files, formats, loads, merge, new, open, verify
from ._errors import (
    ConflictError,
    Error,
    FileError,
    GoneError,
    NotFoundError,
    OutOfRangeError,
    UnknownNameError,
)
from ._library import version as __version__
from ._records import Composite, List, Record, Word

__all__ = [
    "Composite",
    "ConflictError",
    "Document",
    "Error",
    "FileError",
    "Finding",
    "GoneError",
    "List",
    "NotFoundError",
    "OutOfRangeError",
    "Record",
    "UnknownNameError",
    "Word",
    "files",
    "formats",
    "loads",
    "merge",
    "new",
    "open",
    "verify",
]
