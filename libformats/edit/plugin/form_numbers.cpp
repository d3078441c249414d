// Assigns free FormIDs to plugin records, and updates documents that refer to them.
#include "edit/plugin/form_numbers.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/merge/identity.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/history.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/form/cell_groups.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/form/form_walk.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/save/save.hpp"

namespace redforge::edit {
namespace {

constexpr unsigned index_shift = 24;
constexpr std::uint32_t first_light = 0x800;
constexpr std::uint32_t last_light = 0xFFF;
/// FormIDs from here on belong to light plugins and to the running game.
constexpr std::uint32_t first_special_index = 0xFE;

std::string shown_bytes(std::string_view bytes)
{
    return encode_text(bytes, CodePage::cp1252);
}

std::uint32_t own_plugin_index(const tes::Plugin& plugin)
{
    return static_cast<std::uint32_t>(tes::masters_of(plugin).size());
}

bool is_own_form(std::uint32_t form, std::uint32_t own)
{
    return form >> index_shift >= own && form >> index_shift < first_special_index;
}

std::vector<std::uint32_t> own_numbers(const tes::Plugin& plugin)
{
    std::vector<std::uint32_t> numbers;
    const std::uint32_t own = own_plugin_index(plugin);
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) {
        if (is_own_form(head.form_id.value, own)) {
            numbers.push_back(head.form_id.value & tes::number_bits);
        }
    });
    return numbers;
}

}  // namespace

UsedNumbers numbers_used_in(const Document& other, std::string_view file)
{
    const RecordHandle root = other.root();
    const std::vector<std::string> listed = plugins_named_by(root);
    const auto place = std::ranges::find_if(listed, [&](const auto& each) { return equals_ignore_case(each, file); });
    UsedNumbers used;
    if (place == listed.end()) {
        return used;
    }
    tes::FormIdWalk walk(
        [&, index = static_cast<std::uint32_t>(place - listed.begin())](const tes::FormId& form) {
            if (form.value >> index_shift == index) {
                used.insert(form.value & tes::number_bits);
            }
            return true;
        },
        [](ByteView) { return true; });
    const std::shared_ptr<void> copy = root.type->make();
    root.type->copy(copy.get(), root.record);
    tes::Plugin* const plugin = plugin_of({copy.get(), root.type, root.page});
    plugin != nullptr ? walk.plugin(*plugin) : walk.save(*static_cast<tes::Save*>(copy.get()));
    return used;
}

Result<FormNumbers> compact_numbers(const tes::Plugin& plugin, const UsedNumbers& used)
{
    const std::vector<std::uint32_t> numbers = own_numbers(plugin);
    const auto is_light = [](std::uint32_t number) { return number >= first_light && number <= last_light; };
    std::set<std::uint32_t> taken(used.begin(), used.end());
    std::ranges::copy_if(numbers, std::inserter(taken, taken.end()), is_light);
    FormNumbers changed;
    std::uint32_t next = first_light;
    for (const std::uint32_t number : numbers) {
        if (is_light(number) || changed.contains(number)) {
            continue;
        }
        while (taken.contains(next)) {
            ++next;
        }
        if (!is_light(next)) {
            const std::set<std::uint32_t> own(numbers.begin(), numbers.end());
            const auto others =
                std::ranges::count_if(used, [&](std::uint32_t each) { return is_light(each) && !own.contains(each); });
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{} records of its own", own.size()),
                         .hint = fmt::format("a light plugin has at most {}{}", last_light - first_light + 1,
                                             others == 0 ? ""
                                                         : fmt::format(", and other files have records with {} of "
                                                                       "their numbers",
                                                                       others))});
        }
        changed[number] = next++;
    }
    return changed;
}

Result<FormNumbers> consecutive_numbers(const tes::Plugin& plugin, std::uint32_t first, bool is_light,
                                        const UsedNumbers& used)
{
    const std::vector<std::uint32_t> numbers = own_numbers(plugin);
    const std::set<std::uint32_t> own(numbers.begin(), numbers.end());
    const std::uint32_t last = is_light ? last_light : tes::number_bits;
    FormNumbers changed;
    std::uint32_t next = first;
    bool fits = first >= first_light && first <= last;
    for (const std::uint32_t number : numbers) {
        while (used.contains(next) && !own.contains(next)) {
            ++next;
        }
        if (changed.try_emplace(number, next).second) {
            fits = fits && next <= last;
            ++next;
        }
    }
    if (!fits) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} records from number {:X} on", own.size(), first),
                     .hint = fmt::format("numbers are 800 to {:X}", last)});
    }
    std::erase_if(changed, [](const auto& each) { return each.first == each.second; });
    return changed;
}

namespace {

/// Gives forms with the first byte `index` other numbers; `is_plugin_itself`: also those with a larger one, which the
/// game takes for the plugin's own. `new_index`: their new first byte; nullopt keeps it. Errors: mismatch.
Status assign_numbers(const RecordHandle& root, std::uint32_t index, bool is_plugin_itself, const FormNumbers& numbers,
                      std::optional<std::uint32_t> new_index = {})
{
    const auto is_of_file = [&](std::uint32_t form) {
        return is_plugin_itself ? is_own_form(form, index) : form >> index_shift == index;
    };
    tes::FormIdWalk* walking = nullptr;
    tes::FormIdWalk walk(
        [&](tes::FormId& form) {
            const auto found = is_of_file(form.value) ? numbers.find(form.value & tes::number_bits) : numbers.end();
            if (found != numbers.end()) {
                const std::uint32_t first_byte = new_index ? *new_index << index_shift : form.value & ~tes::number_bits;
                form = first_byte | found->second;
                walking->changed();
            }
            return true;
        },
        [&](ByteView bytes) {
            for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes.size(); ++at) {
                const auto form = load_le<std::uint32_t>(bytes.data() + at);
                if (form >> index_shift == index && numbers.contains(form & tes::number_bits)) {
                    return false;
                }
            }
            return true;
        });
    walking = &walk;
    tes::Plugin* const plugin = plugin_of(root);
    if (!(plugin != nullptr ? walk.plugin(*plugin) : walk.save(*static_cast<tes::Save*>(root.record)))) {
        return fail(
            {.code = ErrorCode::mismatch,
             .message = fmt::format("{} has bytes of unknown meaning in {} that may name a form with a new number",
                                    walk.record(), walk.field())});
    }
    return {};
}

/// Sets the next free number of a plugin to the number after its own records. `may_lower`: also lowers a larger value.
void update_next_number(tes::Plugin& plugin, bool may_lower)
{
    std::uint32_t next = may_lower ? first_light : plugin.header.next_object_id.value & tes::number_bits;
    for (const std::uint32_t number : own_numbers(plugin)) {
        next = std::max(next, std::min(number + 1, tes::number_bits));
    }
    plugin.header.next_object_id = (plugin.header.next_object_id.value & ~tes::number_bits) | next;
}

/// Returns a function that accepts own forms of a plugin with one of the new numbers.
std::function<bool(tes::FormId)> filter_of_renumbered(const tes::Plugin& plugin, const FormNumbers& numbers)
{
    std::unordered_set<std::uint32_t> all;
    for (const auto& [old, now] : numbers) {
        all.insert(now);
    }
    return [all = std::move(all), own = own_plugin_index(plugin)](tes::FormId form) {
        return is_own_form(form.value, own) && all.contains(form.value & tes::number_bits);
    };
}

}  // namespace

Status assign_own_numbers(const RecordHandle& root, const FormNumbers& numbers)
{
    tes::Plugin& plugin = *plugin_of(root);
    Status status = assign_numbers(root, own_plugin_index(plugin), true, numbers);
    if (status) {
        update_next_number(plugin, false);
    }
    return status;
}

void move_cells(Recorder& recorder, const std::function<bool(tes::FormId)>& is_wanted)
{
    const RecordHandle& root = recorder.root();
    const std::shared_ptr<void> copy = root.type->make();
    root.type->copy(copy.get(), root.record);
    const RecordHandle changed{copy.get(), root.type, root.page};
    if (tes::Plugin* const plugin = plugin_of(changed);
        plugin != nullptr && tes::arrange_cells(*plugin, is_wanted) > 0) {
        recorder.change({}, changed);
    }
}

bool move_changed_cells(Recorder& recorder)
{
    const RecordHandle& root = recorder.root();
    if (plugin_of(root) == nullptr) {
        return false;
    }
    std::vector<NodePath> changed;  // records with a set field, as of the end of the changes so far
    for (const Change& change : changes_of(recorder.made())) {
        if (change.kind == Operation::Kind::set) {
            changed.push_back(change.node);
        } else if (change.kind != Operation::Kind::set_bytes) {
            std::erase_if(changed, [&](NodePath& node) { return !follow(node, change); });
        }
    }
    std::set<std::uint32_t> cells;
    for (NodePath& node : changed) {
        if (!node.empty() && record_at(root, node).type->element == tes::grid_element) {
            node.pop_back();
        }
        const RecordHandle record = record_at(root, node);
        if (record.type->element == tes::Record::element) {
            const auto& cell = *static_cast<const tes::Record*>(record.record);
            if (cell.type == "CELL") {
                cells.insert(cell.form_id.value);
            }
        }
    }
    const std::size_t before = recorder.made().operations.size();
    if (!cells.empty()) {
        move_cells(recorder, [&](tes::FormId cell) { return cells.contains(cell.value); });
    }
    return recorder.made().operations.size() > before;
}

Result<EditLog> change_form_numbers(Recorder& recorder, std::string_view file, const FormNumbers& numbers)
{
    const RecordHandle& root = recorder.root();
    if (!has_plugin_list(root)) {
        return fail(
            {.code = ErrorCode::usage, .message = "is not a plugin", .hint = "only plugins have records with FormIDs"});
    }
    const std::vector<std::string> listed = plugins_named_by(root);
    const auto place = file.empty() ? listed.end() : std::ranges::find_if(listed, [&](const std::string& each) {
        return equals_ignore_case(each, file);
    });
    if (place == listed.end() && !file.empty()) {
        return fail({.code = ErrorCode::not_found,
                     .message = fmt::format("{} is not in its list of plugins", shown_bytes(file))});
    }
    const auto index = static_cast<std::uint32_t>(place - listed.begin());
    const std::shared_ptr<void> copy = root.type->make();
    root.type->copy(copy.get(), root.record);
    const RecordHandle changed{copy.get(), root.type, root.page};
    if (Status status = assign_numbers(changed, index, file.empty(), numbers); !status) {
        return fail(std::move(status.error()));
    }
    if (tes::Plugin* const plugin = plugin_of(changed); plugin != nullptr && file.empty()) {
        update_next_number(*plugin, true);
    }
    record_differing(recorder, changed);
    if (const tes::Plugin* const plugin = plugin_of(root); plugin != nullptr && file.empty()) {
        move_cells(recorder, filter_of_renumbered(*plugin, numbers));
    }
    EditLog log;
    for (const auto& [old, now] : numbers) {
        log.push_back({"renumber", fmt::format("{:08X}", index << index_shift | old),
                       fmt::format("{:08X}", index << index_shift | old),
                       fmt::format("{:08X}", index << index_shift | now)});
    }
    return log;
}

namespace {

/// Returns the next free number from `first` on, or after all others.
std::optional<std::uint32_t> reserve_number(tes::FormIdAllocator& forms, std::uint32_t own,
                                            std::optional<std::uint32_t> first)
{
    if (!first) {
        return forms.take();
    }
    for (std::uint32_t number = *first; number <= forms.last(); ++number) {
        if (!forms.has(own << index_shift | number)) {
            forms.add(own << index_shift | number);
            return number;
        }
    }
    return std::nullopt;
}

std::string name_of(const FormHead& head)
{
    return fmt::format("{} {}", shown_bytes(head.type),
                       head.editor_id.empty() ? fmt::format("{:08X}", head.form) : shown_bytes(head.editor_id));
}

FormHead head_of(const tes::RecordHead& head)
{
    return {head.form_id.value, std::string(head.type), head.editor_id()};
}

/// A record that was named, and the other records with its FormID.
struct NamedForm {
    FormHead head;
    std::vector<std::string> others;
};

/// Finds own records by editor IDs or FormIDs.
Result<std::vector<NamedForm>> find_named(const tes::Plugin& plugin, std::span<const std::string> names)
{
    std::vector<FormHead> heads;
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) { heads.push_back(head_of(head)); });
    const std::vector<std::string_view> masters = tes::masters_of(plugin);
    std::vector<NamedForm> found;
    std::set<const FormHead*> seen;
    for (const std::string& name : names) {
        const Result<std::string> editor_id = decode_text(name, CodePage::cp1252);
        std::vector<const FormHead*> matches;
        for (const FormHead& head : heads) {
            if ((editor_id && !head.editor_id.empty() && equals_ignore_case(head.editor_id, *editor_id)) ||
                equals_ignore_case(fmt::format("{:08X}", head.form), name)) {
                matches.push_back(&head);
            }
        }
        if (matches.size() != 1) {
            return fail({.code = matches.empty() ? ErrorCode::not_found : ErrorCode::usage,
                         .message = matches.empty() ? fmt::format("no record {}", name)
                                                    : fmt::format("{} records are called {}", matches.size(), name),
                         .hint = matches.empty() ? "give an editor ID or the FormID as eight digits"
                                                 : "name a record that differs, by editor ID or FormID"});
        }
        const FormHead& head = *matches.front();
        if (!is_own_form(head.form, static_cast<std::uint32_t>(masters.size()))) {
            const std::size_t index = head.form >> index_shift;
            return fail(
                {.code = ErrorCode::usage,
                 .message = fmt::format("{} is a record of {}", name_of(head),
                                        index < masters.size() ? shown_bytes(masters[index]) : "the running game"),
                 .hint = "only records of the plugin itself can get other FormIDs"});
        }
        if (!seen.insert(&head).second) {
            continue;  // named by its editor ID and by its FormID
        }
        NamedForm& named = found.emplace_back(NamedForm{head, {}});
        for (const FormHead& each : heads) {
            if (&each != &head && each.form == head.form) {
                named.others.push_back(name_of(each));
            }
        }
    }
    for (const NamedForm& named : found) {
        const auto count = static_cast<std::size_t>(
            std::ranges::count_if(found, [&](const NamedForm& other) { return other.head.form == named.head.form; }));
        if (count > 1 && count == named.others.size() + 1) {
            return fail(
                {.code = ErrorCode::usage,
                 .message = fmt::format("all {} records with the FormID {:08X} are named", count, named.head.form),
                 .hint = "references stay with the record that is not named: leave out the one that they mean"});
        }
    }
    return found;
}

Error no_free_number(const tes::FormIdAllocator& forms, std::optional<std::uint32_t> first)
{
    return {.code = ErrorCode::out_of_range,
            .message = first ? fmt::format("no FormID from {:X} to {:X} is free", *first, forms.last())
                             : fmt::format("no FormID up to {:X} is free", forms.last()),
            .hint = "redforge forms FILE next prints the next free FormID"};
}

/// Errors: out_of_range (not a number of a new record).
Status require_number(const tes::FormIdAllocator& forms, std::optional<std::uint32_t> first)
{
    if (first.value_or(first_light) >= first_light && first.value_or(first_light) <= forms.last()) {
        return {};
    }
    return fail({.code = ErrorCode::out_of_range,
                 .message = fmt::format("{:X} cannot be the number of a new record", *first),
                 .hint = fmt::format("numbers are {:X} to {:X}", first_light, forms.last())});
}

/// Returns the names of up to three records that refer to a form, and their number.
std::string referrers_of(const tes::Plugin& plugin, std::uint32_t form)
{
    tes::Plugin copy = plugin;
    std::vector<std::string> names;
    const void* last = nullptr;
    tes::FormIdWalk* walking = nullptr;
    tes::FormIdWalk walk(
        [&](tes::FormId& each) {
            const RecordHandle& owner = walking->owner();
            const bool is_own_field = owner && owner.type->element == tes::Record::element &&
                                      &static_cast<tes::Record*>(owner.record)->form_id == &each;
            if (each.value == form && owner && !is_own_field && owner.record != last) {
                last = owner.record;
                names.push_back(walking->record());
            }
            return true;
        },
        [](ByteView) { return true; });
    walking = &walk;
    walk.plugin(copy);
    constexpr std::size_t max_names = 3;
    const std::size_t more = names.size() > max_names ? names.size() - max_names : 0;
    names.resize(std::min(names.size(), max_names));
    return names.empty()
               ? std::string()
               : fmt::format("{}{}", fmt::join(names, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace

Result<FormNumbers> free_numbers(const tes::Plugin& plugin, std::span<const std::string> names,
                                 std::optional<std::uint32_t> first, bool is_light, const UsedNumbers& used)
{
    const Result<std::vector<NamedForm>> found = find_named(plugin, names);
    if (!found) {
        return fail(found.error());
    }
    tes::FormIdAllocator forms(plugin, is_light);
    for (const std::uint32_t number : used) {
        forms.add(own_plugin_index(plugin) << index_shift | number);
    }
    if (Status status = require_number(forms, first); !status) {
        return fail(std::move(status.error()));
    }
    FormNumbers numbers;
    for (const NamedForm& named : *found) {
        if (!named.others.empty()) {
            return fail({.code = ErrorCode::exists,
                         .message = fmt::format("{} has the FormID {:08X} of {} too", named.others.front(),
                                                named.head.form, name_of(named.head)),
                         .hint = "references in other files may mean either record; renumber without --in"});
        }
        const std::optional<std::uint32_t> number = reserve_number(forms, own_plugin_index(plugin), first);
        if (!number) {
            return fail(no_free_number(forms, first));
        }
        numbers[named.head.form & tes::number_bits] = *number;
    }
    return numbers;
}

Result<EditLog> assign_free_form_ids(Recorder& recorder, std::span<const std::string> names,
                                     std::optional<std::uint32_t> first)
{
    const tes::Plugin* const plugin = plugin_of(recorder.root());
    if (plugin == nullptr) {
        return fail({.code = ErrorCode::usage, .message = "is not a plugin"});
    }
    const Result<std::vector<NamedForm>> found = find_named(*plugin, names);
    if (!found) {
        return fail(found.error());
    }
    tes::FormIdAllocator forms(*plugin, tes::is_light(*plugin, recorder.context().services));
    if (Status status = require_number(forms, first); !status) {
        return fail(std::move(status.error()));
    }
    EditLog log;
    FormNumbers numbers;
    for (const NamedForm& named : *found) {
        const std::uint32_t old = named.head.form;
        const std::optional<std::uint32_t> number = reserve_number(forms, own_plugin_index(*plugin), first);
        if (!number) {
            return fail(no_free_number(forms, first));
        }
        if (named.others.empty()) {
            numbers[old & tes::number_bits] = *number;
            continue;
        }
        const tes::FormId now = (old & ~tes::number_bits) | *number;
        const std::string referrers = referrers_of(*plugin, old);
        NodePath node;
        tes::find_records(
            *plugin,
            [&](const tes::RecordHead& head) {
                return head.form_id.value == old && head.type == named.head.type &&
                       head.editor_id() == named.head.editor_id;
            },
            [&](tes::Record&, const std::vector<Step>& steps) {
                node = steps;
                return false;
            });
        const FieldEntry& field = *record_at(recorder.root(), node).table().find_field("form_id");
        recorder.set(node, field, LeafValue(*field.ops, &now));
        move_cells(recorder, [&](tes::FormId form) { return form == now; });
        EditLine& line = log.emplace_back(EditLine{"renumber", fmt::format("{:08X}", old), fmt::format("{:08X}", old),
                                                   fmt::format("{:08X}", now.value)});
        if (!referrers.empty()) {
            line.note = fmt::format("references to it mean {} now; check {}", named.others.front(), referrers);
        }
    }
    if (!numbers.empty()) {
        Result<EditLog> renumbered = change_form_numbers(recorder, {}, numbers);
        if (!renumbered) {
            return renumbered;
        }
        std::ranges::move(*renumbered, std::back_inserter(log));
    }
    return log;
}

namespace {

/// Returns the form of a text like "Skyrim.esm:0ABCDE". Errors: usage; not_found (not a master).
Result<std::uint32_t> form_of_master(const tes::Plugin& plugin, std::string_view text)
{
    const std::size_t colon = std::min(text.rfind(':'), text.size());
    const std::string_view digits = text.substr(std::min(colon + 1, text.size()));
    std::uint32_t number{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
    if (error != std::errc{} || end != digits.data() + digits.size() || number == 0 || number > tes::number_bits) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("\"{}\" is not a form of a master", text),
                     .hint = "give the master and a number, as Skyrim.esm:0ABCDE"});
    }
    const Result<std::string> name = decode_text(text.substr(0, colon), CodePage::cp1252);
    const std::vector<std::string_view> masters = tes::masters_of(plugin);
    const auto place = std::ranges::find_if(masters, [&](std::string_view master) {
        return name && equals_ignore_case(master, *name);
    });
    if (place == masters.end()) {
        return fail({.code = ErrorCode::not_found,
                     .message = fmt::format("{} is not one of its masters", text.substr(0, colon)),
                     .hint = "redforge masters FILE add adds it"});
    }
    return static_cast<std::uint32_t>(place - masters.begin()) << index_shift | number;
}

}  // namespace

Result<EditLog> inject_form(Recorder& recorder, const std::string& record, std::string_view form,
                            const LoadContext& context)
{
    const tes::Plugin* const plugin = plugin_of(recorder.root());
    if (plugin == nullptr) {
        return fail({.code = ErrorCode::usage, .message = "is not a plugin"});
    }
    const Result<std::uint32_t> wanted = form_of_master(*plugin, form);
    const Result<std::vector<NamedForm>> found =
        wanted ? find_named(*plugin, std::span(&record, 1)) : fail(wanted.error());
    if (!found) {
        return fail(found.error());
    }
    const NamedForm& named = found->front();
    if (!named.others.empty()) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("{} has the FormID {:08X} of {} too", named.others.front(), named.head.form,
                                            name_of(named.head)),
                     .hint = "give one of them a free FormID first: redforge forms FILE renumber EDITORID"});
    }
    std::optional<Error> taken;
    tes::for_each_record(*plugin, [&](const tes::RecordHead& head) {
        if (head.form_id.value == *wanted) {
            taken = Error{.code = ErrorCode::exists,
                          .message = fmt::format("{} has the FormID {:08X}", name_of(head_of(head)), *wanted)};
        }
    });
    const tes::DataFolder* const data = context.services.find<tes::DataFolder>();
    const std::string_view master_name = tes::masters_of(*plugin)[*wanted >> index_shift];
    const tes::MasterFile* const master = data == nullptr ? nullptr : data->master(master_name);
    if (master != nullptr && master->form(master->to_own_numbering(*wanted))) {
        taken =
            Error{.code = ErrorCode::exists,
                  .message = fmt::format("{} has a form {:06X}", shown_bytes(master_name), *wanted & tes::number_bits),
                  .hint = "give a number that the master does not use"};
    }
    if (taken) {
        return fail(std::move(*taken));
    }
    const RecordHandle& root = recorder.root();
    const std::shared_ptr<void> copy = root.type->make();
    root.type->copy(copy.get(), root.record);
    const RecordHandle changed{copy.get(), root.type, root.page};
    const FormNumbers numbers{{named.head.form & tes::number_bits, *wanted & tes::number_bits}};
    if (Status status = assign_numbers(changed, own_plugin_index(*plugin), true, numbers, *wanted >> index_shift);
        !status) {
        return fail(std::move(status.error()));
    }
    const std::string before = fmt::format("{:08X}", named.head.form);
    record_differing(recorder, changed);
    move_cells(recorder, [&](tes::FormId each) { return each.value == *wanted; });
    return EditLog{{"renumber", before, before, fmt::format("{:08X}", *wanted)}};
}

std::vector<FormHead> find_new_forms(const tes::Plugin& base, const tes::Plugin& side)
{
    std::unordered_set<std::uint32_t> known;
    tes::for_each_record(base, [&](const tes::RecordHead& head) { known.insert(head.form_id.value); });
    std::vector<FormHead> added;
    tes::for_each_record(side, [&](const tes::RecordHead& head) {
        if (!known.contains(head.form_id.value)) {
            added.push_back(head_of(head));
        }
    });
    return added;
}

SeparateNumbers separate_numbers(const tes::Plugin& ours, std::span<const FormHead> added, tes::FormIdAllocator forms,
                                 const std::function<bool(const FormHead& added)>& is_same)
{
    const std::uint32_t own = own_plugin_index(ours);
    std::unordered_map<std::uint32_t, const FormHead*> wanted;  // forms by number
    for (const FormHead& head : added) {
        if (is_own_form(head.form, own)) {
            wanted.try_emplace(head.form & tes::number_bits, &head);
        }
    }
    std::map<std::uint32_t, FormHead> taken;  // forms of our records, by number
    std::set<std::uint32_t> shared;           // numbers of records that both have
    tes::for_each_record(ours, [&](const tes::RecordHead& head) {
        const auto found =
            is_own_form(head.form_id.value, own) ? wanted.find(head.form_id.value & tes::number_bits) : wanted.end();
        if (found == wanted.end()) {
            return;
        }
        const FormHead& theirs = *found->second;
        if (head.type == theirs.type && equals_ignore_case(head.editor_id(), theirs.editor_id) &&
            (!theirs.editor_id.empty() || is_same(theirs))) {
            shared.insert(found->first);
        } else {
            taken.try_emplace(found->first, head_of(head));
        }
    });
    SeparateNumbers result;
    if (taken.empty()) {
        return result;
    }
    for (const FormHead& head : added) {
        forms.add(head.form);
    }
    for (const auto& [number, head] : taken) {
        if (shared.contains(number)) {
            continue;
        }
        const FormHead& theirs = *wanted.at(number);
        if (const std::optional<std::uint32_t> now = forms.take()) {
            result.numbers[number] = *now;
            result.notes.push_back(fmt::format("{}: number {:06X} -> {:06X}, because {} has {:06X}", name_of(theirs),
                                               number, *now, name_of(head), number));
        } else {
            result.left_out.push_back(theirs);
        }
    }
    return result;
}

namespace {

/// Returns the fingerprints of records, by FormID. Leaves out their children, and values without a meaning for the
/// game.
std::unordered_map<std::uint32_t, std::string> record_fingerprints(const tes::Plugin& plugin,
                                                                   const std::unordered_set<std::uint32_t>& forms)
{
    std::unordered_map<std::uint32_t, std::string> found;
    if (forms.empty()) {
        return found;
    }
    tes::find_records(
        plugin, [&](const tes::RecordHead& head) { return forms.contains(head.form_id.value); },
        [&](const tes::Record& record, const std::vector<Step>&) {
            tes::Record copy = record;
            copy.groups.clear();
            const RecordHandle handle{&copy, &record_type<tes::Record>(), CodePage::cp1252};
            for (const FieldEntry& field : handle.table().fields) {
                if (field.info.bookkeeping != 0) {
                    field.ops->reset(handle.field(field).value);
                }
            }
            found.emplace(record.form_id.value, short_fingerprint(tes::Record::element, handle));
            return true;
        });
    return found;
}

/// Returns the conflict for a record of theirs that has the FormID of a record of ours and cannot get another one.
Conflict undecidable_form(const Document& ours, const FormHead& theirs, std::string_view reason)
{
    const tes::Plugin& plugin = *plugin_of(ours.root());
    const std::uint32_t own = own_plugin_index(plugin);
    NodePath node;
    tes::find_records(
        plugin,
        [&](const tes::RecordHead& head) {
            return is_own_form(head.form_id.value, own) && ((head.form_id.value ^ theirs.form) & tes::number_bits) == 0;
        },
        [&](tes::Record&, const std::vector<Step>& steps) {
            node = steps;
            return false;
        });
    Conflict conflict;
    conflict.path = path_text(ours.root(), node);
    conflict.label = record_label(record_at(ours.root(), node));
    conflict.what =
        fmt::format("theirs gives its FormID to {}, which cannot get another one: {}", name_of(theirs), reason);
    conflict.is_undecidable = true;
    return conflict;
}

}  // namespace

std::optional<Document> with_separate_forms(const Document& base, const Document& ours, const Document& theirs,
                                            const LoadContext& context, Merge& result)
{
    const tes::Plugin* const from = plugin_of(base.root());
    const tes::Plugin* const left = plugin_of(ours.root());
    const tes::Plugin* const right = plugin_of(theirs.root());
    if (from == nullptr || left == nullptr || right == nullptr) {
        return std::nullopt;
    }
    const std::vector<FormHead> of_ours = find_new_forms(*from, *left);
    const std::vector<FormHead> of_theirs = find_new_forms(*from, *right);
    std::unordered_set<std::uint32_t> nameless;  // forms of records without editor ID that both add
    std::unordered_set<std::uint32_t> both;
    for (const FormHead& head : of_ours) {
        both.insert(head.editor_id.empty() ? head.form : 0);
    }
    for (const FormHead& head : of_theirs) {
        if (head.editor_id.empty() && head.form != 0 && both.contains(head.form)) {
            nameless.insert(head.form);
        }
    }
    const auto our_records = record_fingerprints(*left, nameless);
    const auto their_records = record_fingerprints(*right, nameless);
    // One side can make the merged plugin light. Few numbers are left then, so numbers that ours does not use can be
    // those of other records.
    tes::FormIdAllocator forms(*left,
                               tes::is_light(*left, context.services) || tes::is_light(*right, context.services));
    for (const tes::Plugin* const each : {from, right}) {
        tes::for_each_record(*each, [&](const tes::RecordHead& head) { forms.add(head.form_id.value); });
    }
    SeparateNumbers separate = separate_numbers(*left, of_theirs, std::move(forms), [&](const FormHead& head) {
        const auto mine = our_records.find(head.form);
        const auto other = their_records.find(head.form);
        return mine == our_records.end() || other == their_records.end() || mine->second == other->second;
    });
    for (const FormHead& head : separate.left_out) {
        result.conflicts.push_back(undecidable_form(ours, head, "no number is free"));
    }
    if (separate.numbers.empty()) {
        return std::nullopt;
    }
    Document copy = theirs;
    if (const Status status = assign_own_numbers(copy.root(), separate.numbers); !status) {
        for (const FormHead& head : of_theirs) {
            if (is_own_form(head.form, own_plugin_index(*left)) &&
                separate.numbers.contains(head.form & tes::number_bits)) {
                result.conflicts.push_back(undecidable_form(ours, head, status.error().message));
            }
        }
        return std::nullopt;
    }
    tes::Plugin& plugin = *plugin_of(copy.root());
    tes::arrange_cells(plugin, filter_of_renumbered(plugin, separate.numbers));
    std::ranges::move(separate.notes, std::back_inserter(result.notes));
    return copy;
}

}  // namespace redforge::edit
