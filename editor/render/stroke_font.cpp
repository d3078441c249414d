// The strokes of each letter.
#include "render/stroke_font.hpp"

#include <array>
#include <cstddef>

#include "core/letter_case.hpp"

namespace redforge::render {

std::string_view strokes_of(char letter)
{
    static constexpr std::array<std::string_view, 10> digits{
        "100105163645413010",          "112026 1636", "01103041420646",
        "01103041423313 334445361605", "36300444",    "400002324345361605",
        "413010010516364544331304",    "004016",      "100102133342413010 1304051636454433",
        "051636454130100102133342"};
    static constexpr std::array<std::string_view, 26> letters{"062046 1434",
                                                              "00063645443303 3342413000",
                                                              "4130100105163645",
                                                              "00063645413000",
                                                              "40000646 0333",
                                                              "400006 0333",
                                                              "41301001051636454323",
                                                              "0006 4046 0343",
                                                              "2026 1030 1636",
                                                              "4045361605",
                                                              "0006 4003 0346",
                                                              "000646",
                                                              "0600234046",
                                                              "06004640",
                                                              "100105163645413010",
                                                              "06003041423303",
                                                              "100105163645413010 2446",
                                                              "06003041423303 2346",
                                                              "413010010213334445361605",
                                                              "0040 2026",
                                                              "000516364540",
                                                              "002640",
                                                              "0016233640",
                                                              "0046 4006",
                                                              "002340 2326",
                                                              "00400646"};
    const char capital = to_upper(letter);
    if (capital >= '0' && capital <= '9') {
        return digits[static_cast<std::size_t>(capital - '0')];
    }
    if (capital >= 'A' && capital <= 'Z') {
        return letters[static_cast<std::size_t>(capital - 'A')];
    }
    switch (capital) {
    case '.': return "2526";
    case '-': return "1333";
    case '+': return "0343 2125";
    default: return {};
    }
}

}  // namespace redforge::render
