// Every script of the sample maps, printed like by the public mod manager and imported, gives the same bytes.
#include <catch2/catch.hpp>

#include <map>

#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/manager/import.hpp"
#include "soup/manager/manager_print.hpp"
#include "soup/names/name_files.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::soup;
using namespace redforge::test;

TEST_CASE("import: sample scripts printed like the mod manager round-trip")
{
    const std::filesystem::path samples = samples_or_skip("texts of the mod manager");
    if (samples.empty()) {
        return;
    }
    const auto loaded = load_names(samples / "game", {});
    REQUIRE(loaded);
    const Names& names = *loaded->names;
    std::vector<std::filesystem::path> maps = maps_below(samples / "game");
    maps.push_back(samples / "COVER.RGM");
    std::size_t same = 0;
    std::map<std::string, std::size_t> lost;
    for (const auto& path : maps) {
        const Result<rgm::Map> map = rgm::read_map(read_file(path));
        INFO(path.string());
        REQUIRE(map);
        for (const Script& script : rgm::scripts_of(*map)) {
            const ManagerPrint print = print_for_manager(script, names);
            const std::string text = print.text();
            if (!print.lost.empty()) {
                for (const std::string& what : print.lost) {
                    ++lost[what];
                }
                continue;
            }
            INFO(script.name << "\n" << text);
            const auto imported = import_scripts(text, "x", &names);
            REQUIRE(imported);
            REQUIRE(imported->scripts.size() == 1);
            INFO(imported->scripts[0].source);
            const Assembly assembly = assemble(imported->scripts[0].source, "x",
                                               {.names = &names, .previous = &script, .checks = soup::Checks::none});
            if (!assembly.script) {
                FAIL(show(assembly.diagnostics.front()));
            }
            CHECK(assembly.script->code == script.code);
            CHECK(assembly.script->start == script.start);
            ++same;
        }
    }
    for (const auto& [what, count] : lost) {
        UNSCOPED_INFO(count << " scripts with " << what);
    }
    CHECK(same >= 480);  // of 1,011; most others have objects in variables, whose value the manager prints
}
