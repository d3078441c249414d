// Generic reading and writing of record sections. walk_map.cpp handles walk maps, whose records have variable length.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/binary.hpp"
#include "rgm/counted.hpp"
#include "rgm/walk_map.hpp"

namespace redforge::rgm {

/// Returns the number of records in a counted payload: its count, or the number that fits if they fill the payload
/// exactly or the count is too large.
[[nodiscard]] inline std::size_t record_count(std::uint32_t stored_count, std::size_t bytes, std::size_t width)
{
    const std::size_t fitting = bytes / width;
    return bytes % width == 0 || stored_count > fitting ? fitting : stored_count;
}

/// Layout of consecutive records of equal size, for describing an offset.
struct RecordTable {
    std::size_t head;                          ///< bytes before the first record
    std::size_t width;                         ///< of a record
    std::string (*field)(std::size_t offset);  ///< path of the field at an offset in the record; null if the fields of
                                               ///< a record are not contiguous
};

/// Reads the count of a section. Returns nullopt if there is none; `reason` can then contain an error.
template <class T>
std::optional<std::uint32_t> take_count(ByteView& payload, Counted<T>& section, std::optional<std::string>& reason)
{
    if (payload.empty()) {
        section.no_count = 1;
        return std::nullopt;
    }
    if (payload.size() < 4) {
        reason = "it is too short for a count";
        return std::nullopt;
    }
    const auto stored_count = load_le<std::uint32_t>(payload.data());
    section.count = stored_count;
    payload = payload.subspan(4);
    return stored_count;
}

/// Writes the count of a section. Returns false if the section has neither a count nor other content.
template <class T>
bool append_count(const Counted<T>& section, Bytes& to)
{
    if (section.no_count != 0 && section.records.empty() && section.tail.empty()) {
        return false;
    }
    append_le(to, section.count.value_or(static_cast<std::uint32_t>(section.records.size())));
    return true;
}

/// Reads this number of records, and the bytes after them. Section is a Counted or an Uncounted.
template <class Section>
void read_records(ByteView payload, std::size_t count, Section& section)
{
    using Record = typename decltype(section.records)::value_type;
    section.records.resize(count);
    read_table(payload.data(), std::span<Record>(section.records));
    const ByteView tail = payload.subspan(count * wire_size<Record>());
    section.tail.assign(tail.begin(), tail.end());
}

/// Appends the records, and the bytes after them.
template <class Section>
void append_records(const Section& section, Bytes& to)
{
    using Record = typename decltype(section.records)::value_type;
    const std::size_t at = to.size();
    to.resize(at + section.records.size() * wire_size<Record>());
    write_table(to.data() + at, std::span<const Record>(section.records));
    append(to, section.tail);
}

// ------------------------------------------------------------------------------------ Counted

// Operations on each section of a map: see RecordSection. Overloads for one record type precede the generic functions.

template <class T>
std::optional<std::string> read_section(ByteView payload, Counted<T>& section)
{
    std::optional<std::string> reason;
    if (const std::optional<std::uint32_t> stored_count = take_count(payload, section, reason)) {
        read_records(payload, record_count(*stored_count, payload.size(), wire_size<T>()), section);
        section.count.clear_if_equal(static_cast<std::uint32_t>(section.records.size()));
    }
    return reason;
}

template <class T>
Status check_section(const Counted<T>& /*section*/)
{
    return {};
}

/// Clears `no_count` if there are records, and a given count if it is correct.
template <class T>
void canonicalize_count(Counted<T>& section)
{
    section.count.clear_if_equal(static_cast<std::uint32_t>(section.records.size()));
    if (!section.records.empty() || !section.tail.empty()) {
        section.no_count = 0;
    }
}

template <class T>
void canonicalize_section(Counted<T>& section)
{
    canonicalize_count(section);
}

template <class T>
bool is_in_use(const Counted<T>& section)
{
    return !section.records.empty() || !section.tail.empty() || section.count.stored.has_value() ||
           section.no_count != 0;
}

template <class T>
void write_section(const Counted<T>& section, Bytes& to)
{
    if (append_count(section, to)) {
        append_records(section, to);
    }
}

template <class T>
void complete_count(Counted<T>& section)
{
    if (section.no_count == 0) {
        section.count = section.count.value_or(static_cast<std::uint32_t>(section.records.size()));
    }
}

template <class T>
void complete_section(Counted<T>& section)
{
    complete_count(section);
}

template <class T>
std::optional<RecordTable> table_of(const Counted<T>& /*section*/)
{
    return RecordTable{4, wire_size<T>(), &locate_field<T>};
}

// ------------------------------------------------------------------------------------ Uncounted

template <class T>
std::optional<std::string> read_section(ByteView payload, Uncounted<T>& section)
{
    read_records(payload, payload.size() / wire_size<T>(), section);
    return std::nullopt;
}

template <class T>
Status check_section(const Uncounted<T>& /*section*/)
{
    return {};
}

template <class T>
void canonicalize_section(Uncounted<T>& /*section*/)
{
}

template <class T>
bool is_in_use(const Uncounted<T>& section)
{
    return !section.records.empty() || !section.tail.empty();
}

template <class T>
void write_section(const Uncounted<T>& section, Bytes& to)
{
    append_records(section, to);
}

template <class T>
void complete_section(Uncounted<T>& /*section*/)
{
}

template <class T>
std::optional<RecordTable> table_of(const Uncounted<T>& /*section*/)
{
    return RecordTable{0, wire_size<T>(), &locate_field<T>};
}

// ------------------------------------------------------------------------------------ WDNM

std::optional<std::string> read_section(ByteView payload, Counted<WalkMap>& section);
[[nodiscard]] Status check_section(const Counted<WalkMap>& section);
void canonicalize_section(Counted<WalkMap>& section);
void write_section(const Counted<WalkMap>& section, Bytes& to);
void complete_section(Counted<WalkMap>& section);
[[nodiscard]] std::optional<RecordTable> table_of(const Counted<WalkMap>& section);

}  // namespace redforge::rgm
