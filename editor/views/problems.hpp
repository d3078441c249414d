// The problems pane: what was kept as bytes when reading, and what was refused since.
#pragma once

#include <string>
#include <vector>

#include <wx/listctrl.h>

#include "core/raw_fallback.hpp"

namespace redforge::editor {

class ProblemsPane : public wxListView {
public:
    explicit ProblemsPane(wxWindow* parent);

    /// Forgets all of them: another document is shown.
    void clear();
    /// What a reader could not lay out, below all else.
    void show_kept(const RawFallbacks& kept);
    /// Puts a problem on top, unless it stands there already. `topic`: what drop() takes it away by.
    void add(const std::string& topic, const std::string& where, const std::string& what);
    /// A refusal whose topic is what was refused: "Save".
    void add(const std::string& doing, const std::string& message) { add(doing, doing, message); }
    /// The problems of a topic are mended.
    void drop(const std::string& topic);

private:
    struct Line {
        std::string topic;
        std::string where;
        std::string what;
        std::string size;

        friend bool operator==(const Line&, const Line&) = default;
    };

    void show();
    void fit();

    std::vector<Line> lines_;
};

}  // namespace redforge::editor
