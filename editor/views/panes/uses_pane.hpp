// The list of search results: fields of records that use a name, and lines of scripts. It creates lines when they are
// drawn.
#pragma once

#include <functional>
#include <vector>

#include <wx/listctrl.h>

#include "editor/model/session/uses.hpp"

namespace redforge::editor {

class UsesPane : public wxListView {
public:
    explicit UsesPane(wxWindow* parent);

    std::function<void(const Use&)> on_go;  ///< called when the user goes to a use

    void show(std::vector<Use> uses);
    /// Removes the results of the open document, before another one is opened.
    void remove_document_results();
    [[nodiscard]] const std::vector<Use>& uses() const { return uses_; }

private:
    wxString OnGetItemText(long item, long column) const override;
    void fit();

    std::vector<Use> uses_;
};

}  // namespace redforge::editor
