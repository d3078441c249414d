// The dialog that replaces a text in all records and scripts, and shows what that changes before it is done.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <wx/dialog.h>
#include <wx/timer.h>

#include "editor/model/replacing.hpp"

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
    /// As soon as nothing was typed for a moment: in a large document it takes a while.
    void search_later();

    wxTimer later_;
    ReplaceQuestion question_;
    wxTextCtrl* find_;
    wxTextCtrl* with_;
    wxCheckBox* whole_;
    wxCheckBox* scripts_;
    wxStaticText* words_;
    RowList* list_;
    std::size_t count_{};  ///< of changes that are listed
    wxButton* replace_;
};

}  // namespace redforge::editor
