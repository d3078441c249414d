// Numeric access to fields, without conversion to text.
#include "edit/path/numbers.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge::edit {
namespace {

bool holds_number(const FieldEntry& field)
{
    const ValueKind kind = field.ops->type.kind;
    return kind == ValueKind::integer || kind == ValueKind::real;
}

Error no_number(const FieldEntry& field)
{
    if (holds_number(field) && field.ops->type.derived) {
        return {.code = ErrorCode::not_found,
                .message = "the value is computed when the file is written",
                .hint = "read it as text, which is empty then"};
    }
    if (holds_number(field)) {
        return {.code = ErrorCode::unsupported, .message = "the value is not finite", .hint = "read it as text"};
    }
    return {.code = ErrorCode::unsupported, .message = "the field holds text, not a number", .hint = "read it as text"};
}

/// Finds a field in records of several types. Caches the result for the last type.
class FieldOfRecords {
public:
    FieldOfRecords(const ListPlace& list, std::string_view field) : list_(list), name_(field) {}

    Result<const FieldEntry*> in(const RecordHandle& record, std::size_t index)
    {
        const FieldTable& table = record.table();
        if (&table != table_) {
            table_ = &table;
            field_ = table.find_field(name_);
        }
        if (field_ == nullptr) {
            const std::vector<std::string> names = table.names();
            const std::string_view guess = nearest(name_, names);
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("{} has no field \"{}\"", path_of(index), name_),
                         .field = path_below(path_of(index), name_),
                         .hint = guess.empty() ? fmt::format("it has: {}", fmt::join(record.names(), ", "))
                                               : fmt::format("did you mean {}?", guess)});
        }
        return field_;
    }
    [[nodiscard]] std::string path_of(std::size_t index) const { return record_path(list_.list, list_.path, index); }
    [[nodiscard]] Error at(Error error, std::size_t index) const
    {
        error.field = path_below(path_of(index), name_);
        return error;
    }

private:
    const ListPlace& list_;
    std::string_view name_;
    const FieldTable* table_{};
    const FieldEntry* field_{};
};

template <class Number, class Read>
Status read_all(const ListPlace& list, std::string_view field, std::span<Number> values, Read read)
{
    FieldOfRecords fields(list, field);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const RecordHandle record = list.list.at(i);
        const Result<const FieldEntry*> entry = fields.in(record, i);
        if (!entry) {
            return fail(entry.error());
        }
        const auto value = read(record.field(**entry));
        if (!value) {
            return fail(fields.at(value.error(), i));
        }
        values[i] = *value;
    }
    return {};
}

template <class Number, class Set>
Status set_all(const ListPlace& list, std::string_view field, std::span<const Number> values, Set set)
{
    const std::size_t size = list.list.size();
    if (values.size() != size) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("{} values for {} records", values.size(), size),
                     .field = list.path,
                     .hint = "give one for each record, in the list's order"});
    }
    FieldOfRecords fields(list, field);
    NodePath node = list.node;
    node.push_back({});
    for (std::size_t i = 0; i < size; ++i) {
        const RecordHandle record = list.list.at(i);
        const Result<const FieldEntry*> entry = fields.in(record, i);
        if (!entry) {
            return fail(entry.error());
        }
        if (!holds_number(**entry)) {
            return fail(fields.at(no_number(**entry), i));
        }
        node.back().index = static_cast<std::uint32_t>(i);
        if (Status status = set(node, **entry, values[i]); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace

Result<std::int64_t> integer_of(const FieldView& field)
{
    if (field.entry->ops->get_integer != nullptr) {
        const std::optional<std::int64_t> value = field.entry->ops->get_integer(field.value);
        return value ? Result<std::int64_t>(*value) : fail(no_number(*field.entry));
    }
    const std::optional<double> value = field.number();
    if (!value) {
        return fail(no_number(*field.entry));
    }
    constexpr double most = 9e15;  // integers are exact in a double up to here
    if (std::round(*value) != *value || std::abs(*value) > most) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("the value {} is not a whole number", *value),
                     .hint = "read it as a real number"});
    }
    return static_cast<std::int64_t>(*value);
}

Result<double> real_of(const FieldView& field)
{
    const std::optional<double> value = field.number();
    return value ? Result<double>(*value) : fail(no_number(*field.entry));
}

Status read_numbers(const ListPlace& list, std::string_view field, std::span<std::int64_t> values)
{
    return read_all(list, field, values, integer_of);
}

Status read_numbers(const ListPlace& list, std::string_view field, std::span<double> values)
{
    return read_all(list, field, values, real_of);
}

Status set_numbers(Recorder& recorder, const ListPlace& list, std::string_view field,
                   std::span<const std::int64_t> values)
{
    const std::uint32_t child = record_at(recorder.root(), list.node).table().number_of(*list.list.child);
    return set_all(list, field, values, [&](NodePath& node, const FieldEntry& entry, std::int64_t value) {
        node.back().child = child;
        return recorder.set_integer(node, entry, value);
    });
}

Status set_numbers(Recorder& recorder, const ListPlace& list, std::string_view field, std::span<const double> values)
{
    const std::uint32_t child = record_at(recorder.root(), list.node).table().number_of(*list.list.child);
    return set_all(list, field, values, [&](NodePath& node, const FieldEntry& entry, double value) {
        node.back().child = child;
        return recorder.set_number(node, entry, value);
    });
}

}  // namespace redforge::edit
