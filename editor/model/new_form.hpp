// Numbers and names of forms that are added to a plugin.
#pragma once

#include "core/error.hpp"
#include "edit/recorder.hpp"
#include "tes/plugin.hpp"

namespace redforge::editor {

/// Gives a new script or record of a plugin a FormID of the plugin's own that none of those has, from the header's next
/// one on, which is behind it then; and an editor id that none has, where it has one. `plugin`: the document that is
/// being changed. Nothing is done to other records, nor where all numbers are used.
Status give_form_id(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node);

}  // namespace redforge::editor
