"""Documents: opened, saved, compared; steps that are undone."""

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
Finding.__doc__ = "Something that may be wrong: severity (error, warning, note), id of the check, path and a sentence."


class Sources(Mapping):
    """The scripts of a document, by the paths of their records: sources["actors[0].script"] is text, and can be set."""

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
    """A document in the library, shared by all of its records; it is closed when nothing uses any of them."""

    def __init__(self, handle):
        self._handle = handle
        self._lock = threading.RLock()
        self._in_step = False
        node = c_uint64()
        calls.root(handle, byref(node))
        self._node = node.value  # goes with the document

    def close(self):
        handle, self._handle = self._handle, 0
        if handle:
            calls.close(handle)

    def __del__(self):
        try:
            self.close()
        except (Error, TypeError, AttributeError):  # the interpreter ends
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
        """A step of its own, or a part of the one that this thread makes."""
        with self._lock, contextlib.nullcontext() if self._in_step else self.step(name):
            yield


class Document(Record):
    """A file of a game. Its lists and fields are attributes: `map.objects`, `plugin.records`.

    What is changed outside of step() is a step of its own; undo() takes the last one back.
    """

    __slots__ = ()

    def __init__(self, handle):
        opened = _Open(handle)
        records._set_document(self, opened)
        records._set_node(self, opened._node)
        records._set_owner(self, opened)

    @property
    def format(self):
        """The name of its format: "map"."""
        return self.element

    @property
    def modified(self):
        """True if the document has unsaved changes."""
        modified = c_int()
        calls.modified(self._document._handle, byref(modified))
        return bool(modified.value)

    def save(self, path=None, form=None, replace=False, backup=False):
        """Writes the file: under another name first, read back and compared, and only then under its own.

        Without a path it is the one that was opened, which must not have changed since. `form`: "binary" for the game's file,
        "xml", "folder"; without, as it was opened. `replace`: another file may be replaced. `backup`: what is replaced is kept.
        """
        flags = (lib.SAVE_REPLACE if replace else 0) | (lib.SAVE_BACKUP if backup else 0)
        calls.save(self._document._handle, encoded_or_none(path), _number(lib.FORMS, form, "form"), flags)

    def to_bytes(self):
        """The content of the game's file."""
        return lib.take_bytes(calls.save_bytes, self._document._handle, lib.FORMS["binary"])

    def to_xml(self):
        return lib.take_bytes(calls.save_bytes, self._document._handle, lib.FORMS["xml"]).decode()

    def copy(self):
        """An independent copy, without a file and without steps to undo."""
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
        """Takes the last step back and returns its name; None when there is none."""
        return self._go(calls.undo)

    def redo(self):
        return self._go(calls.redo)

    def _go(self, function):
        try:
            return take_text(function, self._document._handle)
        except NotFoundError:
            return None

    def apply(self, edits):
        """Applies a list of edits or a patch, the text that `redforge apply` takes. Returns how many changes were made."""
        count = c_size_t()
        calls.apply(self._document._handle, encoded(edits), byref(count))
        return count.value

    def diff(self, other):
        """Returns the differences to another document, one line each; "" if they are equal."""
        return take_text(calls.diff, self._document._handle, other._document._handle, lib.DIFF_LINES)

    def patch(self, other):
        """Returns the differences as edits for apply(), which finds their records in other copies."""
        return take_text(calls.diff, self._document._handle, other._document._handle, lib.DIFF_PATCH)

    def check(self, game=None):
        """Returns the problems that `redforge check` reports, as a list of Finding. `game`: the game's folder."""
        out, count = c_void_p(), c_size_t()
        calls.check(self._document._handle, encoded_or_none(game), byref(out), byref(count))
        return [Finding(*line.split("\t", 3)) for line in lib.taken(out).splitlines()]

    def render(self, width, height, view="iso", game=None):
        """A picture of a map or a model, without a window: width * height pixels of four bytes (red, green, blue, alpha), rows
        from the top. `view`: "top", "front", "side" or "iso"; `game`: the game's folder, which a map needs."""
        pixels = c_void_p()
        wide, high = (min(max(side, 0), 2**32 - 1) for side in (width, height))  # other values fail like these
        calls.render(self._document._handle, encoded_or_none(game), encoded(view), wide, high, byref(pixels))
        return lib.taken_bytes(pixels, wide * high * 4)

    @property
    def sources(self):
        """Its scripts by their paths, as text that can be set."""
        return Sources(self)

    def __repr__(self):
        return "<redforge document: %s>" % self.element


def _number(numbers, word, what):
    if word not in numbers:
        raise ValueError("%s %r; there are: %s" % (what, word, ", ".join(repr(each) for each in numbers if each)))
    return numbers[word]


def open(path, format=None):
    """Opens a game's file, an XML file or an unpacked folder. `format`: what it must be, "map"."""
    handle = c_uint64()
    calls.open(encoded(path), encoded_or_none(format), byref(handle))
    return Document(handle.value)


def loads(data, format=None):
    """A document from the content of a game's file (bytes) or of an XML file (bytes or text)."""
    data = data.encode() if isinstance(data, str) else bytes(data)
    handle = c_uint64()
    calls.open_bytes(data, len(data), encoded_or_none(format), byref(handle))
    return Document(handle.value)


def new(format, sample=False):
    """A new document of a format: empty, or with something of each kind in it."""
    handle = c_uint64()
    calls.new(encoded(format), int(sample), byref(handle))
    return Document(handle.value)


def merge(base, ours, theirs, prefer=None):
    """A new document with what two changed of a common one. `prefer`: "ours", "theirs" or "both" decides conflicts, which
    are a ConflictError without."""
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
    """Returns the files of a path, sorted: the path itself, or all files in a folder that is not an unpacked document."""
    return lib.take_texts(calls.find_files, encoded(path))


def verify(path):
    """Proves that nothing of a file is lost, or raises an Error: status "mismatch" where something differs, "unsupported"
    where the file is of no known format."""
    calls.verify(encoded(path))


def formats():
    """The formats: (root, name, extension)."""
    return lib.formats()
