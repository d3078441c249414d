// Reads and writes records by the wire types of their tables.
#include "core/table_codec.hpp"

#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace redforge {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in files");

std::size_t width(const WireType& wire)
{
    return static_cast<std::size_t>(wire.size) * wire.count;
}

std::int64_t load_integer(const std::byte* from, std::size_t size)
{
    std::uint64_t number = 0;
    std::memcpy(&number, from, size);
    return static_cast<std::int64_t>(number);
}

class TableReader {
public:
    TableReader(ByteView bytes, const WireContext& context) : bytes_(bytes), context_(context) {}

    [[nodiscard]] std::size_t at() const { return at_; }

    bool record(const RecordHandle& record)
    {
        const std::size_t begin = at_;
        const FieldTable& table = record.table();
        for (std::size_t i = 0; i < table.fields.size(); ++i) {
            const FieldEntry& entry = table.fields[i];
            if (at_ == bytes_.size() && entry.wire.may_be_missing) {
                const FieldEntry* const size = table.find_field(stored_size);
                if (size != nullptr) {
                    size->ops->set_integer(record.field(*size).value, static_cast<std::int64_t>(at_ - begin));
                }
                return true;
            }
            const FieldEntry* const next = i + 1 < table.fields.size() ? &table.fields[i + 1] : nullptr;
            if (!field(entry, record, next)) {
                return false;
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::blob) {
                const ByteView rest = bytes_.subspan(at_);
                record.blob(child).assign(rest.begin(), rest.end());
                at_ = bytes_.size();
            } else if (child.array.count != WireArray::Count::none && !list(record, table, child)) {
                return false;
            }
        }
        return true;
    }

private:
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

    bool field(const FieldEntry& entry, const RecordHandle& record, const FieldEntry* next)
    {
        void* const value = record.field(entry).value;
        const WireType& wire = entry.wire;
        switch (wire.kind) {
        case Wire::none: return true;
        case Wire::integer:
        case Wire::real:
        case Wire::chars: return number(entry, value);
        case Wire::lstring:
            if (context_.localised) {
                if (left() != 4 || next == nullptr) {
                    return false;
                }
                next->ops->set_integer(record.field(*next).value, load_integer(take(4), 4));
                return true;
            }
            [[fallthrough]];
        case Wire::zstring: {
            const std::string_view rest = as_text(bytes_.subspan(at_));
            const std::size_t end = rest.find('\0');
            if (end == std::string_view::npos) {
                return false;
            }
            static_cast<Text*>(value)->bytes = rest.substr(0, end);
            at_ += end + 1;
            return true;
        }
        case Wire::text:
            static_cast<Text*>(value)->bytes = as_text(bytes_.subspan(at_));
            at_ = bytes_.size();
            return true;
        case Wire::bytes: {
            const std::size_t size = wire.size == 0 ? left() : wire.size;
            if (left() < size) {
                return false;
            }
            const std::byte* const from = take(size);
            static_cast<Bytes*>(value)->assign(from, from + size);
            return true;
        }
        }
        return false;
    }

    /// What has as many bytes in memory as in the file, or is a derived integer.
    bool number(const FieldEntry& entry, void* value)
    {
        if (left() < width(entry.wire)) {
            return false;
        }
        const std::byte* const from = take(width(entry.wire));
        if (entry.ops->type.derived) {
            entry.ops->set_integer(value, load_integer(from, entry.wire.size));
        } else {
            std::memcpy(value, from, width(entry.wire));
        }
        return true;
    }

    bool list(const RecordHandle& record, const FieldTable& table, const ChildEntry& child)
    {
        const ListView list = record.list(child);
        std::size_t count = child.array.number;
        if (child.array.count == WireArray::Count::field) {
            const FieldEntry& counter = table.fields[child.array.number];
            count = static_cast<std::size_t>(counter.ops->get_integer(record.field(counter).value).value_or(0));
        }
        const bool to_end = child.array.count == WireArray::Count::to_end;
        for (std::size_t i = 0; to_end ? left() > 0 : i < count; ++i) {
            const std::size_t before = at_;
            child.ops->grow(list.list, 1, child);
            if (!this->record(list.at(list.size() - 1)) || at_ == before) {
                return false;  // records of no bytes would not end
            }
        }
        return true;
    }

    const std::byte* take(std::size_t size)
    {
        const std::byte* const from = bytes_.data() + at_;
        at_ += size;
        return from;
    }

    ByteView bytes_;
    const WireContext& context_;
    std::size_t at_{};
};

Error misfit(const std::string& field, std::string message, std::string hint)
{
    return {.code = ErrorCode::out_of_range, .message = std::move(message), .field = field, .hint = std::move(hint)};
}

void append_number(const FieldEntry& entry, const void* value, Bytes& out)
{
    const std::size_t at = out.size();
    out.resize(at + width(entry.wire));
    if (entry.ops->type.derived) {
        const std::int64_t number = entry.ops->get_integer(value).value_or(0);
        std::memcpy(out.data() + at, &number, entry.wire.size);
    } else {
        std::memcpy(out.data() + at, value, width(entry.wire));
    }
}

Status append_text(const FieldEntry& entry, const void* value, Bytes& out)
{
    const std::string& text = static_cast<const Text*>(value)->bytes;
    append(out, as_bytes(text));
    if (entry.wire.kind == Wire::text) {
        return {};
    }
    if (text.find('\0') != std::string::npos) {
        return fail(misfit(entry.name, "a text with a NUL in it", "it ends at the first one"));
    }
    out.push_back(std::byte{0});
    return {};
}

Status append_field(const FieldEntry& entry, const RecordHandle& record, const FieldEntry* next, Bytes& out)
{
    const void* const value = record.field(entry).value;
    switch (entry.wire.kind) {
    case Wire::none: return {};
    case Wire::integer:
    case Wire::real:
    case Wire::chars: append_number(entry, value, out); return {};
    case Wire::lstring:
        if (const auto number = next->ops->get_integer(record.field(*next).value)) {
            if (!static_cast<const Text*>(value)->bytes.empty()) {
                return fail(
                    misfit(entry.name, fmt::format("a text beside {}", next->name), "only one of them is kept"));
            }
            append_le(out, static_cast<std::uint32_t>(*number));
            return {};
        }
        [[fallthrough]];
    case Wire::zstring:
    case Wire::text: return append_text(entry, value, out);
    case Wire::bytes: {
        const auto& bytes = *static_cast<const Bytes*>(value);
        if (entry.wire.size != 0 && bytes.size() != entry.wire.size) {
            return fail(
                misfit(entry.name, fmt::format("{} bytes", bytes.size()), fmt::format("it has {}", entry.wire.size)));
        }
        append(out, bytes);
        return {};
    }
    }
    return {};
}

Status append_list(const RecordHandle& record, const FieldTable& table, const ChildEntry& child, Bytes& out)
{
    const ListView list = record.list(child);
    std::size_t count = child.array.number;
    if (child.array.count == WireArray::Count::to_end) {
        count = list.size();
    } else if (child.array.count == WireArray::Count::field) {
        const FieldEntry& counter = table.fields[child.array.number];
        count = static_cast<std::size_t>(counter.ops->get_integer(record.field(counter).value).value_or(0));
    }
    if (list.size() != count) {
        return fail(misfit(child.name, fmt::format("{} records", list.size()), fmt::format("it has {}", count)));
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (Status status = write_record(list.at(i), out); !status) {
            Error error = status.error();
            error.field = fmt::format("{}[{}].{}", child.name, i, error.field);
            return fail(std::move(error));
        }
    }
    return {};
}

}  // namespace

std::optional<std::size_t> read_record(ByteView bytes, const RecordHandle& record, const WireContext& context)
{
    TableReader reader(bytes, context);
    return reader.record(record) ? std::optional(reader.at()) : std::nullopt;
}

Status write_record(const RecordHandle& record, Bytes& out)
{
    const std::size_t begin = out.size();
    const FieldTable& table = record.table();
    const FieldEntry* const size = table.find_field(stored_size);
    const auto stored = size == nullptr ? std::nullopt : size->ops->get_integer(record.field(*size).value);
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
        const FieldEntry& entry = table.fields[i];
        if (stored && entry.wire.may_be_missing && out.size() - begin >= static_cast<std::size_t>(*stored)) {
            if (out.size() - begin != static_cast<std::size_t>(*stored)) {
                return fail(misfit(size->name, fmt::format("{}", *stored), "no field of the record ends there"));
            }
            return {};
        }
        const FieldEntry* const next = i + 1 < table.fields.size() ? &table.fields[i + 1] : nullptr;
        if (Status status = append_field(entry, record, next, out); !status) {
            return status;
        }
    }
    for (const ChildEntry& child : table.children) {
        if (child.kind == ChildEntry::Kind::blob) {
            append(out, record.blob(child));
        } else if (child.array.count != WireArray::Count::none) {
            if (Status status = append_list(record, table, child, out); !status) {
                return status;
            }
        }
    }
    return {};
}

}  // namespace redforge
