// Interface of an open text in any language. Positions are byte offsets.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "core/text/source_edit.hpp"
#include "lsp/positions.hpp"
#include "script/script_text.hpp"

namespace redforge::lsp {

/// Severity of a problem. The numbers are defined by the protocol.
enum class Severity : std::uint8_t { error = 1, warning = 2, note = 3 };

/// Folders that the user set in the editor. If a path is empty, the folder is searched around each file.
struct Folders {
    std::filesystem::path game;  ///< installation of Redguard
    std::filesystem::path data;  ///< Data folder of Oblivion or Skyrim

    friend bool operator==(const Folders&, const Folders&) = default;
};

struct TextEdit {
    Range range;
    std::string text;

    friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

struct Problem {
    Severity severity{};
    Range range;
    std::string message;            ///< message, including the hint
    std::string kind{};             ///< id of a mistake or warning, such as "script-flow"; may be empty
    std::vector<SourceEdit> fix{};  ///< edits that fix it, in text order; empty if there is no single fix
};

/// Kind of a suggestion. The numbers are defined by the protocol ("CompletionItemKind").
enum class WordKind : std::uint8_t {
    text = 1,
    function = 3,
    field = 5,
    variable = 6,
    type = 7,
    value = 12,
    keyword = 14,
    reference = 18,
    constant = 21,
};

struct Suggestion {
    std::string word;
    WordKind kind{WordKind::text};
    std::string detail{};  ///< shown next to the word
    std::string doc{};     ///< documentation of the selected suggestion
};

struct Suggestions {
    std::size_t begin{};  ///< start of the partial word at the cursor
    std::vector<Suggestion> words;
};

struct Hover {
    Range range;
    std::string markdown;
};

/// Foldable range of lines, 0-based and inclusive.
struct Fold {
    std::uint32_t first{};
    std::uint32_t last{};

    friend bool operator==(const Fold&, const Fold&) = default;
};

/// Signature of the call at the cursor.
struct Signature {
    std::string text;
    std::vector<Range> parameters;  ///< ranges in `text`
    std::size_t active{};
};

/// Kind of a symbol. The numbers are defined by the protocol ("SymbolKind").
enum class SymbolKind : std::uint8_t {
    names = 3,  ///< a group of declarations ("Namespace")
    script = 5,
    property = 7,
    function = 12,
    variable = 13,
    constant = 14,
    record = 19,
    event = 24,
};

/// A named part of a text. Symbols nest by their ranges.
struct Symbol {
    std::string name;
    SymbolKind kind{};
    Range range;           ///< the whole part
    Range name_range;      ///< inside `range`
    std::string detail{};  ///< shown next to the name
    bool has_uses{};       ///< true if references() finds the uses of the name
};

/// Type of a word for highlighting, in the order of token_type_names.
enum class TokenType : std::uint8_t {
    comment,
    keyword,
    function,
    variable,
    property,
    object,
    string,
    constant,
    number,
    label,
};
/// Names of the protocol ("SemanticTokenTypes").
inline constexpr std::array<std::string_view, 10> token_type_names{"comment",  "keyword", "function", "variable",
                                                                   "property", "class",   "string",   "enumMember",
                                                                   "number",   "label"};

/// A highlighted word, on one line.
struct TypedToken {
    Range range;
    TokenType type{};
};

/// Name that the editor shows after a number or label.
struct Inlay {
    std::size_t at{};
    std::string text;
};

/// A part of a script that `gosub` calls or that the game starts, and the calls in it.
struct Routine {
    struct Call {
        Range range;           ///< the label
        std::size_t target{};  ///< index in the list of routines
    };
    Symbol symbol;
    std::vector<Call> calls{};
};

/// Indentation of Oblivion scripts.
struct FormatOptions {
    std::size_t size{4};
    bool spaces{true};

    [[nodiscard]] std::string of(std::size_t depth) const
    {
        return spaces ? std::string(depth * size, ' ') : std::string(depth, '\t');
    }
};

/// Returns the indentation that the project of a file sets, else `otherwise`.
[[nodiscard]] FormatOptions format_options_for(const std::filesystem::path& file, FormatOptions otherwise);

/// Interface of a parsed text. A language overrides only the functions that it supports.
class OpenText {
public:
    OpenText() = default;
    OpenText(const OpenText&) = delete;
    OpenText& operator=(const OpenText&) = delete;
    virtual ~OpenText() = default;

    /// Returns the problems of the text. May return early, without problems, if `cancel` becomes true.
    [[nodiscard]] virtual std::vector<Problem> problems(const std::atomic<bool>& cancel) const = 0;
    /// Returns the words that can be at a position.
    [[nodiscard]] virtual Suggestions suggestions(std::size_t at) const = 0;
    /// Returns the documentation of the name at a position.
    [[nodiscard]] virtual std::optional<Hover> hover(std::size_t /*at*/) const { return {}; }
    /// Returns the signature of the call around a position.
    [[nodiscard]] virtual std::optional<Signature> signature(std::size_t /*at*/) const { return {}; }
    /// Returns the declaration of the name at a position.
    [[nodiscard]] virtual std::optional<Range> definition(std::size_t /*at*/) const { return {}; }
    /// Returns all uses of the name at a position, with its declaration, in text order.
    [[nodiscard]] virtual std::vector<Range> references(std::size_t /*at*/) const { return {}; }
    /// Returns the range of the name at a position if it can be renamed, else nullopt.
    [[nodiscard]] virtual std::optional<Range> renamable(std::size_t /*at*/) const { return {}; }
    /// Returns the reason if a name cannot replace the name at `at`, else nullopt. Precondition: renamable().
    [[nodiscard]] virtual std::optional<Error> check_new_name(std::size_t /*at*/, std::string_view /*name*/) const
    {
        return {};
    }
    /// Returns the edits that format the text.
    [[nodiscard]] virtual std::vector<TextEdit> formatted(const FormatOptions& /*options*/) const { return {}; }
    [[nodiscard]] virtual std::vector<Fold> folds() const { return {}; }
    /// Returns the symbols in text order; an outer symbol is before its inner ones.
    [[nodiscard]] virtual std::vector<Symbol> symbols() const { return {}; }
    /// Returns the words to highlight, in text order.
    [[nodiscard]] virtual std::vector<TypedToken> tokens() const { return {}; }
    /// Returns the names of numbers, in text order.
    [[nodiscard]] virtual std::vector<Inlay> inlays() const { return {}; }
    /// Returns the routines in text order.
    [[nodiscard]] virtual std::vector<Routine> routines() const { return {}; }
};

/// Returns the edits that indent each line. Empty lines get no indentation, and trailing spaces are removed.
[[nodiscard]] std::vector<TextEdit> indented(const Lines& lines, const std::vector<std::string>& indentations);

/// Returns the words of a script to highlight.
[[nodiscard]] std::vector<TypedToken> typed_tokens(const script::ScriptText& text);

/// Returns the context from the game folder, cached for all files of the folder: `folders.game`, or else the game
/// folder of the file. Empty if both paths are empty. Thread-safe.
[[nodiscard]] const LoadContext& context_around(const std::string& path, const Folders& folders = {});

/// Opens a text. Detects the language by the file name and the content. `language`: the language id of the editor, for
/// names with an unknown extension. Returns null for an unknown language.
[[nodiscard]] std::unique_ptr<OpenText> open_text(const std::string& path, std::string_view text,
                                                  std::string_view language = {}, const Folders& folders = {});

/// Open a text of one language. `path`: path of the file, which need not exist. `accepts_result_scripts`: true to
/// accept scripts without a name, too; otherwise the result is null for them. `forms`: editor IDs to suggest.
/// `commands`: the user's commands, or null. `text`, `forms` and `commands` must outlive the result.
[[nodiscard]] std::unique_ptr<OpenText> open_obscript(std::string_view text, bool accepts_result_scripts = false,
                                                      std::span<const std::string> forms = {},
                                                      const obscript::UserCommands* commands = nullptr);
[[nodiscard]] std::unique_ptr<OpenText> open_soup(const std::string& path, std::string_view text,
                                                  const Folders& folders = {});
[[nodiscard]] std::unique_ptr<OpenText> open_xml(const std::string& path, std::string_view text,
                                                 const Folders& folders = {});

}  // namespace redforge::lsp
