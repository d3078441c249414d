// Sections that have one part for each actor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace redforge::rgm {

/// Sections that have one part for each actor, in standard file order.
enum class ActorPart : std::uint8_t { rasb, rava, rasc, rahk, ralc, raex, raat, raan, ragr, ranm, ravc };
inline constexpr std::size_t part_count = 11;
inline constexpr std::array<std::string_view, part_count> part_tags{"RASB", "RAVA", "RASC", "RAHK", "RALC", "RAEX",
                                                                    "RAAT", "RAAN", "RAGR", "RANM", "RAVC"};

/// Returns the part section with this tag, or nullopt.
[[nodiscard]] std::optional<ActorPart> find_part(std::string_view tag);

/// Size of each part section that is kept as raw bytes. Actors have no typed data in it.
using RawSections = std::array<std::optional<std::size_t>, part_count>;

}  // namespace redforge::rgm
