// FormIDs as text: eight hexadecimal digits.
#include "tes/form/form_id.hpp"

#include <array>
#include <charconv>

#include "core/bytes/hex.hpp"

namespace redforge {

void Leaf<tes::FormId>::append(std::string& out, const tes::FormId& value)
{
    std::array<char, 8> text;  // NOLINT(*init*): written by put_hex_number
    put_hex_number(text.data(), value.value, text.size());
    out.append(text.data(), text.size());
}

bool Leaf<tes::FormId>::parse(std::string_view text, tes::FormId& value, const FieldInfo& /*info*/,
                              std::string& expected)
{
    std::uint64_t number{};
    if (text.size() == 8 && parse_hex_number(text, number)) {
        value.value = static_cast<std::uint32_t>(number);
        return true;
    }
    expected = "a FormID: eight hexadecimal digits";
    return false;
}

void Leaf<tes::FormOrNumber>::append(std::string& out, const tes::FormOrNumber& value)
{
    if (value.is_number()) {
        out += std::to_string(static_cast<std::int32_t>(value.value));
    } else {
        Leaf<tes::FormId>::append(out, value);
    }
}

bool Leaf<tes::FormOrNumber>::parse(std::string_view text, tes::FormOrNumber& value, const FieldInfo& info,
                                    std::string& expected)
{
    if (Leaf<tes::FormId>::parse(text, value, info, expected)) {
        return true;
    }
    std::int32_t number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const tes::FormOrNumber read(static_cast<std::uint32_t>(number));
    if (error == std::errc{} && end == text.data() + text.size() && read.is_number()) {
        value = read;
        return true;
    }
    expected = "a FormID (eight hexadecimal digits), or a number from -1 to 2047";
    return false;
}

}  // namespace redforge
