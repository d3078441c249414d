// Compiles the source of a script of Oblivion as the Construction Set does, byte for byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "obscript/environment.hpp"
#include "obscript/message.hpp"

namespace redforge::obscript {

/// Limits of the game's own compiler.
inline constexpr std::size_t max_code = 0x4000;           ///< bytes of a script
inline constexpr std::size_t max_extended_code = 0x8000;  ///< with Construction Set Extender
inline constexpr std::size_t max_line_code = 512;         ///< bytes of a line's code
inline constexpr std::size_t max_if_depth = 10;           ///< nested ifs
inline constexpr std::size_t max_message_values = 9;      ///< variables of a message
inline constexpr std::size_t max_buttons = 10;            ///< of a message box

/// Type of a script. Result scripts, of dialogue and quest stages, have neither name nor blocks.
enum class ScriptKind : std::uint8_t { object, quest, magic_effect, result };

/// A local variable: SLSD, SCVR.
struct LocalVariable {
    std::uint32_t index{};
    std::string name;
    VariableType type{};
};

/// SCRO: the FormID of a form; or SCRV: the index of a local variable of type ref.
struct ReferenceEntry {
    bool is_variable{};
    std::uint32_t value{};
    std::string name;  ///< as first written

    friend bool operator==(const ReferenceEntry& a, const ReferenceEntry& b)
    {
        return a.is_variable == b.is_variable && a.value == b.value;
    }
};

class UserCommands;

struct CompileOptions {
    ScriptKind kind{};
    /// Variables of the previous version: they keep their indices. Their types are not used.
    std::vector<LocalVariable> old_variables{};
    std::uint32_t last_variable{};  ///< highest index that was ever used
    /// Current OBSE replaces %q by quotes and %r by line ends in texts of standard commands; early versions did not.
    bool text_escapes{true};
    const UserCommands* commands{};  ///< commands that are not built in; may be null
};

struct Compiled {
    Bytes code;
    std::vector<LocalVariable> variables;  ///< in the order of their declarations
    std::vector<ReferenceEntry> references;
    std::uint32_t last_variable{};
    bool uses_obse{};
    std::vector<Message> messages;  ///< in the order of the source

    [[nodiscard]] bool failed() const;
};

/// Compiles a script. `source`: bytes of any code page. If a message is an error, the other members of the result are
/// not valid.
[[nodiscard]] Compiled compile(std::string_view source, Environment& environment, const CompileOptions& options = {});

}  // namespace redforge::obscript
