// FormIDs as text: eight hexadecimal digits.
#include "tes/form_id.hpp"

#include <charconv>

namespace redforge {

void Leaf<tes::FormId>::append(std::string& out, const tes::FormId& value)
{
    static constexpr std::string_view digits = "0123456789ABCDEF";
    for (int shift = 28; shift >= 0; shift -= 4) {
        out += digits[value.value >> shift & 0xF];
    }
}

bool Leaf<tes::FormId>::parse(std::string_view text, tes::FormId& value, const FieldInfo& /*info*/,
                              std::string& expected)
{
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value.value, 16);
    expected = "a FormID: eight hexadecimal digits";
    return text.size() == 8 && error == std::errc{} && stop == end && text.front() != '-';
}

}  // namespace redforge
