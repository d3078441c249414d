// Changes indices in a patch to those of a document with longer lists.
#include "edit/patch/rebase_indices.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
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
    std::vector<IndexField> fields;
    std::string inside;  ///< first part of the paths of these fields; empty if they can be anywhere
    std::size_t had{};
    std::size_t now{};
};

/// Returns the first part of the paths of all fields that can have indices in a list: see index_scope().
std::string scope_text(std::string path, const ChildEntry& list)
{
    if (has_internal_indices(list)) {
        return path;
    }
    const std::size_t dot = path.rfind('.');
    path.resize(dot == std::string::npos ? 0 : dot);
    return path;
}

/// Shifts the indices in a text with one or several.
void shift(pugi::xml_attribute indices, const LongerList& list)
{
    std::string shifted;
    std::string_view rest = indices.value();
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        std::int64_t index{};
        const bool is_index = parse_integer(word, 0, std::numeric_limits<std::int64_t>::max(), index) &&
                              static_cast<std::uint64_t>(index) >= list.had;
        shifted += shifted.empty() ? "" : " ";
        shifted +=
            is_index ? fmt::format("{}", static_cast<std::uint64_t>(index) + list.now - list.had) : std::string(word);
    }
    if (shifted != indices.value()) {
        indices.set_value(shifted.c_str());
    }
}

void shift_in_records(const pugi::xml_node& parent, const LongerList& list)
{
    for (const pugi::xml_node record : parent.children()) {
        for (const IndexField& each : list.fields) {
            if (each.element.empty() || each.element == record.name()) {
                shift(record.attribute(std::string(each.field).c_str()), list);
            }
        }
        shift_in_records(record, list);
    }
}

/// Returns true if the path of a field names one with indices in the list.
bool is_index(const RecordHandle& root, const std::string& path, const LongerList& list)
{
    const std::string_view field = std::string_view(path).substr(path.rfind('.') + 1);
    if (std::ranges::find(list.fields, field, &IndexField::field) == list.fields.end()) {
        return false;
    }
    const auto found = resolve(root, path);
    return found && !found->empty() && std::ranges::any_of(list.fields, [&](const IndexField& each) {
               return each.field == field &&
                      (each.element.empty() || each.element == element_at(root, found->front().node));
           });
}

void shift_in_edits(const XmlDocument& edits, const RecordHandle& root, const LongerList& list)
{
    for (const pugi::xml_node edit : edits.root().children()) {
        const std::string path = edit.attribute("path").value();
        if (edit.name() == undo_element || !path.starts_with(list.inside)) {
            continue;
        }
        if (edit.name() == std::string_view("set") && is_index(root, path, list)) {
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
        // Records of several types can have a field of one name with another meaning.
        const ChildEntry& child = *places->front().list.child;
        const bool has_variants = is_indexed(child) && child.items.front().type->tables.size() > 1;
        if (size < had || node.attribute("before").value() != end_word || has_variants) {
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
        lists[add.path] = {index_fields(*list.child), scope_text(add.path, *list.child), add.had, list.size()};
        add.node.attribute("count").set_value(list.size());
    }
    for (const auto& [path, list] : lists) {
        shift_in_edits(edits, root, list);
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
        const RenumberedScripts scripts = hooks.renumber_scripts(root, room, context);
        if (!scripts.lost.empty()) {
            return fail(edits.at("add", {.code = ErrorCode::mismatch,
                                         .message = fmt::format("with the added records, an index is too large for {}",
                                                                statements_text(root, scripts.lost)),
                                         .field = add.path,
                                         .hint = "remove records of the list that no script uses"}));
        }
        set_scripts(root, scripts);
        lists.push_back({add.place.path, std::move(after)});
    }
    return lists;
}

}  // namespace redforge::edit
