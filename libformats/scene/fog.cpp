// Parsing of FOG.INI, and the curve of the fog.
#include "scene/fog.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/text/trim.hpp"

namespace redforge::scene {
namespace {

std::optional<std::size_t> fog_number(std::string_view digits)
{
    digits = trimmed(digits);
    std::size_t number{};
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return failed == std::errc{} && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

FogTable parse_fog(std::string_view text)
{
    FogTable table{};
    std::size_t first{};
    std::optional<std::uint8_t> value;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = line.substr(0, line.find(';'));
        const std::size_t comma = std::min(line.find(','), line.size());
        const std::optional<std::size_t> index = fog_number(line.substr(0, comma));
        if (!index || *index >= table.size()) {
            continue;
        }
        if (value && *index >= first) {
            std::fill(table.begin() + static_cast<std::ptrdiff_t>(first),
                      table.begin() + static_cast<std::ptrdiff_t>(*index), *value);
        }
        const std::optional<std::size_t> row = comma < line.size() ? fog_number(line.substr(comma + 1)) : std::nullopt;
        first = *index;
        value = row && *row <= 255 ? std::optional(static_cast<std::uint8_t>(*row)) : std::nullopt;
    }
    return table;
}

const FogTable& shipped_fog()
{
    static const FogTable table = parse_fog(
        "0,0\n33,1\n34,2\n35,4\n36,6\n37,8\n38,10\n39,12\n40,14\n41,16\n42,18\n43,22\n44,38\n45,76\n46,136\n47,196\n"
        "48,255\n63\n");
    return table;
}

std::uint32_t fog_depth(std::size_t entry)
{
    return (std::uint32_t{1} << (3 + entry / 4)) / static_cast<std::uint32_t>(8 - entry % 4);
}

float fog_share(const FogTable& table, float depth)
{
    if (depth < 1) {
        return 0;
    }
    const float octave = std::floor(std::log2(depth));
    const float at = std::clamp(4 * octave + 8 * (1 - std::exp2(octave) / depth), 0.0F, 62.0F);
    const auto entry = static_cast<std::size_t>(at);
    const auto here = static_cast<float>(table[entry]);
    const auto next = static_cast<float>(table[std::min<std::size_t>(entry + 1, 62)]);
    const float value = here + (next - here) * (at - static_cast<float>(entry));
    return (value + 1) / 256;
}

}  // namespace redforge::scene
