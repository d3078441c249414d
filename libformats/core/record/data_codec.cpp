// Reads and writes records of types that are data.
#include "core/record/data_codec.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>

#include <fmt/format.h>

namespace redforge {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied without changing their bytes");

/// Maximum depth of records inside records of their own type.
constexpr std::size_t max_record_depth = 32;

std::uint64_t load_unsigned(const std::byte* from, std::size_t size)
{
    std::uint64_t number = 0;
    std::memcpy(&number, from, size);
    return number;
}

/// Returns true for an integer field that the file stores as a 32-bit IEEE number.
bool is_whole_real(const FieldEntry& entry, const WireType& wire)
{
    return wire.kind == Wire::real && entry.ops->get_integer != nullptr;
}
constexpr float max_whole_real = 16777216;  ///< integers up to this are exact

bool is_numbers(const FieldEntry& entry)
{
    return entry.ops->type.kind == ValueKind::numbers;
}

/// Calls `use` with the vector of a field that holds numbers of the wire type's size.
template <class Use>
auto with_numbers(const FieldEntry& entry, const WireType& wire, void* value, const Use& use)
{
    const auto as = [&]<class Signed, class Unsigned>(Signed, Unsigned) {
        return entry.ops->is_signed ? use(*static_cast<std::vector<Signed>*>(value))
                                    : use(*static_cast<std::vector<Unsigned>*>(value));
    };
    switch (wire.size) {
    case 1: return as(std::int8_t{}, std::uint8_t{});
    case 2: return as(std::int16_t{}, std::uint16_t{});
    default: return as(std::int32_t{}, std::uint32_t{});
    }
}

/// The count of a list that is in its first record, after the first field.
struct InnerCount {
    std::size_t width{};  ///< bytes
    std::size_t count{};
};

/// Returns true if a step belongs to the alternative of a record.
bool is_of(const DataStep& step, const RecordHandle& record)
{
    return step.alternative == 0 || step.alternative == record.type->variant(record.record) + 1;
}

bool is_in_file(const DataStep& step, const RecordHandle& record, const DataValues* values = nullptr)
{
    return is_of(step, record) && (step.presence.only.empty() || holds(step.presence.only, record, values));
}

void set_value(DataValues& values, std::size_t index, std::int64_t number)
{
    values.resize(std::max(values.size(), index + 1));
    values[index] = number;
}

/// Returns the number of bits that are set in an integer field.
std::size_t count_bits(const RecordHandle& record, const FieldEntry& field)
{
    const std::int64_t flags = field.ops->get_integer(record.field(field).value).value_or(0);
    return static_cast<std::size_t>(std::popcount(static_cast<std::uint64_t>(flags)));
}

std::string too_deep(const std::string& element)
{
    return fmt::format("{} records nested too deep", element);
}
std::string max_depth_hint()
{
    return fmt::format("at most {}", max_record_depth);
}

/// Returns the number of records or bytes of a child.
std::size_t size_of_child(const RecordHandle& record, const ChildEntry& entry)
{
    switch (entry.kind) {
    case ChildEntry::Kind::blob: return record.blob(entry).size();
    case ChildEntry::Kind::group: return 1;
    default: return record.list(entry).size();
    }
}

class DataReader {
public:
    DataReader(ByteView bytes, const DataContext& context, Error* why)
        : bytes_(bytes), context_(context), values_(context.values), why_(why)
    {
    }

    [[nodiscard]] std::size_t at() const { return at_; }

    /// Reads a record. `inner`: set for the first record of a list, if it contains the count of the list.
    bool record(const DataType& type, const RecordHandle& record, std::size_t depth = 0, InnerCount* inner = nullptr)
    {
        const std::size_t begin = at_;
        for (const DataStep* const step : type.first_steps()) {
            if (!need(*step->presence.offset)) {
                return false;
            }
            take(*step->presence.offset);
            if (!field(*step, record)) {
                return false;
            }
            at_ = begin;
        }
        const FieldTable* table = &record.table();
        std::size_t alternative = 0;
        std::size_t count_above = 0;
        for (const DataStep& step : type.steps()) {
            if (step.alternative != 0) {
                if (alternative == 0 && (alternative = type.alternative_of(record.record)) == 0) {
                    const Error error = type.unknown_alternative(record);
                    return reject(error.message, error.hint);
                }
                if (step.alternative != alternative) {
                    continue;
                }
                table = &record.table();
            }
            if (at_ == bytes_.size() && step.presence.may_be_missing) {
                if (const FieldEntry* const size = type.stored_size()) {
                    size->ops->set_integer(record.field(*size).value, static_cast<std::int64_t>(at_ - begin));
                }
                break;
            }
            if (step.is_plain) {
                if (!need(step.wire.size)) {
                    return false;
                }
                std::memcpy(record.field(table->fields[step.place]).value, take(step.wire.size), step.wire.size);
            } else if (step.count.kind == DataCount::Kind::here) {
                if (!read_count(step.count.number, count_above)) {
                    return false;
                }
            } else if ((step.presence.only.empty() || holds(step.presence.only, record, &values_)) &&
                       !(step.is_child ? child(step, record, depth, count_above) : field(step, record))) {
                return false;
            }
            if (inner != nullptr && &step == type.steps().data() && !read_count(inner->width, inner->count)) {
                return false;
            }
        }
        for (const DataStep* step : type.counted_steps()) {
            if (is_in_file(*step, record, &values_)) {
                const FieldEntry& counter = table->fields[step->count.number];
                counter.ops->reset(record.field(counter).value);
            }
        }
        return true;
    }

private:
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

    /// Describes why the bytes do not fit, at the current offset. Returns false.
    bool reject(std::string_view message, std::string_view hint = {})
    {
        if (why_ != nullptr) {
            *why_ = {.code = ErrorCode::malformed,
                     .message = std::string(message),
                     .offset = at_,
                     .hint = std::string(hint)};
        }
        return false;
    }
    /// Rejects the bytes if fewer are left.
    bool need(std::size_t size)
    {
        return size <= left() ||
               (why_ != nullptr ? reject(fmt::format("{} bytes expected, {} left", size, left())) : false);
    }

    /// Reads a count or size of `width` bytes.
    bool read_count(std::size_t width, std::size_t& count)
    {
        if (!need(width)) {
            return false;
        }
        count = load_unsigned(take(width), width);
        return true;
    }

    bool field(const DataStep& step, const RecordHandle& record)
    {
        const FieldEntry& entry = record.table().fields[step.place];
        void* const value = record.field(entry).value;
        if (!read_value(step, record, entry, value)) {
            return false;
        }
        if (step.is_limited || step.presence.shares) {
            const std::int64_t number = entry.ops->get_integer(value).value_or(0);
            if (number < entry.min || number > entry.max) {
                at_ -= step.wire.size;
                return reject(fmt::format("{} {}", entry.name, number), "expected " + expected_words(entry));
            }
            if (step.presence.shares) {
                set_value(values_, *step.presence.shares, number);
            }
        }
        return true;
    }

    bool read_value(const DataStep& step, const RecordHandle& record, const FieldEntry& entry, void* value)
    {
        if (step.bits != 0) {
            return bits(entry, step.bits, value);
        }
        switch (step.wire.kind) {
        case Wire::none: return true;
        case Wire::integer:
        case Wire::real:
        case Wire::chars: return is_numbers(entry) ? numbers(entry, step, value) : number(entry, step.wire, value);
        case Wire::lstring:
            if (context_.localised) {
                const FieldEntry& next = record.table().fields[step.place + 1];
                if (!need(4)) {
                    return false;
                }
                next.ops->set_integer(record.field(next).value, static_cast<std::int64_t>(load_unsigned(take(4), 4)));
                return true;
            }
            [[fallthrough]];
        case Wire::zstring: {
            const std::string_view rest = as_text(bytes_.subspan(at_));
            const std::size_t end = rest.find('\0');
            if (end == std::string_view::npos) {
                return reject("a text without a NUL");
            }
            static_cast<Text*>(value)->bytes = rest.substr(0, end);
            at_ += end + 1;
            return true;
        }
        case Wire::text: {
            std::size_t size = left();
            if ((step.wire.size != 0 && !read_count(step.wire.size, size)) || !need(size)) {
                return false;
            }
            static_cast<Text*>(value)->bytes = as_text(bytes_.subspan(at_, size));
            at_ += size;
            return true;
        }
        case Wire::bytes: {
            if (!need(step.wire.size)) {
                return false;
            }
            const std::byte* const from = take(step.wire.size);
            static_cast<Bytes*>(value)->assign(from, from + step.wire.size);
            return true;
        }
        }
        return false;
    }

    bool bits(const FieldEntry& entry, std::uint32_t count, void* value)
    {
        while (bits_left_ < count) {
            if (!need(1)) {
                return false;
            }
            bits_ |= load_unsigned(take(1), 1) << bits_left_;
            bits_left_ += 8;
        }
        entry.ops->set_integer(value, static_cast<std::int64_t>(bits_ & ((std::uint64_t{1} << count) - 1)));
        bits_ >>= count;
        bits_left_ -= count;
        return true;
    }

    /// Reads a value that has the same size in memory and in the file, or a derived integer.
    bool number(const FieldEntry& entry, const WireType& wire, void* value)
    {
        if (!need(wire.size)) {
            return false;
        }
        const std::byte* const from = take(wire.size);
        if (is_whole_real(entry, wire)) {
            float real{};
            std::memcpy(&real, from, sizeof real);
            // Store 0 for a number that does not fit. It would be written as other bytes, which the caller detects.
            const bool fits = real > -max_whole_real && real < max_whole_real;
            entry.ops->set_integer(value, fits ? static_cast<std::int64_t>(real) : 0);
        } else if (entry.ops->type.derived) {
            entry.ops->set_integer(value, static_cast<std::int64_t>(load_unsigned(from, wire.size)));
        } else {
            std::memcpy(value, from, wire.size);
        }
        return true;
    }

    bool numbers(const FieldEntry& entry, const DataStep& step, void* value)
    {
        std::size_t count = step.count.number;
        if (step.count.kind == DataCount::Kind::prefixed) {
            if (!read_count(step.count.number, count)) {
                return false;
            }
        } else if (step.count.kind == DataCount::Kind::to_end) {
            count = left() / step.wire.size;
        }
        const std::size_t size = count * step.wire.size;
        if (!need(count) || !need(size)) {
            return false;
        }
        return with_numbers(entry, step.wire, value, [&](auto& vector) {
            vector.resize(count);
            if (count != 0) {
                std::memcpy(vector.data(), take(size), size);
            }
            return true;
        });
    }

    /// Reads a child. `count_above`: the number that the last step of kind DataCount::Kind::here has read.
    bool child(const DataStep& step, const RecordHandle& record, std::size_t depth, std::size_t count_above)
    {
        const FieldTable& table = record.table();
        std::size_t count = step.count.number;
        if (step.count.kind == DataCount::Kind::field) {
            const FieldEntry& counter = table.fields[step.count.number];
            count = static_cast<std::size_t>(counter.ops->get_integer(record.field(counter).value).value_or(0));
        } else if (step.count.kind == DataCount::Kind::prefixed) {
            if (!read_count(step.count.number, count)) {
                return false;
            }
        } else if (step.count.kind == DataCount::Kind::bits) {
            count = count_bits(record, table.fields[step.count.number]);
        } else if (step.count.kind == DataCount::Kind::above) {
            count = count_above;
        }
        bool to_end = step.count.kind == DataCount::Kind::to_end;
        const ChildEntry& entry = table.children[step.place];
        if (entry.kind == ChildEntry::Kind::group) {
            return this->record(*step.item, record.group(entry), depth);
        }
        if (entry.kind == ChildEntry::Kind::blob) {
            const std::size_t size = to_end ? left() : count;
            if (!need(size)) {
                return false;
            }
            const ByteView taken = bytes_.subspan(at_, size);
            record.blob(entry).assign(taken.begin(), taken.end());
            at_ += size;
            return true;
        }
        InnerCount inner{step.count.number};
        const bool has_inner = step.count.kind == DataCount::Kind::in_first;
        if (has_inner) {
            count = 1;
        } else if (step.count.kind == DataCount::Kind::marked) {
            if (!need(1)) {
                return false;
            }
            count = bytes_[at_] == std::byte{0} ? 0 : 1;
            at_ += count == 0 ? 1 : 0;
        } else if (to_end && entry.ops->single) {
            count = left() > 0 ? 1 : 0;
            to_end = false;
        }
        if (!step.choices.empty() && count > step.choices.size()) {
            // Limit the count: a one-byte record needs much more memory.
            return reject(fmt::format("{} records", count), fmt::format("at most {}", step.choices.size()));
        }
        depth += step.is_recursive ? 1 : 0;
        if (depth > max_record_depth && (to_end ? left() > 0 : count > 0)) {
            return reject(too_deep(entry.items.front().name), max_depth_hint());
        }
        const ListView list = record.list(entry);
        constexpr std::size_t max_at_once = 64;  // new records; the count may be wrong
        for (std::size_t i = 0; to_end ? left() > 0 : i < count; ++i) {
            const std::size_t before = at_;
            const DataType* const item = step.choices.empty() ? step.item : choice(step, entry, list);
            if (item == nullptr) {
                return false;
            }
            if (step.choices.empty() && list.size() == i) {
                entry.ops->grow(list.list, to_end ? 1 : std::min(count - i, max_at_once), entry);
            }
            if (!this->record(*item, list.at(i), depth, has_inner && i == 0 ? &inner : nullptr)) {
                return false;
            }
            if (at_ == before) {
                return reject("a record of 0 bytes");  // a list of such records would not end
            }
            if (has_inner && i == 0) {
                count = inner.count;
            }
        }
        return count > 0 || !has_inner || reject("a count of 0", "it is in the first record, so at least one");
    }

    /// Appends a record of the type whose number is the next byte. Returns null if there is no such type.
    const DataType* choice(const DataStep& step, const ChildEntry& entry, const ListView& list)
    {
        if (!need(1)) {
            return nullptr;
        }
        const auto found = std::ranges::find(step.choices, static_cast<std::uint8_t>(bytes_[at_]), &DataChoice::number);
        if (found == step.choices.end()) {
            reject("a record of an unknown type");
            return nullptr;
        }
        ++at_;
        entry.ops->insert(list.list, list.size(), entry, static_cast<std::size_t>(found - step.choices.begin()));
        return found->type;
    }

    const std::byte* take(std::size_t size)
    {
        const std::byte* const from = bytes_.data() + at_;
        at_ += size;
        return from;
    }

    ByteView bytes_;
    const DataContext& context_;
    DataValues values_;
    Error* why_;
    std::size_t at_{};
    std::uint64_t bits_{};  ///< unread bits of the last byte
    std::uint32_t bits_left_{};
};

Error field_error(std::string_view field, std::string message, std::string hint)
{
    return {.code = ErrorCode::out_of_range,
            .message = std::move(message),
            .field = std::string(field),
            .hint = std::move(hint)};
}

void append_unsigned(Bytes& out, std::uint64_t number, std::size_t size)
{
    const std::size_t at = out.size();
    out.resize(at + size);
    std::memcpy(out.data() + at, &number, size);
}

bool fits(std::uint64_t number, std::size_t bytes)
{
    return bytes >= 8 || number >> (8 * bytes) == 0;
}

class DataWriter {
public:
    DataWriter(const DataType& type, const RecordHandle& record, Bytes& out, std::span<const DataCountValue> counts,
               DataValues& values, std::size_t depth)
        : type_(type), record_(record), table_(record.table()), out_(out), counts_(counts), values_(values),
          depth_(depth), begin_(out.size())
    {
    }

    Status run(InnerCount* inner = nullptr)
    {
        const FieldEntry* const size = type_.stored_size();
        const auto stored = size == nullptr ? std::nullopt : size->ops->get_integer(record_.field(*size).value);
        const std::size_t alternative = type_.alternatives() == 0 ? 0 : type_.alternative_of(record_.record);
        if (type_.alternatives() != 0 && alternative == 0) {
            return fail(type_.unknown_alternative(record_));
        }
        for (const DataStep* const step : type_.first_steps()) {
            if (Status status = check(*step); !status) {
                return status;
            }
        }
        for (const DataStep& step : type_.steps()) {
            if (step.alternative != 0 && step.alternative != alternative) {
                continue;
            }
            const std::size_t so_far = out_.size() - begin_;
            if (stored && step.presence.may_be_missing && so_far >= static_cast<std::size_t>(*stored)) {
                if (so_far != static_cast<std::size_t>(*stored)) {
                    return fail(
                        field_error(size->name, fmt::format("{}", *stored), "no field of the record ends there"));
                }
                return {};
            }
            if (step.is_plain) {
                const auto* const bytes = static_cast<const std::byte*>(record_.field(table_.fields[step.place]).value);
                out_.insert(out_.end(), bytes, bytes + step.wire.size);
            } else if (step.count.kind == DataCount::Kind::here) {
                if (Status status = write_count_of_later_list(step); !status) {
                    return status;
                }
            } else if (!step.presence.only.empty() && !holds(step.presence.only, record_, &values_)) {
                if (Status status = empty(step); !status) {
                    return status;
                }
                continue;
            } else if (Status status = step.is_child ? child(step) : field(step); !status) {
                return status;
            }
            if (inner != nullptr && &step == type_.steps().data()) {
                append_unsigned(out_, inner->count, inner->width);
            }
        }
        return {};
    }

private:
    /// Checks that a field or child which is not in the file (its condition is false) is empty. Errors: out_of_range.
    Status empty(const DataStep& step)
    {
        if (step.has_other_place) {
            return {};
        }
        std::string name;
        if (step.is_child) {
            const ChildEntry& entry = table_.children[step.place];
            name = size_of(step) == 0 ? std::string{} : entry.name;
        } else {
            const FieldEntry& entry = table_.fields[step.place];
            name = entry.is_default(record_.field(entry).value) ? std::string{} : entry.name;
        }
        if (name.empty()) {
            return {};
        }
        const DataCondition& only = step.presence.only.front().front();
        std::string hint;
        if (only.value) {
            hint = fmt::format("its {} does not allow it", only.value_name);
        } else if (only.part) {
            const std::string& by = table_.children[*only.part].name;
            hint = only.is_mask && !only.is_not ? fmt::format("the flag that announces it in {} is not set", by)
                                                : fmt::format("{} does not allow it", by);
        } else {
            const FieldEntry& by = table_.fields[only.field];
            hint = only.is_mask && !only.is_not
                       ? fmt::format("the flag that announces it in {} is not set", by.name)
                       : fmt::format("{} {} has no such field", by.name, record_.field(by).text());
        }
        return fail(field_error(name, fmt::format("cannot write {}", name), std::move(hint)));
    }

    /// Checks the limits of an integer field, and sets the shared value that it gives.
    Status check(const DataStep& step)
    {
        if (!step.is_limited && !step.presence.shares) {
            return {};
        }
        const FieldEntry& entry = table_.fields[step.place];
        const std::int64_t number = entry.ops->get_integer(record_.field(entry).value).value_or(0);
        if (number < entry.min || number > entry.max) {
            return fail(
                field_error(entry.name, fmt::format("{} {}", entry.name, number), "expected " + expected_words(entry)));
        }
        if (step.presence.shares) {
            set_value(values_, *step.presence.shares, number);
        }
        return {};
    }

    /// Writes the count of a list that follows later (DataCount::Kind::above).
    Status write_count_of_later_list(const DataStep& step)
    {
        const auto list = std::ranges::find_if(type_.steps(), [&](const DataStep& each) {
            return each.count.kind == DataCount::Kind::above && is_of(each, record_);
        });
        const std::size_t size = list == type_.steps().end() ? 0 : size_of(*list);
        return write_count(size, step.count.number,
                           list == type_.steps().end() ? std::string_view{} : table_.children[list->place].name);
    }
    /// Writes a number of records in `width` bytes.
    Status write_count(std::size_t size, std::size_t width, std::string_view name)
    {
        if (!fits(size, width)) {
            return fail(field_error(name, fmt::format("{} elements", size),
                                    fmt::format("the count is stored in {} bytes", width)));
        }
        append_unsigned(out_, size, width);
        return {};
    }

    Status field(const DataStep& step)
    {
        const FieldEntry& entry = table_.fields[step.place];
        void* const value = record_.field(entry).value;
        if (Status status = check(step); !status) {
            return status;
        }
        if (step.bits != 0) {
            return bits(entry, step.bits, value);
        }
        switch (step.wire.kind) {
        case Wire::none: return {};
        case Wire::integer:
        case Wire::real:
        case Wire::chars: return is_numbers(entry) ? numbers(entry, step, value) : number(step, entry, value);
        case Wire::lstring: {
            const FieldEntry& next = table_.fields[step.place + 1];
            if (const auto number = next.ops->get_integer(record_.field(next).value)) {
                if (!static_cast<const Text*>(value)->bytes.empty()) {
                    return fail(field_error(entry.name, fmt::format("a text in addition to {}", next.name),
                                            "only one of them can be stored"));
                }
                append_unsigned(out_, static_cast<std::uint64_t>(*number), 4);
                return {};
            }
            return text(step.wire, entry, value);
        }
        case Wire::zstring:
        case Wire::text: return text(step.wire, entry, value);
        case Wire::bytes: {
            const auto& bytes = *static_cast<const Bytes*>(value);
            if (bytes.size() != step.wire.size) {
                return fail(field_error(entry.name, fmt::format("{} bytes", bytes.size()),
                                        fmt::format("it has {}", step.wire.size)));
            }
            append(out_, bytes);
            return {};
        }
        }
        return {};
    }

    Status text(const WireType& wire, const FieldEntry& entry, const void* value)
    {
        const std::string& text = static_cast<const Text*>(value)->bytes;
        if (wire.kind == Wire::text) {
            if (wire.size != 0) {
                if (!fits(text.size(), wire.size)) {
                    return fail(field_error(entry.name, fmt::format("a text of {} bytes", text.size()),
                                            fmt::format("its length has {} bytes", wire.size)));
                }
                append_unsigned(out_, text.size(), wire.size);
            }
            append(out_, as_bytes(text));
            return {};
        }
        if (text.find('\0') != std::string::npos) {
            return fail(field_error(entry.name, "a text with a NUL in it", "it ends at the first one"));
        }
        append(out_, as_bytes(text));
        out_.push_back(std::byte{0});
        return {};
    }

    Status bits(const FieldEntry& entry, std::uint32_t count, const void* value)
    {
        const auto number = static_cast<std::uint64_t>(entry.ops->get_integer(value).value_or(0));
        if (number >> count != 0) {
            return fail(field_error(entry.name, fmt::format("{}", number), fmt::format("it has {} bits", count)));
        }
        bits_ |= number << bits_used_;
        for (bits_used_ += count; bits_used_ >= 8; bits_used_ -= 8) {
            out_.push_back(static_cast<std::byte>(bits_));
            bits_ >>= 8;
        }
        return {};
    }

    Status number(const DataStep& step, const FieldEntry& entry, const void* value)
    {
        const std::size_t at = out_.size();
        if (is_whole_real(entry, step.wire)) {
            const std::int64_t whole = entry.ops->get_integer(value).value_or(0);
            const auto real = static_cast<float>(whole);
            if (static_cast<std::int64_t>(real) != whole) {
                return fail(field_error(entry.name, fmt::format("{}", whole), "the file cannot store it exactly"));
            }
            append_unsigned(out_, std::bit_cast<std::uint32_t>(real), sizeof real);
            return {};
        }
        if (!entry.ops->type.derived) {
            out_.resize(at + step.wire.size);
            std::memcpy(out_.data() + at, value, step.wire.size);
            return {};
        }
        std::uint64_t number = 0;
        if (const auto stored = entry.ops->get_integer(value)) {
            number = static_cast<std::uint64_t>(*stored);
        } else {
            number = counted_by(step.place);
            if (!fits(number, step.wire.size)) {
                return fail(field_error(entry.name, fmt::format("{}", number),
                                        fmt::format("it does not fit into a count of {} bytes", step.wire.size)));
            }
        }
        append_unsigned(out_, number, step.wire.size);
        return {};
    }

    /// Returns the number of records of the list whose count is in this field.
    [[nodiscard]] std::uint64_t counted_by(std::size_t field) const
    {
        if (const auto found = std::ranges::find(counts_, field, &DataCountValue::field); found != counts_.end()) {
            return found->value;
        }
        for (const DataStep* step : type_.counted_steps()) {
            if (step->count.number == field && is_in_file(*step, record_, &values_)) {
                return size_of(*step);
            }
        }
        return 0;
    }
    [[nodiscard]] std::size_t size_of(const DataStep& step) const
    {
        return size_of_child(record_, table_.children[step.place]);
    }

    Status numbers(const FieldEntry& entry, const DataStep& step, void* value)
    {
        return with_numbers(entry, step.wire, value, [&](const auto& vector) -> Status {
            if (step.count.kind == DataCount::Kind::fixed && vector.size() != step.count.number) {
                return fail(field_error(entry.name, fmt::format("{} numbers", vector.size()),
                                        fmt::format("it has {}", step.count.number)));
            }
            if (step.count.kind == DataCount::Kind::prefixed) {
                if (!fits(vector.size(), step.count.number)) {
                    return fail(field_error(entry.name, fmt::format("{} numbers", vector.size()),
                                            fmt::format("the count is stored in {} bytes", step.count.number)));
                }
                append_unsigned(out_, vector.size(), step.count.number);
            }
            const std::size_t at = out_.size();
            out_.resize(at + vector.size() * step.wire.size);
            if (!vector.empty()) {
                std::memcpy(out_.data() + at, vector.data(), vector.size() * step.wire.size);
            }
            return {};
        });
    }

    Status child(const DataStep& step)
    {
        const ChildEntry& entry = table_.children[step.place];
        const bool is_blob = entry.kind == ChildEntry::Kind::blob;
        const std::size_t size = size_of(step);
        std::size_t count = size;
        InnerCount inner{step.count.number, size};
        const bool has_inner = step.count.kind == DataCount::Kind::in_first;
        if (step.count.kind == DataCount::Kind::fixed) {
            count = step.count.number;
        } else if (step.count.kind == DataCount::Kind::field) {
            const FieldEntry& counter = table_.fields[step.count.number];
            const auto stored = counter.ops->get_integer(record_.field(counter).value);
            count = static_cast<std::size_t>(stored.value_or(static_cast<std::int64_t>(counted_by(step.count.number))));
        } else if (step.count.kind == DataCount::Kind::prefixed) {
            if (Status status = write_count(size, step.count.number, entry.name); !status) {
                return status;
            }
        } else if (step.count.kind == DataCount::Kind::bits) {
            count = count_bits(record_, table_.fields[step.count.number]);
        } else if (has_inner && (size == 0 || !fits(size, step.count.number))) {
            return fail(field_error(entry.name, fmt::format("{} records", size),
                                    fmt::format("at least one is required, because the count has {} bytes",
                                                step.count.number)));
        } else if (step.count.kind == DataCount::Kind::marked && size == 0) {
            out_.push_back(std::byte{0});
        }
        if (size != count) {
            std::string hint = fmt::format("it has {}", count);
            if (step.count.kind == DataCount::Kind::field) {
                hint =
                    fmt::format("{} is {}; it is computed: leave it out", table_.fields[step.count.number].name, count);
            } else if (step.count.kind == DataCount::Kind::bits) {
                hint = fmt::format("{} has {}, and each has one", table_.fields[step.count.number].name, count);
            }
            return fail(
                field_error(entry.name, fmt::format("{} {}", size, is_blob ? "bytes" : "records"), std::move(hint)));
        }
        if (is_blob) {
            append(out_, record_.blob(entry));
            return {};
        }
        if (entry.kind == ChildEntry::Kind::group) {
            return item(*step.item, record_.group(entry), entry.name, std::nullopt, nullptr, depth_);
        }
        if (step.is_recursive && depth_ == max_record_depth && size > 0) {
            return fail(field_error(entry.name, too_deep(entry.items.front().name), max_depth_hint()));
        }
        const ListView list = record_.list(entry);
        for (std::size_t i = 0; i < size; ++i) {
            const DataType* type = step.item;
            if (!step.choices.empty()) {
                const DataChoice& choice = step.choices[list.item_number(i)];
                out_.push_back(static_cast<std::byte>(choice.number));
                type = choice.type;
            }
            const std::optional<std::size_t> index = list.single() ? std::nullopt : std::optional(i);
            if (Status status = item(*type, list.at(i), entry.name, index, has_inner && i == 0 ? &inner : nullptr,
                                     depth_ + (step.is_recursive ? 1 : 0));
                !status) {
                return status;
            }
        }
        return {};
    }

    Status item(const DataType& type, const RecordHandle& record, const std::string& name,
                std::optional<std::size_t> index, InnerCount* inner, std::size_t depth)
    {
        Status status = DataWriter(type, record, out_, {}, values_, depth).run(inner);
        if (!status) {
            std::string& field = status.error().field;
            field = fmt::format("{}{}{}{}", name, index ? fmt::format("[{}]", *index) : "",
                                field.empty() || field.front() == '[' ? "" : ".", field);
        }
        return status;
    }

    const DataType& type_;
    const RecordHandle& record_;
    const FieldTable& table_;
    Bytes& out_;
    std::span<const DataCountValue> counts_;
    DataValues& values_;
    std::size_t depth_;
    std::size_t begin_;
    std::uint64_t bits_{};  ///< bits that do not fill a byte yet
    std::uint32_t bits_used_{};
};

/// Visits each count of a list, in the record and in the records inside it, with the size of its list.
void visit_counts(const DataType& type, const RecordHandle& record,
                  const std::function<void(const FieldView& counter, std::size_t size)>& visit)
{
    const FieldTable& table = record.table();
    for (const DataStep* step : type.counted_steps()) {
        if (is_in_file(*step, record)) {
            visit(record.field(table.fields[step->count.number]), size_of_child(record, table.children[step->place]));
        }
    }
    for (const DataStep& step : type.steps()) {
        if (!step.is_child || !is_of(step, record) || table.children[step.place].kind == ChildEntry::Kind::blob) {
            continue;
        }
        const ChildEntry& entry = table.children[step.place];
        if (entry.kind == ChildEntry::Kind::group) {
            visit_counts(*step.item, record.group(entry), visit);
            continue;
        }
        const ListView list = record.list(entry);
        for (std::size_t i = 0; i < list.size(); ++i) {
            visit_counts(step.choices.empty() ? *step.item : *step.choices[list.item_number(i)].type, list.at(i),
                         visit);
        }
    }
}

}  // namespace

void clear_equal_counts(const DataType& type, const RecordHandle& record)
{
    visit_counts(type, record, [](const FieldView& counter, std::size_t size) {
        const auto stored = counter.entry->ops->get_integer(counter.value);
        if (stored && static_cast<std::uint64_t>(*stored) == size) {
            counter.entry->ops->reset(counter.value);
        }
    });
}

void fill_counts(const DataType& type, const RecordHandle& record)
{
    visit_counts(type, record, [](const FieldView& counter, std::size_t size) {
        if (!counter.entry->ops->get_integer(counter.value)) {
            counter.entry->ops->set_integer(counter.value, static_cast<std::int64_t>(size));
        }
    });
}

std::optional<std::size_t> read_data(ByteView bytes, const DataType& type, const RecordHandle& record,
                                     const DataContext& context, Error* why)
{
    DataReader reader(bytes, context, why);
    return reader.record(type, record) ? std::optional(reader.at()) : std::nullopt;
}

Status write_data(const DataType& type, const RecordHandle& record, Bytes& out, std::span<const DataCountValue> counts,
                  const DataContext& context)
{
    DataValues values = context.values;
    return DataWriter(type, record, out, counts, values, 0).run();
}

}  // namespace redforge
