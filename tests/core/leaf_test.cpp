// Values as text: limits of every type, rejected values beyond them, floats, lists, hexadecimal.
#include <catch2/catch.hpp>

#include <bit>

#include "core/bytes/hex.hpp"
#include "core/record/leaf.hpp"
#include "support/map_file.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

template <class T>
std::string text_of(const T& value)
{
    std::string out;
    Leaf<T>::append(out, value);
    return out;
}

/// Returns the error message for `text`, or an empty text if it is valid.
template <class T>
std::string error_text(std::string_view text, const FieldInfo& info = {})
{
    T value{};
    std::string expected;
    return Leaf<T>::parse(text, value, info, expected) ? "" : expected;
}

template <class T>
T parsed(std::string_view text)
{
    T value{};
    std::string expected;
    if (!Leaf<T>::parse(text, value, {}, expected)) {
        FAIL(text << ": " << expected);
    }
    return value;
}

template <class T>
void check_limits(std::string_view min, std::string_view max, std::string_view below, std::string_view above)
{
    const std::string words = "a whole number from " + std::string(min) + " to " + std::string(max);
    CHECK(text_of(parsed<T>(min)) == min);
    CHECK(text_of(parsed<T>(max)) == max);
    CHECK(error_text<T>(below) == words);
    CHECK(error_text<T>(above) == words);
}

}  // namespace

TEST_CASE("integers: accepts both limits; rejects other values with the range")
{
    check_limits<std::uint8_t>("0", "255", "-1", "256");
    check_limits<std::int8_t>("-128", "127", "-129", "128");
    check_limits<std::uint16_t>("0", "65535", "-1", "65536");
    check_limits<std::int16_t>("-32768", "32767", "-32769", "32768");
    check_limits<std::uint32_t>("0", "4294967295", "-1", "4294967296");
    check_limits<std::int32_t>("-2147483648", "2147483647", "-2147483649", "2147483648");
    check_limits<I24>("-8388608", "8388607", "-8388609", "8388608");
    check_limits<U24>("0", "16777215", "-1", "16777216");
}

TEST_CASE("integers: rejecting a text keeps the value")
{
    const auto left = []<class T>(T value) {
        std::string expected;
        CHECK_FALSE(Leaf<T>::parse("no number", value, {}, expected));
        return std::int64_t{value};
    };
    CHECK(left(std::uint8_t{5}) == 5);
    CHECK(left(std::int32_t{-6}) == -6);
    CHECK(left(I24(-7)) == -7);
    CHECK(left(U24(8)) == 8);
}

TEST_CASE("integers: accept digits and a minus only")
{
    for (const std::string_view bad :
         {"", " 1", "1 ", "+1", "1.0", "0x10", "1e3", "--1", "one", "１", "99999999999999999999"}) {
        CAPTURE(bad);
        CHECK(error_text<std::int16_t>(bad) == "a whole number from -32768 to 32767");
    }
    CHECK(parsed<std::int16_t>("007") == 7);
}

TEST_CASE("integers: the range of a field narrows that of its type")
{
    FieldInfo info;
    info.min = 0;
    info.max = 127;
    CHECK(error_text<std::uint8_t>("127", info).empty());
    CHECK(error_text<std::uint8_t>("128", info) == "a whole number from 0 to 127");
    CHECK(error_text<I24>("-1", info) == "a whole number from 0 to 127");
}

TEST_CASE("names: can fill the field; the text shows bytes after the NUL")
{
    CHECK(text_of(FixedText<4>("AB")) == "AB");
    CHECK(text_of(FixedText<4>(std::string_view("A\0B", 3))) == "A\\x00B");
    CHECK(parsed<FixedText<4>>("A\\x00B").bytes == std::array<char, 4>{'A', '\0', 'B', '\0'});
    CHECK(parsed<FixedText<4>>("A\\x00B").view() == "A");
    CHECK(error_text<FixedText<4>>("ABCD").empty());
    CHECK(error_text<FixedText<4>>("ABCDE") == "at most 4 characters, found 5");
    CHECK(error_text<FixedText<4>>("éééé").empty());  // four bytes in the game, eight in UTF-8
    CHECK(error_text<FixedText<4>>("€") ==
          "the game's text, but character U+20AC is not in code page 437; write a byte of the game's text as \\xHH");
}

TEST_CASE("text: choices are whole words")
{
    FieldInfo info;
    info.choices = "set add remove";
    CHECK(error_text<Text>("add", info).empty());
    CHECK(error_text<Text>("ad", info) == "one of: set add remove");
    CHECK(error_text<Text>("", info) == "one of: set add remove");
    CHECK(error_text<Text>("set add", info) == "one of: set add remove");
}

TEST_CASE("lists: numbers are separated by spaces, and an invalid one is reported")
{
    using Three = std::array<std::uint8_t, 3>;
    CHECK(text_of(Three{1, 2, 255}) == "1 2 255");
    CHECK(parsed<Three>("1  2 255 ") == Three{1, 2, 255});
    CHECK(error_text<Three>("1 2") == "3 numbers, each a whole number from 0 to 255; number 3 is not");
    CHECK(error_text<Three>("1 256 3") == "3 numbers, each a whole number from 0 to 255; number 2 is not");
    CHECK(error_text<Three>("1 2 3 4") == "3 numbers, found more");

    using List = std::vector<std::int32_t>;
    CHECK(text_of(List{}).empty());
    CHECK(parsed<List>("").empty());
    CHECK(parsed<List>("5 -6") == List{5, -6});
    CHECK(error_text<List>("5 -6 x") == "a whole number from -2147483648 to 2147483647 at place 3");
}

TEST_CASE("derived values: have no text unless stored")
{
    CHECK(text_of(Derived<std::uint32_t>{}).empty());
    CHECK(text_of(Derived<std::uint32_t>{0U}) == "0");
    CHECK(parsed<Derived<std::uint32_t>>("7").stored == 7U);
    CHECK(error_text<Derived<std::uint32_t>>("") == "a whole number from 0 to 4294967295");
}

TEST_CASE("floats: print the shortest text that reads back, NaN by its bits")
{
    const std::pair<float, std::string_view> cases[] = {
        {0.1F, "0.1"},    {-0.0F, "-0"}, {1.5F, "1.5"}, {16777216.F, "16777216"}, {3.4028235e38F, "3.4028235e+38"},
        {1e-45F, "1e-45"}};
    for (const auto& [value, text] : cases) {
        CHECK(text_of(value) == text);
        CHECK(std::bit_cast<std::uint32_t>(parsed<float>(text)) == std::bit_cast<std::uint32_t>(value));
    }
    const float odd = std::bit_cast<float>(0xFFC01234U);
    CHECK(text_of(odd) == "nan:ffc01234");
    CHECK(std::bit_cast<std::uint32_t>(parsed<float>("nan:ffc01234")) == 0xFFC01234U);
    CHECK(text_of(std::numeric_limits<float>::infinity()) == "INF");
    CHECK(parsed<float>("-INF") == -std::numeric_limits<float>::infinity());
    for (const std::string_view bad : {"", "nan", "inf", "nan:3f800000", "nan:ffc0123", "1,5", "1e39", "0x1", " 1"}) {
        CAPTURE(bad);
        CHECK(error_text<float>(bad) == "a number such as 1.5 or -2e10, or nan: and eight hexadecimal digits");
    }
}

TEST_CASE("doubles: print the shortest text that reads back, NaN by its 16 digits")
{
    CHECK(text_of(0.1) == "0.1");
    CHECK(parsed<double>("0.30000000000000004") == 0.1 + 0.2);
    const double odd = std::bit_cast<double>(0x7FF8000000001234U);
    CHECK(text_of(odd) == "nan:7ff8000000001234");
    CHECK(std::bit_cast<std::uint64_t>(parsed<double>("nan:7ff8000000001234")) == 0x7FF8000000001234U);
    CHECK(error_text<double>("nan:ffc01234") ==
          "a number such as 1.5 or -2e10, or nan: and sixteen hexadecimal digits");
}

TEST_CASE("hexadecimal: pairs of either case, with white space between pairs only")
{
    std::string out;
    append_hex(out, hex("00 7f ff a5"));
    CHECK(out == "007fffa5");
    Bytes bytes;
    CHECK(parse_hex(" 00\n7F\tff\r\na5 ", bytes));
    CHECK(bytes == hex("007fffa5"));
    CHECK(parse_hex("", bytes));
    CHECK(bytes.size() == 4);
    for (const std::string_view bad : {"0", "0 0", "0g", "g0", "00 1", "0x00", "00,11"}) {
        Bytes none;
        CAPTURE(bad);
        CHECK_FALSE(parse_hex(bad, none));
    }
    CHECK(error_text<Bytes>("0") == "pairs of hexadecimal digits");
}
