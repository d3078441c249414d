// Plugins with different master lists: merged, compared and changed by the names of masters, not by numbers.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/changes.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/patch.hpp"
#include "support/random.hpp"
#include "tes/form/form_numbering.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::tes::test;
using redforge::test::Random;

namespace {

/// Identity of a form: "own:800" or "Skyrim.esm:14".
using FormName = std::string;

/// A form list, with its own form.
struct FormList {
    FormName form;
    std::vector<FormName> forms;
    friend bool operator==(const FormList&, const FormList&) = default;
};

/// Content of a plugin, independent of numbers.
struct Model {
    std::vector<std::string> masters;
    std::map<std::string, FormList> lists;  ///< by editor ID
};

std::uint32_t number_of(const Model& model, const FormName& form)
{
    const std::size_t colon = form.find(':');
    const auto place = std::ranges::find(model.masters, form.substr(0, colon)) - model.masters.begin();
    return static_cast<std::uint32_t>(place) << 24U |
           static_cast<std::uint32_t>(std::stoul(form.substr(colon + 1), nullptr, 16));
}

Bytes header_of(const std::vector<std::string>& masters, const Bytes& more = {})
{
    Bytes data =
        sub("HEDR",
            joined({number(std::uint32_t{0x3FD9999A}), number(std::uint32_t{0}), number(std::uint32_t{0x900})}));
    for (const std::string& master : masters) {
        append(data, sub("MAST", zstring(master)));
        append(data, sub("DATA", Bytes(8)));
    }
    append(data, more);
    return record(24, "TES4", 0, data);
}

Bytes plugin_bytes(const Model& model)
{
    Bytes lists;
    for (const auto& [editor_id, list] : model.lists) {
        Bytes data = sub("EDID", zstring(editor_id));
        for (const FormName& form : list.forms) {
            append(data, sub("LNAM", number(number_of(model, form))));
        }
        append(lists, record(24, "FLST", number_of(model, list.form), data));
    }
    return joined({header_of(model.masters), top_group(24, "FLST", lists)});
}

edit::Document read_plugin(const Bytes& bytes)
{
    Result<edit::Document> document = edit::read_binary(bytes);
    REQUIRE(document);
    return std::move(*document);
}

/// Reads a plugin of form lists without the library. Resolves numbers to names of masters.
Model read_model(const Bytes& bytes)
{
    Model model;
    const auto word = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;) {
            value = value << 8U | std::to_integer<std::uint32_t>(bytes.at(at + i));
        }
        return value;
    };
    const auto letters = [&](std::size_t at, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count && bytes.at(at + i) != std::byte{}; ++i) {
            text += static_cast<char>(bytes.at(at + i));
        }
        return text;
    };
    const auto name = [&](std::uint32_t value) {
        const std::size_t place = value >> 24U;
        const std::string file = place < model.masters.size() ? model.masters[place] : "own";
        return fmt::format("{}:{:X}", file, value & 0xFFFFFFU);
    };
    for (std::size_t at = 0; at < bytes.size();) {
        const std::string type = letters(at, 4);
        if (type == "GRUP") {
            at += 24;
            continue;
        }
        const std::size_t end = at + 24 + word(at + 4);
        std::string editor_id;
        FormList list{.form = name(word(at + 12)), .forms = {}};
        for (std::size_t sub_at = at + 24; sub_at < end;) {
            const std::string sub_type = letters(sub_at, 4);
            const std::size_t size = word(sub_at + 4) & 0xFFFFU;
            if (sub_type == "MAST") {
                model.masters.push_back(letters(sub_at + 6, size));
            } else if (sub_type == "EDID") {
                editor_id = letters(sub_at + 6, size);
            } else if (sub_type == "LNAM") {
                list.forms.push_back(name(word(sub_at + 6)));
            }
            sub_at += 6 + size;
        }
        if (type == "FLST") {
            model.lists[editor_id] = list;
        }
        at = end;
    }
    return model;
}

const std::vector<std::string> all_masters{"Skyrim.esm", "Update.esm", "A.esm", "B.esm", "C.esm", "D.esm", "E.esm"};

FormName random_form(Random& random, const Model& model)
{
    const std::size_t place = random.below(model.masters.size() + 1);
    return fmt::format("{}:{:X}", place == model.masters.size() ? "own" : model.masters[place],
                       0x800 + random.below(0x1000));
}

bool is_used(const Model& model, const std::string& master)
{
    return std::ranges::any_of(model.lists, [&](const auto& each) {
        return std::ranges::any_of(each.second.forms,
                                   [&](const FormName& form) { return form.starts_with(master + ":"); });
    });
}

/// Returns one user's version of a plugin: each user changes lists of their own.
Model changed_by(Random& random, const Model& base, std::size_t person, bool sorts)
{
    Model model = base;
    for (std::size_t i = random.below(3); i > 0; --i) {
        const std::string& master = random.pick(all_masters);
        if (std::ranges::find(model.masters, master) == model.masters.end()) {
            model.masters.insert(model.masters.begin() +
                                     static_cast<std::ptrdiff_t>(random.below(model.masters.size() + 1)),
                                 master);
        }
    }
    if (sorts) {
        for (std::size_t i = model.masters.size(); i > 1; --i) {
            std::swap(model.masters[i - 1], model.masters[random.below(i)]);
        }
    }
    const std::string& gone = random.pick(model.masters);
    if (model.masters.size() > 1 && !is_used(model, gone)) {
        model.masters.erase(std::ranges::find(model.masters, gone));
    }
    std::size_t number = 0;
    for (auto& [editor_id, list] : model.lists) {
        if (number++ % 2 == person && random.below(2) == 0) {
            list.forms.push_back(random_form(random, model));
        }
    }
    for (std::size_t i = random.below(3); i > 0; --i) {
        FormList list{.form = fmt::format("own:{:X}", 0xA00 + 0x100 * person + i), .forms = {}};
        for (std::size_t n = random.below(4); n > 0; --n) {
            list.forms.push_back(random_form(random, model));
        }
        model.lists[fmt::format("New{}{}", person, i)] = list;
    }
    return model;
}

Model random_base(Random& random)
{
    Model model;
    for (const std::string& master : all_masters) {
        if (random.below(2) == 0) {
            model.masters.push_back(master);
        }
    }
    if (model.masters.empty()) {
        model.masters.emplace_back("Skyrim.esm");
    }
    for (std::size_t i = 0; i < 6; ++i) {
        FormList list{.form = fmt::format("own:{:X}", 0x800 + i), .forms = {}};
        for (std::size_t n = random.below(4); n > 0; --n) {
            list.forms.push_back(random_form(random, model));
        }
        model.lists[fmt::format("List{}", i)] = list;
    }
    return model;
}

/// Returns the lists with the changes of both sides.
std::map<std::string, FormList> joined_lists(const Model& base, const Model& ours, const Model& theirs)
{
    std::map<std::string, FormList> lists = ours.lists;
    for (const auto& [editor_id, list] : theirs.lists) {
        const auto before = base.lists.find(editor_id);
        if (before == base.lists.end() || !(before->second == list)) {
            lists[editor_id] = list;
        }
    }
    return lists;
}

Bytes write(const edit::Document& document)
{
    const Result<Bytes> bytes = document.write();
    REQUIRE(bytes);
    return *bytes;
}

}  // namespace

TEST_CASE("master lists: merges 300 random pairs with the changes of both sides", "[tes]")
{
    Random random(49);
    for (int trial = 0; trial < 300; ++trial) {
        CAPTURE(trial);
        const Model base = random_base(random);
        const std::size_t sorter = random.below(3);  // 2: no user sorts
        const Model ours = changed_by(random, base, 0, sorter == 0);
        const Model theirs = changed_by(random, base, 1, sorter == 1);
        const edit::Merge merged = edit::merge(read_plugin(plugin_bytes(base)), read_plugin(plugin_bytes(ours)),
                                               read_plugin(plugin_bytes(theirs)));
        CHECK_FALSE(merged.error);
        CHECK(merged.conflicts.empty());
        const Model result = read_model(write(merged.document));
        CHECK(result.lists == joined_lists(base, ours, theirs));
        for (const Model* side : {&ours, &theirs}) {
            for (const std::string& master : side->masters) {
                const bool is_new = std::ranges::find(base.masters, master) == base.masters.end();
                CHECK((!is_new || std::ranges::find(result.masters, master) != result.masters.end()));
            }
        }
    }
}

TEST_CASE("master lists: a patch of one side applies to the plugin of the other side", "[tes]")
{
    Random random(50);
    for (int trial = 0; trial < 100; ++trial) {
        CAPTURE(trial);
        const Model base = random_base(random);
        const std::size_t sorter = random.below(3);
        const Model ours = changed_by(random, base, 0, sorter == 0);
        const Model theirs = changed_by(random, base, 1, sorter == 1);
        TextSink patch;
        const edit::Document from = read_plugin(plugin_bytes(base));
        const edit::Document to = read_plugin(plugin_bytes(theirs));
        edit::write_edit_list(patch, from.root(), to.root());
        edit::Document document = read_plugin(plugin_bytes(ours));
        const auto edits = XmlDocument::parse(patch.str(), "patch.xml");
        REQUIRE(edits);
        edit::Recorder recorder(document);
        const auto applied = edit::apply_patch(recorder, *edits, {.merge = true, .context = {}, .files = {}});
        CAPTURE(patch.str());
        if (!applied) {
            CHECK(applied.error().message.find("is no longer a master") != std::string::npos);
            continue;
        }
        if (!applied->conflicts.empty()) {
            continue;  // the order of masters
        }
        static_cast<void>(recorder.finish("patch"));
        CHECK(read_model(write(document)).lists == joined_lists(base, ours, theirs));
    }
}

TEST_CASE("master lists: records that differ only in their numbers are equal", "[tes]")
{
    const Model base{{"Skyrim.esm"}, {{"L", {"own:800", {"Skyrim.esm:900", "own:801"}}}}};
    Model changed = base;
    changed.masters = {"Update.esm", "Skyrim.esm"};
    const auto lines = [](const Model& from, const Model& to) {
        std::string text;
        const edit::Document before = read_plugin(plugin_bytes(from));
        const edit::Document after = read_plugin(plugin_bytes(to));
        for (const edit::RecordChange& change : edit::changes_between(before.root(), after.root())) {
            for (const std::string& line : edit::change_lines(change)) {
                text += line + "\n";
            }
        }
        return text;
    };
    CHECK(lines(base, changed) == "+ header.parts[0] Update.esm\n");
    CHECK(lines(changed, base) == "- header.parts[0] Update.esm\n");
    changed.lists["L"].forms.push_back("Update.esm:ABC");
    CHECK(lines(base, changed) ==
          "+ header.parts[0] Update.esm\n+ records[L].subrecords[00000ABC] 02000800 00000ABC\n");
}

TEST_CASE("master lists: renumbers forms at every depth", "[tes]")
{
    const auto plugin = [](std::uint32_t own, std::vector<std::string> masters) {
        const std::uint32_t index = own << 24U;
        const Bytes vmad =
            joined({number(std::int16_t{5}), number(std::int16_t{2}), number(std::uint16_t{1}), wstring("Keeper"),
                    Bytes(1), number(std::uint16_t{1}), wstring("target"), number(std::uint16_t{0x0101}),
                    number(std::uint16_t{0}), number(std::int16_t{-1}), number(index | 0x801U)});
        const Bytes condition = joined({number(std::uint32_t{0}), number(std::uint32_t{0x3F800000}),
                                        number(std::uint16_t{72}), number(std::uint16_t{0}), number(index | 0x802U),
                                        Bytes(8), number(std::uint32_t{0}), number(std::int32_t{-1})});
        const Bytes cell = record(24, "CELL", index | 0x803U, sub("EDID", zstring("Room")));
        const Bytes reference = record(24, "REFR", index | 0x804U, sub("NAME", number(std::uint32_t{0x00000ABC})));
        const Bytes children = group(24, number(index | 0x803U), 6, group(24, number(index | 0x803U), 9, reference));
        const Bytes cells =
            group(24, number(std::uint32_t{0}), 2, group(24, number(std::uint32_t{0}), 3, joined({cell, children})));
        return joined({header_of(masters, sub("ONAM", number(std::uint32_t{0x00000ABC}))),
                       top_group(24, "ACTI", record(24, "ACTI", index | 0x800U, sub("VMAD", vmad))),
                       top_group(24, "COBJ",
                                 record(24, "COBJ", index | 0x805U,
                                        joined({sub("CTDA", condition), sub("CNAM", number(index | 0x806U))}))),
                       top_group(24, "CELL", cells)});
    };
    edit::Document document = read_plugin(plugin(1, {"Skyrim.esm"}));
    const std::vector<tes::Master> two{{.name = "Skyrim.esm", .data = 0}, {.name = "Update.esm", .data = 0}};
    const Status changed = tes::change_masters(*edit::get_if<tes::Plugin>(document), two);
    CHECK((changed ? "" : changed.error().message) == "");
    CHECK(write(document) == plugin(2, {"Skyrim.esm", "Update.esm"}));
    REQUIRE(tes::change_masters(*edit::get_if<tes::Plugin>(document), {two[0]}));
    CHECK(write(document) == plugin(1, {"Skyrim.esm"}));
}

TEST_CASE("master lists: rejects bytes of unknown meaning that could be a form", "[tes]")
{
    const auto plugin = [](std::uint32_t value, std::vector<std::string> masters) {
        return read_plugin(
            joined({header_of(masters),
                    top_group(24, "FLST",
                              record(24, "FLST", 0x01000800,
                                     joined({sub("EDID", zstring("Odd")), sub("ZZZZ", number(value))})))}));
    };
    const edit::Document base = plugin(0x01000900, {"Skyrim.esm"});
    const edit::Merge merged = edit::merge(base, plugin(0x01000900, {"Skyrim.esm", "A.esm"}),
                                           plugin(0x01000900, {"Skyrim.esm", "Update.esm"}));
    REQUIRE(merged.error);
    CHECK(merged.error->message == "FLST 01000800 (Odd) has bytes of unknown meaning in ZZZZ that may name a form");
    const edit::Document other = plugin(0x00000900, {"Skyrim.esm"});
    CHECK_FALSE(edit::merge(other, plugin(0x00000900, {"Skyrim.esm", "A.esm"}),
                            plugin(0x00000900, {"Skyrim.esm", "Update.esm"}))
                    .error);
}

TEST_CASE("master lists: keeps the bytes of repeated masters and unlisted numbers", "[tes]")
{
    const Bytes bytes = joined({header_of({"A.esm", "a.esm", "B.esm"}),
                                top_group(24, "FLST",
                                          record(24, "FLST", 0x03000800,
                                                 joined({sub("LNAM", number(std::uint32_t{0x07000900})),
                                                         sub("LNAM", number(std::uint32_t{0x01000900})),
                                                         sub("LNAM", number(std::uint32_t{0x00000014})),
                                                         sub("LNAM", number(std::uint32_t{0xFE000900}))})))});
    edit::Document document = read_plugin(bytes);
    tes::Plugin& plugin = *edit::get_if<tes::Plugin>(document);
    const std::vector<tes::Master> masters = tes::master_list(plugin);
    REQUIRE(tes::change_masters(plugin, {masters[2], {.name = "New.esm", .data = 0}, masters[0], masters[1]}));
    CHECK(write(document) != bytes);
    REQUIRE(tes::change_masters(plugin, masters));
    CHECK(write(document) == bytes);
}

TEST_CASE("master lists: changing masters of real plugins and back keeps their bytes", "[tes]")
{
    const char* corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr) {
        WARN("left out: REDFORGE_CORPUS is not set");
        return;
    }
    std::size_t same = 0;
    std::size_t rejected = 0;
    for (const std::string_view folder : {"oblivion-plugins", "skyrim-plugins"}) {
        for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(corpus) / folder)) {
            CAPTURE(entry.path().string());
            const Bytes bytes = read_file(entry.path()).value();
            Result<edit::Document> document = edit::read_binary(bytes);
            if (!document || edit::get_if<tes::Plugin>(*document) == nullptr) {
                continue;
            }
            tes::Plugin& plugin = *edit::get_if<tes::Plugin>(*document);
            const std::vector<tes::Master> masters = tes::master_list(plugin);
            std::vector<tes::Master> others{masters.rbegin(), masters.rend()};
            others.insert(others.begin(), {.name = "Added.esm", .data = 0});
            if (const Status status = tes::change_masters(plugin, others); !status) {
                ++rejected;
                WARN(entry.path().filename().string() + ": " + status.error().message);
                continue;
            }
            const Result<Bytes> between = document->write();
            REQUIRE(between);
            CHECK(*between != bytes);
            edit::Document again = read_plugin(*between);
            REQUIRE(tes::change_masters(*edit::get_if<tes::Plugin>(again), masters));
            const bool is_same = write(again) == bytes;
            CHECK(is_same);
            same += is_same ? 1U : 0U;
        }
    }
    WARN(fmt::format("{} plugins came back, {} were rejected", same, rejected));
    CHECK(same > 100);
}
