"""Records and lists. The library's tables define the attributes; lists behave like Python lists."""

import ctypes
from collections.abc import MutableSequence
from ctypes import byref, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p
from xml.sax.saxutils import quoteattr

from . import _library as lib
from ._errors import Error, NotFoundError
from ._library import calls, encoded, take_text

try:
    import numpy
except ImportError:
    numpy = None


class Word(int):
    """A number with a name: it equals the number and the name (`object.object_type == "light"`), and `str()` returns the name."""

    def __new__(cls, value, name):
        word = super().__new__(cls, value)
        word.name = name
        return word

    def __str__(self):
        return self.name

    def __repr__(self):
        return "%s=%d" % (self.name, int(self))

    def __eq__(self, other):
        return self.name == other if isinstance(other, str) else int(self) == other

    def __ne__(self, other):
        return not self == other

    __hash__ = int.__hash__


class _Nodes:
    """An array of nodes from one call. It is freed when no record uses it any more."""

    __slots__ = ("array", "count")

    def __init__(self, array, count):
        self.array, self.count = array, count

    def __del__(self):
        try:
            calls.release(self.array, self.count)
            calls.free(ctypes.cast(self.array, c_void_p))
        except (Error, TypeError, AttributeError):  # the document is closed, or the interpreter is shutting down
            pass


def _described(node, name, what):
    return take_text(calls.describe, node, name, what)


_MIN_INTEGER, _MAX_INTEGER = -(2**63), 2**63 - 1
_NOT_FOUND = 12  # RF_ERROR_NOT_FOUND: no value is stored, because it is computed

# Called for every value of every record, so they skip the error check of `calls`.
_get_integer, _get_real = lib.quick("rf_get_integer"), lib.quick("rf_get_real")
_set_integer, _set_real = lib.quick("rf_set_integer"), lib.quick("rf_set_real")


def _getter(name, kind, is_word):
    """Returns a function that reads a member of a record. `kind`: RF_KIND_*."""
    if kind == lib.INTEGER and not is_word:

        def get(record):
            value = c_int64()
            status = _get_integer(record._node, name, byref(value))
            if not status:
                return value.value
            return None if status == _NOT_FOUND else lib.fail(status)

    elif kind == lib.INTEGER:

        def get(record):
            value = c_int64()
            status = _get_integer(record._node, name, byref(value))
            if not status:
                return Word(value.value, record.get_text(name))
            return None if status == _NOT_FOUND else lib.fail(status)

    elif kind == lib.REAL:

        def get(record):
            value = c_double()
            status = _get_real(record._node, name, byref(value))
            if not status:
                return value.value
            return None if status == _NOT_FOUND else record.get_text(name)  # computed, or not finite

    elif kind in (lib.TEXT, lib.SOURCE):

        def get(record):
            return record.get_text(name)

    elif kind == lib.BYTES:

        def get(record):
            return lib.take_bytes(calls.get_bytes, record._node, name)

    elif kind == lib.LIST:

        def get(record):
            return List(record, name.decode())

    else:

        def get(record):
            node = c_uint64()
            try:
                calls.find(record._node, name, byref(node))
            except NotFoundError:
                return None  # an optional record that is not present
            return _record_of(record._document, node.value)

    return get


def _set_value(record, name, value):
    """Sets a field, or all fields of a composite."""
    kind = type(value)
    if kind is float:
        status = _set_real(record._node, name, value)
        if status:
            lib.fail(status)
    elif kind is int:
        if not _MIN_INTEGER <= value <= _MAX_INTEGER:
            lib.whole_number(value)
        status = _set_integer(record._node, name, value)
        if status:
            lib.fail(status)
    elif isinstance(value, int):  # Word and bool
        calls.set_integer(record._node, name, int(value))
    elif isinstance(value, float):
        calls.set_real(record._node, name, float(value))
    elif isinstance(value, str):
        calls.set_text(record._node, name, encoded(value), None)
    elif isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(value)
        calls.set_bytes(record._node, name, data, len(data))
    elif value is None:
        calls.set_text(record._node, name, b"", None)  # computed again
    elif isinstance(value, (tuple, list, Composite)) or getattr(value, "ndim", 0) == 1:
        calls.set_text(record._node, name, ",".join(str(each) for each in value).encode(), None)
    elif hasattr(value, "item"):  # a number of numpy
        _set_value(record, name, value.item())
    else:
        raise TypeError("%r cannot be the value of %s" % (value, name.decode()))


def _property(node, name):
    """Returns a property for a member of records. `node`: a record that has the member."""
    encoded_name = encoded(name)
    number = c_int()
    calls.kind_of(node, encoded_name, byref(number))
    kind = number.value
    if kind == lib.COMPOSITE:
        made = _composite_class(node, name)
        get = made
    else:
        is_word = kind == lib.INTEGER and bool(_described(node, encoded_name, lib.WORDS))
        get = _getter(encoded_name, kind, is_word)

    def put(record, value):
        if kind == lib.LIST:
            raise AttributeError("%s is a list; change its records, or assign to %s[:]" % (name, name))
        _set_value(record, encoded_name, value)

    attribute = property(get, put)
    return attribute


class Composite:
    """A group of fields, such as `object.position` with x, y and z. Iterates over their values."""

    __slots__ = ("_record",)
    _name, _parts = "", ()

    def __init__(self, record):
        self._record = record

    def __iter__(self):
        return (self._record[part] for part in self._parts)

    def __len__(self):
        return len(self._parts)

    def __getitem__(self, index):
        return list(self)[index]

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, (tuple, list, Composite)) else NotImplemented

    __hash__ = None

    def __dir__(self):
        start = len(self._name) + 1
        return sorted({part[start:].split(".")[0] for part in self._parts})

    def __repr__(self):
        return repr(tuple(self))


def _composite_class(node, name):
    """Returns a class for the fields whose names begin with `name`."""
    members = {"__slots__": (), "_name": name}
    members["_parts"] = tuple(_described(node, encoded(name), lib.PARTS).split())
    for part in {each[len(name) + 1 :].split(".")[0] for each in members["_parts"]}:
        inner = _property(node, name + "." + part)

        def get(composite, of=inner.fget):
            return of(composite._record)

        def put(composite, value, of=inner.fset):
            of(composite._record, value)

        members[part] = property(get, put)
    return type("Composite", (Composite,), members)


_classes = {}  # record classes by type id


def _class_of(number, node):
    found = _classes.get(number)
    if found is None:
        members = {"__slots__": (), "__doc__": Record.__doc__}
        names = dict.fromkeys(each.split(".")[0] for each in lib.take_texts(calls.members, node))
        for name in names:
            if not hasattr(Record, name):
                members[name] = _property(node, name)
        found = _classes[number] = type("Record", (Record,), members)
    return found


def _record_of(document, node):
    """Returns a record that owns its node."""
    number, numbers = c_uint64(), c_uint64(node)
    calls.type_ids(byref(numbers), 1, byref(number))
    record = _make(_class_of(number.value, node))
    _set_document(record, document)
    _set_node(record, node)
    _set_owner(record, None)
    return record


class Record:
    """A record of a document. Its fields, lists and records are attributes. It stays valid when other records are added or removed.

    `record["strings[0].value"]` reads a value by path, `record["position.x"] = 5` sets one, `record.find("...")` finds records.
    `record[path]` returns a List if the path names a list; any other path must select exactly one record or value.
    """

    __slots__ = ("_document", "_node", "_owner")

    def __del__(self):
        if self._owner is None:
            try:
                calls.release(byref(c_uint64(self._node)), 1)
            except (Error, TypeError, AttributeError):  # the document is closed, or the interpreter is shutting down
                pass

    # ------------------------------------------------------------------------------------------------- attributes

    def __getattr__(self, name):
        # The class has no such attribute: this is the document, a record whose type has changed, or an unknown name.
        if name.startswith("_"):
            raise AttributeError(name)
        return _property(self._node, name).fget(self)

    def __setattr__(self, name, value):
        attribute = getattr(type(self), name, None)
        if not isinstance(attribute, property):
            attribute = _property(self._node, name)
        attribute.__set__(self, value)

    def __dir__(self):
        names = {name.split(".")[0] for name in self.field_names()}
        return sorted(names | set(super().__dir__()))

    def field_names(self):
        """Returns the names of the fields, lists and records, such as "position.x" and "strings"."""
        return lib.take_texts(calls.members, self._node)

    def about(self, name):
        """Returns the metadata of a field or list: a dictionary with label, doc, unit, range, words and records."""
        name = encoded(name)
        keys = ("label", "doc", "unit", "range", "words", "records")
        return {key: _described(self._node, name, number) for number, key in enumerate(keys, 1)}

    # ------------------------------------------------------------------------------------------------------ paths

    def get_text(self, path):
        """Returns a value as in the text form: a number's name, a script's source, a record's XML."""
        out = c_void_p()
        calls.get_text(self._node, path if isinstance(path, bytes) else encoded(path), byref(out), None)
        return lib.taken(out)

    def __getitem__(self, path):
        name = encoded(path)
        node = c_uint64()
        try:
            calls.find(self._node, name, byref(node))
        except Error as error:
            if error.status == "usage":
                return self._value_at(name)
            if error.status in ("mismatch", "not_found") and self._names_list(name):
                return List(self, name.decode())
            if error.status == "mismatch":
                text = "%s: %s; find() returns several" % (error.path, error.message)
                raise Error(text, error.status, error.message, "find() returns several", path=error.path) from None
            raise
        record = _record_of(self._document, node.value)
        return List(self, name.decode()) if self._names_list(name) else record

    def _names_list(self, path):
        """Returns True if a path that selects records names a single list."""
        if path.endswith(b"]"):
            return False
        above, _, member = path.rpartition(b".")
        node, kind = c_uint64(), c_int()
        try:
            calls.find(self._node, above, byref(node))
            parent = _record_of(self._document, node.value)
            calls.kind_of(parent._node, member, byref(kind))
        except Error:  # records of several lists; or the record itself
            return False
        return kind.value == lib.LIST

    def _value_at(self, path):
        whole, real = c_int64(), c_double()
        try:
            calls.get_integer(self._node, path, byref(whole))
            text = self.get_text(path)
            return whole.value if text == str(whole.value) else Word(whole.value, text)
        except NotFoundError:
            return None
        except Error:
            pass
        try:
            calls.get_real(self._node, path, byref(real))
            return real.value
        except Error:
            return self.get_text(path)

    def __setitem__(self, path, value):
        _set_value(self, encoded(path), value)

    def find(self, path):
        """Returns all records that a path selects: find("objects[script_name=DOOR*]")."""
        nodes, count = ctypes.POINTER(c_uint64)(), c_size_t()
        calls.find_all(self._node, encoded(path), byref(nodes), byref(count))
        owner = _Nodes(nodes, count.value)
        types = (c_uint64 * max(count.value, 1))()
        calls.type_ids(nodes, count.value, types)
        document, records = self._document, []
        for node, number in zip(nodes[: count.value], types):
            record = _make(_classes.get(number) or _class_of(number, node))
            _set_document(record, document)
            _set_node(record, node)
            _set_owner(record, owner)
            records.append(record)
        return records

    def set_all(self, path, value):
        """Sets all values that a path selects, like `redforge set`: set_all("objects[*].position.x", "+=100"). Returns their number."""
        count = c_size_t()
        calls.set_text(self._node, encoded(path), encoded(str(value)), byref(count))
        return count.value

    @property
    def record_path(self):
        """The current path of the record, such as "objects[3]"; "" for a document."""
        return take_text(calls.path, self._node)

    @property
    def element(self):
        """The name of the record's XML element, such as "object"."""
        return take_text(calls.element, self._node)

    @property
    def record_parent(self):
        """The parent record; None for a document."""
        node = c_uint64()
        try:
            calls.parent(self._node, byref(node), None, None)
        except NotFoundError:
            return None
        return _record_of(self._document, node.value)

    def remove(self):
        """Removes the record from its list. Later uses of this object raise GoneError."""
        calls.remove(self._node)

    def move_to(self, to):
        """Moves the record to index `to` of its list, counted without the record; -1 is the end."""
        calls.move(self._node, to)

    def xml(self):
        """Returns the record as XML."""
        return self.get_text("")

    def __eq__(self, other):
        if not isinstance(other, Record):
            return NotImplemented
        return self._document is other._document and (self._node == other._node or self.record_path == other.record_path)

    __hash__ = None

    def __repr__(self):
        try:
            return "<%s %s>" % (self.element, self.record_path)
        except Error as error:
            return "<record: %s>" % error.message


_make = object.__new__
_set_document, _set_node, _set_owner = Record._document.__set__, Record._node.__set__, Record._owner.__set__


class List(MutableSequence):
    """A list of records, with the interface of a Python list: len, indices, slices, iteration, append, insert, del.

    append(record) adds a copy of the record; append({"radius": 600}) and add(radius=600) add a new record.
    Iteration covers the records that exist when it begins.
    """

    __slots__ = ("_record", "_name")

    def __init__(self, record, name):
        self._record, self._name = record, name

    def __len__(self):
        count = c_size_t()
        calls.count(self._record._node, self._name.encode(), byref(count))
        return count.value

    def _all(self):
        return self._record.find(self._name)

    def __iter__(self):
        return iter(self._all())

    def _one(self, index):
        number = index.__index__()
        node = c_uint64()
        try:
            calls.find(self._record._node, ("%s[%d]" % (self._name, number)).encode(), byref(node))
        except NotFoundError:
            raise IndexError("%s[%d] of %d records" % (self._name, number, len(self))) from None
        return _record_of(self._record._document, node.value)

    def __getitem__(self, index):
        return self._all()[index] if isinstance(index, slice) else self._one(index)

    def __delitem__(self, index):
        if not isinstance(index, slice):
            self._one(index).remove()
            return
        with self._record._document._part("Remove records"):
            places = range(len(self))[index]
            if places:  # one edit, because each removal takes time for all later records
                selector = ",".join(map(str, places)) if len(places) < len(self) else "*"
                path = ".".join(filter(None, (self._record.record_path, "%s[%s]" % (self._name, selector))))
                edits = "<edits><remove path=%s/></edits>" % quoteattr(path)
                calls.apply(self._record._document._handle, encoded(edits), None)

    def __setitem__(self, index, value):
        with self._record._document._part("Replace records"):
            if not isinstance(index, slice):
                old = self._one(index)
                self.insert(range(len(self))[index], value)
                old.remove()
                return
            old, values = self._all()[index], list(value)
            if index.step not in (None, 1) and len(old) != len(values):
                raise ValueError("%d records for a slice of %d" % (len(values), len(old)))
            places = range(len(self))[index]
            if index.step in (None, 1):
                for offset, each in enumerate(values):
                    self.insert(places.start + offset, each)
            else:
                for place, each, gone in zip(places, values, old):
                    self.insert(place, each)
                    gone.remove()
                return
            for record in old:
                record.remove()

    def insert(self, index, value):
        """Inserts a copy of a record, or a new record with the values of a dictionary, before `index`."""
        size = len(self)
        place = min(max(index + size if index < 0 else index, 0), size)
        self._put(place, value)

    def append(self, value):
        self._put(-1, value)

    def add(self, element=None, at=-1, **values):
        """Adds a record and returns it. `element`: the type, if the list has several; `values`: field values."""
        node = c_uint64()
        document = self._record._document
        with document._part("Add a record"):
            calls.add(self._record._node, self._name.encode(), at, lib.encoded_or_none(element), byref(node))
            record = _record_of(document, node.value)
            for name, value in values.items():
                record[name.replace("__", ".")] = value
        return record

    def _put(self, place, value):
        if isinstance(value, Record):
            calls.add_copy(self._record._node, self._name.encode(), place, value._node, None)
        elif isinstance(value, dict):
            values = dict(value)
            with self._record._document._part("Add a record"):
                record = self.add(values.pop("element", None), place)
                for name, each in values.items():
                    record[name] = each
        else:
            raise TypeError("cannot add %r to %s: expected a record or a dictionary of fields" % (value, self._name))

    def clear(self):
        del self[:]

    def index(self, value, start=0, stop=None):
        for number, each in enumerate(self._all()[start:stop], start):
            if each == value:
                return number
        raise ValueError("the record is not in %s" % self._name)

    def where(self, conditions):
        """Returns the records that match conditions, as in a path: where("script_name=DOOR*, position.x>100")."""
        return self._record.find("%s[%s]" % (self._name, conditions))

    # ----------------------------------------------------------------------------------------------------- tables

    def _columns(self, fields):
        """Returns the names of the fields, with composites expanded, and True if all of them are integers."""
        names, whole = [], True
        node = self._one(0)
        for field in fields:
            parts = _described(node._node, encoded(field), lib.PARTS).split()
            for name in parts or [field]:
                kind = c_int()
                calls.kind_of(node._node, encoded(name), byref(kind))
                if kind.value not in (lib.INTEGER, lib.REAL):
                    raise TypeError("%s of %s is not a number" % (name, self._name))
                whole = whole and kind.value == lib.INTEGER
                names.append(name)
        return names, whole

    def table(self, *fields):
        """Returns fields of all records: a numpy array if numpy is installed, else a list of tuples.

        table("position") has a row of three numbers for each record. For a single field, returns a flat array or list.
        """
        count = len(self)
        if count == 0:
            return numpy.empty((0,)) if numpy is not None else []
        names, whole = self._columns(fields)
        read = calls.get_integers if whole else calls.get_reals
        columns = []
        for name in names:
            column = ((c_int64 if whole else c_double) * count)()
            read(self._record._node, self._name.encode(), name.encode(), column, count)
            columns.append(column)
        if numpy is not None:
            arrays = [numpy.frombuffer(column, dtype=numpy.int64 if whole else numpy.float64) for column in columns]
            return arrays[0].copy() if len(arrays) == 1 else numpy.column_stack(arrays)
        return list(columns[0]) if len(columns) == 1 else list(zip(*columns))

    def set_table(self, *fields_and_values):
        """Sets fields of all records from rows as table() returns them: set_table("position", rows)."""
        *fields, values = fields_and_values
        count = len(self)
        if count == 0:
            return
        names, whole = self._columns(fields)
        rows = values.tolist() if hasattr(values, "tolist") else values
        columns = [rows] if len(names) == 1 else list(zip(*rows))
        if len(columns) != len(names):
            raise ValueError("%d columns for %s" % (len(columns), ", ".join(names)))
        whole = whole and all(isinstance(each, int) for column in columns for each in column)
        put = calls.set_integers if whole else calls.set_reals
        with self._record._document._part("Set " + ", ".join(names)):
            for name, column in zip(names, columns):
                column = list(column)
                if whole:
                    column = [lib.whole_number(each).value for each in column]
                data = ((c_int64 if whole else c_double) * max(len(column), 1))(*column)
                put(self._record._node, self._name.encode(), name.encode(), data, len(column))

    def __repr__(self):
        return "<%d records of %s>" % (len(self), self._name)
