// The filter line of the lists at the bottom. It is to the right of their tabs.
#pragma once

#include <wx/panel.h>
#include <wx/srchctrl.h>
#include <wx/stattext.h>

class wxAuiNotebook;

namespace redforge::editor {

class FilteredList;

class ListFilter : public wxPanel {
public:
    /// `lists`: the notebook, which has a page.
    explicit ListFilter(wxAuiNotebook& lists);

    /// Clears the filters of all lists, for another document.
    void clear_all();
    void focus();
    /// Returns true if the line has the focus.
    [[nodiscard]] bool is_searching() const;
    /// Clears the line. Returns false if it does not have the focus, or is empty.
    bool clear_search();
    /// Shows the words and the count of the present list. Lists call it when their rows change.
    void update();
    [[nodiscard]] wxSearchCtrl& line() { return *search_; }
    /// Returns the text next to the line, such as "3 of 79". It is empty if the list has no filter.
    [[nodiscard]] wxString count() const { return count_->GetLabel(); }

private:
    [[nodiscard]] FilteredList* list() const;
    void apply();
    /// Puts the line at the right of the tabs.
    void place();

    wxAuiNotebook& lists_;
    wxStaticText* count_{};
    wxSearchCtrl* search_{};
};

}  // namespace redforge::editor
