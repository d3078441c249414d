// The list of what a search in all scripts found.
#pragma once

#include <functional>
#include <vector>

#include <wx/listctrl.h>

#include "editor/model/script_page.hpp"

namespace redforge::editor {

class ScriptHits : public wxListView {
public:
    explicit ScriptHits(wxWindow* parent);

    std::function<void(const ScriptHit&)> on_go;  ///< a person wants to see that line

    void show(std::vector<ScriptHit> hits);
    [[nodiscard]] const std::vector<ScriptHit>& hits() const { return hits_; }

private:
    std::vector<ScriptHit> hits_;
};

}  // namespace redforge::editor
