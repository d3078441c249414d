// The bar above the views with the task of the first steps.
#pragma once

#include <functional>
#include <string>

#include <wx/button.h>
#include <wx/panel.h>
#include <wx/stattext.h>

namespace redforge::editor {

class TourPane : public wxPanel {
public:
    explicit TourPane(wxWindow* parent);

    std::function<void()> on_skip;
    std::function<void()> on_end;

    /// Shows a step. `last`: there is no further step to skip to.
    void show(const std::string& title, const std::string& text, bool last);
    [[nodiscard]] std::string title() const;

private:
    void wrap();

    wxStaticText* title_{};
    wxStaticText* words_{};
    wxButton* skip_{};
    wxButton* end_{};
    wxString text_;
};

}  // namespace redforge::editor
