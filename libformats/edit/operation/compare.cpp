// All differences of two documents, as the operations that turn one into the other.
#include "edit/operation/compare.hpp"

#include <algorithm>

#include "edit/merge/pairing.hpp"

namespace redforge::edit {
namespace {

class Comparison {
public:
    std::vector<Operation> operations;

    void records(const RecordHandle& from, const RecordHandle& to)
    {
        const FieldTable& table = to.table();
        for (std::size_t i = 0; i < table.fields.size(); ++i) {
            // The fields that determine the variant come first in all variants; the following fields belong to the
            // variant.
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
            case ChildEntry::Kind::byte_range:
                if (!(from.byte_range(child) == to.byte_range(child))) {
                    add(Operation::Kind::set_bytes, i).byte_range = to.byte_range(child);
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
        if (from.is_known_equal(to)) {
            return;
        }
        ListPairing pairing = pair_records(from, to);
        if (!pairing.removed.empty()) {
            add(Operation::Kind::erase, member).places = std::move(pairing.removed);
        }
        move(pairing, member);
        if (!pairing.added.empty()) {
            DetachedRecords records(*from.child);
            for (const std::size_t place : pairing.added) {
                records.append_copy(to, place);
            }
            Operation& operation = add(Operation::Kind::insert, member);
            operation.places = std::move(pairing.added);
            operation.records = std::move(records);
        }
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (pairing.match[i] == no_match) {
                continue;
            }
            const RecordHandle a = from.at(pairing.match[i]);
            const RecordHandle b = to.at(i);
            if (!same_record(*b.type, a.record, b.record)) {
                node_.push_back({static_cast<std::uint32_t>(member), static_cast<std::uint32_t>(i)});
                this->records(a, b);
                node_.pop_back();
            }
        }
    }

    /// Reorders the common records as in `to`: moves each record after its predecessor in `to`.
    void move(const ListPairing& pairing, std::size_t member)
    {
        if (pairing.moved.empty()) {
            return;
        }
        std::vector<std::size_t> order;   // indices in `from` of the common records, in the order of `to`
        std::vector<std::size_t> movers;  // positions in `order`
        for (std::size_t i = 0; i < pairing.match.size(); ++i) {
            if (pairing.match[i] != no_match) {
                if (movers.size() < pairing.moved.size() && pairing.moved[movers.size()] == i) {
                    movers.push_back(order.size());
                }
                order.push_back(pairing.match[i]);
            }
        }
        std::vector<std::size_t> now = order;
        std::ranges::sort(now);
        const auto position_of = [&](std::size_t record) {
            return static_cast<std::size_t>(std::ranges::find(now, record) - now.begin());
        };
        for (const std::size_t i : movers) {
            // All records before it are already in the right order.
            const std::size_t from = position_of(order[i]);
            now.erase(now.begin() + static_cast<std::ptrdiff_t>(from));
            const std::size_t to = i == 0 ? 0 : position_of(order[i - 1]) + 1;
            now.insert(now.begin() + static_cast<std::ptrdiff_t>(to), order[i]);
            if (from != to) {
                add(Operation::Kind::move, member).places = {from, to};
            }
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
