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
#include "support/values.hpp"
#include "tes/plugin.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/sample.hpp"

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

inline tes::Record record_of(std::string_view type, std::string_view editor_id, std::uint32_t form_id)
{
    tes::Record record;
    record.type = type;
    record.editor_id = Text(editor_id);
    record.form_id = form_id;
    record.properties.emplace().scripts.emplace_back().name = Text("Lever");
    tes::Property& property = record.properties->scripts[0].properties.emplace_back();
    property.name = Text("Door");
    property.type = 1;
    property.object.form_id = 0x01000900;
    return record;
}

/// The sample plugin with two activators and a quest that carry properties.
inline tes::Plugin plugin()
{
    tes::Plugin plugin = tes::new_plugin(true);
    plugin.records = {record_of("ACTI", "LeverA", 0x01000900), record_of("ACTI", "LeverB", 0x01000902),
                      record_of("QUST", "Errand", 0x01000901)};
    using namespace tes::test;
    const auto empty_group = [](std::string_view type) { return group(24, text(type), 0, {}); };
    plugin.header_size = 24;  // of the games that have properties
    plugin.rest = SharedBytes(joined({empty_group("SCPT"), empty_group("ACTI"), empty_group("QUST")}));
    return plugin;
}

inline Bytes written()
{
    const Result<Bytes> bytes = tes::write_plugin(plugin());
    INFO((bytes ? std::string{} : describe(bytes.error())));
    REQUIRE(bytes.has_value());
    return *bytes;
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
