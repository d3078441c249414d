"""Loads the library, declares the functions of redforge.h and turns errors into exceptions."""

import ctypes
import operator
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

from . import _errors

ABI_VERSION = 1
NAME = "redforge.dll" if sys.platform == "win32" else "libredforge.so.1"

# Constants of redforge.h.
FORMS = {None: 0, "binary": 1, "xml": 2, "folder": 3}
SAVE_REPLACE, SAVE_BACKUP = 1, 2
INTEGER, REAL, TEXT, COMPOSITE, RECORD, OPTIONAL, LIST, BYTES, SOURCE = range(1, 10)
LABEL, DOC, UNIT, RANGE, WORDS, RECORDS, PARTS = range(1, 8)
DIFF_LINES, DIFF_PATCH = 1, 2
PREFERENCES = {None: 0, "ours": 1, "theirs": 2, "both": 3}


class Failure(ctypes.Structure):
    _fields_ = [
        ("status", c_int),
        ("text", c_char_p),
        ("message", c_char_p),
        ("hint", c_char_p),
        ("file", c_char_p),
        ("path", c_char_p),
        ("line", c_uint32),
        ("column", c_uint32),
        ("offset", c_int64),
    ]


class Format(ctypes.Structure):
    _fields_ = [("root", c_char_p), ("name", c_char_p), ("extension", c_char_p)]


def _names():
    """Returns the candidates for the library: $REDFORGE_LIBRARY; else next to this file (in a wheel), then the system's library."""
    named = os.environ.get("REDFORGE_LIBRARY")
    if named:
        return [named]
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
    return [beside, NAME]


def _load_dependencies(folder):
    """Loads the dependencies that a wheel includes, so that loading the library finds them by name."""
    left = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for _round in range(len(left)):  # they can depend on each other
        for name in list(left):
            try:
                ctypes.CDLL(os.path.join(folder, name))
                left.remove(name)
            except OSError:
                pass


def _load():
    problems = []
    _load_dependencies(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libraries"))
    for name in _names():
        if os.path.dirname(name) and not os.path.exists(name):
            continue
        try:
            return ctypes.CDLL(name)
        except OSError as problem:
            problems.append(str(problem))
    raise ImportError(
        "redforge: cannot load the library %s (%s); install the %s, or set REDFORGE_LIBRARY to its path"
        % (
            NAME,
            "; ".join(problems) or "not found",
            "wheel for Windows" if sys.platform == "win32" else "package libredforge1",
        )
    )


def whole_number(value, kind=c_int64):
    """Returns `value` as a C integer. Raises OverflowError if it does not fit; ctypes would wrap it."""
    made = kind(value)
    if made.value != operator.index(value):
        raise OverflowError("%d does not fit into %d bits" % (value, 8 * ctypes.sizeof(kind)))
    return made


def _checked(kind):
    """Returns an argument type that rejects numbers that do not fit."""
    return type("Checked", (kind,), {"from_param": classmethod(lambda _, value: whole_number(value, kind))})


_library = _load()
_int, _int64, _uint, _count = _checked(c_int), _checked(c_int64), _checked(c_uint32), _checked(c_size_t)
_document, _node, _text, _status = c_uint64, c_uint64, c_char_p, c_int
_out_text = POINTER(c_void_p)  # not c_char_p, so that the pointer can be freed
_size = POINTER(c_size_t)

_library.rf_version.restype = c_char_p
_library.rf_abi_version.restype = c_uint32
_library.rf_last_error.restype = POINTER(Failure)
_library.rf_status_name.argtypes = [c_int]
_library.rf_status_name.restype = c_char_p
_library.rf_format_count.restype = c_size_t
_library.rf_format_at.argtypes = [c_size_t]
_library.rf_format_at.restype = POINTER(Format)

_ARGUMENTS = {
    "rf_free": [c_void_p],
    "rf_new": [_text, _int, POINTER(_document)],
    "rf_open": [_text, _text, POINTER(_document)],
    "rf_open_bytes": [_text, _count, _text, POINTER(_document)],
    "rf_copy": [_document, POINTER(_document)],
    "rf_close": [_document],
    "rf_save": [_document, _text, _int, _uint],
    "rf_save_bytes": [_document, _int, _out_text, _size],
    "rf_format_of": [_document, POINTER(POINTER(Format))],
    "rf_modified": [_document, POINTER(c_int)],
    "rf_root": [_document, POINTER(_node)],
    "rf_find": [_node, _text, POINTER(_node)],
    "rf_find_all": [_node, _text, POINTER(POINTER(_node)), _size],
    "rf_count": [_node, _text, _size],
    "rf_parent": [_node, POINTER(_node), _out_text, _size],
    "rf_path": [_node, _out_text],
    "rf_release": [POINTER(_node), _count],
    "rf_element": [_node, _out_text],
    "rf_type_ids": [POINTER(_node), _count, POINTER(c_uint64)],
    "rf_members": [_node, POINTER(POINTER(c_char_p)), _size],
    "rf_kind_of": [_node, _text, POINTER(c_int)],
    "rf_describe": [_node, _text, _int, _out_text],
    "rf_get_text": [_node, _text, _out_text, _size],
    "rf_get_integer": [_node, _text, POINTER(c_int64)],
    "rf_get_real": [_node, _text, POINTER(c_double)],
    "rf_get_bytes": [_node, _text, _out_text, _size],
    "rf_set_text": [_node, _text, _text, _size],
    "rf_set_integer": [_node, _text, _int64],
    "rf_set_real": [_node, _text, c_double],
    "rf_set_bytes": [_node, _text, _text, _count],
    "rf_get_integers": [_node, _text, _text, c_void_p, _count],
    "rf_get_reals": [_node, _text, _text, c_void_p, _count],
    "rf_set_integers": [_node, _text, _text, c_void_p, _count],
    "rf_set_reals": [_node, _text, _text, c_void_p, _count],
    "rf_scripts": [_document, POINTER(POINTER(c_char_p)), _size],
    "rf_add": [_node, _text, _int64, _text, POINTER(_node)],
    "rf_add_copy": [_node, _text, _int64, _node, POINTER(_node)],
    "rf_remove": [_node],
    "rf_move": [_node, _int64],
    "rf_apply": [_document, _text, _size],
    "rf_begin": [_document, _text],
    "rf_commit": [_document],
    "rf_rollback": [_document],
    "rf_undo": [_document, _out_text],
    "rf_redo": [_document, _out_text],
    "rf_diff": [_document, _document, _int, _out_text],
    "rf_merge": [_document, _document, _document, _int, POINTER(_document), _out_text],
    "rf_find_files": [_text, POINTER(POINTER(c_char_p)), _size],
    "rf_verify": [_text],
    "rf_check": [_document, _text, _out_text, _size],
    "rf_render": [_document, _text, _text, _uint, _uint, _out_text],
}


def fail(status):
    """Raises the exception for the error of rf_last_error()."""
    failure = _library.rf_last_error().contents
    error = _errors.error_of(_library.rf_status_name(status).decode())
    raise error(
        status=_library.rf_status_name(status).decode(),
        text=failure.text.decode("utf-8", "replace"),
        message=failure.message.decode("utf-8", "replace"),
        hint=failure.hint.decode("utf-8", "replace"),
        file=failure.file.decode("utf-8", "replace"),
        path=failure.path.decode("utf-8", "replace"),
        line=failure.line,
        column=failure.column,
        offset=failure.offset if failure.offset >= 0 else None,
    )


def _check(status, _function, _arguments):
    if status:
        fail(status)
    return status


class _Calls:
    """The functions of the library, by their names without rf_. They raise exceptions."""


calls = _Calls()
def _raising_overflow(function):
    """Wraps a function: raises OverflowError again, which ctypes turns into ArgumentError."""

    def call(*arguments):
        try:
            return function(*arguments)
        except ctypes.ArgumentError as problem:
            if "OverflowError: " not in str(problem):
                raise
            raise OverflowError(str(problem).split("OverflowError: ", 1)[1]) from None

    return call


for _name, _arguments in _ARGUMENTS.items():
    _function = getattr(_library, _name)
    _function.argtypes = _arguments
    _function.restype = _status
    _function.errcheck = _check
    _is_checked = any(each in (_int, _int64, _uint, _count) for each in _arguments)
    setattr(calls, _name[3:], _raising_overflow(_function) if _is_checked else _function)


def quick(name):
    """Returns a function of the library without error check: it returns its status. fail(status) raises the exception."""
    function = _library[name]
    function.argtypes = [c_int64 if each is _int64 else each for each in _ARGUMENTS[name]]
    function.restype = _status
    return function


if _library.rf_abi_version() < ABI_VERSION:
    raise ImportError("redforge: the library is older than this package; install the same version of both")

version = _library.rf_version().decode()


def encoded(text):
    """Encodes a text or a file path for the library."""
    data = os.fspath(text)
    data = os.fsencode(data) if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape")
    if b"\0" in data:
        raise ValueError("the text contains a NUL character: %r" % (text,))
    return data


def encoded_or_none(text):
    return None if text is None else encoded(text)


def take_text(function, *arguments):
    """Calls a function that returns a text through its last argument."""
    out = c_void_p()
    function(*arguments, byref(out))
    return taken(out)


def taken(out):
    """Returns the text at a pointer and frees it."""
    text = ctypes.string_at(out.value).decode("utf-8", "surrogateescape")
    calls.free(out)
    return text


def taken_bytes(out, size):
    """Returns the bytes at a pointer and frees them."""
    data = ctypes.string_at(out.value, size)
    calls.free(out)
    return data


def take_bytes(function, *arguments):
    out, size = c_void_p(), c_size_t()
    function(*arguments, byref(out), byref(size))
    return taken_bytes(out, size.value)


def take_texts(function, *arguments):
    out, count = POINTER(c_char_p)(), c_size_t()
    function(*arguments, byref(out), byref(count))
    texts = [out[i].decode("utf-8", "surrogateescape") for i in range(count.value)]
    calls.free(ctypes.cast(out, c_void_p))
    return texts


def formats():
    """Returns (root, name, extension) of each format."""
    found = []
    for index in range(_library.rf_format_count()):
        entry = _library.rf_format_at(index).contents
        found.append((entry.root.decode(), entry.name.decode(), entry.extension.decode()))
    return found
