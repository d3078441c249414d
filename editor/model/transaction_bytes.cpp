// Transactions as bytes of our own: the one place that uses Boost's archives, which compile slowly.
#include "editor/model/transaction_bytes.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <boost/archive/archive_exception.hpp>
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <fmt/format.h>

#include "core/fingerprint.hpp"

namespace redforge::editor {
namespace {

using edit::Operation;

/// The bytes do not fit the document.
struct Misfit {};

/// One of Boost's archives, with the most elements that anything in it can have.
template <class Boost>
struct Archive {
    static constexpr bool saving = Boost::is_saving::value;

    Boost& boost;
    std::size_t most;
};

template <class Ar>
void raw(Ar& ar, void* bytes, std::size_t size)
{
    if constexpr (Ar::saving) {
        ar.boost.save_binary(bytes, size);
    } else {
        ar.boost.load_binary(bytes, size);
    }
}

/// Takes a number; a fresh one when loading.
template <class Ar, class T>
T pass(Ar& ar, T value)
{
    ar.boost& value;
    return value;
}

/// Takes the number of elements of something: never more than there are bytes.
template <class Ar>
std::size_t count(Ar& ar, std::size_t size)
{
    size = pass(ar, static_cast<std::uint64_t>(size));
    if (!Ar::saving && size > ar.most) {
        throw Misfit{};
    }
    return size;
}

/// Takes bytes or a text.
template <class Ar, class Text>
void text(Ar& ar, Text& value)
{
    value.resize(count(ar, value.size()));
    raw(ar, value.data(), value.size());
}

/// Takes bytes that are shared; fresh ones are loaded, since nobody changes those that others look at.
template <class Ar>
void stretch(Ar& ar, SharedBytes& value)
{
    if constexpr (Ar::saving) {
        count(ar, value.size());
        for (const ByteView piece : value.pieces()) {
            raw(ar, const_cast<std::byte*>(piece.data()), piece.size());  // NOLINT: saving only reads
        }
    } else {
        Bytes bytes;
        text(ar, bytes);
        value = SharedBytes(std::move(bytes));
    }
}

/// A value: its bytes, or its text where it has memory of its own. Nothing but a mark for the type's initial value,
/// which may have no text.
template <class Ar>
void leaf(Ar& ar, const FieldEntry& field, void* value)
{
    const LeafOps& ops = *field.ops;
    if (ops.bitwise) {
        return raw(ar, value, ops.size);
    }
    edit::LeafValue initial(ops, value);
    ops.reset(initial.get());
    const bool has_text = pass(ar, !ops.same(initial.get(), value));
    if constexpr (!Ar::saving) {
        ops.reset(value);
    }
    if (has_text) {
        std::string said;
        if constexpr (Ar::saving) {
            ops.append(said, value, CodePage::cp437);
        }
        text(ar, said);
        std::string expected;
        if (!Ar::saving && !ops.parse(said, value, {}, expected, CodePage::cp437)) {
            throw Misfit{};
        }
    }
}

template <class Ar>
void record(Ar& ar, const RecordHandle& handle);

template <class Ar>
void records(Ar& ar, const ListView& list)
{
    const std::size_t size = count(ar, list.size());
    for (std::size_t i = 0; i < size; ++i) {
        const bool there = i < list.size();
        const auto item = pass(ar, static_cast<std::uint32_t>(there ? list.item_number(i) : 0));
        if (!there) {
            if (item >= list.child->items.size() || (list.single() && i > 0)) {
                throw Misfit{};
            }
            list.child->ops->insert(list.list, i, item);
        }
        record(ar, list.at(i));
    }
}

/// All that a record holds. The first fields tell which others it has.
template <class Ar>
void record(Ar& ar, const RecordHandle& handle)
{
    const std::size_t common = handle.type->common_fields;
    for (std::size_t i = 0; i < common; ++i) {
        const FieldEntry& field = handle.type->tables.front().fields[i];
        leaf(ar, field, handle.field(field).value);
    }
    const FieldTable& table = handle.table();
    for (std::size_t i = common; i < table.fields.size(); ++i) {
        leaf(ar, table.fields[i], handle.field(table.fields[i]).value);
    }
    for (const ChildEntry& child : table.children) {
        switch (child.kind) {
        case ChildEntry::Kind::blob: text(ar, handle.blob(child)); break;
        case ChildEntry::Kind::stretch: stretch(ar, handle.stretch(child)); break;
        case ChildEntry::Kind::group: record(ar, handle.group(child)); break;
        case ChildEntry::Kind::list: records(ar, handle.list(child)); break;
        }
    }
}

const ChildEntry& child_of(const RecordHandle& holder, const Operation& operation, ChildEntry::Kind kind)
{
    const std::vector<ChildEntry>& children = holder.table().children;
    if (operation.member >= children.size() || children[operation.member].kind != kind) {
        throw Misfit{};
    }
    return children[operation.member];
}

/// Whether the places of an operation are those of a list that has `size` records before it.
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

/// One operation; `holder` is the record that its node leads to, in the document as it is before the operation.
template <class Ar>
void operation_at(Ar& ar, const RecordHandle& holder, Operation& operation)
{
    switch (operation.kind) {
    case Operation::Kind::set: {
        const std::vector<FieldEntry>& fields = holder.table().fields;
        if (operation.member >= fields.size()) {
            throw Misfit{};
        }
        const FieldEntry& field = fields[operation.member];
        if constexpr (!Ar::saving) {
            operation.value = edit::LeafValue(*field.ops, holder.field(field).value);
        }
        return leaf(ar, field, operation.value.get());
    }
    case Operation::Kind::set_bytes: {
        const std::vector<ChildEntry>& children = holder.table().children;
        if (operation.member >= children.size() || !children[operation.member].is_bytes()) {
            throw Misfit{};
        }
        return children[operation.member].kind == ChildEntry::Kind::stretch ? stretch(ar, operation.stretch)
                                                                            : text(ar, operation.bytes);
    }
    case Operation::Kind::insert:
    case Operation::Kind::erase:
    case Operation::Kind::move: break;
    default: throw Misfit{};
    }
    const ChildEntry& child = child_of(holder, operation, ChildEntry::Kind::list);
    operation.places.resize(count(ar, operation.places.size()));
    for (std::size_t& place : operation.places) {
        place = pass(ar, static_cast<std::uint64_t>(place));
    }
    if (!are_places(operation, holder.list(child).size(), child.ops->single)) {
        throw Misfit{};
    }
    if (operation.kind == Operation::Kind::insert) {
        if constexpr (!Ar::saving) {
            operation.records = edit::LooseRecords(child);
        }
        records(ar, operation.records.view(holder.page));
        if (operation.records.size() != operation.places.size()) {
            throw Misfit{};
        }
    }
}

template <class Ar>
void node(Ar& ar, Operation& operation)
{
    operation.kind = static_cast<Operation::Kind>(pass(ar, static_cast<std::uint8_t>(operation.kind)));
    operation.member = pass(ar, operation.member);
    operation.node.resize(count(ar, operation.node.size()));
    for (edit::Step& step : operation.node) {
        step.child = pass(ar, step.child);
        step.index = pass(ar, step.index);
    }
}

void describe(const RecordType& type, std::set<const RecordType*>& seen, std::string& out)
{
    if (!seen.insert(&type).second) {
        return;
    }
    for (const FieldTable& table : type.tables) {
        for (const FieldEntry& field : table.fields) {
            fmt::format_to(std::back_inserter(out), "{}:{}:{} ", field.name, static_cast<int>(field.ops->type.kind),
                           field.ops->size);
        }
        for (const ChildEntry& child : table.children) {
            fmt::format_to(std::back_inserter(out), "{}/{}( ", child.name, static_cast<int>(child.kind));
            for (const ItemEntry& item : child.items) {
                describe(*item.type, seen, out);
            }
            out += ") ";
        }
        out += "; ";
    }
}

constexpr unsigned archive_flags = boost::archive::no_header;

}  // namespace

Bytes pack_last(const RecordHandle& root, edit::Transaction& last)
{
    // Taken back, the transaction holds what it put into the document; then it is made again as it is written.
    edit::reverse(root, last);
    std::ostringstream stream;
    boost::archive::binary_oarchive boost(stream, archive_flags);
    Archive<boost::archive::binary_oarchive> ar{boost, 0};
    text(ar, last.name);
    count(ar, last.operations.size());
    std::ranges::reverse(last.operations);
    for (Operation& operation : last.operations) {
        node(ar, operation);
        operation_at(ar, edit::record_at(root, operation.node), operation);
        edit::exchange(root, operation);
    }
    const std::string written = std::move(stream).str();
    const ByteView bytes = as_bytes(written);
    return {bytes.begin(), bytes.end()};
}

Result<edit::Transaction> replay(const RecordHandle& root, ByteView bytes)
{
    edit::Transaction made;
    try {
        std::istringstream stream(std::string(as_text(bytes)));
        boost::archive::binary_iarchive boost(stream, archive_flags);
        Archive<boost::archive::binary_iarchive> ar{boost, bytes.size()};
        text(ar, made.name);
        const std::size_t operations = count(ar, 0);
        for (std::size_t i = 0; i < operations; ++i) {
            Operation operation;
            node(ar, operation);
            const RecordHandle holder = edit::find_record(root, operation.node);
            if (!holder) {
                throw Misfit{};
            }
            operation_at(ar, holder, operation);
            edit::exchange(root, operation);
            made.operations.push_back(std::move(operation));
        }
        return made;
    } catch (const Misfit&) {
    } catch (const boost::archive::archive_exception&) {
    }
    edit::reverse(root, made);
    return fail({.code = ErrorCode::malformed, .message = "a step that does not fit the document"});
}

std::string description_of(const RecordType& root)
{
    std::string out;
    std::set<const RecordType*> seen;
    describe(root, seen, out);
    const Fingerprint print = fingerprint_of(as_bytes(out));
    return fmt::format("{:x}-{:x}", print.first, print.second);
}

}  // namespace redforge::editor
