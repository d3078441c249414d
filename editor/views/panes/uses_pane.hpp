// The list of search results: fields of records that use a name, and lines of scripts. It creates lines when they are
// drawn.
#pragma once

#include <functional>
#include <vector>

#include "editor/model/session/uses.hpp"
#include "editor/views/panes/filtered_list.hpp"

namespace redforge::editor {

class UsesPane : public FilteredList {
public:
    explicit UsesPane(wxWindow* parent);

    std::function<void(const Use&)> on_go;  ///< called when the user goes to a use

    /// Shows the results of another search, without a filter.
    void show(std::vector<Use> uses);
    /// Removes the results of the open document, before another one is opened.
    void remove_document_results();
    [[nodiscard]] const std::vector<Use>& uses() const { return uses_; }
    [[nodiscard]] std::size_t count_rows() const override { return uses_.size(); }

private:
    [[nodiscard]] std::string row_text(std::size_t row) const override;
    void list_rows() override;
    wxString OnGetItemText(long item, long column) const override;
    void fit();

    std::vector<Use> uses_;
};

}  // namespace redforge::editor
