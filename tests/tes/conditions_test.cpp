// Layouts that depend on other values: parameters of conditions, values of perks, and subrecords that mean another thing after
// others. Each test states one rule.
#include <catch2/catch.hpp>

#include <bit>

#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "support/outcome.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;

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

/// The attributes of the first element of a name in the document's text.
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

/// What a condition of Skyrim says of its function and parameters.
std::string condition(std::uint16_t function, std::uint32_t first, std::uint32_t second, std::uint8_t flags = 0)
{
    const Bytes data = joined({number(flags), Bytes(3), number(0U), number(function), Bytes(2), number(first),
                               number(second), number(0U), number(0U), number(0U)});
    std::string text = attributes(record_document(24, "FACT", sub("CTDA", data)), "condition");
    const std::size_t at = text.find("function=");
    return at == std::string::npos ? text : text.substr(at);
}

}  // namespace

TEST_CASE("conditions: HasPerk has a perk and a number", "[tes]")
{
    CHECK(condition(448, 0x801, 2) == "function=\"has_perk\" form1=\"00000801\" number2=\"2\"");
}

TEST_CASE("conditions: functions of SKSE are 1024 to 1028", "[tes]")
{
    // GetVATSValue: the first parameter says what the second is.
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

TEST_CASE("conditions: a reference is a form, or an alias with use_aliases", "[tes]")
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

TEST_CASE("conditions: use_aliases leaves other forms and numbers as they are", "[tes]")
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

TEST_CASE("perks: a value is an actor value and a number by the entry point's function", "[tes]")
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
