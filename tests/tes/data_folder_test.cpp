// Masters in a Data folder: the names of their records in edits, differences, texts and scripts of a plugin.
#include <catch2/catch.hpp>

#include <memory>
#include <string>
#include <vector>

#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/references.hpp"
#include "edit/patch/edits.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/form_names.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes;
using namespace redforge::tes::test;

namespace {

Bytes tes4_with(std::initializer_list<std::string_view> masters)
{
    Bytes parts = sub("HEDR", joined({number(std::uint32_t{0x3F800000}), Bytes(8)}));
    for (const std::string_view master : masters) {
        append(parts, joined({sub("MAST", zstring(master)), sub("DATA", Bytes(8))}));
    }
    return record(20, "TES4", 0, parts);
}

Bytes named(std::string_view type, std::uint32_t form_id, std::string_view editor_id, const Bytes& rest = {})
{
    return record(20, type, form_id, joined({sub("EDID", zstring(editor_id)), rest}));
}

Bytes script_with(std::uint32_t form_id, std::string_view name, std::uint32_t index, std::string_view variable)
{
    return named("SCPT", form_id, name, joined({schr(0, 0, index, 1), slsd(index, 1), sub("SCVR", zstring(variable))}));
}

/// Base.esm; Town.esm, whose quests have a script of Base.esm and its own; Mod.esp, whose first master is Town.esm.
/// Each numbers the other plugins differently.
struct Data {
    Folder folder;
    Bytes mod;

    Data()
    {
        folder.put("Base.esm", joined({tes4_with({}), top_group(20, "GLOB", named("GLOB", 0x900, "Hour")),
                                       top_group(20, "ENCH", named("ENCH", 0x910, "Fire")),
                                       top_group(20, "SCPT", script_with(0x901, "Watch", 3, "stage"))}));
        folder.put("TOWN.ESM", joined({tes4_with({"Base.esm"}), top_group(20, "GLOB", named("GLOB", 0x900, "Hour")),
                                       top_group(20, "SCPT", script_with(0x01000802, "Guard", 5, "alarm")),
                                       top_group(20, "QUST",
                                                 joined({named("QUST", 0x01000800, "WatchQuest",
                                                               sub("SCRI", number(std::uint32_t{0x901}))),
                                                         named("QUST", 0x01000801, "GuardQuest",
                                                               sub("SCRI", number(std::uint32_t{0x01000802})))}))}));
        mod = joined(
            {tes4_with({"Town.esm", "Base.esm"}),
             top_group(20, "SCPT",
                       named("SCPT", 0x02000801, "Door",
                             joined({schr(0, static_cast<std::uint32_t>(small_code().size()), 1, 0),
                                     sub("SCDA", small_code()),
                                     sub("SCTX", text("scn Door\r\nshort count\r\nBegin GameMode\r\n\tset count to "
                                                      "1\r\nEnd")),
                                     slsd(1, 1), sub("SCVR", zstring("count"))}))),
             top_group(20, "WEAP",
                       named("WEAP", 0x02000800, "Sword", sub("ENAM", number(std::uint32_t{0x01000910}))))});
        folder.put("Mod.esp", mod);
    }
    [[nodiscard]] edit::Loaded loaded() const { return need(edit::load(folder.path / "Mod.esp")); }
};

constexpr std::string_view enchantment = "records[Sword].enchantment.form_id";

}  // namespace

TEST_CASE("data folder: an editor ID of forms of two masters is an error that lists both", "[tes]")
{
    const Data data;
    data.folder.put("TOWN.ESM",
                    joined({tes4_with({"Base.esm"}),
                            top_group(20, "ENCH",
                                      joined({named("ENCH", 0x910, "Fire"), named("ENCH", 0x01000950, "FIRE"),
                                              named("ENCH", 0x01000951, "fire")}))}));
    const edit::Loaded mod = data.loaded();
    const FormNames names(*edit::get_if<Plugin>(mod.document), mod.context.services.find<tes::DataFolder>());
    const Error error = require_error(names.named("Fire"));  // an override is no other form
    CHECK(error.message == "3 records are called \"Fire\": Town.esm:000950, Town.esm:000951, Base.esm:000910");
    CHECK(names.by_editor_id("Fire")->value == 0x950);
}

TEST_CASE("data folder: finds the plugins by which a plugin depends on another", "[tes]")
{
    const Data data;
    const tes::DataFolder folder({data.folder.path});
    using Names = std::vector<std::string>;
    CHECK(masters_between(folder, "Mod.esp", "base.esm") == Names{"Mod.esp", "base.esm"});
    data.folder.put("Base.esm", tes4_with({"Loop.esm"}));
    const tes::DataFolder circle({data.folder.path});
    CHECK(masters_between(circle, "Mod.esp", "Loop.esm") == Names{"Mod.esp", "Base.esm", "Loop.esm"});
    CHECK(masters_between(circle, "Base.esm", "Mod.esp").empty());
}

TEST_CASE("data folder: shows forms of masters with plugin and editor ID", "[tes]")
{
    const Data data;
    const edit::Loaded mod = data.loaded();
    const FormNames names(*edit::get_if<Plugin>(mod.document), mod.context.services.find<tes::DataFolder>());
    CHECK(names.shown(0x01000910) == "Base.esm:00000910 (Fire)");
    CHECK(names.shown(0x00000801) == "Town.esm:00000801 (GuardQuest)");
    CHECK(names.shown(0x00000900) == "");  // Town.esm only overrides this record of Base.esm
    CHECK(names.shown(0x02000800) == "02000800 (Sword)");
    CHECK(names.shown(0x01000999) == "");
    for (const auto& [said, form_id] :
         {std::pair("hour", 0x01000900U), std::pair("Sword", 0x02000800U), std::pair("town.esm:800", 0x00000800U),
          std::pair("Base.esm:00000910 (Fire)", 0x01000910U), std::pair("Base.esm:00000911 (Fire)", 0x01000911U),
          std::pair("01000910 (Nothing)", 0x01000910U), std::pair("01000999", 0x01000999U)}) {
        INFO(said);
        CHECK(need(names.named(said)) == FormId(form_id));
    }
    CHECK(require_error(names.named("Fira")).message == "no record of the plugin or its masters is called \"Fira\"");
    CHECK(require_error(names.named("Fira")).hint == "did you mean Fire?");

    const FormNames alone(*edit::get_if<Plugin>(mod.document));
    CHECK(alone.shown(0x01000910) == "");
    CHECK(require_error(alone.named("Fire")).hint ==
          "a form is eight hexadecimal digits, MASTER:NUMBER or an editor ID; "
          "names of Town.esm, Base.esm were not found; "
          "use --data FOLDER to give the folder of the masters");
}

TEST_CASE("data folder: accepts typed names with parentheses and accents", "[tes]")
{
    Folder folder;
    folder.put("My Mod (v2).esm", joined({tes4_with({}), top_group(20, "ENCH", named("ENCH", 0x910, "Fire"))}));
    folder.put("T\u00e9l\u00e9.esm",
               joined({tes4_with({}), top_group(20, "ENCH", named("ENCH", 0x911, "Lumi\xE8re"))}));
    const Bytes mod =
        joined({tes4_with({"My Mod (v2).esm", "T\xE9l\xE9.esm", "\xC0 part.esm"}), top_group(20, "WEAP",
                                                                                             named("WEAP", 0x03000800,
                                                                                                   "\xC9p\xE9"
                                                                                                   "e"))});
    folder.put("Mod.esp", mod);
    const edit::Loaded loaded = need(edit::load(folder.path / "Mod.esp"));
    const FormNames names(*edit::get_if<Plugin>(loaded.document), loaded.context.services.find<tes::DataFolder>());
    CHECK(names.shown(0x00000910) == "My Mod (v2).esm:00000910 (Fire)");
    CHECK(names.shown(0x01000911) == "T\u00e9l\u00e9.esm:00000911 (Lumi\u00e8re)");
    for (const auto& [said, form_id] :
         {std::pair("My Mod (v2).esm:00000910 (Fire)", 0x00000910U), std::pair("my mod (v2).esm:910", 0x00000910U),
          std::pair("T\u00e9l\u00e9.esm:00000911 (Lumi\u00e8re)", 0x01000911U), std::pair("lumi\u00e8re", 0x01000911U),
          std::pair("\u00c9p\u00e9e", 0x03000800U)}) {
        INFO(said);
        CHECK(need(names.named(said)) == FormId(form_id));
    }
    CHECK(
        require_error(names.named("Lumi\u00e8ra")).hint ==
        "did you mean Lumi\u00e8re?; names of \u00c0 part.esm were not found; use --data FOLDER to give the folder of "
        "the masters");
    CHECK(require_error(names.named("\u00c9p\u00e9a")).hint.starts_with("did you mean \u00c9p\u00e9e?"));
    CHECK(require_error(names.named("\u0416")).code == ErrorCode::not_found);  // the code page lacks the letter
    CHECK(require_error(names.named("Other.esm:1")).hint ==
          "it has: My Mod (v2).esm, T\u00e9l\u00e9.esm, \u00c0 part.esm");
}

TEST_CASE("data folder: prints names of forms, which packing ignores", "[tes]")
{
    const Data data;
    const edit::Loaded before = data.loaded();
    edit::Loaded after = data.loaded();
    REQUIRE(edit::set(after.document, enchantment, "Hour", {}, after.context));
    CHECK(value(after.document, enchantment) == "01000900");
    const std::vector<edit::RecordChange> changes =
        edit::changes_between(before.document.root(), after.document.root(), after.context);
    REQUIRE(changes.size() == 1);
    CHECK(edit::change_lines(changes[0]) ==
          std::vector<std::string>{
              "records[Sword].enchantment 02000800 01000900: form_id Base.esm:00000910 (Fire) -> Base.esm:00000900 "
              "(Hour)"});
    CHECK(edit::find_references(before.document.root(), std::nullopt, "fire", before.context).size() == 1);

    TextSink sink;
    before.document.write_xml(sink, nullptr, edit::with_form_names(before.context, before.document));
    const std::string xml = sink.str();
    CHECK(xml.find("<enchantment form_id=\"01000910\"/> <!-- Base.esm:00000910 (Fire) -->\n") != std::string::npos);
    CHECK(need(need(edit::read_text(xml, "mod.xml")).write()) == data.mod);
}

TEST_CASE("data folder: compiles a source with names and variables of masters", "[tes]")
{
    const Data data;
    edit::Loaded mod = data.loaded();
    const auto door = [&]() -> const Script& {
        for (Record* each : records_of(*edit::get_if<Plugin>(mod.document))) {
            if (each->editor_id.bytes == "Door") {
                return part_of<Script>(*each);
            }
        }
        throw 0;
    };
    const auto compiled = [&](std::string_view value) {
        static_cast<void>(
            need(edit::set(mod.document, "scripts[Door].source",
                           "scn Door\nshort count\nBegin GameMode\n\tset count to " + std::string(value) + "\nEnd", {},
                           mod.context)));
        return door().compiled;
    };
    // Begin GameMode, set count to r1.s<index>, End.
    const auto code = [](std::uint16_t index) {
        return joined({number(0x0000001DU), number(0x00060010U), number(std::uint16_t{0}), number(std::uint32_t{20}),
                       number(0x000C0015U), text("s"), number(std::uint16_t{1}), number(std::uint16_t{7}), text(" r"),
                       number(std::uint16_t{1}), text("s"), number(index), number(0x00000011U)});
    };
    CHECK(compiled("WatchQuest.stage") == code(3));
    REQUIRE(door().references.size() == 1);
    CHECK(std::get<FormReference>(door().references[0]).form_id == FormId(0x00000800));
    CHECK(compiled("GuardQuest.alarm") == code(5));
    CHECK(std::get<FormReference>(door().references[0]).form_id == FormId(0x00000801));
    static_cast<void>(compiled("Hour"));
    CHECK(std::get<FormReference>(door().references[0]).form_id == FormId(0x01000900));
}
