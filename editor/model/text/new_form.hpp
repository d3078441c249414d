// FormIDs and editor IDs for records that are added to a plugin or save.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/recorder.hpp"
#include "editor/model/text/node_ref.hpp"
#include "tes/form/form_id_allocator.hpp"

namespace redforge::editor {

/// The FormIDs of a document during one step. Each FormID belongs to one record.
class NewForms {
public:
    /// `document`: the document that is edited. `context`: its context, which must outlive this object.
    NewForms(const edit::Document& document, const LoadContext& context) : document_(document), context_(context) {}

    /// Gives a new record, and the records in its groups, unused FormIDs. A plugin record gets a number of the plugin
    /// (see FormIdAllocator::take()) and, if it has an editor ID, a unique one. A created record or change record gets
    /// the next number of the save, and the header is updated. Other records do not change. Errors: out_of_range (no
    /// number is left).
    Status assign_new(edit::Recorder& recorder, const edit::NodePath& node);

    /// Sets the FormID of a record. Errors: those of setting any field; exists (another record has it).
    Status set(edit::Recorder& recorder, const edit::NodePath& node, const FieldEntry& field, std::string_view text);

    /// Treatment of the FormID of a record from another document.
    enum class FormIdTreatment : std::uint8_t { none, keep, assign_new };
    /// Decides how complete_insertion() treats a record that is not yet in the list. `none`: it is not a form. Errors:
    /// exists (the save already has a change record of this form).
    Result<FormIdTreatment> fit(std::string_view list, const RecordHandle& record);
    /// Completes the insertion of a record. `fit`: the result of fit().
    Status complete_insertion(edit::Recorder& recorder, const edit::NodePath& node, FormIdTreatment fit);

private:
    Status assign_new_inside(edit::Recorder& recorder, const edit::NodePath& node);
    Status assign_new_in_plugin(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node);
    Status name_copy(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node);
    /// Returns true if a record of the document, or of this list of a save, has the FormID.
    bool is_taken(std::string_view list, std::uint32_t form_id);
    /// Returns the allocator of the document. Call it before a FormID changes.
    tes::FormIdAllocator& numbers(const tes::Plugin& plugin);

    const edit::Document& document_;
    const LoadContext& context_;
    std::optional<tes::FormIdAllocator> numbers_;
    std::optional<std::set<std::string>> names_;
};

/// Returns true if a field is the FormID that identifies a record in the document's own lists.
[[nodiscard]] bool is_own_form_id(const RecordHandle& record, const edit::NodePath& node, const FieldEntry& field);

/// Returns an error if a second record like this one is impossible, because a save has one change record per form.
[[nodiscard]] std::optional<Error> check_single_change(const NodeInfo& info, const edit::Document& document);

}  // namespace redforge::editor
