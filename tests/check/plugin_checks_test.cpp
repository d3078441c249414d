// Checks of plugins: several keys say together what a group or a record is.
#include <catch2/catch.hpp>

#include <memory>

#include "check/check.hpp"
#include "edit/document.hpp"
#include "support/outcome.hpp"
#include "tes/plugin.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

/// "PATH: MESSAGE" of what the check of keys finds in a plugin of these groups.
std::vector<std::string> duplicate_keys(std::initializer_list<Bytes> groups)
{
    Bytes bytes = tes4(20, static_cast<std::uint32_t>(groups.size()));
    for (const Bytes& each : groups) {
        append(bytes, each);
    }
    const edit::Document plugin(*edit::find_format("plugin"),
                                std::make_shared<tes::Plugin>(need(tes::read_plugin(bytes))));
    std::vector<std::string> lines;
    for (const check::Finding& finding : check::run(plugin, {}, {{"duplicate-key"}, {}})) {
        lines.push_back(finding.path(plugin.root()) + ": " + finding.message);
    }
    return lines;
}

}  // namespace

TEST_CASE("check: duplicate-key, groups of a plugin by type and number together")
{
    using Lines = std::vector<std::string>;
    const auto block = [](std::uint32_t type, std::uint32_t number_of_block) {
        return group(20, number(number_of_block), type, {});
    };
    CHECK(duplicate_keys({block(2, 7), block(3, 7), block(2, 8)}) == Lines{});
    CHECK(duplicate_keys({block(2, 7), block(3, 7), block(2, 7)}) ==
          Lines{"entries[2].number: entries[0] has type interior_block, number 7 too"});
}
