// Edits of the masters of a plugin, and of the plugins of a save.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/load_order.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/save/save.hpp"

namespace redforge::edit {
namespace {

std::string shown_name(std::string_view name)
{
    return encode_text(name, CodePage::cp1252);
}

tes::Save* save_of(const RecordHandle& root)
{
    return root.type == &record_type<tes::Save>() ? static_cast<tes::Save*>(root.record) : nullptr;
}

/// Returns the node of a child record of the root.
NodePath node_of(const RecordHandle& root, std::string_view child)
{
    return {{root.table().number_of(*root.table().find_child(child)), 0}};
}

/// Returns the number of records that are or refer to a form with a first byte and a number below 800.
std::size_t count_low_forms(const RecordHandle& root, std::size_t first_byte)
{
    const auto byte = static_cast<std::uint8_t>(first_byte);
    const tes::Plugin* const plugin = plugin_of(root);
    return plugin != nullptr ? tes::low_forms(*plugin, byte, 0).count : tes::low_forms(*save_of(root), byte, 0).count;
}

}  // namespace

Error circular_masters(std::span<const std::string> chain)
{
    std::string message =
        fmt::format("{} cannot be a master of {}", shown_name(chain.front()), shown_name(chain.back()));
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        message +=
            fmt::format("{} {} has the master {}", i == 0 ? ":" : ",", shown_name(chain[i]), shown_name(chain[i + 1]));
    }
    return {.code = ErrorCode::usage,
            .message = std::move(message),
            .hint = "a plugin is loaded after its masters, so two plugins cannot be masters of each other"};
}

Result<PluginList> PluginList::of(Recorder& recorder, std::string file)
{
    if (plugin_of(recorder.root()) == nullptr && save_of(recorder.root()) == nullptr) {
        return fail({.code = ErrorCode::usage,
                     .message = "has no list of plugins",
                     .hint = "plugins have masters, and saves of Oblivion have a load order"});
    }
    return PluginList(recorder, std::move(file));
}

std::vector<std::size_t> PluginList::uses() const
{
    const RecordHandle& root = recorder_->root();
    const tes::Plugin* const plugin = plugin_of(root);
    auto all = plugin != nullptr ? tes::count_uses(*plugin) : tes::count_uses(*save_of(root));
    if (!names().empty() && all[0] == 0) {
        all[0] = count_low_forms(root, 1);
    }
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(names().size() + 1, all.size()))};
}

Status PluginList::require_name(const std::string& name) const
{
    if (name.find_first_of("/\\:*?\"<>|") != std::string::npos || !tes::is_plugin_name(name)) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("\"{}\" is not the name of a plugin", shown_name(name)),
                     .hint = "give a file name without a folder that ends with .esm, .esp or .esl"});
    }
    if (equals_ignore_case(name, file_)) {
        return fail({.code = ErrorCode::usage,
                     .message = "a plugin cannot be its own master",
                     .hint = "the masters are the plugins that must be loaded before it"});
    }
    const auto* const data = file_.empty() ? nullptr : recorder_->context().services.find<tes::DataFolder>();
    if (data != nullptr) {
        if (const std::vector<std::string> chain = tes::masters_between(*data, name, file_); !chain.empty()) {
            return fail(circular_masters(chain));
        }
    }
    return {};
}

Result<std::size_t> PluginList::index_of(std::string_view name) const
{
    const std::vector<std::string> all = names();
    const auto found =
        std::ranges::find_if(all, [&](const std::string& each) { return equals_ignore_case(each, name); });
    if (found != all.end()) {
        return static_cast<std::size_t>(found - all.begin());
    }
    std::vector<std::string> shown;
    std::ranges::transform(all, std::back_inserter(shown), shown_name);
    return fail({.code = ErrorCode::not_found,
                 .message = fmt::format("{} is not in the list of plugins", shown_name(name)),
                 .hint = shown.empty() ? "the list is empty" : fmt::format("it has {}", fmt::join(shown, ", "))});
}

Status PluginList::arrange(const std::vector<std::size_t>& indices, const std::string& added)
{
    const RecordHandle& root = recorder_->root();
    if (const tes::Plugin* const plugin = plugin_of(root)) {
        std::vector<tes::Master> masters = tes::master_list(*plugin);
        masters.push_back({.name = Text(added), .data = 0});
        std::vector<tes::Master> wanted;
        std::ranges::transform(indices, std::back_inserter(wanted), [&](std::size_t i) { return masters[i]; });
        tes::Plugin changed;
        changed.header = plugin->header;
        tes::set_master_list(changed, wanted);
        const RecordHandle own = root.group(*root.table().find_child("header"));
        recorder_->change(node_of(root, "header"), {&changed.header, own.type, own.page});
    } else {
        const ChildEntry& child = *root.table().find_child("plugins");
        const ListView list = root.list(child);
        DetachedRecords wanted(child);
        for (const std::size_t i : indices) {
            if (i < list.size()) {
                wanted.append_copy(list, i);
            } else {
                static_cast<tes::LoadedPlugin*>(wanted.append().record)->name = Text(added);
            }
        }
        std::vector<std::size_t> old(list.size());
        std::iota(old.begin(), old.end(), std::size_t{0});
        std::vector<std::size_t> now(indices.size());
        std::iota(now.begin(), now.end(), std::size_t{0});
        recorder_->erase({}, child, std::move(old));
        recorder_->insert({}, child, std::move(now), std::move(wanted));
    }
    return recorder_->renumber();
}

Result<EditLine> PluginList::add(const std::string& name, std::optional<std::size_t> at)
{
    if (Status status = require_name(name); !status) {
        return fail(std::move(status.error()));
    }
    const std::vector<std::string> all = names();
    if (index_of(name)) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("{} is in the list of plugins already", shown_name(name))});
    }
    if (at.value_or(0) > all.size()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("position {}", *at),
                     .hint = fmt::format("positions are 0 to {}", all.size())});
    }
    std::vector<std::size_t> indices(all.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    indices.insert(indices.begin() + static_cast<std::ptrdiff_t>(at.value_or(all.size())), all.size());
    if (Status status = arrange(indices, name); !status) {
        return fail(std::move(status.error()));
    }
    return EditLine{"add", shown_name(name), "", ""};
}

Result<EditLine> PluginList::remove(std::string_view name)
{
    const Result<std::size_t> index = index_of(name);
    if (!index) {
        return fail(index.error());
    }
    std::vector<std::size_t> indices(names().size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    indices.erase(indices.begin() + static_cast<std::ptrdiff_t>(*index));
    if (Status status = arrange(indices); !status) {
        return fail(std::move(status.error()));
    }
    return EditLine{"remove", shown_name(name), "", ""};
}

Result<EditLine> PluginList::rename(std::string_view from, const std::string& to)
{
    const Result<std::size_t> index = index_of(from);
    if (!index) {
        return fail(index.error());
    }
    if (Status status = require_name(to); !status) {
        return fail(std::move(status.error()));
    }
    if (!equals_ignore_case(from, to) && index_of(to)) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("{} is in the list of plugins already", shown_name(to)),
                     .hint = "forms of two plugins would get the same FormID"});
    }
    const std::string before = names()[*index];
    const RecordHandle& root = recorder_->root();
    const bool is_plugin = plugin_of(root) != nullptr;
    NodePath node = is_plugin ? node_of(root, "header") : NodePath{};
    const ChildEntry& child = *record_at(root, node).table().find_child(is_plugin ? "parts" : "plugins");
    const ListView list = record_at(root, node).list(child);
    node.push_back({record_at(root, node).table().number_of(child), 0});
    for (std::size_t i = 0, number = 0; i < list.size(); ++i) {
        const RecordHandle record = list.at(i);
        if (is_plugin && record.type != &record_type<tes::Master>()) {
            continue;
        }
        if (number++ == *index) {
            node.back().index = static_cast<std::uint32_t>(i);
            const FieldEntry& field = *record.table().find_field("name");
            const Text text(to);
            recorder_->set(node, field, LeafValue(*field.ops, &text));
            break;
        }
    }
    if (Status status = recorder_->renumber(); !status) {
        return fail(std::move(status.error()));
    }
    return EditLine{"rename", shown_name(before), shown_name(before), shown_name(to)};
}

Result<EditLog> PluginList::sort(const std::vector<std::string>& order, std::vector<std::string>& missing)
{
    const std::vector<std::string> all = names();
    std::vector<std::pair<std::size_t, std::size_t>> positions;  // in load order and in list
    std::vector<std::size_t> unlisted;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto found =
            std::ranges::find_if(order, [&](const std::string& each) { return equals_ignore_case(each, all[i]); });
        if (found == order.end()) {
            missing.push_back(shown_name(all[i]));
            unlisted.push_back(i);
        } else {
            positions.emplace_back(found - order.begin(), i);
        }
    }
    std::ranges::sort(positions);
    std::vector<std::size_t> indices;
    std::ranges::transform(positions, std::back_inserter(indices), &std::pair<std::size_t, std::size_t>::second);
    const auto is_esp = [&](std::size_t i) { return lower(all[i]).ends_with(".esp"); };
    for (const std::size_t i : unlisted) {
        indices.insert(is_esp(i) ? indices.end() : std::ranges::find_if(indices, is_esp), i);
    }
    if (std::ranges::is_sorted(indices)) {
        return EditLog{};
    }
    if (Status status = arrange(indices); !status) {
        return fail(std::move(status.error()));
    }
    EditLog log;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] != i) {
            log.push_back({"move", shown_name(all[indices[i]]), std::to_string(indices[i]), std::to_string(i)});
        }
    }
    return log;
}

Result<EditLog> PluginList::prune()
{
    const std::vector<std::string> all = names();
    const std::vector<std::size_t> used = uses();
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (used[i] > 0) {
            indices.push_back(i);
        }
    }
    const std::size_t first = indices.empty() ? all.size() : indices.front();
    const RecordHandle& root = recorder_->root();
    const tes::Plugin* const plugin = plugin_of(root);
    const bool has_low_form =
        plugin != nullptr ? tes::find_game_record(*plugin).has_value() : count_low_forms(root, 0) > 0;
    const bool needs_one = indices.empty() && has_low_form;
    if (first > 0 && (needs_one || count_low_forms(root, first) > 0)) {
        indices.insert(indices.begin(), 0);  // see uses()
    }
    EditLog log;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!std::ranges::binary_search(indices, i)) {
            log.push_back({"remove", shown_name(all[i]), "", ""});
        }
    }
    if (log.empty()) {
        return log;
    }
    if (Status status = arrange(indices); !status) {
        return fail(std::move(status.error()));
    }
    return log;
}

}  // namespace redforge::edit
