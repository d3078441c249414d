// Finds the visibility (PVO) of a map, and compares maps.
#include "mod/map_files.hpp"

#include <algorithm>
#include <string_view>

#include "core/files/files.hpp"
#include "core/xml/xml_reader.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"

namespace redforge::mod {
namespace {

constexpr std::string_view map_ending = ".RGM";
constexpr std::string_view visibility_ending = ".PVO";

std::string with_ending(const std::string& path, std::string_view from, std::string_view to)
{
    return path_key(path).ends_with(from) ? path.substr(0, path.size() - from.size()) + std::string(to) : std::string();
}

}  // namespace

std::string map_of_visibility(const std::string& path)
{
    return with_ending(path, visibility_ending, map_ending);
}

std::string visibility_of_map(const std::string& path)
{
    return with_ending(path, map_ending, visibility_ending);
}

bool changes_statics(const Mod& mod, const std::string& map)
{
    if (mod.files.contains(map)) {
        return true;
    }
    const auto patch = mod.patches.find(map);
    const Result<XmlDocument> edits =
        patch == mod.patches.end() ? fail({}) : XmlDocument::parse(patch->second, "patch");
    // Ignore an invalid patch here: applying it reports the error.
    return edits && std::ranges::any_of(edits->root().children(), [](const pugi::xml_node& edit) {
               return std::string_view(edit.attribute("path").value()).starts_with("statics");
           });
}

bool has_saves(const std::filesystem::path& game)
{
    const std::filesystem::path saves = find_entry(game, "SAVEGAME");
    std::error_code error;
    std::filesystem::recursive_directory_iterator at(saves, error);
    for (; !saves.empty() && !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
        std::error_code ignored;
        if (at->is_regular_file(ignored)) {
            return true;
        }
    }
    return false;
}

bool moves_objects(ByteView before, ByteView after)
{
    if (!rgm::is_map(before) || !rgm::is_map(after)) {
        return false;
    }
    const Result<rgm::Map> from = rgm::read_map(before);
    const Result<rgm::Map> to = rgm::read_map(after);
    if (!from || !to) {
        return false;
    }
    const auto& old = from->objects.records;
    const auto& now = to->objects.records;
    return old.size() > now.size() ||
           !std::equal(old.begin(), old.end(), now.begin(),
                       [](const auto& a, const auto& b) { return a.id == b.id && a.script_name == b.script_name; });
}

}  // namespace redforge::mod
