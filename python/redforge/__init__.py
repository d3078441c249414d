"""Redforge: the files of Redguard, Oblivion and Skyrim (maps, models, art, plugins, saves) in Python.

    import redforge

    island = redforge.open("ISLAND.RGM")
    for thing in island.objects:
        thing.position.x += 100
    island.save()

docs/python.md has recipes; `redforge schema NAME --reference` tells what a document of a format holds.
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
