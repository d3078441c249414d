// Layouts that depend on other values: parameters of conditions, values of perks, and subrecords whose meaning depends
// on earlier ones. Each test states one rule.
#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "support/outcome.hpp"
#include "tes/definition/definition_texts.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;
using redforge::tes::skyrim_definitions;

namespace {

constexpr std::uint8_t use_aliases = 0x2;
constexpr std::uint8_t use_global = 0x4;
constexpr std::uint8_t use_package_data = 0x8;

Bytes real_bytes(float value)
{
    return number(std::bit_cast<std::uint32_t>(value));
}

edit::Document record_document(std::size_t header, std::string_view type, const Bytes& subrecords)
{
    const Bytes bytes = joined(
        {tes4(header, 2),
         top_group(header, type, record(header, type, 0x01000800, joined({sub("EDID", zstring("One")), subrecords})))});
    edit::Document document = need(edit::read_binary(SharedBytes(bytes)));
    CHECK(need(document.write()) == bytes);
    return document;
}

/// Returns the attributes of the first element with a name in the document's text.
std::string attributes(const edit::Document& document, const std::string& element)
{
    TextSink sink;
    document.write_xml(sink);
    const std::string text(sink.str());
    const std::size_t begin = text.find("<" + element + " ");
    if (begin == std::string::npos) {
        return "no <" + element + ">";
    }
    const std::size_t end = text.find("/>", begin);
    const std::size_t skip = begin + element.size() + 1;
    return text.substr(std::min(skip + 1, end), end - std::min(skip + 1, end));
}

/// Returns the function and the parameters of a Skyrim condition as text.
std::string condition(std::uint16_t function, std::uint32_t first, std::uint32_t second, std::uint8_t flags = 0)
{
    const Bytes data = joined({number(flags), Bytes(3), number(0U), number(function), Bytes(2), number(first),
                               number(second), number(0U), number(0U), number(0U)});
    std::string text = attributes(record_document(24, "FACT", sub("CTDA", data)), "condition");
    const std::size_t at = text.find("function=");
    return at == std::string::npos ? text : text.substr(at);
}

/// A subrecord after others, and the element that it is read as.
struct UnionRow {
    std::size_t header{};
    std::string_view type;
    Bytes before;
    Bytes subrecord;
    std::string_view element;
};

/// The last line of the only record, like `<name text="x"/>`.
std::string last_element(std::size_t header, std::string_view type, const Bytes& subrecords)
{
    TextSink sink;
    record_document(header, type, subrecords).write_xml(sink);
    const std::string text(sink.str());
    const std::size_t end = text.rfind('\n', text.find("</record>"));
    const std::size_t begin = text.find('<', text.rfind('\n', end - 1));
    return text.substr(begin, end - begin);
}

}  // namespace

TEST_CASE("conditions: the table has the functions of the game and of SKSE", "[tes]")
{
    const std::string_view table = skyrim_definitions();
    const std::size_t begin = table.find("enum condition_functions");
    REQUIRE(begin != std::string_view::npos);
    const std::string_view rows = table.substr(begin, table.find("\nenum ", begin) - begin);
    // Each function of xEdit's table, by number; checked with its names and kinds of parameters.
    CHECK(std::ranges::count(rows, '"') == 2 * 402);
}

TEST_CASE("conditions: HasPerk takes a perk and a number", "[tes]")
{
    CHECK(condition(448, 0x801, 2) == "function=\"has_perk\" form1=\"00000801\" number2=\"2\"");
}

TEST_CASE("conditions: functions 1024 to 1028 belong to SKSE", "[tes]")
{
    // GetVATSValue: the first parameter determines the meaning of the second.
    CHECK(condition(407, 9, 0x901) ==
          "function=\"get_vats_value\" vats_function=\"critical_effect_is\" vats_form=\"00000901\"");
    CHECK(condition(407, 6, 2) ==
          "function=\"get_vats_value\" vats_function=\"action\" vats_action=\"two_hand_attack\"");
    CHECK(condition(1024, 0, 0) == "function=\"get_skse_version\"");
    CHECK(condition(1025, 0, 0) == "function=\"get_skse_version_minor\"");
    CHECK(condition(1026, 0, 0) == "function=\"get_skse_version_beta\"");
    CHECK(condition(1027, 0, 0) == "function=\"get_skse_release\"");
    CHECK(condition(1028, 0, 0) == "function=\"clear_invalid_registrations\"");
}

TEST_CASE("conditions: a reference is a form, but an alias with use_aliases", "[tes]")
{
    CHECK(condition(1, 3, 0) == "function=\"get_distance\" form1=\"00000003\"");
    CHECK(condition(1, 3, 0, use_aliases) == "function=\"get_distance\" alias1=\"3\"");
    CHECK(condition(60, 0x10, 3, use_aliases) ==
          "function=\"get_faction_rank_difference\" form1=\"00000010\" alias2=\"3\"");
}

TEST_CASE("conditions: with use_package_data a reference is an input of the package", "[tes]")
{
    CHECK(condition(1, 3, 0, use_package_data) == "function=\"get_distance\" package_data1=\"3\"");
    CHECK(condition(1, 3, 0, use_aliases | use_package_data) == "function=\"get_distance\" alias1=\"3\"");
}

TEST_CASE("conditions: use_aliases does not change other forms and numbers", "[tes]")
{
    CHECK(condition(448, 0x801, 0, use_aliases) == "function=\"has_perk\" form1=\"00000801\"");
    CHECK(condition(566, 4, 0, use_aliases) == "function=\"get_is_alias_ref\" number1=\"4\"");
}

TEST_CASE("conditions: with use_global the compared value is a global", "[tes]")
{
    const auto compared = [](std::uint8_t flags) {
        const Bytes data = joined({number(flags), Bytes(3), number(0x3F800000U), Bytes(24)});
        return attributes(record_document(24, "FACT", sub("CTDA", data)), "condition");
    };
    CHECK(compared(0) == "value=\"1\"");
    CHECK(compared(use_global) == "operator=\"use_global\" global=\"3F800000\"");
}

TEST_CASE("conditions: each kind of parameter has its own field", "[tes]")
{
    CHECK(condition(14, 24, 0) == "function=\"get_actor_value\" actor_value1=\"health\"");
    CHECK(condition(70, 1, 0) == "function=\"get_is_sex\" sex1=\"female\"");
    CHECK(condition(8, 'Z', 0) == "function=\"get_angle\" axis1=\"z\"");
    CHECK(condition(59, 0x801, 20) == "function=\"get_stage_done\" form1=\"00000801\" number2=\"20\"");
    CHECK(condition(639, 0, 0x3F000000) == "function=\"get_within_distance\" real2=\"0.5\"");
    CHECK(condition(9999, 1, 2) == "function=\"9999\" other1=\"0x00000001\" other2=\"0x00000002\"");
}

TEST_CASE("conditions: rare kinds of parameters have fields of their own", "[tes]")
{
    CHECK(condition(570, 1, 0) == "function=\"has_equipped_spell\" source1=\"right\"");
    CHECK(condition(595, 0x801, 2) == "function=\"is_current_spell\" form1=\"00000801\" source2=\"voice\"");
    CHECK(condition(692, 2, 0) == "function=\"ep_mod_skill_usage_is_advance_action\" action1=\"bash\"");
    CHECK(condition(602, 2, 0) == "function=\"is_ward_state\" ward1=\"break\"");
    CHECK(condition(584, 0x801, 'X') == "function=\"get_relative_angle\" form1=\"00000801\" axis2=\"x\"");
    CHECK(condition(122, 0x801, 2) == "function=\"get_crime\" form1=\"00000801\" crime2=\"trespass\"");
    CHECK(condition(576, 0x00310002, 0x801) ==
          "function=\"get_event_data\" event_function1=\"get_value\" event_member1=\"0x0031\" form2=\"00000801\"");
}

TEST_CASE("conditions: GetVATSValue's first parameter selects the type of the second", "[tes]")
{
    const auto second = [](std::uint32_t function) {
        const std::string text = condition(407, function, 2);
        const std::size_t at = text.rfind(' ');
        return text.substr(at + 1, text.find('=', at) - at - 1);
    };
    for (const std::uint32_t function : {0U, 1U, 2U, 3U, 9U, 10U}) {
        CHECK(second(function) == "vats_form");
    }
    CHECK(second(5) == "vats_part");
    CHECK(second(6) == "vats_action");
    CHECK(second(15) == "vats_weapon");
    CHECK(second(18) == "vats_projectile");
    CHECK(second(19) == "vats_delivery");
    CHECK(second(20) == "vats_casting");
    CHECK(second(4) == "vats_value");
}

TEST_CASE("perks: the function of the entry point selects the type of the value", "[tes]")
{
    const auto values = [](unsigned function, const Bytes& first) {
        const Bytes effect =
            joined({sub("PRKE", Bytes{std::byte{2}, {}, {}}),
                    sub("DATA", joined({Bytes(1), number(static_cast<std::uint8_t>(function)), Bytes(1)})),
                    sub("EPFT", Bytes(1, std::byte{2})), sub("EPFD", joined({first, real_bytes(0.5F)}))});
        const edit::Document document = record_document(24, "PERK", effect);
        const std::string value = attributes(document, "perk_actor_value");
        const std::string integer = attributes(document, "perk_actor_value_integer");
        return !value.starts_with("no ")     ? value
               : !integer.starts_with("no ") ? integer
                                             : attributes(document, "perk_values");
    };
    for (const unsigned function : {5U, 12U, 13U, 14U}) {
        INFO(function);
        CHECK(values(function, real_bytes(24)) == "actor_value=\"health\" value=\"0.5\"");
        CHECK(values(function, number(24U)) == "actor_value=\"health\" value=\"0.5\"");
    }
    CHECK(values(4, real_bytes(24)) == "value1=\"24\" value2=\"0.5\"");
}

TEST_CASE("references: INAM is an image space after XRMR, else an idle", "[tes]")
{
    const Bytes idle = sub("INAM", number(0x801U));
    const Bytes room = sub("XRMR", Bytes(4));
    const Bytes lighting = sub("LNAM", number(0x802U));
    CHECK(attributes(record_document(24, "REFR", joined({room, idle})), "room_image_space") == "form_id=\"00000801\"");
    CHECK(attributes(record_document(24, "REFR", joined({room, lighting, idle})), "room_image_space") ==
          "form_id=\"00000801\"");
    CHECK(attributes(record_document(24, "REFR", joined({sub("XPPA", {}), idle})), "patrol_idle") ==
          "form_id=\"00000801\"");
}

TEST_CASE("unions: earlier subrecords select the layout of a subrecord", "[tes]")
{
    const Bytes one = number(1U);
    const auto input = [](std::string_view kind) {
        return joined({sub("PKCU", Bytes(12)), sub("ANAM", zstring(kind))});
    };
    const auto value_kind = [](unsigned kind) { return sub("EPFT", number(static_cast<std::uint8_t>(kind))); };
    const std::vector<UnionRow> rows{
        {24, "AVIF", {}, sub("CNAM", one), "skill_category"},
        {24, "AVIF", sub("PNAM", one), sub("CNAM", one), "tree_line"},
        {24, "QUST", {}, sub("FNAM", one), "objective_flags"},
        {24, "QUST", sub("ANAM", one), sub("FNAM", one), "alias_flags"},
        {24, "QUST", {}, sub("NNAM", zstring("a")), "objective_text"},
        {24, "QUST", sub("ANAM", one), sub("NNAM", zstring("a")), "quest_description"},
        {24, "QUST", {}, sub("QSTA", Bytes(8, std::byte{1})), "objective_target"},
        {24, "QUST", sub("ANAM", one), sub("QSTA", Bytes(8, std::byte{1})), "quest_target"},
        {24, "SCEN", {}, sub("FNAM", one), "scene_flags"},
        {24, "SCEN", sub("ALID", one), sub("FNAM", one), "scene_action_flags"},
        {24, "SCEN", {}, sub("SNAM", one), "start_phase"},
        {24, "SCEN", sub("ENAM", one), sub("SNAM", one), "action_duration"},
        {24, "PACK", {}, sub("CNAM", one), "package_combat_style"},
        {24, "PACK", input("Bool"), sub("CNAM", number(std::uint8_t{1})), "input_boolean"},
        {24, "PACK", input("Int"), sub("CNAM", one), "input_integer"},
        {24, "PACK", input("Float"), sub("CNAM", one), "input_number"},
        {24, "PACK", input("ObjectList"), sub("CNAM", one), "input_objects"},
        {24, "PACK", {}, sub("QNAM", one), "package_quest"},
        {24, "PACK", sub("XNAM", Bytes(1)), sub("QNAM", one), "package_unused"},
        {24, "PACK", {}, sub("PNAM", zstring("Seq")), "procedure_type"},
        {24, "PACK", sub("BNAM", zstring("a")), sub("PNAM", one), "input_flags"},
        {24, "PACK", sub("UNAM", Bytes(1)), sub("PNAM", one), "input_flags"},
        {24, "PERK", {}, sub("DATA", Bytes(4, std::byte{1})), "perk_data"},
        {24, "PERK", sub("PRKE", Bytes(3)), sub("DATA", Bytes(4, std::byte{1})), "perk_ability"},
        {24, "PERK", sub("PRKE", Bytes(3)), sub("DATA", Bytes(3, std::byte{1})), "perk_entry_point"},
        {24, "PERK", sub("PRKE", Bytes(3)), sub("DATA", joined({one, one})), "perk_quest"},
        {24, "PERK", value_kind(1), sub("EPFD", one), "perk_value"},
        {24, "PERK", value_kind(3), sub("EPFD", one), "perk_form"},
        {24, "PERK", value_kind(4), sub("EPFD", one), "perk_form"},
        {24, "PERK", value_kind(5), sub("EPFD", one), "perk_form"},
        {24, "PERK", value_kind(6), sub("EPFD", zstring("a")), "perk_string"},
        {24, "PERK", value_kind(7), sub("EPFD", zstring("a")), "perk_text"},
        {24, "RACE", {}, sub("INDX", one), "body_part"},
        {24, "RACE", sub("NAM0", {}), sub("INDX", one), "head_part_index"},
        {24, "LENS", {}, sub("DNAM", one), "fade_radius"},
        {24, "LENS", sub("LFSP", number(0U)), sub("DNAM", zstring("a")), "sprite_name"},
        {20, "RACE", {}, sub("INDX", one), "head_part"},
        {20, "RACE", sub("NAM1", {}), sub("INDX", one), "body_part"},
        {20, "SPEL", {}, sub("FULL", zstring("a")), "name"},
        {20, "SPEL", sub("SCIT", Bytes(16)), sub("FULL", zstring("a")), "effect_name"},
    };
    for (const UnionRow& row : rows) {
        const std::string found = last_element(row.header, row.type, joined({row.before, row.subrecord}));
        INFO(row.type << " " << row.element << ": " << found);
        const std::string element(row.element);  // bytes are on lines of their own
        CHECK((found.starts_with("<" + element + " ") || found == "</" + element + ">"));
    }
}

TEST_CASE("unions: a value of a subrecord selects the types of its other values", "[tes]")
{
    const auto type_and = [](std::uint32_t type) { return joined({number(type), number(0x801U), number(0U)}); };
    const auto navigation = [](std::uint32_t world) {
        return joined({number(0x900U), Bytes(33), number(0U), number(world), number(0x801U)});
    };
    const auto book = [](unsigned flags) {
        return joined({number(static_cast<std::uint8_t>(flags)), Bytes(3), number(0x12U), Bytes(8)});
    };
    const auto effect = [](std::uint32_t flags) { return joined({number(flags), number(0U), number(8U), Bytes(24)}); };
    const std::vector<UnionRow> rows{
        {24, "PACK", {}, sub("PLDT", type_and(0)), "form_id=\"00000801\""},
        {24, "PACK", {}, sub("PLDT", type_and(12)), "form_id=\"00000801\""},
        {24, "PACK", {}, sub("PLDT", type_and(5)), "object_type=\"2049\""},
        {24, "PACK", {}, sub("PLDT", type_and(8)), "alias=\"2049\""},
        {24, "PACK", {}, sub("PLDT", type_and(9)), "alias=\"2049\""},
        {24, "PACK", {}, sub("PTDA", type_and(0)), "form_id=\"00000801\""},
        {24, "PACK", {}, sub("PTDA", type_and(2)), "object_type=\"2049\""},
        {24, "PACK", {}, sub("PTDA", type_and(4)), "alias=\"2049\""},
        {24, "PACK", {}, sub("PTDA", type_and(6)), "unused_target=\"2049\""},
        {24, "PACK", {}, sub("PDTO", joined({number(0U), number(0x801U)})), "topic=\"00000801\""},
        {24, "PACK", {}, sub("PDTO", joined({number(1U), text("HELO")})), "subtype=\"HELO\""},
        {24, "BOOK", {}, sub("DATA", book(4)), "spell=\"00000012\""},
        {24, "BOOK", {}, sub("DATA", book(1)), "skill=\"alteration\""},
        {24, "NAVI", {}, sub("NVMI", navigation(0)), "cell=\"00000801\""},
        {24, "NAVI", {}, sub("NVMI", navigation(0x3C)), "grid_y=\"2049\""},
        {20, "MGEF", {}, sub("DATA", effect(0x1000000)), "associated_value=\"health\""},
        {20, "MGEF", {}, sub("DATA", effect(0)), "associated_form=\"00000008\""},
        {20, "PACK", {}, sub("PLDT", type_and(0)), "form_id=\"00000801\""},
        {20, "PACK", {}, sub("PLDT", type_and(5)), "object_type=\"2049\""},
        {20, "PACK", {}, sub("PTDT", type_and(0)), "form_id=\"00000801\""},
        {20, "PACK", {}, sub("PTDT", type_and(2)), "object_type=\"2049\""},
    };
    for (const UnionRow& row : rows) {
        const std::string found = last_element(row.header, row.type, row.subrecord);
        INFO(row.type << ": " << found);
        CHECK(found.find(" " + std::string(row.element)) != std::string::npos);
    }
}

TEST_CASE("unions: a navigation mesh has a cell if its world is 0, else a grid position", "[tes]")
{
    const auto navmesh = [](std::uint32_t world) {
        const Bytes empty_lists(5 * sizeof(std::uint32_t));
        const Bytes grid(sizeof(std::uint32_t) + 8 * sizeof(float));
        const Bytes data = joined({number(12U), number(0U), number(world), number(0x00020801U), empty_lists, grid});
        return attributes(record_document(24, "NAVM", sub("NVNM", data)), "navmesh");
    };
    CHECK(navmesh(0).find(R"( cell="00020801")") != std::string::npos);
    CHECK(navmesh(0).find("grid_y") == std::string::npos);
    CHECK(navmesh(0x3C).find(R"( grid_y="2049" grid_x="2")") != std::string::npos);
    CHECK(navmesh(0x3C).find("cell=") == std::string::npos);
}

TEST_CASE("unions: the number of counts selects the counts of texture hashes", "[tes]")
{
    const auto has = [](std::string_view part, const Bytes& data) {
        const std::string text = attributes(record_document(24, "STAT", sub("MODT", data)), "model_hashes");
        return text.find(part) != std::string::npos;
    };
    const auto words = [](std::uint32_t size, std::uint32_t addons, std::uint32_t next) {
        return joined({number(size), number(0U), number(addons), number(next), number(0U)});
    };
    CHECK_FALSE(has("<addon ", words(1, 1, 9)));
    CHECK(has(R"(<addon value="9")", words(2, 1, 9)));
    CHECK_FALSE(has("texture_set_count=", words(2, 0, 7)));
    CHECK(has(R"(texture_set_count="7")", words(3, 0, 7)));
    CHECK(has("<material", joined({number(4U), number(0U), number(0U), number(0U), number(1U), Bytes(12)})));
}

TEST_CASE("unions: the first letter of a setting's editor ID selects its type", "[tes]")
{
    const auto element = [](std::string_view name, const Bytes& value) {
        const Bytes bytes = joined(
            {tes4(24, 2),
             top_group(24, "GMST",
                       record(24, "GMST", 0x01000800, joined({sub("EDID", zstring(name)), sub("DATA", value)})))});
        TextSink sink;
        need(edit::read_binary(SharedBytes(bytes))).write_xml(sink);
        const std::size_t at = sink.str().find("<setting_");
        return at == std::string::npos ? std::string("none")
                                       : std::string(sink.str().substr(at, sink.str().find("/>", at) - at));
    };
    CHECK(element("sA", zstring("x")) == "<setting_text text=\"x\"");
    CHECK(element("fA", real_bytes(0.5F)) == "<setting_number value=\"0.5\"");
    CHECK(element("bA", number(1U)) == "<setting_boolean value=\"1\"");
    CHECK(element("iA", number(-3)) == "<setting_integer value=\"-3\"");
}
