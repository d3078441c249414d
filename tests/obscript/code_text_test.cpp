// Compiled scripts as statements: their text, and the round trip of all bytes.
#include <catch2/catch.hpp>

#include "core/bytes/hex.hpp"
#include "obscript/code_text.hpp"
#include "support/make_bytes.hpp"
#include "support/random.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::obscript;
using namespace redforge::tes::test;
using redforge::test::make_bytes;

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

TEST_CASE("code text: statements are similar to their source", "[obscript]")
{
    CHECK(to_statements(small_code(), true, CodePage::cp1252) == "ScriptName\nBegin GameMode\n  set i1 to 1\nEnd");
    check("1d000000", "ScriptName");
    check("10000600 0000 04000000 1e000000",
          "Begin GameMode\n  return");  // without End, it extends to the end of the code
    // Example of the format description: MyNPCRef.ModDisposition Player 60.
    check("1c000100 53100a00 0200 720200 6e3c000000", "r1.ModDisposition(r2, 60)");
    // If a == 1 && b < -2, Else, EndIf.
    check("16001a00 0200 1600 20730100 2031 203d3d 20660200 2032 207e 203c 202626 "
          "1e000000 1e000000 17000200 0000 19000000",
          "if i1 == 1 && f2 < -2\n  return\n  return\nelse\nendif");
    check("10000800 0200 04000000 0000 11000000", "Begin OnActivate()\nEnd");
    check("0710 0c00 0200 58 7a0000000000002440", "SetPos(X, 10.0)");
    check("00100c00 0100 0400 48692022 0000 0000", "MessageBox(\"Hi \\x22\")");
}

TEST_CASE("code text: prints computable numbers only if they differ", "[obscript]")
{
    check("16000700 0500 0300 2031 00 19000000", "if {203100} jump=5\nendif");
    check("17000200 0900 19000000", "else jump=9\nendif");
    check("10000600 0000 09000000 11000000", "Begin GameMode length=9\nEnd");
}

TEST_CASE("code text: prints OBSE statements", "[obscript]")
{
    check("65170c00 01 0b00 5601 0000 0200 4205 00", "Let(i2 := 5)");
    check("65170c00 01 0b00 4205 5601 0000 0200 00", "Let(5 := i2)");
    check("6b171000 14000000 01 0b00 5601 0000 0200 4205 07", "while(i2 < 5)");
    check("65171400 03 0b00 5601 0000 0200 4205 00 0400 4207 0400 4208", "Let(i2 := 5, 7, 8)");
}

TEST_CASE("code text: prints the arguments of each block type", "[obscript]")
{
    check("10001800 0700 04000000 01 05 010000 020001 030002 040003 050004 00 11000000",
          "Begin Function(f1, i2, s3, a4, v5)\nEnd");
    check("10001000 0700 04000000 01 01 010000 02 0400 2c01 11000000", "Begin Function(f1; a4, a300)\nEnd");
    check("10000900 0700 04000000 01 00 00 11000000", "Begin Function()\nEnd");
    check("10001400 0200 04000000 feff 01 0b00 56010000 0200 4201 0e 11000000", "Begin _OnActivate(i2 + 1)\nEnd");
    check("10000d00 0100 04000000 0100 6eea030000 11000000", "Begin MenuMode(1002)\nEnd");
    check("10000d00 0d00 04000000 0200 0200 720200 11000000", "Begin OnAlarm(Trespass, r2)\nEnd");
    check("10000600 2800 04000000 11000000", "Begin #40\nEnd");
    check("10000700 2800 04000000 01 11000000", "Begin #40{01}\nEnd");
    // Layouts that contradict the type: a first byte other than 1, an unknown type of variable, extra bytes.
    check("10000900 0700 04000000 020000 11000000", "Begin Function{020000}\nEnd");
    check("10000c00 0700 04000000 010101000500 11000000", "Begin Function{010101000500}\nEnd");
    check("10000a00 0000 04000000 feff0000 11000000", "Begin GameMode{feff0000}\nEnd");
}

TEST_CASE("code text: prints the arguments of each command", "[obscript]")
{
    check("1c000100 0f100900 0200 0800 6efbffffff", "r1.SetActorValue(Health, -5)");
    check("1c000100 10100700 0200 c800 730300", "r1.ModActorValue(#200, i3)");
    check("09100c00 0200 5a 7a000000000000f8bf", "SetAngle(Z, -1.5)");
    check("07100900 0200 59 720200 660300", "SetPos(Y, r2.f3)");
    check("07100300 0100 58", "SetPos(X)");
    check("13100900 0200 2a00 6e01000000", "PlayGroup(JumpLand, 1)");
    check("02100800 0200 720700 470200", "AddItem(r7, g2)");
    check("59101700 0100 010061 0300 730100 720200660300 470400 0a000000", "Message(\"a\", i1, r2.f3, g4, 10)");
    check("00101c00 0100 010061 0200 730100 660200 0200 0100 0300596573 0100 02004e6f",
          "MessageBox(\"a\", i1, f2, \"Yes\", \"No\")");
    check("00100900 0100 010061 0000 0000", "MessageBox(\"a\")");
    check("83180700 01 0500 520100 00", "Call(r1)");
    check("83181100 01 0500 520100 02 0400 4201 0600 5301 0078", "Call(r1, 1, \"x\")");
    check("02101300 ffff 02 0500 520100 0b00 56010000 0100 4201 0e", "_AddItem(r1, i1 + 1)");
    check("1c000100 02100800 ffff 01 0500 520100", "r1._AddItem(r1)");
    check("0c100200 0000", "GetSecondsPassed()");
    check("6c170100 05", "loop{05}");
}

TEST_CASE("code text: prints a call with an unexpected payload as bytes in braces", "[obscript]")
{
    check("02100700 0200 7207004702", "AddItem{02007207004702}");               // ends too early
    check("02100a00 0300 72070047020000 00", "AddItem{03007207004702000000}");  // has too many
    check("02100600 0100 720700 00", "AddItem{010072070000}");                  // extra byte
    check("02100500 0100 470700", "AddItem{0100470700}");                       // not a reference
    check("07100c00 0200 57 7a0000000000002440", "SetPos{0200577a0000000000002440}");
    check("07100c00 0200 5b 7a0000000000002440", "SetPos{02005b7a0000000000002440}");
    check("83180700 02 0500 520100 00", "Call{02050052010000}");
    check("83180900 01 0500 520100 00 0000", "Call{010500520100000000}");
    check("00100b00 0200 010061 0000 0000 0000", "MessageBox{0200010061000000000000}");
    check("00100c00 0100 010061 0000 0100 0200 00", "MessageBox{010001006100000100020000}");
    check("59100d00 0100 010061 0100 5a0100 000000", "Message{010001006101005a0100000000}");
    check("65170500 01 0100 4201", "Let{0101004201}");
    check("65170b00 01 0a00 5605000001004201", "Let({5605000001004201})");
    check("65170600 01 0500 420126", "Let({420126})");
    check("65170c00 01 0b00 5a000000000000f87f", "Let({5a000000000000f87f})");  // NaN has no text as a number
    check("15000800 730100 0300 203120", "set i1 to {203120}");
    check("15000700 530100 0200 2031", "op0015{53010002002031}");
    check("11000100 00", "op0011{00}");
}

TEST_CASE("code text: game expressions have brackets where precedence needs them", "[obscript]")
{
    check("16003300 0000 2f00 20730100 2032 202b 20660300 207e 202a 20470400 203d3d 205a0200 207c7c 20720300730400 "
          "20302e35 "
          "20213d 202626",
          "if (i1 + 2) * -f3 == g4 || r2 && r3.i4 != 0.5");
    check("16002400 0000 2000 20730100 20730200 20730300 202d 202d 20660100 2031 202b 207e 2032 202f 202d",
          "if i1 - (i2 - i3) - -(f1 + 1) / 2");
    check("16002400 0000 2000 20720100580e1004000100 0800 203130 203e3d 20580c100000 2031 203c 202626",
          "if r1.GetActorValue(Health) >= 10 && GetSecondsPassed < 1");
    check("18002100 0000 1d00 20730100 2032 2025 2033 2034 202f 2031 2032 202a 202d 203c3d 2031 203e",
          "elseif i1 % 2 <= 3 / 4 - 1 * 2 > 1");
    check("15000c00 720200730300 0400 20312032", "set r2.i3 to [1 2]");  // two values, no operator
    check("15000900 660100 0400 207e2031", "set f1 to [~ 1]");
    check("15000600 660100 0100 00", "set f1 to {00}");
    check("15000c00 720100730200 0400 205a0300", "set r1.i2 to r3");
    check("15001200 470100 0d00 20470200 20720300660400 202b", "set g1 to g2 + r3.f4");
}

TEST_CASE("code text: OBSE expressions have brackets where precedence needs them", "[obscript]")
{
    check("65171c00 01 1b00 5601000001 00 5601000002 00 4203 4202 4201 0f 0f 4204 0f 00 00",
          "Let(i1 := i2 := 3 - (2 - 1) - 4)");
    check("65171f00 01 1e00 560300000100 53010078 18 4202 18 560100000200 14 4202 13 4203 13 00",
          "Let(a1[\"x\"][2] := -i2 ^ 2 ^ 3)");
    check(
        "65172f00 01 2e00 560300000100 560100000100 4201 0e 18 560400000300 15 4204 21 560200000500 1b 560300000600 22 "
        "0b 0a 02 00",
        "Let(a1[i1 + 1] := !v3 && #4 | $s5 & *a6)");
    check("65171800 01 1700 560000000100 4201 4202 0c 4203 0d 4204 4205 0b 0a 1d", "Let(f1 *= 1 << 2 >> 3 | 4 & 5)");
    check("65171b00 01 1a00 560000000100 4201 4202 04 4201 4203 05 4202 4201 06 02 01 1f",
          "Let(f1 ^= 1 == 2 || 1 != 3 && 2 > 1)");
    check("65171e00 01 1d00 560000000100 4201 4202 08 4202 4203 09 02 4202 4203 07 4204 04 02 00",
          "Let(f1 := 1 >= 2 && 2 <= 3 && 2 < 3 == 4)");
    check("65171400 01 1300 560300000100 560000000100 4203 23 25 00", "Let(a1 := &f1 -> 3)");
    check("65171c00 01 1b00 560000000100 560000000200 4203 00 4201 4202 01 4203 10 0e 00",
          "Let(f1 := (f2 := 3) + (1 || 2) * 3)");
    check("65171a00 01 1900 560000000100 560000000200 560000000300 00 4205 1c 00", "Let(f1 := (f2 := f3) += 5)");
    check("65171200 01 1100 560000000100 560000000200 15 14 00", "Let(f1 := -!f2)");
    check("65171200 01 1100 560000000100 560000000200 14 15 00", "Let(f1 := !(-f2))");
    check("65171a00 01 1900 560300000100 560300000200 560300000300 0e 4201 18 00", "Let(a1 := (a2 + a3)[1])");
    check("65171700 01 1600 560300000100 4201 4202 03 18 53010078 4202 24 00", "Let(a1[1 : 2] := \"x\" :: 2)");
    check("6d171400 1c000000 01 0f00 560300000100 560300000200 1a 6c170000", "foreach(a1 <- a2)\nloop");
    // Not a tree, so the items are printed in order.
    check("65170700 01 0600 4201 4202", "Let([1 2])");
    check("65170a00 01 0900 560000000100 00", "Let([f1 @0])");
    check("65170400 01 0300 41", "Let({41})");
    check("65170900 01 0800 4cff000100 0e", "Let([65791 @14])");
}

TEST_CASE("code text: OBSE values keep the size of their numbers and their owner", "[obscript]")
{
    check("65173100 01 3000 560000000100 4c70110100 492c01 0e 490500 0e 4c06000000 0e 5a000000000000e03f 0e "
          "5a000000000000e0bf 0e 00",
          "Let(f1 := 70000 + 300 + I:5 + L:6 + 0.5 + Z:-0.5)");
    check("65170900 01 0800 4cffff0000 14", "Let(-L:65535)");
    check("65170900 01 0800 4c00000100 14", "Let(-65536)");
    check("65170700 01 0600 49ff00 14", "Let(-I:255)");
    check("65170700 01 0600 490001 14", "Let(-256)");
    check("65171800 01 1700 560000000100 560002000300 470400 10 520500 0f 1c", "Let(f1 += r2.f3 * g4 - r5)");
    check("65172600 01 2500 560000000100 5800000110 0700 0100720100 580200011007000100720300 11 4202 12 20",
          "Let(f1 -= GetDistance(r1) / r2.GetDistance(r3) % 2)");
    check("65172400 03 1900 580100 0e10 0600 01000800 5801000e100600010063 00 06 0500 520200 0500 470300",
          "Let(r1.GetActorValue(Health) > r1.GetActorValue(#99), r2, g3)");
}

TEST_CASE("code text: computes statement counts from blocks, conditions and loops", "[obscript]")
{
    check("16000800 0300 0400 20730100 16000800 0000 0400 20730200 17000200 0000 19000000 18000800 0100 0400 20730300 "
          "1e000000",
          "if i1\n  if i2\n  else\n  endif\nelseif i3\n  return");
    check("6b170900 22000000 01 0400 4201 6b170900 1e000000 01 0400 4202 6c170000 6c170000",
          "while(1)\n  while(2)\n  loop\nloop");
    check("6b170900 0d000000 01 0400 4201", "while(1)");  // without loop, it extends to the end of the code
    check("6b171500 03000000 02 0800 560100000100 0800 560100000200", "while(i1, i2) behind=3");
    // A block without End extends to the end of the code, whatever follows.
    check("10000600 0000 12000000 10000600 1500 04000000 11000000 1e000000",
          "Begin GameMode\n  Begin OnLoad\n  End\n  return");
    check("10000600 0100 2c010000 11000000", "Begin MenuMode length=300\nEnd");
    check("19000000 11000000 6c170000", "endif\nEnd\nloop");
}

TEST_CASE("code text: prints unknown commands and broken statements as bytes in braces", "[obscript]")
{
    check("fe2f0200 abcd 1d", "op2FFE{abcd}\n{1d}");
    check("fe2f0000", "op2FFE");
    check("", "");
    CHECK(to_statements(bytes_of("op1002{00}"), false, CodePage::cp1252) == "op1002{00}");
}

TEST_CASE("code text: ignores comments, blank lines, spaces and case", "[obscript]")
{
    CHECK(bytes_of("; one\n\n \t\r\n  SCRIPTNAME ; two\r\n\t{1D 00}") == make_bytes({0x1D, 0, 0, 0, 0x1D, 0}));
    CHECK(bytes_of("set i1 to ( 1+2 )*i3") == bytes_of("set i1 to (1 + 2) * i3"));
    CHECK(bytes_of("LET( i2:=5 )") == bytes_of("Let(i2 := 5)"));
    CHECK(bytes_of("Let(i1 := (i2 := 3))") == bytes_of("Let(i1 := i2 := 3)"));
}

TEST_CASE("code text: limits are 65535 bytes for texts and calls, 255 for OBSE lists", "[obscript]")
{
    const auto of_size = [](std::size_t size) { return "op1002{" + std::string(2 * size, '0') + "}"; };
    CHECK(bytes_of(of_size(65535)).size() == 65539);
    const auto error_text = [](const std::string& text) {
        const Result<Bytes> bytes = from_statements(text, CodePage::cp1252);
        REQUIRE_FALSE(bytes);
        return bytes.error().hint;
    };
    CHECK(error_text(of_size(65536)) == "expected a statement of at most 65535 bytes");
    CHECK(bytes_of("set i1 to {" + std::string(std::size_t{2} * 65530, '0') + "}").size() == 65539);
    CHECK(error_text("set i1 to {" + std::string(std::size_t{2} * 65536, '0') + "}") ==
          "expected a shorter expression");
    CHECK(error_text("Message(\"" + std::string(65536, 'a') + "\", 1)") == "expected at most 65535 bytes of text");
    const auto many = [](std::string_view each, std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) {
            all += i == 0 ? "" : ", ";
            all += each;
        }
        return all;
    };
    CHECK(bytes_of("Let(" + many("1", 255) + ")").size() == 4 + 1 + 255 * 4);
    CHECK(error_text("Let(" + many("1", 256) + ")") == "expected at most 255 parameters");
    CHECK(bytes_of("Begin Function(" + many("f1", 255) + ")").size() == 4 + 6 + 3 + 255 * 3);
    CHECK(error_text("Begin Function(" + many("f1", 256) + ")") == "expected at most 255 variables");
    CHECK(error_text("Begin Function(; " + many("a1", 256) + ")") == "expected at most 255 variables");
    CHECK(error_text("Begin Function(; " + many("a1", 255) + ") x") == "expected the end of the line");
    const auto brackets = [](std::size_t count, std::string_view value) {
        return std::string(count, '(') + std::string(value) + std::string(count, ')');
    };
    CHECK(bytes_of("if " + brackets(399, "i1")) == bytes_of("if i1"));
    CHECK(error_text("if " + brackets(400, "i1")) == "expected at most 400 nested brackets");
    CHECK(bytes_of("Let(i1 := " + brackets(397, "2") + ")") == bytes_of("Let(i1 := 2)"));
    CHECK(error_text("Let(i1 := " + brackets(398, "2") + ")") == "expected at most 400 nested brackets");
}

TEST_CASE("code text: rejects an invalid line with its position", "[obscript]")
{
    const auto error_text = [](std::string_view text) {
        const Result<Bytes> bytes = from_statements(text, CodePage::cp1252);
        REQUIRE_FALSE(bytes);
        return describe(bytes.error());
    };
    CHECK(error_text("ScriptName\nBegin Nowhere") ==
          "line 2:14: the line ends too early; expected the type of a block, such as GameMode");
    CHECK(error_text("AddItem(r1, 2, 3)") == "line 1:15: \" 3)\"; expected at most 2 parameters");
    CHECK(error_text("NoSuchThing(1)") == "line 1:1: \"NoSuchThing(1)\"; expected a command");
    CHECK(error_text("set i1 to 1 +") == "line 1:14: the line ends too early; expected a command");
    CHECK(error_text("Begin Function(f1, x)") == "line 1:20: \"x)\"; expected a variable, such as f1");
    CHECK(error_text("Begin Function(f1; i2)") == "line 1:20: \"i2)\"; expected an array, such as a1");
    CHECK(error_text("Begin Function(f1 f2)") == "line 1:19: \"f2)\"; expected ,");
    CHECK(error_text("Begin Function(f1; a2 a3)") == "line 1:23: \"a3)\"; expected ,");
    CHECK(error_text("Begin OnActivate(1)") == "line 1:18: \"1)\"; expected a reference, such as r1");
    CHECK(error_text("Begin #65536") == "line 1:8: \"65536\"; expected a whole number from 0 to 65535");
    CHECK(error_text("set i1 1") == "line 1:7: \" 1\"; expected to");
    CHECK(error_text("set i65536 to 1") == "line 1:5: \"i65536 to 1\"; expected a variable, such as i1 or f1");
    CHECK(error_text("set r1.g1 to 1") == "line 1:8: \"g1 to 1\"; expected a variable, such as i1 or f1");
    CHECK(error_text("if (i1") == "line 1:7: the line ends too early; expected )");
    CHECK(error_text("if r1.r2") == "line 1:7: \"r2\"; expected a command");
    CHECK(error_text("if i1 jump 2") == "line 1:12: \"2\"; expected =");
    CHECK(error_text("else jump=65536") == "line 1:11: \"65536\"; expected a whole number from 0 to 65535");
    CHECK(error_text("while(1) behind=4294967296") ==
          "line 1:17: \"4294967296\"; expected a whole number from 0 to 4294967295");
    CHECK(error_text("SetPos(W, 1)") == "line 1:8: \"W, 1)\"; expected X, Y or Z");
    CHECK(error_text("SetPos([, 1)") == "line 1:8: \"[, 1)\"; expected X, Y or Z");
    CHECK(error_text("AddItem(i1, 2)") == "line 1:9: \"i1, 2)\"; expected a reference, such as r1");
    CHECK(error_text("AddItem(r1 2)") == "line 1:12: \"2)\"; expected ,");
    CHECK(error_text("SetActorValue(Nothing, 2)") ==
          "line 1:22: \", 2)\"; expected a word that this parameter takes, or # and a number");
    CHECK(error_text("Message(\"a\", x, 2)") == "line 1:14: \"x, 2)\"; expected a variable, such as i1 or f1");
    CHECK(error_text("MessageBox(\"a\", 1)") == "line 1:17: \"1)\"; expected \"");
    CHECK(error_text("MessageBox(\"a)") == "line 1:13: \"a)\"; expected a \" at the end of the text");
    CHECK(error_text("Let(1 2)") == "line 1:7: \"2)\"; expected ,");
    CHECK(error_text("Let(a1[1)") == "line 1:9: \")\"; expected ]");
    CHECK(error_text("Let({4})") == "line 1:6: \"4})\"; expected pairs of hexadecimal digits");
    CHECK(error_text("Let([1 @256])") == "line 1:9: \"256])\"; expected a whole number from 0 to 255");
    CHECK(error_text("Let(Z:x)") == "line 1:7: \"x)\"; expected a number");
    CHECK(error_text("Call(1 2)") == "line 1:8: \"2)\"; expected , or )");
    CHECK(error_text("op12345") == "line 1:1: \"op12345\"; expected a command");
    CHECK(error_text("op12G4{}") == "line 1:7: \"{}\"; expected a command");
    CHECK(error_text("op1234(1)") ==
          "line 1:8: \"1)\"; expected bytes in braces: the parameters of this command are not known");
    CHECK(error_text("_NoSuch(1)") == "line 1:1: \"_NoSuch(1)\"; expected a command");
    CHECK(error_text("; a comment\n\n  \nreturn 1") == "line 4:8: \"1\"; expected the end of the line");
}

TEST_CASE("code text: any code round-trips through its statements", "[obscript]")
{
    redforge::test::Random random(5);
    for (int i = 0; i < 4000; ++i) {
        // Complete statements of known commands with any payload, or small changes of a valid one.
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

TEST_CASE("code text: prints values of parameters as words if their kind has words", "[obscript]")
{
    check("0e100400 0100 0000", "GetActorValue(Strength)");
    check("0e100400 0100 4700", "GetActorValue(ResistWaterDamage)");
    check("0e100400 0100 4800", "GetActorValue(#72)");
    check("0e100400 0100 ffff", "GetActorValue(#65535)");
}

TEST_CASE("code text: prints a truncated message as bytes in braces", "[obscript]")
{
    // Message("a", i1, 10) and MessageBox("a", i1, "Yes"): without the last byte, and with a first number other than 1.
    check("59100d00 0100 010061 0100 730100 0a0000", "Message{010001006101007301000a0000}");
    check("59100200 0200", "Message{0200}");
    check("00100200 0200", "MessageBox{0200}");
    check("00100200 0100", "MessageBox{0100}");
    check("00101000 0100 010061 0100 730100 0100 0100 0300", "MessageBox{01000100610100730100010001000300}");
}
