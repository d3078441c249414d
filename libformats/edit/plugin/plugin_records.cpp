// New records of plugins, copies, and other FormIDs.
#include "edit/plugin/plugin_records.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/plugin/bookkeeping.hpp"
#include "edit/plugin/cell_offsets.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/string_files.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/form/cell_groups.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/form/form_numbering.hpp"
#include "tes/form/form_walk.hpp"
#include "tes/form/load_order.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/save/save.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::edit {
namespace {

constexpr unsigned plugin_index_shift = 24;

std::string shown(std::string_view bytes)
{
    return encode_text(bytes, CodePage::cp1252);
}

Error no_plugin()
{
    return {.code = ErrorCode::usage, .message = "is not a plugin", .hint = "only plugins have records with FormIDs"};
}

/// Returns true for types that are inside cells, worldspaces or topics.
bool is_inside_others(std::string_view type)
{
    constexpr std::array<std::string_view, 17> inside{"CELL", "REFR", "ACHR", "ACRE", "LAND", "PGRD",
                                                      "NAVM", "ROAD", "INFO", "PGRE", "PHZD", "PMIS",
                                                      "PARW", "PBAR", "PBEA", "PCON", "PFLA"};
    return std::ranges::find(inside, type) != inside.end();
}

std::uint32_t own_index(const tes::Plugin& plugin)
{
    return static_cast<std::uint32_t>(tes::masters_of(plugin).size());
}

bool has_form(const tes::Plugin& plugin, tes::FormId form)
{
    bool found = false;
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) { found = found || head.form_id == form; });
    return found;
}

/// Returns the index of the item with an element name in a list of entries.
std::size_t item_of(const ChildEntry& list, std::string_view element)
{
    return static_cast<std::size_t>(std::ranges::find(list.items, element, &ItemEntry::name) - list.items.begin());
}

/// Returns the node of the group in a list that has the key fields of `wanted`. Appends the group if needed.
NodePath group_in(Recorder& recorder, NodePath parent, std::string_view list_name, const tes::Group& wanted)
{
    const RecordHandle record = record_at(recorder.root(), parent);
    const ChildEntry& entries = *record.table().find_child(list_name);
    const ListView list = record.list(entries);
    const std::uint32_t member = record.table().number_of(entries);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const RecordHandle entry = list.at(i);
        if (entry.type->element == tes::Group::element) {
            const auto& group = *static_cast<const tes::Group*>(entry.record);
            if (tes::has_equal_label(group, wanted)) {
                parent.push_back({member, static_cast<std::uint32_t>(i)});
                return parent;
            }
        }
    }
    DetachedRecords made(entries);
    *static_cast<tes::Group*>(made.append(item_of(entries, tes::Group::element)).record) = wanted;
    const std::size_t end = list.size();
    recorder.insert(parent, entries, {end}, std::move(made));
    parent.push_back({member, static_cast<std::uint32_t>(end)});
    return parent;
}

/// Returns the node of the group that a record belongs to: the top group of its type; for an interior cell, its
/// sub-block. Creates the groups if needed.
NodePath group_for(Recorder& recorder, const tes::Record& record)
{
    tes::Group top;
    top.label = tes::signature_of(record.type);
    NodePath node = group_in(recorder, {}, "entries", top);
    if (record.type == "CELL") {
        const tes::CellBlocks blocks = tes::blocks_of_interior(record.form_id);
        node = group_in(recorder, std::move(node), "", blocks.block);
        node = group_in(recorder, std::move(node), "", blocks.sub_block);
    }
    return node;
}

/// Appends a record to the group that it belongs to.
Result<EditLog> put_record(Recorder& recorder, const tes::Record& record)
{
    const std::string type(tes::signature_of(record.type));
    const NodePath node = group_for(recorder, record);
    const RecordHandle group = record_at(recorder.root(), node);
    const ChildEntry& entries = *group.table().find_child("");
    const ListView list = group.list(entries);
    DetachedRecords made(entries);
    const RecordHandle added = made.append(item_of(entries, tes::Record::element));
    *static_cast<tes::Record*>(added.record) = record;
    AddedRecords bookkeeping(recorder.root(), recorder.context().services);
    if (Status status = bookkeeping.add(added, list); !status) {
        return fail(std::move(status.error()));
    }
    recorder.insert(node, entries, {list.size()}, std::move(made));
    bookkeeping.finish(recorder);
    return EditLog{
        {"add", fmt::format("{} {:08X}", shown(type), record.form_id.value), "", shown(record.editor_id.bytes)}};
}

Result<tes::FormId> next_form(const tes::Plugin& plugin, const LoadContext& context)
{
    const std::optional<std::uint32_t> number =
        tes::FormIdAllocator(plugin, tes::is_light(plugin, context.services)).take();
    if (!number) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "no FormID is free",
                     .hint = "a light plugin has the numbers 800 to FFF"});
    }
    return tes::FormId(own_index(plugin) << plugin_index_shift | *number);
}

Status require_free_name(const tes::Plugin& plugin, std::string_view editor_id)
{
    const std::vector<std::string> names = tes::editor_ids_of(plugin);
    const bool is_taken =
        std::ranges::any_of(names, [&](const std::string& name) { return equals_ignore_case(name, editor_id); });
    if (is_taken || editor_id.empty()) {
        return fail({.code = is_taken ? ErrorCode::exists : ErrorCode::usage,
                     .message = is_taken ? fmt::format("the plugin has a record {}", shown(editor_id))
                                         : "a record without an editor ID",
                     .hint = "give another editor ID"});
    }
    return {};
}

/// Finds a record by editor ID or FormID. Skips the children of records.
Result<const tes::Record*> find_record_of(const tes::Plugin& plugin, std::string_view name)
{
    std::optional<std::uint32_t> number;
    if (name.size() == 8 && name.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos) {
        number = static_cast<std::uint32_t>(std::stoul(std::string(name), nullptr, 16));
    }
    std::set<std::uint32_t> named;
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) {
        if (!number && equals_ignore_case(head.editor_id(), name)) {
            named.insert(head.form_id.value);
        }
    });
    if (named.size() > 1) {
        std::vector<std::string> forms;
        std::ranges::transform(named, std::back_inserter(forms), [](auto form) { return fmt::format("{:08X}", form); });
        return fail(
            {.code = ErrorCode::usage,
             .message = fmt::format("{} records are called {}: {}", named.size(), shown(name), fmt::join(forms, ", ")),
             .hint = "give one of these FormIDs instead of the editor ID"});
    }
    const tes::Record* found = nullptr;
    bool is_outermost = false;  // in a top group, or an interior cell
    tes::find_records(
        plugin,
        [&](const tes::RecordHead& head) {
            return number ? head.form_id.value == *number : equals_ignore_case(head.editor_id(), name);
        },
        [&](tes::Record& record, const std::vector<Step>& steps) {
            found = &record;
            constexpr std::size_t depth_of_interior = 4;
            const auto* const top = std::get_if<tes::Group>(&plugin.entries.get()[steps.front().index]);
            const bool is_interior = top != nullptr && top->label == "CELL" && record.type == "CELL";
            is_outermost = steps.size() == (is_interior ? depth_of_interior : 2);
            is_outermost = is_outermost && (is_interior || !is_inside_others(tes::signature_of(record.type)));
            return false;
        });
    if (found == nullptr) {
        return fail({.code = ErrorCode::not_found,
                     .message = fmt::format("no record {}", shown(name)),
                     .hint = "give an editor ID or the FormID as eight digits"});
    }
    if (!is_outermost) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("{} is inside a cell, worldspace or topic", shown(name)),
                     .hint = "only records of top groups and interior cells can be copied, with --deep including their "
                             "child records"});
    }
    return found;
}

/// Returns the records in the groups of a record, at any depth: the responses of a topic, the cells of a worldspace and
/// their references. Valid as long as the record.
std::vector<tes::Record*> children_of(tes::Record& record)
{
    std::vector<tes::Record*> children;
    const std::function<void(tes::Group&)> look_at = [&](tes::Group& group) {
        for (auto& entry : group.entries.get()) {
            if (auto* const child = std::get_if<tes::Record>(&entry)) {
                children.push_back(child);
                std::ranges::for_each(child->groups, look_at);
            } else if (auto* const inner = std::get_if<tes::Group>(&entry)) {
                look_at(*inner);
            }
        }
    };
    std::ranges::for_each(record.groups, look_at);
    return children;
}

/// Gives a record and its children, whose FormIDs are those of the target, the next free FormIDs. The record gets the
/// editor ID `name`, and named children get it as a prefix. Errors: out_of_range.
Status make_new(tes::Record& record, const tes::Plugin& target, const std::string& name, const LoadContext& context)
{
    std::vector<tes::Record*> all = children_of(record);
    all.insert(all.begin(), &record);
    tes::FormIdAllocator forms(target, tes::is_light(target, context.services));
    std::map<std::uint32_t, tes::FormId> numbers;  // by the present FormID
    for (tes::Record* const each : all) {
        const std::optional<std::uint32_t> number = forms.take();
        if (!number) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{} FormIDs are needed, and fewer are free", all.size()),
                         .hint = "a light plugin has the numbers 800 to FFF"});
        }
        numbers.emplace(each->form_id.value, own_index(target) << plugin_index_shift | *number);
        if (each != &record && !each->editor_id.bytes.empty()) {
            each->editor_id = Text(name + "_" + each->editor_id.bytes);
        }
    }
    tes::FormIdWalk walk(
        [&](tes::FormId& each) {
            const auto found = numbers.find(each.value);
            each = found == numbers.end() ? each : found->second;
            return true;
        },
        [](ByteView) { return true; });
    walk.record(handle_of(record, CodePage::cp1252));
    record.editor_id = Text(name);
    return {};
}

/// Returns the texts of a string number in the source. Errors: not_found.
Result<LanguageTexts> source_texts(const CopySource& source, std::uint32_t id)
{
    LanguageTexts texts = source.strings != nullptr ? source.strings->texts(id) : LanguageTexts{};
    const tes::StringTexts* const known = source.context.services.find<tes::StringTexts>();
    if (texts.empty() && known != nullptr && known->has(id)) {
        texts.emplace("English", known->text(id));
    }
    if (!texts.empty()) {
        return texts;
    }
    return fail({.code = ErrorCode::not_found,
                 .message = fmt::format("no file of strings has the text {:08X}", id),
                 .field = "string_id",
                 .hint = "the folder of the localised plugin needs its .STRINGS files, or a folder Strings with them"});
}

/// Converts the texts of a copied record, whose letters are in the source's code page: string numbers of a localised
/// source to texts, and texts to new numbers in `strings`, if the target is localised. Errors: not_found; those of
/// StringFiles::add().
Status convert_texts(tes::Record& record, const CopySource& source, bool is_source_localised, StringFiles* strings,
                     CodePage page)
{
    return for_each_string(record, [&](StringKind kind, std::optional<std::uint32_t>& id, FieldView text) -> Status {
        text.page = page;
        if (id == 0U || (!id && strings == nullptr)) {
            id = strings == nullptr ? std::nullopt : id;  // no text
            return {};
        }
        LanguageTexts texts{{"English", text.text()}};
        if (id && is_source_localised) {
            Result<LanguageTexts> found = source_texts(source, *id);
            if (!found) {
                return fail(found.error());
            }
            texts = std::move(*found);
        }
        if (strings == nullptr) {
            id.reset();
            const auto english = texts.find("English");
            return text.set(english != texts.end() ? english->second : texts.begin()->second);
        }
        Result<std::uint32_t> added = strings->add(kind, texts);
        if (!added) {
            return fail(added.error());
        }
        id = *added;
        return text.set("");
    });
}

/// Returns the plugin file for each first byte of a plugin's FormIDs. `file` is the plugin itself.
std::vector<std::string> files_of(const tes::Plugin& plugin, std::string_view file)
{
    std::vector<std::string> files = tes::Numbering::of(plugin).masters;
    files.emplace_back(file);
    return files;
}

/// Renumbers a record: `index_of` returns the new first byte for a file. Errors: mismatch (undecoded bytes, if they are
/// checked; or a form of another plugin would get a number of the game's own forms).
Status renumber_record(tes::Record& record, const std::vector<std::string>& from,
                       const std::function<std::uint32_t(const std::string&)>& index_of, bool looks_at_bytes)
{
    const std::size_t own = from.size() - 1;
    tes::FormIdWalk* walking = nullptr;
    const auto changed = [&](std::uint32_t form) {
        const std::size_t index = std::min<std::size_t>(form >> plugin_index_shift, own);
        return form < tes::first_free_number || form >> plugin_index_shift >= 0xFE
                   ? form
                   : index_of(from[index]) << plugin_index_shift | (form & tes::number_bits);
    };
    std::string bytes_in;
    std::optional<std::uint32_t> low;
    tes::FormIdWalk walk(
        [&](tes::FormId& form) {
            const std::uint32_t number = changed(form.value);
            if (number < tes::first_free_number && form.value >= tes::first_free_number) {
                low = form.value;
                return false;
            }
            form = number;
            walking->changed();
            return true;
        },
        [&](ByteView bytes) {
            for (std::size_t at = 0; looks_at_bytes && at + sizeof(std::uint32_t) <= bytes.size(); ++at) {
                const auto form = load_le<std::uint32_t>(bytes.data() + at);
                // A word may be a FormID if its first byte is an index of the list; other words are not.
                if (form >> plugin_index_shift <= own && form >= tes::first_free_number && changed(form) != form &&
                    at % sizeof(std::uint32_t) == 0) {
                    bytes_in = walking->field();
                    return false;
                }
            }
            return true;
        });
    walking = &walk;
    const bool is_renumbered = walk.record(handle_of(record, CodePage::cp1252));
    if (low) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("has the form {:08X} of {}, which would become the form {:06X} of the game",
                                            *low, from[std::min<std::size_t>(*low >> plugin_index_shift, own)],
                                            *low & tes::number_bits),
                     .hint = "give the target the masters of the source first: redforge masters"});
    }
    if (!is_renumbered) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("has bytes of unknown meaning in {} that may name a form", bytes_in),
                     .hint = "give both plugins the same masters first: redforge masters"});
    }
    return {};
}

}  // namespace

namespace {

/// Returns the definition of a subrecord in a new record, or null.
const tes::DefinedSubrecord* definition_for_new(const tes::Plugin& plugin, const tes::Record& record,
                                                std::string_view tag)
{
    constexpr std::uint16_t special_edition = 44;  // form version
    const tes::DefinedSubrecord* chosen = nullptr;
    for (const tes::DefinedSubrecord* each :
         tes::definitions_of(plugin.header_size).find(tes::signature_of(record.type), tag)) {
        const std::string_view name = record.editor_id.bytes;
        const bool has_letter = each->letters.empty() ||
                                (!name.empty() && each->letters.find(upper(name.substr(0, 1))) != std::string::npos);
        const bool is_plain = each->behind.empty() &&
                              std::ranges::all_of(each->contexts, [](const auto& context) { return context.is_not; });
        const bool is_later = plugin.header.form_version >= special_edition && each->label.ends_with("Special Edition");
        if (has_letter && is_plain && (chosen == nullptr || is_later)) {
            chosen = each;
        }
    }
    return chosen;
}

/// Gives a new record the subrecords that its definition requires. A value is 0, or the first of its names if these
/// have no 0.
void add_required(const tes::Plugin& plugin, tes::Record& record)
{
    const std::vector<ItemEntry>& items = tes::subrecord_items(plugin.header_size);
    for (const tes::SubrecordPlace& place :
         tes::definitions_of(plugin.header_size).order(tes::signature_of(record.type))) {
        const tes::DefinedSubrecord* const defined =
            place.is_required ? definition_for_new(plugin, record, place.tag) : nullptr;
        if (defined == nullptr) {
            continue;
        }
        const std::size_t item = tes::undefined_items + defined->item;
        const RecordHandle added = record.subrecords.get().append(items[item], item).handle(CodePage::cp1252);
        for (const FieldEntry& field : added.table().fields) {
            const EnumNames names = field.info.enum_names;
            const bool is_named = !names.empty() && !field.info.flags && field.ops->get_integer != nullptr &&
                                  field.ops->set_integer != nullptr && !field.ops->type.derived;
            const bool has_zero = std::ranges::any_of(names, [](const EnumName& each) { return each.value == 0; });
            if (is_named && !has_zero) {
                field.ops->set_integer(added.field(field).value, names.front().value);
            }
        }
    }
}

/// Checks that a plugin can become a master of the target `file`. Errors: usage.
Status check_new_master(const std::string& master, std::string_view file, const CopySource& source,
                        const tes::Plugin& from)
{
    const std::string_view stem =
        std::string_view(master).substr(0, master.size() - std::min<std::size_t>(master.size(), 4));
    if (!tes::is_plugin_name(master)) {
        return fail(
            {.code = ErrorCode::usage,
             .message = "the record refers to forms of this plugin, and the file name of the plugin is not known",
             .file = source.path,
             .hint = "give its name, as --from-name Mod.esp"});
    }
    if (!tes::is_plugin_name(file) && (file.empty() || equals_ignore_case(stem, file))) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("the record needs the master {}, which can be the target itself: the file "
                                            "name of the target is not known",
                                            shown(master)),
                     .hint = "give its name, as --to-name Mod.esp"});
    }
    const std::vector<std::string_view> masters = tes::masters_of(from);
    const auto is_target = [&](std::string_view each) { return equals_ignore_case(each, file); };
    if (equals_ignore_case(master, source.file) && std::ranges::any_of(masters, is_target)) {
        return fail(circular_masters(std::array{master, std::string(file)}));
    }
    return {};
}

}  // namespace

Result<EditLog> add_form(Recorder& recorder, std::string_view type, std::string_view editor_id)
{
    const tes::Plugin* const plugin = plugin_of(recorder.root());
    if (plugin == nullptr) {
        return fail(no_plugin());
    }
    const bool is_type = type.size() == 4 && std::ranges::all_of(type, [](char c) {
                             return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
                         });
    const bool is_script = type == "SCPT" && plugin->header_size == 20;  // scripts of Oblivion have no definition
    if (!is_type || type == "TES4" || (!is_script && !tes::definitions_of(plugin->header_size).has(type))) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("\"{}\" is not a type of records of this game", type),
                     .hint = "a type has four capital letters, as WEAP"});
    }
    if (is_inside_others(type)) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("records of type {} are inside a cell, worldspace or topic", type),
                     .hint = "add it there with `redforge apply`"});
    }
    const Result<std::string> name = decode_text(editor_id, CodePage::cp1252);
    if (!name) {
        return fail(name.error());
    }
    if (Status status = require_free_name(*plugin, *name); !status) {
        return fail(std::move(status.error()));
    }
    const Result<tes::FormId> form = next_form(*plugin, recorder.context());
    if (!form) {
        return fail(form.error());
    }
    tes::Record record;
    record.type = type;
    record.editor_id = Text(*name);
    record.form_id = *form;
    add_required(*plugin, record);
    if (is_script) {
        static_cast<void>(record.subrecords.add<tes::Script>(plugin->header_size));
    }
    return put_record(recorder, record);
}

Result<EditLog> copy_form(Recorder& recorder, std::string_view file, const CopySource& source, std::string_view form,
                          std::string_view new_editor_id, bool with_children, StringFiles* strings)
{
    const tes::Plugin* const to = plugin_of(recorder.root());
    const tes::Plugin* const from = plugin_of(source.document->root());
    if (to == nullptr || from == nullptr) {
        return fail(no_plugin());
    }
    if (source.document->root().page != recorder.root().page) {
        const Result<Document> converted = with_page(*source.document, recorder.root().page, source.context);
        if (!converted) {
            Error error = in_file(converted.error(), source.path);
            error.hint = fmt::format("the target is in code page {}; --encoding reads both as another one",
                                     page_name(recorder.root().page));
            return fail(std::move(error));
        }
        return copy_form(recorder, file, {&*converted, source.file, source.context, source.path, source.strings}, form,
                         new_editor_id, with_children, strings);
    }
    if (to->header_size != from->header_size) {
        return fail({.code = ErrorCode::mismatch, .message = "the two plugins are of different games"});
    }
    const Result<std::string> name = decode_text(new_editor_id, CodePage::cp1252);
    const Result<std::string> wanted = decode_text(form, CodePage::cp1252);
    if (!name || !wanted) {
        return fail(name ? wanted.error() : name.error());
    }
    const Result<const tes::Record*> found = find_record_of(*from, *wanted);
    if (!found) {
        return fail(in_file(found.error(), source.path));
    }
    tes::Record record = **found;
    if (record.type == "WRLD") {
        if (const std::optional<std::size_t> offsets = find_cell_offsets(*from, record)) {
            record.subrecords.get().erase(*offsets);  // they are those of the source
        }
    }
    const std::size_t children = children_of(record).size();
    if (!with_children) {
        record.groups.clear();
    }
    const bool is_localised = (from->header.flags & tes::localised_flag) != 0;
    const bool is_target_localised = (to->header.flags & tes::localised_flag) != 0;
    if (is_target_localised && strings == nullptr) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the target is a localised plugin, whose texts are in other files",
                     .hint = "copy to a plugin without the flag localized"});
    }
    if (is_localised || is_target_localised) {
        if (Status status = convert_texts(record, source, is_localised, is_target_localised ? strings : nullptr,
                                          source.document->root().page);
            !status) {
            return fail(in_file(std::move(status.error()), source.path));
        }
    }
    EditLog log;
    const std::vector<std::string> files = files_of(*from, source.file);
    // Add all masters that the record needs first, so that the plugin's numbers do not change while the record is
    // renumbered.
    std::vector<std::string> needed;
    const auto note = [&](const std::string& each) -> std::uint32_t {
        if (!equals_ignore_case(each, file) && std::ranges::find(needed, each) == needed.end()) {
            needed.push_back(each);
        }
        return 0xFF;
    };
    tes::Record probe = record;
    if (!new_editor_id.empty()) {
        probe.form_id = {};
    }
    static_cast<void>(renumber_record(probe, files, note, false));
    std::ranges::sort(needed, {},
                      [&](const std::string& each) { return std::ranges::find(files, each) - files.begin(); });
    Result<PluginList> masters = PluginList::of(recorder, std::string(file));
    for (const std::string& each : needed) {
        const std::vector<std::string> listed = masters->names();
        const bool is_listed =
            std::ranges::any_of(listed, [&](const std::string& master) { return equals_ignore_case(master, each); });
        if (is_listed) {
            continue;
        }
        Status status = check_new_master(each, file, source, *from);
        Result<EditLine> line = status ? masters->add(each) : fail(std::move(status.error()));
        if (!line) {
            return fail(line.error());
        }
        log.push_back(std::move(*line));
    }
    const tes::Plugin& target = *plugin_of(recorder.root());
    const std::vector<std::string> listed = masters->names();
    const auto index_of = [&](const std::string& each) {
        const auto place =
            std::ranges::find_if(listed, [&](const std::string& master) { return equals_ignore_case(master, each); });
        return static_cast<std::uint32_t>(place - listed.begin());
    };
    const tes::FormId old = record.form_id;
    if (Status status = renumber_record(record, files, index_of, true); !status) {
        Error error = in_file(status.error(), source.path);
        error.message = fmt::format("{} {:08X} {}", shown(tes::signature_of(record.type)), old.value, error.message);
        return fail(std::move(error));
    }
    if (new_editor_id.empty()) {
        std::vector<tes::Record*> all = children_of(record);
        all.insert(all.begin(), &record);
        for (const tes::Record* const each : all) {
            if (has_form(target, each->form_id)) {
                return fail({.code = ErrorCode::exists,
                             .message = fmt::format("the plugin has the record {:08X} ({}) already",
                                                    each->form_id.value, shown(each->editor_id.bytes)),
                             .hint = "change it there, or copy it as a new record with --new EDITORID"});
            }
        }
    } else {
        Status status = require_free_name(target, *name).and_then([&] {
            return make_new(record, target, *name, recorder.context());
        });
        if (!status) {
            return fail(std::move(status.error()));
        }
    }
    Result<EditLog> put = put_record(recorder, record);
    if (!put) {
        return put;
    }
    std::ranges::move(*put, std::back_inserter(log));
    if (children > 0 && !with_children) {
        log.back().note = fmt::format("its {} in the source {} not copied; --deep copies them",
                                      children == 1 ? "child record" : fmt::format("{} child records", children),
                                      children == 1 ? "is" : "are");
    }
    return log;
}

}  // namespace redforge::edit
