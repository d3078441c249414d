// The scripts of all sample maps: numbers of statements as in the generator's values, no raw bytes, and exact round
// trips.
#include <catch2/catch.hpp>

#include <fstream>

#include <nlohmann/json.hpp>

#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/definitions.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::soup;
using namespace redforge::test;

namespace {

Names sample_names(const std::filesystem::path& samples)
{
    return Names(read_definitions(read_file(samples / "game" / "soup386" / "SOUP386.DEF")).value());
}

}  // namespace

TEST_CASE("samples: scripts of sample maps have no raw bytes and round-trip")
{
    const std::filesystem::path samples = samples_or_skip("scripts of the sample maps");
    if (samples.empty()) {
        return;
    }
    const Names names = sample_names(samples);
    std::size_t scripts = 0;
    std::vector<std::filesystem::path> maps = maps_below(samples / "game");
    maps.push_back(samples / "COVER.RGM");
    maps.push_back(samples / "TYPICAL.RGM");
    for (const auto& path : maps) {
        INFO(path.string());
        const rgm::Map map = rgm::read_map(read_file(path)).value();
        for (const Script& script : rgm::scripts_of(map)) {
            for (const Names* given : {&names, static_cast<const Names*>(nullptr)}) {
                const Source source = disassemble(script, given);
                CHECK(source.text.find("bytes \"") == std::string::npos);
                const Assembly again = assemble(source.text, "x.soup", {.previous = &script});
                REQUIRE(again.script);
                CHECK(*again.script == script);
            }
            ++scripts;
        }
    }
    CHECK(scripts > 1000);
}

TEST_CASE("samples: statement counts of COVER and TYPICAL match the generator's values")
{
    const std::filesystem::path samples = samples_or_skip("statements of COVER and TYPICAL");
    if (samples.empty()) {
        return;
    }
    for (const std::string name : {"COVER", "TYPICAL"}) {
        const rgm::Map map = rgm::read_map(read_file(samples / (name + ".RGM"))).value();
        std::ifstream in(samples / (name + ".json"));
        const nlohmann::json account = nlohmann::json::parse(in);
        const std::vector<Script> map_scripts = rgm::scripts_of(map);
        REQUIRE(map_scripts.size() == account["actors"].size());
        for (std::size_t i = 0; i < map_scripts.size(); ++i) {
            const Script& script = map_scripts[i];
            const Source source = disassemble(script);
            nlohmann::json found = nlohmann::json::array();
            for (const Statement& statement : source.listing.statements) {
                // The account counts the interrupt thread as a block.
                const unsigned depth = statement.depth + (statement.offset + 1 < script.start ? 1U : 0U);
                found.push_back({statement.offset, statement.opcode, depth});
            }
            CHECK(found == account["actors"][i]["stmts"]);
        }
    }
}
