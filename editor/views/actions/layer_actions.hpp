// Layers of a map: their records and names, and actions on a whole layer. Groups: records that are selected together.
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

    /// Makes a group of the selected records, which leave their earlier groups.
    void group_selected();
    /// Dissolves the groups of the selection. Its records stay selected.
    void ungroup_selected();
    /// Chooses whether a click selects the whole group of a record, or only the record.
    void toggle_single_records() { single_records_ = !single_records_; }
    [[nodiscard]] bool picks_single_records() const { return single_records_; }
    [[nodiscard]] bool can_group() const;
    [[nodiscard]] bool has_group() const;
    [[nodiscard]] bool has_groups() const { return is_map() && !groups_.empty(); }
    /// Returns the picked records with the visible and unlocked records of their groups.
    [[nodiscard]] NodeRefs picked_with_groups(const NodeRefs& refs) const;

    [[nodiscard]] const Layers& layers() const { return layers_; }
    [[nodiscard]] const Layers& groups() const { return groups_; }
    /// Loads the layers and groups of the open document.
    void load();
    void follow(const edit::Changes& changes);
    /// Writes the layers and groups next to the document, because names of records can have changed.
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
    Layers groups_;
    bool single_records_{};
    std::optional<Error> unread_;  ///< the error in the notes; they are then not written
};

}  // namespace redforge::editor
