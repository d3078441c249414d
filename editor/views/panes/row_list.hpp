// A virtual list: it requests the texts of rows when they are drawn. A comparison can have thousands of rows.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <wx/listctrl.h>

#include "editor/model/rows/difference_rows.hpp"

namespace redforge::editor {

struct RowColumn {
    wxString title;
    int width;  ///< device-independent pixels
    std::string DifferenceRow::*text;
};

class RowList : public wxListCtrl {
public:
    RowList(wxWindow* parent, std::vector<RowColumn> columns, std::vector<DifferenceRow> rows);

    void set_rows(std::vector<DifferenceRow> rows);
    /// Hides the list until it has rows, and makes its dialog lower for so long. Call it when the dialog is complete.
    void hide_until_filled();
    /// Adds a checkbox to each row; all are checked. `on_check` is called after each change.
    void add_checkboxes(std::function<void()> on_check);
    /// Returns the indices of the unchecked rows. set_rows() checks all.
    [[nodiscard]] const std::set<std::size_t>& unchecked() const { return unchecked_; }
    void check(std::size_t row, bool checked);

private:
    /// Divides the width among the columns, until the user resizes one.
    void fit_columns();
    wxString OnGetItemText(long item, long column) const override;
    bool OnGetItemIsChecked(long item) const override;

    std::vector<RowColumn> columns_;
    std::vector<DifferenceRow> rows_;
    std::set<std::size_t> unchecked_;
    std::function<void()> on_check_;
    bool resized_{};
    bool waits_for_rows_{};  ///< hidden by hide_until_filled()
};

}  // namespace redforge::editor
