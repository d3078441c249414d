// Changes indices in a patch to those of a document with longer lists.
#include "edit/patch/rebase_indices.hpp"

#include <algorithm>
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
        if (list.size() < had || node.attribute("before").value() != end_word) {
            return fail(edits.at(
                "add",
                {.code = ErrorCode::mismatch,
                 .message = fmt::format("the list had {} records and has {}, and other records refer to them by index",
                                        had, list.size()),
                 .field = path,
                 .hint = "merge the two versions of the file instead: redforge merge BASE OURS THEIRS"}));
        }
        const bool is_internal = has_internal_indices(*list.child);
        const std::vector<std::string_view> fields =
            is_internal ? std::vector<std::string_view>{find_indices(*list.child).index->name}
                        : index_fields(*list.child);
        lists[path] = {fields, is_internal ? path : std::string(), had, list.size()};
        count.set_value(list.size());
    }
    for (const auto& [path, list] : lists) {
        shift_in_edits(edits, list);
    }
    return {};
}

}  // namespace redforge::edit
