// Edits of plugins by path, and the changed bytes of the file.
#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "edit/document/folder_content.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;

namespace {

edit::Document document_of(const Bytes& bytes)
{
    const Result<edit::Document> document = edit::read_binary(SharedBytes(bytes));
    REQUIRE(document);
    return *document;
}

std::string value_of(const edit::Document& document, std::string_view path)
{
    const auto found = edit::resolve_some(document.root(), path);
    REQUIRE(found);
    return edit::match_text(found->front());
}

/// Returns the lengths of the common beginning and end of two files.
std::pair<std::size_t, std::size_t> common(const Bytes& a, const Bytes& b)
{
    const std::size_t front = first_difference(a, b);
    std::size_t back = 0;
    while (back < std::min(a.size(), b.size()) - front && a[a.size() - 1 - back] == b[b.size() - 1 - back]) {
        ++back;
    }
    return {front, back};
}

}  // namespace

TEST_CASE("plugin: writing text does not leave lists decoded", "[tes]")
{
    edit::Document document(*edit::find_format("plugin"));
    auto& plugin = *edit::get_if<Plugin>(document);
    plugin = read_plugin(small_oblivion()).value();
    const auto text_of = [&] {
        TextSink text;
        document.write_xml(text);
        return text.str();
    };
    const std::string first = text_of();
    CHECK_FALSE(plugin.entries.is_decoded());
    CHECK(text_of() == first);
    // A list that was read stays decoded, because callers may have its records.
    Record& record = *records_of(plugin)[1];
    record.flags = 0x400;
    CHECK(text_of() != first);
    CHECK(records_of(plugin)[1] == &record);
    CHECK(record.flags == 0x400);
}

TEST_CASE("load: lists raw parts of a plugin only if the caller requests them", "[tes]")
{
    Bytes vmad = small_vmad();
    vmad.pop_back();
    const Bytes bytes = joined({tes4(24, 2), top_group(24, "ACTI", record(24, "ACTI", 0x01000800, sub("VMAD", vmad)))});
    const redforge::test::TempFolder folder;
    redforge::test::put(folder / "Damaged.esp", std::string(as_text(bytes)));
    const Result<edit::Loaded> loaded =
        edit::load(folder / "Damaged.esp", Pipes::reject, {}, edit::Purpose::look, edit::RawParts::list);
    REQUIRE(loaded);
    REQUIRE(loaded->kept.size() == 1);
    CHECK(loaded->kept[0].place == "VMAD of ACTI 01000800");
    const Result<edit::Loaded> silent = edit::load(folder / "Damaged.esp");
    REQUIRE(silent);
    CHECK(silent->kept.empty());
    CHECK_FALSE(edit::get_if<Plugin>(silent->document)->entries.is_decoded());
    CHECK(silent->document.write().value() == bytes);
}

TEST_CASE("plugin edit: editing a script's source updates the sizes of its parents", "[tes]")
{
    const Bytes before = small_oblivion();
    edit::Document document = document_of(before);
    CHECK(value_of(document, "scripts[editor_id=Small].variables[0].name") == "count");
    CHECK(value_of(document, "scripts[form_id=01000801].source") ==
          "scn Small\nshort count\nBegin GameMode\n\tset count to 1\nEnd");
    REQUIRE(edit::set(document, "scripts[editor_id=Small].source", "scn Small\nshort count\n"));
    const Result<Bytes> after = document.write();
    REQUIRE(after);

    const std::string_view source = "scn Small\r\nshort count\r\n";
    const Bytes script =
        record(20, "SCPT", 0x01000801,
               joined({sub("EDID", zstring("Small")), schr(1, static_cast<std::uint32_t>(small_code().size()), 1, 1),
                       sub("SCDA", small_code()), sub("SCTX", text(source)), slsd(1, 1), sub("SCVR", zstring("count")),
                       sub("SCRO", number(std::uint32_t{0x14}))}));
    const Bytes expected =
        joined({tes4(20, 6), top_group(20, "GLOB", record(20, "GLOB", 0x01000800, sub("FNAM", text("s")))),
                top_group(20, "SCPT", script),
                top_group(20, "WEAP", record(20, "WEAP", 0x01000802, sub("EDID", zstring("Sword"))))});
    CHECK(*after == expected);
}

TEST_CASE("plugin edit: editing a property changes its four bytes only", "[tes]")
{
    const Bytes before = small_skyrim();
    edit::Document document = document_of(before);
    REQUIRE(edit::set(document, "records[editor_id=Stone].properties.scripts[name=Keeper].properties[name=count].value",
                      "-2"));
    const Result<Bytes> after = document.write();
    REQUIRE(after);
    REQUIRE(after->size() == before.size());
    const auto [front, back] = common(before, *after);
    CHECK(before.size() - front - back == 4);
    CHECK(load_le<std::int32_t>(before.data() + front) == 7);
    CHECK(load_le<std::int32_t>(after->data() + front) == -2);
}

TEST_CASE("plugin edit: accepts a form as number, master and number, or editor ID", "[tes]")
{
    const Bytes first =
        record(20, "TES4", 0,
               joined({sub("HEDR", Bytes(12)), sub("MAST", zstring("Base.esm")), sub("DATA", Bytes(8))}));
    const Bytes fire = record(20, "ENCH", 0x01000800, sub("EDID", zstring("Fire")));
    const Bytes sword =
        record(20, "WEAP", 0x01000801, joined({sub("EDID", zstring("Sword")), sub("ENAM", number(0x00000123U))}));
    edit::Document document = document_of(joined({first, top_group(20, "ENCH", fire), top_group(20, "WEAP", sword)}));
    constexpr std::string_view path = "records[Sword].enchantment.form_id";
    for (const auto& [form, form_id] :
         {std::pair("fire", "01000800"), std::pair("base.ESM:03b6C1", "0003B6C1"), std::pair("00000042", "00000042")}) {
        REQUIRE(edit::set(document, path, form));
        CHECK(value_of(document, path) == form_id);
    }
    const auto error_text = [&](std::string_view form) {
        const Result<edit::EditLog> made = edit::set(document, path, form);
        REQUIRE(!made);
        return made.error().message + "; " + made.error().hint;
    };
    CHECK(error_text("Fira") ==
          "no record of the plugin is called \"Fira\"; did you mean Fire?; names of Base.esm were not "
          "found; use --data FOLDER to give the folder of the masters");
    CHECK(error_text("Other.esm:000123") == "\"Other.esm\" is not a master of the plugin; it has: Base.esm");
    CHECK(error_text("Base.esm:01000123") == "\"01000123\" is not a FormID; expected up to six hexadecimal digits");
    CHECK(value_of(document, path) == "00000042");
}

TEST_CASE("plugin edit: edits use forms renamed by earlier edits of the recorder", "[tes]")
{
    const Bytes fire = record(20, "ENCH", 0x800, sub("EDID", zstring("Fire")));
    const Bytes frost = record(20, "ENCH", 0x802, sub("EDID", zstring("Frost")));
    const Bytes sword =
        record(20, "WEAP", 0x801, joined({sub("EDID", zstring("Sword")), sub("ENAM", number(0x00000123U))}));
    edit::Document document =
        document_of(joined({record(20, "TES4", 0, sub("HEDR", Bytes(12))), top_group(20, "ENCH", joined({fire, frost})),
                            top_group(20, "WEAP", sword)}));
    constexpr std::string_view path = "records[Sword].enchantment.form_id";
    edit::Recorder recorder(document);
    const auto names = [&](std::string_view form) {
        const bool is_set = edit::set(recorder, path, form, std::nullopt).has_value();
        return is_set ? value_of(document, path) : std::string("rejected");
    };
    CHECK(names("Fire") == "00000800");
    CHECK(names("Frost") == "00000802");
    REQUIRE(edit::set(recorder, "records[Fire].editor_id", "Flame", std::nullopt));
    CHECK(names("Fire") == "rejected");
    CHECK(names("Flame") == "00000800");
    REQUIRE(edit::set(recorder, "records[Frost].form_id", "00000803", std::nullopt));
    CHECK(names("Frost") == "00000803");
    REQUIRE(edit::remove(recorder, "records[Flame]", std::nullopt));
    CHECK(names("Flame") == "rejected");
    recorder.revert();
    CHECK(names("Flame") == "rejected");
    CHECK(names("Fire") == "00000800");
}

TEST_CASE("plugin edit: the error for an unknown field lists the fields, or a similar one", "[tes]")
{
    const Bytes sword =
        record(20, "WEAP", 0x801, joined({sub("EDID", zstring("Sword")), sub("FULL", zstring("Iron sword"))}));
    edit::Document document =
        document_of(joined({record(20, "TES4", 0, sub("HEDR", Bytes(12))), top_group(20, "WEAP", sword)}));
    const Result<edit::EditLog> done = edit::set(document, "records[Sword].zzz", "1");
    REQUIRE_FALSE(done);
    CHECK(done.error().message == "records[Sword] has no \"zzz\"");
    CHECK(done.error().hint == "it has: type, editor_id, form_id, flags, version_control, form_version, unknown, "
                               "subrecords, name, groups");
    // A misspelt name of a possible subrecord still has a suggestion.
    const Result<edit::EditLog> near = edit::set(document, "records[Sword].wepon", "1");
    REQUIRE_FALSE(near);
    CHECK(near.error().hint == "did you mean weapon?");
}

TEST_CASE("save: short sources survive in a folder of many scripts", "[tes]")
{
    Bytes scripts;
    for (std::uint32_t i = 0; i < 20; ++i) {
        const Bytes script = joined({sub("EDID", zstring(fmt::format("T{}", i))), schr(0, 0, 0, 0),
                                     sub("SCTX", text(fmt::format("scn T{}\r\n", i)))});
        scripts = joined({scripts, record(20, "SCPT", 0x01000900 + i, script)});
    }
    const Bytes plugin = joined({tes4(20, 21), top_group(20, "SCPT", scripts)});
    const redforge::test::TempFolder folder;
    REQUIRE(edit::save(document_of(plugin), folder / "Mod", edit::Storage::folder, {}));
    CHECK(redforge::test::content_of(folder / "Mod/scripts/T0.txt") == "scn T0\n");
    CHECK(redforge::test::content_of(folder / "Mod/scripts/T19.txt") == "scn T19\n");
    CHECK(edit::load(folder / "Mod").value().document.write().value() == plugin);
}

TEST_CASE("folder content: reads back a file after 100 more are added", "[tes]")
{
    edit::FolderContent content;
    content.add("a.txt", std::string("scn A"));
    for (int i = 0; i < 100; ++i) {
        content.add(fmt::format("{}.txt", i), std::string("b"));
    }
    CHECK(content.reader()("a.txt").value() == "scn A");
    CHECK(content.reader()("none.txt").error().message == "no such file");
}

TEST_CASE("load: records of a folder are bytes until they are accessed", "[tes]")
{
    const redforge::test::TempFolder folder;
    const Bytes bytes = small_oblivion();
    REQUIRE(edit::save(document_of(bytes), folder / "out", edit::Storage::folder, {}));
    Result<edit::Loaded> loaded = edit::load(folder / "out");
    REQUIRE(loaded);
    const std::vector<Record*> records = records_of(*edit::get_if<Plugin>(loaded->document));
    REQUIRE(records.size() == 3);
    for (const Record* record : records) {
        CHECK_FALSE(record->subrecords.is_decoded());
    }
    CHECK(value_of(loaded->document, "records[Sword].form_id") == "01000802");
    CHECK(value_of(loaded->document, "scripts[Small].variables[0].name") == "count");
    CHECK(loaded->document.write() == bytes);
}

TEST_CASE("load: a script of a folder that was edited is compiled", "[tes]")
{
    const redforge::test::TempFolder folder;
    REQUIRE(edit::save(document_of(small_oblivion()), folder / "out", edit::Storage::folder, {}));
    const std::filesystem::path source = folder / "out/scripts/Small.txt";
    std::string text = redforge::test::content_of(source);
    REQUIRE(text.find("count to 1") != std::string::npos);
    text.replace(text.find("count to 1"), 10, "count to 7");
    redforge::test::put(source, text);
    Result<edit::Loaded> loaded = edit::load(folder / "out");
    REQUIRE(loaded);
    const Bytes code = part_of<Script>(*records_of(*edit::get_if<Plugin>(loaded->document))[1]).compiled;
    CHECK(as_text(code).find(" 7") != std::string_view::npos);
}

TEST_CASE("query: searching raw bytes finds the same records as decoding all of them", "[tes]")
{
    constexpr std::string_view name = "Iron\\x01Sword";  // contains an escaped byte
    const Bytes content = joined({sub("EDID", zstring("Blade")), sub("FULL", zstring("Iron\1Sword"))});
    const Bytes bytes =
        joined({tes4(20, 5), top_group(20, "WEAP",
                                       joined({record(20, "WEAP", 0x01000800, content, 0x400),
                                               record(20, "WEAP", 0x01000801,
                                                      deflate_data(sub("EDID", zstring("Packed")), 9), compressed_flag),
                                               record(20, "WEAP", 0x01000802, sub("EDID", zstring("Plain")))}))});
    const auto found = [&](const std::string& query, bool decoded) {
        const edit::Document document = document_of(bytes);
        if (decoded) {
            for (const Record* record : records_of(*edit::get_if<Plugin>(document))) {
                static_cast<void>(record->subrecords.get());
            }
        }
        std::vector<std::string> paths;
        const auto matches = edit::find(document.root(), query);
        REQUIRE(matches);
        for (const edit::Match& match : *matches) {
            paths.push_back(match.path);
        }
        return paths;
    };
    using Paths = std::vector<std::string>;
    CHECK(found(std::string("*:") + std::string(name), false).size() == 1);
    CHECK(found("*:01sword", false).size() == 1);
    CHECK(found("*:x01sw*", false).size() == 1);
    CHECK(found("editor_id:packed", false) == Paths{"records[Packed].editor_id"});
    CHECK(found("editor_id:zzqqzz", false).empty());
    for (const char* const query :
         {"*:sword", "*:'sword'", "*:n?wor", "*:persistent", "*:later", "*:yes", "*:weap", "*:pla*n", "*:01000801",
          "*:0x400", "*:inf", "*:top", "*:oblivion", "*:Q", "*:", "*:*"}) {
        INFO(query);
        CHECK(found(query, false) == found(query, true));
    }
}
