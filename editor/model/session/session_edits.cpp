// User edits of a document: set, add, duplicate, remove, move.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "edit/operation/list_edit.hpp"
#include "edit/operation/references.hpp"
#include "edit/patch/edits.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/transform.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/display_name.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/model/text/new_form.hpp"
#include "editor/model/text/script_page.hpp"
#include "editor/model/text/sum_text.hpp"
#include "editor/model/text/unused_keys.hpp"

namespace redforge::editor {
namespace {

std::string count_of(std::size_t count, std::string_view noun)
{
    return plural(count, noun);
}

/// Returns the verb of a step that sets a field: "Move", "Rotate", "Set Intensity of".
std::string verb_of(const RecordHandle& record, std::string_view name)
{
    const FieldEntry* field = record.table().find_field(name);
    if (axis_named(record.table(), name)) {
        return "Rotate";
    }
    if (field == nullptr) {
        const ChildEntry* blob = record.table().find_child(name);
        return fmt::format("Set {} of", display_name(name, blob == nullptr ? std::string_view{} : blob->label()));
    }
    const std::string whole =
        field->composite.empty() ? display_name(field->name, field->info.label) : group_of(*field);
    return whole == "Position" ? "Move" : whole == "Rotation" ? "Rotate" : fmt::format("Set {} of", full_label(*field));
}

Status set_in(edit::Recorder& recorder, const NodeInfo& info, std::string_view name, std::string_view text,
              const LoadContext& context, NewForms& forms)
{
    const FieldTable& table = info.record.table();
    if (const FieldEntry* field = table.find_field(name)) {
        if (is_own_form_id(info.record, info.ref.node, *field)) {
            return forms.set(recorder, info.ref.node, *field, text);
        }
        Status status = recorder.set(info.ref.node, *field, text);
        const ValueKind kind = field->ops->type.kind;
        const bool number = kind == ValueKind::integer || kind == ValueKind::real;
        const std::optional<double> sum = status || !number ? std::nullopt : sum_of(text);
        return sum ? recorder.set_number(info.ref.node, *field, kind == ValueKind::real ? *sum : std::round(*sum))
                   : status;
    }
    if (const std::optional<Axis> axis = axis_named(table, name)) {
        return set_turn(recorder, info.ref.node, *axis, text);
    }
    if (is_map_script(info.record, name)) {
        return set_map_script(recorder, info.ref.node, text, context.services.find<soup::Names>());
    }
    const ChildEntry* blob = table.find_child(name);
    const std::string path = path_of(recorder.root(), info.ref);
    if (blob != nullptr && blob->is_bytes()) {
        edit::Match match;
        match.path = edit::path_below(path, name);
        match.kind = edit::Match::Kind::blob;
        match.node = info.ref.node;
        match.record = info.record;
        match.child = blob;
        const Result<edit::EditLine> line = edit::set_value(recorder, match, text);
        return line ? Status{} : fail(line.error());
    }
    const std::vector<std::string> names = table.names();
    const std::string_view guess = nearest(name, names);
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("there is no field \"{}\"", name),
                 .field = path,
                 .hint = guess.empty() ? std::string{} : fmt::format("did you mean {}?", guess)});
}

/// Returns the edits that set a field of several records to the same text.
std::vector<RecordValue> values_of(const NodeRefs& records, std::string_view field, std::string_view text)
{
    std::vector<RecordValue> values;
    for (const NodeRef& record : records) {
        values.push_back({record, std::string(field), std::string(text)});
    }
    return values;
}

/// Ascending record indices by list. Deeper lists come first; lists of equal depth are in reverse order.
using NumbersByList =
    std::map<std::tuple<std::size_t, edit::NodePath, std::uint32_t>, std::vector<std::size_t>, std::greater<>>;

NumbersByList group_by_list(const std::vector<NodeInfo>& sorted)
{
    NumbersByList lists;
    for (const NodeInfo& info : sorted) {
        edit::NodePath parent = info.ref.node;
        const edit::Step last = parent.back();
        parent.pop_back();
        lists[{parent.size(), parent, last.child}].push_back(last.index);
    }
    return lists;
}

/// Moves a copy, and the placed records inside it, along X so that it does not cover its original.
Status set_aside(edit::Recorder& recorder, const edit::NodePath& node, int aside)
{
    NodeRefs records = placed_inside(recorder.root(), {node, {}});
    records.push_back({node, {}});
    const auto fits = [&](const NodeRef& ref) {
        const RecordHandle copy = edit::record_at(recorder.root(), ref.node);
        const FieldEntry* const x = placing_of(copy.table()).position.front();
        return x == nullptr || copy.field(*x).number().value_or(0) <= static_cast<double>(x->max) - aside;
    };
    const int offset = std::ranges::all_of(records, fits) ? aside : -aside;
    for (const NodeRef& ref : records) {
        const RecordHandle copy = edit::record_at(recorder.root(), ref.node);
        const FieldEntry* const x = placing_of(copy.table()).position.front();
        if (x == nullptr) {
            continue;
        }
        if (Status status = recorder.set_number(ref.node, *x, copy.field(*x).number().value_or(0) + offset); !status) {
            return status;
        }
    }
    return {};
}

/// Returns true if new records are appended to a list, so that the others keep their numbers: the game expects the
/// first 24 actors in their positions.
bool adds_at_end(const ChildEntry& list)
{
    return edit::has_external_indices(list) ||
           (list.items.size() == 1 && list.items.front().name == std::string_view("actor"));
}

/// Sets the type of a record that is added to a top group to the type of the group.
Status use_group_type(edit::Recorder& recorder, const edit::NodePath& parent, const edit::NodePath& added)
{
    const FieldView label = edit::record_at(recorder.root(), parent).find_field("label");
    const RecordHandle record = edit::record_at(recorder.root(), added);
    const FieldEntry* const type = record.table().find_field("type");
    return label && type != nullptr && record.type->path_name != nullptr ? recorder.set(added, *type, label.text())
                                                                         : Status{};
}

/// Sets values without which a new record would be invisible: colour and radius of a light, the kind of an object, the
/// length of a rope. Adds a first item to a part that is only a list, because an empty element is not allowed. The
/// values of a light are typical of the game's maps.
Status set_useful_defaults(edit::Recorder& recorder, NodeRef& added)
{
    const std::optional<NodeInfo> info = find_node(recorder.root(), added);
    const FieldTable& table = info->record.table();
    if (table.fields.empty() && info->members) {
        edit::DetachedRecords first(*info->members.child);
        static_cast<void>(first.append(0));
        const std::uint32_t child = table.number_of(*info->members.child);
        recorder.insert(added.node, *info->members.child, {0}, std::move(first));
        added.node.push_back({child, 0});
        return {};
    }
    using Value = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Value, 6> of_light{{{"radius", "512"},
                                             {"intensity", "128"},
                                             {"red", "255"},
                                             {"green", "255"},
                                             {"blue", "255"},
                                             {"channel_map", "0 1 2 3 4 5 6 7"}}};
    constexpr std::array<Value, 2> of_object{{{"object_type", "object"}, {"is_active", "1"}}};
    constexpr std::array<Value, 1> of_rope{{{"length", "10"}}};
    const std::string_view item = info->parent.item(info->index).name;
    std::span<const Value> values;
    if (item == "light") {
        values = of_light;
    } else if (item == "object") {
        values = of_object;
    } else if (item == "rope") {
        values = of_rope;
    }
    for (const auto& [name, text] : values) {
        const FieldEntry* const field = table.find_field(name);
        if (field == nullptr) {
            continue;
        }
        if (Status status = recorder.set(added.node, *field, text); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace

std::string Session::called(const NodeRefs& records) const
{
    if (records.size() != 1) {
        std::string noun = "record";
        const std::optional<NodeInfo> first = records.empty() ? std::nullopt : find(records.front());
        const bool alike = first && first->is_record() && std::ranges::all_of(records, [&](const NodeRef& ref) {
                               const std::optional<NodeInfo> info = find(ref);
                               return info && info->is_record() && info->parent.child == first->parent.child &&
                                      info->parent.item(info->index).name == first->parent.item(first->index).name;
                           });
        if (alike) {
            noun = first->parent.item(first->index).name;
            std::ranges::replace(noun, '_', ' ');
        }
        return count_of(records.size(), noun);
    }
    const NodeRef& ref = records.front();
    const std::optional<NodeInfo> info = find(ref);
    if (!info || !info->is_record()) {
        const std::string path = path_of(ref);
        return path.empty() ? "the document" : path;
    }
    const bool form = info->is_one_of_many() && is_form(info->record);
    if (std::string name = form ? std::string{} : own_name(info->record); !name.empty()) {
        return name;
    }
    const NodeRef owner{parent_node(root(), ref).node, {}};
    const std::string name = name_of(*info);
    return form || owner.node.empty() || !find(owner)->is_record() ? name : name + " of " + called({owner});
}

std::string Session::name_of_setting(const NodeRefs& records, std::string_view field) const
{
    const std::optional<NodeInfo> first = records.empty() ? std::nullopt : find(records.front());
    return (first && first->record ? verb_of(first->record, field) : std::string{}) + " " + called(records);
}

Status Session::set(const NodeRefs& records, std::string_view field, std::string_view text)
{
    return set(name_of_setting(records, field), values_of(records, field, text));
}

Status Session::preview_set(const NodeRefs& records, std::string_view field, std::string_view text)
{
    NewForms forms(document_, context());
    return preview(name_of_setting(records, field), [&](edit::Recorder& recorder) {
        return set_values(recorder, values_of(records, field, text), forms);
    });
}

Status Session::set_values(edit::Recorder& recorder, const std::vector<RecordValue>& values, NewForms& forms) const
{
    for (const RecordValue& value : values) {
        const std::optional<NodeInfo> info = find(value.record);
        if (!info || !info->record) {
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("there is no field \"{}\"", value.field),
                         .field = info ? path_of(value.record) : std::string{},
                         .hint = "choose a record"});
        }
        if (Status status = set_in(recorder, *info, value.field, value.text, contexts_.back(), forms); !status) {
            return status;
        }
    }
    return {};
}

Status Session::set(std::string name, const std::vector<RecordValue>& values)
{
    if (values.empty()) {
        return {};
    }
    NewForms forms(document_, context());
    const Result<edit::Changes> made =
        make(std::move(name), [&](edit::Recorder& recorder) { return set_values(recorder, values, forms); });
    return made ? Status{} : fail(made.error());
}

Result<edit::EditLog> Session::rename(const edit::RenameTarget& what, const std::string& name)
{
    edit::EditLog touched;
    const Result<edit::Changes> made =
        make(fmt::format("Rename {} to {}", what.name, name), [&](edit::Recorder& recorder) -> Status {
            Result<edit::EditLog> log = edit::rename(recorder, what.kind, what.name, name);
            if (!log) {
                return fail(log.error());
            }
            touched = std::move(*log);
            return {};
        });
    return made ? Result<edit::EditLog>(std::move(touched)) : fail(made.error());
}

Result<edit::EditLog> Session::renaming(const edit::RenameTarget& what, const std::string& name)
{
    edit::Recorder recorder(document_, contexts_.back());  // reverts all changes when it is destroyed
    return edit::rename(recorder, what.kind, what.name, name);
}

Result<Session::Addition> Session::addition_at(const NodeRef& ref) const
{
    const std::optional<NodeInfo> info = find(ref);
    const bool inside = info && info->members;  // also for a plugin's group, which is itself a record of a list
    const bool inserts_after = info && !inside && info->is_one_of_many();
    const ListView list = !info ? ListView{} : inside ? info->members : info->parent;
    const std::string path = info ? path_of(ref) : std::string{};
    if (!list) {
        return fail({.code = ErrorCode::usage,
                     .message = "nothing can be added here",
                     .field = path,
                     .hint = "choose a section, a list or a record in one"});
    }
    if (list.single() && list.size() == 1) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("a second {}", list.item(0).name),
                     .field = path,
                     .hint = "there can be only one"});
    }
    const std::size_t index = inserts_after && !adds_at_end(*list.child) ? info->index + 1 : list.size();
    const NodeRef parent = inside ? ref : parent_node(root(), ref);
    NodeRef added{parent.node, {}};
    added.node.push_back(
        {edit::record_at(root(), parent.node).table().number_of(*list.child), static_cast<std::uint32_t>(index)});
    const std::size_t item = inserts_after ? list.item_number(info->index) : 0;
    return Addition{.list = list,
                    .parent = parent.node,
                    .index = index,
                    .item = item,
                    .added = added,
                    .name = display_name(list.child->items[item].name)};
}

Status Session::add(edit::Recorder& recorder, Addition& addition, const std::optional<glm::dvec3>& place,
                    const FieldTexts& values)
{
    NodeRef& added = addition.added;
    edit::DetachedRecords records(*addition.list.child);
    static_cast<void>(records.append(addition.item));
    UnusedKeys keys(addition.list);
    recorder.insert(addition.parent, *addition.list.child, {addition.index}, std::move(records));
    if (Status status = use_group_type(recorder, addition.parent, added.node); !status) {
        return status;
    }
    if (Status status = give_key(recorder, added.node, keys, keys.highest()); !status) {
        return status;
    }
    if (Status status = NewForms(document_, context()).assign_new(recorder, added.node); !status) {
        return status;
    }
    if (Status status = set_useful_defaults(recorder, added); !status) {
        return status;
    }
    for (const auto& [field_name, text] : values) {
        const FieldEntry* const field = edit::record_at(recorder.root(), added.node).table().find_field(field_name);
        if (Status status = field == nullptr ? Status{} : recorder.set(added.node, *field, text); !status) {
            return status;
        }
    }
    if (!place) {
        return {};
    }
    // A location starts at the object that it is relative to, so do not move it.
    const std::optional<glm::dvec3> now =
        base_of(recorder.root(), added) ? std::nullopt : position_of(recorder.root(), added);
    return now ? move_records(recorder, {added}, {*place - *now}) : Status{};
}

Result<NodeRef> Session::add(const NodeRef& ref, const std::optional<glm::dvec3>& place, const FieldTexts& values)
{
    Result<Addition> addition = addition_at(ref);
    if (!addition) {
        return fail(addition.error());
    }
    // Use the record's name, if `values` contain one, in the name of the step.
    const FieldTable& table = addition->list.child->items[addition->item].type->tables.front();
    const auto name = std::ranges::find_if(values, [&](const auto& value) {
        const FieldEntry* const field = table.find_field(value.first);
        return field != nullptr && field->ops->type.kind == ValueKind::text && !value.second.empty();
    });
    const std::string& called = name == values.end() ? addition->name : name->second;
    const Result<edit::Changes> made = make(fmt::format("Add {}", called), [&](edit::Recorder& recorder) {
        return add(recorder, *addition, place, values);
    });
    return made ? Result<NodeRef>(addition->added) : fail(made.error());
}

Result<NodeRef> Session::add_actor(const std::optional<glm::dvec3>& place)
{
    const Result<NodeRef> actors = find("actors");
    const Result<NodeRef> objects = find("objects");
    Result<Addition> actor = actors ? addition_at(*actors) : fail(actors.error());
    Result<Addition> object = objects ? addition_at(*objects) : fail(objects.error());
    if (!actor || !object) {
        return fail({.code = ErrorCode::usage, .message = "this document has no actors", .hint = "open a map"});
    }
    std::string name = "ACTOR1";
    for (int number = 2; !edit::find_definitions(root(), Target::actor, name).empty(); ++number) {
        name = fmt::format("ACTOR{}", number);
    }
    const Result<edit::Changes> made = make(fmt::format("Add actor {}", name), [&](edit::Recorder& recorder) -> Status {
        if (Status status = add(recorder, *actor, {}, {{"script_name", name}}); !status) {
            return status;
        }
        return add(recorder, *object, place, {{"script_name", name}});
    });
    return made ? Result<NodeRef>(object->added) : fail(made.error());
}

Result<std::vector<NodeInfo>> Session::listed(const NodeRefs& records, bool of_many) const
{
    std::vector<NodeInfo> infos;
    for (const NodeRef& ref : records) {
        std::optional<NodeInfo> info = find(ref);
        const std::string path = info ? path_of(ref) : std::string{};
        if (!info || !info->is_record()) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("{} is not a record of a list", path.empty() ? "the document" : path),
                         .hint = "choose records such as objects[3]"});
        }
        if (of_many && !info->is_one_of_many()) {
            return fail({.code = ErrorCode::usage,
                         .message = "there can be only one such record",
                         .field = path,
                         .hint = "choose records of a list"});
        }
        infos.push_back(std::move(*info));
    }
    std::ranges::sort(infos, {}, &NodeInfo::ref);
    const auto same = [](const NodeInfo& a, const NodeInfo& b) { return a.ref == b.ref; };
    infos.erase(std::unique(infos.begin(), infos.end(), same), infos.end());
    return infos;
}

Status Session::insert_copies(edit::Recorder& recorder, const std::vector<NodeInfo>& originals, NewForms& forms,
                              std::size_t earlier_sets, NodeRefs& copies) const
{
    for (const auto& [list, numbers] : group_by_list(originals)) {
        const auto& [depth, parent, child_number] = list;
        const ChildEntry& child = edit::record_at(recorder.root(), parent).table().children[child_number];
        const ListView before = edit::record_at(recorder.root(), parent).list(child);
        edit::DetachedRecords loose(child);
        std::vector<std::size_t> places;
        for (const std::size_t number : numbers) {
            loose.append_copy(before, number);
            places.push_back((adds_at_end(child) ? before.size() : numbers.back() + 1 + earlier_sets * numbers.size()) +
                             places.size());
        }
        UnusedKeys keys(before);
        recorder.insert(parent, child, places, std::move(loose));
        follow(copies, {{edit::Operation::Kind::insert, parent, child_number, places}});
        for (const std::size_t place : places) {
            NodeRef copy{parent, {}};
            copy.node.push_back({child_number, static_cast<std::uint32_t>(place)});
            if (Status status = give_key(recorder, copy.node, keys); !status) {
                return status;
            }
            if (Status status = give_name(recorder, copy.node); !status) {
                return status;
            }
            if (Status status = forms.assign_new(recorder, copy.node); !status) {
                return status;
            }
            copies.push_back(std::move(copy));
        }
    }
    return {};
}

Result<NodeRefs> Session::duplicate(const NodeRefs& records, int aside)
{
    return duplicate(records, 1, [aside](edit::Recorder& recorder, const NodeRefs& copies, std::size_t) -> Status {
        for (const NodeRef& copy : copies) {
            if (Status status = set_aside(recorder, copy.node, aside); !status) {
                return status;
            }
        }
        return {};
    });
}

Result<NodeRefs> Session::duplicate(const NodeRefs& records, std::size_t count, const PlaceCopies& place)
{
    const Result<std::vector<NodeInfo>> originals = listed(records, true);
    if (!originals) {
        return fail(originals.error());
    }
    for (const NodeInfo& info : *originals) {
        if (std::optional<Error> only = check_single_change(info, document_)) {
            only->field = path_of(info.ref);
            return fail(std::move(*only));
        }
    }
    NodeRefs copies;
    NewForms forms(document_, context());
    const Result<edit::Changes> made = make("Duplicate " + called(records), [&](edit::Recorder& recorder) -> Status {
        for (std::size_t number = 1; number <= count; ++number) {
            const std::size_t earlier = copies.size();
            if (Status status = insert_copies(recorder, *originals, forms, number - 1, copies); !status) {
                return status;
            }
            const NodeRefs set(copies.begin() + static_cast<std::ptrdiff_t>(earlier), copies.end());
            if (Status status = place(recorder, set, number); !status) {
                return status;
            }
        }
        return {};
    });
    std::ranges::sort(copies);
    return made ? Result<NodeRefs>(copies) : fail(made.error());
}

Status Session::remove(const NodeRefs& records, std::string_view verb)
{
    Result<std::vector<NodeInfo>> infos = listed(records, false);
    if (!infos) {
        return fail(infos.error());
    }
    // Descendants are removed with their ancestor. Paths are sorted, so descendants follow it.
    edit::NodePath kept;
    std::erase_if(*infos, [&kept](const NodeInfo& info) {
        const edit::NodePath& node = info.ref.node;
        const bool below =
            !kept.empty() && kept.size() < node.size() && std::equal(kept.begin(), kept.end(), node.begin());
        kept = below ? kept : node;
        return below;
    });
    NodeRefs removed;
    for (const NodeInfo& info : *infos) {
        removed.push_back(info.ref);
    }
    const std::string what = called(removed);
    const Result<edit::Changes> made = make(fmt::format("{} {}", verb, what), [&](edit::Recorder& recorder) -> Status {
        // Removing records of one list neither renumbers nor removes records of the next.
        for (const auto& [list, places] : group_by_list(*infos)) {
            const auto& [depth, parent, child] = list;
            const RecordHandle record = edit::record_at(recorder.root(), parent);
            recorder.erase(parent, record.table().children[child], places);
        }
        return {};
    });
    return made ? Status{} : fail(made.error());
}

Result<NodeRefs> Session::move(const NodeRefs& records, int step)
{
    const Result<std::vector<NodeInfo>> infos = listed(records, true);
    if (!infos) {
        return fail(infos.error());
    }
    if (infos->empty() || step == 0) {
        return records;
    }
    for (const NodeInfo& info : *infos) {
        if (step < 0 ? info.index == 0 : info.index + 1 == info.parent.size()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("it is already the {}", step < 0 ? "first" : "last"),
                         .field = path_of(info.ref)});
        }
    }
    NodeRefs moved;
    const Result<edit::Changes> made =
        make(fmt::format("Move {} {}", called(records), step < 0 ? "up" : "down"),
             [&](edit::Recorder& recorder) -> Status {
                 for (const auto& [list, numbers] : group_by_list(*infos)) {
                     const auto& [depth, parent, child_number] = list;
                     const ChildEntry& child = edit::record_at(recorder.root(), parent).table().children[child_number];
                     std::vector<std::size_t> order = numbers;
                     if (step > 0) {
                         std::ranges::reverse(order);
                     }
                     for (const std::size_t number : order) {
                         const std::size_t to = step < 0 ? number - 1 : number + 1;
                         recorder.move(parent, child, number, to);
                         follow(moved, {{edit::Operation::Kind::move, parent, child_number, {number, to}}});
                         NodeRef there{parent, {}};
                         there.node.push_back({child_number, static_cast<std::uint32_t>(to)});
                         moved.push_back(std::move(there));
                     }
                 }
                 return {};
             });
    std::ranges::sort(moved);
    return made ? Result<NodeRefs>(moved) : fail(made.error());
}

}  // namespace redforge::editor
