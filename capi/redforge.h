/* The C interface of the library, also for other languages: documents, their records, and edits with undo.
 *
 * Handles. A document and a node (a reference to a record) are numbers; 0 is no handle. A node tracks its record: after
 * an insertion before it, it still refers to the same record. Functions return RF_ERROR_HANDLE for an invalid or freed
 * handle, and RF_ERROR_GONE for the node of a removed record.
 *
 * Errors. Every function that can fail returns an rf_status; RF_OK is success. rf_last_error() returns details of the
 * last error in the same thread. A function that fails changes neither the document nor its output parameters, unless
 * its comment says otherwise. No exception leaves the library.
 *
 * Memory. Free output of type char **, void **, rf_node ** and char *** with rf_free(), once for each call; strings in
 * an array are freed with it. Free documents with rf_close(), and nodes with rf_release() or together with their
 * document. The library owns strings that are returned directly. Text is UTF-8 and ends with a NUL.
 *
 * Threads. All functions may be called from any thread. Calls that use one document, or its nodes, wait for each other;
 * calls that use different documents do not. A transaction belongs to its document, not to a thread.
 *
 * Paths are field paths: "objects[3].position.x", "actors[script_name=DOOR*].strings[-1].value". A path that is passed
 * with a node begins at its record. The manual page redforge-paths(7) describes paths; docs/api.md describes this
 * interface. */
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

/* Increased when functions are added. Existing functions keep their meaning; an incompatible library would be
 * libredforge.so.2. */
#define RF_ABI_VERSION 1

typedef uint64_t rf_document;
typedef uint64_t rf_node;

typedef enum rf_status {
    RF_OK = 0,
    RF_ERROR_IO = 1,            /* the operating system reported an error: open, read, write, rename */
    RF_ERROR_TRUNCATED = 2,     /* the data is shorter than it announces */
    RF_ERROR_MALFORMED = 3,     /* the data contradicts its own format */
    RF_ERROR_OUT_OF_RANGE = 4,  /* a number or index outside its valid range */
    RF_ERROR_UNKNOWN_NAME = 5,  /* a field, list or element that does not exist */
    RF_ERROR_MISMATCH = 6,      /* two values that must agree differ */
    RF_ERROR_UNSUPPORTED = 7,   /* valid, but not supported by this library */
    RF_ERROR_USAGE = 8,         /* the call is not valid in this state, or the syntax of a path is wrong */
    RF_ERROR_EXISTS = 9,        /* the output exists and may not be replaced */
    RF_ERROR_CANCELLED = 10,
    RF_ERROR_CHANGED = 11,      /* another program changed the file after it was read */
    RF_ERROR_NOT_FOUND = 12,    /* no record or value matches the path */
    RF_ERROR_HANDLE = 100,      /* the handle of a document or node is invalid or was freed */
    RF_ERROR_GONE = 101,        /* the record of the node was removed */
    RF_ERROR_ARGUMENT = 102,    /* a required pointer is NULL, or a number is not a value of its enum */
    RF_ERROR_MEMORY = 103,      /* there is not enough memory */
    RF_ERROR_INTERNAL = 104     /* an error in the library itself */
} rf_status;

/* Details of an error. A member that does not apply is "" or 0; `offset` is -1 then. Later versions may add members at
 * the end. */
typedef struct rf_error {
    rf_status status;
    const char *text;     /* everything in one line: "FILE:LINE: FIELD: MESSAGE; HINT" */
    const char *message;  /* a sentence without its full stop */
    const char *hint;     /* the valid values, or what the user can do */
    const char *file;
    const char *path;     /* path of a field, list or record in the document */
    uint32_t line;        /* 1-based line of a text file */
    uint32_t column;      /* 1-based column, in bytes */
    int64_t offset;       /* 0-based offset in a binary file, in bytes */
} rf_error;

typedef struct rf_format {
    const char *root;       /* identifies the format: "map" */
    const char *name;       /* "Redguard map" */
    const char *extension;  /* with the dot: ".RGM" */
} rf_format;

/* ----------------------------------------------------------------------------------------------- the library itself */

/* Returns the version of the library: "0.1.0". */
RF_API const char *rf_version(void);
/* Returns RF_ABI_VERSION of the loaded library. */
RF_API uint32_t rf_abi_version(void);
/* Returns the last error in this thread; never NULL. Valid until another call in this thread fails. */
RF_API const rf_error *rf_last_error(void);
/* Returns the name of a status, like "out_of_range". Returns "unknown" for other numbers. */
RF_API const char *rf_status_name(int status);
/* Frees memory that the library returned. NULL is ignored. Fails with RF_ERROR_HANDLE for other pointers, and for
 * memory that was freed before. */
RF_API rf_status rf_free(const void *memory);
RF_API size_t rf_format_count(void);
/* Returns a format. Returns NULL if `index` is not less than rf_format_count(). */
RF_API const rf_format *rf_format_at(size_t index);

/* -------------------------------------------------------------------------------------------------------- documents */

/* Creates a document of a format: empty, or with records of each kind. */
RF_API rf_status rf_new(const char *format, int with_example_content, rf_document *document);
/* Reads a game file, an XML file or an unpacked folder. `format`: the required format, like "map"; NULL accepts all. */
RF_API rf_status rf_open(const char *path, const char *format, rf_document *document);
/* Reads the content of a game file or of an XML file. */
RF_API rf_status rf_open_bytes(const void *bytes, size_t size, const char *format, rf_document *document);
/* Creates an independent copy, without a file and without a history. */
RF_API rf_status rf_copy(rf_document document, rf_document *copy);
/* Frees a document and all of its nodes. Discards unsaved changes. */
RF_API rf_status rf_close(rf_document document);

typedef enum rf_form {
    RF_FORM_SAME = 0,    /* as it was read; for a new document a game file, or XML if the path ends in .xml */
    RF_FORM_BINARY = 1,  /* a game file */
    RF_FORM_XML = 2,     /* one XML file */
    RF_FORM_FOLDER = 3   /* a folder with an XML file and side files */
} rf_form;

enum {
    RF_SAVE_REPLACE = 1, /* replace an existing file; the file that the document was read from is always replaced */
    RF_SAVE_BACKUP = 2   /* keep a replaced file as a backup, see `redforge backups` */
};

/* Writes a document. Writes a temporary file, reads it back, compares it and renames it: at any moment, the complete
 * old or the complete new file exists. If `path` is NULL, the path is the one that it was read from or last saved to;
 * fails with RF_ERROR_CHANGED if another program changed that file since. `form`: a value of rf_form; `flags`:
 * RF_SAVE_* values. */
RF_API rf_status rf_save(rf_document document, const char *path, int form, unsigned flags);
/* Writes a document to memory. `form`: RF_FORM_BINARY or RF_FORM_XML. */
RF_API rf_status rf_save_bytes(rf_document document, int form, void **bytes, size_t *size);
/* Gets the format of a document. It is valid as long as the library is loaded. */
RF_API rf_status rf_format_of(rf_document document, const rf_format **format);
/* Gets 1 if the document differs from its last read or saved state, else 0. */
RF_API rf_status rf_modified(rf_document document, int *modified);

/* ------------------------------------------------------------------------------------------------------------ nodes */

/* Gets the root record, which contains all others. */
RF_API rf_status rf_root(rf_document document, rf_node *node);
/* Gets the single record that a path matches; "" is the record of `from` itself. */
RF_API rf_status rf_find(rf_node from, const char *path, rf_node *node);
/* Gets all records that a path matches, or all records of a matching list. If nothing matches, `count` is 0. */
RF_API rf_status rf_find_all(rf_node from, const char *path, rf_node **nodes, size_t *count);
/* Gets the number of records in a list. */
RF_API rf_status rf_count(rf_node from, const char *list, size_t *count);
/* Gets the parent record, the name of its list or group that contains this record, and the index in it. Each of the
 * three pointers may be NULL. Fails with RF_ERROR_NOT_FOUND for the root. */
RF_API rf_status rf_parent(rf_node node, rf_node *parent, char **list, size_t *index);
/* Gets the current path of the record: "objects[3]", or "" for the root. */
RF_API rf_status rf_path(rf_node node, char **path);
/* Frees nodes; zeros are ignored. If one handle is invalid, the others are freed nevertheless. */
RF_API rf_status rf_release(const rf_node *nodes, size_t count);

/* ---------------------------------------------------------------------------------------- what is known of a record */

/* Gets the name of the record's element in XML: "object". */
RF_API rf_status rf_element(rf_node node, char **name);
/* Gets a type number for each node. Records with equal numbers have the same members. Valid while the library is
 * loaded. */
RF_API rf_status rf_type_ids(const rf_node *nodes, size_t count, uint64_t *types);
/* Gets the names of the record's fields, groups, lists and bytes, in the order of its description. */
RF_API rf_status rf_members(rf_node node, char ***names, size_t *count);

typedef enum rf_kind {
    RF_KIND_INTEGER = 1,
    RF_KIND_REAL = 2,
    RF_KIND_TEXT = 3,      /* text, or several numbers or bytes in one text */
    RF_KIND_COMPOSITE = 4, /* the common beginning of several field names: "position" */
    RF_KIND_RECORD = 5,    /* a record that always exists */
    RF_KIND_OPTIONAL = 6,  /* a list of at most one record */
    RF_KIND_LIST = 7,
    RF_KIND_BYTES = 8,     /* bytes without a layout */
    RF_KIND_SOURCE = 9     /* bytes with a text form: a script */
} rf_kind;

/* Gets the kind of a member. Fails with RF_ERROR_UNKNOWN_NAME, and a hint, if the record has no member with this
 * name. */
RF_API rf_status rf_kind_of(rf_node node, const char *name, rf_kind *kind);

typedef enum rf_about {
    RF_ABOUT_LABEL = 1,   /* "Object id" */
    RF_ABOUT_DOC = 2,     /* its meaning, in a sentence */
    RF_ABOUT_UNIT = 3,    /* "map units" */
    RF_ABOUT_RANGE = 4,   /* number: its range, "-128 127" */
    RF_ABOUT_WORDS = 5,   /* number: names of its values, "audio=0 flat=1" */
    RF_ABOUT_RECORDS = 6, /* list: names of its elements, separated by blanks */
    RF_ABOUT_PARTS = 7    /* composite: its fields except those that the game does not read, separated by blanks */
} rf_about;

/* Gets a description of a member. `what`: a value of rf_about. The text is "" if there is no such description. */
RF_API rf_status rf_describe(rf_node node, const char *name, int what, char **text);

/* ----------------------------------------------------------------------------------------------------------- values */

/* Gets the value that a path matches in text form: the name or number of an integer, comma-separated values of a
 * composite, the source of a script, the XML of a record; the path "" is the record of `node` itself. `size` is the
 * size without the final NUL; it may be NULL. */
RF_API rf_status rf_get_text(rf_node node, const char *path, char **text, size_t *size);
/* Get a number. Fail with RF_ERROR_NOT_FOUND for a computed value that is not stored, and with RF_ERROR_UNSUPPORTED for
 * a value that cannot be converted. */
RF_API rf_status rf_get_integer(rf_node node, const char *path, int64_t *value);
RF_API rf_status rf_get_real(rf_node node, const char *path, double *value);
/* Gets the content of a member of kind RF_KIND_BYTES or RF_KIND_SOURCE. */
RF_API rf_status rf_get_bytes(rf_node node, const char *path, void **bytes, size_t *size);

/* Set the values that a path matches: one or, with selectors such as [*], several. At least one must exist. Text has
 * the syntax of `redforge set`: names, "90deg", "1,2,3" for a position, "+=100" to add, "" to clear a stored value so
 * that it is computed. A real number is rounded to the precision of its field. `count` gets the number of values that
 * were set; it may be NULL. */
RF_API rf_status rf_set_text(rf_node node, const char *path, const char *text, size_t *count);
RF_API rf_status rf_set_integer(rf_node node, const char *path, int64_t value);
RF_API rf_status rf_set_real(rf_node node, const char *path, double value);
RF_API rf_status rf_set_bytes(rf_node node, const char *path, const void *bytes, size_t size);

/* Get or set one field of all records in a list, like "position.x" of "objects". `count` must be the number of
 * records. */
RF_API rf_status rf_get_integers(rf_node from, const char *list, const char *field, int64_t *values, size_t count);
RF_API rf_status rf_get_reals(rf_node from, const char *list, const char *field, double *values, size_t count);
RF_API rf_status rf_set_integers(rf_node from, const char *list, const char *field, const int64_t *values, size_t count);
RF_API rf_status rf_set_reals(rf_node from, const char *list, const char *field, const double *values, size_t count);

/* Gets the paths of all scripts and other bytes with a text form, for rf_get_text() and rf_set_text(). */
RF_API rf_status rf_scripts(rf_document document, char ***paths, size_t *count);

/* ------------------------------------------------------------------------------------------------------------ edits */

/* Outside a transaction, each of these functions and each rf_set_* is a separate step for rf_undo().
 *
 * Inserts a record with default values into a list. `at`: index of the new record, or -1 for the end. `element`:
 * element name of the record, or NULL for the first type of the list. `node` may be NULL. */
RF_API rf_status rf_add(rf_node from, const char *list, int64_t at, const char *element, rf_node *node);
/* Inserts a copy of a record, which may be in another document. Otherwise like rf_add(). */
RF_API rf_status rf_add_copy(rf_node from, const char *list, int64_t at, rf_node original, rf_node *node);
/* Removes a record from its list. */
RF_API rf_status rf_remove(rf_node node);
/* Moves a record within its list. `to` is its index after the removal from the old position; -1 is the end. */
RF_API rf_status rf_move(rf_node node, int64_t to);
/* Applies an edit list or a patch, as for `redforge apply`, completely or not at all. `count` gets the number of
 * changes; it may be NULL. */
RF_API rf_status rf_apply(rf_document document, const char *edits, size_t *count);

/* Begin, commit and roll back a transaction. All changes between rf_begin() and rf_commit() are one step; rf_rollback()
 * reverts them. */
RF_API rf_status rf_begin(rf_document document, const char *name);
RF_API rf_status rf_commit(rf_document document);
RF_API rf_status rf_rollback(rf_document document);
/* Undo or redo one step. `name` gets the name of the step; it may be NULL. Fail with RF_ERROR_NOT_FOUND if there is
 * none. */
RF_API rf_status rf_undo(rf_document document, char **name);
RF_API rf_status rf_redo(rf_document document, char **name);

/* ---------------------------------------------------------------------------------------------- comparing, checking */

typedef enum rf_diff_form {
    RF_DIFF_LINES = 1,  /* for the user: "- lights[0]", "objects[4] 5 DOOR01: position.x 200 -> 260" */
    RF_DIFF_PATCH = 2   /* for rf_apply(): edits that find their records in other copies */
} rf_diff_form;

/* Gets the changes from one document to another. `form`: a value of rf_diff_form. Lines are "" if the documents are
 * equal. */
RF_API rf_status rf_diff(rf_document from, rf_document to, int form, char **text);

typedef enum rf_prefer {
    RF_PREFER_NONE = 0,  /* conflicts make the merge fail */
    RF_PREFER_OURS = 1,
    RF_PREFER_THEIRS = 2,
    RF_PREFER_BOTH = 3   /* keeps the records of both sides; ours for a single value */
} rf_prefer;

/* Merges two documents that were changed from a common base, into a new document. `prefer`: a value of rf_prefer, the
 * side that wins conflicts. `conflicts` gets a line for each conflict, also for resolved ones; it may be NULL. Before
 * them it gets a line "note: ..." for each new record of a plugin that got another FormID, because `ours` gives its
 * FormID to another record. Fails with RF_ERROR_MISMATCH if there is a conflict and `prefer` is RF_PREFER_NONE, or a
 * conflict that no side decides; `conflicts` is set nevertheless. */
RF_API rf_status rf_merge(rf_document base, rf_document ours, rf_document theirs, int prefer, rf_document *merged,
                          char **conflicts);

/* Gets the files that a path selects, sorted: the path itself, or, for a folder that is not an unpacked document, all
 * files in it and its subfolders. */
RF_API rf_status rf_find_files(const char *path, char ***files, size_t *count);
/* Proves that a file survives a round trip: reads, writes and compares it; unpacks, packs and compares it. Fails with
 * RF_ERROR_MISMATCH if something differs, with RF_ERROR_UNSUPPORTED if the format is not known, or with the error of
 * reading it. */
RF_API rf_status rf_verify(const char *path);
/* Runs the checks of `redforge check`. `findings` gets a line for each finding with severity, id, path and message,
 * separated by tabs, or "" if there is none. `game`: the game folder, or NULL for the one that contains the document's
 * file; checks that need it are skipped if there is none. Masters of a plugin are found as `redforge check` finds them
 * without --data. `count` may be NULL. */
RF_API rf_status rf_check(rf_document document, const char *game, char **findings, size_t *count);
/* Renders a picture of a map or a model without a window: width x height pixels of four bytes (red, green, blue,
 * alpha), rows from the top. Width and height are 1 to 8192. `view`: "top", "front", "side" or "iso"; NULL means "iso".
 * `game`: the game folder with models, images and colours, or NULL for the one that contains the document's file. A map
 * needs it; a model is grey without it. Fails with RF_ERROR_UNSUPPORTED for other documents, and if there is no OpenGL
 * 3.3. */
RF_API rf_status rf_render(rf_document document, const char *game, const char *view, uint32_t width, uint32_t height,
                           void **pixels);

#ifdef __cplusplus
}
#endif

#endif
