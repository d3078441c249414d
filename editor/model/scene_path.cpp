// The names of the lists that a scene is made of.
#include "editor/model/scene_path.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace redforge::editor {
namespace {

using scene::Kind;

constexpr std::array<std::pair<Kind, std::string_view>, 6> lists{{{Kind::object, "objects"},
                                                                  {Kind::static_object, "statics"},
                                                                  {Kind::rope, "ropes"},
                                                                  {Kind::flat, "flats"},
                                                                  {Kind::light, "lights"},
                                                                  {Kind::marker, "markers"}}};

}  // namespace

std::string path_of(const scene::RecordRef& record)
{
    for (const auto& [kind, list] : lists) {
        if (kind == record.first) {
            return std::string(list) + '[' + std::to_string(record.second) + ']';
        }
    }
    return {};
}

std::optional<scene::RecordRef> record_at(std::string_view path)
{
    for (const auto& [kind, list] : lists) {
        if (!path.starts_with(list) || path.substr(list.size(), 1) != "[") {
            continue;
        }
        std::size_t index{};
        const char* const end = path.data() + path.size();
        const auto [behind, failed] = std::from_chars(path.data() + list.size() + 1, end, index);
        if (failed == std::errc{} && behind != end && *behind == ']') {
            return scene::RecordRef{kind, index};
        }
    }
    return std::nullopt;
}

}  // namespace redforge::editor
