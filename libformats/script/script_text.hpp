// What a person sees of the text of a script: colours, blocks to fold, problems, and where its labels are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "soup/diagnostic.hpp"
#include "soup/lexer.hpp"
#include "soup/names.hpp"
#include "soup/script.hpp"

namespace redforge::obscript {
class UserCommands;
}

namespace redforge::script {

enum class ScriptLanguage : std::uint8_t {
    soup,        ///< a script of a map
    source,      ///< the source of a script of a plugin, as its author wrote it
    statements,  ///< the compiled code of such a script
};

/// What a character of a script is part of.
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
    name,     ///< of an item or a map, in < >
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

/// A line that blocks can be folded at.
struct FoldLine {
    unsigned depth{};  ///< of the blocks around it
    bool opens{};      ///< the lines behind it are deeper

    friend bool operator==(const FoldLine&, const FoldLine&) = default;
};

struct ScriptProblem {
    soup::Severity severity{};
    TextRange range;
    std::uint32_t line{};  ///< 1-based
    std::string message;
    std::vector<SourceEdit> fix{};  ///< what mends it; empty where no one answer is right
    std::string kind{};             ///< of a warning, where it has one: "script-flow"
};

/// What compiling a source of Oblivion finds, without its plugin: any name is taken for a form.
/// `commands`: that no built-in table has; may be null. What is wrong in their table is a warning in the first line.
[[nodiscard]] std::vector<ScriptProblem> problems_of_source(std::string_view text,
                                                            const obscript::UserCommands* commands = nullptr);

/// Says that a text calls its actor otherwise than the actor is called.
[[nodiscard]] std::string other_name_words(std::string_view says, std::string_view is);

/// The text of a script, taken apart.
class ScriptText {
public:
    ScriptText() : ScriptText({}, ScriptLanguage::soup, nullptr) {}
    /// `names`, for scripts of a map, and `commands`, for those of plugins, may be null; they must outlive it.
    ScriptText(std::string text, ScriptLanguage language, const soup::Names* names,
               const obscript::UserCommands* commands = nullptr);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] ScriptLanguage language() const { return language_; }
    [[nodiscard]] const soup::Names* names() const { return names_; }
    [[nodiscard]] const obscript::UserCommands* commands() const { return commands_; }
    /// Of a script of a map; without them the others are only coloured.
    [[nodiscard]] const std::vector<soup::Token>& tokens() const { return tokens_.tokens; }

    /// A style for each byte.
    [[nodiscard]] const std::vector<ScriptStyle>& styles() const { return styles_; }
    /// For each line.
    [[nodiscard]] std::vector<FoldLine> folds() const;
    /// Errors and warnings, in the order of the text. `previous`: the script that it takes the place of; `objects`: what
    /// scripts of its map can call objects. Both may be null.
    [[nodiscard]] std::vector<ScriptProblem> problems(const soup::Script* previous,
                                                      const std::vector<std::string>* objects = nullptr) const;
    /// What the text calls its actor, when that is not what the actor is called.
    struct OtherName {
        TextRange range;    ///< of the name in the text
        std::string says;   ///< without quotes
        std::string is;     ///< the same of the actor
        std::string right;  ///< what would be right in its place, with quotes where they are needed
    };
    [[nodiscard]] std::optional<OtherName> other_name(const soup::Script& actor) const;
    /// The token that a place is in or right behind; the number of tokens when there is none.
    [[nodiscard]] std::size_t token_at(std::size_t at) const;
    [[nodiscard]] std::string_view word(std::size_t token) const { return soup::text_of(text_, tokens_.tokens[token]); }
    [[nodiscard]] bool is_punctuator(std::size_t token, std::string_view text) const;
    /// Where labels are defined, in the order of the text.
    struct Label {
        std::string_view name;
        std::size_t at{};
    };
    [[nodiscard]] std::vector<Label> labels() const;
    /// A name that the source's own block of names gives a number.
    struct DeclaredName {
        ScriptStyle kind{};  ///< function, flag, property, variable, or number for a constant
        std::string_view name;
    };
    [[nodiscard]] std::vector<DeclaredName> declared_names() const;
    /// The place of that block's first word; the end of the text where there is none.
    [[nodiscard]] std::size_t names_block() const;
    /// 0-based line of a place.
    [[nodiscard]] std::size_t line_of(std::size_t at) const;

private:
    void colour_soup();
    void colour_lines();
    /// Of a script of a plugin. `variables`: its own, in small letters.
    [[nodiscard]] ScriptStyle style_of_word(std::string_view word, const std::set<std::string>& variables) const;
    void paint(std::size_t at, std::size_t length, ScriptStyle style);

    std::string text_;
    ScriptLanguage language_{};
    const soup::Names* names_{};
    const obscript::UserCommands* commands_{};
    soup::Tokens tokens_;
    std::vector<ScriptStyle> styles_;
};

/// What the word of a token stands for, by what is around it.
[[nodiscard]] ScriptStyle style_of(const ScriptText& text, std::size_t token);

}  // namespace redforge::script
