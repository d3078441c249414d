"""Documents: open, save, compare, merge, undo."""

import contextlib
import threading
from collections import namedtuple
from collections.abc import Mapping
from ctypes import byref, c_int, c_size_t, c_uint64, c_void_p

from . import _library as lib
from . import _records as records
from ._errors import ConflictError, Error, NotFoundError
from ._library import calls, encoded, encoded_or_none, take_text
from ._records import Record

Finding = namedtuple("Finding", "severity id path message")
Finding.__doc__ = "A finding of a check: severity (error, warning, note), id of the check, path, message."


class Sources(Mapping):
    """The scripts of a document by path: sources["actors[0].script"] is the source text, which can be assigned."""

    def __init__(self, document):
        self._document = document

    def __iter__(self):
        return iter(lib.take_texts(calls.scripts, self._document._document._handle))

    def __len__(self):
        return len(list(iter(self)))

    def __getitem__(self, path):
        return self._document.get_text(path)

    def __setitem__(self, path, source):
        calls.set_text(self._document._node, encoded(path), encoded(source), None)


class _Open:
    """A document handle of the library. The document and its records share it; it is closed when none of them is left."""

    def __init__(self, handle):
        self._handle = handle
        self._lock = threading.RLock()
        self._in_step = False
        node = c_uint64()
        calls.root(handle, byref(node))
        self._node = node.value  # freed with the document

    def close(self):
        handle, self._handle = self._handle, 0
        if handle:
            calls.close(handle)

    def __del__(self):
        try:
            self.close()
        except (Error, TypeError, AttributeError):  # the interpreter is shutting down
            pass

    @contextlib.contextmanager
    def step(self, name):
        with self._lock:  # steps of other threads wait
            calls.begin(self._handle, encoded(name))
            self._in_step = True
            try:
                yield
            except BaseException:
                self._in_step = False
                calls.rollback(self._handle)
                raise
            self._in_step = False
            calls.commit(self._handle)

    @contextlib.contextmanager
    def _part(self, name):
        """Joins the step that is open in this thread, or begins a new one."""
        with self._lock, contextlib.nullcontext() if self._in_step else self.step(name):
            yield


class Document(Record):
    """An open document. Its lists and fields are attributes: `map.objects`, `plugin.records`.

    Each change outside of step() is its own step. undo() undoes the last step.
    """

    __slots__ = ()

    def __init__(self, handle):
        opened = _Open(handle)
        records._set_document(self, opened)
        records._set_node(self, opened._node)
        records._set_owner(self, opened)

    @property
    def format(self):
        """The name of the format, such as "map"."""
        return self.element

    @property
    def modified(self):
        """True if the document has unsaved changes."""
        modified = c_int()
        calls.modified(self._document._handle, byref(modified))
        return bool(modified.value)

    def save(self, path=None, form=None, replace=False, backup=False):
        """Saves the document. Writes a temporary file, reads it back and compares it, then replaces the target.

        `path`: None saves to the opened file, and fails if the file changed since. `form`: "binary" (the game's format), "xml" or
        "folder"; None keeps the form. `replace`: allow replacing another file. `backup`: keep a backup of the replaced file.
        """
        flags = (lib.SAVE_REPLACE if replace else 0) | (lib.SAVE_BACKUP if backup else 0)
        calls.save(self._document._handle, encoded_or_none(path), _number(lib.FORMS, form, "form"), flags)

    def to_bytes(self):
        """Returns the content of the game's file."""
        return lib.take_bytes(calls.save_bytes, self._document._handle, lib.FORMS["binary"])

    def to_xml(self):
        return lib.take_bytes(calls.save_bytes, self._document._handle, lib.FORMS["xml"]).decode()

    def copy(self):
        """Returns an independent copy, without a file and without undo history."""
        handle = c_uint64()
        calls.copy(self._document._handle, byref(handle))
        return Document(handle.value)

    def close(self):
        """Frees the document at once and discards unsaved changes. Its records can no longer be used."""
        self._document.close()

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.close()

    def step(self, name):
        """`with map.step("Raise"):` groups the changes inside as one step. An exception undoes them."""
        return self._document.step(name)

    def undo(self):
        """Undoes the last step and returns its name, or None if there is none."""
        return self._go(calls.undo)

    def redo(self):
        return self._go(calls.redo)

    def _go(self, function):
        try:
            return take_text(function, self._document._handle)
        except NotFoundError:
            return None

    def apply(self, edits):
        """Applies a list of edits or a patch (XML text, as for `redforge apply`). Returns the number of changes."""
        count = c_size_t()
        calls.apply(self._document._handle, encoded(edits), byref(count))
        return count.value

    def diff(self, other):
        """Returns the differences to another document, one per line; "" if there are none."""
        return take_text(calls.diff, self._document._handle, other._document._handle, lib.DIFF_LINES)

    def patch(self, other):
        """Returns the differences as a list of edits for apply(). It also works on other copies of the document."""
        return take_text(calls.diff, self._document._handle, other._document._handle, lib.DIFF_PATCH)

    def check(self, game=None):
        """Returns the findings of `redforge check` as a list of Finding. `game`: the game's folder."""
        out, count = c_void_p(), c_size_t()
        calls.check(self._document._handle, encoded_or_none(game), byref(out), byref(count))
        return [Finding(*line.split("\t", 3)) for line in lib.taken(out).splitlines()]

    def render(self, width, height, view="iso", game=None):
        """Returns an image of a map or a model: width * height pixels of four bytes (red, green, blue, alpha), rows from the
        top. `view`: "top", "front", "side" or "iso". `game`: the game's folder; required for maps."""
        pixels = c_void_p()
        wide, high = (min(max(side, 0), 2**32 - 1) for side in (width, height))  # out-of-range values fail in the library
        calls.render(self._document._handle, encoded_or_none(game), encoded(view), wide, high, byref(pixels))
        return lib.taken_bytes(pixels, wide * high * 4)

    @property
    def sources(self):
        """The scripts of the document by path. Assigning a source text changes a script."""
        return Sources(self)

    def __repr__(self):
        return "<redforge document: %s>" % self.element


def _number(numbers, word, what):
    if word not in numbers:
        raise ValueError("%s %r; there are: %s" % (what, word, ", ".join(repr(each) for each in numbers if each)))
    return numbers[word]


def open(path, format=None):
    """Opens a game's file, an XML file or an unpacked folder. `format`: the required format, such as "map"; None accepts any."""
    handle = c_uint64()
    calls.open(encoded(path), encoded_or_none(format), byref(handle))
    return Document(handle.value)


def loads(data, format=None):
    """Reads a document from the content of a game's file (bytes) or of an XML file (bytes or text)."""
    data = data.encode() if isinstance(data, str) else bytes(data)
    handle = c_uint64()
    calls.open_bytes(data, len(data), encoded_or_none(format), byref(handle))
    return Document(handle.value)


def new(format, sample=False):
    """Creates a document: empty, or with sample records of each kind."""
    handle = c_uint64()
    calls.new(encoded(format), int(sample), byref(handle))
    return Document(handle.value)


def merge(base, ours, theirs, prefer=None):
    """Returns a new document with the changes of `ours` and `theirs` relative to `base`. `prefer`: "ours", "theirs" or "both"
    resolves conflicts; with None, conflicts raise ConflictError."""
    handle, conflicts = c_uint64(), c_void_p()
    side = _number(lib.PREFERENCES, prefer, "prefer")
    documents = [each._document._handle for each in (base, ours, theirs)]
    try:
        calls.merge(*documents, side, byref(handle), byref(conflicts))
    except Error as error:
        if not conflicts.value:
            raise
        conflict = ConflictError(str(error), error.status, error.message, error.hint)
        conflict.conflicts = lib.taken(conflicts).splitlines()
        raise conflict from None
    calls.free(conflicts)
    return Document(handle.value)


def files(path):
    """Returns the files of a path, sorted: the path itself, or all files in a folder. An unpacked document counts as a file."""
    return lib.take_texts(calls.find_files, encoded(path))


def verify(path):
    """Checks that a file survives a round trip without changes. Raises Error: status "mismatch" if a byte differs,
    "unsupported" if the format is unknown."""
    calls.verify(encoded(path))


def formats():
    """Returns the supported formats as (root, name, extension)."""
    return lib.formats()
