// Bookkeeping values of plugins.
#include "edit/plugin/bookkeeping.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/code_page.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/form/form_id_allocator.hpp"
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
            names.push_back(fmt::format("{} {}", encode_text(head.type, CodePage::cp1252),
                                        encode_text(head.editor_id(), CodePage::cp1252)));
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

std::optional<Error> form_given_twice(const Document& ours, const Document& theirs, const Document& merged)
{
    const tes::Plugin* const plugin = plugin_of(merged.root());
    const std::vector<std::uint32_t> twice = plugin == nullptr ? std::vector<std::uint32_t>{} : repeated_forms(*plugin);
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
                                                names_of_form(*plugin, form)),
                         .hint =
                             "give the record of one side a free FormID first: redforge forms FILE renumber EDITORID"};
        }
    }
    return std::nullopt;
}

namespace {

constexpr std::uint32_t light_flag = 0x200;
constexpr std::uint32_t last_light_number = 0xFFF;

}  // namespace

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
        if ((plugin.header.flags & light_flag) != 0 && number > last_light_number) {
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
