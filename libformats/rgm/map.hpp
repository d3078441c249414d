// A Redguard map as a document: typed sections, with all data of an actor under the actor.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/leaf.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"
#include "rgm/actors.hpp"
#include "rgm/scene_records.hpp"

namespace redforge::rgm {

/// Tags of all sections, in file order.
struct SectionOrder {
    std::vector<FixedText<4>> tags;

    friend bool operator==(const SectionOrder&, const SectionOrder&) = default;
};

}  // namespace redforge::rgm

namespace redforge {

/// Text form: tags separated by spaces; a space in a tag is \x20.
template <>
struct Leaf<rgm::SectionOrder> {
    static constexpr LeafType type{ValueKind::text, 0, 0, 0, false};
    static void append(std::string& out, const rgm::SectionOrder& value);
    static bool parse(std::string_view text, rgm::SectionOrder& value, const FieldInfo& info, std::string& expected);
};

}  // namespace redforge

namespace redforge::rgm {

/// A section without a typed form: an unknown tag, a duplicate, or content that does not fit the layout.
struct RawSection {
    FixedText<4> tag;
    Bytes data;

    friend bool operator==(const RawSection&, const RawSection&) = default;
};

template <class Archive>
void serialize(Archive& ar, RawSection& section, unsigned /*version*/)
{
    field(ar, "tag", section.tag, {.label = "Section", .always = true, .key = true});
    blob(ar, "data", section.data, {.label = "Bytes"});
}

/// Fields of a map. As a base class of Map before SceneSections, it keeps a map and its objects at different addresses:
/// addresses identify records.
struct MapFields {
    Derived<SectionOrder> sections;     ///< tags in file order, if it is not the standard order
    std::uint8_t no_end{};              ///< 1: the file is truncated and has no END
    Derived<std::uint32_t> end_length;  ///< 0: a zero length word follows END
};

/// A Redguard map. Its record sections are members of SceneSections.
struct Map : MapFields, SceneSections {
    static constexpr std::string_view root = "map";

    Actors actors;
    Bytes flat;  ///< FLAT, undocumented; 1111 bytes in most shipped maps
    std::vector<RawSection> raw_sections;
    Bytes trailing;  ///< bytes after END, or after the last complete section

    friend bool operator==(const Map& a, const Map& b);
};

template <class Archive>
void serialize(Archive& ar, Map& map, unsigned version)
{
    field(ar, "sections", map.sections,
          {.doc = "All section tags in the file's order; a space in a tag is \\x20.", .kind = Role::derived});
    field(ar, "no_end", map.no_end,
          {.label = "File ends without END",
           .doc = "1: the file is truncated and has no END; <trailing> has the bytes after the last complete section.",
           .min = 0,
           .max = 1,
           .notation = Notation::boolean});
    field(ar, "end_length", map.end_length,
          {.doc = "0: a zero length word follows END.", .kind = Role::derived, .min = 0, .max = 0});
    group(ar, "actors", map.actors,
          {.label = "Actors",
           .doc = "RAHD RAFS RAST RASB RAVA RASC RAHK RALC RAEX RAAT RAAN "
                  "RAGR RANM RAVC"});
    serialize(ar, static_cast<SceneSections&>(map), version);
    blob(ar, "flat", map.flat, {.label = "FLAT", .doc = "Content unknown; 1111 bytes in most shipped maps."});
    list(ar, "raw_sections", "raw_section", map.raw_sections, {.label = "Sections kept as bytes"});
    blob(ar, "trailing", map.trailing,
         {.label = "Bytes after END", .doc = "With no_end, after the last complete section."});
}

/// Reads a map. Data that does not fit its layout is kept as bytes and reported in `kept`. For every accepted file,
/// write_map() returns the same bytes.
[[nodiscard]] Result<Map> read_map(ByteView bytes, RawFallbacks* kept = nullptr);

/// Writes a map, and computes every derived value that is not given. Fails if the map would not read back unchanged;
/// the error names the contradicting field.
[[nodiscard]] Result<Bytes> write_map(const Map& map);
/// Check made by write_map(): fails if the bytes would not read back as the same map.
[[nodiscard]] Status verify_round_trip(const Map& map, ByteView bytes);

/// Sets each derived field to the value that the file will have, for display. Errors: those of write_map().
[[nodiscard]] Status complete(Map& map);

/// Returns a map with every section and no record. The game cannot enter it: see new_map_like() in rgm/new_map.hpp.
[[nodiscard]] Map new_map();

/// Returns a small sample map: two actors with scripts and animations, objects, statics, lights, markers, a walk map.
[[nodiscard]] Map sample_map();

}  // namespace redforge::rgm
