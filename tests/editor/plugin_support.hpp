// Plugins and saves of their own that are open, for tests of what a person does with them.
#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.hpp"
#include "editor/model/outline.hpp"
#include "editor/model/session.hpp"
#include "support/sample_file.hpp"
#include "support/values.hpp"
#include "tes/plugin_builder.hpp"

namespace redforge::test {

using namespace redforge::editor;

/// A folder of its own with a file in it.
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

inline void append_record_of(edit::Document& plugin, const std::string& type, const std::string& editor_id,
                             const std::string& form_id)
{
    const RecordHandle record =
        append_record(plugin, "records", {{"type", type}, {"editor_id", editor_id}, {"form_id", form_id}});
    const RecordHandle script = append_record(append_record(record, "properties"), "scripts", {{"name", "Lever"}});
    append_record(script, "properties", {{"name", "Door"}, {"type", "object"}, {"form_id", "01000900"}});
}

inline void set_rest(edit::Document& plugin, const Bytes& bytes)
{
    const RecordHandle root = plugin.root();
    root.stretch(*root.table().find_child("rest")) = SharedBytes(bytes);
}

/// The sample plugin with two activators and a quest that carry properties.
inline edit::Document plugin()
{
    edit::Document plugin = sample_document("plugin");
    set_value(plugin, "header_size", "later");  // of the games that have properties
    append_record_of(plugin, "ACTI", "LeverA", "01000900");
    append_record_of(plugin, "ACTI", "LeverB", "01000902");
    append_record_of(plugin, "QUST", "Errand", "01000901");
    using namespace tes::test;
    const auto empty_group = [](std::string_view type) { return group(24, text(type), 0, {}); };
    set_rest(plugin, joined({empty_group("SCPT"), empty_group("ACTI"), empty_group("QUST")}));
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
