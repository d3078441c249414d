// The frame of a Redguard map: sections with a tag and a length, up to END. Spec: "Section Framing".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/actor_part.hpp"
#include "rgm/scene_records.hpp"

namespace redforge::rgm {

/// A section of a file. `tag` and `payload` are views of the file's bytes.
struct FrameSection {
    std::string_view tag;  ///< four bytes
    std::size_t offset{};  ///< of the tag
    ByteView payload;
    std::optional<std::size_t> rank;  ///< canonical_rank() of the tag
};

/// A file, split into sections.
struct Frame {
    std::vector<FrameSection> sections;  ///< without END
    std::size_t end_offset{};            ///< offset of the END tag; without END, the end of the last complete section
    bool no_end{};                       ///< the file ends before END, after or inside a section
    bool end_length{};                   ///< a zero length word follows END (the game's own tools write none)
    ByteView trailing;                   ///< bytes after END and its length word, or after the last complete section
};

/// Description of a truncated end.
struct CutEnd {
    std::string place;   ///< "MPSL (cut off)" or "END (missing)"
    std::string reason;  ///< "its length word says 46 bytes, but 23 are left in the file"
};

inline constexpr std::string_view end_tag = "END ";

/// Returns true if `bytes` begin like a map: a section tag of the spec, or END.
[[nodiscard]] bool is_map(ByteView bytes);

/// Splits a file into sections. If the file is truncated before END, `no_end` is set and the rest is `trailing`.
[[nodiscard]] Frame read_frame(ByteView bytes);

/// Describes the end of a file with `no_end`.
[[nodiscard]] CutEnd describe_cut(const Frame& frame);

/// Appends a section: tag, big-endian length, payload. Rejects payloads of 4 GiB or more.
[[nodiscard]] Status append_section(Bytes& to, std::string_view tag, ByteView payload);

/// Sections in the order of the game's tools. Source: reference sheet "maps", "Framing" [sure].
inline constexpr auto canonical_order = []<class... Section>(const std::tuple<SceneSection<Section>...>& /*sections*/) {
    std::array<std::string_view, 3 + part_count + sizeof...(Section) + 1> tags{"RAHD", "RAFS", "RAST"};
    auto* place = std::ranges::copy(part_tags, tags.data() + 3).out;
    ((*place++ = SceneSection<Section>::Record::section), ...);
    *place = "FLAT";
    return tags;
}(scene_sections);

/// Returns the four characters of a tag as an integer, for lookup.
[[nodiscard]] constexpr std::uint32_t tag_number(std::string_view tag)
{
    std::uint32_t number = 0;
    for (const char c : tag) {
        number = number << 8U | static_cast<unsigned char>(c);
    }
    return number;
}

/// Returns the index of a tag in canonical_order, or nullopt if the spec has no such section.
[[nodiscard]] constexpr std::optional<std::size_t> canonical_rank(std::string_view tag)
{
    const auto found = std::ranges::find(canonical_order, tag);
    return found == canonical_order.end() ? std::nullopt
                                          : std::optional(static_cast<std::size_t>(found - canonical_order.begin()));
}

}  // namespace redforge::rgm
