// Prints statements of compiled code as lines of source.
//
// Also collects the uses of names, because the spelling of a name can depend on its position.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "obscript/code_frame.hpp"
#include "obscript/code_reader.hpp"
#include "obscript/commands.hpp"
#include "obscript/decompile.hpp"

namespace redforge::obscript {

/// Returns true if a name never needs quotes: a letter, then letters, digits and _.
[[nodiscard]] bool is_bare_name(std::string_view name);

/// Uses of names in code. Vectors are indexed by the number of a reference, from 1.
struct Mentions {
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

    explicit Mentions(std::size_t references)
        : obse(references + 1), global(references + 1), first(references + 1, never)
    {
    }

    std::vector<bool> obse;                       ///< an expression of OBSE names it
    std::vector<bool> global;                     ///< it is a global
    std::vector<std::size_t> first;               ///< the first statement that names it
    std::map<std::uint16_t, VariableType> types;  ///< types of the script's own variables, if OBSE code shows them
    std::vector<std::pair<std::uint16_t, std::uint16_t>> remote;  ///< owner and index of variables of other scripts
    std::map<std::pair<std::uint16_t, std::uint16_t>, VariableType> remote_types;
    std::size_t statement{};  ///< index of the statement that is being printed
};

/// Returns names of variables by index. The variables must outlive the result.
[[nodiscard]] std::map<std::uint32_t, std::string_view> variable_names(const std::vector<LocalVariable>& variables);

/// Names of references and variables.
struct SourceNames {
    std::vector<std::string> references;                  ///< by number, from 1
    std::map<std::uint32_t, std::string_view> variables;  ///< of the script itself, by index
    std::map<std::pair<std::uint16_t, std::uint16_t>, std::string> remote;

    /// Names for a text that is discarded.
    static SourceNames numbers(const CompiledScript& script);
};

class SourcePrinter {
public:
    SourcePrinter(const CompiledScript& script, const SourceNames& names, Mentions& mentions, bool escapes,
                  const UserCommands* commands)
        : script_(script), names_(names), mentions_(mentions), escapes_(escapes), commands_(commands)
    {
    }

    /// Returns a line without indentation. `redirected`: for Begin, true if OBSE frames its block. Errors: unsupported.
    Result<std::string> statement(const Statement& statement, bool redirected);

private:
    /// Context of a call: decides how its parameters are read.
    enum class Place : std::uint8_t { statement, game, obse };

    static constexpr unsigned max_depth = 40;  ///< of nested calls
    /// A part of an expression.
    struct Piece {
        std::string text;
        int precedence{};
        bool takes_more{};  ///< a call that would consume what follows as parameters
    };

    std::string line(const Statement& statement, bool redirected);
    std::string begin(CodeReader& in, bool redirected);
    std::string function_variables(CodeReader& in);
    std::string call(std::uint16_t opcode, ByteView payload, Place place, bool& takes_more);
    std::string standard_arguments(CodeReader& in, std::string_view types, bool& takes_more);
    std::string standard_argument(CodeReader& in, char kind);
    std::string message(CodeReader& in, bool box);
    std::string variable(CodeReader& in);
    std::string game_expression(ByteView bytes);
    void game_operand(CodeReader& in, std::vector<Piece>& open);
    std::string obse_arguments(CodeReader& in);
    Piece obse_argument(CodeReader& in);
    std::string obse_call(CodeReader& in);
    Piece obse_expression(ByteView bytes);
    void obse_operand(CodeReader& in, std::uint8_t code, std::vector<Piece>& open);
    void obse_operator(std::uint8_t code, std::vector<Piece>& open);

    std::string local(std::uint16_t index, bool obse);
    std::string remote(std::uint16_t owner, std::uint16_t index, VariableType type, bool obse);
    /// Returns the spelling of a form, global or variable of type ref, by its number.
    std::string reference(std::uint16_t number, bool obse);
    std::string spelling_of(std::string_view name, bool obse);
    std::string quoted(ByteView text, bool escapes);
    Piece taken(std::vector<Piece>& open);
    static std::string inside(const Piece& piece, bool brackets);
    std::string reject(std::string message);
    [[nodiscard]] bool failed() const { return !problem_.empty(); }

    const CompiledScript& script_;
    const SourceNames& names_;
    Mentions& mentions_;
    bool escapes_;
    const UserCommands* commands_;
    std::string problem_;
    unsigned depth_{};
};

}  // namespace redforge::obscript
