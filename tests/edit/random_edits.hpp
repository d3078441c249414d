// Random documents of every format, and random changes to them.
#pragma once

#include <algorithm>

#include "edit/document/document.hpp"
#include "edit/operation/operation.hpp"
#include "support/random.hpp"
#include "support/sample_file.hpp"

namespace redforge::test {

/// Collects the records of a document with their positions, the root first.
inline void collect_records(const RecordHandle& record, std::vector<RecordHandle>& all,
                            std::vector<edit::NodePath>* nodes = nullptr, const edit::NodePath& node = {})
{
    all.push_back(record);
    if (nodes != nullptr) {
        nodes->push_back(node);
    }
    for (const ChildEntry& child : record.table().children) {
        edit::NodePath below = node;
        below.push_back({record.table().number_of(child), 0});
        if (child.kind == ChildEntry::Kind::group) {
            collect_records(record.group(child), all, nodes, below);
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                below.back().index = static_cast<std::uint32_t>(i);
                collect_records(list.at(i), all, nodes, below);
            }
        }
    }
}

inline edit::Document random_document(Random& random, const Format& format, const RandomLimits& limits = {})
{
    edit::Document document(format);
    fill_random(random, document.root(), limits);
    return document;
}

/// Returns the sample of a format, or a random document. For saves and plugins always the sample: random ones repeat
/// FormIDs, which paths contain.
inline edit::Document some_document(Random& random, const Format& format)
{
    return format.make_new != nullptr && (format.root() != "map" || random.once_in(2))
               ? sample_document(format.root())
               : random_document(random, format, {.records = 4});
}

/// Changes one field of a record.
inline void change_field(Random& random, const RecordHandle& record)
{
    const std::shared_ptr<void> other = record.type->make();
    const RecordHandle filled{other.get(), record.type, record.page};
    fill_random(random, filled, {.derived = true});
    const FieldTable& table = record.table();
    const std::size_t usable = &table == &filled.table() ? table.fields.size() : record.type->common_fields;
    if (usable > 0) {
        const FieldEntry& field = table.fields[random.below(usable)];
        field.ops->swap(record.field(field).value, filled.field(field).value);
    }
}

/// Adds, copies, removes or moves a record.
inline void change_list(Random& random, const ListView& list)
{
    const ListOps& ops = *list.child->ops;
    const std::size_t size = list.size();
    const std::size_t at = random.below(size);
    switch (random.below(4)) {
    case 0:
        if (!list.single() || size == 0) {
            const std::size_t place = random.below(size + 1);
            ops.insert(list.list, place, *list.child, random.below(list.child->items.size()));
            fill_random(random, list.at(place));
        }
        break;
    case 1:
        if (size > 0 && !list.single()) {
            ops.append_copy(list.list, list.list, at);
            ops.move(list.list, size, random.below(size + 1));
        }
        break;
    case 2:
        if (size > 0) {
            const std::shared_ptr<void> gone = ops.make();
            const std::size_t first = 0;
            ops.transfer(list.list, {&at, 1}, gone.get(), {&first, 1});
        }
        break;
    default:
        if (size > 1) {
            ops.move(list.list, at, random.below(size));
        }
    }
}

/// Makes `count` changes somewhere in a document.
inline void change_document(Random& random, const RecordHandle& root, std::size_t count)
{
    for (; count > 0; --count) {
        std::vector<RecordHandle> records;
        collect_records(root, records);
        const RecordHandle record = random.pick(records);
        const auto& children = record.table().children;
        if (children.empty() || random.once_in(2)) {
            change_field(random, record);
            continue;
        }
        const ChildEntry& child = children[random.below(children.size())];
        if (child.kind == ChildEntry::Kind::blob) {
            record.blob(child) = random.bytes(20);
        } else if (child.kind == ChildEntry::Kind::byte_range) {
            record.byte_range(child) = SharedBytes(random.bytes(20));
        } else if (child.kind == ChildEntry::Kind::list) {
            change_list(random, record.list(child));
        }
    }
}

/// Collects the records without a source that are not below a record with one, which would determine them.
inline void collect_plain_records(const RecordHandle& record, std::vector<RecordHandle>& all)
{
    const auto& children = record.table().children;
    if (std::ranges::any_of(children, [](const ChildEntry& child) { return child.blob.codec != nullptr; })) {
        return;
    }
    all.push_back(record);
    for (const ChildEntry& child : children) {
        if (child.kind == ChildEntry::Kind::group) {
            collect_plain_records(record.group(child), all);
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                collect_plain_records(list.at(i), all);
            }
        }
    }
}

/// Changes up to `count` values that neither identify a record nor determine its type, in records without a source:
/// records stay in their lists.
inline void change_values(Random& random, const RecordHandle& root, std::size_t count)
{
    std::vector<RecordHandle> records;
    collect_plain_records(root, records);
    for (; count > 0; --count) {
        const RecordHandle record = random.pick(records);
        const FieldTable& table = record.table();
        // The first fields of a type with variants determine the variant.
        const std::size_t common = record.type->variant ? record.type->common_fields : 0;
        const std::size_t places = table.fields.size() - common + table.children.size();
        const std::size_t place = common + random.below(places);
        if (place < table.fields.size()) {
            const FieldEntry& field = table.fields[place];
            const std::shared_ptr<void> other = record.type->make();
            const RecordHandle filled{other.get(), record.type, record.page};
            fill_random(random, filled, {.derived = true});
            if (!field.info.key && &filled.table() == &table) {
                field.ops->swap(record.field(field).value, filled.field(field).value);
            }
        } else if (place - table.fields.size() < table.children.size()) {
            const ChildEntry& child = table.children[place - table.fields.size()];
            if (child.kind == ChildEntry::Kind::blob) {
                Bytes& bytes = record.blob(child);
                if (bytes.empty() || random.once_in(3)) {
                    bytes = random.bytes(40);
                } else {
                    bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
                }
            } else if (child.kind == ChildEntry::Kind::byte_range) {
                record.byte_range(child) = SharedBytes(random.bytes(20));
            }
        }
    }
}

inline bool same_document(const edit::Document& a, const edit::Document& b)
{
    return same_record(a.format().root_type(), a.data(), b.data());
}

/// Returns the document as one XML text.
inline std::string text_of(const edit::Document& document)
{
    TextSink sink;
    document.write_xml(sink);
    return sink.str();
}

}  // namespace redforge::test
