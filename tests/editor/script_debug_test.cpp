// Stepping through a script: lines, values, breakpoints.
#include <catch2/catch.hpp>

#include "editor/model/text/script_debug.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using Value = ScriptDebug::Value;
using Values = std::vector<Value>;

soup::Names debug_names()
{
    soup::Names made;
    made.declare_function(1, {"Wait", soup::CallKind::task, 1, true});
    made.declare_function(2, {"HaveItem", soup::CallKind::function, 1, true});
    made.declare_flag(0, "DoorOpen");
    made.declare_property(0, "angle");
    return made;
}

const std::string counter = "actor A\n"                  // 1
                            "{\n"                        // 2
                            "    var1 = 0\n"             // 3
                            "    while var1 < 3\n"       // 4
                            "    {\n"                    // 5
                            "        var1 = var1 + 1\n"  // 6
                            "        Wait(1)\n"          // 7
                            "    }\n"                    // 8
                            "    DoorOpen = var0\n"      // 9
                            "    end\n"                  // 10
                            "}\n";

ScriptDebug debugged(const std::string& source, const soup::Names& known, std::size_t at = 0)
{
    soup::Script previous;
    previous.variables = 2;
    Result<ScriptDebug> debug = ScriptDebug::begin(source, previous, {7, 5}, &known, at);
    if (!debug) {
        INFO(describe(debug.error()));
        REQUIRE(debug);
    }
    return std::move(*debug);
}

}  // namespace

TEST_CASE("debugger: a step runs one statement and reports changed values", "[editor][soup]")
{
    const soup::Names known = debug_names();
    ScriptDebug debug = debugged(counter, known);
    CHECK(debug.line() == 3);
    CHECK(debug.state() == "Line 3, after 0 statements");
    CHECK(debug.values() == Values{{"var0", 7, false}, {"var1", 5, false}});
    debug.step();
    CHECK(debug.line() == 4);
    CHECK(debug.values() == Values{{"var0", 7, false}, {"var1", 0, true}});
    debug.step();
    CHECK(debug.line() == 6);
    CHECK(debug.values() == Values{{"var0", 7, false}, {"var1", 0, false}});
    CHECK(debug.trace() == std::vector<std::string>{"line 3: var1 = 0", "line 4: if var1 (0) < 3: yes"});
    CHECK(debug.value_of("var1") == 0);
    CHECK_FALSE(debug.value_of("var9"));
    CHECK_FALSE(debug.value_of("DoorOpen"));
}

TEST_CASE("debugger: stops at breakpoints and at the end", "[editor][soup]")
{
    const soup::Names known = debug_names();
    ScriptDebug debug = debugged(counter, known);
    debug.run_to({6});
    CHECK(debug.line() == 6);
    CHECK(debug.value_of("var1") == 0);
    debug.run_to({6});
    CHECK(debug.line() == 6);
    CHECK(debug.value_of("var1") == 1);
    debug.run_to({});
    CHECK(debug.ended());
    CHECK(debug.line() == 0);
    CHECK(debug.state() == "Ended after 16 statements");
    CHECK(debug.values() == Values{{"var0", 7, false}, {"var1", 3, true}, {"DoorOpen", 7, true}});
    debug.step();
    CHECK(debug.state() == "Ended after 16 statements");
}

TEST_CASE("debugger: starts with the settings in the comments", "[editor][soup]")
{
    const soup::Names known = debug_names();
    const std::string source = "// given: var1 = 2\nactor A\n{\n    var0 = HaveItem(8)\n    end\n}\n"
                               "// test: with the key\n// given: HaveItem = 1\n// expect: var0 = 1\n";
    ScriptDebug debug = debugged(source, known);
    debug.step();
    CHECK(debug.values() == Values{{"var0", 0, true}, {"var1", 2, false}});
    ScriptDebug with = debugged(source, known, source.size());
    with.step();
    CHECK(with.values() == Values{{"var0", 1, true}, {"var1", 2, false}});
    // A case begins at its own line.
    const std::size_t of_case = source.find("// test");
    ScriptDebug there = debugged(source, known, of_case);
    there.step();
    CHECK(there.value_of("var0") == 1);
    ScriptDebug before = debugged(source, known, of_case - 1);
    before.step();
    CHECK(before.value_of("var0") == 0);
    const auto wrong = ScriptDebug::begin("// given: Nothing = 1\nactor A\n{\n    end\n}\n", {}, {}, &known);
    CHECK(describe(wrong.error()).starts_with("line 1: no variable, flag or function Nothing"));
    CHECK(ScriptDebug::begin("actor A\n{\n    goto #b\n}\n", {}, {}, &known).error().line == 3);
}

TEST_CASE("debugger: the state names the interrupt thread and the failure", "[editor][soup]")
{
    const soup::Names known = debug_names();
    ScriptDebug debug =
        debugged("actor A\n{\n    var0 = 1\n    endint\n  start:\n    var1 = 1\n    return\n}\n", known);
    CHECK(debug.state() == "Line 6, after 0 statements");
    debug.step();
    CHECK(debug.state() == "Line 3 of the interrupt thread, after 1 statement");
    debug.run_to({});
    CHECK(debug.state() == "Bad return after 3 statements");
    CHECK(debug.trace().back() == "line 7: return without gosub");
}
