// Hooks of plugins and saves for generic editing.
#include "edit/plugin/plugin_hooks.hpp"

#include <memory>

#include <fmt/format.h>

#include "edit/plugin/bookkeeping.hpp"
#include "edit/plugin/cell_offsets.hpp"
#include "edit/plugin/form_names.hpp"
#include "edit/plugin/form_numbers.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/patch_forms.hpp"
#include "edit/plugin/path_grid.hpp"
#include "edit/plugin/plugin_patch.hpp"
#include "edit/plugin/record_file.hpp"
#include "edit/plugin/save_merge.hpp"
#include "edit/plugin/subrecord_order.hpp"
#include "tes/form/form_walk.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::edit {
namespace {

/// Returns the hooks that plugins and saves share: FormIDs, numbered by a list of plugins.
FormatHooks form_hooks()
{
    return {.reference_names = &form_names,
            .is_reference_number = &tes::is_form_text,
            .numbering = &plugins_named_by,
            .is_numbering = &holds_masters,
            .renumber = &renumber_forms,
            .number_name = "FormID",
            .numbering_name = "list of plugins",
            .record_file_line = &plugin_list_of,
            .with_record_file_line = &with_plugin_list,
            .record_file_reader = &with_numbers_of};
}

std::optional<std::string> complete_plugin_edits(Recorder& recorder)
{
    add_missing_counts(recorder);
    std::string note = move_changed_cells(recorder) ? "the cell was moved to the block of its grid" : "";
    if (remove_stale_offsets(recorder) > 0) {
        note += fmt::format("{}the cell offsets (OFST) of the worldspace were removed, because cells move in the file",
                            note.empty() ? "" : "; ");
    }
    return note.empty() ? std::nullopt : std::optional(std::move(note));
}

RecordAdder record_adder(const RecordHandle& root, const LoadContext& context)
{
    const auto added = std::make_shared<AddedRecords>(root, context.services);
    return {[added](const RecordHandle& record, const ListView& siblings) { return added->add(record, siblings); },
            [added](Recorder& recorder) { added->finish(recorder); }};
}

std::optional<std::size_t> position_of_subrecord(const AddedItem& added, bool by_definition)
{
    if (!is_subrecord_list(record_at(added.root, added.node), *added.list)) {
        return std::nullopt;
    }
    const auto position = by_definition ? &defined_position : &subrecord_position;
    return position(added.root, added.node, *added.type, added.size, added.type_at);
}

std::string single_subrecord(const RecordHandle& root, const RecordHandle& parent, const ChildEntry& list,
                             const RecordHandle& item)
{
    return is_subrecord_list(parent, list) ? single_tag(*plugin_of(root), parent, item) : std::string();
}

std::vector<std::size_t> leaders_of_subrecords(const RecordHandle& root, const RecordHandle& parent,
                                               const ListView& list)
{
    return is_subrecord_list(parent, *list.child) ? subrecord_leaders(*plugin_of(root), parent, list)
                                                  : std::vector<std::size_t>();
}

std::string form_of_record(const RecordHandle& record)
{
    return record.type->element == tes::Record::element ? record.find_field("form_id").text() : std::string();
}

constexpr std::uint32_t deleted_flag = 0x20;

bool is_deleted_record(const RecordHandle& record)
{
    return record.type->element == tes::Record::element &&
           (static_cast<const tes::Record*>(record.record)->flags & deleted_flag) != 0;
}

bool is_group(const RecordHandle& record)
{
    return record.type->element == tes::Group::element;
}

OptionalRecords masters_of_patch(const XmlDocument& edits, CodePage page)
{
    return {"header.parts", master_fingerprints(edits, page)};
}

}  // namespace

FormatHooks plugin_hooks()
{
    FormatHooks hooks = form_hooks();
    hooks.complete_edits = &complete_plugin_edits;
    hooks.is_followed = &is_path_points;
    hooks.follow_list = &follow_path_points;
    hooks.record_adder = &record_adder;
    hooks.position_of = &position_of_subrecord;
    hooks.defined_items = &defined_subrecords;
    hooks.common_numbers = &with_common_masters;
    hooks.drop_unused_files = &drop_unused_masters;
    hooks.separate_additions = &with_separate_forms;
    hooks.base_for_additions = &with_groups_of_both;
    hooks.resolve_moves = &resolve_moved_forms;
    hooks.is_deleted = &is_deleted_record;
    hooks.check_merged = &check_merged_plugin;
    hooks.single_key = &single_subrecord;
    hooks.item_leaders = &leaders_of_subrecords;
    hooks.renumbered_like = &renumbered_like;
    hooks.record_number = &form_of_record;
    hooks.patch_sides = &with_patch_masters;
    hooks.optional_records = &masters_of_patch;
    hooks.is_container = &is_group;
    hooks.patch_copy = &patch_plugin;
    hooks.main_line = &repeated_forms_line;
    hooks.find_main_line = &repeated_forms_in;
    return hooks;
}

FormatHooks save_hooks()
{
    FormatHooks hooks = form_hooks();
    hooks.has_named_keys = true;
    hooks.check_merged = &check_merged_save;
    hooks.patch_sides = &patch_sides_of_save;
    hooks.patch_copy = &patch_save;
    return hooks;
}

}  // namespace redforge::edit
