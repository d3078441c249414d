// Find and replace dialog for all records and scripts, with a preview of the changes.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <wx/dialog.h>
#include <wx/timer.h>

#include "editor/model/session/replacing.hpp"

class wxButton;
class wxCheckBox;
class wxStaticText;
class wxTextCtrl;

namespace redforge::editor {

class RowList;

struct ReplaceQuestion {
    bool has_scripts{};
    /// Returns the changes that the replacement makes.
    std::function<std::vector<DifferenceRow>(const ReplaceWords& words)> look;
};

class ReplaceDialog : public wxDialog {
public:
    ReplaceDialog(wxWindow* parent, ReplaceQuestion question);

    [[nodiscard]] ReplaceWords words() const;
    [[nodiscard]] RowList& list() { return *list_; }

private:
    void look();
    void show_count();
    /// Searches after a pause in typing, because a search of a large document is slow.
    void search_later();

    wxTimer later_;
    ReplaceQuestion question_;
    wxTextCtrl* find_;
    wxTextCtrl* with_;
    wxCheckBox* whole_;
    wxCheckBox* scripts_;
    wxStaticText* words_;
    RowList* list_;
    std::size_t count_{};  ///< number of listed changes
    wxButton* replace_;
};

}  // namespace redforge::editor
