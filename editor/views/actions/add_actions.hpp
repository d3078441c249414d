// Adding records in a view: context menu, records of each kind, actors, and walk map nodes with routes.
#pragma once

#include <optional>
#include <string>

#include <glm/vec3.hpp>
#include <wx/gdicmn.h>

#include "edit/operation/operation.hpp"
#include "editor/views/frame/window_part.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

class AddActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Opens the context menu of a view at the pointer. By a key, it opens in the middle of the view, and applies to
    /// the selection.
    void open_view_menu(const wxPoint& at, bool by_key = false);
    void connect_nodes();
    void disconnect_nodes();
    [[nodiscard]] bool can_connect() const;
    /// Adds a record at a position. Outside of the map it is added without a position.
    void add_at(scene::Kind kind, const std::optional<glm::dvec3>& place);
    /// Returns the map position under the pointer.
    [[nodiscard]] std::optional<glm::dvec3> position_under_pointer() const;
    /// Returns the map position in the middle of the active view, on the grid; nullopt without a view of a map.
    [[nodiscard]] std::optional<glm::dvec3> middle_of_view() const;
    /// Selects the new record and shows its symbol, because it has no model yet.
    void show_added(const NodeRef& added, const std::string& words);

private:
    void add_actor_at(const std::optional<glm::dvec3>& place);
    /// Adds a walk map node, connected with the selected node.
    void add_node_at(const glm::dvec3& place);
    void show_connected(const Result<edit::Changes>& made, const char* nothing);
};

}  // namespace redforge::editor
