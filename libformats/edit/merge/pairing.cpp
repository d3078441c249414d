// Matches the records of two versions of a list.
#include "edit/merge/pairing.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

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
    Pairing(const ListView& from, const ListView& to)
        : from_(from), to_(to), partner_(to.size(), no_match), taken_(from.size(), false)
    {
        same_places();
        if (begin_ < from_end_ || begin_ < to_end_) {
            by_content();
            by_key();
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
    bool same(std::size_t from, std::size_t to) const
    {
        const RecordHandle a = from_.at(from);
        const RecordHandle b = to_.at(to);
        return a.type == b.type && same_record(*a.type, a.record, b.record);
    }
    bool same_item(std::size_t from, std::size_t to) const { return from_.item_number(from) == to_.item_number(to); }

    /// Matches equal records at equal positions. A fast path: most edits leave the beginning and the end of a list
    /// unchanged, and in lists of equal length also most of the middle.
    void same_places()
    {
        from_end_ = from_.size();
        to_end_ = to_.size();
        if (from_.single() && from_end_ == 1 && to_end_ == 1) {
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
                groups[key(from_.at(i))].from.push_back(i);
            }
        }
        for (std::size_t i = begin_; i < to_end_; ++i) {
            if (partner_[i] == no_match) {
                if (const auto found = groups.find(key(to_.at(i))); found != groups.end()) {
                    found->second.to.push_back(i);
                }
            }
        }
        return groups;
    }

    void by_content()
    {
        for (const auto& [hash, group] : groups<std::unordered_map<std::size_t, Group>>(
                 [](const RecordHandle& record) { return hash_of(record); })) {
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
                 [](const RecordHandle& record) { return key_of(record).value_or(""); })) {
            if (!key.empty()) {
                in_group(
                    group, [&](std::size_t from, std::size_t to) { return same_item(from, to); }, 0);
            }
        }
    }

    /// Matches records that are equal except for a new name, such as a variable of a script.
    void by_new_name()
    {
        for (const auto& [hash, group] : groups<std::unordered_map<std::size_t, Group>>(
                 [](const RecordHandle& record) { return has_name(record) ? hash_of(record, false) : 0; })) {
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
            in_group(
                group, [&](std::size_t a, std::size_t b) { return can_pair(a, b); }, 0.5);
        }
    }

    /// Matches the records of a group in their order: all of them if both lists have the same number, else the most
    /// similar.
    template <class MayPair>
    void in_group(const Group& group, MayPair can_pair, double least)
    {
        const auto& [from, to] = group;
        const bool in_order = from.size() == to.size() || from.size() * to.size() > max_comparisons;
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
                const double each = can_pair(from[k], to[i]) ? similarity(from_.at(from[k]), to_.at(to[i])) : -1;
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
        const RecordHandle a = from_.at(from);
        return !key_of(a) || similarity(a, to_.at(to)) > 0.7;
    }

    const ListView& from_;
    const ListView& to_;
    Places partner_;
    std::vector<bool> taken_;
    std::size_t begin_{};     ///< first index that differs
    std::size_t from_end_{};  ///< end of the differing part
    std::size_t to_end_{};
};

/// Returns the positions of a longest ascending subsequence.
std::vector<std::size_t> longest_ascending(const std::vector<std::size_t>& values)
{
    std::vector<std::size_t> ends;  // position of the smallest end of a subsequence of each length
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

}  // namespace

std::optional<std::string> key_of(const RecordHandle& record)
{
    std::optional<std::string> key;
    for (const FieldEntry& field : record.table().fields) {
        if (field.info.key) {
            key = key.value_or("") + record.field(field).text() + '\0';
        }
    }
    return key;
}

ListPairing pair_records(const ListView& from, const ListView& to)
{
    ListPairing result;
    result.match = Pairing(from, to).take();
    std::vector<std::size_t> order;   // indices in `from` of matched records, in the order of `to`
    std::vector<std::size_t> places;  // indices in `to`
    for (std::size_t i = 0; i < to.size(); ++i) {
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
    std::vector<bool> stays(from.size(), false);
    for (std::size_t i = 0; i < to.size(); ++i) {
        if (result.match[i] == no_match) {
            result.added.push_back(i);
        } else {
            stays[result.match[i]] = true;
        }
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (!stays[i]) {
            result.removed.push_back(i);
        }
    }
    return result;
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
