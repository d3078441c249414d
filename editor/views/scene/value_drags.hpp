// Values that the user drags: rims, rope ends and headings in the views, labels in the property grid.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/views/frame/window_part.hpp"
#include "model/model.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

}  // namespace redforge::editor

namespace redforge::render {
struct GameArt;
}

namespace redforge::editor {

class ValueDrags : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Shows the grips of the selected records, and the locations and collision spheres of
    /// their actors.
    void show_grips();
    void drag_grip(std::size_t number, std::optional<float> size, bool last);
    /// Changes a number of the selection while its label is dragged.
    void drag_value(const std::string& field, std::optional<long> change, bool last);
    /// Returns a model of the game, cached, or null if there is none.
    [[nodiscard]] const model::Model* model_named(const scene::ModelName& name);

private:
    /// A value with a grip in the views.
    struct Gripped {
        NodeRef record;
        std::string field;
        double per_view{};  ///< value per viewport unit, or per radian for angles
        enum class Snaps : std::uint8_t { whole, grid, angle } snaps{};
    };

    std::vector<Gripped> grips_;                                 ///< in the order of the grips in the views
    std::optional<NodeRef> last_object_;                         ///< object that was selected last
    std::map<std::string, std::optional<model::Model>> models_;  ///< models with collision spheres, cached by name
    std::shared_ptr<const render::GameArt> models_of_;           ///< art of the models in models_
};

}  // namespace redforge::editor
