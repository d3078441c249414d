// User notations: numbers, degrees, yes and no, names of images, and fractions of 256ths.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/path/notation.hpp"
#include "edit/path/path.hpp"
#include "rgm/fixed.hpp"

using namespace redforge;
using namespace redforge::edit;

TEST_CASE("notation: a number is finite and has no other characters", "[edit]")
{
    CHECK(as_number("1.5") == 1.5);
    CHECK(as_number("-2") == -2.0);
    CHECK(as_number("1e3") == 1000.0);
    for (const std::string_view other : {"", "nan", "inf", "-inf", "1 ", " 1", "0x10", "1,5", "1e999", "+1"}) {
        CAPTURE(other);
        CHECK_FALSE(as_number(other));
    }
    CHECK(number_of_degrees("90deg") == "90");
    CHECK(number_of_degrees("90 degrees") == "90");
    CHECK(number_of_degrees("1 degree") == "1");
    CHECK(number_of_degrees("45\xC2\xB0") == "45");
    CHECK(number_of_degrees("deg") == "");
    CHECK_FALSE(number_of_degrees("90"));
    CHECK_FALSE(number_of_degrees("90 rad"));
}

TEST_CASE("notation: degrees are 2048ths of a turn, and yes and no are 1 and 0", "[edit]")
{
    Document map(*find_format("map"), find_format("map")->make_new(true));
    const auto plain = [&](const std::string& path, std::string_view text) {
        const auto matches = resolve(map.root(), path);
        REQUIRE(matches);
        return plain_number(*matches->at(0).field.entry, text).value_or("none");
    };
    CHECK(plain("objects[0].angle.y", "90deg") == "512");
    CHECK(plain("objects[0].angle.y", "-90deg") == "-512");
    CHECK(plain("objects[0].angle.y", "360deg") == "2048");
    CHECK(plain("objects[0].angle.y", "0.1deg") == "1");
    CHECK(plain("objects[0].angle.y", "90") == "none");
    CHECK(plain("objects[0].angle.y", "xdeg") == "none");
    CHECK(plain("objects[0].angle.y", "2e9deg") == "none");
    CHECK(plain("objects[0].angle.y", "yes") == "none");
    for (const auto& [text, number] : std::vector<std::pair<std::string, std::string>>{{"true", "1"},
                                                                                       {"YES", "1"},
                                                                                       {"False", "0"},
                                                                                       {"no", "0"},
                                                                                       {"on", "none"},
                                                                                       {"1", "none"},
                                                                                       {"90deg", "none"}}) {
        CAPTURE(text);
        CHECK(plain("objects[0].is_active", text) == number);
    }
    CHECK(plain("objects[0].id", "90deg") == "none");
}

TEST_CASE("notation: an image is its bank and number", "[edit]")
{
    using Numbers = std::array<std::string, 2>;
    CHECK(texture_numbers("D02044") == Numbers{"302", "44"});
    CHECK(texture_numbers("302:44") == Numbers{"302", "44"});
    CHECK(texture_numbers("12345:0") == Numbers{"12345", "0"});
    for (const std::string_view other :
         {"302:", ":44", "302", "123456:1", "1:123456", "a:1", "1:a", "1:2:3", "-1:2", ""}) {
        CAPTURE(other);
        CHECK_FALSE(texture_numbers(other));
    }
}

TEST_CASE("notation: a coordinate is a number of 256ths, exact both ways", "[rgm]")
{
    using rgm::Fixed8;
    const FieldInfo info;
    for (const auto& [raw, text] : std::vector<std::pair<std::int32_t, std::string>>{{0, "0"},
                                                                                     {256, "1"},
                                                                                     {-256, "-1"},
                                                                                     {1, "0.00390625"},
                                                                                     {-1, "-0.00390625"},
                                                                                     {128, "0.5"},
                                                                                     {25, "0.09765625"},
                                                                                     {-51328, "-200.5"},
                                                                                     {2147483647, "8388607.99609375"},
                                                                                     {-2147483647 - 1, "-8388608"}}) {
        CAPTURE(text);
        std::string shown;
        Leaf<Fixed8>::append(shown, Fixed8::of_raw(raw));
        CHECK(shown == text);
        Fixed8 value;
        std::string expected;
        REQUIRE(Leaf<Fixed8>::parse(text, value, info, expected));
        CHECK(value.raw == raw);
        REQUIRE(
            Leaf<Fixed8>::parse(text + (text.find('.') == std::string::npos ? ".0" : "000"), value, info, expected));
        CHECK(value.raw == raw);
    }
    const auto error_text = [&](std::string_view text) {
        Fixed8 value = 7;
        std::string expected;
        CHECK_FALSE(Leaf<Fixed8>::parse(text, value, info, expected));
        CHECK(value.raw == 7 * 256);
        return expected;
    };
    for (const std::string_view other : {"", "-", ".", "1.", ".5", "-.5", "1.x", "x", "+1", "1e3", "--1", "1.2.3",
                                         "8388608", "-8388609", "8388607.9961", "-8388608.1", "99999999999999999999"}) {
        CAPTURE(other);
        CHECK(error_text(other) == "a number from -8388608 to 8388607.99609375 in steps of 1/256");
    }
    CHECK(error_text("0.3") == "a multiple of 1/256: the nearest are 0.296875 and 0.30078125");
    CHECK(error_text("-0.3") == "a multiple of 1/256: the nearest are -0.30078125 and -0.296875");
    CHECK(error_text("0.001") == "a multiple of 1/256: the nearest are 0 and 0.00390625");
    CHECK(error_text("1.003906251") == "a multiple of 1/256: the nearest are 1.00390625 and 1.0078125");
    CHECK(error_text("0.5000000001") == "a multiple of 1/256: the nearest are 0.5 and 0.50390625");
}
