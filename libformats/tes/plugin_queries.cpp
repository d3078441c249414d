// Asks the header and the heads of a plugin's records.
#include "tes/plugin_queries.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hex.hpp"
#include "core/letter_case.hpp"
#include "tes/form_id_allocator.hpp"
#include "tes/plugin.hpp"
#include "tes/record_codec.hpp"
#include "tes/record_walk.hpp"

namespace redforge::tes {

std::vector<std::string_view> masters_of(const Plugin& plugin)
{
    std::vector<std::string_view> names;
    for (const auto& part : plugin.header.parts) {
        if (const auto* const master = std::get_if<Master>(&part)) {
            names.emplace_back(master->name.bytes);
        }
    }
    return names;
}

std::optional<FormId> stated_next_form(const Plugin& plugin)
{
    return plugin.header.no_data != 0 ? std::nullopt : std::optional(plugin.header.next_object_id);
}

std::vector<std::string> editor_ids_of(const Plugin& plugin, std::string_view type)
{
    std::vector<std::string> ids;
    for_each_record(plugin, [&](const RecordHead& head) {
        if (std::string id = type.empty() || head.type == type ? head.editor_id() : ""; !id.empty()) {
            ids.push_back(std::move(id));
        }
    });
    return ids;
}

std::string editor_id_of(const Plugin& plugin, FormId form_id)
{
    std::string id;
    for_each_record(plugin, [&](const RecordHead& head) {
        if (head.form_id == form_id && id.empty()) {
            id = head.editor_id();
        }
    });
    return id;
}

Result<FormId> form_named(const Plugin& plugin, std::string_view name)
{
    constexpr std::size_t most_digits = 8;
    const std::vector<std::string_view> masters = masters_of(plugin);
    if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos) {
        const std::string_view file = name.substr(0, colon);
        const std::string_view digits = name.substr(colon + 1);
        const auto master =
            std::ranges::find_if(masters, [&](std::string_view each) { return same_letters(each, file); });
        if (master == masters.end()) {
            return fail({.code = ErrorCode::not_found,
                         .message = fmt::format("\"{}\" is no master of the plugin", file),
                         .hint = masters.empty() ? std::string("it has none")
                                                 : fmt::format("it has: {}", fmt::join(masters, ", "))});
        }
        std::uint64_t number{};
        if (digits.size() > most_digits || !parse_hex_number(digits, number) || number > number_bits) {
            return fail({.code = ErrorCode::not_found,
                         .message = fmt::format("\"{}\" is no number of a form", digits),
                         .hint = "expected up to six hexadecimal digits"});
        }
        return FormId(static_cast<std::uint32_t>(master - masters.begin()) << 24U | static_cast<std::uint32_t>(number));
    }
    std::optional<FormId> found;
    std::vector<std::string> ids;
    for_each_record(plugin, [&](const RecordHead& head) {
        if (std::string id = found ? "" : head.editor_id(); !id.empty()) {
            found = same_letters(id, name) ? std::optional(head.form_id) : std::nullopt;
            ids.push_back(std::move(id));
        }
    });
    if (found) {
        return *found;
    }
    const std::string_view near = nearest(name, ids);
    return fail({.code = ErrorCode::not_found,
                 .message = fmt::format("no record of the plugin is called \"{}\"", name),
                 .hint = near.empty() ? "a form is eight hexadecimal digits, MASTER:NUMBER or an editor id"
                                      : fmt::format("did you mean {}?", near)});
}

bool is_large(const Plugin& plugin)
{
    constexpr std::size_t large = std::size_t{8} << 20U;
    return plugin.entries.source().bytes.size() > large;
}

RecordCounts count_records(const Plugin& plugin)
{
    RecordCounts counts;
    for_each_record(plugin, [&](const RecordHead& head) {
        ++counts.records;
        counts.scripts += head.type == "SCPT" ? 1U : 0U;
        counts.with_properties += plugin.header_size == 24 && !never_scripted(head.type) && head.has("VMAD") ? 1U : 0U;
    });
    return counts;
}

}  // namespace redforge::tes
