// Bytes of slightly wrong statements, or their messages.
//
// The page tests/soup/statements.txt is an approved text (support/approved.hpp): a body of an actor, then bytes or
// messages.
#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <string_view>

#include "core/bytes/hex.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/sample_names.hpp"
#include "support/approved.hpp"
#include "support/page_text.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

constexpr std::array<std::string_view, 108> bodies{
    // calls, and their objects
    "RTX(", "RTX('abcd'", "RTX('abc')", "RTX('abcd' 1)", "RTX('abcd',)", "RTX(,1)", "RTX 1", "@", "@7", "@RTX", "task",
    "task 5", "multitask Sound(1, 2)", "function_65536()", "function_65535()", "task_5()", "Me.", "Me.RTX",
    "Me.@RTX('abcd')", "Me.7", "Me.angle", "Me.angle = ", "Me.angle[high=256]++", "Me.angle[high=255]++",
    "Me.angle[pad=1]++", "Me.Sound(1)", "Player.RTX[op=0x19]('abcd')", "Player.RTX[op=0x1A]('abcd')",
    "Player.RTX[op=0x1B]('abcd')", "Me.property_65536++", "Sound(1)", "Sound(1, 2, 3)", "ActiveItem(1)",
    "RTX(Sound(1, 2))", "AddItem('abcd')", "AddItem(\"x\")", "AddItem(<x>)", "AddItem(<Lamp>)", "AddItem(<Rusty Key>)",
    "LoadWorld(<ISLAND>, 0, 0)", "LoadWorld(1, 0, 0)", "LoadWorld(7, 0, 0)",
    // values
    "var1", "var1 =", "var1 = 1 +", "var1 = + 1", "var1 = 1 2", "var1 = (1)", "var1 = 1 ** 2", "var1 = 4294967295",
    "var1 = 4294967296", "var1 = -2147483648", "var1 = -2147483649", "var1 = 0xFFFFFFFF", "var1 = 0x", "var1 = 1.5",
    "var1 = 1:0", "var1 = 1:65536", "var1 = var256", "var256 = 1", "var1[pad=1] = 1", "var1 = var2[pad=1]",
    "var1++ = 2", "var1 = var2++[pad=1] + 1", "var1 = 'abcd'", "var1 = 'abcde'", "var1 = ''", "var1 = \"text\"",
    "var1 = \"text\"[0]", "var1 = \"text\"[1]", "var1 = string[3]", "var1 = string[", "var1 = Me", "var1 = Me.angle",
    "var1 = Me.nothing", "var1 = Gold", "var1 = flag Gold", "var1 = flag nothing", "var1 = flag 65536",
    "var1 = flag_65536", "var1 = nothing", "Gold = 1", "Gold++", "Gold[pad=1]--", "Gold", "nothing = 1", "nothing++",
    // conditions and blocks
    "if", "if var1", "if var1 =", "if var1 = 1", "if var1 = 1 { } else",
    "if var1 = 1 { } else goto #a #a:", "if var1 = 1 and { }", "if var1 = 1 or var2 = 2 { RTX('abcd') } else { end }",
    "if var1 == 1 { }", "if var1 <> 1 { }", "if (var1 = 1) { }", "while var1 < 5 { var1 = var1 + 1 }", "loop { break }",
    "loop { continue }", "break", "continue",
    // labels, hooks and positions
    "#a: #a:", "goto #a", "goto", "goto 5", "gosub Me"};

}  // namespace

TEST_CASE("statements: corrects small mistakes as on the approved page", "[soup]")
{
    const Names names = test::game_names();
    std::string page;
    for (const std::string_view body : bodies) {
        const Assembly made = assemble("actor A {\n" + std::string(body) + "\nend\n}\n", "a.soup", {.names = &names});
        page += std::string(body) + "\n";
        if (made.script) {
            std::string hex;
            append_hex(hex, made.script->code);
            page += "  " + hex + "\n";
        }
        for (const Diagnostic& diagnostic : made.diagnostics) {
            page += (diagnostic.severity == Severity::error ? "  error: " : "  warning: ") +
                    test::short_line(describe(diagnostic.error));
            for (const SourceEdit& edit : diagnostic.fix) {
                page += "; fix " + std::to_string(edit.at) + " " + std::to_string(edit.length) + " " +
                        test::short_line(edit.text);
            }
            page += "\n";
        }
    }
    test::check_approved(redforge::test::source_folder() / "tests/soup/statements.txt", page);
}
