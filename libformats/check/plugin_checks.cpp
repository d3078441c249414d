// Checks of plugins: FormIDs, scripts and their properties, groups, counts. All share one pass over the plugin, which
// parses each record once and releases it.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "check/check.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/plugin/cell_offsets.hpp"
#include "edit/plugin/form_numbers.hpp"
#include "edit/plugin/path_grid.hpp"
#include "edit/plugin/plugin_damage.hpp"
#include "edit/plugin/string_files.hpp"
#include "edit/plugin/subrecord_order.hpp"
#include "obscript/code_frame.hpp"
#include "obscript/code_names.hpp"
#include "tes/archive/game_files.hpp"
#include "tes/definition/defined_subrecord.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/definition/games.hpp"
#include "tes/form/cell_groups.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/form/form_names.hpp"
#include "tes/form/form_walk.hpp"
#include "tes/form/load_order.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/cell_offsets.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::check {
namespace {

/// Lowest object id of a plugin's own records. Lower ids belong to forms that the game's program creates: the player,
/// the first factions.
constexpr std::uint32_t first_number = 0x800;
constexpr std::uint32_t last_light_number = 0xFFF;
constexpr std::uint32_t deleted_flag = 0x20;
constexpr std::int16_t last_properties_version = 5;  ///< last known version of VMAD in Skyrim
constexpr std::uint32_t no_form = 0xFFFFFFFF;
constexpr std::uint32_t quest_script = 1;  ///< type of a script

}  // namespace

/// Collects the problems of a plugin, grouped by check.
class PluginSurvey {
public:
    /// Checks the whole plugin. `around` provides masters and string files; either may be missing.
    PluginSurvey(const RecordHandle& root, const CheckContext& around)
        : root_(root), plugin_(*static_cast<tes::Plugin*>(root.record)),
          names_(plugin_, around.services.find<tes::DataFolder>()), data_(around.services.find<tes::DataFolder>()),
          file_(around.file), masters_(static_cast<std::uint32_t>(tes::masters_of(plugin_).size()))
    {
        if ((plugin_.header.flags & tes::localised_flag) != 0 && !around.file.empty()) {
            strings_ = tes::strings_around(around.file, [this] { return data_; });
        }
        if (tes::is_light(plugin_, around.services) || tes::is_light(plugin_, around.file.string())) {
            light_least_ = tes::first_light_number(plugin_);
        }
        tes::for_each_record(plugin_, [this](const tes::RecordHead& head) {
            types_.emplace(own(head.form_id.value), std::string(head.type));
        });
        edit::NodePath node;
        entries(plugin_.entries, child_of<tes::Plugin>("entries"), nullptr, node);
        report_unlisted_masters();
        report_circular_masters();
        report_script_kinds();
        const tes::Header& header = plugin_.header;
        if (const auto& stored = header.record_count.stored) {
            edit::NodePath place{{root.table().number_of(*root.table().find_child("header")), 0}};
            add("record-count",
                {.node = place,
                 .member = "record_count",
                 .message = fmt::format("{} records and groups; there are {}", *stored, count_),
                 .fix = !edit::find_plugin_damage(plugin_).empty() ? Fix() : [place](edit::Recorder& recorder) {
                     const RecordHandle at = edit::record_at(recorder.root(), place);
                     return recorder.set(place, *at.table().find_field("record_count"), std::string_view());
                 }});
        }
    }

    void add_findings(Report& report)
    {
        for (Finding& finding : found_[report.check->id]) {
            report.add(finding);
        }
    }

private:
    template <class T>
    static std::uint32_t child_of(std::string_view name)
    {
        const FieldTable& table = record_type<T>().tables.front();
        return table.number_of(*table.find_child(name));
    }

    static std::string text_of(const FixedText<4>& type)
    {
        return encode_text(tes::signature_of(type), CodePage::cp1252);
    }

    void add(std::string_view check, Finding finding) { found_[check].push_back(std::move(finding)); }

    /// Normalises the FormID of one of the plugin's own records, whose first byte may be any value from the number of
    /// masters on. Returns other FormIDs unchanged.
    [[nodiscard]] std::uint32_t own(std::uint32_t form_id) const
    {
        return form_id >> 24U < masters_ ? form_id : (masters_ << 24U) | (form_id & tes::number_bits);
    }

    // ------------------------------------------------------------------------------------------------------- the tree

    void entries(tes::Entries& list, std::uint32_t child, const tes::Group* group, edit::NodePath& node)
    {
        const bool was_made = list.is_decoded();
        tes::EntryList& all = list.get();
        groups_.push_back(group);
        for (std::size_t i = 0; i < all.size(); ++i) {
            node.push_back({child, static_cast<std::uint32_t>(i)});
            if (auto* const record = std::get_if<tes::Record>(&all[i])) {
                ++count_;
                check_group(*record, group, node);
                check_record(*record, node);
                for (std::size_t g = 0; g < record->groups.size(); ++g) {
                    ++count_;
                    node.push_back({child_of<tes::Record>("groups"), static_cast<std::uint32_t>(g)});
                    entries(record->groups[g].entries, child_of<tes::Group>(""), &record->groups[g], node);
                    node.pop_back();
                }
            } else if (auto* const inner = std::get_if<tes::Group>(&all[i])) {
                ++count_;
                entries(inner->entries, child_of<tes::Group>(""), inner, node);
            }
            node.pop_back();
        }
        groups_.pop_back();
        if (!was_made && list.has_source()) {
            list.release_decoded();
        }
    }

    /// Reports a cell in a wrong block or sub-block.
    void check_blocks(const tes::Record& cell, const tes::Group& sub_block, const edit::NodePath& node)
    {
        const std::optional<tes::CellBlocks> blocks = tes::blocks_of(cell, sub_block);
        const tes::Group* const block = groups_.size() < 2 ? nullptr : groups_[groups_.size() - 2];
        if (!blocks || block == nullptr ||
            (tes::has_equal_label(blocks->block, *block) && tes::has_equal_label(blocks->sub_block, sub_block))) {
            return;
        }
        const bool is_interior = sub_block.type == static_cast<std::uint32_t>(tes::GroupType::interior_sub_block);
        const auto label = [&](const tes::Group& group) {
            return is_interior ? std::to_string(group.number) : fmt::format("{},{}", group.x, group.y);
        };
        add("cell-group",
            {.node = node,
             .message = fmt::format("in block {}, sub-block {}; {} belongs to block {}, sub-block {}", label(*block),
                                    label(sub_block),
                                    is_interior ? fmt::format("the object id {}", cell.form_id.value & tes::number_bits)
                                                : std::string("its grid"),
                                    label(blocks->block), label(blocks->sub_block)),
             .fix =
                 [](edit::Recorder& recorder) {
                     edit::move_cells(recorder, [](tes::FormId) { return true; });
                     return Status{};
                 },
             .reorders = true});
    }

    /// Reports a reference whose flag `persistent` contradicts its group.
    void check_persistence(const tes::Record& reference, const tes::Group& group, const edit::NodePath& node)
    {
        constexpr std::uint32_t persistent_flag = 0x400;
        const bool is_persistent = (reference.flags & persistent_flag) != 0;
        const auto type = static_cast<tes::GroupType>(group.type);
        if ((type == tes::GroupType::persistent && !is_persistent) ||
            (type == tes::GroupType::temporary && is_persistent)) {
            add("reference-group",
                {.node = node,
                 .member = "flags",
                 .message = is_persistent ? "persistent, in the group of temporary references"
                                          : "not persistent, in the group of persistent references"});
        }
    }

    /// Reports a record that is in no group, or in the top group of another type.
    void check_group(const tes::Record& record, const tes::Group* group, const edit::NodePath& node)
    {
        if (group == nullptr) {
            add("record-outside-group",
                {.node = node, .message = fmt::format("a {} that is in no group", text_of(record.type))});
        } else if (group->type == 0 && group->label != record.type) {
            add("record-outside-group",
                {.node = node,
                 .message = fmt::format("a {} in the group of {}", text_of(record.type), text_of(group->label))});
        } else if (record.type == "CELL") {
            check_blocks(record, *group, node);
        } else if (record.type == "REFR" || record.type == "ACHR" || record.type == "ACRE") {
            check_persistence(record, *group, node);
        }
    }

    void check_record(tes::Record& record, edit::NodePath& node)
    {
        const std::uint32_t form_id = record.form_id.value;
        const auto [first, is_new] = seen_.emplace(own(form_id), node);
        if (!is_new) {
            add("form-id-twice",
                {.node = node,
                 .member = "form_id",
                 .message = fmt::format("{} has {:08X} too", edit::path_text(root_, first->second), form_id)});
        }
        check_master(form_id, node, "form_id");
        check_injection(record, node);
        check_editor_id(record, node);
        const std::uint32_t object_id = form_id & tes::number_bits;
        if (light_least_ && form_id >> 24U >= masters_ &&
            (object_id < *light_least_ || object_id > last_light_number)) {
            add("light-range", {.node = node,
                                .member = "form_id",
                                .message = fmt::format("{:X} is outside {:X} to {:X}, the range of a light plugin",
                                                       object_id, *light_least_, last_light_number)});
        }
        if (const std::string master = equals_master_record(record); !master.empty()) {
            add("same-as-master",
                {.node = node, .message = fmt::format("{} has the same record with equal content", master)});
        }
        const std::string_view type = record.type.view();
        if ((record.flags & deleted_flag) != 0 && (type == "REFR" || type == "ACHR" || type == "ACRE")) {
            add("deleted-reference",
                {.node = node, .member = "flags", .message = "a script or package that names it makes the game crash"});
        }
        const bool was_made = record.subrecords.is_decoded();
        const MixedList& list = record.subrecords.get();
        for (std::size_t i = 0; i < list.size(); ++i) {
            node.push_back({child_of<tes::Record>("subrecords"), static_cast<std::uint32_t>(i)});
            if (const auto* const script = list.get_if<tes::Script>(i);
                script != nullptr && plugin_.header_size == 20) {
                check_code(*script, node);
            } else if (const RecordHandle subrecord = list[i].handle(CodePage::cp1252);
                       subrecord.type->element == tes::properties_element) {
                check_version(subrecord.find_field("version"), node);
            }
            if (const auto* const bytes = list.get_if<tes::Subrecord>(i)) {
                check_layout(record, *bytes, node);
            }
            if (plugin_.header_size == 20) {
                note_script(record, list[i].handle(CodePage::cp1252), node);
            }
            check_fields(list[i].handle(CodePage::cp1252), node);
            check_named_files(list, i, node);
            node.pop_back();
        }
        check_counts(list, node);
        check_missing_counts(record, list, node);
        check_repeated(record, node);
        check_order(record, node);
        if (type == "PGRD" || type == "ROAD") {
            check_path_grid(record, node);
        }
        if (!was_made && record.subrecords.has_source()) {
            record.subrecords.release_decoded();
        }
    }

    /// Reports a VMAD of a version that Skyrim does not read.
    void check_version(const FieldView& version, const edit::NodePath& node)
    {
        if (version.number() > last_properties_version) {
            add("properties-version",
                {.node = node,
                 .member = "version",
                 .message = fmt::format("version {}; Skyrim reads up to {}", version.text(), last_properties_version)});
        }
    }

    /// Reports a record with a FormID in the range of a master that has no such record.
    void check_injection(const tes::Record& record, const edit::NodePath& node)
    {
        const tes::FormId form = record.form_id;
        const tes::MasterFile* const master =
            form.value >> 24U < masters_ && (form.value & tes::number_bits) >= first_number ? names_.master_of(form)
                                                                                            : nullptr;
        if (master != nullptr && !master->form(master->to_own_numbering(form))) {
            add("injected-record",
                {.node = node,
                 .member = "form_id",
                 .message = fmt::format("{:08X} is in the range of {}, which does not have it", form.value,
                                        encode_text(tes::masters_of(plugin_)[form.value >> 24U], CodePage::cp1252))});
        }
    }

    /// Reports two forms with the same editor ID.
    void check_editor_id(const tes::Record& record, const edit::NodePath& node)
    {
        if (record.editor_id.bytes.empty()) {
            return;
        }
        const auto [first, is_new] = editor_ids_.emplace(lower(record.editor_id.bytes), record.form_id.value);
        if (!is_new && own(first->second) != own(record.form_id.value)) {
            add("editor-id-twice", {.node = node,
                                    .member = "editor_id",
                                    .message = fmt::format("{:08X} is called {} too", first->second,
                                                           encode_text(record.editor_id.bytes, root_.page))});
        }
    }

    /// Stores the type of a script, or the script of a record, for report_script_kinds().
    void note_script(const tes::Record& record, const RecordHandle& subrecord, const edit::NodePath& node)
    {
        if (const auto* const script = subrecord.type == &record_type<tes::Script>()
                                           ? static_cast<const tes::Script*>(subrecord.record)
                                           : nullptr;
            script != nullptr && record.type == "SCPT") {
            quest_scripts_[own(record.form_id.value)] = script->type == quest_script;
        } else if (subrecord.type->element == "script") {
            if (const FieldView form = subrecord.find_field("form_id")) {
                script_uses_.push_back(
                    {node, static_cast<const tes::FormId*>(form.value)->value, record.type == "QUST"});
            }
        }
    }

    void report_script_kinds()
    {
        for (const ScriptUse& use : script_uses_) {
            const auto found = quest_scripts_.find(own(use.form_id));
            if (found != quest_scripts_.end() && use.is_quest != found->second) {
                add("script-kind",
                    {.node = use.node,
                     .member = "form_id",
                     .message = use.is_quest ? "the script of a quest has another type than quest"
                                             : "a script of type quest on a record that is not a quest"});
            }
        }
    }

    /// Reports positions and rotations that are NaN or infinite.
    void check_form_number(const FieldView& field, const edit::NodePath& node)
    {
        const std::string text = field.text();
        if (text.find_first_of("NI") != std::string::npos) {  // NAN, INF
            add("no-number",
                {.node = node, .member = field.name(), .message = fmt::format("{} is not a place in the world", text)});
        }
    }

    /// Reports repeated subrecords that the definition allows once.
    void check_repeated(tes::Record& record, const edit::NodePath& node)
    {
        const RecordHandle owner = handle_of(record, CodePage::cp1252);
        const MixedList& list = record.subrecords.get();
        std::set<std::string> tags;
        if (!record.editor_id.bytes.empty()) {
            tags.insert("EDID");
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string tag = edit::single_tag(plugin_, owner, list[i].handle(CodePage::cp1252));
            if (tag.empty() || tags.insert(tag).second) {
                continue;
            }
            edit::NodePath place = node;
            place.push_back({child_of<tes::Record>("subrecords"), static_cast<std::uint32_t>(i)});
            add("repeated-subrecord",
                {.node = place,
                 .message = fmt::format("a second {}; a {} has one", encode_text(tag, CodePage::cp1252),
                                        text_of(record.type))});
        }
    }

    /// Reports the first subrecord that is out of order: the definition has it before an earlier one.
    void check_order(const tes::Record& record, const edit::NodePath& node)
    {
        const std::optional<edit::MisplacedSubrecord> found = edit::misplaced_subrecord(plugin_, record);
        if (found) {
            edit::NodePath place = node;
            place.push_back({child_of<tes::Record>("subrecords"), static_cast<std::uint32_t>(found->index)});
            add("subrecord-order",
                {.node = place,
                 .message = fmt::format("{} after {}; a {} has it before", encode_text(found->tag, CodePage::cp1252),
                                        encode_text(found->before, CodePage::cp1252), text_of(record.type))});
        }
    }

    void check_path_grid(tes::Record& record, const edit::NodePath& node)
    {
        const RecordHandle owner = handle_of(record, CodePage::cp1252);
        if (auto found = edit::find_path_grid_problem(owner.find_list("subrecords"))) {
            edit::NodePath place = node;
            place.push_back({child_of<tes::Record>("subrecords"), static_cast<std::uint32_t>(found->subrecord)});
            add("path-grid", {.node = place, .member = std::move(found->member), .message = std::move(found->message)});
        }
    }

    /// Reports bytes of a subrecord that its definition does not fit.
    void check_layout(const tes::Record& record, const tes::Subrecord& subrecord, const edit::NodePath& node)
    {
        const std::string_view tag = tes::signature_of(subrecord.type);
        const auto& layouts = tes::definitions_of(plugin_.header_size).find(tes::signature_of(record.type), tag);
        const bool fits_anywhere = std::ranges::any_of(layouts, [](const tes::DefinedSubrecord* layout) {
            return layout->contexts.empty() && layout->behind.empty() && layout->letters.empty();
        });
        // Empty texts have no bytes.
        if (fits_anywhere && !subrecord.data.empty() && tes::has_definitions(tes::game_of(plugin_))) {
            add("subrecord-layout",
                {.node = node,
                 .member = "data",
                 .message = fmt::format("{} bytes do not fit the layout of {} in a {}", subrecord.data.size(),
                                        encode_text(tag, CodePage::cp1252), text_of(record.type))});
        }
    }

    /// Reports stored counts that differ from the number of subrecords. The fix removes the stored count.
    void check_counts(const MixedList& list, const edit::NodePath& node)
    {
        for (const tes::SubrecordCount& count : tes::find_counts(list, plugin_.header_size)) {
            if (!count.stored || static_cast<std::uint64_t>(*count.stored) == count.value) {
                continue;
            }
            edit::NodePath place = node;
            place.push_back({child_of<tes::Record>("subrecords"), static_cast<std::uint32_t>(count.index)});
            add("wrong-count",
                {.node = place,
                 .member = count.field->name,
                 .message = fmt::format("{}; the number of {} is {}", *count.stored, count.counted, count.value),
                 .fix = [place, name = count.field->name](edit::Recorder& recorder) {
                     const RecordHandle at = edit::record_at(recorder.root(), place);
                     return recorder.set(place, *at.table().find_field(name), std::string_view());
                 }});
        }
    }

    /// Reports subrecords without the subrecord that counts them. The fix inserts or moves it, if it has no other
    /// values.
    void check_missing_counts(const tes::Record& record, const MixedList& list, const edit::NodePath& node)
    {
        for (const tes::MissingCount& count :
             tes::find_missing_counts(list, tes::signature_of(record.type), plugin_.header_size)) {
            edit::NodePath place = node;
            place.push_back({child_of<tes::Record>("subrecords"), static_cast<std::uint32_t>(count.first)});
            check::Finding finding{.node = place,
                                   .message = fmt::format("no {} before it; the number of {} is {}", count.count->tag,
                                                          count.counted, count.value)};
            if (edit::is_only_count(count)) {
                finding.fix = [node, count](edit::Recorder& recorder) {
                    edit::insert_count(recorder, node, count);
                    return Status{};
                };
            }
            add("wrong-count", std::move(finding));
        }
    }

    /// Returns the name of the master whose record is identical. Returns an empty text if the record differs, or the
    /// master is not available.
    [[nodiscard]] std::string equals_master_record(const tes::Record& record) const
    {
        const std::uint32_t owner = record.form_id.value >> 24U;
        const std::vector<std::string_view> masters = tes::masters_of(plugin_);
        if (data_ == nullptr || owner >= masters_ || !record.groups.empty()) {
            return {};
        }
        for (std::uint32_t place = masters_; place-- > owner;) {
            const tes::MasterFile* const file = data_->master(masters[place]);
            const std::vector<std::string_view> its = file == nullptr ? masters : tes::masters_of(file->plugin());
            const bool numbers_alike =  // its FormIDs have the same meaning as here
                file != nullptr && its.size() == place &&
                std::ranges::equal(its, std::span(masters).first(place),
                                   [](std::string_view a, std::string_view b) { return equals_ignore_case(a, b); });
            if (!numbers_alike) {
                return {};
            }
            if (const auto there = file->form(record.form_id)) {
                return equals(record, *there, *file, masters[place]) ? encode_text(masters[place], CodePage::cp1252)
                                                                     : std::string();
            }
        }
        return {};
    }

    /// `name`: file name of the master.
    bool equals(const tes::Record& record, const tes::MasterFile::Form& form, const tes::MasterFile& file,
                std::string_view name) const
    {
        const tes::Frame frame{form.bytes};
        if (form.type != record.type.view() || ((frame.flags() ^ record.flags) & ~tes::compressed_flag) != 0 ||
            file.editor_id(record.form_id) != record.editor_id.bytes) {
            return false;
        }
        tes::Record other = record;
        other.subrecords = tes::Subrecords({file.plugin().entries.source().file, form.bytes, {}, 0});
        const bool is_localised = (plugin_.header.flags & tes::localised_flag) != 0;
        const bool is_master_localised = (file.plugin().header.flags & tes::localised_flag) != 0;
        if (!is_localised && !is_master_localised) {
            return same_record(record_type<tes::Record>(), &other, &record);
        }
        // Numbers of two plugins have different meanings.
        tes::Record own = record;
        CodePage page{};
        CodePage page_of_other{};
        if ((is_localised && !edit::replace_numbers(own, strings_ ? strings_() : nullptr, {}, page)) ||
            (is_master_localised && !edit::replace_numbers(other, &texts_of_master(name), {}, page_of_other))) {
            return false;
        }
        return same_record(record_type<tes::Record>(), &other, &own);
    }

    /// Returns the texts of a localised master.
    const tes::StringTexts& texts_of_master(std::string_view name) const
    {
        std::unique_ptr<const tes::StringTexts>& texts = master_texts_[std::string(name)];
        if (texts == nullptr) {
            texts = std::make_unique<const tes::StringTexts>(
                data_->folders(), std::filesystem::path(encode_text(name, CodePage::cp1252)).stem().string());
        }
        return *texts;
    }

    // ------------------------------------------------------------------------------------------------- FormIDs, names

    void check_fields(const RecordHandle& record, edit::NodePath& node)
    {
        const FieldTable& table = record.table();
        for (const FieldEntry& field : table.fields) {
            if (field.info.refers_to == Target::form && tes::is_form(record.field(field))) {
                check_form_id(field, *static_cast<const tes::FormId*>(record.field(field).value), node);
            } else if (field.info.refers_to == Target::string && strings_) {
                check_string(record.field(field), node);
            } else if (field.name.starts_with("position.") || field.name.starts_with("rotation.")) {
                check_form_number(record.field(field), node);
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::group) {
                node.push_back({table.number_of(child), 0});
                check_fields(record.group(child), node);
                node.pop_back();
            } else if (child.kind == ChildEntry::Kind::list) {
                const ListView list = record.list(child);
                const bool is_named = child.name == "properties" || child.name == "scripts";
                std::map<std::string, std::size_t> names;
                for (std::size_t i = 0; i < list.size(); ++i) {
                    const RecordHandle each = list.at(i);
                    node.push_back({table.number_of(child), static_cast<std::uint32_t>(i)});
                    if (const FieldView name = is_named ? each.find_field("name") : FieldView{}) {
                        check_name(name, i, names, node);
                    }
                    check_fields(each, node);
                    node.pop_back();
                }
            }
        }
    }

    /// Reports models and scripts that the game does not have. Reports none without the archives of the game.
    void check_named_files(const MixedList& list, std::size_t index, const edit::NodePath& node)
    {
        if (data_ == nullptr) {
            return;
        }
        const RecordHandle subrecord = list[index].handle(CodePage::cp1252);
        if (subrecord.type->element == tes::properties_element) {
            const ListView scripts = subrecord.find_list("scripts");
            edit::NodePath script = node;
            script.push_back({subrecord.table().number_of(*scripts.child), 0});
            for (; script.back().index < scripts.size(); ++script.back().index) {
                const FieldView name = scripts.at(script.back().index).find_field("name");
                std::string file = static_cast<const Text*>(name.value)->bytes;
                std::ranges::replace(file, ':', '/');  // Fallout 4: the folder of a script is before a colon
                check_file(fmt::format("scripts/{}.pex", file), script, "name");
            }
            return;
        }
        const tes::DefinedSubrecord* const defined = tes::definitions_of(plugin_.header_size).of(*subrecord.type);
        if (defined == nullptr) {
            return;
        }
        for (const tes::DefinedSubrecord::NamedFile& each : defined->named_files) {
            const FieldEntry& field = subrecord.table().fields[each.field];
            const std::string text = subrecord.has(field) ? subrecord.field(field).text() : std::string();
            const Result<std::string> name = decode_text(text, CodePage::cp1252);
            constexpr std::string_view tree = ".spt";  // trees of Oblivion are in another folder
            if (name && !name->empty() && !lower(*name).ends_with(tree)) {
                std::string path = each.pattern;
                path.replace(path.find('*'), 1, *name);
                std::ranges::replace(path, '\\', '/');
                check_file(path, node, std::string(field.name));
            }
        }
    }

    /// Lists the files of the game. Lists none if the folders do not contain a master of the plugin, because then they
    /// can be folders of another game.
    void list_game_files()
    {
        static const tes::GameFiles none{std::vector<std::filesystem::path>{}};
        const auto is_known = [this](std::string_view master) { return data_->master(master) != nullptr; };
        if (std::ranges::none_of(tes::masters_of(plugin_), is_known)) {
            game_files_ = &none;
            return;
        }
        std::error_code ignored;
        game_files_ = &data_->game_files(std::filesystem::absolute(file_, ignored).parent_path());
        for (const std::string& problem : game_files_->problems()) {
            add("missing-file", {.message = problem});
        }
    }

    /// Reports a file that the game does not have.
    void check_file(const std::string& path, const edit::NodePath& node, std::string member)
    {
        if (game_files_ == nullptr) {
            list_game_files();
        }
        if (game_files_->has_archived(std::string_view(path).substr(0, path.find('/'))) && !game_files_->has(path)) {
            add("missing-file", {.node = node,
                                 .member = std::move(member),
                                 .message = fmt::format("no folder and no archive of the game has {}",
                                                        encode_text(path, CodePage::cp1252))});
        }
    }

    /// Reports the id of a string that no string file has.
    void check_string(const FieldView& field, const edit::NodePath& node)
    {
        const tes::StringTexts* const texts = strings_();
        const auto id = field.entry->ops->get_integer(field.value);
        if (texts == nullptr || texts->has_no_files() || !id || *id == 0 ||
            texts->has(static_cast<std::uint32_t>(*id))) {
            return;
        }
        add("missing-string", {.node = node,
                               .member = field.name(),
                               .message = fmt::format("no file of strings has string {} (0x{:08X})", *id, *id)});
    }

    void check_name(const FieldView& name, std::size_t index, std::map<std::string, std::size_t>& names,
                    const edit::NodePath& node)
    {
        const auto [first, is_new] = names.emplace(upper(name.text()), index);
        if (!is_new) {
            edit::NodePath other = node;
            other.back().index = static_cast<std::uint32_t>(first->second);
            add("property-twice", {.node = node,
                                   .member = "name",
                                   .message = fmt::format("{} is {} too", edit::path_text(root_, other), name.text())});
        }
    }

    /// Records a FormID whose first byte is too large. report_unlisted_masters() reports one FormID for each such byte.
    void check_master(std::uint32_t form_id, const edit::NodePath& node, const std::string& member)
    {
        if (form_id >> 24U > masters_) {
            auto& [count, first, first_node, first_member] = unlisted_[form_id >> 24U];
            if (++count == 1) {
                first = form_id;
                first_node = node;
                first_member = member;
            }
        }
    }

    void report_unlisted_masters()
    {
        for (const auto& [master, seen] : unlisted_) {
            add("unlisted-master",
                {.node = seen.node,
                 .member = seen.member,
                 .message = fmt::format("{:08X} is of master {}; the plugin has {}{}", seen.form_id, master, masters_,
                                        seen.count == 1 ? "" : fmt::format(" ({} FormIDs begin so)", seen.count))});
        }
    }

    void report_circular_masters()
    {
        const std::string own_name = tes::plugin_file_name(file_);
        const auto& parts = plugin_.header.parts;
        for (std::size_t i = 0; i < parts.size() && data_ != nullptr && tes::is_plugin_name(own_name); ++i) {
            const auto* const master = std::get_if<tes::Master>(&parts[i]);
            if (master == nullptr) {
                continue;
            }
            const bool is_itself = equals_ignore_case(master->name.bytes, own_name);
            const std::vector<std::string> chain =
                is_itself ? std::vector{own_name} : tes::masters_between(*data_, master->name.bytes, own_name);
            if (chain.empty()) {
                continue;
            }
            std::string by;
            for (std::size_t k = 1; k + 1 < chain.size(); ++k) {
                by += fmt::format("{}{}", by.empty() ? " by " : ", ", encode_text(chain[k], CodePage::cp1252));
            }
            add("circular-master",
                {.node = {{child_of<tes::Plugin>("header"), 0},
                          {child_of<tes::Header>("parts"), static_cast<std::uint32_t>(i)}},
                 .member = "name",
                 .message = is_itself ? "the plugin is its own master"
                                      : fmt::format("{} depends on the plugin{}",
                                                    encode_text(chain.front(), CodePage::cp1252), by)});
        }
    }

    void check_form_id(const FieldEntry& field, tes::FormId form, const edit::NodePath& node)
    {
        const std::uint32_t form_id = form.value;
        if (form_id == 0 || form_id == no_form) {
            return;
        }
        check_master(form_id, node, field.name);
        const auto found = types_.find(own(form_id));
        const tes::MasterFile* const master = found == types_.end() ? names_.master_of(form) : nullptr;
        const auto there = master == nullptr ? std::nullopt : master->form(master->to_own_numbering(form));
        if (found == types_.end() && !there) {
            const bool is_own = form_id >> 24U >= masters_;
            if ((is_own || master != nullptr) && (form_id & tes::number_bits) >= first_number) {
                add("missing-form", {.node = node,
                                     .member = field.name,
                                     .message = fmt::format("no record of {} has {:08X}",
                                                            is_own ? "the plugin" : "its master", form_id)});
            }
            return;
        }
        const std::string type = there ? there->type : found->second;
        const std::string_view types = tes::types_named_by(field.info);
        if (!types.empty() && types.find(type) == std::string_view::npos) {
            add("form-type", {.node = node,
                              .member = field.name,
                              .message = fmt::format("{:08X} is a {}, not {}", form_id, type, one_of(types))});
        }
    }

    /// Formats a list of record types: "ARMO WEAP" becomes "ARMO or WEAP".
    static std::string one_of(std::string_view types)
    {
        std::string words(types);
        for (std::size_t at = words.find(' '); at != std::string::npos; at = words.find(' ', at + 4)) {
            words.replace(at, 1, " or ");
        }
        return words;
    }

    // ------------------------------------------------------------------------------------------------------ scripts

    void check_code(const tes::Script& script, const edit::NodePath& node)
    {
        std::map<std::uint32_t, std::size_t> indices;
        for (std::size_t i = 0; i < script.variables.size(); ++i) {
            const tes::Variable& variable = script.variables[i];
            const auto [first, is_new] = indices.emplace(variable.index, i);
            if (!is_new) {
                edit::NodePath place = node;
                place.push_back({child_of<tes::Script>("variables"), static_cast<std::uint32_t>(i)});
                add("variable-twice",
                    {.node = place,
                     .member = "index",
                     .message = fmt::format("{} has index {} too",
                                            encode_text(script.variables[first->second].name.bytes, CodePage::cp1252),
                                            variable.index)});
            }
        }
        for (std::size_t i = 0; i < script.references.size(); ++i) {
            const auto* const local = std::get_if<tes::VariableReference>(&script.references[i]);
            if (local != nullptr && !indices.contains(local->variable)) {
                edit::NodePath place = node;
                place.push_back({child_of<tes::Script>("references"), static_cast<std::uint32_t>(i)});
                add("script-names", {.node = place,
                                     .member = "variable",
                                     .message = fmt::format("the script has no variable {}", local->variable)});
            }
        }
        ByteView rest;
        std::set<std::string> lost;
        for (const obscript::Statement& statement : obscript::split_statements(script.compiled, rest)) {
            const auto check_reference_number = [&](std::uint16_t number) {
                if (number > script.references.size()) {
                    lost.insert(fmt::format("the code names reference {}; the script has {}", number,
                                            script.references.size()));
                }
            };
            check_reference_number(statement.prefix.value_or(0));
            for (const obscript::CodeName& name : obscript::names_in(statement).names) {
                using Kind = obscript::CodeName::Kind;
                check_reference_number(name.owner);
                if (name.kind == Kind::form || name.kind == Kind::global) {
                    check_reference_number(name.number);
                } else if (name.kind == Kind::variable && name.owner == 0 && !indices.contains(name.number)) {
                    lost.insert(fmt::format("the code names variable {}, which the script does not have", name.number));
                }
            }
        }
        for (const std::string& message : lost) {
            add("script-names", {.node = node, .member = "compiled", .message = message});
        }
    }

    /// FormIDs whose first byte is larger than the number of masters.
    struct Unlisted {
        std::size_t count{};
        std::uint32_t form_id{};  ///< the first of them, and its position
        edit::NodePath node;
        std::string member;
    };

    RecordHandle root_;
    tes::Plugin& plugin_;
    tes::FormNames names_;
    /// A record with a script.
    struct ScriptUse {
        edit::NodePath node;
        std::uint32_t form_id{};  ///< FormID of the script
        bool is_quest{};
    };
    std::vector<ScriptUse> script_uses_;
    std::unordered_map<std::uint32_t, bool> quest_scripts_;      ///< scripts by FormID: true for type quest
    std::unordered_map<std::string, std::uint32_t> editor_ids_;  ///< lower-case editor ID -> FormID of its first record
    const tes::DataFolder* data_;
    std::filesystem::path file_;
    /// Files in the folders of data_ and in the plugin's folder. Null until a record names a file.
    const tes::GameFiles* game_files_{};
    std::function<const tes::StringTexts*()> strings_;  ///< string files; empty if not localised, or without a path
    mutable std::map<std::string, std::unique_ptr<const tes::StringTexts>> master_texts_;  ///< by file name
    std::optional<std::uint32_t> light_least_;  ///< smallest object id of a light plugin; nullopt for others
    std::uint32_t masters_;
    std::unordered_map<std::uint32_t, std::string> types_;    ///< record types by FormID
    std::unordered_map<std::uint32_t, edit::NodePath> seen_;  ///< path of the first record by FormID
    std::map<std::string_view, std::vector<Finding>> found_;  ///< findings by check id
    std::map<std::uint32_t, Unlisted> unlisted_;
    std::vector<const tes::Group*> groups_;  ///< groups around the current record; the plugin is null
    std::size_t count_{};                    ///< number of records and groups
};

void find_wrong_cell_offsets(Report& report)
{
    const auto& plugin = report.root_as<tes::Plugin>();
    std::set<std::uint32_t> worlds;  // with offsets
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) {
        if (head.type == "WRLD" && head.has("OFST")) {
            worlds.insert(head.form_id.value);
        }
    });
    const Result<Bytes> bytes = worlds.empty() ? Result<Bytes>(fail({})) : report.document().write();
    if (!bytes) {
        return;
    }
    std::set<std::uint32_t> wrong;
    for (const tes::FormId world : tes::find_wrong_offsets(*bytes, plugin.header_size)) {
        wrong.insert(world.value);
    }
    tes::find_records(
        plugin, [&](const tes::RecordHead& head) { return head.type == "WRLD" && wrong.contains(head.form_id.value); },
        [&](const tes::Record& record, const std::vector<Step>& steps) {
            const edit::NodePath node(steps.begin(), steps.end());
            const std::optional<std::size_t> index = edit::find_cell_offsets(plugin, record);
            report.add({.node = node,
                        .message = "an offset in OFST is not that of a cell",
                        .fix = !index ? Fix() : [node, index](edit::Recorder& recorder) {
                            const RecordHandle at = edit::record_at(recorder.root(), node);
                            recorder.erase(node, *at.table().find_child("subrecords"), {*index});
                            return Status{};
                        }});
            return true;
        });
}

void find_in_plugin(Report& report)
{
    const auto make = [&] { return std::make_shared<PluginSurvey>(report.root(), report.around()); };
    report.shared<PluginSurvey>(make).add_findings(report);
}

std::span<const Check> plugin_checks()
{
    static constexpr Check rows[]{
        {"form-id-twice", Severity::error, "Two records with one FormID",
         "The game loads only the last of them, even if their types differ.", "plugin", "", &find_in_plugin},
        {"editor-id-twice", Severity::error, "Two forms with one editor ID",
         "The game and its editor find a record by its editor ID, ignoring case. They find only one of the two.",
         "plugin", "", &find_in_plugin},
        {"injected-record", Severity::note, "A record in the range of a master that does not have it",
         "The first byte of the FormID names a master, and this master has no record with the number. Some plugins "
         "inject records into a master so that others find them. If that is not intended, give the record a FormID of "
         "the plugin itself: a later version of the master may use the number.",
         "plugin", "the masters", &find_in_plugin},
        {"no-number", Severity::error, "A position or rotation that is not a number",
         "The game cannot place the record, or crashes. NaN and infinite values come from damaged files and from tools "
         "that divide by 0.",
         "plugin", "", &find_in_plugin},
        {"script-kind", Severity::warning, "A script of another type than its record needs",
         "In Oblivion, a quest needs a script of type quest, and other records need one of type object. The game does "
         "not run other scripts as intended. Set the `type` of the script.",
         "plugin", "", &find_in_plugin},
        {"unlisted-master", Severity::warning, "A FormID of a master that the plugin does not list",
         "The first byte of a FormID is an index into the list of masters. The index after the last master is the "
         "plugin itself. The game treats a larger index as the plugin itself, too. A master that is added later "
         "changes the meaning of the FormID.",
         "plugin", "", &find_in_plugin},
        {"circular-master", Severity::error, "A master that depends on the plugin itself",
         "The game loads the masters of a plugin before the plugin. Plugins that are masters of each other, directly "
         "or "
         "by other plugins, have no valid order. Remove the master from one of them.",
         "plugin", "the masters", &find_in_plugin},
        {"missing-form", Severity::warning, "A FormID that no record has",
         "A field, property or script names a record of the plugin, or of an available master, that does not exist. "
         "The game treats the value as no record.",
         "plugin", "", &find_in_plugin},
        {"form-type", Severity::warning, "A FormID of a record whose type does not fit the field",
         "The game ignores such a FormID, or crashes. The check knows the records of the plugin and of its available "
         "masters.",
         "plugin", "", &find_in_plugin},
        {"same-as-master", Severity::note, "A record that is identical to its master's record",
         "The plugin overrides a record of a master and changes nothing in it. The record undoes the changes of "
         "plugins that load earlier. An editor can leave such a record when the user only looks at it. Remove the "
         "record, unless it is intended. The check compares with the last master that has the record. It skips records "
         "that contain others (worldspaces, cells, topics).",
         "plugin", "the masters", &find_in_plugin},
        {"record-outside-group", Severity::error, "A record outside the group of its type",
         "The game and its editor find a record only in the top group of its type. Other records are lost.", "plugin",
         "", &find_in_plugin},
        {"cell-group", Severity::error, "A cell in the block of other cells",
         "An interior cell is in the block and sub-block of the last two decimal digits of its object id, and an "
         "exterior cell in those of its grid: 32 x 32 cells, and 8 x 8 cells. The game looks for the cell there. The "
         "fix moves the cell with its references.",
         "plugin", "", &find_in_plugin},
        {"reference-group", Severity::error, "A reference in the group of the other kind",
         "A cell has a group of persistent and a group of temporary references. The flag `persistent` of a reference "
         "states its group. If they disagree, the game loads the reference at the wrong time, and saves can lose it. "
         "Set or clear the flag, or move the record.",
         "plugin", "", &find_in_plugin},
        {"record-count", Severity::note, "A header with a wrong number of records",
         "The header has the number of records and groups in the file. The fix removes the stored number; Redforge "
         "then computes it. There is no fix if the file is damaged: records may be missing.",
         "plugin", "", &find_in_plugin},
        {"light-range", Severity::error, "A record outside the range of a light plugin",
         "A light plugin has the light flag or the extension .esl. Its object ids are 800 to FFF, and 1 to FFF from "
         "header version 1.71 on. The game confuses a record outside this range with records of other plugins.",
         "plugin", "", &find_in_plugin},
        {"missing-string", Severity::error, "A string number that no string file has",
         "The plugin is localised: its texts are in .STRINGS, .DLSTRINGS and .ILSTRINGS files next to it or in a "
         "folder Strings. The game shows an error text. Plugins without such files are not checked.",
         "plugin", "the string files", &find_in_plugin},
        {"missing-file", Severity::warning, "A model or a script that the game does not have",
         "No archive (BSA, BA2) of the Data folder has the file, and it is not in the folder itself. The game shows an "
         "error marker in place of a model, and does not run the script. Without a master of the plugin, or archives "
         "with such files, nothing is reported.",
         "plugin", "the archives of the game", &find_in_plugin},
        {"wrong-count", Severity::error, "A count that is missing or differs from the number of subrecords",
         "Subrecords store counts of keywords, spells, items, conditions, leveled entries and others. The game reads "
         "as many as the count states, and may crash. Without a count, it reads none. The fix removes the stored "
         "count, or adds the missing subrecord; Redforge then computes it.",
         "plugin", "", &find_in_plugin},
        {"repeated-subrecord", Severity::error, "A second subrecord of a type that a record has once",
         "The game uses one of them, and editors remove the other or reject the record. Remove one. Types that a "
         "definition allows several times, or does not mention, are not reported.",
         "plugin", "", &find_in_plugin},
        {"subrecord-order", Severity::warning, "A subrecord after one that belongs after it",
         "The game and its editor expect the subrecords of a record in a fixed order, and skip or misread others. The "
         "first one of each record is reported. Types whose order is not known are not reported.",
         "plugin", "", &find_in_plugin},
        {"subrecord-layout", Severity::warning, "A subrecord with an unexpected size or content",
         "The bytes do not fit the layout of the subrecord, so they are kept as bytes. The game reads other values "
         "than intended, or reads past the end. Edits, checks and renumbering do not see FormIDs in them.",
         "plugin", "", &find_in_plugin},
        {"path-grid", Severity::error, "Connections of a path grid that do not fit its points",
         "The connections (PGRR) of a path grid or road are one list, in which each point has as many as it counts. "
         "Connections of a path grid, of other cells (PGRI) and of references (PGRL) name points by their numbers. If "
         "a count or a number is wrong, the game connects other points.",
         "plugin", "", &find_in_plugin},
        {"cell-offsets", Severity::warning, "Offsets of a worldspace that are not those of its cells",
         "The subrecord OFST contains the position of each cell in the file, by which the game finds the cell. With "
         "wrong positions the game crashes or misses cells. Without the subrecord it searches for the cells. An edit "
         "that moves cells removes the subrecord. Merges, patches, edits of the text and other tools can leave a wrong "
         "one.",
         "plugin", "", &find_wrong_cell_offsets},
        {"property-twice", Severity::error, "Two properties of a script, or two scripts, with one name",
         "The game reads the value of one of them, and its editor removes the other.", "plugin", "", &find_in_plugin},
        {"properties-version", Severity::error, "Script properties of a version that Skyrim does not read",
         "Scripts of the record do not run.", "plugin", "", &find_in_plugin},
        {"variable-twice", Severity::error, "Two variables of a script with one index",
         "Compiled code names variables by their index. The two variables share one value in the game and in saves.",
         "plugin", "", &find_in_plugin},
        {"script-names", Severity::error, "Compiled code that names a missing reference or variable",
         "Compiled code names references (SCRO, SCRV) by their position and variables by their index. After a removal, "
         "the code means another one, or the game crashes.",
         "plugin", "", &find_in_plugin},
        {"deleted-reference", Severity::warning, "A reference that is marked as deleted",
         "Plugins and scripts that name the reference make the game crash. To remove an object from the world, disable "
         "its reference and move it under the ground.",
         "plugin", "", &find_in_plugin},
    };
    return rows;
}

}  // namespace redforge::check
