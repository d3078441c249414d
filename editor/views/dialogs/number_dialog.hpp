// Dialogs that ask for the numbers of a tool: scattered copies, and a filled walk map.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <wx/dialog.h>

#include "editor/model/scene/scatter.hpp"
#include "editor/model/scene/walk_fill.hpp"

class wxButton;
class wxCheckBox;
class wxFlexGridSizer;
class wxStaticText;
class wxTextCtrl;

namespace redforge::editor {

/// A dialog with a line for each number. The button is disabled while a number is invalid or out of its range.
class NumberDialog : public wxDialog {
public:
    /// `button`: label of the button that accepts the numbers.
    NumberDialog(wxWindow* parent, const char* title, const char* button);

protected:
    /// Adds a line for a number or a sum between two limits. `value` has the initial number, and gets the typed one.
    void add_number(const char* label, double& value, double least, double greatest);
    void add_check(const char* label, bool& value);
    /// Adds a text below the lines.
    void add_note(const std::string& note);
    /// Lays the dialog out, after the last line.
    void finish();

private:
    struct Line {
        wxTextCtrl* text{};
        std::string label;
        double* value{};
        double least{};
        double greatest{};
    };
    /// Reads the lines. Shows the first invalid one.
    void read();

    wxFlexGridSizer* lines_{};
    std::vector<Line> numbers_;
    wxStaticText* words_{};
    wxButton* accept_{};
};

class ScatterDialog : public NumberDialog {
public:
    ScatterDialog(wxWindow* parent, const ScatterCopies& initial);
    [[nodiscard]] ScatterCopies order() const;

private:
    ScatterCopies order_;
    double count_{};
    double variation_{};
};

class WalkFillDialog : public NumberDialog {
public:
    /// `note`: where the walk map begins, and the walk map to which nodes are added.
    WalkFillDialog(wxWindow* parent, const WalkFill& initial, const std::string& note);
    [[nodiscard]] const WalkFill& order() const { return order_; }

private:
    WalkFill order_;
};

}  // namespace redforge::editor
