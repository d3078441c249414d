// Adding what is pointed at in a view: its menu, things of each kind, actors, and nodes of walk maps with their routes.
#pragma once

#include <optional>
#include <string>

#include <glm/vec3.hpp>
#include <wx/gdicmn.h>

#include "edit/operation.hpp"
#include "editor/views/window_part.hpp"
#include "scene/scene.hpp"

namespace redforge::editor {

class AddActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// The menu of a view, about what is pointed at.
    void open_view_menu(const wxPoint& at);
    void connect_nodes();
    void disconnect_nodes();
    [[nodiscard]] bool can_connect() const;
    /// Adds a thing there; off the map it is added as without a place.
    void add_at(scene::Kind kind, const std::optional<glm::dvec3>& place);
    /// Where the pointer points at in the map.
    [[nodiscard]] std::optional<glm::dvec3> pointed_place() const;

private:
    void add_actor_at(const std::optional<glm::dvec3>& place);
    /// Adds a node of a walk map, connected with the one that is selected.
    void add_node_at(const glm::dvec3& place);
    /// It is selected, and seen by its symbol, as it has no model yet.
    void show_added(const NodeRef& added, const std::string& words);
    void show_connected(const Result<edit::Changes>& made, const char* nothing);
};

}  // namespace redforge::editor
