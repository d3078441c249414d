// How a section of records is read and written. To be included by the source of its record only, which may say it
// otherwise by specialisations.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "core/binary.hpp"
#include "rgm/counted.hpp"
#include "rgm/section_codec.hpp"

namespace redforge::rgm {

/// Bytes of a piece, about: few enough to stay in a processor's cache.
inline constexpr std::size_t usual_piece = std::size_t{64} << 10U;

/// Gives on what is appended to it as soon as it is a piece.
class Pieces {
public:
    explicit Pieces(const TakeBytes& take) : take_(take) {}
    /// Where the next `size` bytes are to be appended; valid until the next call.
    Bytes& room(std::size_t size)
    {
        if (bytes_.size() + size > usual_piece) {
            end();
        }
        return bytes_;
    }
    /// Gives on what is left.
    void end()
    {
        take_(bytes_);
        bytes_.clear();
    }

private:
    const TakeBytes& take_;
    Bytes bytes_;
};

/// Takes the count off a section. Where there is none, there is nothing more to read, and `reason` may say why.
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
    const auto said = load_le<std::uint32_t>(payload.data());
    section.count = said;
    payload = payload.subspan(4);
    return said;
}

/// Begins a section with its count. False: the section has neither count nor anything else.
template <class T>
bool take_section_count(const Counted<T>& section, const TakeBytes& take)
{
    if (section.no_count != 0 && section.records.empty() && section.tail.empty()) {
        return false;
    }
    std::array<std::byte, 4> count{};
    store_le(count.data(), section.count.value_or(static_cast<std::uint32_t>(section.records.size())));
    take(count);
    return true;
}

/// Reads so many records, and what is left behind them. Section is a Counted or an Uncounted.
template <class Section>
void read_records(ByteView payload, std::size_t count, Section& section)
{
    using Record = typename decltype(section.records)::value_type;
    section.records.resize(count);
    read_table(payload.data(), std::span<Record>(section.records));
    const ByteView tail = payload.subspan(count * wire_size<Record>());
    section.tail.assign(tail.begin(), tail.end());
}

/// Writes records end to end, and what is behind them.
template <class Section>
void write_records(const Section& section, const TakeBytes& take)
{
    using Record = typename decltype(section.records)::value_type;
    constexpr std::size_t width = wire_size<Record>();
    constexpr std::size_t step = usual_piece / width;
    std::span<const Record> records = section.records;
    Bytes piece(std::min(records.size(), step) * width);
    while (!records.empty()) {
        const std::span<const Record> some = records.first(std::min(records.size(), step));
        write_table(piece.data(), some);
        take(ByteView(piece).first(some.size() * width));
        records = records.subspan(some.size());
    }
    take(section.tail);
}

// ------------------------------------------------------------------------------------ Counted

template <class T>
std::optional<std::string> read_section(ByteView payload, Counted<T>& section)
{
    std::optional<std::string> reason;
    if (const std::optional<std::uint32_t> said = take_count(payload, section, reason)) {
        read_records(payload, record_count(*said, payload.size(), wire_size<T>()), section);
        section.count.drop_if(static_cast<std::uint32_t>(section.records.size()));
    }
    return reason;
}

template <class T>
Status check_section(const Counted<T>& /*section*/)
{
    return {};
}

/// A count of "none" means nothing once there are records, and a given count nothing when it is right.
template <class T>
void normalize_count(Counted<T>& section)
{
    section.count.drop_if(static_cast<std::uint32_t>(section.records.size()));
    if (!section.records.empty() || !section.tail.empty()) {
        section.no_count = 0;
    }
}

template <class T>
void normalize_section(Counted<T>& section)
{
    normalize_count(section);
}

template <class T>
bool is_in_use(const Counted<T>& section)
{
    return !section.records.empty() || !section.tail.empty() || section.count.stored.has_value();
}

template <class T>
void write_section(const Counted<T>& section, const TakeBytes& take)
{
    if (take_section_count(section, take)) {
        write_records(section, take);
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
void normalize_section(Uncounted<T>& /*section*/)
{
}

template <class T>
bool is_in_use(const Uncounted<T>& section)
{
    return !section.records.empty() || !section.tail.empty();
}

template <class T>
void write_section(const Uncounted<T>& section, const TakeBytes& take)
{
    write_records(section, take);
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

// ------------------------------------------------------------------------------------ its entry

template <class Section>
const SectionCodec<Section>& codec_of()
{
    static const SectionCodec<Section> codec{.tag = decltype(Section::records)::value_type::section,
                                             .read =
                                                 [](ByteView payload, Section& section) {
                                                     section = {};
                                                     std::optional<std::string> reason = read_section(payload, section);
                                                     if (reason) {
                                                         section = {};
                                                     }
                                                     return reason;
                                                 },
                                             .check = [](const Section& section) { return check_section(section); },
                                             .normalize = [](Section& section) { normalize_section(section); },
                                             .in_use = [](const Section& section) { return is_in_use(section); },
                                             .write = [](const Section& section,
                                                         const TakeBytes& take) { write_section(section, take); },
                                             .complete = [](Section& section) { complete_section(section); },
                                             .table = table_of(Section{})};
    return codec;
}

}  // namespace redforge::rgm
