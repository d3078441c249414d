// Looking for a FormID and an editor id.
#include "editor/model/new_form.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "editor/model/form_name.hpp"

namespace redforge::editor {
namespace {

constexpr std::uint32_t number_bits = 0xFFFFFF;  ///< of a FormID; those above say whose it is
constexpr std::uint32_t least_number = 0x800;    ///< below are the game's own

template <class Visit>
void for_each_head(const tes::Plugin& plugin, const Visit& visit)
{
    for (const tes::Script& script : plugin.scripts) {
        visit(script);
    }
    for (const tes::Record& record : plugin.records) {
        visit(record);
    }
}

}  // namespace

Status give_form_id(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    if (node.size() != 1 || !is_form(record)) {
        return {};
    }
    const auto masters = static_cast<std::uint32_t>(std::ranges::count_if(plugin.header.parts, [](const auto& part) {
        return std::holds_alternative<tes::Master>(part);
    }));
    const std::uint32_t stated = plugin.header.next_object_id.value;
    std::uint32_t number = std::max(stated & number_bits, least_number);
    std::set<std::string> names;
    for_each_head(plugin, [&](const tes::RecordHead& head) {
        if (head.form_id.value >> 24U >= masters) {
            number = std::max(number, (head.form_id.value & number_bits) + 1);
        }
        names.insert(head.editor_id.bytes);
    });
    if (number >= number_bits || masters > 0xFE) {
        return {};
    }
    const FieldEntry* const id = record.table().find_field("form_id");
    if (Status status = recorder.set(node, *id, fmt::format("{:08X}", masters << 24U | number)); !status) {
        return status;
    }
    const FieldTable& root = recorder.root().table();
    const edit::NodePath header{{root.number_of(*root.find_child("header")), 0}};
    const FieldEntry* const next = edit::record_at(recorder.root(), header).table().find_field("next_object_id");
    if (plugin.header.no_data == 0) {
        const std::string text = fmt::format("{:08X}", (stated & ~number_bits) | (number + 1));
        if (Status status = recorder.set(header, *next, text); !status) {
            return status;
        }
    }
    const FieldEntry* const name = record.table().find_field("editor_id");
    const std::string before = record.field(*name).text();
    if (before.empty()) {
        return {};
    }
    for (unsigned count = 1;; ++count) {
        std::string after = before + "Copy" + (count == 1 ? std::string{} : std::to_string(count));
        if (!names.contains(after)) {
            return recorder.set(node, *name, after);
        }
    }
}

}  // namespace redforge::editor
