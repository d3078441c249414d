"""Exceptions of the package."""


class Error(Exception):
    """Base class. `str()` returns one line with the message, position and hint."""

    def __init__(self, text, status="", message="", hint="", file="", path="", line=0, column=0, offset=None):
        super().__init__(text)
        self.status = status  # such as "out_of_range"; as in the JSON output of the command line
        self.message = message
        self.hint = hint
        self.file = file
        self.path = path  # path of the field, list or record
        self.line = line
        self.column = column
        self.offset = offset


class UnknownNameError(Error, AttributeError):
    """No field, list or format has this name."""


class OutOfRangeError(Error, ValueError):
    """The value is outside the range of the field."""


class NotFoundError(Error, LookupError):
    """No record matches the path, name or number."""


class GoneError(Error):
    """The record was removed."""


class FileError(Error):
    """A file cannot be opened, read or written."""


class ConflictError(Error):
    """Both sides of a merge changed the same value. `conflicts`: one line per conflict."""

    conflicts = ()


_BY_STATUS = {
    "unknown_name": UnknownNameError,
    "out_of_range": OutOfRangeError,
    "not_found": NotFoundError,
    "gone": GoneError,
    "io": FileError,
    "exists": FileError,
    "changed": FileError,
}


def error_of(status):
    return _BY_STATUS.get(status, Error)
