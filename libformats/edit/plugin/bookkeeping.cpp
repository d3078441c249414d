// Bookkeeping values of plugins.
#include "edit/plugin/bookkeeping.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/code_page.hpp"
#include "edit/merge/pairing.hpp"
#include "edit/operation/operation.hpp"
#include "edit/path/path.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::edit {

namespace {

/// Returns the record types of the top groups.
std::set<std::string> top_types(const tes::Plugin& plugin)
{
    std::set<std::string> types;
    for (const auto& entry : plugin.entries.get()) {
        if (const auto* const group = std::get_if<tes::Group>(&entry); group != nullptr && group->type == 0) {
            types.emplace(tes::signature_of(group->label));
        }
    }
    return types;
}

}  // namespace

std::optional<Document> with_groups_of_both(const Document& base, const Document& ours, const Document& theirs)
{
    const std::array<const tes::Plugin*, 3> plugins{plugin_of(base.root()), plugin_of(ours.root()),
                                                    plugin_of(theirs.root())};
    if (std::ranges::find(plugins, nullptr) != plugins.end()) {
        return std::nullopt;
    }
    const std::set<std::string> there = top_types(*plugins[0]);
    const std::set<std::string> of_theirs = top_types(*plugins[2]);
    std::optional<Document> result;
    for (const std::string& type : top_types(*plugins[1])) {
        if (!there.contains(type) && of_theirs.contains(type)) {
            result = result ? std::move(result) : std::optional(base);
            tes::Group group;
            group.label = std::string_view(type);
            plugin_of(result->root())->entries.get().emplace_back(std::move(group));
        }
    }
    return result;
}

namespace {

using FormCounts = std::unordered_map<std::uint32_t, std::size_t>;

FormCounts count_forms(const tes::Plugin& plugin)
{
    FormCounts counts;
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) { ++counts[head.form_id.value]; });
    return counts;
}

}  // namespace

std::string names_of_form(const tes::Plugin& plugin, std::uint32_t form)
{
    std::vector<std::string> names;
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) {
        if (head.form_id.value == form) {
            const std::string editor_id = encode_text(head.editor_id(), CodePage::cp1252);
            names.push_back(fmt::format("{}{}{}", encode_text(head.type, CodePage::cp1252),
                                        editor_id.empty() ? "" : " ", editor_id));
        }
    });
    return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::uint32_t> repeated_forms(const tes::Plugin& plugin)
{
    std::vector<std::uint32_t> repeated;
    for (const auto& [form, count] : count_forms(plugin)) {
        if (count > 1 && form != 0) {
            repeated.push_back(form);
        }
    }
    std::ranges::sort(repeated);
    return repeated;
}

std::size_t count_repeated_forms(const tes::Plugin& plugin)
{
    return repeated_forms(plugin).size();
}

namespace {

constexpr std::string_view repeated_begin = "<?repeated_forms";

}  // namespace

Status check_repeated_forms(const Document& document, std::string_view text)
{
    const tes::Plugin* const plugin = plugin_of(document.root());
    const std::vector<std::uint32_t> repeated =
        plugin == nullptr ? std::vector<std::uint32_t>{} : repeated_forms(*plugin);
    const std::string known = repeated_forms_in(text);
    for (const std::uint32_t form : repeated) {
        if (known.find(fmt::format(" {:08X}", form)) == std::string::npos) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("several records have the FormID {:08X}: {}", form,
                                                names_of_form(*plugin, form)),
                         .hint = "after a merge of branches, give one of them a free FormID: redforge forms FOLDER "
                                 "renumber EDITORID --in-place"});
        }
    }
    return {};
}

std::string repeated_forms_in(std::string_view text)
{
    const std::size_t at = text.find(repeated_begin);
    const std::size_t end = at == std::string_view::npos ? at : text.find('\n', at);
    return end == std::string_view::npos ? std::string() : std::string(text.substr(at, end + 1 - at));
}

std::string repeated_forms_line(const Document& document)
{
    const tes::Plugin* const plugin = plugin_of(document.root());
    std::string line;
    for (const std::uint32_t form : plugin == nullptr ? std::vector<std::uint32_t>{} : repeated_forms(*plugin)) {
        line += fmt::format("{} {:08X}", line.empty() ? repeated_begin : std::string_view{}, form);
    }
    return line.empty() ? line : line + "?>\n";
}

namespace {

/// A record of a document, and the keys of the records and groups that contain it.
struct FormPlace {
    NodePath node;
    std::string containers;
};

using FormPlaces = std::unordered_map<std::uint32_t, std::vector<FormPlace>>;

/// Finds the records with these FormIDs.
FormPlaces find_places(const Document& document, const std::set<std::uint32_t>& forms)
{
    FormPlaces places;
    const RecordHandle root = document.root();
    tes::find_records(
        *plugin_of(root), [&](const tes::RecordHead& head) { return forms.contains(head.form_id.value); },
        [&](const tes::Record& record, const std::vector<Step>& steps) {
            FormPlace place{{steps.begin(), steps.end()}, {}};
            for (std::size_t size = 1; size < steps.size(); ++size) {
                const NodePath outer(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(size));
                place.containers += key_of(record_at(root, outer)).value_or("") + ';';
            }
            places[record.form_id.value].push_back(std::move(place));
            return true;
        });
    return places;
}

/// Removes the records with a FormID from a document, except those in `kept`.
void remove_forms(const Document& document, std::uint32_t form, const std::string& kept)
{
    FormPlaces places = find_places(document, {form});
    std::vector<FormPlace>& all = places[form];
    for (std::size_t i = all.size(); i-- > 0;) {  // the last one first, so that the other positions stay
        if (all[i].containers == kept) {
            continue;
        }
        const Step step = all[i].node.back();
        all[i].node.pop_back();
        const RecordHandle parent = record_at(document.root(), all[i].node);
        const ListView list = parent.list(parent.table().children[step.child]);
        DetachedRecords others(*list.child);
        for (std::size_t k = 0; k < list.size(); ++k) {
            if (k != step.index) {
                others.append_copy(list, k);
            }
        }
        replace_records(list, others.view(list.page));
    }
}

}  // namespace

void resolve_moved_forms(
    const Document& base, const Document& ours, const Document& theirs, Document& merged,
    const std::function<MergeFavor(const RecordHandle& record, std::string path, std::string_view what)>& report)
{
    const std::array<const Document*, 4> documents{&base, &ours, &theirs, &merged};
    std::array<FormCounts, 4> counts;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const tes::Plugin* const plugin = plugin_of(documents[i]->root());
        if (plugin == nullptr) {
            return;
        }
        counts[i] = count_forms(*plugin);
    }
    const auto count = [&](std::size_t document, std::uint32_t form) {
        const auto found = counts[document].find(form);
        return found == counts[document].end() ? std::size_t{0} : found->second;
    };
    std::set<std::uint32_t> forms;  // those that one side removed and the result has, or that the result has twice
    for (const auto& [form, in_merged] : counts[3]) {
        const std::size_t in_sides = count(1, form) + count(2, form);
        if (count(0, form) == 1 && count(1, form) <= 1 && count(2, form) <= 1 &&
            (in_merged == 1 ? in_sides == 1 : in_sides == 2)) {
            forms.insert(form);
        }
    }
    if (forms.empty()) {
        return;
    }
    std::array<FormPlaces, 4> places;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        places[i] = find_places(*documents[i], forms);
    }
    const auto place_in = [&](std::size_t document, std::uint32_t form) {
        const auto found = places[document].find(form);
        return found == places[document].end() ? std::string() : found->second.front().containers;
    };
    for (const std::uint32_t form : forms) {
        const std::string from = place_in(0, form);
        const std::string to_ours = place_in(1, form);
        const std::string to_theirs = place_in(2, form);
        const bool ours_moves = !to_ours.empty() && to_ours != from;
        const bool theirs_moves = !to_theirs.empty() && to_theirs != from;
        if (!ours_moves && !theirs_moves) {
            continue;
        }
        const std::string_view what =
            ours_moves && theirs_moves ? "both move it"
            : ours_moves ? to_theirs.empty() ? "ours moves it, theirs removes it" : "ours moves it, theirs changes it"
            : to_ours.empty() ? "theirs moves it, ours removes it"
                              : "theirs moves it, ours changes it";
        const NodePath& node = places[3].at(form).front().node;
        const MergeFavor side = report(record_at(merged.root(), node), path_text(merged.root(), node), what);
        const bool keeps_both = side == MergeFavor::both && (to_ours.empty() || to_theirs.empty());
        if (!keeps_both) {
            remove_forms(merged, form, side == MergeFavor::theirs ? to_theirs : to_ours);
        }
    }
}

namespace {

constexpr std::uint32_t last_light_number = 0xFFF;

std::optional<Error> form_given_twice(const Document& ours, const Document& theirs, const tes::Plugin& merged)
{
    const std::vector<std::uint32_t> twice = repeated_forms(merged);
    if (twice.empty()) {
        return std::nullopt;
    }
    const FormCounts of_ours = count_forms(*plugin_of(ours.root()));
    const FormCounts of_theirs = count_forms(*plugin_of(theirs.root()));
    const auto is_repeated = [](const FormCounts& counts, std::uint32_t form) {
        const auto found = counts.find(form);
        return found != counts.end() && found->second > 1;
    };
    for (const std::uint32_t form : twice) {
        if (!is_repeated(of_ours, form) && !is_repeated(of_theirs, form)) {
            return Error{.code = ErrorCode::mismatch,
                         .message = fmt::format("both sides add a record with the FormID {:08X}: {}", form,
                                                names_of_form(merged, form)),
                         .hint = fmt::format(
                             "give the record of one side a free FormID first: redforge forms FILE renumber {:08X}",
                             form)};
        }
    }
    return std::nullopt;
}

/// Returns an error for a record outside the range of light plugins, if the side that it comes from is not light.
std::optional<Error> form_outside_light_range(const Document& ours, const Document& theirs, const tes::Plugin& merged,
                                              const Services& services)
{
    const tes::Plugin& left = *plugin_of(ours.root());
    const tes::Plugin& right = *plugin_of(theirs.root());
    const bool is_left_light = tes::is_light(left, services);
    if (!tes::is_light(merged, services) || (is_left_light && tes::is_light(right, services))) {
        return std::nullopt;
    }
    const FormCounts of_light_side = count_forms(is_left_light ? left : right);
    const FormCounts of_ours = count_forms(left);
    const std::size_t masters = tes::masters_of(merged).size();
    const std::uint32_t first = tes::first_light_number(merged);
    std::optional<Error> error;
    tes::for_each_record(merged, [&](const tes::RecordHead& head) {
        const std::uint32_t form = head.form_id.value;
        const std::uint32_t number = form & tes::number_bits;
        const bool is_inside = form >> 24U < masters || (number >= first && number <= last_light_number);
        if (is_inside || of_light_side.contains(form) || error) {
            return;
        }
        error = Error{.code = ErrorCode::mismatch,
                      .message = fmt::format("{} {:08X} is outside {:X} to {:X}, and the other side makes the plugin "
                                             "light",
                                             names_of_form(merged, form), form, first, last_light_number),
                      .file = of_ours.contains(form) ? "" : "theirs",
                      .hint = "give it a number of this range first: redforge forms FILE compact"};
    });
    return error;
}

}  // namespace

std::optional<Error> check_merged_plugin(const Document& ours, const Document& theirs, const Document& merged,
                                         const LoadContext& context)
{
    const tes::Plugin* const plugin = plugin_of(merged.root());
    if (plugin == nullptr) {
        return std::nullopt;
    }
    std::optional<Error> error = form_given_twice(ours, theirs, *plugin);
    return error ? error : form_outside_light_range(ours, theirs, *plugin, context.services);
}

Status AddedRecords::add(const RecordHandle& record, const ListView& siblings)
{
    const tes::Plugin* const plugin = plugin_of(root_);
    if (plugin == nullptr) {
        return {};
    }
    std::uint16_t form_version = plugin->header.form_version;
    for (std::size_t i = siblings.size(); i-- > 0;) {
        if (siblings.at(i).type->element == tes::Record::element) {
            form_version = static_cast<const tes::Record*>(siblings.at(i).record)->form_version;
            break;
        }
    }
    if (record.type->element == tes::Record::element) {
        return add_record(*static_cast<tes::Record*>(record.record), form_version);
    }
    return record.type->element == tes::Group::element
               ? add_group(*static_cast<const tes::Group*>(record.record), form_version)
               : Status{};
}

Status AddedRecords::add_group(const tes::Group& group, std::uint16_t form_version)
{
    for (auto& entry : group.entries.get()) {
        Status status;
        if (auto* const record = std::get_if<tes::Record>(&entry)) {
            status = add_record(*record, form_version);
        } else if (const auto* const inner = std::get_if<tes::Group>(&entry)) {
            status = add_group(*inner, form_version);
        }
        if (!status) {
            return status;
        }
    }
    return {};
}

Status AddedRecords::add_record(tes::Record& record, std::uint16_t form_version)
{
    const tes::Plugin& plugin = *plugin_of(root_);
    if (record.form_version == 0 && plugin.header_size == 24) {
        record.form_version = form_version;
    }
    const std::uint32_t number = record.form_id.value & tes::number_bits;
    if (record.form_id.value >> 24U >= tes::masters_of(plugin).size()) {
        if (number > last_light_number && tes::is_light(plugin, services_)) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("FormID {:08X}: the number {:X} is out of the range of a light plugin",
                                                record.form_id.value, number),
                         .hint = "its records have the numbers 800 to FFF"});
        }
        last_ = std::max(last_, number);
    }
    for (const tes::Group& group : record.groups) {
        if (Status status = add_group(group, form_version); !status) {
            return status;
        }
    }
    return {};
}

void AddedRecords::finish(Recorder& recorder) const
{
    const tes::Plugin* const plugin = plugin_of(root_);
    if (plugin == nullptr || last_ == 0 || (plugin->header.next_object_id.value & tes::number_bits) > last_) {
        return;
    }
    const FieldTable& table = recorder.root().table();
    const ChildEntry& header = *table.find_child("header");
    const FieldEntry& next = *recorder.root().group(header).table().find_field("next_object_id");
    const std::uint32_t index = plugin->header.next_object_id.value & ~tes::number_bits;
    const tes::FormId raised = index | std::min(last_ + 1, tes::number_bits);
    recorder.set({{table.number_of(header), 0}}, next, LeafValue(*next.ops, &raised));
}

}  // namespace redforge::edit
