// Finds the position of a subrecord by the definition of its record, or by other records of the same type.
#include "edit/plugin/subrecord_order.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "edit/operation/history.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/plugin/subrecord.hpp"
#include "tes/script/script.hpp"

namespace redforge::edit {

bool is_subrecord_list(const RecordHandle& parent, const ChildEntry& list)
{
    return parent.type->element == tes::Record::element && list.name == "subrecords";
}

namespace {

/// Returns the type of a subrecord in the file, such as "VMAD". Returns an empty text for bytes.
std::string tag_of(const tes::Definitions& definitions, const RecordType& type)
{
    if (type.element == tes::properties_element || type.element == tes::Script::element) {
        return type.element == tes::Script::element ? "SCHR" : "VMAD";
    }
    const tes::DefinedSubrecord* const defined = definitions.of(type);
    return defined == nullptr ? std::string() : defined->tag;
}

/// Returns the type of a subrecord in the file, whether or not it has a layout. Returns an empty text for bytes.
std::string tag_of(const tes::Definitions& definitions, const RecordHandle& subrecord)
{
    return subrecord.type->element == tes::Subrecord::element
               ? std::string(static_cast<const tes::Subrecord*>(subrecord.record)->type.view())
               : tag_of(definitions, *subrecord.type);
}

/// Returns true for a layout that only applies directly after certain subrecords: for example, the FULL of an effect
/// differs from the FULL of its record.
bool is_attached(const tes::Definitions& definitions, const RecordType& type)
{
    const tes::DefinedSubrecord* const defined = definitions.of(type);
    return defined != nullptr && !defined->behind.empty();
}

/// Returns the place of a subrecord in the order. Returns null if it has none.
const tes::SubrecordPlace* place_in(const std::vector<tes::SubrecordPlace>& order, std::string_view tag,
                                    bool is_attached)
{
    const auto found = std::ranges::find(order, tag, &tes::SubrecordPlace::tag);
    return found == order.end() || (is_attached && !found->repeats) ? nullptr : &*found;
}

}  // namespace

std::string subrecord_tag(const tes::Plugin& plugin, const RecordHandle& subrecord)
{
    return tag_of(tes::definitions_of(plugin.header_size), subrecord);
}

std::optional<DefinedItems> defined_subrecords(const RecordHandle& root, const NodePath& node, const ChildEntry& list)
{
    const RecordHandle parent = record_at(root, node);
    const tes::Plugin* const plugin = is_subrecord_list(parent, list) ? plugin_of(root) : nullptr;
    if (plugin == nullptr) {
        return std::nullopt;
    }
    const tes::Definitions& definitions = tes::definitions_of(plugin->header_size);
    const std::string_view letters = tes::signature_of(static_cast<const tes::Record*>(parent.record)->type);
    DefinedItems items{encode_text(letters, CodePage::cp1252), {}};
    for (const ItemEntry& item : list.items) {
        const tes::DefinedSubrecord* const defined = definitions.of(*item.type);
        const bool is_of_type =
            defined != nullptr && std::ranges::count(definitions.find(letters, defined->tag), defined) > 0;
        if (is_of_type && std::ranges::find(items.names, item.name) == items.names.end()) {
            items.names.push_back(item.name);
        }
    }
    return items;
}

std::optional<MisplacedSubrecord> misplaced_subrecord(const tes::Plugin& plugin, const tes::Record& record)
{
    const tes::Definitions& definitions = tes::definitions_of(plugin.header_size);
    const std::vector<tes::SubrecordPlace>& order = definitions.order(tes::signature_of(record.type));
    const MixedList& list = record.subrecords.get();
    const tes::SubrecordPlace* last = nullptr;
    for (std::size_t i = 0; i < list.size() && !order.empty(); ++i) {
        const RecordHandle subrecord = list[i].handle(CodePage::cp1252);
        const std::string tag = tag_of(definitions, subrecord);
        const tes::SubrecordPlace* const place = place_in(order, tag, is_attached(definitions, *subrecord.type));
        if (place == nullptr) {
            continue;
        }
        if (last != nullptr && place->rank < last->rank) {
            return MisplacedSubrecord{.index = i, .tag = tag, .before = last->tag};
        }
        last = place;
    }
    return std::nullopt;
}

std::string single_tag(const tes::Plugin& plugin, const RecordHandle& record, const RecordHandle& subrecord)
{
    const tes::Definitions& definitions = tes::definitions_of(plugin.header_size);
    std::string tag = tag_of(definitions, subrecord);
    const std::string_view type = tes::signature_of(static_cast<const tes::Record*>(record.record)->type);
    const bool is_single = definitions.occurs_once(type, tag) && !is_attached(definitions, *subrecord.type);
    return is_single ? std::move(tag) : std::string();
}

std::vector<std::size_t> subrecord_leaders(const tes::Plugin& plugin, const RecordHandle& record, const ListView& list)
{
    const tes::Definitions& definitions = tes::definitions_of(plugin.header_size);
    const std::string_view type = tes::signature_of(static_cast<const tes::Record*>(record.record)->type);
    const std::vector<tes::SubrecordPlace>& order = definitions.order(type);
    std::vector<std::size_t> leaders;
    if (std::ranges::none_of(order, &tes::SubrecordPlace::leads)) {
        return leaders;
    }
    std::vector<std::pair<std::size_t, const tes::SubrecordPlace*>> open;  // leaders, the outermost first
    for (std::size_t i = 0; i < list.size(); ++i) {
        const RecordHandle subrecord = list.at(i);
        const std::string tag = tag_of(definitions, subrecord);
        const bool attached = is_attached(definitions, *subrecord.type);
        const tes::SubrecordPlace* const place = place_in(order, tag, attached);
        const auto belongs_to_last = [&] {
            return place == nullptr ? attached || !definitions.occurs_once(type, tag)
                                    : place->leader && open.back().second == &order[*place->leader];
        };
        while (!open.empty() && !belongs_to_last()) {
            open.pop_back();
        }
        leaders.push_back(open.empty() ? no_match : open.back().first);
        if (place != nullptr && place->leads) {
            open.emplace_back(i, place);
        }
    }
    return leaders;
}

bool is_only_count(const tes::MissingCount& count)
{
    return count.count->type.type().tables.front().fields.size() == 1;
}

void insert_count(Recorder& recorder, const NodePath& node, const tes::MissingCount& count)
{
    const RecordHandle record = record_at(recorder.root(), node);
    const ListView list = record.find_list("subrecords");
    const tes::Definitions& definitions = tes::definitions_of(plugin_of(recorder.root())->header_size);
    const std::string_view type = tes::signature_of(static_cast<const tes::Record*>(record.record)->type);
    for (std::size_t i = count.index; i < list.size() && definitions.occurs_once(type, count.count->tag); ++i) {
        if (tag_of(definitions, list.at(i)) == count.count->tag) {
            recorder.move(node, *list.child, i, count.index);
            NodePath moved = node;
            moved.push_back({record.table().number_of(*list.child), static_cast<std::uint32_t>(count.index)});
            const RecordHandle at = record_at(recorder.root(), moved);
            if (is_only_count(count) && at.table().fields.size() == 1) {
                static_cast<void>(recorder.set(moved, at.table().fields.front(), std::string_view()));
            }
            return;
        }
    }
    DetachedRecords made(*list.child);
    made.append(tes::undefined_items + count.count->item);
    recorder.insert(node, *list.child, {count.index}, std::move(made));
}

void add_missing_counts(Recorder& recorder)
{
    const tes::Plugin* const plugin = plugin_of(recorder.root());
    if (plugin == nullptr) {
        return;
    }
    const auto moves = [](const Change& change) {
        return change.kind != Operation::Kind::set && change.kind != Operation::Kind::set_bytes;
    };
    std::vector<NodePath> inserted;  // as of the end of the changes so far
    for (const Change& change : changes_of(recorder.made())) {
        if (moves(change)) {
            std::erase_if(inserted, [&](NodePath& node) { return !follow(node, change); });
        }
        if (change.kind == Operation::Kind::insert) {
            for (const std::size_t place : change.places) {
                inserted.push_back(change.node);
                inserted.back().push_back({change.member, static_cast<std::uint32_t>(place)});
            }
        }
    }
    std::map<NodePath, std::set<std::size_t>> records;  // subrecords with something inserted, by their records
    for (NodePath& node : inserted) {
        while (!node.empty()) {
            const Step step = node.back();
            node.pop_back();
            const RecordHandle parent = record_at(recorder.root(), node);
            if (is_subrecord_list(parent, parent.table().children[step.child])) {
                records[node].insert(step.index);
                break;
            }
        }
    }
    const tes::Definitions& definitions = tes::definitions_of(plugin->header_size);
    for (const auto& [node, changed] : records) {
        const auto& record = *static_cast<const tes::Record*>(record_at(recorder.root(), node).record);
        const MixedList& list = record.subrecords.get();
        std::vector<tes::MissingCount> missing =
            tes::find_missing_counts(list, tes::signature_of(record.type), plugin->header_size);
        std::ranges::reverse(missing);  // the last one first, so that the other positions stay
        for (const tes::MissingCount& count : missing) {
            const bool is_changed = std::ranges::any_of(changed, [&](std::size_t index) {
                return index >= count.first && index <= count.last &&
                       tag_of(definitions, list[index].type()) == count.counted;
            });
            if (is_changed && is_only_count(count)) {
                insert_count(recorder, node, count);
            }
        }
    }
}

std::optional<std::size_t> defined_position(const RecordHandle& root, const NodePath& node, const RecordType& type,
                                            std::size_t size,
                                            const std::function<const RecordType*(std::size_t)>& type_at)
{
    const tes::Plugin* const plugin = plugin_of(root);
    if (plugin == nullptr) {
        return std::nullopt;
    }
    const tes::Definitions& definitions = tes::definitions_of(plugin->header_size);
    const std::vector<tes::SubrecordPlace>& order =
        definitions.order(tes::signature_of(static_cast<const tes::Record*>(record_at(root, node).record)->type));
    const auto rank_of = [&](const RecordType& each) -> std::optional<std::size_t> {
        const tes::SubrecordPlace* const found =
            place_in(order, tag_of(definitions, each), is_attached(definitions, each));
        return found == nullptr ? std::nullopt : std::optional(found->rank);
    };
    const std::optional<std::size_t> rank = order.empty() ? std::nullopt : rank_of(type);
    if (!rank) {
        return std::nullopt;
    }
    std::size_t position = 0;
    bool is_repeated = false;  // a subrecord before the position has the same rank
    for (std::size_t i = 0; i < size; ++i) {
        const std::optional<std::size_t> other = rank_of(*type_at(i));
        if (other && *other <= *rank) {
            is_repeated = *other == *rank;
            position = i + 1;
        }
    }
    // Subrecords without a rank belong to the repeated group that they follow.
    while (is_repeated && position < size && !rank_of(*type_at(position))) {
        ++position;
    }
    return position;
}

std::optional<std::size_t> subrecord_position(const RecordHandle& root, const NodePath& node, const RecordType& type,
                                              std::size_t size,
                                              const std::function<const RecordType*(std::size_t)>& type_at)
{
    const tes::Plugin* const plugin = plugin_of(root);
    if (plugin == nullptr) {
        return std::nullopt;
    }
    if (const std::optional<std::size_t> defined = defined_position(root, node, type, size, type_at)) {
        return defined;
    }
    const std::string_view wanted =
        tes::signature_of(static_cast<const tes::Record*>(record_at(root, node).record)->type);
    // If the subrecords of this type are not adjacent, each belongs to another subrecord, as a log entry belongs to its
    // stage. Only the author of the edit knows where a new one belongs.
    bool is_scattered = false;
    bool is_repeated = false;
    std::optional<std::set<const RecordType*>> before;
    const auto look_at = [&](std::size_t count, const auto& type_of) {
        std::set<const RecordType*> types;
        std::size_t runs = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_same = type_of(i) == &type;
            const bool follows = is_same && i > 0 && type_of(i - 1) == &type;
            if (is_same && !before) {
                before = types;
            }
            runs += is_same && !follows ? 1U : 0U;
            is_repeated = is_repeated || follows;
            types.insert(type_of(i));
        }
        is_scattered = is_scattered || runs > 1;
    };
    constexpr std::size_t max_records = 200;  // maximum number of examined records
    std::size_t records = 0;
    tes::find_records(
        *plugin, [&](const tes::RecordHead& head) { return head.type == wanted; },
        [&](tes::Record& record, const std::vector<Step>&) {
            const RecordHandle other = handle_of(record, CodePage::cp1252);
            const ListView list = other.list(*other.table().find_child("subrecords"));
            look_at(list.size(), [&](std::size_t i) { return list.at(i).type; });
            return !is_scattered && ++records < max_records;
        });
    look_at(size, type_at);
    if (is_scattered || !before) {
        return std::nullopt;
    }
    for (std::size_t i = size; i-- > 0;) {
        if (type_at(i) == &type) {
            return is_repeated ? std::optional(i + 1) : std::nullopt;
        }
    }
    for (std::size_t i = size; i-- > 0;) {
        if (before->contains(type_at(i))) {
            return i + 1;
        }
    }
    return 0;
}

}  // namespace redforge::edit
