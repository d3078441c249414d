// Shared declarations of the compiler for scripts of Oblivion.
//
// Statements are in compile.cpp, names and the list of references in compile_names.cpp, parameters of commands in
// compile_parameters.cpp, the game's expressions in compile_expression.cpp, OBSE's in compile_obse.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "obscript/code_frame.hpp"
#include "obscript/compile.hpp"
#include "obscript/keywords.hpp"
#include "obscript/tokens.hpp"

namespace redforge::obscript {

/// Target of a resolved name.
struct ResolvedName {
    enum class Kind : std::uint8_t { unknown, variable, global, command, form };

    Kind kind{};
    std::uint16_t owner{};      ///< the reference before the dot; 0: none
    std::uint16_t reference{};  ///< of a global or form
    std::uint16_t index{};      ///< of a variable
    VariableType type{};        ///< of a variable
    const Command* command{};
};

class Compiler {
public:
    Compiler(std::string_view source, Environment& environment, const CompileOptions& options);

    Compiled run();

private:
    friend class ObseExpression;

    /// Context of a call: decides how much of the line it consumes, and how an empty parameter list is encoded.
    enum class Place : std::uint8_t { statement, expression, obse };

    /// An entry of the list of references.
    struct Entry {
        std::string name;  ///< as it is first written
        enum class Kind : std::uint8_t { unresolved, form, global, variable } kind{};
        std::uint32_t value{};
        std::string_view first;  ///< its first use in the source
    };
    struct OpenIf {
        std::size_t jump_at{};  ///< offset of its number of statements in the code
        std::size_t counted{};  ///< counted_ after its line
        std::string_view line;
    };
    struct OpenLoop {
        std::size_t end_at{};
        std::string_view line;
    };

    // Statements.
    void find_callers(const std::vector<std::string_view>& lines);
    void line(std::string_view line);
    void keyword_line(Keyword keyword, LineCursor& cursor);
    void declaration(Keyword keyword, LineCursor& cursor);
    void begin(LineCursor& cursor);
    void end();
    void function_variables(Bytes& out, std::string_view rest);
    void set(LineCursor& cursor);
    void condition(std::uint16_t opcode, LineCursor& cursor);
    void open_if(std::size_t jump_at);
    void close_if();
    void command_line(const Token& token, LineCursor& cursor);
    void put_statement(std::uint16_t opcode, ByteView payload);
    void check_place(Keyword keyword);
    void check_reach(Keyword keyword, std::string_view word);
    void note_use(const LocalVariable& variable, bool written);
    void warn_unused();
    void warn_leftover(const LineCursor& cursor, std::string_view after);
    void finish();

    // Names.
    [[nodiscard]] NameUse mention(std::size_t reference = 0) const;
    [[nodiscard]] const LocalVariable* local(std::string_view name) const;
    /// Returns the index of a name in the list of references, or 0 if it is not in the list.
    [[nodiscard]] std::uint16_t find_reference(std::string_view name) const;
    /// Returns the index of a name in the list of references; adds it if the environment knows the name. Reports an
    /// error and returns 0 if not. `may_be_variable`: a later line can declare it as a variable.
    std::uint16_t reference(std::string_view name, bool may_be_variable = false);
    std::uint16_t add_reference(std::string_view name, Entry::Kind kind, std::uint32_t value);
    /// Returns the index of a global in the list, or 0 if the name is not a global.
    std::uint16_t global(std::string_view name);
    /// Returns a command of the built-in table, of the user's table, or of the environment.
    const Command* command_of(std::string_view name, const NameUse& where);
    /// Resolves a word to a variable, command or form. Reports an error if it is unknown.
    ResolvedName resolve(const Token& token);
    /// Returns a variable or global, or nullopt without an error if the word is neither.
    std::optional<ResolvedName> value(const Token& token, bool written = false);
    std::optional<ResolvedName> remote_variable(const Token& token, std::uint16_t owner);
    /// Like resolve(), for the command at the beginning of a line.
    const Command* line_command(const Token& token);
    void unknown_name(std::string_view name);
    /// Reports an unknown word with the nearest known words. These differ in at most a third of the letters, ignoring
    /// case. Adds a fix if one word is nearest.
    void unknown_word(std::string_view part, std::string_view word, std::string message,
                      std::span<const std::string_view> known, std::string otherwise);
    static void put_word(Bytes& out, char code, std::uint16_t number);
    /// Emits `[r owner] s|f index` or `G reference`.
    void put_value(Bytes& out, const ResolvedName& value);

    // Parameters of commands.

    /// Compiles the payload of a call.
    void arguments(const Command& command, LineCursor& cursor, Bytes& out, Place place);
    void parameters(std::string_view name, std::string_view types, std::size_t required, LineCursor& cursor, Bytes& out,
                    Place place);
    void parameter(std::string_view command, std::size_t number, const ParameterType& type, const Token& token,
                   Bytes& out);
    void number_parameter(std::string_view command, std::size_t number, char kind, const Token& token, Bytes& out);
    void message_parameters(const Command& command, LineCursor& cursor, Bytes& out);
    void put_text(Bytes& out, std::string_view text) const;

    // Expressions.

    /// Compiles the rest of the line as postfix code.
    void expression(LineCursor& cursor, Bytes& out);
    /// Compiles a word of an expression; for a command, also its parameters.
    void operand(const Token& token, LineCursor& cursor, Bytes& out);
    void sized_expression(LineCursor& cursor, Bytes& out);
    /// Compiles OBSE parameters and moves `cursor` after them.
    void obse_arguments(const Command& command, LineCursor& cursor, Bytes& out, Place place);

    // Messages. `part` is a part of the source, or empty if only the line is known.
    void error(std::string_view part, ErrorCode code, std::string message, std::string hint = {});
    void warning(std::string_view part, std::string message, std::string hint = {});
    /// Adds a fix to the last message: replace a part of the source by `text`. Call it in source order.
    void fix(std::string_view part, std::string text);
    void add_message(bool is_error, std::string_view part, ErrorCode code, std::string message, std::string hint);

    std::string_view source_;
    Environment& environment_;
    const CompileOptions& options_;
    Compiled result_;
    std::vector<Entry> entries_;
    std::unordered_map<std::string, std::uint16_t> entry_numbers_;  ///< by name, in lower case
    std::unordered_map<std::string, std::size_t> locals_;           ///< by name, in lower case; the first variable of a
                                                                    ///< name
    std::unordered_map<std::string, std::vector<std::uint32_t>> old_indices_;
    std::unordered_map<std::string, std::size_t> declared_;  ///< number of declarations
    mutable std::string lower_;                              ///< buffer for lookups without allocation

    std::string_view line_;
    std::size_t statement_{};  ///< index of the current statement among statements with code
    std::size_t operand_{};    ///< index of the next name in its code
    std::size_t counted_{};    ///< statements as jumps count them
    std::vector<OpenIf> ifs_;
    std::vector<OpenLoop> loops_;
    std::vector<std::size_t> line_starts_;
    std::string_view block_;         ///< line that began the open block; null if no block is open
    std::size_t block_begin_{};      ///< offset after its Begin
    std::size_t block_length_at_{};  ///< offset of the length in its Begin; 0 if it has none
    bool redirected_{};              ///< OBSE handles the parameters of all commands in the block: `Begin _GameMode`
    bool has_name_{};
    /// Detects unreachable statements: those after a return, up to the next statement that another path reaches.
    enum class Reach : std::uint8_t { reached, unreached, reported } reach_{};
    struct Use {
        bool read{};
        bool written{};
    };
    std::vector<Use> uses_;                       ///< uses of each variable
    std::vector<std::string_view> declarations_;  ///< declaration of each variable in the source
    std::size_t errors_{};
    std::size_t depth_{};  ///< calls inside calls
};

/// Returns the text that a text parameter means: in OBSE, %q is a quote and %r a line end.
[[nodiscard]] std::string unescaped(std::string_view text);

}  // namespace redforge::obscript
