// docs/soup.md: its example assembles without a warning and runs, and its table of opcodes is current.
#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

#include "soup/assemble/assemble.hpp"
#include "soup/assemble/format.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/definitions.hpp"
#include "soup/run/interpreter.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

std::string reference_page()
{
    std::ifstream in(redforge::test::source_folder().string() + "/docs/soup.md", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string example()
{
    const std::string page = reference_page();
    const std::size_t begin = page.find("```soup\n") + 8;
    return page.substr(begin, page.find("```", begin) - begin);
}

constexpr std::string_view documented = "[functions]\r\n"
                                        "task RTX parms 1\r\n"
                                        "function HaveItem parms 1\r\n"
                                        "task RotateByAxis parms 3\r\n"
                                        "[refs]\r\n"
                                        "[flags]\r\n"
                                        "BOOL Won_Game 0\r\n"
                                        "BOOL DoorOpen 0\r\n";

/// Returns the number that the game stores for a label.
constexpr std::int32_t label(std::string_view letters)
{
    return letters[0] | letters[1] << 8 | letters[2] << 16 | letters[3] << 24;
}

std::vector<std::string> trace_lines(const Run& run)
{
    std::vector<std::string> out;
    for (const TraceLine& line : run.trace) {
        out.push_back(line.text);
    }
    return out;
}

}  // namespace

TEST_CASE("docs: the language reference's example assembles, is formatted, and runs")
{
    const Names names(read_definitions(as_bytes(documented)).value());
    const Assembly assembly = assemble(example(), "soup.md", {.names = &names});
    for (const Diagnostic& diagnostic : assembly.diagnostics) {
        UNSCOPED_INFO(show(diagnostic));
    }
    REQUIRE(assembly.diagnostics.empty());
    REQUIRE(assembly.script);
    CHECK(format(example(), "soup.md").text == example());

    RunOptions options;
    options.names = &names;
    using Lines = std::vector<std::string>;
    const Run locked = run(*assembly.script, options);
    CHECK(trace_lines(locked) == Lines{"if DoorOpen (0) = 1: no, to #0015", "HaveItem(8) -> 0",
                                       "if HaveItem() (0) = 0: yes", "RTX('lckd') -> 0", "end"});
    CHECK(locked.flags.empty());

    options.return_values[2] = {1};
    const Run open = run(*assembly.script, options);
    CHECK(trace_lines(open) == Lines{"if DoorOpen (0) = 1: no, to #0015", "HaveItem(8) -> 1",
                                     "if HaveItem() (1) = 0: no, to #0038", "RTX('opnd') -> 0",
                                     "RotateByAxis(1, 512, 30) -> 0", "DoorOpen = 1", "end"});
    CHECK(open.stop == Stop::ended);
    CHECK(open.flags == std::map<std::uint32_t, std::int32_t>{{1, 1}});
    CHECK(open.calls[1] == Call{0, "Me", CallKind::task, 1, {label("opnd")}, 0});

    options.flags = open.flags;
    CHECK(trace_lines(run(*assembly.script, options)) == Lines{"if DoorOpen (1) = 1: yes", "end"});
}

TEST_CASE("docs: the language reference has the table of opcodes")
{
    CHECK(reference_page().find(opcode_reference()) != std::string::npos);
}
