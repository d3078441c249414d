// Changes of a document as values: creates, applies, reverts and joins them.
#include "edit/operation/operation.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>
#include <tuple>

namespace redforge::edit {
namespace {

Operation::Kind inverse(Operation::Kind kind)
{
    switch (kind) {
    case Operation::Kind::insert: return Operation::Kind::erase;
    case Operation::Kind::erase: return Operation::Kind::insert;
    default: return kind;
    }
}

std::vector<std::size_t> first_places(std::size_t count)
{
    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

const ChildEntry& child_of(const RecordHandle& record, const Operation& operation)
{
    return record.table().children[operation.member];
}

}  // namespace

LeafValue::LeafValue(const LeafOps& ops, const void* from) : ops_(&ops)
{
    if (is_small()) {
        std::memcpy(small_, from, ops.size);
    } else {
        large_ = ops.clone(from);
    }
}

LeafValue::~LeafValue()
{
    if (!is_small()) {
        ops_->destroy(large_);
    }
}

void LeafValue::swap(LeafValue& other) noexcept
{
    std::swap(ops_, other.ops_);
    std::swap(large_, other.large_);
    std::swap(small_, other.small_);
}

std::size_t LeafValue::memory() const
{
    if (is_small()) {
        return 0;
    }
    std::string text;
    ops_->append(text, large_, CodePage::cp437);  // the text is about as long as the value's memory
    return ops_->size + text.size();
}

DetachedRecords::DetachedRecords(const DetachedRecords& other) : child_(other.child_)
{
    if (other.list_ != nullptr) {
        list_ = child_->ops->make();
        for (std::size_t i = 0; i < other.size(); ++i) {
            append_copy(other.view(), i);
        }
    }
}

RecordHandle DetachedRecords::append(std::size_t item, CodePage page)
{
    const std::size_t at = size();
    child_->ops->insert(list_.get(), at, *child_, item);
    return view(page).at(at);
}

void DetachedRecords::append_copy(const ListView& from, std::size_t index)
{
    child_->ops->append_copy(list_.get(), from.list, index);
}

std::size_t Operation::memory() const
{
    std::size_t sum = sizeof(Operation) + node.capacity() * sizeof(Step) + places.capacity() * sizeof(std::size_t) +
                      bytes.capacity() + value.memory();
    for (std::size_t i = 0; i < records.size(); ++i) {
        sum += memory_of(records.view().at(i));
    }
    return sum;
}

void exchange(const RecordHandle& root, Operation& operation)
{
    const RecordHandle record = record_at(root, operation.node);
    switch (operation.kind) {
    case Operation::Kind::set: {
        const FieldEntry& field = record.table().fields[operation.member];
        operation.of_variant = record.type->variant != nullptr;
        field.ops->swap(record.field(field).value, operation.value.get());
        break;
    }
    case Operation::Kind::set_bytes:
        if (const ChildEntry& child = child_of(record, operation); child.kind == ChildEntry::Kind::byte_range) {
            swap(record.byte_range(child), operation.byte_range);
        } else {
            record.blob(child).swap(operation.bytes);
        }
        break;
    case Operation::Kind::insert: {
        const ListView list = record.list(child_of(record, operation));
        list.child->ops->transfer(operation.records.view().list, first_places(operation.places.size()), list.list,
                                  operation.places);
        operation.records = {};
        break;
    }
    case Operation::Kind::erase: {
        const ListView list = record.list(child_of(record, operation));
        operation.records = DetachedRecords(*list.child);
        list.child->ops->transfer(list.list, operation.places, operation.records.view().list,
                                  first_places(operation.places.size()));
        break;
    }
    case Operation::Kind::move: {
        const ListView list = record.list(child_of(record, operation));
        list.child->ops->move(list.list, operation.places[0], operation.places[1]);
        std::swap(operation.places[0], operation.places[1]);
        break;
    }
    }
    operation.kind = inverse(operation.kind);
}

Changes changes_of(std::span<const Operation> made)
{
    Changes changes;
    for (const Operation& operation : made) {
        Change& change = changes.emplace_back();
        change = {inverse(operation.kind), operation.node, operation.member, operation.places};
        if (operation.kind == Operation::Kind::move) {
            std::swap(change.places[0], change.places[1]);
        }
    }
    return changes;
}

Changes reverse(const RecordHandle& root, Transaction& transaction)
{
    std::ranges::reverse(transaction.operations);
    for (Operation& operation : transaction.operations) {
        exchange(root, operation);
    }
    return changes_of(transaction);
}

void join(Transaction& earlier, Transaction&& later)
{
    const auto is_set = [](const Operation& operation) {
        return operation.kind == Operation::Kind::set || operation.kind == Operation::Kind::set_bytes;
    };
    // Paths can be compared only if no operation between them moves records, and field numbers only if the record's
    // type has a single table.
    bool keeps_places = std::ranges::all_of(earlier.operations, is_set);
    using Value = std::tuple<Operation::Kind, NodePath, std::uint32_t>;
    std::set<Value> known;
    for (const Operation& operation : earlier.operations) {
        known.emplace(operation.kind, operation.node, operation.member);
    }
    for (Operation& operation : later.operations) {
        keeps_places = keeps_places && is_set(operation);
        const bool joins = keeps_places && !operation.of_variant;
        if (joins && !known.emplace(operation.kind, operation.node, operation.member).second) {
            continue;  // the earlier operation has the original value: drop this one
        }
        earlier.operations.push_back(std::move(operation));
    }
}

void replace_records(const ListView& list, const ListView& replacement)
{
    const auto places = [](const ListView& of) {
        std::vector<std::size_t> all(of.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    };
    const ListOps& ops = *list.child->ops;
    const std::vector<std::size_t> gone = places(list);
    const std::vector<std::size_t> come = places(replacement);
    const std::shared_ptr<void> rest = ops.make();
    ops.transfer(list.list, gone, rest.get(), gone);
    ops.transfer(replacement.list, come, list.list, come);
}

std::size_t memory_of(const RecordHandle& record)
{
    std::size_t sum = record.type->size;
    const FieldTable& table = record.table();
    for (const FieldEntry& field : table.fields) {
        if (!field.ops->bitwise) {
            sum += LeafValue(*field.ops, record.field(field).value).memory() - field.ops->size;
        }
    }
    for (const ChildEntry& child : table.children) {
        switch (child.kind) {
        case ChildEntry::Kind::blob: sum += record.blob(child).capacity(); break;
        case ChildEntry::Kind::byte_range: sum += record.byte_range(child).pieces().size_bytes(); break;
        case ChildEntry::Kind::group: {
            const RecordHandle inner = record.group(child);
            sum += memory_of(inner) - inner.type->size;
            break;
        }
        case ChildEntry::Kind::list: {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                sum += memory_of(list.at(i));
            }
            break;
        }
        }
    }
    return sum;
}

}  // namespace redforge::edit
