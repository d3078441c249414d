// Compiled scripts as statements: what they look like, and that all bytes come back.
#include <catch2/catch.hpp>

#include "core/hex.hpp"
#include "obscript/code_text.hpp"
#include "support/random.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::obscript;
using namespace redforge::tes::test;

namespace {

Bytes bytes_of(std::string_view statements)
{
    const Result<Bytes> bytes = from_statements(statements, CodePage::cp1252);
    INFO((bytes ? "" : describe(bytes.error())));
    REQUIRE(bytes);
    return *bytes;
}

void check(std::string_view hex, std::string_view statements)
{
    Bytes code;
    REQUIRE(parse_hex(hex, code));
    CHECK(to_statements(code, true, CodePage::cp1252) == statements);
    CHECK(bytes_of(statements) == code);
}

}  // namespace

TEST_CASE("statements look like the script that they were compiled from", "[obscript]")
{
    CHECK(to_statements(small_code(), true, CodePage::cp1252) == "ScriptName\nBegin GameMode\n  set i1 to 1\nEnd");
    check("1d000000", "ScriptName");
    check("10000600 0000 04000000 1e000000", "Begin GameMode\n  return");  // no End: it goes to the end of the code
    // From the format's own description: MyNPCRef.ModDisposition Player 60.
    check("1c000100 53100a00 0200 720200 6e3c000000", "r1.ModDisposition(r2, 60)");
    // If a == 1 && b < -2, Else, EndIf.
    check("16001a00 0200 1600 20730100 2031 203d3d 20660200 2032 207e 203c 202626 "
          "1e000000 1e000000 17000200 0000 19000000",
          "if i1 == 1 && f2 < -2\n  return\n  return\nelse\nendif");
    check("10000800 0200 04000000 0000 11000000", "Begin OnActivate()\nEnd");
    check("0710 0c00 0200 58 7a0000000000002440", "SetPos(X, 10.0)");
    check("00100c00 0100 0400 48692022 0000 0000", "MessageBox(\"Hi \\x22\")");
}

TEST_CASE("numbers that follow from other statements are told only where they differ", "[obscript]")
{
    check("16000700 0500 0300 2031 00 19000000", "if {203100} jump=5\nendif");
    check("17000200 0900 19000000", "else jump=9\nendif");
    check("10000600 0000 09000000 11000000", "Begin GameMode length=9\nEnd");
}

TEST_CASE("statements of OBSE", "[obscript]")
{
    check("65170c00 01 0b00 5601 0000 0200 4205 00", "Let(i2 := 5)");
    check("65170c00 01 0b00 4205 5601 0000 0200 00", "Let(5 := i2)");
    check("6b171000 14000000 01 0b00 5601 0000 0200 4205 07", "while(i2 < 5)");
    check("65171400 03 0b00 5601 0000 0200 4205 00 0400 4207 0400 4208", "Let(i2 := 5, 7, 8)");
}

TEST_CASE("unknown commands and broken statements are bytes in braces", "[obscript]")
{
    check("fe2f0200 abcd 1d", "op2FFE{abcd}\n{1d}");
    check("fe2f0000", "op2FFE");
    check("", "");
    CHECK(to_statements(bytes_of("op1002{00}"), false, CodePage::cp1252) == "op1002{00}");
}

TEST_CASE("a line that is no statement is refused with its place", "[obscript]")
{
    const auto refused = [](std::string_view text) {
        const Result<Bytes> bytes = from_statements(text, CodePage::cp1252);
        REQUIRE_FALSE(bytes);
        return describe(bytes.error());
    };
    CHECK(refused("ScriptName\nBegin Nowhere") ==
          "line 2:14: the line ends too early; expected the type of a block, such as GameMode");
    CHECK(refused("AddItem(r1, 2, 3)") == "line 1:15: \" 3)\"; expected at most 2 parameters");
    CHECK(refused("NoSuchThing(1)") == "line 1:1: \"NoSuchThing(1)\"; expected a command");
    CHECK(refused("set i1 to 1 +") == "line 1:14: the line ends too early; expected a command");
}

TEST_CASE("every code comes back from its statements", "[obscript]")
{
    redforge::test::Random random(5);
    for (int i = 0; i < 4000; ++i) {
        // Whole statements of known commands with any payload, or small changes of a real one.
        Bytes code;
        if (random.once_in(2)) {
            code = small_code();
            for (std::size_t n = 1 + random.below(4); n > 0; --n) {
                code[random.below(code.size())] = static_cast<std::byte>(random.bits());
            }
        } else {
            for (std::size_t n = random.below(5); n > 0; --n) {
                const Bytes payload = random.bytes(20);
                static constexpr std::uint16_t ops[] = {0x10,   0x11,   0x15,   0x16,   0x17,   0x18,   0x19,   0x1C,
                                                        0x1000, 0x1002, 0x1059, 0x1765, 0x176B, 0x176C, 0x1883, 0x2000};
                append_le(code, random.pick(ops));
                append_le(code, static_cast<std::uint16_t>(payload.size()));
                append(code, payload);
            }
            append(code, random.bytes(3));
        }
        const std::string text = to_statements(code, true, CodePage::cp1252);
        INFO(text);
        REQUIRE(bytes_of(text) == code);
    }
}
