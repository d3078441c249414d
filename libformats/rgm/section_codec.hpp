// What can be done with a section of records, whatever holds it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::rgm {

/// How many records a counted payload holds: as many as its count says, or as fit when they fill it to the last
/// byte or the count promises too many.
[[nodiscard]] inline std::size_t record_count(std::uint32_t said, std::size_t bytes, std::size_t width)
{
    const std::size_t fitting = bytes / width;
    return bytes % width == 0 || said > fitting ? fitting : said;
}

/// Is given a section's bytes in pieces, so that a large one is never held as a whole.
using TakeBytes = std::function<void(ByteView piece)>;

/// Is given sections, each in pieces, one section after the other but in no order.
using TakePiece = std::function<void(std::string_view tag, ByteView piece)>;

/// Records of one size, one behind the other, for naming the place of a byte.
struct RecordTable {
    std::size_t head;                          ///< bytes before the first record
    std::size_t width;                         ///< of a record
    std::string (*field)(std::size_t offset);  ///< the path of the field at an offset of the record; null where the
                                               ///< fields of a record do not stand together
};

/// What can be done with a section, a Counted or an Uncounted, by who need not know its records.
template <class Section>
struct SectionCodec {
    std::string_view tag;
    /// Reads it in place of what is there. Returns why the bytes do not fit, and then nothing is there; or nothing.
    std::optional<std::string> (*read)(ByteView payload, Section& section);
    /// Refuses what has no place in the file.
    Status (*check)(const Section& section);
    /// Brings it into the one form that reading gives: given values that equal the computed ones are dropped.
    void (*normalize)(Section& section);
    /// Whether it holds something that must not be left out.
    bool (*in_use)(const Section& section);
    void (*write)(const Section& section, const TakeBytes& take);
    /// Gives every count and length its computed value.
    void (*complete)(Section& section);
    std::optional<RecordTable> table;  ///< nothing for records of variable length
};

/// That of a section. It is compiled in the source of the section's record; see section_codec_members.hpp.
template <class Section>
[[nodiscard]] const SectionCodec<Section>& codec_of();

}  // namespace redforge::rgm
