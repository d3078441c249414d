// Mistakes of users who know other languages, and valid but surely wrong code: the exact messages, and the fixes.
#include <algorithm>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/definitions.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

constexpr std::string_view definitions = "[functions]\r\n"
                                         "task RTX parms 1\r\n"
                                         "task Wait parms 1\r\n"
                                         "function SetGlobalFlag parms 1\r\n"
                                         "function AddItem parms 1\r\n"
                                         "function LoadWorld parms 3\r\n"
                                         "task FacePlayer parms 1\r\n"
                                         "task FaceObject parms 1\r\n"
                                         "multitask Sound parms 3\r\n"
                                         "function HideMe parms 0\r\n"
                                         "function SetMyAttr parms 2\r\n"
                                         "task RotateByAxis parms 3\r\n"
                                         "function ShowBitmap parms 2\r\n"
                                         "task PushAnimation parms 2\r\n"
                                         "function isDead parms 0\r\n"
                                         "[refs]\r\nangle\r\nrefDoor03\r\n"
                                         "[equates]\r\nauto\r\nattr_alpha\r\nendauto\r\n"
                                         "[flags]\r\nBOOL F_Alpha_0 0\r\nNUMBER Gold 0\r\n";

const Names& names()
{
    static const Names known = [] {
        Names made(read_definitions(as_bytes(definitions)).value());
        for (std::int32_t i = 0; i <= 86; ++i) {
            made.items[i] = i == 8 ? "Rusty Key" : "Thing";
        }
        made.maps = {{1, "ISLAND"}, {2, "CAVERNS"}, {30, "VILE"}};
        made.dialogue = [](std::string_view label) {
            return label == "abcd" ? std::optional<std::string>("Hello.") : std::nullopt;
        };
        made.labels = [] { return std::vector<std::string>{"abcd", "wxyz"}; };
        return made;
    }();
    return known;
}

struct Mistakes {
    std::vector<std::string> messages;  ///< "3:1: ...", without the file
    std::string fixed;                  ///< the body with its fixes
};

Mistakes check_body(std::string_view body)
{
    static const ObjectNames objects({"A", "DOOR1"});
    Script previous;
    previous.variables = 4;
    const std::string head = "actor A\n{\n";
    const std::string source = head + std::string(body) + "\n}\n";
    AssembleOptions options{.names = &names(), .previous = &previous};
    options.objects = &objects;
    const Assembly assembly = assemble(source, "", options);
    Mistakes all;
    for (const Diagnostic& each : assembly.diagnostics) {
        const std::string words = describe(each.error).substr(std::string_view("line ").size());
        all.messages.push_back((each.severity == Severity::warning ? "warning " : "") + words);
    }
    all.fixed = apply_fixes(source, assembly.diagnostics).text.substr(head.size());
    all.fixed = all.fixed.substr(0, all.fixed.rfind("\n}\n"));
    return all;
}

/// Checks the first message, and the fixed body if there is a fix.
void check_mistake(std::string_view body, std::string_view words, std::string_view fixed = {})
{
    CAPTURE(body);
    const Mistakes all = check_body(body);
    REQUIRE_FALSE(all.messages.empty());
    CHECK(all.messages.front() == words);
    CHECK(all.fixed == (fixed.empty() ? body : fixed));
}

}  // namespace

TEST_CASE("assemble: warnings have no hints if suggestions are off")
{
    const ObjectNames objects({"A", "Door1"});
    CHECK(objects.contains("DOOR1"));
    CHECK_FALSE(objects.contains("DOOR"));
    AssembleOptions options{.names = &names()};
    options.objects = &objects;
    const std::string source = "actor A\n{\nDoor2.angle = 1\ndoor1.angle = 1\nend\n}\n";
    const auto all = [&](bool suggestions) {
        options.suggestions = suggestions;
        std::vector<std::string> lines;
        for (const Diagnostic& each : assemble(source, "", options).diagnostics) {
            lines.push_back(each.error.message + "; " + each.error.hint);
        }
        return lines;
    };
    CHECK(all(true) == std::vector<std::string>{"no object of the map is called Door2; did you mean Door1?"});
    CHECK(all(false) == std::vector<std::string>{"no object of the map is called Door2; "});
}

TEST_CASE("mistakes: fixes conditions in the syntax of other languages")
{
    check_mistake("if (var2 = 3) { } end",
                  "3:4: ( where a value should be; write conditions without parentheses: var2 = 3",
                  "if var2 = 3 { } end");
    check_mistake("if(var2 = 3) { } end",
                  "3:3: ( where a value should be; write conditions without parentheses: var2 = 3",
                  "if var2 = 3 { } end");
    check_mistake("if not F_Alpha_0 = 1 { } end", "3:4: 'not' is not part of the language; compare with 0: NAME = 0");
    check_mistake("if var2 = 3 && var3 = 1 { } end",
                  "3:13: && where { and the statements should be; and joins conditions",
                  "if var2 = 3 and var3 = 1 { } end");
    check_mistake("if var2 = 3 || var3 = 1 { } end",
                  "3:13: || where { and the statements should be; or joins conditions",
                  "if var2 = 3 or var3 = 1 { } end");
    check_mistake("if not F_Alpha_0 { } end", "3:4: 'not' is not part of the language; write F_Alpha_0 = 0",
                  "if F_Alpha_0 = 0 { } end");
    check_mistake("if F_Alpha_0 { } end", "3:14: { where =, !=, <, >, <= or >= should be; compare with a value: != 0",
                  "if F_Alpha_0 != 0 { } end");
    check_mistake("if var2 + 1 = 3 { } end",
                  "3:9: + where a comparison should be; one side is one value; compute it before: var0 = ...");
    check_mistake("if var2 = var3 + 1 { } end",
                  "3:16: + where { and the statements should be; one side is one value; compute it before: var0 = ...");
    check_mistake("while var2 = var3 + 1 { } end",
                  "3:19: + where { and the statements should be; one side is one value; compute it before: var0 = ...");
    check_mistake("if var2 = 3 then",
                  "3:13: then where { and the statements should be; there is no then; write the statements of an if "
                  "between { and }");
    check_mistake("if !F_Alpha_0 { } end", "3:4: '!' is not part of the language; compare with 0: NAME = 0");
}

TEST_CASE("mistakes: fixes formulas and assignments in the syntax of other languages")
{
    check_mistake("var2 = (var3 + 1) * 2\nend",
                  "3:8: ( where a value should be; there are no parentheses; formulas are evaluated from "
                  "left to right: use two assignments");
    check_mistake("var2 += 1\nend", "3:6: there is no +=; write var2 = var2 + ...", "var2 = var2 + 1\nend");
    check_mistake("var2++\nend", "3:1: var2 cannot be incremented or decremented with ++ or --; var2 = var2 + 1",
                  "var2 = var2 + 1\nend");
    check_mistake("var2 = -var3\nend", "3:8: - where a value should be; write 0 - var3", "var2 = 0 - var3\nend");
    check_mistake("var2 = 1.5\nend", "3:8: 1.5 is not whole; scripts support integers only");
    check_mistake(
        "Wait(0.5)\nend",
        "3:6: 0.5 is not whole; scripts support integers only; this one is a time; one public interpreter of the "
        "game's scripts counts it in tenths of a second");
    check_mistake("gold = 5\nend", "3:1: no variable or flag is called gold; did you mean Gold?", "Gold = 5\nend");
    check_mistake("purse = 5\nend",
                  "3:1: no variable or flag is called purse; the actor has var0 to var3; name one in the block of "
                  "names: variable 2 = purse");
    check_mistake("var gold = 5\nend",
                  "3:1: var cannot begin a statement; variables belong to the actor; name one in the block of "
                  "names: variable 2 = NAME");
    check_mistake("Gold = isDead\nend",
                  "3:8: no variable, flag or constant is called isDead; isDead is a function; a call is isDead()",
                  "Gold = isDead()\nend");
    check_mistake("Gold = \"a\" + \"b\"\nend",
                  "3:12: + after a text adds to the number of the string; texts cannot be joined");
}

TEST_CASE("mistakes: fixes labels, calls and blocks in the syntax of other languages")
{
    check_mistake("loop:\ngoto #loop",
                  "3:1: loop cannot begin a statement; a label is written #loop:", "#loop:\ngoto #loop");
    check_mistake("#a:\nWait(1)\ngoto a", "5:6: a where a label should be; did you mean #a?", "#a:\nWait(1)\ngoto #a");
    check_mistake("#a\nWait(1)\ngoto #a", "3:1: a colon is missing after #a", "#a:\nWait(1)\ngoto #a");
    check_mistake("var1 = 1\ngoto 3",
                  "4:6: offset 3 is inside the statement of line 3; give the intended statement a label: "
                  "#name:");
    check_mistake("HideMe\nend", "3:1: HideMe cannot begin a statement; HideMe is a function; a call is HideMe()",
                  "HideMe()\nend");
    check_mistake("return 1", "3:8: return takes no value; a script returns a value in a variable or a flag");
    check_mistake("var1 = Me.refDoor03()\nend",
                  "3:11: no function refDoor03 is known; it is a property, which has no parentheses",
                  "var1 = Me.refDoor03\nend");
    check_mistake("for var1 = 1 { }",
                  "3:1: for cannot begin a statement; var1 = 0 while var1 < 10 { ... var1 = var1 + 1 }");
    check_mistake("actor B { }",
                  "3:1: actor cannot begin a statement; one source is one actor; give this one a file of its own");
    check_mistake("/* note */\nend",
                  "3:1: /* cannot begin a statement; a comment begins with // and ends with its line", "// note \nend");
    check_mistake("/*/ note\nend", "3:1: /* cannot begin a statement; a comment begins with // and ends with its line");
    check_mistake("-- note\nend", "3:1: -- cannot begin a statement; a comment begins with // and ends with its line",
                  "// note\nend");
    check_mistake(
        "# note\nend",
        "3:1: '#' is not part of the language; a comment begins with //; a label is # and a word without a space",
        "// note\nend");
    check_mistake(
        "; note\nend",
        "3:1: ';' is not part of the language; a comment begins with //; statements need nothing at their end",
        "// note\nend");
    check_mistake("RTX('abc')\nend",
                  "3:5: 3 characters between ' and '; a dialogue label has four; did you mean 'abcd'?");
    check_mistake("RTX('abcde')\nend",
                  "3:5: 5 characters between ' and '; a dialogue label has four; did you mean 'abcd'?");
    check_mistake("    if var1 = 1\n    {\n        var1 = 2\n    end",
                  "4:5: this block has no closing }; it is the block of if in line 3");
    check_mistake("RTX('abcd'\ngoto #a\n#a: end", "3:4: these arguments have no closing )");
    check_mistake("switch var1 { }",
                  "3:1: switch cannot begin a statement; if var1 = 1 { ... } elseif var1 = 2 { ... } else { ... }");
    CHECK(check_body("AddItem(<rusty key>)\nF_Alpha_0 = true\nend").messages.empty());
    check_mistake("{\n    HideMe()\n}\nend",
                  "3:1: a block without if, else, while or loop; blocks follow if, elseif, else, while and loop");
    check_mistake("AddItem(<rusti key>)\nend", "3:9: no item is called rusti key; did you mean <Rusty Key>?",
                  "AddItem(<Rusty Key>)\nend");
    // 86 items have this name, so the intended one is unknown.
    check_mistake("AddItem(<thinh>)\nend", "3:9: no item is called thinh; did you mean <Thing>?");
}

TEST_CASE("mistakes: reports every wrong statement, also on adjacent lines")
{
    using ReportedMistake = std::vector<std::string>;
    const auto places = [](std::string_view body) {
        ReportedMistake found;
        for (const std::string& each : check_body(body).messages) {
            found.push_back(each.substr(0, each.find(": ")));
        }
        return found;
    };
    // An expression continues on the next line.
    CHECK(places("var1 =\nvar1 =\nvar1 = 1 +\nend") == ReportedMistake{"4:6", "6:1"});
    CHECK(places("if { HideMe() }\nend") == ReportedMistake{"3:4"});
    CHECK(places("if var1 = 1 { HideMe() } elseif { HideMe() }\nvar1 = \"a\"\nend") == ReportedMistake{"3:33"});
}

TEST_CASE("mistakes: warns about flags that SOUP386.DEF does not have")
{
    const auto warned = [](std::string_view flags, int number) {
        const Names some(read_definitions(as_bytes("[functions]\r\nfunction SetGlobalFlag parms 1\r\n[flags]\r\n" +
                                                   std::string(flags)))
                             .value());
        const Assembly made =
            assemble(fmt::format("actor A {{ SetGlobalFlag(flag {}) end }}", number), "", {.names = &some});
        return made.diagnostics.empty() ? ""
                                        : made.diagnostics[0].error.message + "; " + made.diagnostics[0].error.hint;
    };
    CHECK(warned("BOOL One 0\r\n", 0) == "");
    CHECK(warned("BOOL One 0\r\n", 1) == "there is no flag 1; SOUP386.DEF has flags 0 to 0");
    CHECK(warned("BOOL One 0\r\nBOOL Two 0\r\n", 1) == "");
    CHECK(warned("BOOL One 0\r\nBOOL Two 0\r\n", 2) == "there is no flag 2; SOUP386.DEF has flags 0 to 1");
    CHECK(warned("", 7) == "");  // the flags are unknown
}

TEST_CASE("mistakes: wrong kinds of arguments are errors, or warnings if plausible")
{
    check_mistake("SetGlobalFlag(F_Alpha_0)\nend",
                  "3:15: SetGlobalFlag is given the value of the flag, not its number; write flag F_Alpha_0",
                  "SetGlobalFlag(flag F_Alpha_0)\nend");
    check_mistake("SetGlobalFlag(flag 9)\nend", "warning 3:15: there is no flag 9; SOUP386.DEF has flags 0 to 1");
    check_mistake("RTX(\"abcd\")\nend",
                  "3:5: RTX takes a dialogue label, and is given the number of a string; write 'abcd'",
                  "RTX('abcd')\nend");
    check_mistake("RTX('zbcd')\nend", "warning 3:5: ENGLISH.RTX has no label zbcd; did you mean 'abcd'?");
    check_mistake("FacePlayer(\"abc\")\nend",
                  "warning 3:12: FacePlayer takes a number, and is given a text; it is a number");
    check_mistake("AddItem(<500>)\nend", "3:9: there is no item 500; ITEM.INI has items 0 to 86");
    check_mistake("LoadWorld(<77: NOWHERE>, 1, 0)\nend",
                  "warning 3:11: there is no world 77; WORLD.INI has worlds 1 to 2, 30");
    check_mistake("RotateByAxis(3, 512, 10)\nend", "warning 3:14: there is no axis 3; 0 is X, 1 is Y, 2 is Z");
    check_mistake("RotateByAxis(-1, 512, 10)\nend", "warning 3:14: there is no axis -1; 0 is X, 1 is Y, 2 is Z");
    CHECK(check_body("RotateByAxis(0, 512, 10)\nRotateByAxis(1, 512, 10)\nRotateByAxis(2, 512, 10)\nend")
              .messages.empty());
    check_mistake("var2 = 8 / 0\nend", "warning 3:12: division by 0; a formula is computed from left to right");
    check_mistake("ShowBitmap(2, 0)\nend",
                  "warning 3:12: there is no slot 2; a slot is 0 or 1; the game stops at another one");
    CHECK(check_body("ShowBitmap(0, 0)\nShowBitmap(1, 1)\nend").messages.empty());
    check_mistake("PushAnimation(0, 256)\nend",
                  "warning 3:18: 256 is counted as 0; the game counts in one byte: 0 to 255");
    CHECK(check_body("PushAnimation(0, 255)\nend").messages.empty());
    check_mistake("SetMyAttr(200, 1)\nend", "warning 3:11: there is no attribute 200; attributes are 0 to 126");
    check_mistake("var2 = Wait(5)\nend", "3:8: Wait is a task and gives no value; call it as a statement");
    check_mistake("var2 = @Sound(1, 0, 0)\nend",
                  "3:9: Sound is a multitask and gives no value; call it as a statement");
    // Only the name of FaceObject shows that it takes the name of an object.
    CHECK(check_body("FaceObject(3)\nend").messages.empty());
    CHECK(check_body("SetGlobalFlag(flag F_Alpha_0)\nRTX('abcd')\nAddItem(8)\nSetMyAttr(attr_alpha, 1)\nend")
              .messages.empty());
}

TEST_CASE("mistakes: a variable out of range is an error, a missing object a warning")
{
    check_mistake("var20 = 1\nend",
                  "3:1: the actor has no var20; the actor has var0 to var3; values stored past "
                  "them overwrite another actor's memory",
                  "var0 = 1\nend");
    check_mistake("var1 = var4\nend",
                  "3:8: the actor has no var4; the actor has var0 to var3; values stored past "
                  "them overwrite another actor's memory",
                  "var1 = var0\nend");
    // Each gets another free variable. There is no fix for a named variable, or without free ones.
    CHECK(check_body("var8 = var9 + var8\nvar9 = var0\nend").fixed == "var1 = var2 + var1\nvar2 = var0\nend");
    CHECK(check_body("var0 = var1 + var2 + var3\nvar4 = 1\nend").fixed == "var0 = var1 + var2 + var3\nvar4 = 1\nend");
    // A comment shows that the number is intended.
    CHECK(check_body("var9 = 1 // warn: script-variable\nvar9 = 2\nend").fixed ==
          "var9 = 1 // warn: script-variable\nvar9 = 2\nend");
    check_mistake("DOOR2.angle = 1\nend", "warning 3:1: no object of the map is called DOOR2; did you mean DOOR1?");
    check_mistake("FaceObject(\"NOSUCH\")\nend", "warning 3:12: no object of the map is called NOSUCH");
    CHECK(check_body("door1.angle = 1\nFaceObject(\"DOOR1\")\nend").messages.empty());
}

TEST_CASE("mistakes: numbers of flags, functions, properties and variables have limits")
{
    CHECK(check_body("flag_65535 = 1\nend").messages.empty());
    check_mistake("flag_65536 = 1\nend", "3:1: flag_65536 is past flag_65535");
    check_mistake("if flag_70000 = 1 { } end", "3:4: flag_70000 is past flag_65535");
    check_mistake("function_65536()\nend", "3:1: function_65536 is past function_65535");
    check_mistake("Me.property_256 = 1\nend", "3:4: no property property_256 is known; give its number as property_5");
    check_mistake("var256 = 1\nend", "3:1: var256 is above var255, the maximum");
    check_mistake("var70000 = 1\nend", "3:1: var70000 is above var255, the maximum");
}

TEST_CASE("mistakes: the fix adds `end` on its own line if the brace has its own line")
{
    const auto fixed_source = [](std::string_view source) {
        const Assembly assembly = assemble(source, "", {.names = &names()});
        return apply_fixes(source, assembly.diagnostics).text;
    };
    CHECK(fixed_source("actor A\n{\n    var1 = 1\n  } // last\n") ==
          "actor A\n{\n    var1 = 1\n    end\n  } // last\n");
    CHECK(fixed_source("actor A { var1 = 1 }\n") == "actor A { var1 = 1  end }\n");
}

TEST_CASE("mistakes: a missing end is an error, an endless loop a warning")
{
    check_mistake("var1 = 1",
                  "3:1: the script has no end here: the game continues with the code of the next actor; write end "
                  "after the last statement",
                  "var1 = 1\n    end");
    check_mistake("var1 = 1\nreturn", "warning 4:1: return without a gosub; end ends the script; the game would jump "
                                      "nowhere");
    check_mistake("#a:\nvar1 = var1 + 1\ngoto #a", "warning 4:1: from here the script neither waits nor ends; the game "
                                                   "hangs; a task such as Wait lets the game go on");
    check_mistake(
        "endint\nstart:\nend",
        "warning 5:1: end without a label: the thread begins again in the code of the interrupt; end #label says where "
        "it begins the next time");
    check_mistake("goto 0x1234",
                  "3:6: offset 4660 is outside the script, which has 5 bytes; the game continues in another "
                  "actor's code; give the intended statement a label: #name:");
    check_mistake("goto #a+1\n#a:\nend",
                  "warning 3:6: this position is inside the statement of line 5; the game reads other statements "
                  "from this byte on than the source shows");
    check_mistake("goto 5\nend",
                  "warning 3:6: offset 5 is the statement of line 4; the offset changes if statements before it "
                  "change; give the statement a label: #name:");
    CHECK(check_body("loop { Wait(5) }").messages.empty());
    // The script waits for a task of another object, but not for a function.
    CHECK(check_body("#a:\nDOOR1.FacePlayer(1)\ngoto #a").messages.empty());
    check_mistake("#a:\nDOOR1.HideMe()\ngoto #a", "warning 4:1: from here the script neither waits nor ends; the game "
                                                  "hangs; a task such as Wait lets the game go on");
    CHECK(check_body("gosub #sub end #sub: return").messages.empty());
    CHECK(check_body("end hook 0: return").messages.empty());
    // A subroutine returns, and the main thread continues after it.
    check_mistake("gosub #sub\nreturn\n#sub:\nreturn",
                  "warning 4:1: return without a gosub; end ends the script; the game would "
                  "jump nowhere");
    // A TaskPause lets the game continue, and `end` continues at its label the next time.
    CHECK(check_body("#a:\nvar1 = 1\n<TaskPause(#a)>\ngoto #a").messages.empty());
    CHECK(check_body("Wait(1)\nend #b\n#b:\nvar1 = 1\nend").messages.empty());
    CHECK(check_body("if <ScriptRv> = 1 { goto #a } Gold = 1 end #a: end").messages.empty());
}

TEST_CASE("mistakes: columns count characters; adjacent fixes are all applied")
{
    check_mistake("RTX(\"\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\") var9 = 1\nend",
                  "3:5: RTX takes a dialogue label, and is given the number of a string; a label is four characters: "
                  "'abcd'",
                  "RTX(\"\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\") var0 = 1\nend");
    CHECK(check_body("RTX(\"\xC3\xBC\") var9 = 1\nend").messages.at(1).starts_with("3:10: the actor has no var9"));
    CHECK(check_body("SetGlobalFlag(F_Alpha_0) SetGlobalFlag(F_Alpha_0)\nend").fixed ==
          "SetGlobalFlag(flag F_Alpha_0) SetGlobalFlag(flag F_Alpha_0)\nend");
}

TEST_CASE("mistakes: count separately from warnings; a comment allows listed kinds")
{
    const auto errors = [](const std::string& body) {
        Script script;
        script.name = "A";
        script.variables = 1;
        const Assembly made = assemble("actor A\n{\n" + body + "}\n", "", {.names = &names(), .previous = &script});
        return std::ranges::count(made.diagnostics, Severity::error, &Diagnostic::severity);
    };
    std::string labels;
    for (int i = 0; i < 1001; ++i) {
        labels += "#unused" + std::to_string(i) + ":\n";
    }
    CHECK(errors(labels + "var9 = 1\nend\n") == 1);
    CHECK(errors("var9 = 1  // " + std::string(2000, '-') + "  // warn: script-variable\nend\n") == 0);
    CHECK(errors("var9 = 1  // warn: script-variables\nend\n") == 1);
    CHECK(errors("var9 = 1  // warn: script-flow, warn: script-variable, or so\nend\n") == 0);
}

TEST_CASE("mistakes: a wrong argument in a multitask of an object gets a comment")
{
    Script script;
    script.name = "A";
    script.variables = 1;
    const Assembly typed = assemble("actor A\n{\n    var0 = Camera.Sound(1, 0, 0)\n    end\n}\n", "",
                                    {.names = &names(), .previous = &script});
    REQUIRE(typed.script);
    CHECK(disassemble(*typed.script, &names(), {.names = false, .mistakes = true}).text ==
          "actor A\n{\n    var0 = Camera.Sound(1, 0, 0)  // warn: script-argument\n    end\n}\n");
}

TEST_CASE("mistakes: each of many mistakes of a game script gets a comment")
{
    Script script;
    script.name = "A";
    script.variables = 1;
    const AssembleOptions options{.names = &names(), .previous = &script};
    std::string body;
    for (int i = 0; i < 1500; ++i) {
        body += "var9 = var9 + 1\n";
    }
    const Assembly typed = assemble("actor A\n{\n" + body + "end\n}\n", "", options);
    REQUIRE(typed.script);
    const Source source = disassemble(*typed.script, &names(), {.names = false, .mistakes = true});
    std::size_t comments = 0;
    for (std::size_t at = source.text.find("// warn: "); at != std::string::npos;
         at = source.text.find("// warn: ", at + 1)) {
        ++comments;
    }
    CHECK(comments == 1500);
    AssembleOptions mistakes = options;
    mistakes.checks = Checks::mistakes;
    const Assembly again = assemble(source.text, "", mistakes);
    CHECK(again.script == typed.script);
    CHECK(again.diagnostics.size() == 1500);  // one per kind and line
    CHECK(std::ranges::count(again.diagnostics, Severity::error, &Diagnostic::severity) == 0);
}

TEST_CASE("mistakes: a comment with its kind turns a game script's mistake into a warning")
{
    Script script;
    script.name = "A";
    script.variables = 1;
    AssembleOptions options{.names = &names(), .previous = &script};
    const Assembly typed = assemble("actor A\n{\n    var9 = 1\n    SetGlobalFlag(F_Alpha_0)\n    var0 = Wait(5)\n"
                                    "    goto 0x1234\n}\n",
                                    "", options);
    REQUIRE(typed.script);  // the source packs
    CHECK(typed.diagnostics.size() == 4);
    CHECK(std::ranges::count(typed.diagnostics, Severity::error, &Diagnostic::severity) == 4);

    const Source source = disassemble(*typed.script, &names(), {.names = false, .mistakes = true});
    CHECK(source.text == "actor A\n{\n    var9 = 1  // warn: script-variable\n"
                         "    SetGlobalFlag(F_Alpha_0)  // warn: script-argument\n"
                         "    var0 = Wait(5)  // warn: script-argument\n"
                         "    goto 0x1234  // warn: script-flow\n}\n");
    const Assembly again = assemble(source.text, "", options);
    CHECK(again.script == typed.script);
    CHECK(again.diagnostics.size() == 4);
    CHECK(std::ranges::count(again.diagnostics, Severity::warning, &Diagnostic::severity) == 4);
    // Another kind, and another line.
    const auto errors = [&](std::string_view body) {
        const Assembly made = assemble(fmt::format("actor A {{\n{}\nend }}", body), "", options);
        return std::ranges::count(made.diagnostics, Severity::error, &Diagnostic::severity);
    };
    CHECK(errors("var9 = 1 // warn: script-flow") == 1);
    CHECK(errors("var9 = 1 // warn: script-flow, warn: script-variable") == 0);
    CHECK(errors("var9 = 1 // warn: script-variable\nvar9 = 2") == 1);
    CHECK(disassemble(*typed.script, &names(), {.names = false}).text.find("warn") == std::string::npos);
}
