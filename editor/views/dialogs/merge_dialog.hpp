// Dialog for conflicts: shows both values of each conflict and the chosen side.
#pragma once

#include <string>
#include <vector>

#include <wx/dialog.h>
#include <wx/grid.h>
#include <wx/stattext.h>

#include "edit/merge/merge.hpp"

namespace redforge::editor {

class SideBySide;

class MergeDialog : public wxDialog {
public:
    /// `name`: file name, for the title.
    MergeDialog(wxWindow* parent, const std::string& name, std::vector<edit::Conflict> conflicts);

    /// Chosen side of each conflict; initially ours.
    [[nodiscard]] const std::vector<edit::MergeFavor>& sides() const { return sides_; }
    void choose(std::size_t conflict, edit::MergeFavor side);
    void choose_all(edit::MergeFavor side);
    [[nodiscard]] wxGrid& grid() { return *grid_; }
    [[nodiscard]] SideBySide& texts() { return *texts_; }

private:
    void show_row(std::size_t row);
    void show_choice(std::size_t row);
    void show_count();

    std::vector<edit::Conflict> conflicts_;
    std::vector<edit::MergeFavor> sides_;
    wxGrid* grid_{};
    SideBySide* texts_{};
    wxStaticText* count_{};
};

}  // namespace redforge::editor
