// Warns about objects whose model is selected by the name of their actor.
#include "editor/model/session/rename_warning.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {

std::string rename_warning(const rgm::Map& map, std::string_view from, std::string_view to,
                           const scene::GameFolder* game)
{
    const std::string before = scene::model_stem(from);
    const std::string after = scene::model_stem(to);
    if (game == nullptr || before == after || !scene::has_model(*game, before)) {
        return {};
    }
    const auto objects = std::ranges::count_if(map.objects.records, [&](const rgm::Object& object) {
        return object.model_name.view().empty() && upper(object.script_name.view()) == upper(from) &&
               scene::model_of(object, map.actors) == scene::ModelName{before, {}};
    });
    if (objects == 0) {
        return {};
    }
    const bool one = objects == 1;
    return fmt::format(
        "{} {} the model {} because of this name. With the new name, {} {}. To keep the model, set Model "
        "to {} first.",
        counted(static_cast<std::size_t>(objects), "object"), one ? "has" : "have", before,
        one ? "it has" : "they have", scene::has_model(*game, after) ? "the model " + after : std::string("no model"),
        before);
}

}  // namespace redforge::editor
