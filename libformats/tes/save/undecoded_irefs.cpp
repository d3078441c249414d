// Finds irefs in undecoded bytes that would refer to other forms.
#include "tes/save/undecoded_irefs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/bytes/bytes.hpp"
#include "core/text/letter_case.hpp"
#include "tes/save/save_changes.hpp"

namespace redforge::tes {
namespace {

/// Undecoded bytes by the part of the save or the change record that contains them: "npc oblivion.esm:01D15C".
using UndecodedBytes = std::multimap<std::string, ByteView>;

/// A form, independent of the load order: the lower-case name of its plugin, and its number in it. A form without a
/// plugin has no name.
using Form = std::pair<std::string, std::uint32_t>;

Form form_of(FormId form_id, const std::vector<std::string>& plugins)
{
    const std::size_t plugin = form_id.value >> 24U;
    return form_id.value == 0 || plugin >= plugins.size() ? Form({}, form_id.value)
                                                          : Form(plugins[plugin], form_id.value & 0xFFFFFFU);
}

/// Returns the names of the plugins of `save` in lower case. A plugin that `later` renames has its later name.
std::vector<std::string> plugin_names(const Save& save, const Save& later)
{
    const auto names_of = [](const Save& each) {
        std::vector<std::string> names;
        for (const LoadedPlugin& plugin : each.plugins) {
            names.push_back(lower(plugin.name.bytes));
        }
        return names;
    };
    std::vector<std::string> names = names_of(save);
    const std::vector<std::string> later_names = names_of(later);
    for (std::size_t i = 0; i < std::min(names.size(), later_names.size()); ++i) {
        const bool is_renamed = std::ranges::find(later_names, names[i]) == later_names.end() &&
                                std::ranges::find(names, later_names[i]) == names.end();
        names[i] = is_renamed ? later_names[i] : names[i];
    }
    return names;
}

void add_bytes(UndecodedBytes& found, const RecordHandle& record, const std::string& owner);

void add_bytes(UndecodedBytes& found, const RecordHandle& record, const ChildEntry& child, const std::string& owner)
{
    if (child.kind == ChildEntry::Kind::blob && !record.blob(child).empty()) {
        found.emplace(owner, record.blob(child));
    } else if (child.kind == ChildEntry::Kind::group) {
        add_bytes(found, record.group(child), owner);
    } else if (child.kind == ChildEntry::Kind::list) {
        const ListView list = record.list(child);
        for (std::size_t i = 0; i < list.size(); ++i) {
            add_bytes(found, list.at(i), owner);
        }
    }
}

void add_bytes(UndecodedBytes& found, const RecordHandle& record, const std::string& owner)
{
    for (const ChildEntry& child : record.table().children) {
        add_bytes(found, record, child, owner);
    }
}

/// The result refers to the memory of `save`.
UndecodedBytes undecoded_bytes(const Save& save, const std::vector<std::string>& plugins)
{
    UndecodedBytes found;
    for (const MixedList::Element& change : save.changes) {
        const auto [plugin, number] = form_of(form_id_of(change), plugins);
        add_bytes(found, change.handle(), fmt::format("{} {}:{:06X}", change.type().element, plugin, number));
    }
    const RecordHandle root = handle_of(const_cast<Save&>(save));  // NOLINT(*const-cast*): the handle is only read
    for (const ChildEntry& child : root.table().children) {
        // The header has no irefs, and created records have FormIDs instead.
        if (child.name != "header" && child.name != "created" && child.name != "changes") {
            add_bytes(found, root, child, child.name);
        }
    }
    return found;
}

bool contains(const UndecodedBytes& all, const UndecodedBytes::value_type& wanted)
{
    const auto [first, last] = all.equal_range(wanted.first);
    return std::any_of(first, last, [&](const auto& each) { return std::ranges::equal(each.second, wanted.second); });
}

/// Returns the indices of `origin.form_ids` at which `after` has another form or none.
std::vector<bool> changed_indices(const Save& origin, const Save& after)
{
    const std::vector<std::string> before = plugin_names(origin, after);
    const std::vector<std::string> now = plugin_names(after, after);
    std::vector<bool> changed;
    for (const FormEntry& entry : origin.form_ids) {
        const std::size_t i = changed.size();
        changed.push_back(i >= after.form_ids.size() ||
                          form_of(entry.form_id, before) != form_of(after.form_ids[i].form_id, now));
    }
    return changed;
}

/// Returns the first iref in bytes, at any position, for which `changed` is set.
std::optional<std::uint32_t> find_changed(ByteView bytes, const std::vector<bool>& changed)
{
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= bytes.size(); ++at) {
        const auto iref = load_le<std::uint32_t>(bytes.data() + at);
        if (iref < changed.size() && changed[iref]) {
            return iref;
        }
    }
    return std::nullopt;
}

}  // namespace

Status check_undecoded_irefs(const Save& after, std::span<const Save* const> origins)
{
    struct Origin {
        std::vector<bool> changed;
        UndecodedBytes bytes;
    };
    std::vector<Origin> all;
    for (const Save* const origin : origins) {
        std::vector<bool> changed = changed_indices(*origin, after);
        const bool is_same = std::ranges::find(changed, true) == changed.end();
        if (is_same && origins.size() == 1) {
            return {};
        }
        all.push_back({std::move(changed), undecoded_bytes(*origin, plugin_names(*origin, after))});
    }
    for (const auto& bytes : undecoded_bytes(after, plugin_names(after, after))) {
        std::optional<std::uint32_t> iref;
        for (const Origin& origin : all) {
            if (contains(origin.bytes, bytes)) {
                iref = find_changed(bytes.second, origin.changed);
                if (!iref) {
                    break;
                }
            }
        }
        if (iref) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("would be another FormID, but undecoded bytes of {} may refer to this "
                                                "entry by its index",
                                                bytes.first),
                         .field = fmt::format("form_ids[{}]", *iref),
                         .hint = "keep the entries as they are, and add new FormIDs at the end"});
        }
    }
    return {};
}

bool has_new_undecoded_bytes(const Save& before, const Save& after)
{
    const UndecodedBytes old = undecoded_bytes(before, plugin_names(before, after));
    const UndecodedBytes now = undecoded_bytes(after, plugin_names(after, after));
    return std::ranges::any_of(now, [&](const auto& bytes) { return !contains(old, bytes); });
}

}  // namespace redforge::tes
