// The frame of a Redguard map: sections with a tag and a length, up to END. Spec: "Section Framing".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge::rgm {

/// One section as it stands in the file. `tag` and `payload` point into the file's bytes.
struct FrameSection {
    std::string_view tag;  ///< four bytes
    std::size_t offset{};  ///< of the tag
    ByteView payload;
    std::optional<std::size_t> rank;  ///< canonical_rank() of the tag
};

/// A whole file, cut into sections.
struct Frame {
    std::vector<FrameSection> sections;  ///< without END
    std::size_t end_offset{};            ///< of the END tag; in a file without one, behind the last whole section
    bool no_end{};                       ///< the file stops before END: at a section's end, or inside one
    bool end_length{};                   ///< a zero length word follows END (the game's own tools write none)
    ByteView trailing;                   ///< what follows END and its length word, or the last whole section
};

/// Where a file without END stops.
struct CutEnd {
    std::string place;   ///< "MPSL (cut off)" or "END (missing)"
    std::string reason;  ///< "its length word says 46 bytes, but 23 are left in the file"
};

inline constexpr std::string_view end_tag = "END ";

/// Whether `bytes` begin as a map does: a section tag of the spec, or END.
[[nodiscard]] bool is_map(ByteView bytes);

/// Cuts a file into sections. A file that stops before its END is one with `no_end`, and the rest of it `trailing`.
[[nodiscard]] Frame read_frame(ByteView bytes);

/// What is wrong with the end of a file with `no_end`.
[[nodiscard]] CutEnd describe_cut(const Frame& frame);

/// Appends one section: tag, big-endian length, payload. Refuses a payload of 4 GiB and more.
[[nodiscard]] Status append_section(Bytes& to, std::string_view tag, ByteView payload);

/// The sections of the spec in the order in which the game's tools write them [sure: reference "Framing"].
/// RAVC stands only in maps that have collision spheres.
inline constexpr std::array<std::string_view, 23> canonical_order{"RAHD", "RAFS", "RAST", "RASB", "RAVA", "RASC",
                                                                  "RAHK", "RALC", "RAEX", "RAAT", "RAAN", "RAGR",
                                                                  "RANM", "RAVC", "MPOB", "MPRP", "MPSO", "MPSL",
                                                                  "MPSF", "MPMK", "MPSZ", "WDNM", "FLAT"};

/// The four characters of a tag as a number, to look it up by.
[[nodiscard]] constexpr std::uint32_t tag_number(std::string_view tag)
{
    std::uint32_t number = 0;
    for (const char c : tag) {
        number = number << 8U | static_cast<unsigned char>(c);
    }
    return number;
}

/// Where a tag stands in canonical_order; nothing when the spec has no such section.
[[nodiscard]] constexpr std::optional<std::size_t> canonical_rank(std::string_view tag)
{
    const auto found = std::ranges::find(canonical_order, tag);
    return found == canonical_order.end() ? std::nullopt
                                          : std::optional(static_cast<std::size_t>(found - canonical_order.begin()));
}

}  // namespace redforge::rgm
