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

}  // namespace

Status rebase_indices(const XmlDocument& edits, const RecordHandle& root)
{
    std::map<std::string, LongerList> lists;  // by path
    for (const pugi::xml_node node : edits.root().children("add")) {
        pugi::xml_attribute count = node.attribute("count");
        if (!count) {
            continue;
        }
        const std::string path = node.attribute("path").value();
        const auto places = resolve_lists(root, path, 1);
        if (!places) {
            continue;  // applying the patch reports it
        }
        const ListView& list = places->front().list;
        const std::size_t had = count.as_ullong();
        if (had == list.size()) {
            continue;
        }
        // Records of several types can have a field of one name with another meaning.
        const bool has_variants = list.child->items.front().type->tables.size() > 1;
        if (list.size() < had || node.attribute("before").value() != end_word || has_variants) {
            return fail(edits.at(
                "add",
                {.code = ErrorCode::mismatch,
                 .message = fmt::format("the list had {} records and has {}, and other records refer to them by index",
                                        had, list.size()),
                 .field = path,
                 .hint = "merge the two versions of the file instead: redforge merge BASE OURS THEIRS"}));
        }
        lists[path] = {index_fields(*list.child), scope_text(path, *list.child), had, list.size()};
        count.set_value(list.size());
    }
    for (const auto& [path, list] : lists) {
        shift_in_edits(edits, root, list);
    }
    return {};
}

}  // namespace redforge::edit
