// The ignore file next to a document: its lines, the findings that each suppresses, and adding a line.
#include <catch2/catch.hpp>

#include "check/ignored.hpp"
#include "core/files/files.hpp"
#include "edit/document/notes.hpp"
#include "edit/patch/edits.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

/// Returns a map in which light 1 has two values out of range, light 2 has one, and objects 0 and 1 have a missing
/// actor.
edit::Document faulty_map()
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "lights", {{"id", "7"}});
    append_record(map, "lights", {{"id", "8"}, {"red", "300"}, {"green", "301"}});
    append_record(map, "lights", {{"id", "9"}, {"red", "400"}});
    append_record(map, "objects", {{"id", "21"}, {"script_name", "GONE"}});
    append_record(map, "objects", {{"id", "22"}, {"script_name", "AWAY"}});
    return map;
}

const check::Selection two_checks{{"value-range", "unknown-actor"}, {}};

/// Returns the paths of the findings and, after "-", lines of the ignore file that match nothing; or the error.
Lines remaining(const edit::Document& map, const fs::path& file)
{
    const auto left = check::run_and_divide(map, {.file = file}, two_checks);
    if (!left) {
        return {describe(left.error())};
    }
    Lines lines;
    for (const check::Finding& finding : left->findings) {
        lines.push_back(finding.path(map.root()));
    }
    for (const check::Ignored& line : left->unused) {
        lines.push_back("- " + line.check + " " + line.place);
    }
    return lines;
}

}  // namespace

TEST_CASE("ignore file: a line suppresses findings of a check at a path")
{
    const Folder folder;
    const fs::path file = folder.path / "A.RGM";
    const edit::Document map = faulty_map();
    const auto with = [&](std::string_view lines) {
        folder.put("A.RGM.ignore", lines);
        return remaining(map, file);
    };
    const Lines all{"lights[1].red", "lights[1].green", "lights[2].red", "objects[0].script_name",
                    "objects[1].script_name"};
    CHECK(remaining(map, file) == all);
    CHECK(with("\n# value-range * not so\r\n") == all);
    // The path can select a field, a record with its content, a list or the document.
    CHECK(with("value-range lights[1].red bright on purpose") == Lines(all.begin() + 1, all.end()));
    CHECK(with("value-range lights[id=8] bright on purpose\n") == Lines(all.begin() + 2, all.end()));
    CHECK(with("value-range lights bright on purpose") == Lines(all.begin() + 3, all.end()));
    CHECK(with("value-range\t*\tbright on purpose") == Lines(all.begin() + 3, all.end()));
    CHECK(with("unknown-actor objects[script_name=\"AW*\"] comes with the installer") ==
          Lines(all.begin(), all.end() - 1));
    // A line of another check does not apply. Its record may be missing.
    CHECK(with("unknown-actor lights[1] no") ==
          Lines{all[0], all[1], all[2], all[3], all[4], "- unknown-actor lights[1]"});
    CHECK(with("value-range lights[30].red no").back() == "- value-range lights[30].red");
    // A line of a check that does not run does not count as unused.
    CHECK(with("twins objects[0] no") == all);
    // Lines of layers and groups are skipped.
    CHECK(with("layer lights[id=8] Harbour\ngroup lights[id=8] Group 1\nvalue-range lights[id=8] bright\nlayer\n") ==
          Lines(all.begin() + 2, all.end()));
}

TEST_CASE("ignore file: suppressed findings are listed with their reason")
{
    const Folder folder;
    folder.put("A.ignore", std::string_view("# why\nvalue-range lights[1].red bright  on purpose \n"));
    const edit::Document map = faulty_map();
    for (const fs::path& file : {folder.path / "A", folder.path / "A/"}) {
        const check::DividedFindings left = need(check::run_and_divide(map, {.file = file}, two_checks));
        REQUIRE(left.ignored.size() == 1);
        CHECK(left.ignored[0].first.path(map.root()) == "lights[1].red");
        CHECK(left.ignored[0].second.reason == "bright  on purpose");
        CHECK(left.ignored[0].second.line == 2);
    }
    CHECK(edit::note_file_of("").empty());
    CHECK(edit::note_file_of("-").empty());
}

TEST_CASE("ignore file: an invalid line is an error with its position")
{
    const Folder folder;
    const fs::path file = folder.path / "A.RGM";
    const edit::Document map = faulty_map();
    const auto with = [&](std::string_view lines) {
        folder.put("A.RGM.ignore", lines);
        const Lines remaining_lines = remaining(map, file);
        REQUIRE(remaining_lines.size() == 1);
        return remaining_lines[0].substr(remaining_lines[0].find("A.RGM.ignore"));
    };
    CHECK(with("# one\nvalue-rang lights no\n") ==
          "A.RGM.ignore:2: no check \"value-rang\"; redforge check --list prints all");
    CHECK(with("value-range") == "A.RGM.ignore:1: no path and no reason; a line is ID PATH REASON; PATH is * for the "
                                 "whole document");
    CHECK(with("value-range lights[id=8]") ==
          "A.RGM.ignore:1: no reason; a line is ID PATH REASON; PATH is * for the whole document");
    CHECK(with("value-range lihgts no").starts_with("A.RGM.ignore:1: "));
}

TEST_CASE("ignore file: ignoring a finding adds a line that names its record by key")
{
    const Folder folder;
    const fs::path file = folder.path / "A.RGM.ignore";
    edit::Document map = faulty_map();
    const std::vector<check::Finding> findings = check::run(map, {}, two_checks);
    need(check::ignore(file, map.root(), findings[0], " bright\non purpose "));
    CHECK(need(read_text_file(file)) ==
          "# Findings that `redforge check` leaves out: the check, the place, and why.\n"
          "# Layers and groups of the window: `layer` or `group`, the place, and the name.\n"
          "value-range lights[id=8].red bright on purpose\n");
    folder.put("A.RGM.ignore", std::string_view("value-range lights[id=8].red ours"));
    need(check::ignore(file, map.root(), findings[4], "later"));
    CHECK(need(read_text_file(file)) == "value-range lights[id=8].red ours\n"
                                        "unknown-actor objects[id=22].script_name later\n");
    // The record is found after earlier records are removed.
    static_cast<void>(need(edit::remove(map, "lights[0]")));
    CHECK(remaining(map, folder.path / "A.RGM") == Lines{"lights[0].green", "lights[1].red", "objects[0].script_name"});
    // Adding fails without a reason, and if the file cannot be read.
    CHECK(require_error(check::ignore(file, map.root(), findings[2], " ")).message == "no reason given");
    folder.put("A.RGM.ignore", std::string_view("nonsense\n"));
    CHECK(require_error(check::ignore(file, map.root(), findings[2], "later")).line == 1);
    CHECK(need(read_text_file(file)) == "nonsense\n");
}

TEST_CASE("ignore file: a record without a key is ignored while its content is unchanged")
{
    const Folder folder;
    const fs::path file = folder.path / "A.RGM";
    edit::Document map(*edit::find_format("map"));
    for (const char* const x : {"100", "200"}) {
        append_record(map, "walk_maps", {{"position.x", x}});
        const std::string last = x == std::string("100") ? "walk_maps[0].nodes" : "walk_maps[1].nodes";
        append_record(map, last);
        append_record(map, last + "[0].routes", {{"target_node_id", "77"}});
    }
    const check::Selection routes{{"route-nowhere"}, {}};
    const auto found = [&] {
        Lines lines;
        for (const check::Finding& finding : need(check::run_and_divide(map, {.file = file}, routes)).findings) {
            lines.push_back(finding.path(map.root()));
        }
        return lines;
    };
    REQUIRE(found().size() == 2);
    need(check::ignore(edit::note_file_of(file), map.root(), check::run(map, {}, routes)[1], "a door to come"));
    CHECK(found() == Lines{"walk_maps[0].nodes[0].routes[0].target_node_id"});
    append_record(map, "walk_maps", {{"position.x", "300"}});
    static_cast<void>(need(edit::remove(map, "walk_maps[0]")));
    CHECK(found().empty());
    set_value(map, "walk_maps[0].nodes[0].routes[0].target_node_id", "78");
    CHECK(found().size() == 1);
}
