// Prints scripts like the public mod manager, whose changes refer to lines of this text. Source:
// Dillonn241/redguard-mod-manager.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "soup/bytecode/script.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

/// A line of the manager's text, without its end.
struct ManagerLine {
    enum class Kind : std::uint8_t {
        heading,    ///< name of the actor, and start of its script
        open,       ///< opening brace; `statement` is the `if` of the block, or no_statement for the script itself
        close,      ///< closing brace; `statement` as for `open`
        blank,      ///< empty line before a label
        label,      ///< label; `offset` is its target
        statement,  ///< first line of a statement
        comment,    ///< further lines of a dialogue text
    };
    static constexpr std::size_t no_statement = static_cast<std::size_t>(-1);

    Kind kind{};
    std::string text;
    std::size_t statement{no_statement};  ///< index in the listing of the script (decode())
    std::uint32_t offset{};               ///< code offset of the statement or the label
};

struct ManagerPrint {
    std::vector<ManagerLine> lines;
    std::set<std::string> lost;  ///< parts of the script that the text cannot express, or at which the manager stops

    /// Returns the lines as one text, without a line break at the end.
    [[nodiscard]] std::string text() const;
};

/// Prints one script. Like the manager, omits the braces of empty blocks, and closing braces at the end of the script
/// except its own. `variables`: initial values, which the manager prints for objects in variables.
[[nodiscard]] ManagerPrint print_for_manager(const Script& script, const Names& names,
                                             std::span<const std::int32_t> variables = {});

}  // namespace redforge::soup
