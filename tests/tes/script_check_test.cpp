// Comparison of a script's source and code: reports the first difference.
#include <catch2/catch.hpp>

#include "obscript/code_text.hpp"
#include "support/outcome.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"
#include "tes/script/script_check.hpp"
#include "tes/script/script_head.hpp"
#include "tes/script/script_names.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;
using redforge::test::need;

namespace {

Plugin plugin_with(std::string_view source, const Bytes& code)
{
    const Bytes script =
        record(20, "SCPT", 0x01000801,
               joined({sub("EDID", zstring("Small")), schr(0, static_cast<std::uint32_t>(code.size()), 1, 1),
                       sub("SCDA", code), sub("SCTX", redforge::tes::test::text(source)), slsd(1, 1),
                       sub("SCVR", zstring("count"))}));
    return need(read_plugin(joined({tes4(20, 2), top_group(20, "SCPT", script)})));
}

/// Returns "identical", or the reason.
std::string checked(const Plugin& plugin)
{
    const std::vector<PluginScript> scripts = scripts_of(plugin);
    REQUIRE(scripts.size() == 1);
    const ScriptCheck check = check_script(scripts[0], nullptr);
    return check.status == ScriptCheck::Status::identical ? "identical" : check.reason;
}
std::string checked(std::string_view statements)
{
    return checked(plugin_with(small_source, need(obscript::from_statements(statements, CodePage::cp1252))));
}

}  // namespace

TEST_CASE("script check: reports the first difference between code and source", "[tes]")
{
    CHECK(checked("ScriptName\nBegin GameMode\nset i1 to 1\nEnd") == "identical");
    CHECK(checked("ScriptName\nBegin GameMode\nset i1 to 2\nEnd") ==
          "statement 3: the source says set i1 to 1, the code set i1 to 2");
    CHECK(checked("ScriptName\nBegin GameMode\nset i1 to 1\nreturn\nEnd") ==
          "statement 4: the source says End, the code return");
    CHECK(checked("ScriptName\nBegin GameMode\nset i1 to 1\nEnd\nreturn") == "the source has 4 statements, the code 5");
    CHECK(checked("ScriptName\nBegin GameMode\nset i1 to 1") == "the source has 4 statements, the code 3");
    // The length of a block depends on its content.
    CHECK(checked("ScriptName\nBegin GameMode length=99\nset i1 to 1\nEnd") == "the lengths of blocks differ");
    CHECK(checked("ScriptName\nBegin GameMode length=99\nset i1 to 2\nEnd") ==
          "statement 3: the source says set i1 to 1, the code set i1 to 2");
    CHECK(checked("ScriptName\nBegin MenuMode{}\nset i1 to 1\nEnd").starts_with("statement 2: the source says "));
    CHECK(checked("ScriptName\nBegin GameMode\nset i1 to 1\nEnd\n{1d}") == "the lengths of blocks differ");
}

TEST_CASE("script check: reports source errors with lines, and different references", "[tes]")
{
    CHECK(checked(plugin_with("scn Small\nset x to 1", small_code())).starts_with("line 2: "));
    CHECK(checked(need(read_plugin(small_oblivion()))) == "the source mentions 0 references, the record has 1");
}

TEST_CASE("script check: only scripts with source and code have fingerprints", "[tes]")
{
    const auto has_fingerprints = [](std::string_view source, const Bytes& code) {
        const Plugin plugin = plugin_with(source, code);
        const std::string head = script_head(*scripts_of(plugin)[0].body, CodePage::cp1252);
        CHECK(head.find("i1 = count\n") != std::string::npos);
        return read_script_head(head, CodePage::cp1252).has_value();
    };
    CHECK(has_fingerprints(small_source, small_code()));
    CHECK_FALSE(has_fingerprints("", small_code()));
    CHECK_FALSE(has_fingerprints(small_source, {}));
}

TEST_CASE("script check: reads forms, variables and commands from head comments", "[tes]")
{
    const Plugin plugin = plugin_with(small_source, small_code());
    const std::string head = script_head(*scripts_of(plugin)[0].body, CodePage::cp1252);
    const auto read = read_script_head(
        head + "; r1 = 00000014 PlayerRef\n; r2 = 01000BBB Rain global\n; r3 = f4\n; r4 = 01000CCC\n; r5 = x Name\n"
               "; Keeper.Stage = integer 21\n; keeper.place = whole 3\n; keeper.time = real x\n"
               "; GetFoo = command 2BCD 1 Rf\n; i1 = count\n;r6 = 00000001 Near\n; a note\n",
        CodePage::cp1252);
    REQUIRE(read);
    CHECK(read->source == script_fingerprint(as_bytes(small_source)));
    CHECK(read->code == script_fingerprint(small_code()));
    const obscript::KnownNames& names = read->names;
    REQUIRE(names.forms.size() == 2);
    CHECK(names.forms.at("playerref").form_id == 0x14);
    CHECK_FALSE(names.forms.at("playerref").is_global);
    CHECK(names.forms.at("rain").form_id == 0x01000BBB);
    CHECK(names.forms.at("rain").is_global);
    REQUIRE(names.variables.size() == 1);
    CHECK(names.variables.at({"keeper", "stage"}).index == 21);
    CHECK(names.variables.at({"keeper", "stage"}).type == obscript::VariableType::integer);
    REQUIRE(names.commands.size() == 1);
    CHECK(names.commands.at("getfoo") == obscript::InferredCommand{0x2BCD, 1, "Rf"});
    CHECK(names.text_escapes);
    CHECK(without_fingerprints(head) == "; i1 = count\n");
    CHECK(without_fingerprints("; i1 = count\n") == "; i1 = count\n");
}

TEST_CASE("script check: distinguishes empty from missing source and code", "[tes]")
{
    const auto empty = [](std::string_view source, const Bytes& code) {
        return int{scripts_of(plugin_with(source, code))[0].body->empty};
    };
    CHECK(empty(small_source, small_code()) == 0);
    CHECK(empty(small_source, {}) == 1);
    CHECK(empty("", small_code()) == 2);
    CHECK(empty("", {}) == 3);
}

TEST_CASE("script check: the type field of an Oblivion script gives its kind", "[tes]")
{
    ScriptBody body;
    for (const auto& [type, kind] : {std::pair(0U, obscript::ScriptKind::object),
                                     {1U, obscript::ScriptKind::quest},
                                     {0x100U, obscript::ScriptKind::magic_effect},
                                     {2U, obscript::ScriptKind::object}}) {
        body.type = type;
        CHECK(kind_by_type(body) == kind);
    }
    CHECK(scripts_of(need(read_plugin(small_oblivion()))).size() == 1);
    CHECK(scripts_of(need(read_plugin(small_skyrim()))).empty());
}

TEST_CASE("script check: finds variables by their form and by references to it", "[tes]")
{
    const Bytes script = record(20, "SCPT", 0x01000801,
                                joined({sub("EDID", zstring("Watch")), schr(0, 0, 3, 0), slsd(3, 1),
                                        sub("SCVR", zstring("stage")), slsd(4, 0), sub("SCVR", zstring("Speed"))}));
    const Bytes door = record(20, "DOOR", 0x01000802,
                              joined({sub("EDID", zstring("Gate")), sub("SCRI", number(std::uint32_t{0x01000801}))}));
    const Bytes placed = record(20, "REFR", 0x01000803, sub("NAME", number(std::uint32_t{0x01000802})));
    const Plugin plugin = need(read_plugin(joined(
        {tes4(20, 6), top_group(20, "SCPT", script), top_group(20, "DOOR", door), top_group(20, "CELL", placed)})));
    const ScriptNames names(&plugin, {});
    for (const std::uint32_t owner : {0x01000802U, 0x01000803U}) {
        INFO(owner);
        CHECK(names.variable_name(FormId{owner}, 3) == "stage");
        CHECK(names.variable_name(FormId{owner}, 5).empty());
        const auto speed = names.variable(FormId{owner}, "SPEED");
        REQUIRE(speed);
        CHECK(speed->index == 4);
        CHECK(speed->type == obscript::VariableType::real);
        CHECK_FALSE(names.variable(FormId{owner}, "sped"));
    }
    CHECK(names.variable(FormId{0x01000802}, "stage")->type == obscript::VariableType::integer);
    CHECK_FALSE(names.variable(FormId{0x01000804}, "stage"));
    CHECK_FALSE(ScriptNames(nullptr, {}).variable(FormId{0x01000802}, "stage"));
}
