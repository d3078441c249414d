// Transactions as data of names and texts, and back on a document.
#include "editor/model/session/stored_edit.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace redforge::editor {
namespace {

using edit::Operation;

/// Exception: the stored data does not fit the document.
struct StoredEditMismatch {
    std::string words;
};

const ChildEntry& child_named(const RecordHandle& parent, std::string_view name)
{
    const ChildEntry* const child = parent.table().find_child(name);
    if (child == nullptr) {
        throw StoredEditMismatch{fmt::format("there is no list or group \"{}\"", name)};
    }
    return *child;
}

const ChildEntry& child_named(const RecordHandle& parent, std::string_view name, ChildEntry::Kind kind)
{
    const ChildEntry& child = child_named(parent, name);
    if (child.kind != kind) {
        throw StoredEditMismatch{fmt::format("\"{}\" has another type", name)};
    }
    return child;
}

const FieldEntry& field_named(const RecordHandle& parent, std::string_view name)
{
    const FieldEntry* const field = parent.table().find_field(name);
    if (field == nullptr) {
        throw StoredEditMismatch{fmt::format("there is no field \"{}\"", name)};
    }
    return *field;
}

std::string bytes_text(ByteView bytes)
{
    return std::string(as_text(bytes));
}

std::string bytes_text(const SharedBytes& bytes)
{
    std::string text;
    for (const ByteView piece : bytes.pieces()) {
        text += as_text(piece);
    }
    return text;
}

Bytes text_bytes(std::string_view text)
{
    const ByteView bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

std::string text_of(const FieldEntry& field, const void* value)
{
    std::string text;
    field.ops->append(text, value, CodePage::cp437);
    return text;
}

void set_text(const FieldEntry& field, void* value, std::string_view text)
{
    std::string expected;
    if (!field.ops->parse(text, value, {}, expected, CodePage::cp437)) {
        throw StoredEditMismatch{fmt::format("{} takes {}, not \"{}\"", field.name, expected, text)};
    }
}

StoredRecord stored(const RecordHandle& handle, std::string_view element);

StoredList stored(const ChildEntry& child, const ListView& list)
{
    StoredList out{child.name, {}};
    for (std::size_t i = 0; i < list.size(); ++i) {
        out.records.push_back(stored(list.at(i), list.item(i).name));
    }
    return out;
}

StoredRecord stored(const RecordHandle& handle, std::string_view element)
{
    StoredRecord out;
    out.element = element;
    const FieldTable& table = handle.table();
    for (const FieldEntry& field : table.fields) {
        const void* const value = handle.field(field).value;
        if (!field.is_default(value)) {
            out.fields.push_back({field.name, text_of(field, value)});
        }
    }
    for (const ChildEntry& child : table.children) {
        switch (child.kind) {
        case ChildEntry::Kind::blob:
            if (!handle.blob(child).empty()) {
                out.blobs.push_back({child.name, bytes_text(handle.blob(child))});
            }
            break;
        case ChildEntry::Kind::byte_range:
            if (handle.byte_range(child).size() > 0) {
                out.blobs.push_back({child.name, bytes_text(handle.byte_range(child))});
            }
            break;
        case ChildEntry::Kind::group:
            out.children.push_back({child.name, {stored(handle.group(child), child.items.front().name)}});
            break;
        case ChildEntry::Kind::list: out.children.push_back(stored(child, handle.list(child))); break;
        }
    }
    return out;
}

void fill(const RecordHandle& handle, const StoredRecord& from);

void fill(const ListView& list, const std::vector<StoredRecord>& records)
{
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::vector<ItemEntry>& items = list.child->items;
        const auto item = std::ranges::find(items, records[i].element, &ItemEntry::name);
        if (item == items.end() || (list.single() && i > 0)) {
            throw StoredEditMismatch{fmt::format("a list cannot contain \"{}\"", records[i].element)};
        }
        if (i >= list.size()) {
            list.child->ops->insert(list.list, i, *list.child, static_cast<std::size_t>(item - items.begin()));
        }
        fill(list.at(i), records[i]);
    }
}

/// Sets the fields of a record in table order, because early fields determine which later fields exist.
void fill(const RecordHandle& handle, const StoredRecord& from)
{
    for (const StoredValue& value : from.fields) {
        const FieldEntry& field = field_named(handle, value.name);
        set_text(field, handle.field(field).value, value.text);
    }
    for (const StoredValue& value : from.blobs) {
        const ChildEntry& child = child_named(handle, value.name);
        if (child.kind == ChildEntry::Kind::blob) {
            handle.blob(child) = text_bytes(value.text);
        } else if (child.kind == ChildEntry::Kind::byte_range) {
            handle.byte_range(child) = SharedBytes(text_bytes(value.text));
        } else {
            throw StoredEditMismatch{fmt::format("\"{}\" has no bytes", value.name)};
        }
    }
    for (const StoredList& inner : from.children) {
        const ChildEntry& child = child_named(handle, inner.name);
        if (child.kind == ChildEntry::Kind::group && inner.records.size() == 1) {
            fill(handle.group(child), inner.records.front());
        } else if (child.kind == ChildEntry::Kind::list) {
            fill(handle.list(child), inner.records);
        } else {
            throw StoredEditMismatch{fmt::format("\"{}\" contains no records", inner.name)};
        }
    }
}

/// Returns true if the positions of an operation are valid for a list of `size` records.
bool are_places(const Operation& operation, std::size_t size, bool single)
{
    const std::vector<std::size_t>& places = operation.places;
    if (operation.kind == Operation::Kind::move) {
        return places.size() == 2 && places[0] < size && places[1] < size;
    }
    const bool comes = operation.kind == Operation::Kind::insert;
    const std::size_t limit = comes ? size + places.size() : size;
    return !places.empty() && std::ranges::adjacent_find(places, std::greater_equal<>()) == places.end() &&
           places.back() < limit && !(single && limit > 1);
}

/// Returns the stored form of an operation that is not yet applied.
StoredOperation stored(const RecordHandle& root, const Operation& operation)
{
    StoredOperation out;
    out.kind = operation.kind;
    RecordHandle parent = root;
    for (const edit::Step& step : operation.node) {
        const ChildEntry& child = parent.table().children[step.child];
        out.node.push_back({child.name, step.index});
        parent = child.kind == ChildEntry::Kind::group ? parent.group(child) : parent.list(child).at(step.index);
    }
    if (operation.kind == Operation::Kind::set) {
        const FieldEntry& field = parent.table().fields[operation.member];
        edit::LeafValue initial(*field.ops, operation.value.get());
        field.ops->reset(initial.get());
        out.member = field.name;
        out.has_text = !field.ops->same(initial.get(), operation.value.get());
        out.text = out.has_text ? text_of(field, operation.value.get()) : std::string{};
        return out;
    }
    const ChildEntry& child = parent.table().children[operation.member];
    out.member = child.name;
    out.places.assign(operation.places.begin(), operation.places.end());
    if (operation.kind == Operation::Kind::set_bytes) {
        out.text =
            child.kind == ChildEntry::Kind::byte_range ? bytes_text(operation.byte_range) : bytes_text(operation.bytes);
    } else if (operation.kind == Operation::Kind::insert) {
        out.records = stored(child, operation.records.view(parent.page)).records;
    }
    return out;
}

Operation operation_of(const RecordHandle& root, const StoredOperation& from)
{
    Operation operation;
    operation.kind = from.kind;
    RecordHandle parent = root;
    for (const StoredStep& step : from.node) {
        const ChildEntry& child = child_named(parent, step.child);
        operation.node.push_back({parent.table().number_of(child), step.index});
        const bool group = child.kind == ChildEntry::Kind::group;
        if (child.is_bytes() || step.index >= (group ? 1 : parent.list(child).size())) {
            throw StoredEditMismatch{fmt::format("there is no {}[{}]", step.child, step.index)};
        }
        parent = group ? parent.group(child) : parent.list(child).at(step.index);
    }
    const FieldTable& table = parent.table();
    if (from.kind == Operation::Kind::set) {
        const FieldEntry& field = field_named(parent, from.member);
        operation.member = static_cast<std::uint32_t>(&field - table.fields.data());
        operation.value = edit::LeafValue(*field.ops, parent.field(field).value);
        operation.of_variant = parent.type->variant != nullptr;
        field.ops->reset(operation.value.get());
        if (from.has_text) {
            set_text(field, operation.value.get(), from.text);
        }
        return operation;
    }
    const ChildEntry& child = child_named(parent, from.member);
    operation.member = table.number_of(child);
    switch (from.kind) {
    case Operation::Kind::set_bytes:
        if (child.kind == ChildEntry::Kind::byte_range) {
            operation.byte_range = SharedBytes(text_bytes(from.text));
        } else {
            operation.bytes = text_bytes(from.text);
            static_cast<void>(child_named(parent, from.member, ChildEntry::Kind::blob));
        }
        return operation;
    case Operation::Kind::insert:
    case Operation::Kind::erase:
    case Operation::Kind::move: break;
    default: throw StoredEditMismatch{"the operation has an unknown kind"};
    }
    const ListView list = parent.list(child_named(parent, from.member, ChildEntry::Kind::list));
    operation.places.assign(from.places.begin(), from.places.end());
    if (!are_places(operation, list.size(), child.ops->single)) {
        throw StoredEditMismatch{
            fmt::format("the number of records in {} differs", from.member.empty() ? "the list" : from.member)};
    }
    if (from.kind == Operation::Kind::insert) {
        if (from.records.size() != from.places.size()) {
            throw StoredEditMismatch{"the numbers of records and positions differ"};
        }
        operation.records = edit::DetachedRecords(child);
        fill(operation.records.view(parent.page), from.records);
    }
    return operation;
}

std::string place_text(const StoredOperation& operation)
{
    std::string text;
    for (const StoredStep& step : operation.node) {
        text += step.child.empty() ? fmt::format("[{}]", step.index) : (text.empty() ? "" : ".") + step.child;
    }
    return text + (text.empty() || operation.member.empty() ? "" : ".") + operation.member;
}

}  // namespace

StoredTransaction store_last(const RecordHandle& root, edit::Transaction& last)
{
    // Revert the transaction, so that it contains the inserted data; then reapply and store each operation.
    edit::reverse(root, last);
    StoredTransaction out{last.name, {}};
    std::ranges::reverse(last.operations);
    for (Operation& operation : last.operations) {
        out.operations.push_back(stored(root, operation));
        edit::exchange(root, operation);
    }
    return out;
}

Result<edit::Transaction> replay(const RecordHandle& root, const StoredTransaction& stored)
{
    edit::Transaction made{stored.name, {}};
    for (const StoredOperation& each : stored.operations) {
        try {
            Operation operation = operation_of(root, each);
            edit::exchange(root, operation);
            made.operations.push_back(std::move(operation));
        } catch (const StoredEditMismatch& misfit) {
            edit::reverse(root, made);
            return fail(
                {.code = ErrorCode::malformed,
                 .message = fmt::format("the change \"{}\" does not fit the document: {}", stored.name, misfit.words),
                 .field = place_text(each)});
        }
    }
    return made;
}

}  // namespace redforge::editor
