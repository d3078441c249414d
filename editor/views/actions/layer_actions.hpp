// Layers of a map: their records and names, and actions on a whole layer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/operation/operation.hpp"
#include "editor/model/scene/layers.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class LayerActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void new_layer();
    void move_to_layer();
    void leave_layer();
    void rename_layer();
    /// Removes the layer. Its records stay in the map.
    void remove_layer();
    void select_layer();
    void isolate_layer();
    void toggle_hidden();
    void toggle_locked();
    [[nodiscard]] bool can_be_in_layer() const;
    [[nodiscard]] bool can_move_to_layer() const { return can_be_in_layer() && !layers_.empty(); }
    /// Returns true if a record of a layer is selected.
    [[nodiscard]] bool has_layer() const;
    [[nodiscard]] bool is_hidden() const;
    [[nodiscard]] bool is_locked() const;

    [[nodiscard]] const Layers& layers() const { return layers_; }
    /// Loads the layers of the open document.
    void load();
    void follow(const edit::Changes& changes);
    /// Writes the layers next to the document, because names of records can have changed.
    void write();

private:
    [[nodiscard]] NodeRefs selected_records() const;
    [[nodiscard]] std::vector<std::string> selected_layers() const;
    /// Returns all records of the layers of the selection.
    [[nodiscard]] NodeRefs records() const;
    /// Moves the selection to a layer, and hides or locks it like the layer. "" removes it from its layer.
    void put(const std::string& layer);
    void show();

    Layers layers_;
    std::optional<Error> unread_;  ///< the error in the notes; they are then not written
};

}  // namespace redforge::editor
