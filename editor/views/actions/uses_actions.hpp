// Names: go to a definition, list or replace uses, and show the objects that a script refers to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <wx/timer.h>

#include "editor/model/session/uses.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

class UsesActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    void connect();

    void go_to_definition();
    void find_uses();
    void replace_everywhere();

    void list_uses(const UsedName& name);
    void show_found(std::vector<Use> found);
    /// Selects the records in the list of uses. Returns false if the list does not have the focus.
    bool select_all_uses();
    /// Counts uses of the selection after a short pause.
    void count_later();
    /// Draws arrows from the selection to the objects in its script.
    void show_reached();

private:
    void go_to_file(const Use& use);
    /// Returns the name at the cursor of the script page, in the selected property line, or of the selected record.
    [[nodiscard]] std::optional<UsedName> current_name() const;
    /// Shows the number of uses of the selection next to the properties.
    void count_uses();
    [[nodiscard]] std::string size_description(const NodeRef& ref) const;

    wxTimer timer_;
};

}  // namespace redforge::editor
