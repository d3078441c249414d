// Code pages by iconv.
#include "core/platform/code_pages.hpp"

#include <array>
#include <optional>
#include <string>

#include <iconv.h>

namespace redforge::platform {
namespace {

/// Converts single characters to another encoding. Returns nullopt if a character has no equivalent.
class Converter {
public:
    Converter(const std::string& to, const std::string& from) : handle_(iconv_open(to.c_str(), from.c_str())) {}
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    ~Converter()
    {
        if (*this) {
            iconv_close(handle_);
        }
    }
    explicit operator bool() const { return handle_ != reinterpret_cast<iconv_t>(-1); }  // NOLINT: as iconv.h has it

    std::optional<std::string> convert(std::string text)
    {
        constexpr std::size_t failed = static_cast<std::size_t>(-1);
        std::array<char, 16> room{};
        char* from = text.data();
        char* to = room.data();
        std::size_t left = text.size();
        std::size_t free = room.size();
        iconv(handle_, nullptr, nullptr, nullptr, nullptr);
        const bool done = iconv(handle_, &from, &left, &to, &free) != failed && left == 0;
        return done ? std::optional(std::string(room.data(), to)) : std::nullopt;
    }

private:
    iconv_t handle_;
};

}  // namespace

std::vector<PageCharacter> characters_of_page(unsigned number)
{
    constexpr unsigned first = 0x80;
    constexpr unsigned last = 0xFF;
    constexpr unsigned first_second = 0x40;  // lowest second byte in these code pages
    const std::string name = "CP" + std::to_string(number);
    Converter to_unicode("UTF-16LE", name);
    Converter from_unicode(name, "UTF-16LE");
    std::vector<PageCharacter> characters;
    if (!to_unicode || !from_unicode) {
        return characters;
    }
    const auto add = [&](const std::string& bytes) {
        const std::optional<std::string> unicode = to_unicode.convert(bytes);
        if (!unicode || unicode->size() != 2 || from_unicode.convert(*unicode) != bytes) {
            return;
        }
        const auto byte = [](const std::string& text, std::size_t at) { return static_cast<unsigned char>(text[at]); };
        const unsigned two = bytes.size() == 1 ? byte(bytes, 0) : byte(bytes, 0) * 256U + byte(bytes, 1);
        characters.push_back(
            {static_cast<std::uint16_t>(two), static_cast<char32_t>(byte(*unicode, 0) | byte(*unicode, 1) << 8U)});
    };
    for (unsigned one = first; one <= last; ++one) {
        const std::string begin(1, static_cast<char>(one));
        if (to_unicode.convert(begin)) {
            add(begin);
            continue;
        }
        for (unsigned second = first_second; second <= last; ++second) {
            add(begin + static_cast<char>(second));
        }
    }
    return characters;
}

}  // namespace redforge::platform
