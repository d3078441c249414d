// CHT: reading and writing, and the format's entry.
#include "config/cheats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/format.hpp"
#include "core/describe.hpp"

namespace redforge {

template const RecordType& record_type<config::Cheats>(unsigned);

}  // namespace redforge

namespace redforge::config {
namespace {

constexpr std::size_t cheats_size = 4 * Cheats::count;
/// A switch is 0 or 1; larger numbers that are still no text or picture are believed too.
constexpr std::uint32_t max_switch = 255;

}  // namespace

bool is_cheats(ByteView bytes)
{
    if (bytes.size() != cheats_size) {
        return false;
    }
    for (std::size_t at = 0; at < cheats_size; at += 4) {
        if (load_le<std::uint32_t>(bytes.data() + at) > max_switch) {
            return false;
        }
    }
    return true;
}

Result<Cheats> read_cheats(ByteView bytes, RawFallbacks* /*kept*/)
{
    if (bytes.size() != cheats_size) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("a file of {} bytes", bytes.size()),
                     .offset = std::min(bytes.size(), cheats_size),
                     .hint = "a file of cheats has 256: 64 numbers"});
    }
    Cheats cheats;
    for (std::size_t i = 0; i < Cheats::count; ++i) {
        const auto number = load_le<std::uint32_t>(bytes.data() + 4 * i);
        if (number > max_switch) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("the number {}", number),
                         .offset = 4 * i,
                         .hint = "numbers in a file of cheats are at most 255: 1 is on, 0 is off"});
        }
        (i < Cheats::named ? cheats.on[i] : cheats.unused[i - Cheats::named]) = number;
    }
    return cheats;
}

Result<Bytes> write_cheats(const Cheats& cheats)
{
    Bytes bytes;
    for (const std::uint32_t number : cheats.on) {
        append_le(bytes, number);
    }
    for (const std::uint32_t number : cheats.unused) {
        append_le(bytes, number);
    }
    if (!is_cheats(bytes)) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "a number above 255",
                     .field = "unused",
                     .hint = "1 is on, 0 is off; such a file would not be known as one of cheats"});
    }
    return bytes;
}

Format cheats_format()
{
    return make_format<Cheats, &is_cheats, &read_cheats, &write_cheats>("Redguard cheats", ".CHT");
}

}  // namespace redforge::config
