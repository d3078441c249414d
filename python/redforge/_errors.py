"""The exceptions of the package: each names the error, its place and a correct value."""


class Error(Exception):
    """A call that failed. `str()` gives one line with all its fields."""

    def __init__(self, text, status="", message="", hint="", file="", path="", line=0, column=0, offset=None):
        super().__init__(text)
        self.status = status  # "out_of_range", as in the JSON of the command line
        self.message = message
        self.hint = hint
        self.file = file
        self.path = path  # of the field, list or record
        self.line = line
        self.column = column
        self.offset = offset


class UnknownNameError(Error, AttributeError):
    """There is no field, list or format of that name."""


class OutOfRangeError(Error, ValueError):
    """A value that its field cannot hold."""


class NotFoundError(Error, LookupError):
    """All is right, but nothing that was asked for is there."""


class GoneError(Error):
    """The record was removed."""


class FileError(Error):
    """A file that cannot be opened, read or written."""


class ConflictError(Error):
    """A merge in which both sides changed the same thing. `conflicts`: a line for each."""

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
