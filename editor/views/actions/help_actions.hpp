// Help: the page of the focused pane.
#pragma once

#include <string>

#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class HelpWindow;

class HelpActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Opens the help at the heading of the pane with the focus.
    void show_help();
    /// Opens the help at its beginning.
    void show_contents();
    /// Returns the heading of docs/window.md about the pane with the focus.
    [[nodiscard]] std::string heading_of_focus() const;
    /// Returns the help window; null until the help was opened.
    [[nodiscard]] HelpWindow* window() const { return window_; }

private:
    void open(const std::string& heading);

    HelpWindow* window_{};  ///< a child of the main window, which destroys it
};

}  // namespace redforge::editor
