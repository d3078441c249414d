// Reads the header of a compiled Papyrus script.
#include "tes/archive/pex.hpp"

#include <chrono>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace redforge::tes {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view skyrim_magic = "\xFA\x57\xC0\xDE"sv;  ///< numbers begin with the most significant byte
constexpr std::string_view later_magic = "\xDE\xC0\x57\xFA"sv;   ///< numbers begin with the least significant byte

class PexReader {
public:
    explicit PexReader(ByteView bytes) : bytes_(bytes) {}

    Result<PexHeader> run()
    {
        if (!is_pex(bytes_)) {
            return fail({.code = ErrorCode::malformed, .message = "is not a compiled Papyrus script", .offset = 0});
        }
        PexHeader header;
        header.is_skyrim = as_text(bytes_).starts_with(skyrim_magic);
        is_big_ = header.is_skyrim;
        at_ = skyrim_magic.size();
        header.major = static_cast<unsigned>(number(1));
        header.minor = static_cast<unsigned>(number(1));
        number(2);  // game
        header.time = static_cast<std::int64_t>(number(8));
        header.source = text();
        header.user = text();
        header.computer = text();
        if (is_short_) {
            return fail({.code = ErrorCode::truncated,
                         .message = "the script ends inside its header",
                         .offset = bytes_.size()});
        }
        if (header.is_skyrim) {
            object(header);
        }
        return header;
    }

private:
    std::uint64_t number(std::size_t size)
    {
        if (is_short_ || size > bytes_.size() - at_) {
            is_short_ = true;
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const auto byte = std::to_integer<std::uint64_t>(bytes_[at_ + (is_big_ ? i : size - 1 - i)]);
            value = value << 8U | byte;
        }
        at_ += size;
        return value;
    }
    void skip(std::uint64_t size)
    {
        is_short_ = is_short_ || size > bytes_.size() - at_;
        at_ += is_short_ ? 0 : static_cast<std::size_t>(size);
    }
    std::string text()
    {
        const auto size = static_cast<std::size_t>(number(2));
        const std::size_t begin = at_;
        skip(size);
        return is_short_ ? std::string() : std::string(as_text(bytes_.subspan(begin, size)));
    }

    /// Reads the names of the first object, which follows the string table, the debug data and the user flags.
    void object(PexHeader& header)
    {
        std::vector<std::string> texts;
        for (std::uint64_t count = number(2); count > 0 && !is_short_; --count) {
            texts.push_back(text());
        }
        constexpr std::uint64_t size_of_number = 2;
        if (number(1) != 0) {
            skip(8);  // time of the source
            for (std::uint64_t functions = number(2); functions > 0 && !is_short_; --functions) {
                skip(3 * size_of_number + 1);
                skip(number(2) * size_of_number);
            }
        }
        skip(number(2) * (size_of_number + 1));  // user flags
        if (number(2) == 0) {
            return;
        }
        const std::uint64_t name = number(2);
        number(4);  // size of the object
        const std::uint64_t parent = number(2);
        if (!is_short_ && name < texts.size() && parent < texts.size()) {
            header.name = texts[name];
            header.parent = texts[parent];
        }
    }

    ByteView bytes_;
    std::size_t at_{};
    bool is_big_{};
    bool is_short_{};
};

}  // namespace

bool is_pex(ByteView first)
{
    return as_text(first).starts_with(skyrim_magic) || as_text(first).starts_with(later_magic);
}

Result<PexHeader> read_pex(ByteView bytes)
{
    return PexReader(bytes).run();
}

std::string format_utc(std::int64_t seconds)
{
    using namespace std::chrono;
    constexpr std::int64_t max_seconds = 253402300799;  // year 9999
    if (seconds < 0 || seconds > max_seconds) {
        return fmt::format("{} seconds since 1970", seconds);
    }
    const sys_seconds time{std::chrono::seconds(seconds)};
    const sys_days day = floor<days>(time);
    const year_month_day date(day);
    const hh_mm_ss clock(time - day);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                       clock.minutes().count(), clock.seconds().count());
}

}  // namespace redforge::tes
