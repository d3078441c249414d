// All differences of two documents, as the operations that turn one into the other.
#include "edit/compare.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

namespace redforge::edit {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Pairs of two runs of unpaired records that are compared one with each other; beyond it they are paired in order.
constexpr std::size_t most_comparisons = 10'000;

void mix(std::size_t& hash, std::string_view bytes)
{
    hash = hash * 31 + std::hash<std::string_view>{}(bytes);
}

/// Equal for records that say the same.
std::size_t hash_of(const RecordHandle& record)
{
    std::size_t hash = 0;
    std::string text;
    const FieldTable& table = record.table();
    for (const FieldEntry& field : table.fields) {
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
        case ChildEntry::Kind::stretch:
            for (const ByteView piece : record.stretch(child).pieces()) {
                mix(hash, as_text(piece));
            }
            break;
        case ChildEntry::Kind::group: hash = hash * 31 + hash_of(record.group(child)); break;
        case ChildEntry::Kind::list: {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                hash = hash * 31 + hash_of(list.at(i));
            }
            break;
        }
        }
    }
    return hash;
}

/// What tells a record apart from others of its list; nothing for types without a key.
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

/// Fields that two records of one type have in common, of 0 to 1.
double likeness(const RecordHandle& a, const RecordHandle& b)
{
    const FieldTable& table = a.table();
    if (a.type != b.type || &table != &b.table()) {
        return 0;
    }
    std::size_t same = 0;
    std::size_t all = table.fields.size();
    for (const FieldEntry& field : table.fields) {
        same += field.same(a.field(field).value, b.field(field).value) ? 1U : 0U;
    }
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildEntry::Kind::stretch) {
            ++all;
            same += a.stretch(child) == b.stretch(child) ? 1U : 0U;
        }
        if (child.kind == ChildEntry::Kind::blob) {
            ++all;
            same += a.blob(child) == b.blob(child) ? 1U : 0U;
        }
    }
    return all == 0 ? 1 : static_cast<double>(same) / static_cast<double>(all);
}

/// Finds for each record of one list its partner in the other.
class Pairing {
public:
    Pairing(const ListView& from, const ListView& to)
        : from_(from), to_(to), partner(to.size(), none), taken_(from.size(), false)
    {
        ends();
        if (begin_ < from_end_ || begin_ < to_end_) {
            by([](const RecordHandle& record) { return std::optional(std::to_string(hash_of(record))); }, true);
            by(&key_of, false);
            by_likeness();
        }
    }

    const ListView& from_;
    const ListView& to_;
    std::vector<std::size_t> partner;  ///< by index in `to`: the index in `from`, or none

private:
    void pair(std::size_t from, std::size_t to)
    {
        partner[to] = from;
        taken_[from] = true;
    }
    bool same(std::size_t from, std::size_t to) const
    {
        const RecordHandle a = from_.at(from);
        const RecordHandle b = to_.at(to);
        return a.type == b.type && same_record(*a.type, a.record, b.record);
    }

    /// Most edits leave most of a list as it is: its beginning and its end are the same.
    void ends()
    {
        from_end_ = from_.size();
        to_end_ = to_.size();
        while (begin_ < from_end_ && begin_ < to_end_ && same(begin_, begin_)) {
            pair(begin_, begin_);
            ++begin_;
        }
        while (from_end_ > begin_ && to_end_ > begin_ && same(from_end_ - 1, to_end_ - 1)) {
            pair(--from_end_, --to_end_);
        }
    }

    /// Pairs unpaired records for which `key` gives the same, in their order.
    template <class Key>
    void by(Key key, bool must_be_same)
    {
        std::unordered_map<std::string, std::vector<std::size_t>> places;  // in `from`, the first one last
        for (std::size_t i = from_end_; i-- > begin_;) {
            if (std::optional<std::string> each = taken_[i] ? std::nullopt : key(from_.at(i))) {
                places[*each].push_back(i);
            }
        }
        if (places.empty()) {
            return;
        }
        for (std::size_t i = begin_; i < to_end_; ++i) {
            const std::optional<std::string> each = partner[i] != none ? std::nullopt : key(to_.at(i));
            const auto found = each ? places.find(*each) : places.end();
            if (found == places.end() || found->second.empty()) {
                continue;
            }
            const std::size_t candidate = found->second.back();
            if (from_.item_number(candidate) == to_.item_number(i) && (!must_be_same || same(candidate, i))) {
                pair(candidate, i);
                found->second.pop_back();
            }
        }
    }

    /// Pairs what is left between pairs: a run of unpaired records in one list with the run at that place in the other.
    void by_likeness()
    {
        std::size_t from = begin_;
        std::size_t to = begin_;
        while (to < to_end_) {
            if (partner[to] != none) {
                from = partner[to++] + 1;
                continue;
            }
            std::size_t to_end = to;
            while (to_end < to_end_ && partner[to_end] == none) {
                ++to_end;
            }
            std::size_t from_end = from;
            while (from_end < from_end_ && !taken_[from_end]) {
                ++from_end;
            }
            run(from, from_end, to, to_end);
            to = to_end;
        }
    }

    void run(std::size_t from, std::size_t from_end, std::size_t to, std::size_t to_end)
    {
        const std::size_t left = from_end - from;
        const std::size_t right = to_end - to;
        const bool in_order = left == right || left * right > most_comparisons;
        for (; to < to_end && from < from_end; ++to) {
            std::size_t best = in_order && may_pair(from, to) ? from : none;
            double best_likeness = 0.5;
            for (std::size_t i = from; !in_order && i < from_end; ++i) {
                const double each = may_pair(i, to) ? likeness(from_.at(i), to_.at(to)) : 0;
                if (each > best_likeness) {
                    best = i;
                    best_likeness = each;
                }
            }
            if (best != none) {
                pair(best, to);
                from = best + 1;
            } else if (in_order) {
                ++from;
            }
        }
    }

    /// Records of one type, unless both have keys: then they are two different records.
    bool may_pair(std::size_t from, std::size_t to) const
    {
        if (from_.item_number(from) != to_.item_number(to)) {
            return false;
        }
        const RecordHandle a = from_.at(from);
        return !key_of(a) || likeness(a, to_.at(to)) > 0.7;
    }

    std::vector<bool> taken_;
    std::size_t begin_{};     ///< where the two begin to differ
    std::size_t from_end_{};  ///< where they end to differ
    std::size_t to_end_{};
};

/// The positions of a longest ascending subsequence.
std::vector<std::size_t> longest_ascending(const std::vector<std::size_t>& values)
{
    std::vector<std::size_t> ends;  // position of the smallest end of a subsequence of each length
    std::vector<std::size_t> before(values.size(), none);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto place =
            std::ranges::lower_bound(ends, values[i], {}, [&](std::size_t position) { return values[position]; });
        before[i] = place == ends.begin() ? none : *(place - 1);
        place == ends.end() ? ends.push_back(i) : static_cast<void>(*place = i);
    }
    std::vector<std::size_t> positions;
    for (std::size_t at = ends.empty() ? none : ends.back(); at != none; at = before[at]) {
        positions.push_back(at);
    }
    std::ranges::reverse(positions);
    return positions;
}

class Comparison {
public:
    std::vector<Operation> operations;

    void records(const RecordHandle& from, const RecordHandle& to)
    {
        const FieldTable& table = to.table();
        for (std::size_t i = 0; i < table.fields.size(); ++i) {
            // The fields that tell the variant come first in all of them; those behind are the variant's own.
            const FieldEntry& field = table.fields[i];
            const auto* value = static_cast<const std::byte*>(from.record) + field.offset;
            if (!field.same(value, to.field(field).value)) {
                Operation& operation = add(Operation::Kind::set, i);
                operation.value = LeafValue(*field.ops, to.field(field).value);
            }
        }
        for (std::size_t i = 0; i < table.children.size(); ++i) {
            const ChildEntry& child = table.children[i];
            switch (child.kind) {
            case ChildEntry::Kind::blob:
                if (from.blob(child) != to.blob(child)) {
                    add(Operation::Kind::set_bytes, i).bytes = to.blob(child);
                }
                break;
            case ChildEntry::Kind::stretch:
                if (!(from.stretch(child) == to.stretch(child))) {
                    add(Operation::Kind::set_bytes, i).stretch = to.stretch(child);
                }
                break;
            case ChildEntry::Kind::group:
                node_.push_back({static_cast<std::uint32_t>(i), 0});
                records(from.group(child), to.group(child));
                node_.pop_back();
                break;
            case ChildEntry::Kind::list: lists(from.list(child), to.list(child), i); break;
            }
        }
    }

private:
    Operation& add(Operation::Kind kind, std::size_t member)
    {
        Operation& operation = operations.emplace_back();
        operation.kind = kind;
        operation.node = node_;
        operation.member = static_cast<std::uint32_t>(member);
        return operation;
    }

    void lists(const ListView& from, const ListView& to, std::size_t member)
    {
        const Pairing pairing(from, to);
        std::vector<bool> stays(from.size(), false);
        std::vector<std::size_t> added;
        std::vector<std::size_t> order;  // of the records that stay: their indices in `from`, in the order of `to`
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (pairing.partner[i] == none) {
                added.push_back(i);
            } else {
                stays[pairing.partner[i]] = true;
                order.push_back(pairing.partner[i]);
            }
        }
        erase(stays, member);
        move(order, member);
        if (!added.empty()) {
            LooseRecords records(*from.child);
            for (const std::size_t place : added) {
                records.append_copy(to, place);
            }
            Operation& operation = add(Operation::Kind::insert, member);
            operation.places = added;
            operation.records = std::move(records);
        }
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (pairing.partner[i] != none) {
                const RecordHandle a = from.at(pairing.partner[i]);
                const RecordHandle b = to.at(i);
                if (!same_record(*b.type, a.record, b.record)) {
                    node_.push_back({static_cast<std::uint32_t>(member), static_cast<std::uint32_t>(i)});
                    this->records(a, b);
                    node_.pop_back();
                }
            }
        }
    }

    void erase(const std::vector<bool>& stays, std::size_t member)
    {
        std::vector<std::size_t> gone;
        for (std::size_t i = 0; i < stays.size(); ++i) {
            if (!stays[i]) {
                gone.push_back(i);
            }
        }
        if (!gone.empty()) {
            add(Operation::Kind::erase, member).places = std::move(gone);
        }
    }

    /// Brings the records that stay, which stand in the order of their indices, into `order`: as few as possible move.
    void move(const std::vector<std::size_t>& order, std::size_t member)
    {
        const std::vector<std::size_t> fixed = longest_ascending(order);
        if (fixed.size() == order.size()) {
            return;
        }
        std::vector<std::size_t> now = order;
        std::ranges::sort(now);
        std::vector<bool> in_place(order.size(), false);
        for (const std::size_t position : fixed) {
            in_place[position] = true;
        }
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (in_place[i]) {
                continue;
            }
            // Behind the record that it follows in the end; all before it are where they belong to each other already.
            const std::size_t from = static_cast<std::size_t>(std::ranges::find(now, order[i]) - now.begin());
            now.erase(now.begin() + static_cast<std::ptrdiff_t>(from));
            const std::size_t to =
                i == 0 ? 0 : static_cast<std::size_t>(std::ranges::find(now, order[i - 1]) - now.begin()) + 1;
            now.insert(now.begin() + static_cast<std::ptrdiff_t>(to), order[i]);
            add(Operation::Kind::move, member).places = {from, to};
        }
    }

    NodePath node_;
};

}  // namespace

std::vector<Operation> differences(const RecordHandle& from, const RecordHandle& to)
{
    Comparison comparison;
    comparison.records(from, to);
    return std::move(comparison.operations);
}

}  // namespace redforge::edit
