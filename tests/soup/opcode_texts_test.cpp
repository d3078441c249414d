// The source of each opcode in each context of a value or statement, followed by other bytes.
//
// The pages in tests/soup/opcodes are approved texts (support/approved.hpp): bytes, and the lines of their source.
#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "soup/bytecode/opcodes.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "support/approved.hpp"
#include "support/page_text.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::soup;

Bytes bytes_of(std::string_view hex)
{
    Bytes bytes;
    REQUIRE(parse_hex(hex, bytes));
    return bytes;
}

/// Returns the lines of a script's code as one line, without its strings.
std::string body_of(const std::string& source)
{
    std::string body;
    for (const std::string& line : test::split_lines(source)) {
        const std::size_t begin = line.find_first_not_of(' ');
        body += (body.empty() ? "" : " | ") + (begin == std::string::npos ? "" : line.substr(begin));
    }
    const std::string strings = "\"three\" | } | ";
    const std::size_t end = body.find(strings);
    REQUIRE(end != std::string::npos);
    return body.substr(end + strings.size());
}

}  // namespace

TEST_CASE("opcodes: the source of each opcode in each position matches the approved pages", "[soup]")
{
    // Before the opcode: nothing; if; if 1 =; task 5(; var1 =.
    static constexpr std::array<std::string_view, 5> before{"", "03", "03070100000000", "00050001", "0a01"};
    static constexpr std::array<std::string_view, 6> behind{"",
                                                            "00000000000000000000000000",
                                                            "01000100070200000000",
                                                            "0205010703000000",
                                                            "0a000b000105",
                                                            "ffffffffffffffffff"};
    for (std::size_t mode = 0; mode < before.size(); ++mode) {
        std::string page;
        for (unsigned opcode = 0; opcode < 0x22; ++opcode) {
            for (const std::string_view rest : behind) {
                Script script;
                script.name = "A";
                script.strings = {"ONE", "two words", "three"};
                script.code = bytes_of(fmt::format("{}{:02x}{}", before.at(mode), opcode, rest));
                std::string hex;
                append_hex(hex, script.code);
                page += fmt::format("{}: {}\n", hex, body_of(disassemble(script).text));
            }
        }
        test::check_approved(redforge::test::source_folder() / "tests/soup/opcodes" /
                                 (std::string(mode_names.at(mode)) + ".txt"),
                             page);
    }
}
