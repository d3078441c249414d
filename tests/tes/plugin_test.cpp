// Plugins: decoded data, raw data, and the effects of edits.
#include <catch2/catch.hpp>

#include <random>

#include <zlib.h>

#include "support/values.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;
using redforge::test::set_value;
using redforge::test::value;

TEST_CASE("plugin: decodes a script of Oblivion into fields", "[tes]")
{
    const Result<Plugin> plugin = read_plugin(small_oblivion());
    REQUIRE(plugin);
    CHECK(plugin->header_size == 20);
    CHECK_FALSE(plugin->header.record_count.stored);  // the count is right: 3 groups and 3 records
    const EntryList& groups = plugin->entries.get();
    REQUIRE(groups.size() == 3);
    CHECK(std::get<Group>(groups[1]).label == FixedText<4>("SCPT"));
    CHECK(std::get<Group>(groups[1]).type == 0);
    const std::vector<Record*> records = records_of(*plugin);
    REQUIRE(records.size() == 3);
    CHECK(records[1]->type == FixedText<4>("SCPT"));
    CHECK(records[1]->editor_id.bytes == "Small");
    CHECK(records[1]->form_id == FormId{0x01000801});
    const Script& script = part_of<Script>(*records[1]);
    CHECK(script.type == 1);
    CHECK_FALSE(script.compiled_size.stored);
    CHECK_FALSE(script.last_variable.stored);
    REQUIRE(script.variables.size() == 1);
    CHECK(script.variables[0].name.bytes == "count");
    CHECK(script.variables[0].is_integer == 1);
    REQUIRE(script.references.size() == 1);
    CHECK(std::get<FormReference>(script.references[0]).form_id == FormId{0x14});
    CHECK(law_violation(small_oblivion()) == "");
}

TEST_CASE("plugin: an HEDR outside of TES4 still determines the size of headers", "[tes]")
{
    const char bytes[] = "TES4\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0HEDR\0\0\0\0";
    const std::string_view file(bytes, sizeof bytes - 1);
    const Result<Plugin> plugin = read_plugin(as_bytes(file));
    REQUIRE(plugin);
    CHECK(plugin->header_size == 20);
    const Result<Bytes> written = write_plugin(*plugin);
    REQUIRE(written);
    CHECK(as_text(*written) == file);
}

TEST_CASE("plugin: decodes script properties of Skyrim into fields", "[tes]")
{
    const Result<Plugin> plugin = read_plugin(small_skyrim());
    REQUIRE(plugin);
    CHECK(plugin->header_size == 24);
    const std::vector<Record*> records = records_of(*plugin);
    REQUIRE(records.size() == 2);
    CHECK(records[0]->editor_id.bytes == "Stone");
    CHECK_FALSE(properties_of(*records[1]));
    REQUIRE(records[0]->subrecords.get().size() == 2);
    const RecordHandle properties = properties_of(*records[0]);
    REQUIRE(properties);
    REQUIRE(properties.find_list("scripts").size() == 1);
    const RecordHandle script = properties.find_list("scripts").at(0);
    CHECK(value(script, "name") == "Keeper");
    REQUIRE(script.find_list("properties").size() == 2);
    CHECK(value(script, "properties[0].value") == "7");
    CHECK(value(script, "properties[1].form_id") == "00000014");
    CHECK(value(script, "properties[1].alias") == "-1");
    CHECK(law_violation(small_skyrim()) == "");
}

TEST_CASE("plugin: adding a record updates group size and count", "[tes]")
{
    Result<Plugin> plugin = read_plugin(small_oblivion());
    REQUIRE(plugin);
    EntryList& scripts = std::get<Group>(plugin->entries.get()[1]).entries.get();
    Record script = std::get<Record>(scripts.front());
    script.form_id = 0x01000803;
    script.editor_id = "Second";
    scripts.emplace_back(script);
    const Result<Bytes> bytes = write_plugin(*plugin);
    REQUIRE(bytes);
    CHECK(*bytes == joined({tes4(20, 7), top_group(20, "GLOB", record(20, "GLOB", 0x01000800, sub("FNAM", text("s")))),
                            top_group(20, "SCPT", joined({small_script(), small_script(0x01000803, "Second")})),
                            top_group(20, "WEAP", record(20, "WEAP", 0x01000802, sub("EDID", zstring("Sword"))))}));
}

namespace {

/// Returns a plugin with a cell and its reference, another cell, and a misplaced reference at each level.
Bytes nested_skyrim()
{
    const Bytes reference = record(24, "REFR", 0x01000901, sub("VMAD", small_vmad()));
    const Bytes cell = record(24, "ZZZZ", 0x01000900, sub("DATA", Bytes(2)));  // a type without a definition
    const Bytes scripted_cell = record(24, "CELL", 0x01000902, sub("VMAD", small_vmad()));
    const Bytes children = group(24, number(0x01000900U), 6, group(24, number(0x01000900U), 8, reference));
    const Bytes sub_block = group(24, number(2U), 3, joined({cell, children, scripted_cell}));
    return joined(
        {tes4(24, 10), top_group(24, "CELL", group(24, number(9U), 2, joined({sub_block, reference}))), reference});
}

}  // namespace

TEST_CASE("plugin: groups nest as in the file, and a record contains its children", "[tes]")
{
    const Plugin plugin = read_plugin(nested_skyrim()).value();
    const EntryList& top = plugin.entries.get();
    REQUIRE(top.size() == 2);
    CHECK(std::get<Record>(top[1]).type == FixedText<4>("REFR"));
    const EntryList& cells = std::get<Group>(top[0]).entries.get();
    REQUIRE(cells.size() == 1);
    const Group& block = std::get<Group>(cells[0]);
    CHECK(block.type == 2);
    CHECK(block.number == 9);
    REQUIRE(block.entries.get().size() == 2);
    const EntryList& in_sub_block = std::get<Group>(block.entries.get()[0]).entries.get();
    REQUIRE(in_sub_block.size() == 2);  // the children are part of the first cell
    const Record& cell = std::get<Record>(in_sub_block[0]);
    REQUIRE(cell.groups.size() == 1);
    CHECK(cell.groups[0].type == 6);
    CHECK_FALSE(cell.groups[0].form_id.stored);
    const Group& persistent = std::get<Group>(cell.groups[0].entries.get().at(0));
    CHECK(persistent.type == 8);
    CHECK_FALSE(persistent.form_id.stored);
    CHECK(std::get<Record>(persistent.entries.get().at(0)).form_id == FormId{0x01000901});
    CHECK(std::get<Record>(in_sub_block[1]).groups.empty());
    CHECK(law_violation(nested_skyrim()) == "");
}

TEST_CASE("plugin: the group of a record's children gets the FormID of the record", "[tes]")
{
    Plugin plugin = read_plugin(nested_skyrim()).value();
    Record& cell = *records_of(plugin).at(0);
    cell.form_id = 0x01000AAA;
    const Bytes reference = record(24, "REFR", 0x01000901, sub("VMAD", small_vmad()));
    Bytes expected = nested_skyrim();
    for (std::size_t at = 0; at + 4 <= expected.size(); ++at) {
        if (load_le<std::uint32_t>(expected.data() + at) == 0x01000900U) {
            store_le(expected.data() + at, 0x01000AAAU);
        }
    }
    CHECK(write_plugin(plugin).value() == expected);

    cell.groups[0].form_id = FormId(0x01000BBB);
    CHECK(write_plugin(plugin).error().field == "records[01000AAA].groups[0].form_id");
    // A separate group, which belongs to no record before it, may have any FormID.
    Group alone = cell.groups[0];
    cell.groups.clear();
    std::get<Group>(std::get<Group>(plugin.entries.get()[0]).entries.get()[0]).entries.get().emplace_back(alone);
    CHECK(write_plugin(plugin));
}

TEST_CASE("plugin: rejects a group number and loose bytes that do not fit the format", "[tes]")
{
    Plugin plugin = read_plugin(nested_skyrim()).value();
    std::get<Group>(plugin.entries.get()[0]).number = 3;
    const Result<Bytes> bytes = write_plugin(plugin);
    REQUIRE_FALSE(bytes);
    CHECK(bytes.error().field == "entries[0].type");
    std::get<Group>(plugin.entries.get()[0]).number = 0;
    std::get<Group>(plugin.entries.get()[0])
        .entries.get()
        .insert(std::get<Group>(plugin.entries.get()[0]).entries.get().begin(), Unread{SharedBytes(Bytes(3))});
    CHECK(write_plugin(plugin).error().field == "entries[0][0].data");
}

TEST_CASE("plugin: writes undecoded data directly from the file's bytes", "[tes]")
{
    const SharedBytes file(nested_skyrim());
    Plugin plugin = read_plugin(file).value();
    const SharedBytes written = encode_plugin(plugin).value();
    REQUIRE(written.pieces().size() == 2);  // TES4, and everything else in one piece
    CHECK(written.pieces()[1].data() == file.view().data() + tes4(24, 10).size());
    // After a change of one record, the others remain views of the file.
    records_of(plugin).at(2)->flags = 0x400;
    const SharedBytes changed = encode_plugin(plugin).value();
    std::size_t from_file = 0;
    for (const ByteView piece : changed.pieces()) {
        const bool inside = piece.data() >= file.view().data() && piece.data() < file.view().data() + file.size();
        from_file += inside ? piece.size() : 0;
    }
    CHECK(changed.size() == file.size());
    CHECK(file.size() - from_file == tes4(24, 10).size() + 24 * (5 + 1));  // headers of its groups, and of the record
}

TEST_CASE("plugin: a changed compressed record keeps its level, others their stream", "[tes]")
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
        const auto level_of = [](const Record& record) {
            return has_part<Stream>(record) ? part_of<Stream>(record).level : 9;
        };
        REQUIRE(records_of(*plugin).size() == 1);
        const Record& npc = *records_of(*plugin)[0];
        CHECK(npc.editor_id.bytes == "Npc");
        CHECK(level_of(npc) == level);
        CHECK((level == 9 || part_of<Stream>(npc).data.empty()));
        CHECK(law_violation(bytes) == "");
        CHECK(write_plugin(*plugin).value() == bytes);

        Plugin other_level = *plugin;
        MixedList& list = records_of(other_level)[0]->subrecords.get();
        if (level != 9) {
            list.erase(0);
        } else {
            list.insert(0, subrecord_items(24)[3], 3);
            list.get_if<Stream>(0)->level = 1;
        }
        const Plugin again = read_plugin(write_plugin(other_level).value()).value();
        CHECK(level_of(*records_of(again)[0]) == (level == 9 ? 1 : 9));

        set_value(properties_of(*records_of(*plugin)[0]), "scripts[0].properties[0].value", "8");
        const Bytes changed = write_plugin(*plugin).value();
        CHECK(changed != bytes);
        const Plugin read = read_plugin(changed).value();
        CHECK(level_of(*records_of(read)[0]) == level);
        CHECK(value(properties_of(*records_of(read)[0]), "scripts[0].properties[0].value") == "8");
    }
}

TEST_CASE("plugin: keeps a stream that zlib would not write until its record changes", "[tes]")
{
    // Stored without compression (level 0), which is not tried.
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
    REQUIRE(records_of(*plugin).size() == 1);
    CHECK(part_of<Stream>(*records_of(*plugin)[0]).data == data);
    CHECK(law_violation(bytes) == "");
    records_of(*plugin)[0]->editor_id = "Other";
    const Result<Bytes> changed = write_plugin(*plugin);
    REQUIRE(changed);
    const Plugin again = read_plugin(*changed).value();
    CHECK(records_of(again)[0]->editor_id.bytes == "Other");
    CHECK_FALSE(has_part<Stream>(*records_of(again)[0]));
}

TEST_CASE("plugin: a subrecord over 65535 bytes has its size in XXXX", "[tes]")
{
    const Bytes long_source(70000, std::byte{'a'});
    const Bytes long_sub = joined({sub("XXXX", number(std::uint32_t{70000})), text("SCTX"), Bytes(2), long_source});
    const Bytes script =
        record(20, "SCPT", 0x01000801, joined({sub("EDID", zstring("Long")), schr(0, 0, 0, 0), long_sub}));
    const Bytes bytes = joined({tes4(20, 2), top_group(20, "SCPT", script)});
    const Result<Plugin> plugin = read_plugin(bytes);
    REQUIRE(plugin);
    REQUIRE(records_of(*plugin).size() == 1);
    CHECK(part_of<Script>(*records_of(*plugin)[0]).source.size() == 70000);
    CHECK(law_violation(bytes) == "");
}

TEST_CASE("plugin: stores the common padding of variables once, and the exceptions", "[tes]")
{
    const Bytes script = record(20, "SCPT", 0x01000801,
                                joined({sub("EDID", zstring("Pad")), schr(0, 0, 9, 0), slsd(1, 0, std::byte{0}),
                                        sub("SCVR", zstring("a")), slsd(3, 0, std::byte{0}), sub("SCVR", zstring("b")),
                                        slsd(2, 1, std::byte{0xCD}), sub("SCVR", zstring("c"))}));
    const Bytes bytes = joined({tes4(20, 2), top_group(20, "SCPT", script)});
    const Result<Plugin> plugin = read_plugin(bytes);
    REQUIRE(plugin);
    const Script& read = part_of<Script>(*records_of(*plugin).at(0));
    CHECK(read.padding == Bytes(7));
    CHECK_FALSE(read.variables.at(0).padding.stored);
    CHECK(read.variables.at(2).padding.stored == Bytes(7, std::byte{0xCD}));
    CHECK(read.last_variable.stored == 9);  // the highest index is 3
    CHECK(law_violation(bytes) == "");
}

TEST_CASE("plugin: a source excludes its final NUL; an empty one differs from none", "[tes]")
{
    const auto script = [](std::initializer_list<Bytes> source) {
        const Bytes bytes = joined(
            {tes4(20, 2), top_group(20, "SCPT",
                                    record(20, "SCPT", 0x01000801,
                                           joined({sub("EDID", zstring("Ends")), schr(0, 0, 0, 0), joined(source)})))});
        CHECK(law_violation(bytes) == "");
        const Plugin plugin = read_plugin(bytes).value();
        Script read = part_of<Script>(*records_of(plugin).at(0));
        // Writing the document unchanged, or with the NUL in the source, gives the same bytes.
        Plugin other = plugin;
        Script& changed = part_of<Script>(*records_of(other).at(0));
        if (changed.nul_end != 0) {
            changed.nul_end = 0;
            changed.source.push_back(std::byte{});
        }
        CHECK(write_plugin(other).value() == bytes);
        return read;
    };
    CHECK(script({sub("SCTX", text("scn a"))}).source == text("scn a"));
    CHECK(script({sub("SCTX", text("scn a"))}).nul_end == 0);
    CHECK(script({sub("SCTX", zstring("scn a"))}).source == text("scn a"));
    CHECK(script({sub("SCTX", zstring("scn a"))}).nul_end == 1);
    CHECK(script({sub("SCTX", joined({zstring("scn a"), Bytes(1)}))}).source == zstring("scn a"));
    CHECK(script({sub("SCTX", Bytes(1))}).nul_end == 1);
    CHECK(script({sub("SCTX", {})}).empty == 2);
    CHECK(script({sub("SCDA", {}), sub("SCTX", text("a"))}).empty == 1);
    CHECK(script({}).empty == 0);
}

TEST_CASE("plugin: only the part that does not fit its layout stays bytes", "[tes]")
{
    const Bytes good = top_group(20, "SCPT", small_script());
    // A record that would extend beyond its group, after a valid one.
    Bytes overrun = record(20, "SCPT", 2, Bytes(8));
    store_le(overrun.data() + 4, std::uint32_t{9});
    const Bytes half =
        joined({tes4(20, 4), top_group(20, "SCPT", joined({small_script(), overrun})), good, text("end")});
    RawFallbacks kept;
    const Result<Plugin> plugin = read_plugin(half, &kept);
    REQUIRE(plugin);
    CHECK(records_of(*plugin).size() == 2);
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].size == overrun.size());
    CHECK(kept[1].size == 3);
    CHECK(law_violation(half) == "");
}

TEST_CASE("plugin: a VMAD that does not fit its layout stays bytes", "[tes]")
{
    Bytes vmad = small_vmad();
    vmad.pop_back();
    const Bytes bytes = joined({tes4(24, 2), top_group(24, "ACTI", record(24, "ACTI", 0x01000800, sub("VMAD", vmad)))});
    RawFallbacks kept;
    const Result<Plugin> plugin = read_plugin(bytes, &kept);
    REQUIRE(plugin);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "VMAD of ACTI 01000800");
    CHECK(kept[0].reason == "byte 44 (0x2C): VMAD: 4 bytes expected, 3 left");
    CHECK_FALSE(properties_of(*records_of(*plugin).at(0)));
    CHECK(law_violation(bytes) == "");
}

TEST_CASE("law 1: holds for small plugins, truncated or with any byte changed", "[tes]")
{
    for (const Bytes& whole : {small_oblivion(), small_skyrim()}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            CAPTURE(size);
            REQUIRE(law_violation(ByteView(whole).first(size)) == "");
        }
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (const unsigned change : {0x01U, 0x80U, 0xFFU}) {
                Bytes changed = whole;
                changed[at] ^= static_cast<std::byte>(change);
                CAPTURE(at, change);
                REQUIRE(law_violation(changed) == "");
            }
        }
    }
}

TEST_CASE("plugin: finds a compression level only if it gives the same bytes", "[tes]")
{
    Bytes content;
    std::mt19937 random(7);
    for (int i = 0; i < 20000; ++i) {
        content.push_back(static_cast<std::byte>("redforge"[random() % 8]));
    }
    for (const int level : {1, 6, 9}) {
        const Bytes packed = deflate_data(content, level);
        CHECK(inflate_data(packed).value() == content);
        const std::optional<int> found = find_level(packed, content);
        REQUIRE(found);
        CHECK(deflate_data(content, *found) == packed);
        Bytes other = packed;
        other.back() ^= std::byte{1};
        CHECK_FALSE(find_level(other, content));
        other = packed;
        other[packed.size() / 2] ^= std::byte{1};
        CHECK_FALSE(find_level(other, content));
        other = packed;
        other.push_back({});
        CHECK_FALSE(find_level(other, content));
        other.resize(packed.size() - 1);
        CHECK_FALSE(find_level(other, content));
        CHECK_FALSE(find_level(packed, ByteView(content).first(content.size() - 1)));
    }
}
