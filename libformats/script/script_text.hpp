// Display data of a script: colours, folds, problems and label positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "soup/assemble/diagnostic.hpp"
#include "soup/assemble/lexer.hpp"
#include "soup/bytecode/script.hpp"
#include "soup/names/names.hpp"

namespace redforge::obscript {
class UserCommands;
}

namespace redforge::script {

enum class ScriptLanguage : std::uint8_t {
    soup,        ///< a script of a map
    source,      ///< the source of a script of a plugin, as its author wrote it
    statements,  ///< the compiled code of such a script
};

/// Style of a character in a script.
enum class ScriptStyle : std::uint8_t {
    plain,
    comment,
    keyword,
    function,
    flag,
    property,
    object,
    variable,
    string,
    letters,  ///< a dialogue label
    name,     ///< name of an item or a map, in < >
    number,
    label,
    sign,
    unknown,
};
inline constexpr std::size_t script_style_count = 15;

/// Bytes of a text, from begin to before end.
struct TextRange {
    std::size_t begin{};
    std::size_t end{};

    friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// A line with its fold level.
struct FoldLine {
    unsigned depth{};  ///< nesting depth in blocks
    bool opens{};      ///< the next lines are deeper

    friend bool operator==(const FoldLine&, const FoldLine&) = default;
};

struct ScriptProblem {
    soup::Severity severity{};
    TextRange range;
    std::uint32_t line{};  ///< 1-based
    std::string message;
    std::vector<SourceEdit> fix{};  ///< edits that fix it; empty if there is no single fix
    std::string kind{};             ///< kind of a warning, if it has one: "script-flow"
};

/// Compiles an Oblivion source without its plugin and returns the problems. Any name counts as a form. `commands`:
/// commands that are not built in; may be null. A problem of their table is a warning in the first line.
[[nodiscard]] std::vector<ScriptProblem> problems_of_source(std::string_view text,
                                                            const obscript::UserCommands* commands = nullptr);

/// Returns the message for a text that names another actor.
[[nodiscard]] std::string other_name_message(std::string_view written, std::string_view actor);

/// A parsed script text.
class ScriptText {
public:
    ScriptText() : ScriptText({}, ScriptLanguage::soup, nullptr) {}
    /// `names`, for scripts of a map, and `commands`, for scripts of plugins, may be null; they must outlive this
    /// object.
    ScriptText(std::string text, ScriptLanguage language, const soup::Names* names,
               const obscript::UserCommands* commands = nullptr);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] ScriptLanguage language() const { return language_; }
    [[nodiscard]] const soup::Names* names() const { return names_; }
    [[nodiscard]] const obscript::UserCommands* commands() const { return commands_; }
    /// Tokens of a map script. Other languages have none.
    [[nodiscard]] const std::vector<soup::Token>& tokens() const { return tokens_.tokens; }

    /// Returns the style of each byte of the text.
    [[nodiscard]] const std::vector<ScriptStyle>& styles() const { return styles_; }
    /// Returns the folding state of each line.
    [[nodiscard]] std::vector<FoldLine> folds() const;
    /// Returns errors and warnings in text order. `previous`: the script that it replaces; `objects`: names of map
    /// objects that scripts can call. Both may be null.
    [[nodiscard]] std::vector<ScriptProblem> problems(const soup::Script* previous,
                                                      const std::vector<std::string>* objects = nullptr) const;
    /// A name of the actor in the text that differs from the actor's name.
    struct OtherName {
        TextRange range;          ///< of the name in the text
        std::string written;      ///< name in the text, without quotes
        std::string actor;        ///< name of the actor, without quotes
        std::string replacement;  ///< the actor name as source text, with quotes if needed
    };
    [[nodiscard]] std::optional<OtherName> other_name(const soup::Script& actor) const;
    /// Returns the token at or directly before a position, or the number of tokens if there is none.
    [[nodiscard]] std::size_t token_at(std::size_t at) const;
    [[nodiscard]] std::string_view word(std::size_t token) const { return soup::text_of(text_, tokens_.tokens[token]); }
    [[nodiscard]] bool is_punctuator(std::size_t token, std::string_view text) const;
    /// Definition of a label, in text order.
    struct Label {
        std::string_view name;
        std::size_t at{};
    };
    [[nodiscard]] std::vector<Label> labels() const;
    /// A name that the source's own `names` block declares.
    struct DeclaredName {
        ScriptStyle kind{};  ///< function, flag, property, variable, or number for a constant
        std::string_view name;
    };
    [[nodiscard]] std::vector<DeclaredName> declared_names() const;
    /// Returns the offset of that block's first word, or the end of the text if there is none.
    [[nodiscard]] std::size_t names_block() const;
    /// Returns the 0-based line of a byte offset.
    [[nodiscard]] std::size_t line_of(std::size_t at) const;

private:
    void colour_soup();
    void colour_lines();
    /// Returns the style of a word of a plugin's script. `variables`: variables of the script, in lower case.
    [[nodiscard]] ScriptStyle style_of_word(std::string_view word, const std::set<std::string>& variables) const;
    void paint(std::size_t at, std::size_t length, ScriptStyle style);

    std::string text_;
    ScriptLanguage language_{};
    const soup::Names* names_{};
    const obscript::UserCommands* commands_{};
    soup::Tokens tokens_;
    std::vector<ScriptStyle> styles_;
};

/// Returns the style of a word token from its context.
[[nodiscard]] ScriptStyle style_of(const ScriptText& text, std::size_t token);

}  // namespace redforge::script
