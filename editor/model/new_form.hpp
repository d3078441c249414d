// FormIDs and editor ids of records that are added to a plugin or save.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/recorder.hpp"
#include "editor/model/node_ref.hpp"
#include "tes/own_numbers.hpp"

namespace redforge::editor {

/// Gives new records of a document, in the course of one step, FormIDs that nothing else in it has.
class NewForms {
public:
    /// `document`: the one that is being changed.
    explicit NewForms(const edit::Document& document) : document_(document) {}

    /// A script or record of a plugin gets a number of the plugin's own, as OwnNumbers::take() has it, and an editor
    /// id that none of those has, where it has one; a record that was made while playing the save's next. The header's
    /// next number is behind it then. Nothing is done to other records. Errors: out_of_range (no number is left).
    Status give(edit::Recorder& recorder, const edit::NodePath& node);

private:
    Status give_in_plugin(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node);
    Status name_copy(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node);

    const edit::Document& document_;
    std::optional<tes::OwnNumbers> numbers_;
    std::optional<std::set<std::string>> names_;
};

/// Why there cannot be a second record like this one: a save has one change record for a form. Nothing: there can.
[[nodiscard]] std::optional<Error> only_of_its_form(const NodeInfo& info, const edit::Document& document);

}  // namespace redforge::editor
