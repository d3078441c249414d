// Law 1 for scripts: the source of any bytes assembles to them, with any names.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "support/random_script.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

/// Checks that the source of a script assembles to the script: without names, with its own names, and with others.
void check_exact(const Script& script, const Names* names, const Names* others)
{
    const Source source = disassemble(script, names, {.proof = Proof::none});
    for (const Names* given : {static_cast<const Names*>(nullptr), names, others}) {
        const Assembly again = assemble(source.text, "test.soup", {.names = given, .previous = &script});
        if (!again.script || *again.script != script) {
            INFO(source.text);
            if (!again.diagnostics.empty()) {
                INFO(show(again.diagnostics[0]));
                REQUIRE(again.script);
            }
            REQUIRE(*again.script == script);
        }
    }
    std::uint32_t at = 0;
    for (const Statement& statement : source.listing.statements) {
        REQUIRE(statement.offset == at);
        at += statement.length;
    }
    REQUIRE(at == script.code.size());
}

}  // namespace

TEST_CASE("round trip: any bytes disassemble to a source that assembles to them")
{
    std::mt19937 random(20260);
    const Names names(test::random_definitions(random));
    const Names others(test::random_definitions(random));
    for (unsigned i = 0; i < 4000; ++i) {
        const Script script = test::random_byte_script(random, random() % 200);
        check_exact(script, i % 2 == 0 ? nullptr : &names, &others);
    }
}

TEST_CASE("round trip: calls at the maximum nesting depth of the game assemble")
{
    Script script;
    script.name = "A";
    for (int calls = 0; calls < 32; ++calls) {
        script.code.insert(script.code.end(),
                           {std::byte{1}, std::byte{9}, std::byte{0}, std::byte{1}});  // @function_9(
    }
    script.code.insert(script.code.end(), {std::byte{1}, std::byte{9}, std::byte{0}, std::byte{0}});
    const Source source = disassemble(script, nullptr, {.proof = Proof::none});
    REQUIRE(source.listing.statements.size() == 1);
    CHECK_FALSE(source.listing.statements[0].raw);
    CHECK(assemble(source.text, "a.soup").script == script);
}

TEST_CASE("round trip: a source without raw bytes, pads and raw positions is standard")
{
    const auto is_standard = [](std::string_view text) {
        return disassemble(assemble(text, "a.soup").script.value()).standard;
    };
    CHECK(is_standard("actor A { #a: function_1(2, \"key\") if var1 = -3 { DOOR1.function_4() goto #a } }"));
    CHECK(is_standard("actor A { if <ScriptRv> = 1 { goto #a } #a: end }"));
    CHECK_FALSE(is_standard("actor A { bytes \"FF\" }"));
    CHECK_FALSE(is_standard("actor A { Me[pad=3].function_4() }"));
    CHECK_FALSE(is_standard("actor A { goto 0x1234 }"));
    CHECK_FALSE(is_standard("actor A { function_1(\"a\\x01\") }"));
    CHECK_FALSE(is_standard("actor \"a\\x01\" { end }"));
}

TEST_CASE("round trip: a function with too many arguments prints as valid source")
{
    const Names names(read_definitions(as_bytes("[functions]\r\ntask RTX parms 300\r\n")).value());
    const Script script = assemble("actor A { RTX(1) }", "a.soup", {.names = &names}).script.value();
    const Source source = disassemble(script, &names);
    CHECK(source.text.find("RTX(1)\n") != std::string::npos);
    CHECK(source.text.find("task 1 = RTX(255)\n") != std::string::npos);
    CHECK(assemble(source.text, "a.soup").script == script);
}

TEST_CASE("round trip: the source of any program assembles to the same program")
{
    std::mt19937 random(20261);
    for (unsigned i = 0; i < 1500; ++i) {
        const Names names(test::random_definitions(random));
        const Names others(test::random_definitions(random));
        const Script script = test::random_program(random, random() % 40, i % 2 == 0);
        check_exact(script, i % 3 == 0 ? nullptr : &names, &others);
    }
}

TEST_CASE("round trip: the source of a regular program is standard")
{
    std::mt19937 random(20262);
    const Names names(test::random_definitions(random));
    for (unsigned i = 0; i < 200; ++i) {
        const Source source = disassemble(test::random_program(random, 30, false), &names);
        INFO(source.text);
        CHECK(source.text.find("bytes") == std::string::npos);
        CHECK(source.text.find('[') == std::string::npos);
        CHECK(source.text.find(" at ") == std::string::npos);
    }
}
