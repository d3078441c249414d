// The dialog that asks for copies along a line or a circle.
#pragma once

#include <array>
#include <string>

#include <wx/dialog.h>

#include "editor/model/scene/arrange.hpp"

class wxButton;
class wxChoice;
class wxSpinCtrl;
class wxStaticText;
class wxTextCtrl;

namespace redforge::editor {

class ArrayDialog : public wxDialog {
public:
    /// `initial`: the values that are shown first.
    ArrayDialog(wxWindow* parent, const ArrayCopies& initial);

    /// Returns the copies to make. Valid if the dialog ended with OK.
    [[nodiscard]] const ArrayCopies& copies() const { return copies_; }

private:
    /// Reads the fields. Enables OK if all are numbers, else shows the first invalid field.
    void read();

    ArrayCopies copies_;
    wxChoice* shape_{};
    wxSpinCtrl* count_{};
    std::array<wxTextCtrl*, 3> step_{};
    std::array<wxTextCtrl*, 2> centre_{};  ///< X and Z
    wxTextCtrl* angle_{};
    wxStaticText* words_{};
    wxButton* duplicate_{};
};

}  // namespace redforge::editor
