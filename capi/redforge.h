/* The library for C, and for every language that can call it: documents, the records in them, edits that can be undone.
 *
 * Handles. A document and a node (the place of a record) are numbers, 0 for none. A node follows edits: it is still the
 * same record when others come before it. A number that is wrong, or of something that was freed, is answered with
 * RF_ERROR_HANDLE, and the node of a record that was removed with RF_ERROR_GONE.
 *
 * Errors. Every function that can fail returns an rf_status, RF_OK or what went wrong; rf_last_error() tells more of the
 * last failure in the same thread. A function that fails changes nothing, in the document or in what its pointers lead to,
 * unless its comment says otherwise. No exception leaves the library.
 *
 * Memory. What a function hands out by a pointer to a pointer (char **, void **, rf_node **, char ***) is freed by
 * rf_free(); strings inside go with it. Documents are freed by rf_close(), nodes by rf_release() or with their document.
 * Strings that are returned directly belong to the library. Text is UTF-8 and ends with a NUL.
 *
 * Threads. All functions may be called from any thread. Calls on one document, or on nodes of one, wait for each other;
 * calls on different documents do not. A transaction belongs to its document, not to a thread.
 *
 * Paths are field paths: "objects[3].position.x", "actors[script_name=DOOR*].strings[-1].value"; those given with a node
 * begin at its record. The manual page redforge-paths(7) has all of them, docs/api.md a page on this header. */
#ifndef REDFORGE_H
#define REDFORGE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(REDFORGE_BUILD)
#define RF_API __declspec(dllexport)
#elif defined(_WIN32)
#define RF_API __declspec(dllimport)
#else
#define RF_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when functions are added. Functions that are there keep their meaning; others would be libredforge.so.2. */
#define RF_ABI_VERSION 1

typedef uint64_t rf_document;
typedef uint64_t rf_node;

typedef enum rf_status {
    RF_OK = 0,
    RF_ERROR_IO = 1,            /* the operating system refused: open, read, write, rename */
    RF_ERROR_TRUNCATED = 2,     /* the data ends before what it announces */
    RF_ERROR_MALFORMED = 3,     /* the data contradicts its own format */
    RF_ERROR_OUT_OF_RANGE = 4,  /* a number or index outside what its place can hold */
    RF_ERROR_UNKNOWN_NAME = 5,  /* a field, list or element that does not exist */
    RF_ERROR_MISMATCH = 6,      /* two things that must agree do not */
    RF_ERROR_UNSUPPORTED = 7,   /* understood, but not something this library does */
    RF_ERROR_USAGE = 8,         /* the call does not make sense at this moment, or a path is wrong */
    RF_ERROR_EXISTS = 9,        /* the output is there already and may not be replaced */
    RF_ERROR_CANCELLED = 10,
    RF_ERROR_CHANGED = 11,      /* another program changed the file after it was read */
    RF_ERROR_NOT_FOUND = 12,    /* all is right, but nothing that a path selects is there */
    RF_ERROR_HANDLE = 100,      /* no document or node has this handle, or it was freed */
    RF_ERROR_GONE = 101,        /* the record of the node was removed */
    RF_ERROR_ARGUMENT = 102,    /* a pointer that must be valid is NULL, or a number that is none of its enum */
    RF_ERROR_MEMORY = 103,      /* there is not enough memory */
    RF_ERROR_INTERNAL = 104     /* a mistake in the library */
} rf_status;

/* What is known of a failure. Strings are "" and numbers 0 where they do not apply; `offset` is -1 then. Later versions
 * may add members at the end. */
typedef struct rf_error {
    rf_status status;
    const char *text;     /* all of it in one line: "FILE:LINE: FIELD: MESSAGE; HINT" */
    const char *message;  /* what was found, a sentence without its full stop */
    const char *hint;     /* what would be right, or what to do */
    const char *file;
    const char *path;     /* of a field, list or record in the document */
    uint32_t line;        /* of a text file, from 1 */
    uint32_t column;      /* in bytes, from 1 */
    int64_t offset;       /* of a binary file, in bytes from 0 */
} rf_error;

typedef struct rf_format {
    const char *root;       /* the name that formats go by: "map" */
    const char *name;       /* "Redguard map" */
    const char *extension;  /* with the dot: ".RGM" */
} rf_format;

/* ------------------------------------------------------------------------------------------------ the library itself */

/* "0.1.0". */
RF_API const char *rf_version(void);
/* RF_ABI_VERSION of the library that is loaded. */
RF_API uint32_t rf_abi_version(void);
/* Of the last call in this thread that failed; never NULL. Valid until another call in this thread fails. */
RF_API const rf_error *rf_last_error(void);
/* "out_of_range"; "unknown" for a number that is no status. */
RF_API const char *rf_status_name(int status);
/* Frees what a function has handed out. NULL is fine. Fails with RF_ERROR_HANDLE for any other pointer, and for one that
 * was freed. */
RF_API rf_status rf_free(const void *memory);
RF_API size_t rf_format_count(void);
/* NULL when there are not that many. */
RF_API const rf_format *rf_format_at(size_t index);

/* -------------------------------------------------------------------------------------------------------- documents */

/* A new document of a format, empty or with something of each kind in it. */
RF_API rf_status rf_new(const char *format, int with_example_content, rf_document *document);
/* Reads a game's file, an XML file or an unpacked folder. `format`: what it must be, "map"; NULL for whatever it is. */
RF_API rf_status rf_open(const char *path, const char *format, rf_document *document);
/* Reads the content of a game's file or of an XML file. */
RF_API rf_status rf_open_bytes(const void *bytes, size_t size, const char *format, rf_document *document);
/* An independent copy. It has no file and no history. */
RF_API rf_status rf_copy(rf_document document, rf_document *copy);
/* Frees a document and all of its nodes. What was not saved is lost. */
RF_API rf_status rf_close(rf_document document);

typedef enum rf_form {
    RF_FORM_SAME = 0,    /* as it was read; a new document as the game's file, or as XML under a name that ends in .xml */
    RF_FORM_BINARY = 1,  /* the game's file */
    RF_FORM_XML = 2,     /* one XML file */
    RF_FORM_FOLDER = 3   /* a folder with an XML file and others beside it */
} rf_form;

enum {
    RF_SAVE_REPLACE = 1, /* a file that is there already is replaced; that which the document was read from always is */
    RF_SAVE_BACKUP = 2   /* what is replaced is kept as a backup, see `redforge backups` */
};

/* Writes a document. The file is written under another name, read back and compared, and only then takes its own: at any
 * moment the old or the new file is there, whole. `path` NULL: where it was read from or saved last; fails with
 * RF_ERROR_CHANGED when another program changed that since. `form`: of rf_form; `flags`: of RF_SAVE_*. */
RF_API rf_status rf_save(rf_document document, const char *path, int form, unsigned flags);
/* The same into memory: RF_FORM_BINARY or RF_FORM_XML. */
RF_API rf_status rf_save_bytes(rf_document document, int form, void **bytes, size_t *size);
/* Valid as long as the library is loaded. */
RF_API rf_status rf_format_of(rf_document document, const rf_format **format);
/* 1 when the document differs from what was read or saved last, else 0. */
RF_API rf_status rf_modified(rf_document document, int *modified);

/* ------------------------------------------------------------------------------------------------------------ nodes */

/* The record that holds all others. */
RF_API rf_status rf_root(rf_document document, rf_node *node);
/* The one record that a path selects; "" is the record of `from` itself. */
RF_API rf_status rf_find(rf_node from, const char *path, rf_node *node);
/* All records that a path selects, and those of a list. Where nothing matches, `count` is 0. */
RF_API rf_status rf_find_all(rf_node from, const char *path, rf_node **nodes, size_t *count);
/* How many records a list has. */
RF_API rf_status rf_count(rf_node from, const char *list, size_t *count);
/* The record that holds this one, and in which of its lists or groups: its name and the number there. Any of the three
 * pointers may be NULL. Fails with RF_ERROR_NOT_FOUND for the root. */
RF_API rf_status rf_parent(rf_node node, rf_node *parent, char **list, size_t *index);
/* The current path of the record: "objects[3]"; "" for the root. */
RF_API rf_status rf_path(rf_node node, char **path);
/* Frees nodes; zeros among them are fine. All that are there are freed, even where one of them fails. */
RF_API rf_status rf_release(const rf_node *nodes, size_t count);

/* ---------------------------------------------------------------------------------------- what is known of a record */

/* The name of its element in XML: "object". */
RF_API rf_status rf_element(rf_node node, char **name);
/* For each node a number that records have in common when they have the same members. Valid while the library is loaded. */
RF_API rf_status rf_type_ids(const rf_node *nodes, size_t count, uint64_t *types);
/* The names of its fields, groups, lists and bytes, in the description's order. */
RF_API rf_status rf_members(rf_node node, char ***names, size_t *count);

typedef enum rf_kind {
    RF_KIND_INTEGER = 1,
    RF_KIND_REAL = 2,
    RF_KIND_TEXT = 3,      /* text, or several numbers or bytes that are written as one text */
    RF_KIND_COMPOSITE = 4, /* what the names of several fields begin with: "position" */
    RF_KIND_RECORD = 5,    /* a record that is always there */
    RF_KIND_OPTIONAL = 6,  /* a list of at most one record */
    RF_KIND_LIST = 7,
    RF_KIND_BYTES = 8,     /* bytes without a layout */
    RF_KIND_SOURCE = 9     /* bytes that are shown as text: a script */
} rf_kind;

/* What a name is. Fails with RF_ERROR_UNKNOWN_NAME, and a hint, where the record has none of it. */
RF_API rf_status rf_kind_of(rf_node node, const char *name, rf_kind *kind);

typedef enum rf_about {
    RF_ABOUT_LABEL = 1,   /* "Object id" */
    RF_ABOUT_DOC = 2,     /* its meaning, in a sentence */
    RF_ABOUT_UNIT = 3,    /* "map units" */
    RF_ABOUT_RANGE = 4,   /* of a number: "-128 127" */
    RF_ABOUT_WORDS = 5,   /* words that a number may be written as, with their numbers: "audio=0 flat=1" */
    RF_ABOUT_RECORDS = 6, /* of a list: the elements that it holds, separated by blanks */
    RF_ABOUT_PARTS = 7    /* of a composite: its fields, without those that the game does not read, separated by blanks */
} rf_about;

/* `what`: of rf_about. "" where there is nothing to be said. */
RF_API rf_status rf_describe(rf_node node, const char *name, int what, char **text);

/* ----------------------------------------------------------------------------------------------------------- values */

/* The value that a path selects, as the text form has it: a word where a number has one, several with commas between
 * them for a composite, the source of a script, the XML of a record; "" is the record of `node` itself. `size`, without
 * the NUL at its end, may be NULL. */
RF_API rf_status rf_get_text(rf_node node, const char *path, char **text, size_t *size);
/* Fail with RF_ERROR_NOT_FOUND for a value that is left to be computed, with RF_ERROR_UNSUPPORTED for what is no number. */
RF_API rf_status rf_get_integer(rf_node node, const char *path, int64_t *value);
RF_API rf_status rf_get_real(rf_node node, const char *path, double *value);
/* The content of a member of RF_KIND_BYTES or RF_KIND_SOURCE. */
RF_API rf_status rf_get_bytes(rf_node node, const char *path, void **bytes, size_t *size);

/* Set the values that a path selects, which must be there: one or, with selectors such as [*], several. Text is what
 * `redforge set` takes: words, "90deg", "1,2,3" for a position, "+=100" to add, "" to leave a value to be computed.
 * A real number is rounded to the steps of its field. `count`, which may be NULL, tells how many values were set. */
RF_API rf_status rf_set_text(rf_node node, const char *path, const char *text, size_t *count);
RF_API rf_status rf_set_integer(rf_node node, const char *path, int64_t value);
RF_API rf_status rf_set_real(rf_node node, const char *path, double value);
RF_API rf_status rf_set_bytes(rf_node node, const char *path, const void *bytes, size_t size);

/* One field of all records of a list at once, "position.x" of "objects": `count` numbers, as many as rf_count() returns. */
RF_API rf_status rf_get_integers(rf_node from, const char *list, const char *field, int64_t *values, size_t count);
RF_API rf_status rf_get_reals(rf_node from, const char *list, const char *field, double *values, size_t count);
RF_API rf_status rf_set_integers(rf_node from, const char *list, const char *field, const int64_t *values, size_t count);
RF_API rf_status rf_set_reals(rf_node from, const char *list, const char *field, const double *values, size_t count);

/* The paths of all scripts and other bytes that are shown as text, for rf_get_text() and rf_set_text(). */
RF_API rf_status rf_scripts(rf_document document, char ***paths, size_t *count);

/* ------------------------------------------------------------------------------------------------------------ edits */

/* Without a transaction each of these, and each rf_set_*, is a step of its own that rf_undo() takes back.
 *
 * Puts a record of default values into a list; `at` -1 is its end. `element`: which of the types that the list holds;
 * NULL for the first. `node` may be NULL. */
RF_API rf_status rf_add(rf_node from, const char *list, int64_t at, const char *element, rf_node *node);
/* The same with a copy of a record, which may be of another document. */
RF_API rf_status rf_add_copy(rf_node from, const char *list, int64_t at, rf_node original, rf_node *node);
/* Takes a record out of its list. */
RF_API rf_status rf_remove(rf_node node);
/* Gives a record another place in its list; `to` counts without it, -1 is the end. */
RF_API rf_status rf_move(rf_node node, int64_t to);
/* Applies a list of edits or a patch, the text that `redforge apply` takes, all of it or nothing. `count`, which may be
 * NULL, tells how many changes were made. */
RF_API rf_status rf_apply(rf_document document, const char *edits, size_t *count);

/* Makes one step of all that is changed until rf_commit(); rf_rollback() takes it all back. */
RF_API rf_status rf_begin(rf_document document, const char *name);
RF_API rf_status rf_commit(rf_document document);
RF_API rf_status rf_rollback(rf_document document);
/* `name`, which may be NULL, receives the name of the step. Fail with RF_ERROR_NOT_FOUND when there is none. */
RF_API rf_status rf_undo(rf_document document, char **name);
RF_API rf_status rf_redo(rf_document document, char **name);

/* ---------------------------------------------------------------------------------------------- comparing, checking */

typedef enum rf_diff_form {
    RF_DIFF_LINES = 1,  /* for people: "- lights[0]", "objects[4] 5 DOOR01: position.x 200 -> 260" */
    RF_DIFF_PATCH = 2   /* for rf_apply(): edits that find their records in other copies */
} rf_diff_form;

/* What was changed from one document to the other, in a form of rf_diff_form; "" in lines when they are equal. */
RF_API rf_status rf_diff(rf_document from, rf_document to, int form, char **text);

typedef enum rf_prefer {
    RF_PREFER_NONE = 0,  /* conflicts make the merge fail */
    RF_PREFER_OURS = 1,
    RF_PREFER_THEIRS = 2,
    RF_PREFER_BOTH = 3   /* records of both stay; where only one value can be, it is ours */
} rf_prefer;

/* Joins what two documents changed of a common one, into a new document. `prefer`: of rf_prefer. `conflicts`, which may be NULL, receives a line
 * for each, also for those that `prefer` has decided, and before them a line "note: ..." for each new record of a plugin that got
 * another FormID, because `ours` gives it to another record. With RF_PREFER_NONE and a conflict it fails with
 * RF_ERROR_MISMATCH; `conflicts` is set nevertheless. */
RF_API rf_status rf_merge(rf_document base, rf_document ours, rf_document theirs, int prefer, rf_document *merged,
                          char **conflicts);

/* The files that a path stands for, sorted: itself; for a folder that is no unpacked document, all files below it. */
RF_API rf_status rf_find_files(const char *path, char ***files, size_t *count);
/* Proves that nothing of a file is lost: reads, writes and compares it, unpacks, packs and compares it. Fails with
 * RF_ERROR_MISMATCH where something differs, with RF_ERROR_UNSUPPORTED where the file is of no known format, else with
 * why it cannot be read. */
RF_API rf_status rf_verify(const char *path);
/* What may be wrong with a document, as `redforge check` finds it: for each finding a line with severity, id, path and
 * message, separated by tabs; "" for nothing. `game`: the game's folder; NULL for the one that the document's file lies
 * in, without which some checks are left out. `count` may be NULL. */
RF_API rf_status rf_check(rf_document document, const char *game, char **findings, size_t *count);
/* A picture of a map or a model, without a window: width x height pixels of four bytes (red, green, blue, alpha), rows from
 * the top. `view`: "top", "front", "side" or "iso"; NULL for "iso". `game`: the game's folder with models, images and
 * colours, which a map needs; NULL for the one that the document's file lies in, without which a model is grey. Sides of 1
 * to 8192. Fails with RF_ERROR_UNSUPPORTED for other documents, and where there is no OpenGL 3.3. */
RF_API rf_status rf_render(rf_document document, const char *game, const char *view, uint32_t width, uint32_t height,
                           void **pixels);

#ifdef __cplusplus
}
#endif

#endif
