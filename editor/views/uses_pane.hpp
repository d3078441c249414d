// The list of what uses a name: fields of records, and lines of scripts.
#pragma once

#include <functional>
#include <vector>

#include <wx/listctrl.h>

#include "editor/model/uses.hpp"

namespace redforge::editor {

class UsesPane : public wxListView {
public:
    explicit UsesPane(wxWindow* parent);

    std::function<void(const Use&)> on_go;  ///< a person wants to see that one

    void show(std::vector<Use> uses);
    [[nodiscard]] const std::vector<Use>& uses() const { return uses_; }

private:
    void fit();

    std::vector<Use> uses_;
};

}  // namespace redforge::editor
