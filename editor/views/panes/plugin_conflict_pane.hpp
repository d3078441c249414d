// The table of fields that several plugins of a load order set: conflicts in red, other overrides below them.
#pragma once

#include <functional>
#include <vector>

#include "editor/model/rows/plugin_conflict_rows.hpp"
#include "editor/views/panes/filtered_list.hpp"

namespace redforge::editor {

class PluginConflictPane : public FilteredList {
public:
    explicit PluginConflictPane(wxWindow* parent);

    std::function<void(const PluginConflictRow&)> on_go;  ///< called when the user activates a row

    void show(std::vector<PluginConflictRow> rows);
    [[nodiscard]] std::size_t count_rows() const override { return rows_.size(); }

private:
    [[nodiscard]] std::string row_text(std::size_t row) const override;
    void list_rows() override;
    wxString OnGetItemText(long item, long column) const override;
    wxListItemAttr* OnGetItemAttr(long item) const override;

    std::vector<PluginConflictRow> rows_;
    mutable wxListItemAttr conflict_;  ///< wx takes a non-const pointer but does not change it
    mutable wxListItemAttr override_;
};

}  // namespace redforge::editor
