// The help window: docs/window.md, next to the main window.
#pragma once

#include <string>

#include <wx/frame.h>
#include <wx/html/htmlwin.h>

namespace redforge::editor {

class HelpWindow : public wxFrame {
public:
    explicit HelpWindow(wxWindow* parent);

    /// Shows the window, scrolled to a heading of the page; an empty one shows the beginning.
    void show(const std::string& heading);
    [[nodiscard]] const std::string& heading() const { return heading_; }
    /// Returns the top of the visible part, in scroll units.
    [[nodiscard]] int scrolled() const;

private:
    wxHtmlWindow* page_{};
    std::string heading_;
};

}  // namespace redforge::editor
