// Loops and alternatives: their bytes, and detection in gotos.
#include <catch2/catch.hpp>

#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "support/random_script.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

std::string wrap(std::string_view body)
{
    return "actor A\n{\n" + std::string(body) + "\n}\n";
}

Script packed(std::string_view body)
{
    const Assembly assembly = assemble(wrap(body), "a.soup");
    for (const Diagnostic& each : assembly.diagnostics) {
        UNSCOPED_INFO(show(each));
    }
    REQUIRE(assembly.script);
    return *assembly.script;
}

/// Returns the statements of a source on one line.
std::string shown(const Script& script, bool structured = true)
{
    std::string text = disassemble(script, nullptr, {.structured = structured}).text;
    text = text.substr(std::string_view("actor A\n{\n").size());
    text = text.substr(0, text.rfind("}\n"));
    std::string line;
    for (const char c : text) {
        if (c != '\n' && c != ' ') {
            line += c;
        } else if (!line.empty() && line.back() != ' ') {
            line += ' ';
        }
    }
    return line.substr(0, line.empty() ? 0 : line.size() - 1);
}

/// Checks that a body with loops and alternatives equals its form with gotos: both pack to the same bytes, which print
/// as the body.
void same(std::string_view structured, std::string_view plain)
{
    const Script script = packed(plain);
    CHECK(packed(structured).code == script.code);
    CHECK(shown(script) == structured);
}

std::string first_of(std::string_view body)
{
    const Assembly assembly = assemble(wrap(body), "a.soup");
    return assembly.diagnostics.empty() ? "" : describe(assembly.diagnostics[0].error);
}

}  // namespace

TEST_CASE("structure: else and elseif are a goto at the end of the previous block")
{
    same("if var0 = 1 { var1 = 1 } else { var1 = 2 } end", "if var0 = 1 { var1 = 1 goto #e } var1 = 2 #e: end");
    same("if var0 = 1 { var1 = 1 } elseif var0 = 2 { var1 = 2 } else { var1 = 3 } end",
         "if var0 = 1 { var1 = 1 goto #e } if var0 = 2 { var1 = 2 goto #e } var1 = 3 #e: end");
    same("if var0 = 1 { var1 = 1 } elseif var0 = 2 { var1 = 2 } end",
         "if var0 = 1 { var1 = 1 goto #e } if var0 = 2 { var1 = 2 } #e: end");
    same("if var0 = 1 { var1 = 1 } else { if var0 = 2 { var1 = 2 } var1 = 3 } end",
         "if var0 = 1 { var1 = 1 goto #e } if var0 = 2 { var1 = 2 } var1 = 3 #e: end");
    CHECK(packed("if var0 = 1 { } else if var0 = 2 { } else { }").code ==
          packed("if var0 = 1 { } elseif var0 = 2 { } else { }").code);
}

TEST_CASE("structure: while and loop jump back to their start, and break exits")
{
    same("while var0 < 3 { var0 = var0 + 1 } end", "#a: if var0 < 3 { var0 = var0 + 1 goto #a } end");
    same("loop { var0 = 1 function_1() }", "#a: var0 = 1 function_1() goto #a");
    same("loop { function_1() if var0 = 3 { break } var0 = 1 } end",
         "#a: function_1() if var0 = 3 { goto #e } var0 = 1 goto #a #e: end");
    same("while var0 = 1 { if var1 = 2 { function_2() break } else { function_3() } } end",
         "#a: if var0 = 1 { if var1 = 2 { function_2() goto #e goto #n } function_3() #n: goto #a } #e: end");
    same("while var0 = 1 { while var1 = 1 { function_1() break } break } end",
         "#a: if var0 = 1 { #b: if var1 = 1 { function_1() goto #c goto #b } #c: goto #e goto #a } #e: end");
    same("loop { while var0 = 1 { function_1() } function_2() }",
         "#a: if var0 = 1 { function_1() goto #a } function_2() goto #a");
}

TEST_CASE("structure: elseif and while accept a number or bracketed name first")
{
    same("if -1 = var1 { var1 = 1 } elseif -2 < var1 { var1 = 2 } end",
         "if -1 = var1 { var1 = 1 goto #e } if -2 < var1 { var1 = 2 } #e: end");
    same("while -12 != var1 { var1 = 1 } end", "#a: if -12 != var1 { var1 = 1 goto #a } end");
    CHECK(packed("while <5> = 1 { } if <5> = 1 { } elseif <6> = 1 { } end").code ==
          packed("#a: if <5> = 1 { goto #a } if <5> = 1 { goto #b } if <6> = 1 { } #b: end").code);
}

TEST_CASE("structure: continue jumps to the start of the innermost loop")
{
    same("while var0 < 3 { if var1 = 1 { function_1() continue } function_2() } end",
         "#a: if var0 < 3 { if var1 = 1 { function_1() goto #a } function_2() goto #a } end");
    same("loop { function_1() if var0 = 3 { continue } if var0 = 4 { break } var0 = 1 } end",
         "#a: function_1() if var0 = 3 { goto #a } if var0 = 4 { goto #e } var0 = 1 goto #a #e: end");
    same("loop { function_1() while var0 = 1 { function_2() if var1 = 1 { continue } break } if var0 = 2 { continue } "
         "function_3() }",
         "#a: function_1() #b: if var0 = 1 { function_2() if var1 = 1 { goto #b } goto #c goto #b } #c: "
         "if var0 = 2 { goto #a } function_3() goto #a");
    // A jump to the beginning of an outer loop is a goto.
    CHECK(shown(packed("#a: function_1() #b: if var0 = 1 { function_2() if var1 = 1 { goto #a } function_4() goto #b } "
                       "function_3() goto #a")) == "#0000: loop { function_1() while var0 = 1 { function_2() if var1 = "
                                                   "1 { goto #0000 } function_4() } function_3() }");
    CHECK(first_of("continue") ==
          "a.soup:3:1: continue outside of a loop; it jumps to the beginning of the enclosing while or loop");
    CHECK(assemble("actor A\n{\n    continue()\n}\nnames\n{\n    function 3 = continue(0)\n}\n", "a.soup").script);
}

TEST_CASE("structure: a label at the end of a loop marks the loop's goto")
{
    const std::string body = "while var0 = 1 { if var1 = 1 { function_1() goto #next } function_2() #next: } end";
    CHECK(packed(body).code ==
          packed("#a: if var0 = 1 { if var1 = 1 { function_1() goto #next } function_2() #next: goto #a } end").code);
    CHECK(shown(packed(body)) == "while var0 = 1 { if var1 = 1 { function_1() } else { function_2() } } end");
}

TEST_CASE("structure: gotos that are not loops or alternatives stay gotos")
{
    // A jump into a block from after its end; over the end of a block; forward outside of any block.
    for (const std::string_view body :
         {"if var0 = 1 { goto #0013 } #0013: end", "goto #0005 #0005: end",
          "if var0 = 1 { function_1() goto #0030 } if var1 = 1 { function_2() #0030: function_3() } end"}) {
        CAPTURE(body);
        const Script script = packed(body);
        CHECK(shown(script).find("goto") != std::string::npos);
        CHECK(packed(shown(script)).code == script.code);
    }
    CHECK(shown(packed("if var0 = 1 { var1 = 1 } else { var1 = 2 } end"), false) ==
          "if var0 = 1 { var1 = 1 goto #0024 } var1 = 2 #0024: end");
}

TEST_CASE("structure: formats loops and alternatives, and reports errors in them")
{
    CHECK(format(wrap("loop{if var0=1{break}elseif var0=2{end}else{return}}"), "a.soup").text.value() ==
          "actor A\n{\n    loop\n    {\n        if var0 = 1\n        {\n            break\n        }\n"
          "        elseif var0 = 2\n        {\n            end\n        }\n        else\n        {\n"
          "            return\n        }\n    }\n}\n");
    CHECK(first_of("break") == "a.soup:3:1: break outside of a loop; it ends the enclosing while or loop");
    CHECK(first_of("var1 = 1 else { }") == "a.soup:3:10: else cannot begin a statement; write it after the } of an if");
    CHECK(first_of("while (var0 = 1) { }") ==
          "a.soup:3:7: ( where a value should be; write conditions without parentheses: var0 = 1");
    CHECK(first_of("loop var0 = 1 { }") ==
          "a.soup:3:6: var0 where { and the statements should be; loop repeats without a condition; while CONDITION "
          "has one");
    CHECK(first_of("if var0 = 1 { end } else end") ==
          "a.soup:3:26: end where { and the statements should be; or: elseif CONDITION");
    CHECK(first_of("  loop { while var1 = 1 {\n  end }") ==
          "a.soup:3:8: this block has no closing }; it is the block of loop in line 3");
}

TEST_CASE("structure: the source of any program with loops assembles to it")
{
    std::mt19937 random(20271);
    std::size_t loops = 0;
    for (unsigned i = 0; i < 3000; ++i) {
        const Script script = test::random_goto_program(random);
        const Source source = disassemble(script, nullptr, {.proof = Proof::none});
        const Assembly again = assemble(source.text, "a.soup", {.previous = &script});
        INFO(source.text);
        if (!again.script) {
            INFO(show(again.diagnostics.front()));
            REQUIRE(again.script);
        }
        REQUIRE(*again.script == script);
        loops +=
            source.text.find("while ") != std::string::npos || source.text.find("else") != std::string::npos ? 1U : 0U;
    }
    CHECK(loops > 300);
}

TEST_CASE("structure: prints loops no deeper than the maximum nesting of a source")
{
    constexpr int loops = 1100;
    std::string body = "actor A\n{\n";
    for (int i = 0; i < loops; ++i) {
        body += "#l" + std::to_string(i) + ":\nvar0 = 1\n";
    }
    for (int i = loops; i-- > 0;) {
        body += "goto #l" + std::to_string(i) + "\n";
    }
    const Assembly made = assemble(body + "end\n}\n", "");
    REQUIRE(made.script);
    const Source source = disassemble(*made.script, nullptr);
    CHECK(source.text.find("loop") != std::string::npos);
    CHECK(source.text.find("bytes \"") == std::string::npos);
    CHECK(assemble(source.text, "").script == made.script);
}

TEST_CASE("structure: a position inside invalid bytes has a label")
{
    Script script;
    script.name = "A";
    for (const int byte : {0x04, 7, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}) {  // goto 7, then bytes
        script.code.push_back(static_cast<std::byte>(byte));
    }
    CHECK(shown(script) == "goto #0007 bytes \"ffff\" #0007: bytes \"ffffffff\"");
    script.hooks = {{8, 0}, {8, 0}};
    CHECK(shown(script) == "goto #0007 bytes \"ffff\" #0007: bytes \"ff\" hook 0: hook 1: bytes \"ffffff\"");
    script.start = 9;
    CHECK(shown(script) ==
          "goto #0007 bytes \"ffff\" #0007: bytes \"ff\" hook 0: hook 1: bytes \"ff\" start: bytes \"ffff\"");
}
