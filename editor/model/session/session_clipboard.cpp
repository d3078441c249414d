// Copying records as XML, and pasting such text.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/operation/references.hpp"
#include "edit/path/path.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/scene/transform.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/model/text/new_form.hpp"
#include "editor/model/text/unused_keys.hpp"

namespace redforge::editor {
namespace {

constexpr const char* root_element = "records";

constexpr const char* plugins_attribute = "plugins";
/// Attributes of the anchor, a position in map units. paste() moves the records so that the anchor is at `place`.
constexpr std::array<const char*, 3> anchor_attributes{"anchor.x", "anchor.y", "anchor.z"};
/// Contains the actors of copied objects. paste() adds them if the map has no actor of this name.
constexpr const char* needed_element = "needed";

/// A list that can contain records of an element.
struct InsertTarget {
    edit::NodePath parent;
    const ChildEntry* list{};
    std::size_t item{};
};

std::optional<InsertTarget> find_insert_list(edit::NodePath parent, const ChildEntry& list, std::string_view element)
{
    if (list.kind != ChildEntry::Kind::list || list.ops->single) {
        return std::nullopt;
    }
    const auto item = std::ranges::find(list.items, element, &ItemEntry::name);
    return item == list.items.end() ? std::nullopt
                                    : std::optional(InsertTarget{std::move(parent), &list,
                                                                 static_cast<std::size_t>(item - list.items.begin())});
}

/// Returns the top group of a plugin for this record type, or nullopt.
std::optional<InsertTarget> group_home(const RecordHandle& root, const pugi::xml_node& node)
{
    const Result<std::vector<edit::Match>> groups =
        root.table().descendants.empty()
            ? std::vector<edit::Match>{}
            : edit::resolve(root, fmt::format("entries[label={}]", node.attribute("type").value()));
    if (!groups || groups->empty()) {
        return std::nullopt;
    }
    const edit::Match& group = groups->front();
    return find_insert_list(group.node, *group.record.table().find_child(""), node.name());
}

/// Finds a list of the root or of one of its sections.
std::optional<InsertTarget> find_own_insert_list(const RecordHandle& root, std::string_view element)
{
    for (const ChildEntry& child : root.table().children) {
        const bool group = child.kind == ChildEntry::Kind::group;
        const ChildEntry* const list = group ? root.group(child).table().find_child("") : &child;
        edit::NodePath parent;
        if (group) {
            parent.push_back({root.table().number_of(child), 0});
        }
        std::optional<InsertTarget> home =
            list == nullptr ? std::nullopt : find_insert_list(std::move(parent), *list, element);
        if (home) {
            return home;
        }
    }
    return std::nullopt;
}

/// Returns the selected list, the list of the selected record, or a list in that record.
std::optional<InsertTarget> selected_home(const RecordHandle& root, const NodeRefs& selection, std::string_view element)
{
    const std::optional<NodeInfo> info = selection.empty() ? std::nullopt : find_node(root, selection.back());
    const ListView list = !info ? ListView{} : info->is_record() ? info->parent : info->members;
    if (!list) {
        return std::nullopt;
    }
    const NodeRef& ref = info->ref;
    std::optional<InsertTarget> home =
        find_insert_list((info->is_record() ? parent_node(root, ref) : ref).node, *list.child, element);
    for (std::size_t i = 0; !home && info->is_record() && i < info->record.table().children.size(); ++i) {
        home = find_insert_list(ref.node, info->record.table().children[i], element);
    }
    return home;
}

/// Formats "Oblivion.esm, Mod.esp": the plugins that FormIDs in copied records refer to. Empty if there are none.
std::string plugins_text(const Session& session)
{
    return fmt::format("{}", fmt::join(plugins_of(session), ", "));
}

/// Returns true if a record can contain FormIDs: in a field, or in bytes or records inside it.
bool can_contain_form_ids(const RecordHandle& record)
{
    return !record.table().children.empty() || std::ranges::any_of(record.table().fields, holds_form);
}

/// Returns the actor names in records, in upper case.
std::set<std::string> named_actors(const Session& session, const NodeRefs& records)
{
    std::set<std::string> names;
    for (const NodeRef& ref : records) {
        const std::optional<NodeInfo> info = session.find(ref);
        if (!info || !info->record) {
            continue;
        }
        for (const FieldEntry& field : info->record.table().fields) {
            if (field.info.refers_to == Target::actor) {
                names.insert(upper(info->record.field(field).text()));
            }
        }
    }
    names.erase("");
    return names;
}

/// Returns the actors that `records` (sorted) refer to but do not include.
NodeRefs needed_actors(const Session& session, const NodeRefs& records)
{
    NodeRefs needed;
    for (const std::string& name : named_actors(session, records)) {
        const std::vector<edit::Match> found = edit::find_definitions(session.root(), Target::actor, name);
        if (!found.empty() && !std::ranges::binary_search(records, NodeRef{found.front().node, {}})) {
            needed.push_back({found.front().node, {}});
        }
    }
    return needed;
}

/// Checks that FormIDs of copied records have the same meaning in the document. Records that the user typed are not
/// checked.
Status check_meaning(const pugi::xml_node& records, const Session& session)
{
    const pugi::xml_attribute plugins = records.attribute(plugins_attribute);
    if (plugins && plugins.value() != plugins_text(session)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "FormIDs in the copied records mean other forms here",
                     .hint = edit::get_if<tes::Plugin>(session.document()) != nullptr
                                 ? "records of a plugin can only be pasted into the same plugin"
                                 : fmt::format("they were copied with the plugins {}", plugins.value())});
    }
    return {};
}

tl::unexpected<Error> no_records(const std::string& prefab, std::string hint)
{
    return fail({.code = ErrorCode::malformed,
                 .message = (prefab.empty() ? "the clipboard" : "prefab " + prefab) + " contains no records",
                 .hint = std::move(hint)});
}

/// Returns the anchor of a text, or nullopt if it has none. Errors: malformed (not three numbers).
Result<std::optional<glm::dvec3>> anchor_of(const pugi::xml_node& records)
{
    std::array<std::int32_t, 3> anchor{};
    std::size_t present = 0;
    for (std::size_t axis = 0; axis < anchor.size(); ++axis) {
        const pugi::xml_attribute attribute = records.attribute(anchor_attributes[axis]);
        const std::string_view text = attribute.value();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), anchor[axis]);
        if (attribute && (error != std::errc{} || end != text.data() + text.size())) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("{}=\"{}\" is not a number", anchor_attributes[axis], text),
                         .hint = "write a position in map units"});
        }
        present += attribute ? 1U : 0U;
    }
    if (present != 0 && present != anchor.size()) {
        return fail({.code = ErrorCode::malformed,
                     .message = "the anchor does not have three numbers",
                     .hint = "write anchor.x, anchor.y and anchor.z, or none of them"});
    }
    return present == 0 ? std::nullopt : std::optional(glm::dvec3(anchor[0], anchor[1], anchor[2]));
}

std::string xml_of(std::string_view element, const RecordHandle& record)
{
    TextSink sink;
    XmlWriter(sink).fragment(element, record);
    return sink.str();
}

/// Returns the names that records of the document define for a target, such as actors.
std::vector<std::string> names_of(const RecordHandle& root, Target target)
{
    std::vector<std::string> names;
    for (const ChildEntry& child : root.table().children) {
        const ListView list = child.kind == ChildEntry::Kind::group ? root.group(child).find_list("") : ListView{};
        for (std::size_t i = 0; list && i < list.size(); ++i) {
            const RecordHandle record = list.at(i);
            const std::vector<FieldEntry>& fields = record.table().fields;
            const auto field =
                std::ranges::find_if(fields, [&](const FieldEntry& each) { return each.info.names == target; });
            if (field == fields.end()) {
                break;
            }
            names.push_back(upper(record.field(*field).text()));
        }
    }
    return names;
}

}  // namespace

std::optional<Error> Session::copy_error(const NodeRefs& records) const
{
    for (const NodeRef& ref : records) {
        const std::optional<NodeInfo> info = find(ref);
        if (!info || !info->is_record()) {
            return Error{.code = ErrorCode::usage,
                         .message = fmt::format("{} cannot be copied",
                                                info && !info->title.empty() ? info->title : called({ref})),
                         .hint = info && info->members ? "select some of them" : "select records of a list"};
        }
        if (!info->is_one_of_many()) {
            return Error{.code = ErrorCode::usage,
                         .message = fmt::format("{} cannot be copied", path_of(ref)),
                         .hint = "there can be only one, so it could not be pasted; select records of a list"};
        }
    }
    return records.empty()
               ? std::optional(
                     Error{.code = ErrorCode::usage, .message = "nothing is selected", .hint = "select records"})
               : std::nullopt;
}

std::string Session::copied(const NodeRefs& records, const std::optional<glm::dvec3>& anchor) const
{
    NodeRefs sorted = records;
    std::ranges::sort(sorted);
    TextSink sink;
    bool name_forms = false;
    for (const NodeRef& ref : sorted) {
        if (const std::optional<NodeInfo> info = find(ref); info && info->is_record()) {
            XmlWriter(sink).fragment(info->parent.item(info->index).name, info->record);
            name_forms = name_forms || can_contain_form_ids(info->record);
        }
    }
    std::string text = fmt::format("<{}", root_element);
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) {
            text += fmt::format(" {}=\"", name);
            append_xml_escaped(text, value);
            text += '"';
        }
    };
    if (name_forms) {
        add(plugins_attribute, plugins_text(*this));
    }
    for (int axis = 0; anchor && axis < 3; ++axis) {
        add(anchor_attributes[static_cast<std::size_t>(axis)], fmt::format("{}", std::lround((*anchor)[axis])));
    }
    std::string needed;
    for (const NodeRef& ref : needed_actors(*this, sorted)) {
        const NodeInfo info = *find(ref);
        needed += xml_of(info.parent.item(info.index).name, info.record);
    }
    if (!needed.empty()) {
        needed = fmt::format("<{0}>\n{1}</{0}>\n", needed_element, needed);
    }
    return text + ">\n" + sink.str() + needed + fmt::format("</{}>\n", root_element);
}

Result<Session::Pasted> Session::paste(std::string text, const std::optional<glm::dvec3>& place, int aside,
                                       const std::string& prefab)
{
    const Result<XmlDocument> xml = XmlDocument::parse(std::move(text), prefab.empty() ? "clipboard" : prefab);
    if (!xml || std::string_view(xml->root().name()) != root_element) {
        return no_records(prefab, prefab.empty()
                                      ? "copy records in this editor, or paste a text that begins with <records>"
                                      : "choose a file that Save Prefab wrote");
    }
    if (Status status = check_meaning(xml->root(), *this); !status) {
        return fail(status.error());
    }
    const Result<std::optional<glm::dvec3>> anchor = anchor_of(xml->root());
    if (!anchor) {
        return fail(anchor.error());
    }
    std::vector<pugi::xml_node> nodes;
    std::vector<pugi::xml_node> needed;
    for (const pugi::xml_node node : xml->root().children()) {
        if (std::string_view(node.name()) == needed_element) {
            std::ranges::copy(node.children(), std::back_inserter(needed));
        } else {
            nodes.push_back(node);
        }
    }
    const auto count = nodes.size();
    const bool alike = std::ranges::all_of(nodes, [&](const pugi::xml_node& node) {
        return std::string_view(node.name()) == nodes.begin()->name();
    });
    std::string noun = count > 0 && alike ? nodes.begin()->name() : "record";
    std::ranges::replace(noun, '_', ' ');
    const std::string name =
        prefab.empty() ? fmt::format("Paste {}", plural(count, noun)) : fmt::format("Place prefab {}", prefab);
    Pasted pasted;
    NewForms forms(document_, context());
    const NodeRefs selected = selection();
    const Result<edit::Changes> made = make(name, [&](edit::Recorder& recorder) -> Status {
        bool beside = false;
        for (const pugi::xml_node node : needed) {
            const std::optional<InsertTarget> home = find_own_insert_list(recorder.root(), node.name());
            if (!home) {
                continue;
            }
            edit::DetachedRecords loose(*home->list);
            const RecordHandle actor = loose.append(home->item, root().page);
            if (Status status = XmlReader(*xml).element_only(node, actor); !status) {
                return status;
            }
            const FieldView own = actor.find_field("script_name");
            const std::vector<edit::Match> present =
                own ? edit::find_definitions(recorder.root(), Target::actor, own.text()) : std::vector<edit::Match>{};
            if (!present.empty() && xml_of(node.name(), present.front().record) != xml_of(node.name(), actor)) {
                pasted.kept.push_back(own.text());
            }
            if (!own || !present.empty()) {
                continue;
            }
            pasted.brought.push_back(own.text());
            const std::size_t last = edit::record_at(recorder.root(), home->parent).list(*home->list).size();
            recorder.insert(home->parent, *home->list, {last}, std::move(loose));
        }
        for (const pugi::xml_node node : nodes) {
            std::optional<InsertTarget> home = group_home(recorder.root(), node);
            home = home ? home : selected_home(recorder.root(), selected, node.name());
            home = home ? home : find_own_insert_list(recorder.root(), node.name());
            if (!home) {
                return fail({.code = ErrorCode::unknown_name,
                             .message = fmt::format("<{}> cannot be pasted here", node.name()),
                             .hint = prefab.empty() ? "select the list that should contain it"
                                                    : "open a document of the kind from which the prefab was saved"});
            }
            edit::DetachedRecords loose(*home->list);
            if (Status status = XmlReader(*xml).element_only(node, loose.append(home->item, root().page)); !status) {
                return status;
            }
            const ListView list = edit::record_at(recorder.root(), home->parent).list(*home->list);
            const std::size_t index = list.size();
            UnusedKeys keys(list);
            const RecordHandle record = loose.view().at(0);
            const Result<NewForms::FormIdTreatment> fit = home->parent.empty() || record.type->path_name != nullptr
                                                              ? forms.fit(home->list->name, record)
                                                              : NewForms::FormIdTreatment::none;
            if (!fit) {
                return fail(fit.error());
            }
            const FieldEntry* const key = number_key(record.table());
            const bool taken = key != nullptr && !keys.take_if_free(*key->ops->get_integer(record.field(*key).value));
            recorder.insert(home->parent, *home->list, {index}, std::move(loose));
            NodeRef ref{home->parent, {}};
            ref.node.push_back({edit::record_at(recorder.root(), home->parent).table().number_of(*home->list),
                                static_cast<std::uint32_t>(index)});
            if (taken) {
                beside = true;
                if (Status status = give_key(recorder, ref.node, keys, keys.highest()); !status) {
                    return status;
                }
            }
            if (Status status = give_name(recorder, ref.node); !status) {
                return status;
            }
            if (Status status = forms.complete_insertion(recorder, ref.node, *fit); !status) {
                return status;
            }
            pasted.records.push_back(std::move(ref));
        }
        const NodeRefs placed = placed_records(recorder.root(), pasted.records);
        const std::optional<glm::dvec3> middle = middle_of(recorder.root(), placed);
        if (middle && place) {
            return move_records(recorder, placed, {*place - anchor->value_or(*middle)});
        }
        return beside ? move_records(recorder, placed, {{static_cast<double>(aside), 0, 0}}) : Status{};
    });
    if (!made) {
        return fail(made.error());
    }
    if (pasted.records.empty()) {
        return no_records(prefab, "<records> is empty");
    }
    const std::vector<std::string> actors = names_of(root(), Target::actor);
    for (const NodeRef& ref : pasted.records) {
        const RecordHandle record = find(ref)->record;
        for (const FieldEntry& field : record.table().fields) {
            const std::string actor =
                field.info.refers_to == Target::actor ? record.field(field).text() : std::string{};
            if (!actor.empty() && std::ranges::find(actors, upper(actor)) == actors.end() &&
                std::ranges::find(pasted.missing, actor) == pasted.missing.end()) {
                pasted.missing.push_back(actor);
            }
        }
    }
    return pasted;
}

}  // namespace redforge::editor
