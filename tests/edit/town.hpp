// A small map with a script, and pairs of random edits of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "edit/document/document.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/source_text.hpp"
#include "support/random.hpp"
#include "support/values.hpp"

namespace redforge::test {

inline const std::string script_of_town = R"(actor DOOR
{
    if var0 = 1
    {
        goto #out
    }
    task function_41(11)
    task function_41(12)
    task function_41(13)
    var0 = 1
    var1 = 50
    task function_41(14)
    task function_41(15)
#out:
    end
}
)";

/// Returns a map with objects and lights (with ids), flats and markers (without keys), and a script.
inline edit::Document town()
{
    edit::Document map(*edit::find_format("map"));
    for (int i = 0; i < 12; ++i) {
        append_record(map, "objects",
                      {{"id", std::to_string(100 + i)}, {"position.x", std::to_string(10 * i)}, {"position.y", "-5"}});
        append_record(map, "lights", {{"id", std::to_string(500 + i)}, {"radius", std::to_string(60 + i)}});
        append_record(map, "flats", {{"id", "7"}, {"position.x", std::to_string(1000 + i)}, {"position.z", "3"}});
    }
    const RecordHandle actor = append_record(map, "actors", {{"script_name", "DOOR"}});
    append_record(actor, "variables", {{"value", "0"}});
    append_record(actor, "variables", {{"value", "0"}});
    REQUIRE(edit::set_source(actor, *actor.table().find_child("script"), script_of_town));
    return map;
}

inline std::string source_in(const edit::Document& map)
{
    const RecordHandle actor = record(map, "actors[script_name=DOOR]");
    return edit::source_of(actor, *actor.table().find_child("script"));
}

/// Returns the map with a text replaced in its script.
inline edit::Document with_script(const edit::Document& map, const std::string& from, const std::string& to)
{
    edit::Document changed = map;
    const RecordHandle actor = record(changed, "actors[script_name=DOOR]");
    std::string source = source_in(map);
    const std::size_t at = source.find(from);
    REQUIRE(at != std::string::npos);
    source.replace(at, from.size(), to);
    const Status status = edit::set_source(actor, *actor.table().find_child("script"), source);
    INFO(source);
    REQUIRE(status);
    return changed;
}

/// Returns two copies, each with one to three changes: fields, added and removed objects, and statements of the script.
inline std::array<edit::Document, 2> random_sides(const edit::Document& base, std::uint64_t seed)
{
    const std::array<std::string, 4> statements{"task function_41(11)", "task function_41(13)", "var1 = 50",
                                                "task function_41(15)"};
    Random random(seed);
    std::array<edit::Document, 2> sides{base, base};
    std::int64_t next_id = 9000;
    for (edit::Document& side : sides) {
        for (std::size_t n = 1 + random.below(3); n > 0; --n) {
            const std::string object = fmt::format("objects[{}]", random.below(count(side, "objects[*]")));
            switch (random.below(6)) {
            case 0: set_value(side, object + ".position.x", std::to_string(random.below(5))); break;
            case 1: set_value(side, object + ".angle.y", std::to_string(random.below(2048))); break;
            case 2: REQUIRE(edit::remove(side, object)); break;
            case 3: append_record(side, "objects", {{"id", std::to_string(next_id++)}}); break;
            case 4: set_value(side, fmt::format("lights[{}].radius", random.below(12)), "1"); break;
            default: {
                const std::string& statement = random.pick(statements);
                if (source_in(side).find(statement) != std::string::npos) {
                    side = with_script(side, statement,
                                       random.once_in(2) ? statement + "\n    var0 = " + std::to_string(seed % 7)
                                                         : "var0 = " + std::to_string(random.below(3)));
                }
            }
            }
        }
    }
    return sides;
}

}  // namespace redforge::test
