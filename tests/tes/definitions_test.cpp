// Records defined by data: values of subrecords, effects of edits, and messages for invalid definitions.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "core/record/data_codec.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "support/outcome.hpp"
#include "tes/definition/definition_texts.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;
using redforge::test::need;

namespace {

Bytes real(float value)
{
    return number(std::bit_cast<std::uint32_t>(value));
}

Bytes weapon(float weight)
{
    return joined({number(5U), real(1.5F), real(1.0F), number(1U), number(120U), number(80U), real(weight),
                   number(std::uint16_t{9})});
}

/// Returns a plugin with a bow, a global and two settings.
Bytes defined_oblivion(float weight = 8.0F)
{
    const Bytes bow =
        record(20, "WEAP", 0x01000802,
               joined({sub("EDID", zstring("Bow")), sub("FULL", zstring("Long bow")), sub("MODL", zstring("bow.nif")),
                       sub("MODB", real(2.5F)), sub("MODT", Bytes(24, std::byte{7})), sub("DATA", weapon(weight))}));
    const Bytes global =
        record(20, "GLOB", 0x01000800,
               joined({sub("EDID", zstring("GameHour")), sub("FNAM", text("s")), sub("FLTV", real(8))}));
    const auto setting = [](std::uint32_t form_id, std::string_view name, const Bytes& value) {
        return record(20, "GMST", form_id, joined({sub("EDID", zstring(name)), sub("DATA", value)}));
    };
    return joined(
        {tes4(20, 7), top_group(20, "GLOB", global),
         top_group(20, "GMST",
                   joined({setting(0x01000803, "fJump", real(0.25F)), setting(0x01000804, "iLevels", number(-3)),
                           setting(0x01000805, "sGreeting", zstring("Hail"))})),
         top_group(20, "WEAP", bow)});
}

Bytes defined_skyrim(std::uint32_t header_flags = 0, const Bytes& item = number(0x0100A000U))
{
    const Bytes keyword =
        record(24, "KYWD", 0x01000800, joined({sub("EDID", zstring("Smithing")), sub("CNAM", number(0x00302010U))}));
    const Bytes list = record(24, "FLST", 0x01000801,
                              joined({sub("EDID", zstring("Metals")), sub("LNAM", item), sub("LNAM", number(0x12U))}));
    const Bytes recipe =
        record(24, "COBJ", 0x01000802,
               joined({sub("EDID", zstring("Recipe")), sub("COCT", number(1U)),
                       sub("CNTO", joined({number(0x5ACE4U), number(2)})), sub("CNAM", number(0x13982U)),
                       sub("BNAM", number(0x88105U)), sub("NAM1", number(std::uint16_t{3}))}));
    Bytes bytes = joined(
        {tes4(24, 6), top_group(24, "KYWD", keyword), top_group(24, "FLST", list), top_group(24, "COBJ", recipe)});
    store_le(bytes.data() + 8, header_flags);
    return bytes;
}

std::string value_at(const edit::Document& document, std::string_view path)
{
    INFO(path);
    const auto found = edit::resolve_some(document.root(), path);
    REQUIRE(found);
    return edit::match_text(found->front());
}

}  // namespace

TEST_CASE("definitions: the embedded definitions have no errors", "[tes]")
{
    for (const std::string_view text : {oblivion_definitions(), skyrim_definitions(), save_definition_text()}) {
        const auto definitions = Definitions::parse(text, "compiled.def");
        INFO((definitions ? "" : describe(definitions.error())));
        CHECK(definitions.has_value());
    }
}

TEST_CASE("definitions: decode records of Oblivion into fields", "[tes]")
{
    const edit::Document document = edit::read_binary(SharedBytes(defined_oblivion())).value();
    CHECK(value_at(document, "records[GameHour].global_type.value") == "short");
    CHECK(value_at(document, "records[GameHour].global_value.value") == "8");
    CHECK(value_at(document, "records[fJump].setting_number.value") == "0.25");
    CHECK(value_at(document, "records[iLevels].setting_integer.value") == "-3");
    CHECK(value_at(document, "records[sGreeting].setting_text.text") == "Hail");
    CHECK(value_at(document, "records[Bow].name.text") == "Long bow");
    CHECK(value_at(document, "records[Bow].weapon.type") == "bow");
    CHECK(value_at(document, "records[Bow].weapon.flags") == "ignores_resistance");
    CHECK(value_at(document, "records[Bow].weapon.damage") == "9");
    CHECK(law_violation(defined_oblivion()) == "");
}

TEST_CASE("definitions: decode records of Skyrim into fields", "[tes]")
{
    const edit::Document document = edit::read_binary(SharedBytes(defined_skyrim())).value();
    CHECK(value_at(document, "records[Smithing].colour.green") == "32");
    CHECK(value_at(document, "records[Metals].form[0].form_id") == "0100A000");
    CHECK(value_at(document, "records[Metals].form[1].form_id") == "00000012");
    CHECK(value_at(document, "records[Recipe].ingredient.count") == "2");
    CHECK(value_at(document, "records[Recipe].workbench_keyword.form_id") == "00088105");
    CHECK(value_at(document, "records[Recipe].created_count.value") == "3");
    CHECK(law_violation(defined_skyrim()) == "");
}

TEST_CASE("definitions: editing a field changes its bytes only", "[tes]")
{
    edit::Document document = edit::read_binary(SharedBytes(defined_oblivion(8.0F))).value();
    REQUIRE(edit::set(document, "records[Bow].weapon.weight", "12.5"));
    CHECK(document.write().value() == defined_oblivion(12.5F));
}

TEST_CASE("definitions: only a subrecord that does not fit its definition stays bytes", "[tes]")
{
    const Bytes bytes = defined_skyrim(0, Bytes(3));
    const Plugin plugin = read_plugin(bytes).value();
    REQUIRE(records_of(plugin).size() == 3);
    const MixedList& list = records_of(plugin)[1]->subrecords.get();
    REQUIRE(list.size() == 2);
    REQUIRE(list.get_if<Subrecord>(0) != nullptr);
    CHECK(list.get_if<Subrecord>(0)->type.view() == "LNAM");
    CHECK(list[1].entry->name == "form");
    CHECK(law_violation(bytes) == "");
}

TEST_CASE("definitions: the first letter of a setting's editor ID selects its layout", "[tes]")
{
    Plugin plugin = read_plugin(defined_oblivion()).value();
    edit::Document document = edit::read_binary(SharedBytes(defined_oblivion())).value();
    REQUIRE(edit::set(document, "records[fJump].editor_id", "iJump"));
    // The bits of the number would be read as an integer.
    const Result<Bytes> written = document.write();
    REQUIRE_FALSE(written);
    CHECK(written.error().code == ErrorCode::mismatch);
}

TEST_CASE("law 1: holds for defined records, truncated or with any byte changed", "[tes]")
{
    for (const Bytes& whole : {defined_oblivion(), defined_skyrim(0x80), defined_skyrim()}) {
        for (std::size_t size = 0; size < whole.size(); size += 3) {
            CAPTURE(size);
            REQUIRE(law_violation(ByteView(whole).first(size)) == "");
        }
        for (std::size_t at = 0; at < whole.size(); ++at) {
            Bytes changed = whole;
            changed[at] ^= std::byte{0x81};
            CAPTURE(at);
            REQUIRE(law_violation(changed) == "");
        }
    }
}

TEST_CASE("definitions: texts of localised plugins are string ids", "[tes]")
{
    const auto definitions =
        Definitions::parse("record BOOK \"Book\"\n  FULL name \"Name\" lstring\n", "a.def").value();
    const DefinedSubrecord& name = *definitions->find("BOOK", "FULL").front();
    const auto read = [&](const Bytes& bytes, bool localised) {
        const std::shared_ptr<void> made = name.type.type().make();
        const RecordHandle record{made.get(), &name.type.type(), CodePage::cp1252};
        if (read_data(bytes, name.type, record, {.localised = localised}) != bytes.size()) {
            return std::string("not read");
        }
        Bytes again;
        REQUIRE(write_data(name.type, record, again));
        CHECK(again == bytes);
        return record.find_field("text").text() + "|" + record.find_field("string_id").text();
    };
    CHECK(read(zstring("Abc"), false) == "Abc|");
    CHECK(read(zstring("Abc"), true) == "|0x00636241");
    CHECK(read(zstring("Ab"), true) == "not read");
    CHECK(read({}, true) == "not read");
    CHECK(read({}, false) == "not read");
    CHECK(read(Bytes(4), true) == "|0x00000000");
}

TEST_CASE("definitions: rejects unknown and unnamed structs and lists with a hint", "[tes]")
{
    const auto error_text = [](std::string_view fields) {
        const auto made = Definitions::parse(
            fmt::format("struct point\n  x \"X\" f32\nrecord BOOK \"Book\"\n  DATA data \"Data\"\n{}", fields),
            "a.def");
        return made ? std::string{} : describe(made.error());
    };
    const std::string records = "a.def:5: a list without a type of records; expected list name item \"Label\" or "
                                "items item \"Label\", and to_end, count NUMBER, count FIELD, count_bits FLAGS, "
                                "count_above, count_in_first u16 or prefix u32";
    CHECK(error_text("    struct nosuch a \"A\"\n") == "a.def:5: struct nosuch; no earlier line defines it");
    CHECK(error_text("    struct point 9a \"A\"\n") ==
          "a.def:5: \"struct\" without a name; expected TYPE name \"Label\"");
    CHECK(error_text("    u32 9a \"A\"\n") == "a.def:5: \"u32\" without a name; expected TYPE name \"Label\"");
    CHECK(error_text("    list 9rows row \"Rows\" to_end\n      u32 a\n") == records);
    CHECK(error_text("    list rows 9row \"Rows\" to_end\n      u32 a\n") == records);
    CHECK(error_text("    list rows row \"Rows\"\n      u32 a\n") == records);
    CHECK(error_text("    list rows row \"Rows\" count nosuch\n      u32 a\n") == records);
    CHECK(error_text("    list rows row \"Rows\" to_end\n      u32 a\n").empty());
}

TEST_CASE("definitions: the only field of a subrecord has the subrecord's name", "[tes]")
{
    const auto name = [](const std::string& wire) {
        const auto definitions = Definitions::parse("record BOOK\n  DATA book " + wire + "\n", "my.def");
        REQUIRE(definitions);
        return std::string(
            (*definitions)->find("BOOK", "DATA").front()->type.type().tables.front().fields.front().name);
    };
    CHECK(name("u8") == "value");
    CHECK(name("u8[3]") == "values");
    CHECK(name("u16[]") == "values");
    CHECK(name("zstring") == "text");
    CHECK(name("formid") == "form_id");
}

TEST_CASE("definitions: `order` and `once` mark subrecords that occur once", "[tes]")
{
    const auto definitions = Definitions::parse("record BOOK\n  order AAAA! BBBB+ CCCC,DDDD\n  once EEEE\n"
                                                "  AAAA a u8\n  BBBB b u8\n  CCCC c u8\n  DDDD d u8\n"
                                                "  EEEE e u8\n  FFFF f u8\n",
                                                "my.def");
    REQUIRE(definitions);
    std::string once;
    for (const std::string_view tag : {"EDID", "AAAA", "BBBB", "CCCC", "DDDD", "EEEE", "FFFF"}) {
        once += (*definitions)->occurs_once("BOOK", tag) ? fmt::format("{} ", tag) : std::string();
    }
    CHECK(once == "EDID AAAA EEEE ");
    CHECK_FALSE((*definitions)->occurs_once("NONE", "EDID"));
}

TEST_CASE("definitions: errors give their line", "[tes]")
{
    const auto fault = [](std::string_view text) {
        const auto definitions = Definitions::parse(text, "my.def");
        return definitions ? std::string("none") : describe(definitions.error());
    };
    CHECK(fault("record BOOK \"Book\"\n  DATA book\n    u23 weight\n").find("my.def:3: \"u23\"") == 0);
    CHECK(fault("record BOOK\n  FULL\n").find("my.def:2: FULL") == 0);
    CHECK(fault("record BOOK\n  once FULL\n").find("my.def:1: once FULL in BOOK") == 0);
    const std::string two = "  AAAA a u8\n  BBBB b u8\n";
    CHECK(fault("record BOOK\n  order AAAA,(BBBB)\n" + two) == "none");
    CHECK(fault("record BOOK\n  order AAAA,(BBBB\n" + two) == "my.def:2: order AAAA,(BBBB; a ( without )");
    CHECK(fault("record BOOK\n  order AAAA,BBBB)\n" + two) == "my.def:2: order AAAA,BBBB); a ) without (");
    CHECK(fault("record BOOK\n  order AAAA) BBBB\n" + two) == "my.def:2: order AAAA); a ) without (");
    CHECK(fault("record BOOK\n  order DATA\n  once DATA\n  DATA data u8\n").find("my.def:3: once DATA") == 0);
    CHECK(fault("record BOOK\nrecord BOOK\n").find("my.def:2: a second record BOOK") == 0);
    CHECK(fault("record BOOK\n  DATA book\n    list a b to_end\n      u8 c\n    u8 d\n")
              .find("my.def:5: \"u8\" after a list") == 0);
    CHECK(fault("record BOOK\n  DATA book u8 enum none\n").find("my.def:2: enum none") == 0);
    CHECK(fault("record BOOK\n   DATA book u8\n").find("my.def:2: an indentation of an odd number") == 0);
    CHECK(fault("subrecord FULL name \"Name zstring\n").find("my.def:1: a text without its closing quote") == 0);
    CHECK(fault("# nothing\n") == "none");
    // A condition in a struct refers to a field of the struct, else to a field before the struct.
    const auto part = [&](std::string_view field) {
        return fault(fmt::format("struct part\n  u8 own\n  u8 value if {} 1\n"
                                 "record BOOK\n  DATA book\n    u8 kind\n    struct part first\n",
                                 field));
    };
    CHECK(part("own") == "none");
    CHECK(part("kind") == "none");
    CHECK(part("value").find("my.def:3: if value") == 0);
    for (const char* const wire :
         {"u8[1]", "u8[16777215]", "u8[]", "u8[u16]", "bytes", "bytes[1]", "bytes[16777215]", "i32[3]"}) {
        INFO(wire);
        CHECK(fault(std::string("record BOOK\n  DATA book ") + wire + "\n") == "none");
    }
    for (const char* const wire : {"u8[0]", "u8[-1]", "u8[16777216]", "u8[zstring]", "u8[f32]", "u8[1", "u8]", "[1]",
                                   "f32[3]", "bytes[0]", "bytes[]", "bytes[u8]", "zstring[2]"}) {
        INFO(wire);
        CHECK(fault(std::string("record BOOK\n  DATA book ") + wire + "\n").find("my.def:2: ") == 0);
    }
}

TEST_CASE("definitions: options apply to the field on their line", "[tes]")
{
    const auto parsed = Definitions::parse("enum sizes\n  0 small\n  5 large \"Large\"\n"
                                           "flags marks\n  1 old\n  4 red\n"
                                           "record BOOK \"Book\"\n"
                                           "  DATA book \"Book data\"\n"
                                           "    u8 plain\n"
                                           "    u8 number hex min 2 max 9 unit \"kg\" doc \"Heavy\"\n"
                                           "    u8 truth boolean key\n"
                                           "    u8 nothing unused\n"
                                           "    u8 riddle unknown\n"
                                           "    u8 size enum sizes\n"
                                           "    u8 mark flags marks\n",
                                           "my.def");
    INFO((parsed ? "" : describe(parsed.error())));
    REQUIRE(parsed);
    const Definitions& definitions = **parsed;
    CHECK(definitions.has("BOOK"));
    CHECK_FALSE(definitions.has("WEAP"));
    CHECK(definitions.label("BOOK") == "Book");
    CHECK(definitions.label("WEAP").empty());
    CHECK(definitions.find("BOOK", "DATA").size() == 1);
    CHECK(definitions.find("BOOK", "FULL").empty());
    CHECK(definitions.find("WEAP", "DATA").empty());
    REQUIRE(definitions.items().size() == 1);
    const FieldTable& table = definitions.items().front().type->tables.front();
    const auto info = [&table](std::string_view name) -> const FieldInfo& {
        INFO(name);
        const FieldEntry* const field = table.find_field(name);
        REQUIRE(field != nullptr);
        return field->info;
    };
    CHECK(info("plain").notation == Notation::plain);
    CHECK(info("plain").kind == Role::plain);
    CHECK_FALSE(info("plain").key);
    CHECK(info("number").notation == Notation::hexadecimal);
    CHECK(info("number").min == 2);
    CHECK(info("number").max == 9);
    CHECK(info("number").unit == "kg");
    CHECK(info("number").doc == "Heavy");
    CHECK(info("truth").notation == Notation::boolean);
    CHECK(info("truth").key);
    CHECK(info("nothing").kind == Role::reserved);
    CHECK(info("riddle").kind == Role::opaque);
    CHECK_FALSE(info("size").flags);
    REQUIRE(info("size").enum_names.size() == 2);
    CHECK(info("size").enum_names[1].value == 5);
    CHECK(info("mark").flags);
    CHECK(info("mark").enum_names.size() == 2);

    const auto fault = [](std::string_view option) {
        const auto wrong =
            Definitions::parse("enum sizes\n  0 small\nrecord BOOK\n  DATA book u8 " + std::string(option) + "\n",
                               "my.def");
        return wrong ? std::string("none") : wrong.error().message;
    };
    CHECK(fault("min x") == "min without a number");
    CHECK(fault("max") == "max without a number");
    CHECK(fault("flags sizes") == "flags sizes");  // an enum is not a set of flags
    CHECK(fault("enum sizes") == "none");
    CHECK(fault("hexadecimal") == "\"hexadecimal\"");
    const auto digits = [](std::string_view wire) {
        const auto all = Definitions::parse(fmt::format("record BOOK\n  DATA book {} hex\n", wire), "my.def");
        REQUIRE(all);
        return hexadecimal_digits((**all).items().front().type->tables.front().fields.front().ops->type);
    };
    CHECK(digits("u8") == 2);
    CHECK(digits("u32") == 8);
    CHECK(digits("i64") == 16);
}

namespace {

/// A record of the only `change` in a definition, read from bytes and written again.
struct ReadChange {
    std::unique_ptr<Definitions> definitions;
    std::shared_ptr<void> record;
    std::optional<std::size_t> size;
    Bytes again;

    ReadChange(const std::string& fields, const Bytes& bytes)
        : definitions(need(
              Definitions::parse("enum kinds\n  0 number\n  1 form\nchoice marks\n  1 worn\n  2 rank\n    u8 value\n"
                                 "change it\n" +
                                     fields,
                                 "a.def")))
    {
        const DataType& type = definitions->changes().front().type;
        record = type.type().make();
        size = read_data(bytes, type, handle());
        static_cast<void>(write_data(type, handle(), again));
    }
    [[nodiscard]] RecordHandle handle() const { return {record.get(), &definitions->changes().front().type.type()}; }
    [[nodiscard]] std::string value(std::string_view path) const
    {
        const auto matches = need(edit::resolve(handle(), path));
        return matches.empty() ? "nothing" : edit::match_text(matches.front());
    }
};

}  // namespace

TEST_CASE("definitions: bit fields share bytes, starting at the lowest bit", "[tes]")
{
    const Bytes bytes{std::byte{0x03}, std::byte{0x00}, std::byte{0x00}, std::byte{0xF0}};
    const ReadChange read("  u32:28 index\n  u8:4 kind\n", bytes);
    CHECK(read.size == 4U);
    CHECK(read.value("index") == "3");
    CHECK(read.value("kind") == "15");
    CHECK(read.again == bytes);
    REQUIRE(read.handle().find_field("index").set("0"));
    read.handle().find_field("kind").entry->ops->set_integer(read.handle().find_field("kind").value, 16);
    Bytes out;
    CHECK(write_data(read.definitions->changes().front().type, read.handle(), out).error().field == "kind");
}

TEST_CASE("definitions: a condition on a missing part is false", "[tes]")
{
    const std::string fields =
        "  u8 flags\n  part made if flags 1\n    u8 kind\n  u8 speed if made.kind 2 or if flags 9\n";
    CHECK(ReadChange(fields, joined({Bytes{std::byte{1}, std::byte{2}, std::byte{7}}})).value("speed") == "7");
    CHECK(ReadChange(fields, joined({Bytes{std::byte{1}, std::byte{3}}})).size == 2U);
    CHECK(ReadChange(fields, joined({Bytes{std::byte{0}}})).size == 1U);
    CHECK(ReadChange(fields, joined({Bytes{std::byte{9}, std::byte{8}}})).value("speed") == "8");
}

TEST_CASE("definitions: count_in_first includes the first record", "[tes]")
{
    const Bytes two{std::byte{5}, std::byte{2}, std::byte{0}, std::byte{6}, std::byte{7}, std::byte{8}};
    const ReadChange read("  items row \"Rows\" count_in_first u16\n    u8 a\n    u8 b\n", two);
    CHECK(read.size == 6U);
    CHECK(read.value("[0].a") == "5");
    CHECK(read.value("[0].b") == "6");
    CHECK(read.value("[1].b") == "8");
    CHECK(read.again == two);
    CHECK_FALSE(ReadChange("  items row \"Rows\" count_in_first u16\n    u8 a\n", Bytes(3)).size);
}

TEST_CASE("definitions: a `marked` part exists if its first byte is not 0", "[tes]")
{
    const std::string fields = "  part events marked\n    u8 mark\n    u8 seconds\n";
    CHECK(ReadChange(fields, Bytes{std::byte{2}, std::byte{9}}).value("events.seconds") == "9");
    CHECK(ReadChange(fields, Bytes(1)).size == 1U);
    CHECK(ReadChange(fields, Bytes(1)).again == Bytes(1));
}

TEST_CASE("definitions: each record of a `choices` list follows its type", "[tes]")
{
    const std::string fields = "  choices marks \"Marks\" prefix u8\n";
    const Bytes both{std::byte{2}, std::byte{2}, std::byte{7}, std::byte{1}};
    CHECK(ReadChange(fields, both).size == 4U);
    CHECK(ReadChange(fields, both).again == both);
    CHECK_FALSE(ReadChange(fields, Bytes{std::byte{1}, std::byte{3}}).size);
    CHECK_FALSE(ReadChange(fields, Bytes{std::byte{3}, std::byte{1}, std::byte{1}, std::byte{1}}).size);  // two types
}

TEST_CASE("definitions: fields of an `alternative` depend on a number before them", "[tes]")
{
    const std::string fields = "  u8 kind enum kinds\n  alternative kind number,7..8\n    u16 value\n"
                               "  alternative kind form\n    string8 value\n    list rows row prefix u8\n      u8 a\n";
    const ReadChange number(fields, Bytes{std::byte{8}, std::byte{3}, std::byte{1}});
    CHECK(number.size == 3U);
    CHECK(number.value("value") == "259");
    CHECK(number.again == Bytes{std::byte{8}, std::byte{3}, std::byte{1}});
    const Bytes form{std::byte{1}, std::byte{1}, std::byte{'A'}, std::byte{2}, std::byte{5}, std::byte{6}};
    const ReadChange text(fields, form);
    CHECK(text.size == 6U);
    CHECK(text.value("value") == "A");
    CHECK(text.value("rows[1].a") == "6");
    CHECK(text.again == form);

    Error why;
    const DataType& type = number.definitions->changes().front().type;
    CHECK_FALSE(read_data(Bytes{std::byte{2}, std::byte{0}}, type, number.handle(), {}, &why));
    CHECK(describe(why) == "byte 1 (0x1): a it of kind 2; known are 0, 1, 7, 8");
    REQUIRE(number.handle().find_field("kind").set("3"));
    Bytes out;
    CHECK(write_data(type, number.handle(), out).error().message == "a it of kind 3");
}

TEST_CASE("definitions: records are copied with the values of their alternative", "[tes]")
{
    const std::string fields = "  u8 kind enum kinds\n  alternative kind number\n    u16 value default 9\n"
                               "  alternative kind form\n    string8 value\n";
    const ReadChange read(fields, Bytes{std::byte{1}, std::byte{1}, std::byte{'A'}});
    const RecordType& type = *read.handle().type;
    const std::shared_ptr<void> copy = type.make();
    CHECK(RecordHandle{copy.get(), &type}.find_field("value").text() == "9");
    type.copy(copy.get(), read.record.get());
    CHECK(RecordHandle{copy.get(), &type}.find_field("value").text() == "A");
    CHECK(same_record(type, copy.get(), read.record.get()));
}

TEST_CASE("definitions: nested records depend on a number that the outer record shares", "[tes]")
{
    const std::string fields = "  u8 version shares file_version\n  list rows row to_end\n"
                               "    u8 a\n    u8 b\n    u8 c if file_version 2..3\n"
                               "    stored b a unless file_version 3\n";
    const ReadChange first(fields, Bytes{std::byte{1}, std::byte{5}, std::byte{6}});
    CHECK(first.value("rows[0].a") == "6");
    CHECK(first.value("rows[0].b") == "5");
    CHECK(first.again == Bytes{std::byte{1}, std::byte{5}, std::byte{6}});
    const Bytes third{std::byte{3}, std::byte{5}, std::byte{6}, std::byte{7}};
    const ReadChange read(fields, third);
    CHECK(read.value("rows[0].a") == "5");
    CHECK(read.value("rows[0].c") == "7");
    CHECK(read.again == third);
    REQUIRE(read.handle().find_field("version").set("1"));
    Bytes out;
    const Error error = write_data(read.definitions->changes().front().type, read.handle(), out).error();
    CHECK(describe(error) == "rows[0].c: cannot write c; its file_version does not allow it");
}

TEST_CASE("definitions: a field with an `offset` is read before dependent fields", "[tes]")
{
    const std::string fields = "  list rows row to_end\n    u8 a\n    u8 b\n    stored b a if order 1\n"
                               "    u8 way offset 2 shares order\n";
    const Bytes both{std::byte{5}, std::byte{6}, std::byte{1}, std::byte{7}, std::byte{8}, std::byte{0}};
    // The value has a name before the field that shares it.
    const ReadChange read("  u8 first shares order\n" + fields, joined({Bytes(1), both}));
    CHECK(read.value("rows[0].a") == "6");
    CHECK(read.value("rows[1].a") == "7");
    CHECK(read.again == joined({Bytes(1), both}));
    CHECK_FALSE(ReadChange("  u8 first shares order\n" + fields, Bytes(2)).size);
}

TEST_CASE("definitions: counts are bits of a field, or separate from their lists", "[tes]")
{
    const std::string fields = "  count u16\n  string8 name\n  list rows row count_above\n    u8 a\n";
    const Bytes two{std::byte{2}, std::byte{0}, std::byte{1}, std::byte{'A'}, std::byte{5}, std::byte{6}};
    const ReadChange read(fields, two);
    CHECK(read.value("name") == "A");
    CHECK(read.value("rows[1].a") == "6");
    CHECK(read.again == two);

    const auto definitions = need(Definitions::parse("flags marks\n  1 one\n  2 two\nchange it\n  u8 marks flags "
                                                     "marks\n  list rows row count_bits marks\n    u8 a\n",
                                                     "a.def"));
    const DataType& type = definitions->changes().front().type;
    const std::shared_ptr<void> record = type.type().make();
    CHECK(read_data(Bytes{std::byte{3}, std::byte{5}, std::byte{6}, std::byte{7}}, type,
                    {record.get(), &type.type()}) == 3U);
    REQUIRE(RecordHandle{record.get(), &type.type()}.find_field("marks").set("one"));
    Bytes out;
    CHECK(describe(write_data(type, {record.get(), &type.type()}, out).error()) ==
          "rows: 2 records; marks has 1, and each has one");
}

TEST_CASE("definitions: a `to_end` part exists if bytes are left, and a number has limits", "[tes]")
{
    const std::string fields = "  u8 kind min 1 max 3\n  part rest to_end if kind 1,2\n    u8 a\n";
    CHECK(ReadChange(fields, Bytes{std::byte{1}}).value("rest.a") == "nothing");
    CHECK(ReadChange(fields, Bytes{std::byte{2}, std::byte{9}}).value("rest.a") == "9");
    CHECK(ReadChange(fields, Bytes{std::byte{3}, std::byte{9}}).size == 1U);
    CHECK_FALSE(ReadChange(fields, Bytes{std::byte{4}}).size);
    CHECK_FALSE(ReadChange(fields, Bytes{std::byte{0}}).size);
    // The number of a text is its size.
    CHECK(ReadChange("  string8 name\n  u8 a unless name 0\n", Bytes(1)).size == 1U);
    CHECK_FALSE(ReadChange("  string8 name\n  u8 a unless name 0\n", Bytes{std::byte{1}, std::byte{'A'}}).size);
}

TEST_CASE("definitions: a struct can contain lists of itself", "[tes]")
{
    const auto definitions =
        need(Definitions::parse("struct node\n  u8 a\n  list nodes node prefix u8\n    include node\n"
                                "change it\n  list nodes node prefix u8\n    include node\n",
                                "a.def"));
    const DataType& type = definitions->changes().front().type;
    const auto read = [&](std::size_t depth) {
        Bytes bytes;
        for (std::size_t i = 0; i < depth; ++i) {
            append(bytes, Bytes{std::byte{1}, std::byte{7}});  // one node, and its number
        }
        bytes.push_back(std::byte{0});
        const std::shared_ptr<void> record = type.type().make();
        const RecordHandle handle{record.get(), &type.type()};
        Bytes again;
        return read_data(bytes, type, handle) == bytes.size() && write_data(type, handle, again) && again == bytes;
    };
    CHECK(read(1));
    CHECK(read(33));  // 32 inside the first one
    CHECK_FALSE(read(34));
}

TEST_CASE("definitions: rejects invalid alternatives, positions and counts with a hint", "[tes]")
{
    const auto fault = [](std::string_view fields) {
        const auto made = Definitions::parse(fmt::format("record BOOK\n  DATA data\n    u8 kind\n{}", fields), "a.def");
        return made ? std::string() : describe(made.error());
    };
    CHECK(fault("    alternative kind 1\n      u8 a\n    u8 b\n") ==
          "a.def:6: \"u8\" after an alternative; alternatives come last");
    CHECK(fault("    alternative none 1\n      u8 a\n").find("a.def:4: alternative none; expected a number field") ==
          0);
    CHECK(fault("    alternative kind one\n      u8 a\n").find("a.def:4: no value \"one\" of kind; expected numbers") ==
          0);
    CHECK(fault("    alternative kind 1\n      u8 a\n    alternative kind 0,1\n") ==
          "a.def:6: a second alternative kind 0,1; each value has one, and all depend on one field");
    CHECK(fault("    stored none\n") == "a.def:4: stored none; expected fields that are defined before");
    CHECK(fault("    u8 a if kind 1\n    stored a if kind 2\n").find("a.def:5: fields that cannot be stored here") ==
          0);
    CHECK(fault("    count u8[2]\n") == "a.def:4: count u8[2]; expected count u8, count u16 or count u32");
    CHECK(fault("    u8 a offset x\n").find("a.def:4: offset x; expected an integer field") == 0);
    CHECK(fault("    list rows row to_end shares x\n      u8 a\n").find("a.def:4: shares x") == 0);
    CHECK(fault("    u8 a if nosuch 1\n").find("a.def:4: if nosuch; expected a number field") == 0);
}
