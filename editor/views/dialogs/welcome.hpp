// The start page, shown without a document: open a file, recent files, the game folder.
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
