// Reads, writes and checks lists of colours.
#include "art/colour.hpp"

#include <fmt/format.h>

#include "art/colour_record.hpp"
#include "core/record/binary.hpp"

namespace redforge::art {

std::vector<Colour> read_colours(const std::byte* from)
{
    std::vector<Colour> colours(palette_colours);
    read_table(from, std::span(colours));
    return colours;
}

void append_colours(Bytes& to, std::span<const Colour> colours)
{
    const std::size_t at = to.size();
    to.resize(at + colours.size() * wire_size<Colour>());
    write_table(to.data() + at, colours);
}

std::vector<Colour> grey_colours()
{
    std::vector<Colour> colours(palette_colours);
    for (std::size_t i = 0; i < palette_colours; ++i) {
        const auto grey = static_cast<std::uint8_t>(i);
        colours[i] = {grey, grey, grey};
    }
    return colours;
}

Status check_colours(std::span<const Colour> colours)
{
    if (colours.size() != palette_colours) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} colours", colours.size()),
                     .field = "colours",
                     .hint = fmt::format("a palette has {}", palette_colours)});
    }
    return {};
}

}  // namespace redforge::art
