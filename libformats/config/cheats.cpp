// Reads and writes CHT, and its format entry.
#include "config/cheats.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/format.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<config::Cheats>(unsigned);

}  // namespace redforge

namespace redforge::config {
namespace {

constexpr std::size_t cheats_size = 4 * Cheats::count;  // size of the game's file
/// Maximum value that is_cheats() accepts. Switches are 0 or 1; other formats have larger numbers.
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

Result<Cheats> read_cheats(ByteView bytes, RawFallbacks* kept)
{
    Cheats cheats;
    const std::size_t numbers = std::min(bytes.size() / 4, Cheats::count);
    for (std::size_t i = 0; i < numbers; ++i) {
        const auto number = load_le<std::uint32_t>(bytes.data() + 4 * i);
        (i < Cheats::named ? cheats.on[i] : cheats.unused[i - Cheats::named]) = number;
    }
    cheats.numbers = static_cast<std::uint32_t>(numbers);
    cheats.numbers.clear_if_equal(Cheats::count);
    const ByteView tail = bytes.subspan(4 * numbers);
    cheats.tail.assign(tail.begin(), tail.end());
    if (kept != nullptr && !tail.empty()) {
        kept->push_back({"tail", "bytes after the last number", tail.size()});
    }
    return cheats;
}

Result<Bytes> write_cheats(const Cheats& cheats)
{
    const std::size_t numbers = cheats.numbers.value_or(Cheats::count);
    if (numbers > Cheats::count) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} numbers", numbers),
                     .field = "numbers",
                     .hint = "there are at most 64; bytes after them are the tail"});
    }
    Bytes bytes;
    for (std::size_t i = 0; i < Cheats::count; ++i) {
        const std::uint32_t number = i < Cheats::named ? cheats.on[i] : cheats.unused[i - Cheats::named];
        if (i < numbers) {
            append_le(bytes, number);
        } else if (number != 0) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("number {} is {}, in a file of {} numbers", i, number, numbers),
                         .field = "numbers",
                         .hint = "leave numbers out, or set those that the file has no place for to 0"});
        }
    }
    if (numbers < Cheats::count && cheats.tail.size() >= 4) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("a tail of {} bytes after {} numbers", cheats.tail.size(), numbers),
                     .field = "tail",
                     .hint = "4 bytes are a number: put them into the numbers"});
    }
    append(bytes, ByteView(cheats.tail));
    return bytes;
}

Format cheats_format()
{
    Format format = make_format<Cheats, &is_cheats, &read_cheats, &write_cheats>("Redguard cheats", ".CHT");
    format.can_be_named = [](ByteView) { return true; };  // any numbers can be cheats
    return format;
}

}  // namespace redforge::config
