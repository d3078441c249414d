// Game text: code pages 437 and 1252 both ways for every byte, escapes, rejected text.
#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "core/text/code_page.hpp"
#include "core/text/language_page.hpp"
#include "runner/skip.hpp"

using namespace redforge;

namespace {

/// Characters for each byte from 0x80 in code page 437; the last is the no-break space, always escaped.
constexpr std::string_view upper_437 =
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■";
/// Code page 1252 from 0x80 to 0x9F; ? for the five undefined.
constexpr std::string_view upper_1252 = "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ";

std::string one(unsigned byte)
{
    return std::string(1, static_cast<char>(byte));
}

std::string escaped(unsigned byte)
{
    static constexpr std::string_view digits = "0123456789ABCDEF";
    return std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
}

}  // namespace

TEST_CASE("code page 437: every byte round-trips as its character or an escape")
{
    std::string_view upper = upper_437;
    for (unsigned byte = 0; byte < 256; ++byte) {
        std::string expected = escaped(byte);
        if (byte >= 0x20 && byte < 0x7F) {
            expected = one(byte);
        } else if (byte >= 0x80 && byte < 0xFF) {
            const std::size_t length = next_utf8(upper).length;
            expected = upper.substr(0, length);
            upper.remove_prefix(length);
        }
        CAPTURE(byte);
        CHECK(encode_text(one(byte)) == expected);
        CHECK(decode_text(expected).value() == one(byte));
        CHECK(decode_text(escaped(byte)).value() == one(byte));
    }
    CHECK(upper.empty());
}

TEST_CASE("code page 1252: every byte round-trips as its character or an escape")
{
    std::string_view upper = upper_1252;
    for (unsigned byte = 0x80; byte < 256; ++byte) {
        std::string expected;
        if (byte < 0xA0) {
            const std::size_t length = next_utf8(upper).length;
            expected = upper[0] == '?' ? escaped(byte) : std::string(upper.substr(0, length));
            upper.remove_prefix(length);
        } else if (byte == 0xA0 || byte == 0xAD) {
            expected = escaped(byte);  // no-break space, soft hyphen
        } else {
            expected = {static_cast<char>(byte < 0xC0 ? 0xC2 : 0xC3), static_cast<char>((byte & 0x3F) | 0x80)};
        }
        CAPTURE(byte);
        CHECK(encode_text(one(byte), CodePage::cp1252) == expected);
        CHECK(decode_text(expected, CodePage::cp1252).value() == one(byte));
    }
    CHECK(upper.empty());
}

TEST_CASE("code page: escapes a backslash only if it would read as an escape")
{
    CHECK(encode_text("fxart\\CRATE.3DC") == "fxart\\CRATE.3DC");
    CHECK(encode_text("a\\xb") == "a\\xb");
    CHECK(encode_text("a\\x41") == "a\\x5Cx41");
    CHECK(encode_text("\\\\x41") == "\\\\x5Cx41");
    CHECK(encode_text("\\\x01") == "\\\\x01");
    for (const std::string_view bytes : {"a\\x41", "\\\\x41", "\\\x01", "\\x4", "\\", "\\x5C", "\\\\\\xFF\\"}) {
        CHECK(decode_text(encode_text(bytes)).value() == bytes);
    }
}

TEST_CASE("code page: escapes accept digits of either case")
{
    CHECK(decode_text("\\xe9\\xE9").value() == "\xE9\xE9");
    CHECK(decode_text("\\xg0").value() == "\\xg0");
}

TEST_CASE("code page: rejects characters that it lacks by number")
{
    const auto euro = decode_text("price: €");
    REQUIRE_FALSE(euro);
    CHECK(euro.error().code == ErrorCode::out_of_range);
    CHECK(euro.error().message == "character U+20AC is not in code page 437");
    CHECK(euro.error().hint == "write a byte of the game's text as \\xHH");
    CHECK(decode_text("€", CodePage::cp1252).value() == "\x80");
    CHECK(decode_text("─", CodePage::cp1252).error().message == "character U+2500 is not in code page 1252");
    CHECK(decode_text("\xF0\x9F\x98\x80").error().message == "character U+1F600 is not in code page 437");
    CHECK(decode_text("a\nb").error().message == "character U+000A is not in code page 437");
    CHECK(decode_text(std::string("\0", 1)).error().message == "character U+0000 is not in code page 437");
}

TEST_CASE("code page: rejects invalid UTF-8")
{
    for (const std::string_view broken :
         {"\x80", "\xC3", "\xC3(", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xE2\x82"}) {
        CHECK(next_utf8(broken).length == 0);
        const auto result = decode_text(broken);
        REQUIRE_FALSE(result);
        CHECK(result.error().message == "text that is not UTF-8");
    }
    CHECK(next_utf8("\xF4\x8F\xBF\xBF").code == 0x10FFFF);
    CHECK(next_utf8("").length == 0);
}

TEST_CASE("UTF-8: converts the first and last character of each length", "[core]")
{
    const auto read = [](std::string_view text) {
        const Utf8 next = next_utf8(text);
        return std::pair(next.length, static_cast<std::uint32_t>(next.code));
    };
    using Read = std::pair<std::size_t, std::uint32_t>;
    CHECK(read(std::string_view("\0x", 2)) == Read(1, 0));
    CHECK(read("\x7Fx") == Read(1, 0x7F));
    CHECK(read("\xC2\x80x") == Read(2, 0x80));
    CHECK(read("\xDF\xBFx") == Read(2, 0x7FF));
    CHECK(read("\xE0\xA0\x80x") == Read(3, 0x800));
    CHECK(read("\xED\x9F\xBFx") == Read(3, 0xD7FF));
    CHECK(read("\xEE\x80\x80x") == Read(3, 0xE000));
    CHECK(read("\xEF\xBF\xBFx") == Read(3, 0xFFFF));
    CHECK(read("\xF0\x90\x80\x80x") == Read(4, 0x10000));
    CHECK(read("\xF4\x8F\xBF\xBFx") == Read(4, 0x10FFFF));
    for (const std::string_view broken : {"\xE0\x9F\xBF", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x90\x80",
                                          "\xE2\x82x", "\xE2x\x82", "\xF0\x90\x80x", "\xBF"}) {
        CHECK(read(broken) == Read(0, 0));
    }
}

TEST_CASE("UTF-8: escapes invisible and private characters", "[core]")
{
    for (const std::string_view seen :
         {"\u00A1", "\u00AC", "\u00AE", "\u200A", "\u2010", "\u2027", "\u2030", "\u205F", "\u2070", "\uD7FF", "\uF900",
          "\uFEFE", "\uFF00", "\uFFEF", "\U00010000", "\U0010FFFF"}) {
        CAPTURE(seen);
        CHECK(encode_text(seen, CodePage::utf8) == seen);
        CHECK(decode_text(seen, CodePage::utf8).value() == seen);
    }
    for (const std::string_view hidden :
         {"\xC2\x80", "\xC2\x9F", "\u00A0", "\u00AD", "\u200B", "\u200F", "\u2028", "\u202F", "\u2060", "\u206F",
          "\uE000", "\uF8FF", "\uFEFF", "\uFFF0", "\uFFFF"}) {
        std::string bytes;
        for (const char each : hidden) {
            bytes += escaped(static_cast<unsigned char>(each));
        }
        CAPTURE(bytes);
        CHECK(encode_text(hidden, CodePage::utf8) == bytes);
        CHECK(decode_text(bytes, CodePage::utf8).value() == hidden);
        CHECK_FALSE(decode_text(hidden, CodePage::utf8));
    }
}

TEST_CASE("code page: system pages with one or two bytes round-trip")
{
    struct Sample {
        CodePage page;
        std::string bytes;
        std::string text;
    };
    const std::vector<Sample> samples{
        {CodePage::cp1251, "\xCC\xE5\xF7 A\xA0", "Меч A\\xA0"},
        {CodePage::cp1250, "\xA3\xF3\x9F \xB9", "Łóź ą"},
        {CodePage::cp932, "\x8C\x95\x83\x5C\x20\xB1", "剣ソ ｱ"},  // the second byte is a backslash in ASCII
        {CodePage::cp936, "\xBD\xA3\x81\x30\x80", "剑\\x810€"},   // two bytes that do not form a character
        {CodePage::cp949, "\xB0\xCB\x81\x41\xFF", "검갂\\xFF"},
        {CodePage::utf8, "\xE5\x89\x91\xC2\xA0\xF0\x9F\x97\xA1\x80", "剑\\xC2\\xA0🗡\\x80"},
    };
    for (const Sample& sample : samples) {
        CAPTURE(page_name(sample.page));
        if (!has_table(sample.page)) {
            WARN("skipped: this system has no table of it");
            continue;
        }
        CHECK(encode_text(sample.bytes, sample.page) == sample.text);
        CHECK(decode_text(sample.text, sample.page).value() == sample.bytes);
        // Every combination of two bytes.
        for (unsigned first = 0; first < 256; ++first) {
            for (unsigned second = 0; second < 256; ++second) {
                const std::string two = one(first) + one(second);
                const auto back = decode_text(encode_text(two, sample.page), sample.page);
                if (!back || *back != two) {
                    FAIL(first << " " << second << " " << encode_text(two, sample.page));
                }
            }
        }
    }
    if (has_table(CodePage::cp1251)) {
        CHECK(decode_text("剑", CodePage::cp1251).error().message == "character U+5251 is not in code page 1251");
    }
}

TEST_CASE("code page: guesses the page from the letters of its languages")
{
    const auto guessed = [](std::vector<std::string> texts) {
        return page_name(guess_page(std::vector<std::string_view>(texts.begin(), texts.end())));
    };
    CHECK(guessed({}) == "1252");
    CHECK(guessed({"Entr\xE9"
                   "e",
                   "Sch\xF6ne Gr\xFC\xDF"
                   "e"}) == "1252");
    CHECK(guessed({"Caf\xE9"}) == "1252");
    CHECK(guessed({"Gr\xF6\xDF"
                   "e"}) == "1252");
    CHECK(guessed({"\x8A \x80\x96"}) == "1252");
    CHECK(guessed({"Entr\xC3\xA9"
                   "e"}) == "UTF-8");
    if (!has_table(CodePage::cp936)) {
        redforge::test::skip("this system has no tables");
        return;
    }
    const auto in = [](CodePage page, std::string_view text) { return decode_text(text, page).value(); };
    CHECK(guessed({in(CodePage::cp1251, "Стальной меч"), in(CodePage::cp1251, "Это очень острый клинок.")}) == "1251");
    CHECK(guessed({in(CodePage::cp1250, "Miecz Łukasza"), in(CodePage::cp1250, "Zażółć gęślą jaźń")}) == "1250");
    CHECK(guessed({in(CodePage::cp936, "钢铁长剑"), in(CodePage::cp936, "这是一把非常锋利的剑。")}) == "936");
    CHECK(guessed({in(CodePage::cp932, "鋼鉄の剣"), in(CodePage::cp932, "これはとても鋭い剣です。")}) == "932");
    CHECK(guessed({in(CodePage::cp949, "강철 검"), in(CodePage::cp949, "아주 날카로운 검이다.")}) == "949");
}

TEST_CASE("code page: guesses the page from a few Czech, Hungarian or Polish words")
{
    if (!has_table(CodePage::cp1250)) {
        redforge::test::skip("this system has no tables");
        return;
    }
    const auto guessed = [](CodePage page, const std::vector<std::string>& texts) {
        std::vector<std::string> bytes;
        for (const std::string& text : texts) {
            bytes.push_back(decode_text(text, page).value());
        }
        return page_name(guess_page(std::vector<std::string_view>(bytes.begin(), bytes.end())));
    };
    CHECK(guessed(CodePage::cp1250, {"Železný meč", "Stříbrná dýka", "Lektvar léčení"}) == "1250");
    CHECK(guessed(CodePage::cp1250, {"Erős gyógyító ital", "Tűz köpeny"}) == "1250");
    CHECK(guessed(CodePage::cp1250, {"Żelazny miecz", "Łuk myśliwski"}) == "1250");
    CHECK(guessed(CodePage::cp1252, {"Épée rouillée", "Forêt brûlée", "Où ça ?"}) == "1252");
    CHECK(guessed(CodePage::cp1252, {"¿Quién está ahí?", "Espada de acero de Íñigo"}) == "1252");
    CHECK(guessed(CodePage::cp1252, {"Smørbrød", "Blåbær"}) == "1252");
    CHECK(guessed(CodePage::cp1252, {"Perché no?", "Così è più facile"}) == "1252");
    CHECK(guessed(CodePage::cp1252, {"Größe", "Fußknöchelschützer"}) == "1252");
    CHECK(guessed(CodePage::cp1252, {"€ƒŠ"}) == "1252");  // 1250 has the same letter
}

TEST_CASE("code page: the language in a file name determines the page")
{
    using namespace std::string_view_literals;
    const std::vector<std::string_view> bytes{"\xE1"};
    const std::vector<std::string_view> utf8{"\xC3\xA1"};
    CHECK(page_of_language("Czech", bytes) == CodePage::cp1250);
    CHECK(page_of_language("russian", bytes) == CodePage::cp1251);
    CHECK(page_of_language("english", bytes) == CodePage::cp1252);
    CHECK(page_of_language("polish", utf8) == CodePage::utf8);
    CHECK(page_of_language("Klingon", bytes) == std::nullopt);
}
