// FormIDs as text: eight hexadecimal digits.
#include "tes/form_id.hpp"

#include <array>
#include <charconv>

namespace redforge {

void Leaf<tes::FormId>::append(std::string& out, const tes::FormId& value)
{
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::array<char, 8> text{};
    for (std::size_t i = 0; i < text.size(); ++i) {
        text[i] = digits[value.value >> (28 - 4 * i) & 0xF];
    }
    out.append(text.data(), text.size());
}

bool Leaf<tes::FormId>::parse(std::string_view text, tes::FormId& value, const FieldInfo& /*info*/,
                              std::string& expected)
{
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value.value, 16);
    if (text.size() == 8 && error == std::errc{} && stop == end && text.front() != '-') {
        return true;
    }
    expected = "a FormID: eight hexadecimal digits";
    return false;
}

}  // namespace redforge
