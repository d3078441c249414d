// FormIDs as text: eight hexadecimal digits.
#include "tes/form/form_id.hpp"

#include <array>

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

}  // namespace redforge
