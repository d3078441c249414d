// Redguard ROB archives: models by name.
//
// Source: measurements on 5 original archives with 883 segments. A 20-byte header, consecutive segments, "END ".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"
#include "model/model.hpp"

namespace redforge::model {

/// Kind of a segment.
enum class SegmentType : std::uint16_t { embedded = 0, menu = 1, external = 2 /**< a .3DC of that name, no data */ };

/// Names of SegmentType.
inline constexpr std::array<EnumName, 3> segment_types{{
    {0, "embedded", "Embedded"},
    {1, "menu", "Embedded menu model"},
    {2, "external", "External .3DC"},
}};

/// How the game draws a segment. Source: reference sheet "engine facts", 5.
inline constexpr std::array<EnumName, 6> render_modes{{
    {0x00, "normal", "Normal"},
    {0xFF, "normal_ff", "Normal (255)"},
    {0x5A, "beam", "Light beam"},
    {0x80, "mode_80", "Like VR_OHT"},
    {0x8C, "see_through", "See-through, or mirror"},
    {0xC8, "water", "Water"},
}};

/// Bits of a segment's attributes. Source: reference sheet "engine facts", 5.
inline constexpr std::array<EnumName, 2> segment_attributes{{
    {0x02, "preload_textures", "Preload its textures"},
    {0x40, "special", "Special: inventory or shop"},
}};

/// Header of a segment, 80 bytes, in file order. The values that follow from the model are computed.
struct SegmentFields {
    Derived<std::uint32_t> segment_size{};         ///< data plus header
    FixedText<9> name{};                           ///< at most 8 characters and a NUL; A-Z 0-9 _ in all known archives
    std::uint16_t type{};                          ///< SegmentType
    std::uint8_t render_mode{};                    ///< render_modes
    std::uint8_t attributes{};                     ///< segment_attributes
    std::uint8_t flags{};                          ///< 0, 1, 2 or 4
    std::uint8_t reserved_12{};                    ///< 0
    Derived<std::uint32_t> num_faces{};            ///< number of faces of the model; default 0 without a model
    Derived<std::uint32_t> num_frames{};           ///< number of frames of the model; 1 for v2
    std::uint8_t reserved_1b{};                    ///< 0
    Derived<std::array<std::uint32_t, 3>> size{};  ///< positive + negative
    std::array<std::uint32_t, 3> reserved_28{};    ///< 0
    Derived<std::array<std::uint32_t, 3>> positive{};  ///< the box of the model from the origin, whole units
    Derived<std::array<std::uint32_t, 3>> negative{};
    Derived<std::uint32_t> data_size{};
    friend bool operator==(const SegmentFields&, const SegmentFields&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, SegmentFields& segment, unsigned /*version*/)
{
    field(ar, "segment_size", segment.segment_size, {.unit = "bytes", .kind = Role::derived});
    field(ar, "name", segment.name, {.label = "Name", .key = true, .names = Target::model});
    field(ar, "type", segment.type, {.label = "Type", .enum_names = segment_types});
    field(ar, "render_mode", segment.render_mode, {.label = "Render mode", .enum_names = render_modes});
    field(ar, "attributes", segment.attributes,
          {.label = "Attributes", .enum_names = segment_attributes, .flags = true});
    field(ar, "flags", segment.flags, {.kind = Role::opaque});
    field(ar, "reserved_12", segment.reserved_12, {.kind = Role::reserved});
    field(ar, "num_faces", segment.num_faces, {.kind = Role::derived});
    field(ar, "num_frames", segment.num_frames, {.kind = Role::derived});
    field(ar, "reserved_1b", segment.reserved_1b, {.kind = Role::reserved});
    field(ar, "size", segment.size, {.unit = "units", .kind = Role::derived});
    field(ar, "reserved_28", segment.reserved_28, {.kind = Role::reserved});
    field(ar, "positive", segment.positive, {.unit = "units", .kind = Role::derived});
    field(ar, "negative", segment.negative, {.unit = "units", .kind = Role::derived});
    field(ar, "data_size", segment.data_size, {.unit = "bytes", .kind = Role::derived});
}

/// A segment: a header, and an optional model.
struct Segment : SegmentFields {
    std::optional<Model> model;
    Bytes data{};  ///< stored instead of a model
    friend bool operator==(const Segment&, const Segment&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Segment& segment, unsigned version)
{
    serialize(ar, static_cast<SegmentFields&>(segment), version);
    list(ar, "model", "model", segment.model);
    blob(ar, "data", segment.data);
}

/// An archive.
struct Rob {
    static constexpr std::string_view root = "rob";

    Derived<std::uint32_t> head_size{};  ///< after "OARC": 4
    Derived<std::uint32_t> segment_count{};
    Derived<std::uint32_t> body_size{};  ///< after "OARD": file size - 24
    std::uint8_t end{1};                 ///< 1: "END " follows the segments
    std::vector<Segment> segments{};
    Bytes tail{};  ///< bytes after the segments
    friend bool operator==(const Rob&, const Rob&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Rob& rob, unsigned /*version*/)
{
    field(ar, "head_size", rob.head_size, {.kind = Role::derived});
    field(ar, "segment_count", rob.segment_count, {.kind = Role::derived});
    field(ar, "body_size", rob.body_size, {.kind = Role::derived});
    field(ar, "end", rob.end, {.doc = "1: \"END \" follows the segments.", .max = 1, .notation = Notation::boolean});
    list(ar, "segments", "segment", rob.segments);
    blob(ar, "tail", rob.tail);
}

/// Returns true if the bytes begin like an archive.
[[nodiscard]] bool is_rob(ByteView bytes);

/// Reads an archive. Fails only without its 20-byte header. Bytes that are not segments become the tail.
[[nodiscard]] Result<Rob> read_rob(ByteView bytes, RawFallbacks* kept = nullptr);

/// Writes an archive. Computes sizes, counts and the model values in segment headers.
[[nodiscard]] Result<Bytes> write_rob(const Rob& rob);

/// Returns the index of the segment with this name, ignoring case, or nullopt.
[[nodiscard]] std::optional<std::size_t> find_segment(const Rob& rob, std::string_view name);

inline constexpr std::size_t rob_header_size = 20;          ///< bytes before the first segment
inline constexpr std::size_t rob_segment_header_size = 80;  ///< bytes of a segment before its model
inline constexpr std::string_view rob_end_mark = "END ";    ///< after the last segment

/// Bounding box of a model in a segment header, in whole units, including the origin. Covers the base frame, or in an
/// animated model the next frame.
struct Box {
    std::array<std::uint32_t, 3> positive{};
    std::array<std::uint32_t, 3> negative{};
};
[[nodiscard]] Box bounding_box(const Model& model);

/// Model values in a segment's header.
struct SegmentHeader {
    std::uint32_t num_faces{};
    std::uint32_t num_frames{};
    std::array<std::uint32_t, 3> size{};  ///< positive + negative
    Box box{};
};

/// Returns the header as stored in the file: the given values, and computed values for all others.
[[nodiscard]] SegmentHeader header_of(const Segment& segment);

/// Sets all header values that are not given to the computed values. `data_size`: size of the model or data, in bytes.
void fill_computed(Segment& segment, std::size_t data_size);

/// Computes the default header values of a model. Zeros if `model` is null.
[[nodiscard]] SegmentHeader computed_header(const Model* model);

}  // namespace redforge::model
