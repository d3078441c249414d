// The functions of redforge.h, called like from other programs.
#include <array>
#include <cstring>
#include <fstream>

#include "library.hpp"
#include "runner/parts.hpp"
#include "support/sanitized.hpp"

using namespace redforge::test;

int main(int argc, char* argv[])
{
    return run_part(argc, argv);
}

TEST_CASE("nodes: a node follows the edits of its document", "[capi]")
{
    const Opened map("map");
    const rf_node door = map.find("objects[4]");
    const rf_node other = map.find("objects[1]");
    rf_node replacement{};
    ok(rf_add(map.root, "objects", 0, nullptr, &replacement));
    CHECK(path_of(replacement) == "objects[0]");
    CHECK(path_of(door) == "objects[5]");
    CHECK(Opened::text_of(door, "script_name") == "DOOR01");
    ok(rf_remove(other));
    CHECK(path_of(door) == "objects[4]");
    ok(rf_move(door, 0));
    CHECK(path_of(door) == "objects[0]");
    CHECK(path_of(replacement) == "objects[1]");
    ok(rf_move(door, -1));
    CHECK(path_of(door) == "objects[" + std::to_string(map.count("objects") - 1) + "]");
    ok(rf_undo(map.document, nullptr));
    ok(rf_undo(map.document, nullptr));
    ok(rf_undo(map.document, nullptr));
    ok(rf_undo(map.document, nullptr));
    CHECK(path_of(door) == "objects[4]");
    CHECK(rf_path(replacement, nullptr) == RF_ERROR_ARGUMENT);
}

TEST_CASE("nodes: a removed record's node returns an error, also after undo", "[capi]")
{
    const Opened map("map");
    const rf_node actor = map.find("actors[0]");
    const rf_node string = map.find("actors[0].strings[0]");
    ok(rf_remove(actor));
    std::int64_t value = 77;
    CHECK(rf_get_integer(actor, "id", &value) == RF_ERROR_GONE);
    CHECK(rf_set_text(string, "value", "x", nullptr) == RF_ERROR_GONE);
    CHECK(rf_remove(actor) == RF_ERROR_GONE);
    CHECK(value == 77);
    CHECK(rf_last_error()->status == RF_ERROR_GONE);
    CHECK(std::string(rf_last_error()->message) == "the record of this node was removed");
    ok(rf_undo(map.document, nullptr));
    CHECK(rf_remove(actor) == RF_ERROR_GONE);
    CHECK(map.text("actors[0].strings[0].value") == "opened");
}

TEST_CASE("handles: wrong and freed handles return an error", "[capi]")
{
    rf_document document{};
    ok(rf_new("map", 1, &document));
    rf_node root{};
    rf_node node{};
    ok(rf_root(document, &root));
    ok(rf_find(root, "objects[0]", &node));
    CHECK(rf_root(0, &root) == RF_ERROR_HANDLE);
    CHECK(rf_root(node, &root) == RF_ERROR_HANDLE);
    CHECK(rf_remove(document) == RF_ERROR_HANDLE);
    CHECK(rf_remove(UINT64_MAX) == RF_ERROR_HANDLE);
    CHECK(rf_remove(node + 1) == RF_ERROR_HANDLE);
    ok(rf_release(&node, 1));
    CHECK(rf_release(&node, 1) == RF_ERROR_HANDLE);
    CHECK(rf_remove(node) == RF_ERROR_HANDLE);
    // A new node in the slot of a freed one has another number.
    std::vector<rf_node> many(100);
    for (rf_node& each : many) {
        ok(rf_find(root, "objects[1]", &each));
        CHECK(each != node);
    }
    CHECK(rf_remove(node) == RF_ERROR_HANDLE);
    ok(rf_close(document));
    CHECK(rf_close(document) == RF_ERROR_HANDLE);
    CHECK(rf_remove(many[0]) == RF_ERROR_HANDLE);
    CHECK(rf_root(document, &root) == RF_ERROR_HANDLE);
    CHECK(std::string(rf_last_error()->text) == "no document has this handle; it may have been closed");
}

TEST_CASE("memory: rf_free frees only memory of the library, and only once", "[capi]")
{
    const Opened map("map");
    char* text{};
    ok(rf_get_text(map.root, "objects[4].script_name", &text, nullptr));
    CHECK(rf_free(text + 1) == RF_ERROR_HANDLE);
    ok(rf_free(text));
    CHECK(rf_free(text) == RF_ERROR_HANDLE);
    int own = 0;
    CHECK(rf_free(&own) == RF_ERROR_HANDLE);
    CHECK(rf_free(nullptr) == RF_OK);
}

TEST_CASE("errors: have position, found value and fix", "[capi]")
{
    const Opened map("map");
    CHECK(rf_set_integer(map.root, "objects[4].is_active", 300) == RF_ERROR_OUT_OF_RANGE);
    CHECK(std::string(rf_last_error()->path) == "objects[4].is_active");
    CHECK(std::string(rf_last_error()->hint).find("255") != std::string::npos);
    CHECK(map.integer("objects[4].is_active") == 1);
    const rf_node object = map.find("objects[4]");
    CHECK(rf_set_integer(object, "positon.x", 3) == RF_ERROR_UNKNOWN_NAME);
    CHECK(std::string(rf_last_error()->hint) == "did you mean position.x?");
    CHECK(std::string(rf_last_error()->path) == "objects[4].positon.x");
    CHECK(rf_set_integer(object, "script_name", 3) == RF_ERROR_UNSUPPORTED);
    std::int64_t value{};
    CHECK(rf_get_integer(object, "script_name", &value) == RF_ERROR_UNSUPPORTED);
    CHECK(rf_find(map.root, "objects[99]", nullptr) == RF_ERROR_ARGUMENT);
    CHECK(std::string(rf_last_error()->text) == "the argument node is NULL; pass a valid pointer");
    rf_node node{};
    CHECK(rf_find(map.root, "objects[99]", &node) == RF_ERROR_NOT_FOUND);
    CHECK(rf_find(map.root, "objects[*]", &node) == RF_ERROR_MISMATCH);
    CHECK(rf_find(map.root, "objects[4].position", &node) == RF_ERROR_USAGE);
    CHECK(node == 0);
    rf_document document{};
    CHECK(rf_new("mpa", 0, &document) == RF_ERROR_UNKNOWN_NAME);
    CHECK(std::string(rf_last_error()->hint) == "did you mean map?");
    CHECK(rf_open("/no/such/file", nullptr, &document) == RF_ERROR_IO);
    CHECK(std::string(rf_last_error()->file) == "/no/such/file");
    CHECK(rf_open_bytes("<map", 4, nullptr, &document) == RF_ERROR_MALFORMED);
    CHECK(rf_last_error()->line == 1);
    CHECK(document == 0);
    CHECK(std::string(rf_status_name(RF_ERROR_OUT_OF_RANGE)) == "out_of_range");
    CHECK(std::string(rf_status_name(RF_ERROR_IO)) == "io");
    CHECK(std::string(rf_status_name(RF_ERROR_NOT_FOUND)) == "not_found");
    CHECK(std::string(rf_status_name(55)) == "unknown");
}

TEST_CASE("values: are read and set as text, numbers and bytes", "[capi]")
{
    const Opened map("map");
    const rf_node door = map.find("objects[4]");
    double real{};
    ok(rf_get_real(door, "position.z", &real));
    CHECK(real == 300.0);
    ok(rf_set_real(door, "position.z", 301.4));
    ok(rf_get_real(door, "position.z", &real));
    CHECK(real == 301.3984375);  // 256ths
    std::int64_t whole = 5;
    CHECK(rf_get_integer(door, "position.z", &whole) == RF_ERROR_UNSUPPORTED);
    CHECK(whole == 5);
    std::size_t count{};
    ok(rf_set_text(map.root, "objects[script_name=DOOR*].position.x", "+=100", &count));
    CHECK(count == 2);
    CHECK(map.integer("objects[4].position.x") == 300);
    ok(rf_set_text(door, "position", "1,2,3", nullptr));
    CHECK(Opened::text_of(door, "position") == "1,2,3");
    ok(rf_set_text(door, "angle.y", "90deg", nullptr));
    CHECK(map.integer("objects[4].angle.y") == 512);
    CHECK(Opened::text_of(door, "object_type") == "object");
    ok(rf_set_integer(map.root, "objects[*].position.y", -5));
    CHECK(map.integer("objects[0].position.y") == -5);
    CHECK(Opened::text_of(map.find("lights[0]"), "radius") == "600");
    // The path "" is the record itself, also for the root.
    CHECK(Opened::text_of(map.find("lights[0]"), "") == map.text("lights[0]"));
    CHECK(Opened::text_of(map.find("lights[0]"), "").find("<light ") == 0);
    CHECK("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + map.text("") == map.xml());

    const char* const code = "actors[0].script";
    void* bytes{};
    std::size_t size{};
    ok(rf_get_bytes(map.root, code, &bytes, &size));
    const std::string before(static_cast<const char*>(bytes), size);
    ok(rf_free(bytes));
    CHECK(size > 0);
    const std::string longer = before + before;
    ok(rf_set_bytes(map.root, code, longer.data(), longer.size()));
    ok(rf_get_bytes(map.root, code, &bytes, &size));
    CHECK(size == longer.size());
    ok(rf_free(bytes));
    CHECK(rf_get_bytes(map.root, "objects[4].position.x", &bytes, &size) == RF_ERROR_UNSUPPORTED);
    CHECK(std::string(rf_last_error()->hint) == "rf_kind_of() returns the kind of the member");
}

TEST_CASE("values: a field of all records of a list is read and set at once", "[capi]")
{
    const Opened map("map");
    const std::size_t count = map.count("objects");
    std::vector<std::int64_t> x(count);
    ok(rf_get_integers(map.root, "objects", "position.x", x.data(), count));
    CHECK(x[4] == 200);
    for (std::int64_t& each : x) {
        each += 100;
    }
    ok(rf_set_integers(map.root, "objects", "position.x", x.data(), count));
    CHECK(map.integer("objects[4].position.x") == 300);
    std::vector<double> real(count);
    ok(rf_get_reals(map.root, "objects", "position.x", real.data(), count));
    CHECK(real[5] == 300.0);
    CHECK(rf_get_integers(map.root, "objects", "position.x", x.data(), count - 1) == RF_ERROR_MISMATCH);
    CHECK(std::string(rf_last_error()->text) ==
          "objects: 6 values for 7 records; call rf_count() for the number of records");
    CHECK(rf_get_integers(map.root, "objects", "positions.x", x.data(), count) == RF_ERROR_UNKNOWN_NAME);
    // If the last number does not fit, none is set.
    std::vector<std::int64_t> active(count, 0);
    active.back() = 256;
    CHECK(rf_set_integers(map.root, "objects", "is_active", active.data(), count) == RF_ERROR_OUT_OF_RANGE);
    CHECK(map.integer("objects[4].is_active") == 1);
    ok(rf_undo(map.document, nullptr));
    CHECK(map.integer("objects[4].position.x") == 200);
}

TEST_CASE("transactions: are one step and are undone as a whole", "[capi]")
{
    const Opened map("map");
    const std::string before = map.xml();
    CHECK(rf_commit(map.document) == RF_ERROR_USAGE);
    ok(rf_begin(map.document, "Darkness"));
    CHECK(rf_begin(map.document, "Again") == RF_ERROR_USAGE);
    CHECK(rf_undo(map.document, nullptr) == RF_ERROR_USAGE);
    CHECK(rf_save(map.document, "never", RF_FORM_XML, 0) == RF_ERROR_USAGE);
    rf_node added{};
    ok(rf_add(map.root, "lights", -1, nullptr, &added));
    ok(rf_set_integer(added, "radius", 9));
    // A call that fails inside a transaction reverts only its own changes.
    std::size_t made{};
    CHECK(rf_apply(map.document,
                   "<edits><remove path=\"objects[0]\"/><set path=\"objects[0].is_active\" value=\"999\"/></edits>",
                   &made) == RF_ERROR_OUT_OF_RANGE);
    CHECK(Opened::text_of(added, "radius") == "9");
    CHECK(map.count("objects") > 5);
    int modified{};
    ok(rf_modified(map.document, &modified));
    CHECK(modified == 1);
    ok(rf_rollback(map.document));
    CHECK(map.xml() == before);
    CHECK(rf_set_integer(added, "radius", 9) == RF_ERROR_GONE);
    ok(rf_modified(map.document, &modified));
    CHECK(modified == 0);

    ok(rf_begin(map.document, "Darkness"));
    ok(rf_remove(map.find("lights[0]")));
    ok(rf_set_text(map.root, "objects[4].position.x", "1", nullptr));
    ok(rf_commit(map.document));
    char* name{};
    ok(rf_undo(map.document, &name));
    CHECK(taken(name) == "Darkness");
    CHECK(map.xml() == before);
    CHECK(rf_undo(map.document, &name) == RF_ERROR_NOT_FOUND);
    ok(rf_redo(map.document, &name));
    CHECK(taken(name) == "Darkness");
    CHECK(map.integer("objects[4].position.x") == 1);
}

TEST_CASE("masters: forms follow a removed master, and undo restores them", "[capi]")
{
    const std::string text = "<plugin header_size=\"later\"><header version=\"1.7\"><master name=\"Skyrim.esm\"/>"
                             "<master name=\"Update.esm\"/></header><group type=\"top\" label=\"FLST\">"
                             "<record type=\"FLST\" editor_id=\"Own\" form_id=\"02000800\">"
                             "<form form_id=\"01000900\"/></record></group></plugin>";
    rf_document document{};
    ok(rf_open_bytes(text.data(), text.size(), nullptr, &document));
    const Opened plugin(document);
    CHECK(rf_remove(plugin.find("header.parts[1]")) == RF_ERROR_MISMATCH);  // records refer to it
    ok(rf_remove(plugin.find("header.parts[0]")));
    CHECK(plugin.text("records[Own].form_id") == "01000800");
    CHECK(plugin.text("records[Own].form[0].form_id") == "00000900");
    ok(rf_undo(plugin.document, nullptr));
    CHECK(plugin.text("records[Own].form_id") == "02000800");
    CHECK(plugin.text("records[Own].form[0].form_id") == "01000900");
}

TEST_CASE("records: are copied into another document", "[capi]")
{
    const Opened from("map");
    const Opened to("map");
    rf_node copy{};
    ok(rf_set_integer(from.root, "objects[4].position.x", 4321));
    ok(rf_add_copy(to.root, "objects", 1, from.find("objects[4]"), &copy));
    CHECK(to.integer("objects[1].position.x") == 4321);
    CHECK(path_of(copy) == "objects[1]");
    ok(rf_add_copy(to.root, "objects", -1, copy, nullptr));
    CHECK(rf_add_copy(to.root, "lights", -1, copy, nullptr) == RF_ERROR_MISMATCH);
    CHECK(rf_add(to.root, "lights", 99, nullptr, nullptr) == RF_ERROR_OUT_OF_RANGE);
    CHECK(rf_add(to.root, "lights", 0, "object", nullptr) == RF_ERROR_UNKNOWN_NAME);
}

TEST_CASE("records: fields and types are described by name", "[capi]")
{
    const Opened map("map");
    const rf_node door = map.find("objects[4]");
    const auto kind = [](rf_node node, const char* name) {
        rf_kind found{};
        ok(rf_kind_of(node, name, &found));
        return found;
    };
    const auto about = [](rf_node node, const char* name, int what) {
        char* text{};
        ok(rf_describe(node, name, what, &text));
        return taken(text);
    };
    CHECK(kind(door, "position") == RF_KIND_COMPOSITE);
    CHECK(kind(door, "position.x") == RF_KIND_REAL);
    CHECK(kind(door, "is_active") == RF_KIND_INTEGER);
    CHECK(kind(door, "script_name") == RF_KIND_TEXT);
    CHECK(kind(map.root, "objects") == RF_KIND_LIST);
    CHECK(kind(map.find("actors[0]"), "script") == RF_KIND_SOURCE);
    CHECK(kind(map.find("actors[0]"), "strings") == RF_KIND_LIST);
    CHECK(about(door, "position.x", RF_ABOUT_UNIT) == "map units");
    CHECK(about(door, "is_active", RF_ABOUT_RANGE) == "0 255");
    CHECK(about(door, "object_type", RF_ABOUT_WORDS).find("object=") != std::string::npos);
    CHECK(about(map.root, "objects", RF_ABOUT_RECORDS) == "object");
    CHECK(about(door, "position", RF_ABOUT_PARTS) == "position.x position.y position.z");
    rf_kind found{};
    CHECK(rf_kind_of(door, "positon", &found) == RF_ERROR_UNKNOWN_NAME);
    char* element{};
    ok(rf_element(door, &element));
    CHECK(taken(element) == "object");
    rf_node parent{};
    char* list{};
    std::size_t index{};
    ok(rf_parent(door, &parent, &list, &index));
    CHECK(path_of(parent).empty());
    CHECK(taken(list) == "objects");
    CHECK(index == 4);
    CHECK(rf_parent(map.root, &parent, nullptr, nullptr) == RF_ERROR_NOT_FOUND);
    CHECK(std::string(rf_last_error()->message) == "the root has no parent");
    char** names{};
    std::size_t count{};
    ok(rf_members(door, &names, &count));
    CHECK(std::string(names[0]) == "id");
    ok(rf_free(names));
    const std::array<rf_node, 3> nodes{door, map.find("objects[5]"), map.find("lights[0]")};
    std::array<std::uint64_t, 3> types{};
    ok(rf_type_ids(nodes.data(), nodes.size(), types.data()));
    CHECK(types[0] == types[1]);
    CHECK(types[0] != types[2]);
    const std::array<rf_node, 2> wrong{door, 7};
    CHECK(rf_type_ids(wrong.data(), wrong.size(), types.data()) == RF_ERROR_HANDLE);
}

TEST_CASE("documents: are opened, saved and protected from external changes", "[capi]")
{
    const Folder folder;
    const std::string file = (folder / "MAP.RGM").string();
    {
        const Opened made("map");
        CHECK(rf_save(made.document, nullptr, RF_FORM_SAME, 0) == RF_ERROR_USAGE);
        ok(rf_save(made.document, file.c_str(), RF_FORM_SAME, 0));
        ok(rf_set_integer(made.root, "objects[4].position.x", 5));
        ok(rf_save(made.document, nullptr, RF_FORM_SAME, 0));
    }
    const Opened map{std::filesystem::path(file)};
    CHECK(map.integer("objects[4].position.x") == 5);
    const rf_format* format{};
    ok(rf_format_of(map.document, &format));
    CHECK(std::string(format->root) == "map");
    CHECK(std::string(format->extension) == ".RGM");
    rf_document wrong{};
    CHECK(rf_open(file.c_str(), "model", &wrong) == RF_ERROR_MISMATCH);
    {
        const Opened other("map");
        CHECK(rf_save(other.document, file.c_str(), RF_FORM_BINARY, 0) == RF_ERROR_EXISTS);
        ok(rf_save(other.document, file.c_str(), RF_FORM_BINARY, RF_SAVE_REPLACE));
    }
    ok(rf_set_integer(map.root, "objects[4].position.x", 6));
    CHECK(rf_save(map.document, nullptr, RF_FORM_SAME, 0) == RF_ERROR_CHANGED);
    const std::string text = (folder / "text.xml").string();
    ok(rf_save(map.document, text.c_str(), RF_FORM_XML, 0));
    const std::string unpacked = (folder / "unpacked").string();
    ok(rf_save(map.document, unpacked.c_str(), RF_FORM_FOLDER, 0));
    CHECK(std::filesystem::exists(folder / "unpacked/scripts/DOOR01.soup"));
    const Opened again{std::filesystem::path(unpacked) / "map.xml"};
    ok(rf_set_integer(again.root, "objects[4].position.x", 7));
    ok(rf_save(again.document, nullptr, RF_FORM_SAME, 0));
    CHECK(Opened{std::filesystem::path(unpacked)}.integer("objects[4].position.x") == 7);
    CHECK(rf_save(map.document, text.c_str(), 9, 0) == RF_ERROR_ARGUMENT);

    ok(rf_verify(text.c_str()));
    const std::string junk = (folder / "junk").string();
    std::ofstream(junk) << "nothing that is known";
    CHECK(rf_verify(junk.c_str()) == RF_ERROR_UNSUPPORTED);
    CHECK(rf_verify((folder / "missing").string().c_str()) == RF_ERROR_IO);
    char** files{};
    std::size_t count{};
    ok(rf_find_files(folder.path().string().c_str(), &files, &count));
    CHECK(count == 4);  // the folder of an unpacked map counts once
    CHECK(std::string(files[0]) == file);
    ok(rf_free(files));
}

TEST_CASE("documents: \"-\" is a file name, not standard input", "[capi]")
{
    const Folder folder;
    const WorkingFolder within(folder.path());
    const Opened made("map");
    CHECK(rf_save(made.document, "-", RF_FORM_BINARY, 0) == RF_OK);
    CHECK(std::filesystem::exists(folder / "-"));
    CHECK(rf_verify("-") == RF_OK);
    char** files{};
    std::size_t count{};
    CHECK(rf_find_files("-", &files, &count) == RF_OK);
    CHECK(count == 1);
    CHECK(std::string(files[0]) == "./-");
    ok(rf_free(files));
    rf_document again{};
    CHECK(rf_open("-", "map", &again) == RF_OK);
    ok(rf_close(again));
}

TEST_CASE("documents: are compared, patched and merged", "[capi]")
{
    const Opened base("map");
    rf_document number{};
    ok(rf_copy(base.document, &number));
    const Opened ours(number);
    ok(rf_copy(base.document, &number));
    const Opened theirs(number);
    ok(rf_set_integer(ours.root, "objects[4].position.x", 260));
    ok(rf_remove(theirs.find("lights[0]")));
    char* text{};
    ok(rf_diff(base.document, ours.document, RF_DIFF_LINES, &text));
    CHECK(taken(text) == "objects[4] 5 DOOR01: position.x 200 -> 260\n");
    ok(rf_diff(base.document, base.document, RF_DIFF_LINES, &text));
    CHECK(taken(text).empty());
    rf_document merged{};
    char* conflicts{};
    ok(rf_merge(base.document, ours.document, theirs.document, RF_PREFER_NONE, &merged, &conflicts));
    CHECK(taken(conflicts).empty());
    const Opened both(merged);
    CHECK(both.integer("objects[4].position.x") == 260);
    CHECK(both.count("lights") + 1 == base.count("lights"));

    ok(rf_diff(base.document, theirs.document, RF_DIFF_PATCH, &text));
    const std::string patch = taken(text);
    std::size_t made{};
    ok(rf_apply(ours.document, patch.c_str(), &made));
    CHECK(made == 1);
    CHECK(ours.xml() == both.xml());
    CHECK(rf_apply(ours.document, patch.c_str(), &made) == RF_ERROR_MISMATCH);

    ok(rf_set_integer(theirs.root, "objects[4].position.x", 270));
    merged = 0;
    CHECK(rf_merge(base.document, ours.document, theirs.document, RF_PREFER_NONE, &merged, &conflicts) ==
          RF_ERROR_MISMATCH);
    CHECK(taken(conflicts) == "objects[4] 5 DOOR01: position.x: base 200, ours 260, theirs 270\n");
    CHECK(merged == 0);
    ok(rf_merge(base.document, ours.document, theirs.document, RF_PREFER_THEIRS, &merged, nullptr));
    CHECK(Opened(merged).integer("objects[4].position.x") == 270);
    const Opened model("model", false);
    CHECK(rf_diff(base.document, model.document, RF_DIFF_LINES, &text) == RF_ERROR_MISMATCH);
}

TEST_CASE("scripts: are read and written as source", "[capi]")
{
    const Opened map("map");
    char** paths{};
    std::size_t count{};
    ok(rf_scripts(map.document, &paths, &count));
    REQUIRE(count == 2);
    const std::string path = paths[0];
    ok(rf_free(paths));
    CHECK(path == "actors[0].script");
    std::string source = map.text(path.c_str());
    CHECK(source.find("actor DOOR01") == 0);
    source.replace(source.find("\"opened\""), 8, "\"unlocked\"");
    ok(rf_set_text(map.root, path.c_str(), source.c_str(), nullptr));
    CHECK(map.text("actors[0].strings[0].value") == "unlocked");
    CHECK(rf_set_text(map.root, path.c_str(), "actor DOOR01 { nonsense }", nullptr) != RF_OK);
    CHECK(rf_last_error()->line == 1);
}

TEST_CASE("values: a computed value that is set to itself is not stored", "[capi]")
{
    const Opened save("save");
    const auto modified = [&] {
        int is_modified{};
        ok(rf_modified(save.document, &is_modified));
        return is_modified != 0;
    };
    const std::string before = save.xml();
    ok(rf_set_integer(save.root, "header.location_size", 8));
    CHECK(save.text("header.location_size").empty());
    CHECK_FALSE(modified());
    ok(rf_set_text(save.root, "header.location_size", "7", nullptr));
    CHECK(save.text("header.location_size") == "7");
    ok(rf_set_text(save.root, "header.location_size", "8", nullptr));
    CHECK(save.xml() == before);
    // The commit removes a stored value that equals the computed one.
    ok(rf_begin(save.document, "two"));
    ok(rf_set_integer(save.root, "header.level", 9));
    ok(rf_set_integer(save.root, "header.location_size", 8));
    ok(rf_commit(save.document));
    CHECK(save.text("header.location_size").empty());
    CHECK(save.integer("header.level") == 9);
    ok(rf_undo(save.document, nullptr));
    CHECK(save.xml() == before);
}

TEST_CASE("values: a computed value that the file would not have is an error", "[capi]")
{
    const std::string text =
        "<dialogue><entry label=\"abcd\" text=\"Hi\"/><entry label=\"efgh\" text=\"Ho\"/></dialogue>";
    rf_document made{};
    ok(rf_open_bytes(text.data(), text.size(), nullptr, &made));
    const Opened dialogue(made);
    const std::string before = dialogue.xml();
    CHECK(rf_set_integer(dialogue.root, "entries[0].row", 7) == RF_ERROR_MISMATCH);
    CHECK(std::string(rf_last_error()->message) == "the file would not have the value that was set");
    CHECK(std::string(rf_last_error()->path) == "entries[0].row");
    CHECK(dialogue.xml() == before);
    ok(rf_begin(dialogue.document, "two"));
    ok(rf_set_integer(dialogue.root, "entries[0].row", 7));
    CHECK(rf_commit(dialogue.document) == RF_ERROR_MISMATCH);
    ok(rf_rollback(dialogue.document));
    CHECK(dialogue.xml() == before);
}

TEST_CASE("checks: a text that cannot be packed is an error", "[capi]")
{
    const Folder folder;
    std::string text = "<pictures>";
    for (int i = 0; i < 256; ++i) {
        text += "<colour r=\"0\" g=\"0\" b=\"0\"/>";
    }
    text += "<frame width=\"2\" height=\"2\"><pixels>0004</pixels></frame></pictures>";
    std::ofstream(folder / "G.xml") << text;
    const Opened pictures(folder / "G.xml");
    char* findings{};
    std::size_t count{};
    ok(rf_check(pictures.document, nullptr, &findings, &count));
    const std::string lines = taken(findings);
    CHECK(count == 1);
    CHECK(lines.find("error\tdamaged\tframes[0].pixels\tcannot be packed: ") != std::string::npos);
}

TEST_CASE("checks: a plugin is compared with its masters", "[capi]")
{
    const Folder folder;
    const Opened base("plugin", false);
    ok(rf_save(base.document, (folder / "Base.esm").string().c_str(), RF_FORM_BINARY, 0));
    std::ofstream(folder / "Mod.xml")
        << "<plugin header_size=\"oblivion\"><header><master name=\"Base.esm\"/></header><group type=\"top\" "
           "label=\"WEAP\"><record type=\"WEAP\" editor_id=\"Sword\" form_id=\"01000800\"><enchantment "
           "form_id=\"00000900\"/></record></group></plugin>";
    const Opened plugin(folder / "Mod.xml");
    char* findings{};
    ok(rf_check(plugin.document, nullptr, &findings, nullptr));
    CHECK(taken(findings) ==
          "warning\tmissing-form\trecords[Sword].enchantment.form_id\tno record of its master has 00000900\n");
}

TEST_CASE("checks: return findings", "[capi]")
{
    const Opened map("map");
    ok(rf_set_integer(map.root, "objects[5].id", map.integer("objects[4].id")));
    char* findings{};
    std::size_t count{};
    ok(rf_check(map.document, nullptr, &findings, &count));
    const std::string lines = taken(findings);
    CHECK(count > 0);
    CHECK(lines.find("\tduplicate-key\tobjects[5]") != std::string::npos);
    CHECK(rf_check(map.document, "/no/such/folder", &findings, &count) == RF_ERROR_IO);
}

namespace {

bool is_drawing_tested()
{
    if (redforge::test::sanitized) {
        WARN("not drawn: the driver is unloaded before leaks are counted, so that its own cannot be told from ours");
    }
    return !redforge::test::sanitized;
}

}  // namespace

TEST_CASE("render: draws a model into memory and rejects what cannot be drawn", "[capi]")
{
    const Opened map("map");
    void* pixels{};
    CHECK(rf_render(map.document, nullptr, nullptr, 64, 48, &pixels) == RF_ERROR_NOT_FOUND);
    CHECK(std::string(rf_last_error()->message) == "the map is not in a game's folder");
    CHECK(rf_render(map.document, "/no/such/folder", nullptr, 64, 48, &pixels) == RF_ERROR_IO);
    const Opened save("save", false);
    CHECK(rf_render(save.document, nullptr, nullptr, 64, 48, &pixels) == RF_ERROR_UNSUPPORTED);
    CHECK(pixels == nullptr);

    const Opened model(std::filesystem::path(REDFORGE_SOURCE "/tests/fuzz/corpus/model/packed_v40"));
    CHECK(rf_render(model.document, nullptr, "below", 64, 48, &pixels) == RF_ERROR_USAGE);
    CHECK(std::string(rf_last_error()->hint) == "views are top, front, side and iso");
    // The size is checked before the game folder is read.
    CHECK(rf_render(model.document, "/no/such/folder", nullptr, 0, 48, &pixels) == RF_ERROR_OUT_OF_RANGE);
    CHECK(rf_render(model.document, "/no/such/folder", nullptr, 64, 8193, &pixels) == RF_ERROR_OUT_OF_RANGE);
    CHECK(std::string(rf_last_error()->text) == "a picture of 64 x 8193 pixels cannot be drawn; sides of 1 to 8192");
    if (!is_drawing_tested()) {
        return;
    }
    const rf_status status = rf_render(model.document, nullptr, "front", 64, 48, &pixels);
    if (status == RF_ERROR_UNSUPPORTED) {
        WARN(rf_last_error()->text);  // no OpenGL on this machine, or a library without it
        return;
    }
    ok(status);
    const std::size_t size = std::size_t{64} * 48 * 4;
    const std::vector<unsigned char> drawn(static_cast<unsigned char*>(pixels),
                                           static_cast<unsigned char*>(pixels) + size);
    ok(rf_free(pixels));
    // The background in the corner, the model in the middle.
    const auto pixel = [&](std::size_t x, std::size_t y) {
        const auto at = drawn.begin() + static_cast<std::ptrdiff_t>((y * 64 + x) * 4);
        return std::vector<unsigned char>(at, at + 4);
    };
    CHECK(pixel(0, 0)[3] == 255);
    CHECK(pixel(0, 0) != pixel(32, 24));
}

TEST_CASE("render: draws a map with the models of its game folder or of a given one", "[capi]")
{
    if (!is_drawing_tested()) {
        return;
    }
    const Folder game;
    std::filesystem::create_directory(game / "MAPS");
    std::filesystem::create_directory(game / "FXART");
    const std::filesystem::path file = game / "MAPS/ISLAND.RGM";
    {
        const Opened made("map");
        ok(rf_set_text(made.root, "statics[*].model_name", "STONE", nullptr));
        ok(rf_save(made.document, file.string().c_str(), RF_FORM_BINARY, 0));
        const Opened model(std::filesystem::path(REDFORGE_SOURCE "/tests/fuzz/corpus/model/packed_v40"));
        ok(rf_save(model.document, (game / "FXART/STONE.3D").string().c_str(), RF_FORM_BINARY, 0));
    }
    const auto drawn = [](const Opened& map, const char* folder) {
        void* pixels{};
        const rf_status status = rf_render(map.document, folder, "top", 64, 48, &pixels);
        if (status == RF_ERROR_UNSUPPORTED) {
            WARN(rf_last_error()->text);  // no OpenGL on this machine, or a library without it
            return std::string();
        }
        ok(status);
        std::string all(static_cast<const char*>(pixels), std::size_t{64} * 48 * 4);
        ok(rf_free(pixels));
        return all;
    };
    const Opened map(file);
    const std::string within = drawn(map, nullptr);
    bool shows_something = within.empty();
    for (std::size_t at = 0; at < within.size(); at += 4) {
        shows_something = shows_something || within.compare(at, 4, within, 0, 4) != 0;  // the corner is background
    }
    CHECK(shows_something);
    CHECK(drawn(map, game.path().string().c_str()) == within);
}

TEST_CASE("formats: every format creates a document whose lists accept a record", "[capi]")
{
    CHECK(rf_format_at(rf_format_count()) == nullptr);
    CHECK(rf_abi_version() == RF_ABI_VERSION);
    for (std::size_t i = 0; i < rf_format_count(); ++i) {
        const rf_format* const format = rf_format_at(i);
        INFO(format->root);
        const Opened made(format->root, false);
        char** names{};
        std::size_t count{};
        ok(rf_members(made.root, &names, &count));
        for (std::size_t n = 0; n < count; ++n) {
            INFO(names[n]);
            rf_kind kind{};
            ok(rf_kind_of(made.root, names[n], &kind));
            if (kind == RF_KIND_LIST) {
                rf_node node{};
                const std::size_t before = made.count(names[n]);
                ok(rf_add(made.root, names[n], -1, nullptr, &node));
                CHECK(made.count(names[n]) == before + 1);
                ok(rf_remove(node));
            }
        }
        ok(rf_free(names));
    }
}
