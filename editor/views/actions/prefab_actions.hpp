// Prefabs: files with copied records, which can be placed in any map.
#pragma once

#include <filesystem>
#include <optional>

#include <glm/vec3.hpp>

#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class PrefabActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Asks for a file, and writes the selection and its actors to it.
    void save_selection();
    /// Asks for a prefab, and places it in the middle of the view.
    void place();
    /// Asks for a prefab, and places it at a position.
    void place_at(const std::optional<glm::dvec3>& position);
    /// Places a prefab as one step. Its lowest point, below its centre, is at `position`, in map units; without a
    /// position the records are where they were saved.
    void place_file(const std::filesystem::path& file, const std::optional<glm::dvec3>& position);
    [[nodiscard]] bool can_save() const;
};

}  // namespace redforge::editor
