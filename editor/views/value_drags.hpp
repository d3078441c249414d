// Values that are dragged: rims, ends and headings in the views, numbers by their labels in the properties.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "editor/views/window_part.hpp"
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

    /// Shows what can be dragged of the selected records besides their places, and locations and collision spheres of
    /// their actors.
    void show_grips();
    void drag_grip(std::size_t number, std::optional<float> size, bool last);
    /// Changes a number of the selection while its label is dragged.
    void drag_value(const std::string& field, std::optional<long> change, bool last);

private:
    /// A value that is dragged in the views.
    struct Gripped {
        NodeRef record;
        std::string field;
        double per_view{};  ///< its number in a unit of the viewport, or in a radian
        enum class Snaps : std::uint8_t { whole, grid, angle } snaps{};
    };

    /// Returns a model of the game, cached, or null if there is none.
    [[nodiscard]] const model::Model* model_named(const scene::ModelName& name);

    std::vector<Gripped> grips_;                                 ///< as the views show them
    std::optional<NodeRef> last_object_;                         ///< that was selected last
    std::map<std::string, std::optional<model::Model>> models_;  ///< with collision spheres, by name; of one game
    std::shared_ptr<const render::GameArt> models_of_;           ///< the art that they are of
};

}  // namespace redforge::editor
