// FormIDs and editor ids of records that are added to a plugin or save.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/recorder.hpp"
#include "editor/model/node_ref.hpp"
#include "tes/form_id_allocator.hpp"

namespace redforge::editor {

/// FormIDs of a document in the course of one step: each of them is that of one record.
class NewForms {
public:
    /// `document`: the one that is being changed.
    explicit NewForms(const edit::Document& document) : document_(document) {}

    /// Gives a new record, and those in its groups, one that nothing else has. A record of a plugin gets a number of the plugin's own, as
    /// FormIdAllocator::take() has it, and an editor id that none of those has, where it has one; a record that was made
    /// while playing, and a change record, the save's next. The header's next number is behind it then. Nothing is
    /// done to other records. Errors: out_of_range (no number is left).
    Status give(edit::Recorder& recorder, const edit::NodePath& node);

    /// Sets the FormID of a record. Errors: those of setting any field; exists (another record has it).
    Status set(edit::Recorder& recorder, const edit::NodePath& node, const FieldEntry& field, std::string_view text);

    /// What is to be done with the FormID of a record that comes from elsewhere.
    enum class Fit : std::uint8_t { none, keep, give };
    /// For a record that is not in the list of that name yet. `none`: it is no form. Errors: exists (a save has a change
    /// record of that form already).
    Result<Fit> fit(std::string_view list, const RecordHandle& record);
    /// The record is in the document now, as `fit` found.
    Status take_in(edit::Recorder& recorder, const edit::NodePath& node, Fit fit);

private:
    Status give_inside(edit::Recorder& recorder, const edit::NodePath& node);
    Status give_in_plugin(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node);
    Status name_copy(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node);
    /// Whether a record of the document, or of that list of a save, has it.
    bool is_taken(std::string_view list, std::uint32_t form_id);
    /// The document's numbers; to be asked for before one of them is changed.
    tes::FormIdAllocator& numbers(const tes::Plugin& plugin);

    const edit::Document& document_;
    std::optional<tes::FormIdAllocator> numbers_;
    std::optional<std::set<std::string>> names_;
};

/// Whether a field is the FormID that a record of the document's own lists is known by.
[[nodiscard]] bool is_own_form_id(const RecordHandle& record, const edit::NodePath& node, const FieldEntry& field);

/// Why there cannot be a second record like this one: a save has one change record for a form. Nothing: there can.
[[nodiscard]] std::optional<Error> only_of_its_form(const NodeInfo& info, const edit::Document& document);

}  // namespace redforge::editor
