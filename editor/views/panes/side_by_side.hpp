// Two texts side by side, with aligned lines and marked differences.
#pragma once

#include <string>
#include <vector>

#include <wx/panel.h>
#include <wx/stattext.h>
#include <wx/stc/stc.h>

#include "editor/model/rows/difference_rows.hpp"

namespace redforge::editor {

/// Two read-only texts that scroll together.
class SideBySide : public wxPanel {
public:
    explicit SideBySide(wxWindow* parent);

    /// `left` and `right`: names of the sides.
    void show(const std::string& left, const std::string& right, const std::vector<SideLine>& lines);
    [[nodiscard]] wxStyledTextCtrl& left() { return *sides_[0].text; }
    [[nodiscard]] wxStyledTextCtrl& right() { return *sides_[1].text; }
    /// Goes to the next difference (1), or to the previous one (-1).
    void go(int step);

private:
    struct Side {
        wxStaticText* title{};
        wxStyledTextCtrl* text{};
    };
    void set_up(wxStyledTextCtrl& text);

    std::array<Side, 2> sides_;
    std::vector<int> differences_;  ///< first line of each difference
    bool following_{};
};

}  // namespace redforge::editor
