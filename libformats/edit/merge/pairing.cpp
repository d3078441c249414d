// Matches the records of two versions of a list.
#include "edit/merge/pairing.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <unordered_map>

#include "core/text/letter_case.hpp"
#include "edit/operation/operation.hpp"

namespace redforge::edit {
namespace {

/// Maximum total cost of moves. The cost of a move is the distance between its two positions.
constexpr std::size_t max_steps = 50'000'000;

/// Maximum number of comparisons between two runs of unpaired records. Longer runs are paired in order.
constexpr std::size_t max_comparisons = 10'000;

void mix(std::size_t& hash, std::string_view bytes)
{
    hash = hash * 31 + std::hash<std::string_view>{}(bytes);
}

/// Returns a hash that is equal for equal records. `named`: include their keys.
std::size_t hash_of(const RecordHandle& record, bool named = true)
{
    std::size_t hash = 0;
    std::string text;
    const FieldTable& table = record.table();
    for (const FieldEntry& field : table.fields) {
        if (field.info.key && !named) {
            continue;
        }
        const void* value = record.field(field).value;
        if (field.ops->bitwise) {
            mix(hash, {static_cast<const char*>(value), field.ops->size});
        } else {
            text.clear();
            field.ops->append(text, value, CodePage::cp437);
            mix(hash, text);
        }
    }
    for (const ChildEntry& child : table.children) {
        switch (child.kind) {
        case ChildEntry::Kind::blob: mix(hash, as_text(record.blob(child))); break;
        case ChildEntry::Kind::byte_range:
            // Equal bytes can be split into different pieces, so hash the size only. The comparison sees the bytes.
            hash = hash * 31 + record.byte_range(child).size();
            break;
        case ChildEntry::Kind::group: hash = hash * 31 + hash_of(record.group(child)); break;
        case ChildEntry::Kind::list: {
            const ListView list = record.list(child);
            if (child.ops->undecoded_bytes != nullptr && !child.ops->undecoded_bytes(list.list).empty()) {
                mix(hash, as_text(child.ops->undecoded_bytes(list.list)));
                break;
            }
            for (std::size_t i = 0; i < list.size(); ++i) {
                hash = hash * 31 + hash_of(list.at(i));
            }
            break;
        }
        }
    }
    return hash;
}

/// Returns the share of values that two records of one type have in common, 0 to 1. Ignores values that are at their
/// default in both.
double similarity(const RecordHandle& a, const RecordHandle& b)
{
    const FieldTable& table = a.table();
    if (a.type != b.type || &table != &b.table()) {
        return 0;
    }
    std::size_t same = 0;
    std::size_t all = 0;
    for (const FieldEntry& field : table.fields) {
        const void* value = a.field(field).value;
        const bool equal = field.same(value, b.field(field).value);
        if (!equal || !field.is_default(value)) {
            ++all;
            same += equal ? 1U : 0U;
        }
    }
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildEntry::Kind::blob && !(a.blob(child).empty() && b.blob(child).empty())) {
            ++all;
            same += a.blob(child) == b.blob(child) ? 1U : 0U;
        }
        if (child.kind == ChildEntry::Kind::byte_range &&
            !(a.byte_range(child).empty() && b.byte_range(child).empty())) {
            ++all;
            same += a.byte_range(child) == b.byte_range(child) ? 1U : 0U;
        }
    }
    return all == 0 ? 1 : static_cast<double>(same) / static_cast<double>(all);
}

/// Returns the hash of a group.
std::size_t hash_of(const GroupedList& list, std::size_t group)
{
    std::size_t hash = hash_of(list.at(group));
    for (std::size_t i = list.begin(group) + 1; i < list.end(group); ++i) {
        hash = hash * 31 + hash_of(list.list.at(i));
    }
    return hash;
}

/// Returns the share of values that two groups have in common, 0 to 1.
double similarity(const GroupedList& a, std::size_t group, const GroupedList& b, std::size_t other)
{
    double sum = similarity(a.at(group), b.at(other));
    std::vector<bool> taken(b.count(other), false);
    for (std::size_t i = a.begin(group) + 1; i < a.end(group); ++i) {
        double best = 0;
        std::size_t place = 0;
        for (std::size_t j = 1; j < taken.size(); ++j) {
            const double each = taken[j] ? 0 : similarity(a.list.at(i), b.list.at(b.begin(other) + j));
            if (each > best) {
                best = each;
                place = j;
            }
        }
        taken[place] = true;
        sum += best;
    }
    return 2 * sum / static_cast<double>(a.count(group) + b.count(other));
}

/// Returns true if only names identify the record. A name can change, but another number or tag means another record.
bool has_name(const RecordHandle& record)
{
    std::size_t names = 0;
    for (const FieldEntry& field : record.table().fields) {
        if (field.info.key && field.ops->bitwise) {
            return false;
        }
        names += field.info.key ? 1U : 0U;
    }
    return names > 0;
}

/// Returns true if two records of one type are equal except for their names, and are not all defaults.
bool is_renamed(const RecordHandle& a, const RecordHandle& b)
{
    const FieldTable& table = a.table();
    if (a.type != b.type || &table != &b.table() || !has_name(a)) {
        return false;
    }
    bool has_content = false;
    for (const FieldEntry& field : table.fields) {
        const void* value = a.field(field).value;
        if (!field.info.key && !field.same(value, b.field(field).value)) {
            return false;
        }
        has_content = has_content || (!field.info.key && !field.is_default(value));
    }
    for (const ChildEntry& child : table.children) {
        switch (child.kind) {
        case ChildEntry::Kind::blob:
            if (a.blob(child) != b.blob(child)) {
                return false;
            }
            has_content = has_content || !a.blob(child).empty();
            break;
        case ChildEntry::Kind::byte_range:
            if (!(a.byte_range(child) == b.byte_range(child))) {
                return false;
            }
            has_content = has_content || !a.byte_range(child).empty();
            break;
        case ChildEntry::Kind::group:
            if (!same_record(*a.group(child).type, a.group(child).record, b.group(child).record)) {
                return false;
            }
            break;
        case ChildEntry::Kind::list:
            if (!same_list(a.list(child), b.list(child))) {
                return false;
            }
            has_content = has_content || a.list(child).size() != 0;
            break;
        }
    }
    return has_content;
}

/// Finds the match of each record of one list in the other.
class Pairing {
public:
    Pairing(GroupedList from, GroupedList to)
        : from_(std::move(from)), to_(std::move(to)), partner_(to_.size(), no_match), taken_(from_.size(), false)
    {
        same_places();
        if (begin_ < from_end_ || begin_ < to_end_) {
            by_content();
            by_key();
            by_first_record();
            by_new_name();
            by_similarity();
        }
    }

    std::vector<std::size_t> take() { return std::move(partner_); }

private:
    using Places = std::vector<std::size_t>;
    /// Records of the two lists that can match each other, in their order.
    struct Group {
        Places from;
        Places to;
    };

    void pair(std::size_t from, std::size_t to)
    {
        partner_[to] = from;
        taken_[from] = true;
    }
    bool same(std::size_t from, std::size_t to) const { return same_group(from_, from, to_, to); }
    bool has_groups() const { return !from_.begins.empty() || !to_.begins.empty(); }
    bool same_item(std::size_t from, std::size_t to) const { return from_.item_number(from) == to_.item_number(to); }

    /// Matches equal records at equal positions. A fast path: most edits leave the beginning and the end of a list
    /// unchanged, and in lists of equal length also most of the middle.
    void same_places()
    {
        from_end_ = from_.size();
        to_end_ = to_.size();
        if (from_.list.single() && from_end_ == 1 && to_end_ == 1) {
            pair(0, 0);  // a list of one record: always the same record
            begin_ = 1;
            return;
        }
        while (begin_ < from_end_ && begin_ < to_end_ && same(begin_, begin_)) {
            pair(begin_, begin_);
            ++begin_;
        }
        while (from_end_ > begin_ && to_end_ > begin_ && same(from_end_ - 1, to_end_ - 1)) {
            pair(--from_end_, --to_end_);
        }
        for (std::size_t i = begin_; from_end_ == to_end_ && i < to_end_; ++i) {
            if (same(i, i)) {
                pair(i, i);
            }
        }
    }

    /// Groups the unpaired records by their `key`.
    template <class Map, class Key>
    Map groups(Key key) const
    {
        Map groups;
        for (std::size_t i = begin_; i < from_end_; ++i) {
            if (!taken_[i]) {
                groups[key(from_, i)].from.push_back(i);
            }
        }
        for (std::size_t i = begin_; i < to_end_; ++i) {
            if (partner_[i] == no_match) {
                if (const auto found = groups.find(key(to_, i)); found != groups.end()) {
                    found->second.to.push_back(i);
                }
            }
        }
        return groups;
    }

    void by_content()
    {
        for (const auto& [hash, group] : groups<std::unordered_map<std::size_t, Group>>(
                 [](const GroupedList&list, std::size_t i) { return hash_of(list, i); })) {
            for (std::size_t i = 0; i < std::min(group.from.size(), group.to.size()); ++i) {
                if (same_item(group.from[i], group.to[i]) && same(group.from[i], group.to[i])) {
                    pair(group.from[i], group.to[i]);
                }
            }
        }
    }

    void by_key()
    {
        for (const auto& [key, group] : groups<std::unordered_map<std::string, Group>>(
                 [](const GroupedList&list, std::size_t i) { return key_of(list.at(i)).value_or(""); })) {
            if (!key.empty()) {
                in_group(
                    group, [&](std::size_t from, std::size_t to) { return same_item(from, to); }, 0);
            }
        }
    }

    /// Matches groups whose first records are equal.
    void by_first_record()
    {
        if (!has_groups()) {
            return;
        }
        const auto same_first = [&](std::size_t from, std::size_t to) {
            const RecordHandle a = from_.at(from);
            const RecordHandle b = to_.at(to);
            return a.type == b.type && same_record(*a.type, a.record, b.record);
        };
        for (const auto& [hash, group] : groups<std::unordered_map<std::size_t, Group>>(
                 [](const GroupedList&list, std::size_t i) { return hash_of(list.at(i)); })) {
            in_group(group, same_first, 0);
        }
    }

    /// Matches records that are equal except for a new name, such as a variable of a script.
    void by_new_name()
    {
        for (const auto& [hash, group] :
             groups<std::unordered_map<std::size_t, Group>>([](const GroupedList&list, std::size_t i) {
                 return has_name(list.at(i)) ? hash_of(list.at(i), false) : 0;
             })) {
            for (std::size_t i = 0; i < std::min(group.from.size(), group.to.size()); ++i) {
                if (same_item(group.from[i], group.to[i]) && is_renamed(from_.at(group.from[i]), to_.at(group.to[i]))) {
                    pair(group.from[i], group.to[i]);
                }
            }
        }
    }

    /// Matches the remaining records: a run of unpaired records in one list with the run at the same position in the
    /// other.
    void by_similarity()
    {
        std::size_t from = begin_;
        std::size_t to = begin_;
        while (to < to_end_) {
            if (partner_[to] != no_match) {
                from = partner_[to++] + 1;
                continue;
            }
            Group group;
            for (; to < to_end_ && partner_[to] == no_match; ++to) {
                group.to.push_back(to);
            }
            for (; from < from_end_ && !taken_[from]; ++from) {
                group.from.push_back(from);
            }
            if (has_groups()) {
                by_type(group);
            }
            in_group(
                group, [&](std::size_t a, std::size_t b) { return can_pair(a, b); }, 0.5);
        }
    }

    /// Matches the records in two runs that are the only ones of their types, and removes them from the runs.
    void by_type(Group& group)
    {
        const auto only_one = [](const Places& places, const GroupedList& list, std::size_t item) {
            std::size_t found = no_match;
            for (const std::size_t i : places) {
                if (list.item_number(i) == item) {
                    if (found != no_match || list.count(i) > 1) {
                        return no_match;
                    }
                    found = i;
                }
            }
            return found;
        };
        std::set<std::size_t> items;
        for (const std::size_t i : group.to) {
            items.insert(to_.item_number(i));
        }
        for (const std::size_t item : items) {
            const std::size_t from = only_one(group.from, from_, item);
            const std::size_t to = only_one(group.to, to_, item);
            if (from != no_match && to != no_match && can_pair(from, to)) {
                pair(from, to);
            }
        }
        std::erase_if(group.from, [&](std::size_t i) { return taken_[i]; });
        std::erase_if(group.to, [&](std::size_t i) { return partner_[i] != no_match; });
    }

    /// Matches the records of a group in their order: all of them if both lists have the same number, else the most
    /// similar.
    template <class MayPair>
    void in_group(const Group& group, MayPair can_pair, double least)
    {
        const auto& [from, to] = group;
        const bool in_order = (from.size() == to.size() && (from.size() == 1 || !has_groups())) ||
                              from.size() * to.size() > max_comparisons;
        std::size_t next = 0;
        for (std::size_t i = 0; i < to.size() && next < from.size(); ++i) {
            if (in_order) {
                if (can_pair(from[next], to[i])) {
                    pair(from[next], to[i]);
                }
                ++next;
                continue;
            }
            std::size_t best = no_match;
            double best_similarity = least;
            for (std::size_t k = next; k < from.size(); ++k) {
                const double each = can_pair(from[k], to[i]) ? similarity(from_, from[k], to_, to[i]) : -1;
                if (each > best_similarity || (best == no_match && each >= 0 && least == 0)) {
                    best = k;
                    best_similarity = each;
                }
            }
            if (best != no_match) {
                pair(from[best], to[i]);
                next = best + 1;
            }
        }
    }

    /// Returns true if two records can match: they have the same type, and no key or similar values.
    bool can_pair(std::size_t from, std::size_t to) const
    {
        if (!same_item(from, to)) {
            return false;
        }
        const double least = key_of(from_.at(from)) ? 0.7 : from_.count(from) > 1 || to_.count(to) > 1 ? 0.5 : -1;
        return least < 0 || similarity(from_, from, to_, to) > least;
    }

    GroupedList from_;
    GroupedList to_;
    Places partner_;
    std::vector<bool> taken_;
    std::size_t begin_{};     ///< first index that differs
    std::size_t from_end_{};  ///< end of the differing part
    std::size_t to_end_{};
};

/// Returns the positions of a longest ascending subsequence.
std::vector<std::size_t> longest_ascending(const std::vector<std::size_t>& values)
{
    std::vector<std::size_t> ends;  // by length: position of the smallest last element of a subsequence
    std::vector<std::size_t> before(values.size(), no_match);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto place =
            std::ranges::lower_bound(ends, values[i], {}, [&](std::size_t position) { return values[position]; });
        before[i] = place == ends.begin() ? no_match : *(place - 1);
        if (place == ends.end()) {
            ends.push_back(i);
        } else {
            *place = i;
        }
    }
    std::vector<std::size_t> positions;
    for (std::size_t at = ends.empty() ? no_match : ends.back(); at != no_match; at = before[at]) {
        positions.push_back(at);
    }
    std::ranges::reverse(positions);
    return positions;
}

/// Returns the pairing with these matches; if too many records moved, without the matches of the moved ones. `size`:
/// number of records of `from`.
ListPairing complete(std::vector<std::size_t> match, std::size_t size)
{
    ListPairing result;
    result.match = std::move(match);
    std::vector<std::size_t> order;   // indices in `from` of matched records, in the order of `to`
    std::vector<std::size_t> places;  // indices in `to`
    for (std::size_t i = 0; i < result.match.size(); ++i) {
        if (result.match[i] != no_match) {
            order.push_back(result.match[i]);
            places.push_back(i);
        }
    }
    const std::vector<std::size_t> fixed = longest_ascending(order);
    const bool too_many = order.size() > fixed.size() && order.size() * (order.size() - fixed.size()) > max_steps;
    std::size_t next = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (next < fixed.size() && fixed[next] == i) {
            ++next;
        } else if (too_many) {
            result.match[places[i]] = no_match;
        } else {
            result.moved.push_back(places[i]);
        }
    }
    std::vector<bool> stays(size, false);
    for (std::size_t i = 0; i < result.match.size(); ++i) {
        if (result.match[i] == no_match) {
            result.added.push_back(i);
        } else {
            stays[result.match[i]] = true;
        }
    }
    for (std::size_t i = 0; i < size; ++i) {
        if (!stays[i]) {
            result.removed.push_back(i);
        }
    }
    return result;
}

}  // namespace

std::optional<std::string> key_of(const RecordHandle& record)
{
    std::optional<std::string> key;
    for (const FieldEntry& field : record.table().fields) {
        if (field.info.key) {
            const std::string text = record.field(field).text();
            key = key.value_or("") + (field.info.ignores_case ? upper(text) : text) + '\0';
        }
    }
    return key;
}

GroupedList::GroupedList(const ListView& its_list, std::vector<std::size_t> its_leaders)
    : list(its_list), leaders(std::move(its_leaders))
{
    for (std::size_t i = 0; i < leaders.size(); ++i) {
        if (leaders[i] == no_match) {
            begins.push_back(i);
        }
    }
    if (begins.size() == leaders.size()) {
        begins.clear();
    }
}

std::size_t GroupedList::depth(std::size_t record) const
{
    std::size_t depth = 0;
    for (std::size_t at = leader(record); at != no_match; at = leader(at)) {
        ++depth;
    }
    return depth;
}

GroupedList GroupedList::followers(std::size_t group, DetachedRecords& copies) const
{
    const std::size_t first = begin(group) + 1;
    copies = DetachedRecords(*list.child);
    std::vector<std::size_t> inner;
    for (std::size_t i = first; i < end(group); ++i) {
        copies.append_copy(list, i);
        inner.push_back(leader(i) < first || leader(i) == no_match ? no_match : leader(i) - first);
    }
    GroupedList rest(copies.view(list.page), std::move(inner));
    rest.whole = whole ? whole : list;
    rest.offset = offset + first;
    return rest;
}

bool same_value_or_key(const FieldEntry& field, const RecordHandle& a, const RecordHandle& b)
{
    const FieldView left = a.field(field);
    const FieldView right = b.field(field);
    return field.same(left.value, right.value) ||
           (field.info.ignores_case && equals_ignore_case(left.text(), right.text()));
}

bool same_except_case(const RecordHandle& a, const RecordHandle& b)
{
    if (a.type != b.type || &a.table() != &b.table()) {
        return false;
    }
    const std::shared_ptr<void> copy = a.type->make();
    a.type->copy(copy.get(), a.record);
    const RecordHandle respelled{copy.get(), a.type, a.page};
    for (const FieldEntry& field : a.table().fields) {
        if (field.info.ignores_case && same_value_or_key(field, a, b)) {
            field.ops->assign(respelled.field(field).value, b.field(field).value);
        }
    }
    return same_record(*a.type, copy.get(), b.record);
}

bool same_group(const GroupedList& a, std::size_t group, const GroupedList& b, std::size_t other)
{
    if (a.count(group) != b.count(other)) {
        return false;
    }
    for (std::size_t i = 0; i < a.count(group); ++i) {
        const RecordHandle left = a.list.at(a.begin(group) + i);
        const RecordHandle right = b.list.at(b.begin(other) + i);
        if (left.type != right.type || !same_record(*left.type, left.record, right.record)) {
            return false;
        }
    }
    return true;
}

ListPairing pair_records(const GroupedList& from, const GroupedList& to)
{
    return complete(Pairing(from, to).take(), from.size());
}

namespace {

/// Matches the records of two lists, and sets the entries of `match` from `from_offset` and `to_offset` on.
void pair_group_by_group(const GroupedList& from, const GroupedList& to, std::size_t from_offset, std::size_t to_offset,
                         std::vector<std::size_t>& match)
{
    const std::vector<std::size_t> groups = Pairing(from, to).take();
    for (std::size_t group = 0; group < to.size(); ++group) {
        const std::size_t other = groups[group];
        if (other == no_match) {
            continue;
        }
        const std::size_t from_begin = from_offset + from.begin(other);
        const std::size_t to_begin = to_offset + to.begin(group);
        match[to_begin] = from_begin;
        if (from.count(other) > 1 && to.count(group) > 1) {
            DetachedRecords old;
            DetachedRecords now;
            pair_group_by_group(from.followers(other, old), to.followers(group, now), from_begin + 1, to_begin + 1,
                                match);
        }
    }
}

}  // namespace

ListPairing pair_in_groups(const GroupedList& from, const GroupedList& to)
{
    std::vector<std::size_t> match(to.list.size(), no_match);
    pair_group_by_group(from, to, 0, 0, match);
    return complete(std::move(match), from.list.size());
}

bool same_list(const ListView& a, const ListView& b)
{
    if (a.child->ops->is_known_equal != nullptr && a.child->ops->is_known_equal(a.list, b.list)) {
        return true;
    }
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
        const RecordHandle left = a.at(i);
        const RecordHandle right = b.at(i);
        if (left.type != right.type || !same_record(*left.type, left.record, right.record)) {
            return false;
        }
    }
    return true;
}

}  // namespace redforge::edit
