/* Example of the C library: the steps of the README's quick start, from creating a map to verifying it.
 *
 *     five_things FOLDER
 *
 * Writes SAMPLE.RGM, MOVED.RGM and DARK.RGM into the folder. Build it with
 *     cc five_things.c $(pkg-config --cflags --libs redforge-c) */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <redforge.h>

/* Exits with an error message if a call failed. */
static void check(rf_status status)
{
    if (status != RF_OK) {
        fprintf(stderr, "%s\n", rf_last_error()->text);
        exit(1);
    }
}

static const char *in_folder(const char *folder, const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Creates a map and lists its doors. */
static void make_a_map(const char *folder)
{
    rf_document map;
    rf_node root;
    rf_node *doors;
    size_t count;

    check(rf_new("map", 1, &map));
    check(rf_root(map, &root));
    check(rf_find_all(root, "objects[script_name=DOOR*]", &doors, &count));
    for (size_t i = 0; i < count; ++i) {
        char *path;
        int64_t x;
        check(rf_path(doors[i], &path));
        check(rf_get_integer(doors[i], "position.x", &x));
        printf("%s.position.x=%" PRId64 "\n", path, x);
        check(rf_free(path));
    }
    check(rf_free(doors));
    check(rf_save(map, in_folder(folder, "SAMPLE.RGM"), RF_FORM_BINARY, RF_SAVE_REPLACE));
    check(rf_close(map)); /* also frees its nodes */
}

/* Converts the map to text and back. */
static void there_and_back(const char *folder)
{
    rf_document map;
    rf_document again;
    void *text;
    size_t size;
    char *difference;

    check(rf_open(in_folder(folder, "SAMPLE.RGM"), "map", &map));
    check(rf_save_bytes(map, RF_FORM_XML, &text, &size));
    check(rf_open_bytes(text, size, "map", &again));
    check(rf_diff(map, again, RF_DIFF_LINES, &difference));
    printf("text and back: %s\n", difference[0] == '\0' ? "the same" : difference);
    check(rf_free(difference));
    check(rf_free(text));
    check(rf_close(again));
    check(rf_close(map));
}

/* Moves an object and saves to a new file. */
static void move_an_object(const char *folder)
{
    rf_document map;
    rf_node root;
    rf_node object;
    int64_t x;

    check(rf_open(in_folder(folder, "SAMPLE.RGM"), "map", &map));
    check(rf_root(map, &root));
    check(rf_find(root, "objects[4]", &object));
    check(rf_get_integer(object, "position.x", &x));
    check(rf_set_integer(object, "position.x", x + 60));
    check(rf_save(map, in_folder(folder, "MOVED.RGM"), RF_FORM_BINARY, RF_SAVE_REPLACE));
    check(rf_close(map));
}

/* Makes several edits as one step and prints the changes. */
static void edit_in_one_step(const char *folder)
{
    rf_document map;
    rf_document before;
    rf_node root;
    rf_node string;
    rf_node light;
    char *lines;
    char *step;

    check(rf_open(in_folder(folder, "MOVED.RGM"), "map", &map));
    check(rf_copy(map, &before));
    check(rf_root(map, &root));
    check(rf_begin(map, "Darkness"));
    check(rf_add(root, "actors[0].strings", -1, NULL, &string));
    check(rf_set_text(string, "value", "Who goes there?", NULL));
    check(rf_find(root, "lights[0]", &light));
    check(rf_remove(light));
    check(rf_commit(map));

    /* The handle of a removed record returns an error. */
    if (rf_set_integer(light, "radius", 1) != RF_ERROR_GONE) {
        fprintf(stderr, "the light is still there\n");
        exit(1);
    }
    printf("%s\n", rf_last_error()->message);

    check(rf_diff(before, map, RF_DIFF_LINES, &lines));
    fputs(lines, stdout);
    check(rf_free(lines));
    check(rf_undo(map, &step));
    printf("undone: %s\n", step);
    check(rf_free(step));
    check(rf_redo(map, NULL));
    check(rf_save(map, in_folder(folder, "DARK.RGM"), RF_FORM_BINARY, RF_SAVE_REPLACE));
    check(rf_close(before));
    check(rf_close(map));
}

/* Prints the source of a script and sets a changed one. */
static void read_a_script(const char *folder)
{
    rf_document map;
    rf_node root;
    char **scripts;
    size_t count;
    char *source;

    check(rf_open(in_folder(folder, "SAMPLE.RGM"), "map", &map));
    check(rf_root(map, &root));
    check(rf_scripts(map, &scripts, &count));
    printf("%lu scripts; the first is %s\n", (unsigned long)count, scripts[0]);
    check(rf_get_text(root, scripts[0], &source, NULL));
    fputs(source, stdout);
    check(rf_set_text(root, scripts[0], source, NULL));
    check(rf_free(source));
    check(rf_free(scripts));
    check(rf_close(map));
}

/* Checks that each file survives a round trip. */
static void verify(const char *folder)
{
    static const char *const names[] = {"SAMPLE.RGM", "MOVED.RGM", "DARK.RGM"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        check(rf_verify(in_folder(folder, names[i])));
        printf("ok %s\n", names[i]);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: five_things FOLDER\n", stderr);
        return 2;
    }
    make_a_map(argv[1]);
    there_and_back(argv[1]);
    move_an_object(argv[1]);
    edit_in_one_step(argv[1]);
    read_a_script(argv[1]);
    verify(argv[1]);
    return 0;
}
