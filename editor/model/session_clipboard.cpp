// Copying records as XML, and pasting such text.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"
#include "edit/recorder.hpp"
#include "editor/model/placing.hpp"
#include "editor/model/session.hpp"
#include "editor/model/transform.hpp"
#include "editor/model/unused_keys.hpp"

namespace redforge::editor {
namespace {

constexpr const char* root_element = "records";

/// A list of the document that holds records under that name, in a section of its own.
struct Home {
    edit::NodePath holder;
    const ChildEntry* list{};
    std::size_t item{};
};

std::optional<Home> home_of(const RecordHandle& root, std::string_view element)
{
    for (const ChildEntry& child : root.table().children) {
        if (child.kind != ChildEntry::Kind::group) {
            continue;
        }
        const ChildEntry* const list = root.group(child).table().find_child("");
        if (list == nullptr || list->kind != ChildEntry::Kind::list) {
            continue;
        }
        const auto item = std::ranges::find(list->items, element, &ItemEntry::name);
        if (item != list->items.end()) {
            return Home{{{root.table().number_of(child), 0}},
                        list,
                        static_cast<std::size_t>(item - list->items.begin())};
        }
    }
    return std::nullopt;
}

tl::unexpected<Error> no_records(std::string hint)
{
    return fail({.code = ErrorCode::malformed, .message = "the clipboard holds no records", .hint = std::move(hint)});
}

/// The names of a target that records of the document have.
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

bool Session::can_copy(const NodeRefs& records) const
{
    return !records.empty() && std::ranges::all_of(records, [this](const NodeRef& ref) {
        const std::optional<NodeInfo> info = ref.node.size() == 2 && !ref.list ? find(ref) : std::nullopt;
        return info && info->is_one_of_many() && home_of(root(), info->holder.item(info->index).name);
    });
}

std::string Session::copied(const NodeRefs& records) const
{
    NodeRefs sorted = records;
    std::ranges::sort(sorted);
    TextSink sink;
    sink.append(fmt::format("<{}>\n", root_element));
    for (const NodeRef& ref : sorted) {
        if (const std::optional<NodeInfo> info = find(ref); info && info->is_record()) {
            XmlWriter(sink).fragment(info->holder.item(info->index).name, info->record);
        }
    }
    sink.append(fmt::format("</{}>\n", root_element));
    return sink.str();
}

Result<Session::Pasted> Session::paste(std::string text, const std::optional<glm::dvec3>& place, int aside)
{
    const Result<XmlDocument> xml = XmlDocument::parse(std::move(text), "clipboard");
    if (!xml || std::string_view(xml->root().name()) != root_element) {
        return no_records("copy some in this program, or paste the text of <records>");
    }
    const auto nodes = xml->root().children();
    const auto count = std::distance(nodes.begin(), nodes.end());
    const bool alike = std::ranges::all_of(nodes, [&](const pugi::xml_node& node) {
        return std::string_view(node.name()) == nodes.begin()->name();
    });
    const std::string thing = count > 0 && alike ? nodes.begin()->name() : "record";
    const std::string name = fmt::format("Paste {} {}{}", count, thing, count == 1 ? "" : "s");
    Pasted pasted;
    const Result<edit::Changes> made = make(name, [&](edit::Recorder& recorder) -> Status {
        bool beside = false;
        for (const pugi::xml_node node : nodes) {
            const std::optional<Home> home = home_of(recorder.root(), node.name());
            if (!home) {
                return fail({.code = ErrorCode::unknown_name,
                             .message = fmt::format("<{}> cannot be pasted here", node.name()),
                             .hint = fmt::format("a {} has no such records", format().name)});
            }
            edit::LooseRecords loose(*home->list);
            if (Status status = XmlReader(*xml).element_only(node, loose.append(home->item, root().page)); !status) {
                return status;
            }
            const ListView list = edit::record_at(recorder.root(), home->holder).list(*home->list);
            const std::size_t index = list.size();
            UnusedKeys keys(list);
            const RecordHandle record = loose.view().at(0);
            const FieldEntry* const key = number_key(record.table());
            const bool taken = key != nullptr && !keys.take_if_free(*key->ops->get_integer(record.field(*key).value));
            recorder.insert(home->holder, *home->list, {index}, std::move(loose));
            NodeRef ref{home->holder, {}};
            ref.node.push_back({edit::record_at(recorder.root(), home->holder).table().number_of(*home->list),
                                static_cast<std::uint32_t>(index)});
            if (taken) {
                beside = true;
                if (Status status = give_key(recorder, ref.node, keys, keys.highest()); !status) {
                    return status;
                }
            }
            pasted.records.push_back(std::move(ref));
        }
        const NodeRefs placed = placed_records(recorder.root(), pasted.records);
        const std::optional<glm::dvec3> middle = middle_of(recorder.root(), placed);
        if (middle && place) {
            return move_records(recorder, placed, {*place - *middle});
        }
        return beside ? move_records(recorder, placed, {{static_cast<double>(aside), 0, 0}}) : Status{};
    });
    if (!made) {
        return fail(made.error());
    }
    if (pasted.records.empty()) {
        return no_records("<records> is empty");
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
