// The proof that a map's bytes are read as the same map, and what to say when they are not.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/difference.hpp"
#include "rgm/layout.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {
namespace {

/// A header value that says where an actor's part of a section is.
struct PartField {
    std::string_view section;
    std::string_view name;
    std::optional<std::int64_t> (*stored)(const ActorHeader& header);
};

template <auto member>
constexpr PartField part_field(std::string_view section, std::string_view name)
{
    return {section, name, [](const ActorHeader& header) {
                const auto& value = (header.*member).stored;
                return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
            }};
}

constexpr std::array part_fields{
    part_field<&ActorHeader::num_strings>("RASB", "num_strings"),
    part_field<&ActorHeader::string_offsets_index>("RASB", "string_offsets_index"),
    part_field<&ActorHeader::num_variables>("RAVA", "num_variables"),
    part_field<&ActorHeader::variable_offset>("RAVA", "variable_offset"),
    part_field<&ActorHeader::script_length>("RASC", "script_length"),
    part_field<&ActorHeader::script_data_offset>("RASC", "script_data_offset"),
    part_field<&ActorHeader::rahk_length>("RAHK", "rahk_length"),
    part_field<&ActorHeader::rahk_offset>("RAHK", "rahk_offset"),
    part_field<&ActorHeader::ralc_count>("RALC", "ralc_count"),
    part_field<&ActorHeader::ralc_offset>("RALC", "ralc_offset"),
    part_field<&ActorHeader::raex_length>("RAEX", "raex_length"),
    part_field<&ActorHeader::raex_offset>("RAEX", "raex_offset"),
    part_field<&ActorHeader::raat_offset>("RAAT", "raat_offset"),
    part_field<&ActorHeader::raan_count>("RAAN", "raan_count"),
    part_field<&ActorHeader::raan_data_size>("RAAN", "raan_data_size"),
    part_field<&ActorHeader::raan_offset>("RAAN", "raan_offset"),
    part_field<&ActorHeader::ragr_offset>("RAGR", "ragr_offset"),
    part_field<&ActorHeader::ranm_length>("RANM", "ranm_length"),
    part_field<&ActorHeader::ranm_offset>("RANM", "ranm_offset"),
    part_field<&ActorHeader::ravc_count>("RAVC", "ravc_count"),
    part_field<&ActorHeader::ravc_offset>("RAVC", "ravc_offset"),
};

constexpr std::string_view way_out = "leave out given offsets, lengths and counts to have them computed";

/// The given header value because of which a section that was laid out could not be divided again. One of an actor that
/// the reason names comes first.
std::optional<Error> contradicting_header(const Map& map, const RawFallbacks& kept)
{
    for (const RawFallback& part : kept) {
        const bool was_raw = std::ranges::any_of(map.raw_sections, [&](const RawSection& section) {
            return section.tag == FixedText<4>(part.place);
        });
        if (!find_part(part.place) || was_raw) {
            continue;
        }
        std::optional<Error> found;
        for (std::size_t i = 0; i < map.actors.records.size(); ++i) {
            const ActorHeader& header = map.actors.records[i].header;
            for (const PartField& field : part_fields) {
                const auto stored = field.section == part.place ? field.stored(header) : std::nullopt;
                const bool named = stored && part.reason.find(fmt::format("actor {} (", i)) != std::string::npos;
                if (stored && (named || !found)) {
                    found = Error{.code = ErrorCode::mismatch,
                                  .message = fmt::format("the map contradicts itself: {} is {}, and then {}",
                                                         field.name, *stored, part.reason),
                                  .section = part.place,
                                  .field = fmt::format("actors[{}].{}", i, field.name),
                                  .hint = std::string(way_out)};
                }
                if (named) {
                    return found;
                }
            }
        }
        if (found) {
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace

Status verify_round_trip(const EncodedMap& encoded)
{
    return verify_round_trip(encoded.map, encoded.bytes);
}

Status verify_round_trip(const Map& map, ByteView bytes)
{
    RawFallbacks kept;
    const Result<Map> again = read_map(bytes, &kept);
    if (!again) {
        return fail(again.error());
    }
    const auto difference = find_difference(map, *again);
    if (!difference) {
        return {};
    }
    if (auto header = contradicting_header(map, kept)) {
        return fail(std::move(*header));
    }
    return fail({.code = ErrorCode::mismatch,
                 .message = fmt::format("the map contradicts itself: {} would read back as {}",
                                        difference->left.empty() ? "a computed value" : difference->left,
                                        difference->right.empty() ? "a computed value" : difference->right),
                 .field = difference->path,
                 .hint = std::string(way_out)});
}

}  // namespace redforge::rgm
