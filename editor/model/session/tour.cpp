// Tasks of the tour, and their conditions.
#include "editor/model/session/tour.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"
#include "edit/map/map_of.hpp"

namespace redforge::editor {

std::string tour_text(std::size_t step)
{
    switch (step) {
    case 0:
        return "Click a chair in the view. It gets an orange outline and three arrows, and its values appear in the "
               "properties.";
    case 1: return "Move the chair: press G, then X, type 100, and press Enter. Or drag its red arrow.";
    case 2: return "Copy the chair: press Shift+D, move the pointer, and click where the copy should be.";
    case 3:
        return "Change the light: press Ctrl+L to see symbols, click the one above the table, and type another number "
               "into Radius in the properties. Enter sets it.";
    case 4: return "Undo: press Ctrl+Z. The list History, at the bottom, has all steps; click one to go to it.";
    default:
        return "You have done all steps. Ctrl+S saves. F1 opens the manual page of the active pane; "
               "\"Build a house\" is the next page to try.";
    }
}

bool is_tour_step_done(std::size_t step, const Session& session, const rgm::Map& before)
{
    const rgm::Map* const map = edit::map_of(session.document());
    if (map == nullptr) {
        return false;
    }
    const auto& statics = map->statics.records;
    const auto& old = before.statics.records;
    switch (step) {
    case 0:
        return session.selection().size() == 1 && std::ranges::any_of(session.selection(), [&](const NodeRef& ref) {
                   const std::optional<NodeInfo> info = session.find(ref);
                   const FieldView model = info && info->record ? info->record.find_field("model_name") : FieldView{};
                   return model && equals_ignore_case(model.text(), "CHAIR");
               });
    case 1:
        return statics.size() == old.size() &&
               !std::ranges::equal(statics, old, {}, &rgm::StaticObject::position, &rgm::StaticObject::position);
    case 2: return statics.size() > old.size();
    case 3:
        return !std::ranges::equal(map->lights.records, before.lights.records, {}, &rgm::Light::radius,
                                   &rgm::Light::radius);
    case 4: return session.can_redo();
    default: return false;
    }
}

}  // namespace redforge::editor
