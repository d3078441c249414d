// Layers of a map: what is put into them, their names, and what is done to all of one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/operation.hpp"
#include "editor/model/layers.hpp"
#include "editor/views/window_part.hpp"

namespace redforge::editor {

class LayerActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void new_layer();
    void move_to_layer();
    void leave_layer();
    void rename_layer();
    /// Its records stay in the map.
    void remove_layer();
    void select_layer();
    void isolate_layer();
    void toggle_hidden();
    void toggle_locked();
    [[nodiscard]] bool can_be_in_layer() const;
    [[nodiscard]] bool can_move_to_layer() const { return can_be_in_layer() && !layers_.empty(); }
    /// Whether something of a layer is selected.
    [[nodiscard]] bool has_layer() const;
    [[nodiscard]] bool is_hidden() const;
    [[nodiscard]] bool is_locked() const;

    [[nodiscard]] const Layers& layers() const { return layers_; }
    /// Those of the document that was opened.
    void load();
    void follow(const edit::Changes& changes);
    /// Writes them beside the document, where records may be called otherwise since.
    void write();

private:
    [[nodiscard]] NodeRefs selected_records() const;
    [[nodiscard]] std::vector<std::string> selected_layers() const;
    /// All records of the layers of what is selected.
    [[nodiscard]] NodeRefs records() const;
    /// Puts what is selected into a layer; hides and locks it as all of that is. "": takes it out of its layer.
    void put(const std::string& layer);
    void show();

    Layers layers_;
    std::optional<Error> unread_;  ///< what is wrong with the notes, which are not written then
};

}  // namespace redforge::editor
