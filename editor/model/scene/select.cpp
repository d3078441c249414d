// Finds records with the same list, model or script as the selection.
#include "editor/model/scene/select.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "core/text/letter_case.hpp"
#include "editor/model/scene/scene_records.hpp"

namespace redforge::editor {
namespace {

/// Returns the upper-case text of the first field that defines or refers to the target; empty if none.
std::string text_for(const RecordHandle& record, Target target)
{
    for (const FieldEntry& field : record.table().fields) {
        if (field.info.refers_to == target || field.info.names == target) {
            return upper(record.field(field).text());
        }
    }
    return {};
}

/// Returns the value that a record shares with similar ones; empty if it has none.
std::string mark_of(const RecordHandle& root, const NodeRef& ref, SelectSimilar same)
{
    const RecordHandle record =
        ref.list || ref.node.size() < 2 ? RecordHandle{} : edit::find_record(root, {ref.node[0], ref.node[1]});
    if (!record) {
        return {};
    }
    switch (same) {
    case SelectSimilar::model: return text_for(record, Target::model);
    case SelectSimilar::script: return text_for(record, Target::actor);
    case SelectSimilar::kind: break;
    }
    std::string mark = std::to_string(ref.node[0].child);
    for (const FieldEntry& field : record.table().fields) {
        if (!field.info.enum_names.empty()) {
            return mark + " " + record.field(field).text();
        }
    }
    return mark;
}

}  // namespace

NodeRefs unselected_records(const RecordHandle& root, const NodeRefs& selected)
{
    NodeRefs others = scene_nodes(root);
    const std::set<NodeRef> without(selected.begin(), selected.end());
    std::erase_if(others, [&](const NodeRef& ref) { return without.contains(ref); });
    return others;
}

NodeRefs similar_records(const RecordHandle& root, const NodeRefs& selected, SelectSimilar same)
{
    std::set<std::string> marks;
    for (const NodeRef& ref : selected) {
        marks.insert(mark_of(root, ref, same));
    }
    marks.erase("");
    NodeRefs found;
    for (NodeRef& ref : scene_nodes(root)) {
        if (marks.contains(mark_of(root, ref, same))) {
            found.push_back(std::move(ref));
        }
    }
    return found;
}

NodeRefs actors_of(const RecordHandle& root, const NodeRefs& selected)
{
    std::set<std::string> scripts;
    for (const NodeRef& ref : selected) {
        scripts.insert(mark_of(root, ref, SelectSimilar::script));
    }
    scripts.erase("");
    NodeRefs actors;
    const Result<NodeRef> section = parse_path(root, "actors");
    const std::optional<NodeInfo> info = section ? find_node(root, *section) : std::nullopt;
    if (info) {
        for (NodeRef& ref : nodes_below(*info)) {
            if (ref.node.size() == 2 && !ref.list && scripts.contains(mark_of(root, ref, SelectSimilar::script))) {
                actors.push_back(std::move(ref));
            }
        }
    }
    return actors;
}

}  // namespace redforge::editor
