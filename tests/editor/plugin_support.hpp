// Open sample plugins and saves, for tests of user edits.
#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/files.hpp"
#include "editor/model/rows/outline.hpp"
#include "editor/model/session/session.hpp"
#include "support/sample_file.hpp"
#include "support/values.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin_builder.hpp"

namespace redforge::test {

using namespace redforge::editor;

/// A temporary folder with a file.
struct Place {
    std::filesystem::path folder;
    std::filesystem::path path;

    Place(const std::string& name, const Bytes& bytes)
    {
        std::string made = (std::filesystem::temp_directory_path() / "redforge-forms-XXXXXX").string();
        REQUIRE(mkdtemp(made.data()) != nullptr);
        folder = made;
        path = folder / name;
        REQUIRE(write_file(path, bytes).has_value());
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place()
    {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
};

/// Returns a record that has a script with a property.
inline tes::Record scripted_record(std::string_view type, std::string_view editor_id, std::uint32_t form_id)
{
    tes::Record record;
    record.type = type;
    record.editor_id = editor_id;
    record.form_id = form_id;
    const ItemEntry& item = tes::subrecord_items(24)[tes::properties_item];
    const RecordHandle properties = record.subrecords.get().append(item, tes::properties_item).handle();
    const RecordHandle script = append_record(properties, "scripts", {{"name", "Lever"}});
    append_record(script, "properties", {{"name", "Door"}, {"type", "object"}, {"form_id", "01000900"}});
    return record;
}

inline void add_group(edit::Document& plugin, std::string_view type, std::vector<tes::Record> records)
{
    tes::Group group;
    group.label = type;
    for (tes::Record& record : records) {
        group.entries.get().emplace_back(std::move(record));
    }
    tes::EntryList& all = edit::get_if<tes::Plugin>(plugin)->entries.get();
    all.insert(all.end() - 1, std::move(group));  // scripts stay last
}

/// Returns the sample plugin with two activators and a quest that have script properties.
inline edit::Document plugin()
{
    edit::Document plugin = sample_document("plugin");
    set_value(plugin, "header_size", "later");  // a game with script properties
    add_group(plugin, "ACTI",
              {scripted_record("ACTI", "LeverA", 0x01000900), scripted_record("ACTI", "LeverB", 0x01000902)});
    add_group(plugin, "QUST", {scripted_record("QUST", "Errand", 0x01000901)});
    return plugin;
}

inline Bytes written()
{
    return file_of(plugin());
}

struct Opened {
    Place place;
    Session session;
    Outline outline;

    Opened(const std::string& name, const Bytes& bytes)
        : place(name, bytes), session(Session::open(place.path).value()), outline(session)
    {
        session.listen([this](const edit::Changes& changes) { outline.follow(changes); });
    }
    Outline::Row row(std::string_view path) { return outline.find(session.find(path).value()).value(); }
    std::string value(std::string_view path) { return test::value(session.document(), path); }
    NodeRefs at(std::string_view path) { return {session.find(path).value()}; }
    std::vector<std::string> names_below(Outline::Row row)
    {
        std::vector<std::string> names;
        for (const Outline::Row each : outline.below(row)) {
            names.push_back(outline.name(each) + ": " + outline.content(each));
        }
        return names;
    }
};

}  // namespace redforge::test
