// Check that a map's bytes read back as the same map, and its error messages.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/difference.hpp"
#include "rgm/actor_sections.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {
namespace {

constexpr std::string_view leave_out_hint = "leave out given offsets, lengths and counts to have them computed";

/// Returns an error for a section that cannot be divided into parts. It names the stored header value that is wrong.
/// Prefers the value of an actor that the reason names.
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
        for (const GivenPlace& given : given_places(map.actors, part.place)) {
            const bool named = part.reason.find(fmt::format("actor {} (", given.actor)) != std::string::npos;
            if (named || !found) {
                found = Error{.code = ErrorCode::mismatch,
                              .message = fmt::format("the map contradicts itself: {} is {}, and then {}", given.field,
                                                     given.value, part.reason),
                              .section = part.place,
                              .field = fmt::format("actors[{}].{}", given.actor, given.field),
                              .hint = std::string(leave_out_hint)};
            }
            if (named) {
                return found;
            }
        }
        if (found) {
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace

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
    return fail(contradiction("the map", *difference, "a computed value", std::string(leave_out_hint)));
}

}  // namespace redforge::rgm
