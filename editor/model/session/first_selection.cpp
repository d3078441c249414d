// Finds the player in a save.
#include "editor/model/session/first_selection.hpp"

#include "edit/path/path.hpp"
#include "tes/save/save.hpp"

namespace redforge::editor {

NodeRef first_selection(const Session& session)
{
    if (edit::get_if<tes::Save>(session.document()) == nullptr) {
        return {};
    }
    // 7 is the player as an actor: level, attributes, skills; 20 is the player in the world: position, inventory.
    for (const char* const path : {"changes[form_id=00000007]", "changes[form_id=00000014]"}) {
        const Result<std::vector<edit::Match>> found = edit::resolve(session.root(), path);
        if (found && !found->empty()) {
            return {found->front().node, {}};
        }
    }
    return session.find("changes").value_or(NodeRef{});
}

}  // namespace redforge::editor
