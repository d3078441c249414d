// Finds the position and rotation fields of a record.
#include "editor/model/scene/placing.hpp"

#include <algorithm>

#include <glm/glm.hpp>

#include "core/text/letter_case.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "editor/model/text/display_name.hpp"

namespace redforge::editor {
namespace {

/// Returns the axis of a field from the last letter of its name: angle.x, node_pos_z.
std::optional<std::size_t> axis_in(std::string_view name)
{
    const char last = name.empty() ? '\0' : name.back();
    return last < 'x' || last > 'z' ? std::nullopt : std::optional<std::size_t>(last - 'x');
}

bool is_coordinate(const FieldEntry& field)
{
    const std::string_view label = field.info.label;
    const bool lettered = label == "X" || label == "Y" || label == "Z";
    const bool has_steps = field.ops->get_integer != nullptr || field.ops->type.parts != 0;
    return lettered && field.info.kind == Role::plain && has_steps && !field.ops->type.derived &&
           (field.composite.empty() || is_of_position(field));
}

double number(const RecordHandle& record, const FieldEntry& field)
{
    return record.field(field).number().value_or(0);
}

glm::dvec3 stored_position_in_record(const RecordHandle& record, const Placing& placing)
{
    const auto& [x, y, z] = placing.position;
    return glm::dvec3(number(record, *x), number(record, *y), number(record, *z)) * placing.unit;
}

RecordHandle parent_record(const RecordHandle& root, const NodeRef& ref)
{
    edit::NodePath above = ref.node;
    above.pop_back();
    return edit::find_record(root, above);
}

/// Returns the actor name that a record defines or refers to, in upper case; empty if none.
std::string actor_text(const RecordHandle& record, Target FieldInfo::*role)
{
    for (const FieldEntry& field : record ? record.table().fields : std::vector<FieldEntry>{}) {
        if (field.info.*role == Target::actor) {
            return upper(record.field(field).text());
        }
    }
    return {};
}

/// Returns an empty text if the record is not an actor.
std::string actor_name(const RecordHandle& record)
{
    return actor_text(record, &FieldInfo::names);
}

/// Returns the only scene record of an actor; nullopt if there is none, or more than one.
std::optional<NodeRef> object_of(const RecordHandle& root, const std::string& actor)
{
    std::optional<NodeRef> found;
    for (const NodeRef& ref : scene_nodes(root)) {
        if (actor_text(edit::find_record(root, ref.node), &FieldInfo::refers_to) == actor) {
            if (found) {
                return std::nullopt;
            }
            found = ref;
        }
    }
    return found;
}

}  // namespace

Placing placing_of(const FieldTable& table)
{
    Placing placing;
    for (const FieldEntry& field : table.fields) {
        const std::optional<std::size_t> axis = axis_in(field.name);
        if (edit::is_matrix(field)) {
            placing.matrix = &field;
        } else if (axis && field.info.notation == Notation::angle_2048) {
            placing.angles[*axis] = &field;
        } else if (axis && is_coordinate(field)) {
            placing.position[*axis] = &field;
            placing.unit = field.info.unit == "256ths of a map unit" ? 1.0 / 256 : 1;
        }
    }
    if (std::ranges::find(placing.position, nullptr) != placing.position.end()) {
        placing.position = {};
    }
    return placing;
}

std::string angle_name(const FieldEntry& matrix, Axis axis)
{
    return matrix.name + ":" + "xyz"[static_cast<std::size_t>(axis)];
}

std::optional<Axis> axis_named(const FieldTable& table, std::string_view name)
{
    const FieldEntry* const matrix = name.find(':') == std::string_view::npos ? nullptr : placing_of(table).matrix;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        if (matrix != nullptr && name == angle_name(*matrix, axis)) {
            return axis;
        }
    }
    return std::nullopt;
}

std::optional<glm::dvec3> stored_position(const RecordHandle& root, const NodeRef& ref)
{
    const RecordHandle record = ref.list ? RecordHandle{} : edit::find_record(root, ref.node);
    const Placing placing = record ? placing_of(record.table()) : Placing{};
    return placing.placed() ? std::optional(stored_position_in_record(record, placing)) : std::nullopt;
}

std::optional<NodeRef> base_of(const RecordHandle& root, const NodeRef& ref)
{
    NodeRef above = ref;
    if (above.node.empty()) {
        return std::nullopt;
    }
    above.node.pop_back();
    const std::string actor = actor_name(edit::find_record(root, above.node));
    return actor.empty() ? std::nullopt : object_of(root, actor);
}

std::optional<glm::dvec3> position_of(const RecordHandle& root, const NodeRef& ref)
{
    const std::optional<glm::dvec3> own = stored_position(root, ref);
    if (!own) {
        return std::nullopt;
    }
    if (const std::optional<NodeRef> base = base_of(root, ref)) {
        return *own + *stored_position(root, *base);
    }
    const bool of_actor = !ref.node.empty() && !actor_name(parent_record(root, ref)).empty();
    return of_actor ? std::nullopt : own;
}

std::optional<glm::dmat3> turned(const RecordHandle& record)
{
    const Placing placing = placing_of(record.table());
    if (placing.matrix != nullptr) {
        return rotation_of(matrix_in(record.field(*placing.matrix)));
    }
    EulerAngles turns{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        turns[axis] = placing.angles[axis] == nullptr ? 0 : number(record, *placing.angles[axis]);
    }
    return rotation_of(turns);
}

NodeRefs placed_inside(const RecordHandle& root, const NodeRef& ref)
{
    NodeRefs inside;
    const RecordHandle record = edit::find_record(root, ref.node);
    if (!record || !placing_of(record.table()).placed()) {
        return inside;
    }
    for (const ChildEntry& child : record.table().children) {
        const ListView list = child.kind == ChildEntry::Kind::list ? record.list(child) : ListView{};
        for (std::size_t i = 0; list && i < list.size() && placing_of(list.at(i).table()).placed(); ++i) {
            NodeRef& each = inside.emplace_back(ref);
            each.node.push_back({record.table().number_of(child), static_cast<std::uint32_t>(i)});
        }
    }
    return inside;
}

NodeRefs placed_records(const RecordHandle& root, const NodeRefs& selected)
{
    NodeRefs records;
    for (const NodeRef& ref : selected) {
        if (stored_position(root, ref)) {
            records.push_back(ref);
        }
    }
    std::ranges::sort(records);
    records.erase(std::unique(records.begin(), records.end()), records.end());
    const auto begins = [](const edit::NodePath& path, const edit::NodePath& outer) {
        return path.size() > outer.size() && std::equal(outer.begin(), outer.end(), path.begin());
    };
    // In sorted order, the children of a record follow it.
    std::optional<NodeRef> outer;
    std::erase_if(records, [&](const NodeRef& ref) {
        const bool along = outer && begins(ref.node, outer->node);
        outer = along ? outer : std::optional(ref);
        return along;
    });
    const NodeRefs all = records;
    std::erase_if(records, [&](const NodeRef& ref) {
        const std::optional<NodeRef> base = ref.node.size() > 2 ? base_of(root, ref) : std::nullopt;
        return base && std::ranges::binary_search(all, *base);
    });
    return records;
}

std::optional<glm::dvec3> middle_of(const RecordHandle& root, const NodeRefs& records)
{
    std::optional<glm::dvec3> low;
    glm::dvec3 high{};
    for (const NodeRef& ref : records) {
        if (const std::optional<glm::dvec3> place = position_of(root, ref)) {
            high = low ? glm::max(high, *place) : *place;
            low = low ? glm::min(*low, *place) : *place;
        }
    }
    return low ? std::optional((*low + high) * 0.5) : std::nullopt;
}

}  // namespace redforge::editor
