// Searching scripts: statements by a pattern, and the records that have them.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/path/text_search.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"

using namespace redforge;
using namespace redforge::edit;

namespace {

std::vector<std::pair<std::size_t, std::string>> statements(std::string_view source, std::string_view pattern)
{
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const TextLine& line : matching_statements(source, pattern)) {
        found.emplace_back(line.number, line.text);
    }
    return found;
}

}  // namespace

TEST_CASE("text search: statements match a pattern anywhere except the names at the end", "[edit]")
{
    using Found = std::vector<std::pair<std::size_t, std::string>>;
    const std::string_view source = "actor A\n{\n\n    RTX('lckd')  // locked\n\tvar1 = 1\n    rtx('opnd')\n}\n\n"
                                    "names\n{\n    task 1 = RTX(1)\n}\n";
    CHECK(statements(source, "rtx(*)") == Found{{4, "RTX('lckd')  // locked"}, {6, "rtx('opnd')"}});
    CHECK(statements(source, "var?") == Found{{5, "var1 = 1"}});
    CHECK(statements(source, "LOCKED") == Found{{4, "RTX('lckd')  // locked"}});
    CHECK(statements(source, "task").empty());
    CHECK(statements(source, "actor") == Found{{1, "actor A"}});
    CHECK(statements("var1 = 1", "=") == Found{{1, "var1 = 1"}});
    CHECK(statements("a\n\n", "").size() == 2);
    CHECK(statements("", "*").empty());
}

TEST_CASE("text search: finds records by the text of their scripts", "[edit]")
{
    Document map(*find_format("map"), find_format("map")->make_new(true));
    rgm::Map& whole = *get_if<rgm::Map>(map);
    const SideCodecs codecs{map.format().side_codecs, {}};
    const std::vector<std::string> sources{"var0 = 7 end", "var0 = 8 function_3(1) end"};
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const soup::Assembly assembly = soup::assemble("actor X { " + sources[i] + " }", "", {});
        REQUIRE(assembly.script);
        rgm::set_script(whole.actors.records[i], *assembly.script);
    }
    const auto found = [&](std::string_view query) {
        std::string paths;
        const std::optional<std::vector<Match>> matches = find_in_texts(map.root(), query, codecs);
        if (!matches) {
            return std::string("no text");
        }
        for (const Match& match : *matches) {
            CHECK(match.kind == Match::Kind::record);
            paths += match.path + " ";
        }
        return paths;
    };
    CHECK(found("script:var0 = *") == "actors[0] actors[1] ");
    CHECK(found("script:var0 = 8") == "actors[1] ");
    CHECK(found("script:'function_3(*'") == "actors[1] ");
    CHECK(found("script:nothing").empty());
    CHECK(found("script_name:DOOR01") == "no text");
    CHECK(found("*:DOOR01") == "no text");
    CHECK(found("script") == "no text");
    CHECK(text_names(*map.root().type, codecs) == std::set<std::string>{"script"});
}
