// Changes indices in a patch to those of a document with longer lists.
#include "edit/patch/rebase_indices.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "edit/operation/indices.hpp"
#include "edit/operation/script_indices.hpp"
#include "edit/patch/edit_steps.hpp"
#include "edit/patch/patch.hpp"

namespace redforge::edit {
namespace {

/// A list to which a patch adds records, with the number of records that it had and has.
struct LongerList {
    std::vector<std::string_view> fields;  ///< names of the fields with its indices
    std::string inside;                    ///< first part of the paths of these fields; empty if they can be anywhere
    std::size_t had{};
    std::size_t now{};
};

void shift(pugi::xml_attribute index, const LongerList& list)
{
    const std::string_view text = index.value();
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    if (is_number && index.as_ullong() >= list.had) {
        index.set_value(index.as_ullong() + (list.now - list.had));
    }
}

void shift_in_records(const pugi::xml_node& parent, const LongerList& list)
{
    for (const pugi::xml_node record : parent.children()) {
        for (const std::string_view field : list.fields) {
            shift(record.attribute(std::string(field).c_str()), list);
        }
        shift_in_records(record, list);
    }
}

void shift_in_edits(const XmlDocument& edits, const LongerList& list)
{
    for (const pugi::xml_node edit : edits.root().children()) {
        const std::string_view path = edit.attribute("path").value();
        if (edit.name() == undo_element || !path.starts_with(list.inside)) {
            continue;
        }
        const std::string_view field = path.substr(path.rfind('.') + 1);
        if (edit.name() == std::string_view("set") && std::ranges::find(list.fields, field) != list.fields.end()) {
            shift(edit.attribute("value"), list);
        }
        shift_in_records(edit, list);
    }
}

/// An <add> of a patch to a list that is longer than when the patch was made.
struct AddToLonger {
    std::string path;
    pugi::xml_node node;
    ListPlace place;
    std::size_t had{};  ///< size of the list when the patch was made
};

/// Returns the <add> elements for lists that `is_wanted` accepts. Errors: those of rebase_indices().
Result<std::vector<AddToLonger>> adds_to_longer(const XmlDocument& edits, const RecordHandle& root,
                                                const std::function<bool(const ChildEntry&)>& is_wanted)
{
    std::vector<AddToLonger> adds;
    for (const pugi::xml_node node : edits.root().children("add")) {
        const pugi::xml_attribute count = node.attribute("count");
        if (!count) {
            continue;
        }
        const std::string path = node.attribute("path").value();
        auto places = resolve_lists(root, path, 1);
        if (!places || !is_wanted(*places->front().list.child)) {
            continue;  // applying the patch reports the error
        }
        const std::size_t size = places->front().list.size();
        const std::size_t had = count.as_ullong();
        if (had == size) {
            continue;
        }
        if (size < had || node.attribute("before").value() != end_word) {
            return fail(edits.at(
                "add",
                {.code = ErrorCode::mismatch,
                 .message = fmt::format("the list had {} records and has {}, and other records refer to them by index",
                                        had, size),
                 .field = path,
                 .hint = "merge the two versions of the file instead: redforge merge BASE OURS THEIRS"}));
        }
        adds.push_back({path, node, std::move(places->front()), had});
    }
    return adds;
}

}  // namespace

Status rebase_indices(const XmlDocument& edits, const RecordHandle& root)
{
    const auto adds = adds_to_longer(edits, root, &is_indexed);
    if (!adds) {
        return fail(adds.error());
    }
    std::map<std::string, LongerList> lists;  // by path
    for (const AddToLonger& add : *adds) {
        const ListView& list = add.place.list;
        const bool is_internal = has_internal_indices(*list.child);
        const std::vector<std::string_view> fields =
            is_internal ? std::vector<std::string_view>{find_indices(*list.child).index->name}
                        : index_fields(*list.child);
        lists[add.path] = {fields, is_internal ? add.path : std::string(), add.had, list.size()};
        add.node.attribute("count").set_value(list.size());
    }
    for (const auto& [path, list] : lists) {
        shift_in_edits(edits, list);
    }
    return {};
}

Result<std::vector<LongerListInScripts>> make_room_in_scripts(const XmlDocument& edits, const RecordHandle& root,
                                                              const LoadContext& context)
{
    const FormatHooks& hooks = hooks_of(root);
    const auto adds =
        adds_to_longer(edits, root, [&](const ChildEntry& list) { return is_list_in_scripts(hooks, list); });
    if (!adds) {
        return fail(adds.error());
    }
    std::vector<LongerListInScripts> lists;
    for (const AddToLonger& add : *adds) {
        std::size_t added = 0;
        for (const pugi::xml_node each : add.node.children()) {
            added += each.type() == pugi::node_element ? 1U : 0U;
        }
        const std::size_t size = add.place.list.size();
        NewIndices room{add.place.node, add.place.list.child, {}};
        NewIndices after = room;
        for (std::size_t i = 0; i < size + added; ++i) {
            if (i < size) {
                room.now.emplace_back(i < add.had ? i : i + added);
            }
            after.now.emplace_back(i < add.had ? i : i < add.had + added ? i + size - add.had : i - added);
        }
        set_scripts(root, hooks.renumber_scripts(root, room, context));
        lists.push_back({add.place.path, std::move(after)});
    }
    return lists;
}

}  // namespace redforge::edit
