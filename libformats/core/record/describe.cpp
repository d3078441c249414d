// Builds the table of a record type: the code that does not depend on the type.
#include "core/record/describe.hpp"

#include <fmt/format.h>

namespace redforge::describing {

std::size_t TableArchive::enter(std::string_view name, const FieldInfo& info)
{
    const std::size_t length = prefix_.size();
    prefix_.append(name).push_back('.');
    composites_.push_back(info.label.empty() ? name : info.label);
    return length;
}

void TableArchive::leave(std::size_t length)
{
    prefix_.resize(length);
    composites_.pop_back();
}

void TableArchive::add_field(std::string_view name, const void* value, const LeafOps& ops, const FieldInfo& info)
{
    const std::size_t offset = offset_of(value);
    FieldEntry& entry = table_->fields.emplace_back(make_field(prefix_ + std::string(name), ops, info, offset));
    entry.composite = composites_.empty() ? std::string_view{} : composites_.back();
    entry.default_value = defaults_ + offset;
}

SupersededEntry& TableArchive::add_superseded(std::string_view name, std::string_view by)
{
    SupersededEntry& entry = table_->superseded.emplace_back();
    entry.name = prefix_ + std::string(name);
    entry.by = prefix_ + std::string(by);
    return entry;
}

ChildEntry& TableArchive::add_child(ChildEntry::Kind kind, std::string_view name, const void* place)
{
    ChildEntry& child = table_->children.emplace_back();
    child.kind = kind;
    child.name = name;
    child.offset = offset_of(place);
    return child;
}

ChildEntry* TableArchive::add_bytes(ChildEntry::Kind kind, std::string_view name, const void* place,
                                    const BlobInfo& info, std::string_view file_name)
{
    if (table_ == nullptr) {
        if (name == wanted_) {
            *details_ = {std::string(file_name), info.bytes_per_line};
        }
        return nullptr;
    }
    ChildEntry& child = add_child(kind, name, place);
    child.blob = info;
    return &child;
}

void TableArchive::blob(std::string_view name, Bytes& bytes, const BlobInfo& info, std::string_view file_name)
{
    if (add_bytes(ChildEntry::Kind::blob, name, &bytes, info, file_name) != nullptr && !info.folder.empty()) {
        table_->side_blobs.push_back(table_->children.size() - 1);
    }
}

void TableArchive::byte_range(std::string_view name, SharedBytes& bytes, const BlobInfo& info,
                              std::string_view file_name)
{
    add_bytes(ChildEntry::Kind::byte_range, name, &bytes, info, file_name);
}

void add_item(std::vector<ItemEntry>& items, std::string_view name, const RecordType& (*type)(unsigned),
              unsigned version)
{
    items.push_back({std::string(name), {type, version}});
}

RecordType make_type(std::size_t size, const void* defaults, std::shared_ptr<void> (*make)(),
                     void (*copy)(void* to, const void* from),
                     void (*describe)(TableArchive& archive, void* record, unsigned version))
{
    RecordType type;
    type.size = size;
    type.defaults = defaults;
    type.make = make;
    type.copy = copy;
    type.describe = describe;
    return type;
}

FieldTable& add_table(RecordType& type, void* record, unsigned version)
{
    FieldTable& table = type.tables.emplace_back();
    TableArchive archive(record, type.defaults, version, table);
    type.describe(archive, record, version);
    return table;
}

FieldEntry make_field(std::string name, const LeafOps& ops, const FieldInfo& info, std::size_t offset)
{
    FieldEntry entry;
    entry.name = std::move(name);
    entry.attribute = fmt::format(" {}=\"", entry.name);
    entry.info = info;
    entry.enum_names = EnumNameIndex(info.enum_names);
    entry.offset = offset;
    entry.ops = &ops;
    entry.min = std::max(ops.type.min, info.min);
    entry.max = std::min(ops.type.max, info.max);
    entry.plain_integer = ops.type.kind == ValueKind::integer && !ops.type.derived && info.enum_names.empty() &&
                          info.notation != Notation::hexadecimal;
    return entry;
}

std::size_t common_fields(std::span<const FieldTable> tables)
{
    const std::vector<FieldEntry>& first = tables.front().fields;
    std::size_t count = first.size();
    for (const FieldTable& table : tables) {
        const auto [end, rest] = std::ranges::mismatch(first, table.fields, [](const auto& a, const auto& b) {
            return a.name == b.name && a.offset == b.offset && a.ops == b.ops;
        });
        count = std::min(count, static_cast<std::size_t>(end - first.begin()));
    }
    return count;
}

}  // namespace redforge::describing

namespace redforge {

BlobDetails RecordType::blob_details(const void* record, std::string_view blob) const
{
    BlobDetails details;
    if (describe != nullptr) {
        describing::TableArchive archive(blob, details);
        describe(archive, const_cast<void*>(record), 0);  // NOLINT: nothing is written
    }
    return details;
}

}  // namespace redforge
