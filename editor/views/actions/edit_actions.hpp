// Editing of the document: undo, clipboard; adding, removing, moving and renaming records.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "edit/script/rename.hpp"
#include "editor/model/session/session.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class EditActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void undo();
    void redo();
    void copy_records();
    void cut_records();
    void paste_records();
    /// Pastes records at their original positions.
    void paste_in_place();
    void add_record();
    void duplicate_records();
    void remove_records();
    void rename_record();
    void move_up();
    void move_down();
    [[nodiscard]] bool can_undo() const;
    [[nodiscard]] bool can_redo() const;
    [[nodiscard]] bool can_copy() const;
    [[nodiscard]] bool can_add() const;
    [[nodiscard]] bool can_remove() const;
    [[nodiscard]] bool can_arrange() const;
    [[nodiscard]] bool can_rename() const { return rename_target().has_value(); }

    /// Copies the selection to the clipboard. Returns false and shows the reason if it fails. `text`: for programs that
    /// do not accept records.
    bool copy_selected(const std::string& text = {});
    /// Removes the selection. Returns false if it was rejected and the reason is shown.
    bool remove_selection(const char* verb);

private:
    /// Shows a message about an undo or redo, and the changed records.
    void show_step(const std::string& message, const Result<edit::Changes>& changes);
    /// Returns the name of the selected record that other records refer to.
    [[nodiscard]] std::optional<edit::RenameTarget> rename_target() const;
    void move(int step);
    void show_pasted(const std::string& records, Result<Session::Pasted> pasted);
    [[nodiscard]] bool all_selected(const std::function<bool(const NodeInfo&)>& condition) const;
};

}  // namespace redforge::editor
