// Compares the rows of the outliner with `redforge get` of the saved file, after an edit and after its undo.
#include "gui/scene_bench.hpp"  // first, for its OpenGL headers

#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <wx/filename.h>
#include <wx/stdpaths.h>
#endif

#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/panes/outliner.hpp"
#include "runner/skip.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Bench;
using test::process_events;

struct RowText {
    std::string path;
    std::string name;
    std::string content;
    bool operator==(const RowText&) const = default;
};
using Rows = std::vector<RowText>;

/// Returns all rows, requested like by the tree.
Rows shown_rows(Bench& bench)
{
    wxDataViewModel& model = *bench.frame->outliner().tree().GetModel();
    const Outline& outline = static_cast<OutlineModel&>(model).outline();
    Rows rows;
    std::vector<wxDataViewItem> rest{wxDataViewItem{}};
    while (!rest.empty()) {
        const wxDataViewItem item = rest.back();
        rest.pop_back();
        if (item.IsOk()) {
            wxVariant name;
            wxVariant content;
            model.GetValue(name, item, 0);
            model.GetValue(content, item, 1);
            rows.push_back({bench.frame->session()->path_of(outline.node(OutlineModel::row_of(item))),
                            from_wx(name.GetString()), from_wx(content.GetString())});
        }
        wxDataViewItemArray below;
        if (model.IsContainer(item)) {
            model.GetChildren(item, below);
        }
        for (std::size_t i = below.size(); i > 0; --i) {
            rest.push_back(below[i - 1]);
        }
    }
    return rows;
}

/// Returns the rows of a newly opened file.
Rows rows_of_file(const std::filesystem::path& file, Grouping grouping)
{
    const Session session = Session::open(file).value();
    Outline outline(session, grouping);
    Rows rows;
    std::vector<Outline::Row> rest{0};
    while (!rest.empty()) {
        const Outline::Row row = rest.back();
        rest.pop_back();
        rows.push_back({session.path_of(outline.node(row)), outline.name(row), outline.content(row)});
        const std::vector<Outline::Row> below =
            outline.can_have_children(row) ? outline.below(row) : std::vector<Outline::Row>{};
        for (std::size_t i = below.size(); i > 0; --i) {
            rest.push_back(below[i - 1]);
        }
    }
    return rows;
}

#ifdef _WIN32
/// The program is next to this one. The shell removes the outermost quotes.
FILE* start_get(const std::string& file, const std::string& path)
{
    const wxString folder = wxFileName(wxStandardPaths::Get().GetExecutablePath()).GetPath();
    const std::string command = "\"\"" + from_wx(folder) + "\\redforge.exe\" get \"" + file + "\" \"" + path + "\"\"";
    return _popen(command.c_str(), "r");
}
const auto end = &_pclose;  // clang: an address in a DLL is not a constant
#else
FILE* start_get(const std::string& file, const std::string& path)
{
    const std::string command = std::string(REDFORGE_PROGRAM) + " get '" + file + "' '" + path + "'";
    return popen(command.c_str(), "r");
}
constexpr auto end = &pclose;
#endif

/// Returns the output of `redforge get FILE PATH`, by path.
std::map<std::string, std::string> got(const std::filesystem::path& file, const std::string& path)
{
    FILE* const pipe = start_get(file.string(), path);
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 4096> part{};
    for (std::size_t read = 0; (read = std::fread(part.data(), 1, part.size(), pipe)) > 0;) {
        text.append(part.data(), read);
    }
    REQUIRE(end(pipe) == 0);
    std::map<std::string, std::string> values;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        const std::size_t equals = text.find('=', at);
        REQUIRE(equals < end);
        values[text.substr(at, equals - at)] = text.substr(equals + 1, end - equals - 1);
        at = end + 1;
    }
    return values;
}

/// Checks that all rows equal those of the saved file and the output of the program.
void compare(Bench& bench)
{
    bench.frame->save();
    process_events();
    const Rows shown = shown_rows(bench);
    const Rows replacement = rows_of_file(bench.file, bench.frame->outliner().grouping());
    REQUIRE(shown.size() == replacement.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (!(shown[i] == replacement[i])) {  // report only differing rows, of tens of thousands
            FAIL_CHECK(shown[i].path << ": " << shown[i].name << ", " << shown[i].content << "; the file has "
                                     << replacement[i].path << ": " << replacement[i].name << ", "
                                     << replacement[i].content);
        }
    }
    const auto scripts = got(bench.file, "objects[*].script_name");
    const auto ids = got(bench.file, "objects[*].id");
    std::size_t objects = 0;
    for (const RowText& row : shown) {
        const auto script = scripts.find(row.path + ".script_name");
        if (script == scripts.end()) {
            continue;
        }
        ++objects;
        const std::string index = row.path.substr(8, row.path.size() - 9);  // objects[4]
        const std::string& id = ids.at(row.path + ".id");
        const std::string name = script->second.empty() ? "Object " + id : script->second;
        const std::string expected = name + " [" + index + "]";
        if (row.name != expected) {
            FAIL_CHECK(row.path << " is called " << row.name << ", not " << expected);
        }
        if (!script->second.empty() && row.content.starts_with("Object id")) {  // not meaningful to users
            FAIL_CHECK(row.path << " says " << row.content << ", and not first what tells it from others");
        }
    }
    CHECK(objects == scripts.size());
    CHECK(objects > 0);
}

void edit_and_undo(Bench& bench, const std::string& object)
{
    static_cast<void>(shown_rows(bench));  // creates the rows, which must then follow edits
    bench.frame->select({object});
    process_events();
    const Rows first = shown_rows(bench);
    compare(bench);
    bench.type("script_name", "GATE07");
    compare(bench);
    bench.frame->outliner().tree().SetFocus();
    process_events();
    for (const auto& [key, modifiers] :
         {std::pair{static_cast<int>('D'), static_cast<int>(wxMOD_CONTROL)},
          std::pair{static_cast<int>(WXK_UP), static_cast<int>(wxMOD_ALT)},
          std::pair{static_cast<int>('A'), wxMOD_CONTROL | wxMOD_SHIFT}, std::pair{static_cast<int>(WXK_DELETE), 0}}) {
        bench.press(key, modifiers);
        compare(bench);
    }
    CHECK(bench.frame->session()->steps_done() == 5);
    while (bench.frame->session()->can_undo()) {
        bench.press('Z', wxMOD_CONTROL);
        compare(bench);
    }
    CHECK(shown_rows(bench) == first);
    CHECK(bench.on_disk() == bench.original);
}

}  // namespace

TEST_CASE("outliner: every row matches the saved file after each edit and undo", "[rows]")
{
    Bench bench;
    edit_and_undo(bench, "objects[4]");
}

TEST_CASE("outliner: rows by actor and by model match the saved file after edits and undo", "[rows]")
{
    Bench bench;
    bench.frame->part<PaneActions>().group_outliner(GENERATE(Grouping::actor, Grouping::model));
    edit_and_undo(bench, "objects[4]");
}

TEST_CASE("outliner: rows of the sample game's island match the saved file", "[rows]")
{
    const char* const samples = std::getenv("REDFORGE_SAMPLES");
    const std::filesystem::path island =
        std::filesystem::path(samples == nullptr ? "" : samples) / "game" / "MAPS" / "ISLAND.RGM";
    if (!std::filesystem::exists(island)) {
        redforge::test::skip("REDFORGE_SAMPLES names no folder with game/MAPS/ISLAND.RGM");
        return;
    }
    Bench bench("ISLAND.RGM", rgm::read_map(read_file(island).value()).value());
    edit_and_undo(bench, "objects[6]");
    bench.frame->part<PaneActions>().group_outliner(Grouping::actor);
    edit_and_undo(bench, "objects[6]");
}
