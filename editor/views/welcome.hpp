// What stands in the middle of the window when nothing is open: opening a file, those of the last times, the game's folder.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <wx/panel.h>
#include <wx/sizer.h>

namespace redforge::editor {

class Welcome : public wxPanel {
public:
    explicit Welcome(wxWindow* parent);

    std::function<void()> on_open;
    std::function<void()> on_game;
    std::function<void(const std::string& path)> on_recent;

    /// The files that were opened last, the newest first.
    void show(const std::vector<std::string>& recent);

private:
    wxBoxSizer* files_{};
    std::vector<std::string> recent_;
};

}  // namespace redforge::editor
