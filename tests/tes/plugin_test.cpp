// Plugins: what is looked into, what stays as it is, what an edit changes.
#include <catch2/catch.hpp>

#include <zlib.h>

#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"
#include "tes/record.hpp"
#include "tes/script_record.hpp"
#include "tes/vmad.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;

TEST_CASE("a script of Oblivion is read into its fields", "[tes]")
{
    const Result<Plugin> plugin = read_plugin(small_oblivion());
    REQUIRE(plugin);
    CHECK(plugin->header_size == 20);
    CHECK_FALSE(plugin->header.record_count.stored);  // 3 groups and 3 records, as it says
    REQUIRE(plugin->scripts.size() == 1);
    CHECK(plugin->records.size() == 2);  // the global and the weapon, which have definitions
    const Script& script = plugin->scripts.front();
    CHECK(script.editor_id.bytes == "Small");
    CHECK(script.form_id == FormId{0x01000801});
    CHECK(script.type == 1);
    CHECK_FALSE(script.at.stored);
    CHECK_FALSE(script.compiled_size.stored);
    CHECK_FALSE(script.last_variable.stored);
    REQUIRE(script.variables.size() == 1);
    CHECK(script.variables[0].name.bytes == "count");
    CHECK(script.variables[0].is_integer == 1);
    REQUIRE(script.references.size() == 1);
    CHECK(std::get<FormReference>(script.references[0]).form_id == FormId{0x14});
    CHECK(plugin->rest.size() == 60);  // the three groups, empty
    CHECK(broken_law(small_oblivion()) == "");
}

TEST_CASE("properties of a record of Skyrim are read into their fields", "[tes]")
{
    const Result<Plugin> plugin = read_plugin(small_skyrim());
    REQUIRE(plugin);
    CHECK(plugin->header_size == 24);
    REQUIRE(plugin->records.size() == 2);
    const Record& record = plugin->records.front();
    CHECK(record.editor_id.bytes == "Stone");
    CHECK_FALSE(record.at.stored);
    CHECK_FALSE(record.level.stored);
    REQUIRE(record.properties);
    CHECK(record.properties->place == 0);
    REQUIRE(record.properties->scripts.size() == 1);
    const AttachedScript& script = record.properties->scripts.front();
    CHECK(script.name.bytes == "Keeper");
    REQUIRE(script.properties.size() == 2);
    CHECK(script.properties[0].integer == 7);
    CHECK(script.properties[1].object.form_id == FormId{0x14});
    CHECK(script.properties[1].object.alias == -1);
    CHECK(broken_law(small_skyrim()) == "");
}

TEST_CASE("a script that is added goes to the end of the group of scripts, and counts", "[tes]")
{
    Result<Plugin> plugin = read_plugin(small_oblivion());
    REQUIRE(plugin);
    Script script = plugin->scripts.front();
    script.form_id = 0x01000803;
    script.editor_id = "Second";
    plugin->scripts.push_back(script);
    const Result<Bytes> bytes = write_plugin(*plugin);
    REQUIRE(bytes);
    CHECK(*bytes == joined({tes4(20, 7), top_group(20, "GLOB", record(20, "GLOB", 0x01000800, sub("FNAM", text("s")))),
                            top_group(20, "SCPT", joined({small_script(), small_script(0x01000803, "Second")})),
                            top_group(20, "WEAP", record(20, "WEAP", 0x01000802, sub("EDID", zstring("Sword"))))}));
}

TEST_CASE("a record without a group to go to is refused with words", "[tes]")
{
    Result<Plugin> plugin = read_plugin(joined({tes4(20, 0)}));
    REQUIRE(plugin);
    plugin->scripts.emplace_back().editor_id = "Lost";
    const Result<Bytes> bytes = write_plugin(*plugin);
    REQUIRE_FALSE(bytes);
    CHECK(bytes.error().field == "scripts[0].at");
    plugin->scripts.front().at = 3;
    CHECK(write_plugin(*plugin).error().message == "byte 3 of the rest");
}

TEST_CASE("scripts of records stand in groups of every depth", "[tes]")
{
    const Bytes reference = record(24, "REFR", 0x01000901, sub("VMAD", small_vmad()));
    const Bytes cell = record(24, "ZZZZ", 0x01000900, sub("DATA", Bytes(2)));  // a type without a definition
    const Bytes scripted_cell = record(24, "CELL", 0x01000902, sub("VMAD", small_vmad()));
    const Bytes children = group(24, number(0x01000900U), 6, group(24, number(0x01000900U), 8, reference));
    const Bytes sub_block = group(24, Bytes(4), 3, joined({cell, children, scripted_cell}));
    const Bytes plugin =
        joined({tes4(24, 8), top_group(24, "CELL", group(24, Bytes(4), 2, joined({sub_block, reference}))), reference});
    const Result<Plugin> read = read_plugin(plugin);
    REQUIRE(read);
    REQUIRE(read->records.size() == 4);
    // All that follows the reference in the innermost group stands at one byte of the rest: the level tells which.
    CHECK(read->records[0].at.stored == read->records[1].at.stored);
    CHECK_FALSE(read->records[0].level.stored);
    CHECK(read->records[1].level.stored == 3);
    CHECK(read->records[2].level.stored == 2);
    CHECK(read->records[3].level.stored == 0);
    CHECK(broken_law(plugin) == "");
}

TEST_CASE("a compressed record keeps its stream until it is changed, then its level", "[tes]")
{
    const Bytes content = joined({sub("EDID", zstring("Npc")), sub("VMAD", small_vmad()), sub("DATA", Bytes(300))});
    for (const int level : {1, 6, 9}) {
        uLongf size = compressBound(static_cast<uLong>(content.size()));
        Bytes data(4 + size);
        store_le(data.data(), static_cast<std::uint32_t>(content.size()));
        REQUIRE(compress2(reinterpret_cast<Bytef*>(data.data() + 4), &size,
                          reinterpret_cast<const Bytef*>(content.data()), static_cast<uLong>(content.size()),
                          level) == Z_OK);
        data.resize(4 + size);
        const Bytes bytes =
            joined({tes4(24, 2), top_group(24, "NPC_", record(24, "NPC_", 0x01000800, data, compressed_flag))});
        CAPTURE(level);
        Result<Plugin> plugin = read_plugin(bytes);
        REQUIRE(plugin);
        REQUIRE(plugin->records.size() == 1);
        CHECK(plugin->records[0].stream.empty());
        CHECK(plugin->records[0].deflate.value_or(9) == level);
        CHECK(broken_law(bytes) == "");
        const Result<EncodedPlugin> unchanged = encode_plugin(Plugin(*plugin));
        REQUIRE(unchanged);
        CHECK(unchanged->bytes.joined() == bytes);
        REQUIRE(unchanged->plugin.records[0].read_stream.bytes != nullptr);
        CHECK(*unchanged->plugin.records[0].read_stream.bytes == data);

        Plugin other_level = *plugin;
        other_level.records[0].deflate = static_cast<std::uint8_t>(level == 1 ? 9 : 1);
        const Result<Bytes> again = write_plugin(other_level);
        REQUIRE(again);
        CHECK(read_plugin(*again)->records[0].deflate.value_or(9) == (level == 1 ? 9 : 1));

        plugin->records[0].properties->scripts[0].properties[0].integer = 8;
        const Result<EncodedPlugin> encoded = encode_plugin(Plugin(*plugin));
        REQUIRE(encoded);
        CHECK(encoded->plugin.records[0].read_stream.bytes == nullptr);
        const Result<Bytes> changed = write_plugin(*plugin);
        REQUIRE(changed);
        CHECK(read_plugin(*changed)->records[0].deflate.value_or(9) == level);
    }
}

TEST_CASE("a stream that zlib would not write is kept, and dropped when its record is changed", "[tes]")
{
    // Stored without compression: level 0, which is not tried.
    const Bytes content = joined({sub("EDID", zstring("Npc")), sub("VMAD", small_vmad())});
    uLongf size = compressBound(static_cast<uLong>(content.size()));
    Bytes data(4 + size);
    store_le(data.data(), static_cast<std::uint32_t>(content.size()));
    REQUIRE(compress2(reinterpret_cast<Bytef*>(data.data() + 4), &size, reinterpret_cast<const Bytef*>(content.data()),
                      static_cast<uLong>(content.size()), 0) == Z_OK);
    data.resize(4 + size);
    const Bytes bytes =
        joined({tes4(24, 2), top_group(24, "NPC_", record(24, "NPC_", 0x01000800, data, compressed_flag))});
    Result<Plugin> plugin = read_plugin(bytes);
    REQUIRE(plugin);
    REQUIRE(plugin->records.size() == 1);
    CHECK(plugin->records[0].stream == data);
    CHECK(broken_law(bytes) == "");
    plugin->records[0].editor_id = "Other";
    const Result<Bytes> changed = write_plugin(*plugin);
    REQUIRE(changed);
    CHECK(read_plugin(*changed)->records[0].stream.empty());
}

TEST_CASE("a subrecord of more than 65535 bytes stands behind an XXXX", "[tes]")
{
    const Bytes long_source(70000, std::byte{'a'});
    const Bytes long_sub = joined({sub("XXXX", number(std::uint32_t{70000})), text("SCTX"), Bytes(2), long_source});
    const Bytes script =
        record(20, "SCPT", 0x01000801, joined({sub("EDID", zstring("Long")), schr(0, 0, 0, 0), long_sub}));
    const Bytes bytes = joined({tes4(20, 2), top_group(20, "SCPT", script)});
    const Result<Plugin> plugin = read_plugin(bytes);
    REQUIRE(plugin);
    REQUIRE(plugin->scripts.size() == 1);
    CHECK(plugin->scripts[0].source.size() == 70000);
    CHECK(broken_law(bytes) == "");
}

TEST_CASE("variables' padding is told once for a script, and where it differs", "[tes]")
{
    const Bytes script = record(20, "SCPT", 0x01000801,
                                joined({sub("EDID", zstring("Pad")), schr(0, 0, 9, 0), slsd(1, 0, std::byte{0}),
                                        sub("SCVR", zstring("a")), slsd(3, 0, std::byte{0}), sub("SCVR", zstring("b")),
                                        slsd(2, 1, std::byte{0xCD}), sub("SCVR", zstring("c"))}));
    const Bytes bytes = joined({tes4(20, 2), top_group(20, "SCPT", script)});
    const Result<Plugin> plugin = read_plugin(bytes);
    REQUIRE(plugin);
    const Script& read = plugin->scripts.at(0);
    CHECK(read.padding == Bytes(7));
    CHECK_FALSE(read.variables.at(0).padding.stored);
    CHECK(read.variables.at(2).padding.stored == Bytes(7, std::byte{0xCD}));
    CHECK(read.last_variable.stored == 9);  // the highest index is 3
    CHECK(broken_law(bytes) == "");
}

TEST_CASE("what does not fit stays as bytes, and only that", "[tes]")
{
    const Bytes good = top_group(20, "SCPT", small_script());
    // A record that would run over its group, behind a good one.
    Bytes overrun = record(20, "SCPT", 2, Bytes(8));
    store_le(overrun.data() + 4, std::uint32_t{9});
    const Bytes half =
        joined({tes4(20, 4), top_group(20, "SCPT", joined({small_script(), overrun})), good, text("end")});
    RawFallbacks kept;
    const Result<Plugin> plugin = read_plugin(half, &kept);
    REQUIRE(plugin);
    CHECK(plugin->scripts.size() == 2);
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].size == overrun.size());
    CHECK(kept[1].size == 3);
    CHECK(broken_law(half) == "");
}

TEST_CASE("a VMAD that does not fit its layout is a subrecord like any other", "[tes]")
{
    Bytes vmad = small_vmad();
    vmad.pop_back();
    const Bytes bytes = joined({tes4(24, 2), top_group(24, "ACTI", record(24, "ACTI", 0x01000800, sub("VMAD", vmad)))});
    RawFallbacks kept;
    const Result<Plugin> plugin = read_plugin(bytes, &kept);
    REQUIRE(plugin);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "VMAD of ACTI 01000800");
    CHECK_FALSE(plugin->records.at(0).properties);
    CHECK(broken_law(bytes) == "");
}

TEST_CASE("law 1 on every prefix and every changed byte of small plugins", "[tes]")
{
    for (const Bytes& whole : {small_oblivion(), small_skyrim()}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            CAPTURE(size);
            REQUIRE(broken_law(ByteView(whole).first(size)) == "");
        }
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (const unsigned change : {0x01U, 0x80U, 0xFFU}) {
                Bytes changed = whole;
                changed[at] ^= static_cast<std::byte>(change);
                CAPTURE(at, change);
                REQUIRE(broken_law(changed) == "");
            }
        }
    }
}
