// The problems pane: what was kept as bytes when reading, and what was refused since.
#pragma once

#include <string>

#include <wx/listctrl.h>

#include "core/raw_fallback.hpp"

namespace redforge::editor {

class ProblemsPane : public wxListView {
public:
    explicit ProblemsPane(wxWindow* parent);

    /// Begins anew with what a reader could not lay out.
    void show_kept(const RawFallbacks& kept);
    /// Puts a refusal on top, unless it stands there already. `doing` is what was refused: "Save".
    void add(const std::string& doing, const std::string& message);

private:
    void insert(long at, const std::string& where, const std::string& what, const std::string& size);
    void fit();

    bool clean_{};  ///< the only line says that there is nothing
};

}  // namespace redforge::editor
