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
    std::function<void()> on_tour;
    std::function<void(const std::string& path)> on_recent;

    /// Lists the files that were opened last. `recent`: the newest last; it is listed first.
    void show(std::vector<std::string> recent);
    /// Returns the listed files, from above.
    [[nodiscard]] const std::vector<std::string>& recent() const { return recent_; }

private:
    wxBoxSizer* files_{};
    std::vector<std::string> recent_;
};

}  // namespace redforge::editor
