// Oblivion scripts: problems of the compiler, command completion, variables and blocks.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "lsp/language.hpp"
#include "obscript/commands.hpp"
#include "obscript/keywords.hpp"
#include "obscript/source_indent.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/user_commands.hpp"
#include "script/script_text.hpp"

namespace redforge::lsp {
namespace {

using obscript::Block;
using obscript::Keyword;

/// A word of a statement: a name, a number, or a text in quotes.
struct ScriptWord {
    std::string_view text;  ///< without quotes
    Range range;            ///< range, including the quotes
    bool quoted{};
    bool owned{};  ///< after a dot, so it belongs to another form
};

/// A line that contains a statement.
struct ScriptStatement {
    std::vector<ScriptWord> words;
    std::size_t line{};  ///< 0-based

    [[nodiscard]] std::string_view first() const { return words.empty() ? std::string_view{} : words.front().text; }
};

struct ScriptVariable {
    std::string_view name;
    std::string_view type;
    Range range;  ///< range of the declared name
};

Keyword keyword_of(std::string_view word)
{
    const obscript::KeywordEntry* const entry = obscript::find_keyword(word);
    return entry == nullptr ? Keyword::none : entry->keyword;
}

Block block_of(std::string_view word)
{
    const obscript::KeywordEntry* const entry = obscript::find_keyword(word);
    return entry == nullptr ? Block::none : entry->block;
}

/// Returns the words of a line. `all`: start of the text that contains the line.
std::vector<ScriptWord> split_script_line(std::string_view line, const char* all)
{
    std::vector<ScriptWord> words;
    const auto begin = static_cast<std::size_t>(line.data() - all);
    for (std::size_t i = 0; i < line.size();) {
        if (line[i] == '"') {
            const std::size_t close = std::min(line.find('"', i + 1), line.size());
            const std::size_t end = std::min(close + 1, line.size());
            words.push_back({line.substr(i + 1, close - i - 1), {begin + i, begin + end}, true, false});
            i = end;
        } else if (is_word_letter(line[i])) {
            std::size_t end = i;
            while (end < line.size() && is_word_letter(line[end])) {
                ++end;
            }
            words.push_back({line.substr(i, end - i), {begin + i, begin + end}, false, i > 0 && line[i - 1] == '.'});
            i = end;
        } else {
            ++i;
        }
    }
    return words;
}

std::string parameter_name(char letter)
{
    return std::string(obscript::parameter_type(letter).description);
}

/// Returns "player.AddItem item, number": a command with the ranges of its parameters.
Signature signature_of(const obscript::Command& command)
{
    Signature signature;
    signature.text = command.needs_reference ? fmt::format("reference.{}", command.name) : std::string(command.name);
    for (std::size_t i = 0; i < command.parameters.size(); ++i) {
        const std::string name = parameter_name(command.parameters[i]);
        signature.text += i == 0 ? " " : ", ";
        const std::size_t begin = signature.text.size();
        signature.text += i < command.required ? name : fmt::format("[{}]", name);
        signature.parameters.push_back({begin, signature.text.size()});
    }
    return signature;
}

std::string notes_of(const obscript::Command& command)
{
    std::string notes;
    if (!command.short_name.empty()) {
        notes += fmt::format("Also written {}. ", command.short_name);
    }
    if (command.needs_reference) {
        notes += "Called on a reference. Without one, it applies to the reference that has the script. ";
    }
    if (command.opcode >= obscript::first_obse_opcode) {
        notes += "Needs OBSE. ";
    }
    return notes + fmt::format("Opcode 0x{:04X}.", command.opcode);
}

class ObscriptText final : public OpenText {
public:
    ObscriptText(std::string_view text, std::span<const std::string> forms, const obscript::UserCommands* commands)
        : text_(text), lines_(text), forms_(forms), commands_(commands)
    {
        for (const std::string_view line : obscript::source_lines(text)) {
            const std::size_t at = static_cast<std::size_t>(line.data() - text.data());
            statements_.push_back({split_script_line(line, text.data()), lines_.line_of(at)});
            const std::vector<ScriptWord>& words = statements_.back().words;
            if (words.size() > 1 && obscript::is_declaration(keyword_of(words[0].text))) {
                variables_.push_back({words[1].text, words[0].text, words[1].range});
            }
        }
    }

    /// Returns true if the first statement names a script.
    [[nodiscard]] bool is_script() const
    {
        return !statements_.empty() && keyword_of(statements_[0].first()) == Keyword::script_name;
    }

    [[nodiscard]] std::vector<Problem> problems(const std::atomic<bool>& /*cancel*/) const override
    {
        std::vector<Problem> problems;
        for (const script::ScriptProblem& each : script::problems_of_source(text_, commands_)) {
            problems.push_back(
                {.severity = each.severity == soup::Severity::error ? Severity::error : Severity::warning,
                 .range = each.range,
                 .message = each.message,
                 .kind = each.kind,
                 .fix = each.fix});
        }
        return problems;
    }

    [[nodiscard]] Suggestions suggestions(std::size_t at) const override
    {
        std::size_t begin = at;
        while (begin > 0 && is_word_letter(text_[begin - 1])) {
            --begin;
        }
        Suggestions found{begin, {}};
        const std::string_view typed = text_.substr(begin, at - begin);
        if (is_quiet(begin) || (!typed.empty() && is_digit(typed.front()))) {
            return found;
        }
        const std::string_view line =
            text_.substr(lines_.start(lines_.line_of(begin)), begin - lines_.start(lines_.line_of(begin)));
        const std::vector<ScriptWord> before = split_script_line(line, text_.data());
        const auto add = [&](std::string_view word, WordKind kind, std::string detail, std::string doc = {}) {
            if (equals_ignore_case(word.substr(0, typed.size()), typed) && word.size() >= typed.size()) {
                found.words.push_back({std::string(word), kind, std::move(detail), std::move(doc)});
            }
        };
        const bool owned = begin > 0 && text_[begin - 1] == '.';
        if (before.size() == 1 && equals_ignore_case(before[0].text, "begin")) {
            for (const obscript::BlockType& block : obscript::block_types()) {
                add(block.name, WordKind::keyword, "block");
            }
            return found;
        }
        if (!owned && add_parameter_words(before, add)) {
            return found;
        }
        if (!owned) {
            for (const ScriptVariable& variable : variables_) {
                add(variable.name, WordKind::variable, std::string(variable.type));
            }
            if (before.empty()) {
                for (const obscript::KeywordEntry& each : obscript::keywords) {
                    if (each.keyword < Keyword::part) {  // other keywords cannot start a statement
                        add(each.name, WordKind::keyword, obscript::is_declaration(each.keyword) ? "variable" : "");
                    }
                }
            }
        }
        const auto add_command = [&](const obscript::Command& command) {
            if (!owned || command.needs_reference) {
                add(command.name, WordKind::function, signature_of(command).text, notes_of(command));
            }
        };
        const std::size_t first_command = found.words.size();
        std::ranges::for_each(obscript::commands(), add_command);
        if (commands_ != nullptr) {  // always: unknown if user commands need a reference
            for (const obscript::Command* const command : commands_->all()) {
                add(command->name, WordKind::function, signature_of(*command).text, notes_of(*command));
            }
        }
        std::ranges::sort(found.words.begin() + static_cast<std::ptrdiff_t>(first_command), found.words.end(), {},
                          [](const Suggestion& each) { return lower(each.word); });
        constexpr std::size_t min_letters = 2;  // fewer letters match too many forms
        for (const std::string& form : owned || typed.size() < min_letters ? std::span<const std::string>{} : forms_) {
            add(form, WordKind::constant, "form");
        }
        return found;
    }

    [[nodiscard]] std::optional<Hover> hover(std::size_t at) const override
    {
        const ScriptWord* const word = word_at(at);
        if (word == nullptr || word->quoted) {
            return std::nullopt;
        }
        if (const ScriptVariable* const variable = word->owned ? nullptr : variable_named(word->text)) {
            return Hover{word->range,
                         fmt::format("```\n{} {}\n```\nVariable of this script, declared in line {}.", variable->type,
                                     variable->name, lines_.line_of(variable->range.begin) + 1)};
        }
        if (const obscript::Command* const command = obscript::command_named(word->text, commands_)) {
            return Hover{word->range, fmt::format("```\n{}\n```\n{}", signature_of(*command).text, notes_of(*command))};
        }
        if (const int block = obscript::block_type_named(word->text); block >= 0 && is_after_begin(*word)) {
            const obscript::BlockType& type = obscript::block_types()[static_cast<std::size_t>(block)];
            std::string parameters;
            for (const char letter : type.parameters) {
                parameters += " " + parameter_name(letter);
            }
            return Hover{word->range, fmt::format("```\nbegin {}{}\n```\nBlock of a script.", type.name, parameters)};
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Signature> signature(std::size_t at) const override
    {
        const ScriptStatement* const statement = statement_at(at);
        for (std::size_t i = statement == nullptr ? 0 : statement->words.size(); i-- > 0;) {
            const ScriptWord& word = statement->words[i];
            const obscript::Command* const command =
                word.quoted || word.range.end >= at ? nullptr : obscript::command_named(word.text, commands_);
            if (command != nullptr && !command->parameters.empty()) {
                Signature found = signature_of(*command);
                const auto words_before = std::ranges::count_if(statement->words, [&](const ScriptWord& each) {
                    return each.range.begin > word.range.begin && each.range.end < at;
                });
                found.active = std::min(static_cast<std::size_t>(words_before), found.parameters.size() - 1);
                return found;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Range> definition(std::size_t at) const override
    {
        const ScriptVariable* const variable = variable_at(at);
        return variable == nullptr ? std::nullopt : std::optional(variable->range);
    }

    [[nodiscard]] std::vector<Range> references(std::size_t at) const override
    {
        std::vector<Range> found;
        const ScriptVariable* const variable = variable_at(at);
        for (const ScriptStatement& statement : statements_) {
            for (const ScriptWord& word : statement.words) {
                if (variable != nullptr && !word.quoted && !word.owned &&
                    equals_ignore_case(word.text, variable->name)) {
                    found.push_back(word.range);
                }
            }
        }
        return found;
    }

    [[nodiscard]] std::optional<Range> renamable(std::size_t at) const override
    {
        const ScriptWord* const word = variable_at(at) == nullptr ? nullptr : word_at(at);
        return word == nullptr ? std::nullopt : std::optional(word->range);
    }

    [[nodiscard]] std::optional<Error> check_new_name(std::size_t at, std::string_view name) const override
    {
        const ScriptVariable* const variable = variable_at(at);
        if (name.empty() || !std::ranges::all_of(name, is_word_letter) || is_digit(name.front())) {
            return Error{.code = ErrorCode::usage,
                         .message = fmt::format("\"{}\" is not a name for a variable", name),
                         .hint = "it takes letters, digits and _, and no digit first"};
        }
        const ScriptVariable* const other = variable_named(name);
        if (other != nullptr && other != variable) {
            return Error{.code = ErrorCode::exists,
                         .message = fmt::format("variable {} already exists", other->name),
                         .hint = "choose another name"};
        }
        if (obscript::command_named(name, commands_) != nullptr || obscript::find_keyword(name) != nullptr) {
            return Error{.code = ErrorCode::usage,
                         .message = fmt::format("{} is a word of the language", name),
                         .hint = "choose another name"};
        }
        return std::nullopt;
    }

    [[nodiscard]] std::vector<TextEdit> formatted(const FormatOptions& options) const override
    {
        std::vector<std::string> indentations;
        obscript::SourceIndent indent;
        std::size_t next = 0;
        for (std::size_t line = 0; line < lines_.count(); ++line) {
            const bool has = next < statements_.size() && statements_[next].line == line;
            const std::string_view first = has ? statements_[next++].first() : std::string_view{};
            indentations.push_back(options.of(indent.line(block_of(first))));
        }
        return indented(lines_, indentations);
    }

    [[nodiscard]] std::vector<Fold> folds() const override
    {
        std::vector<Fold> folds;
        std::vector<std::size_t> open;
        const auto close = [&](std::size_t last) {
            if (!open.empty() && last > open.back()) {
                folds.push_back({static_cast<std::uint32_t>(open.back()), static_cast<std::uint32_t>(last)});
            }
            if (!open.empty()) {
                open.pop_back();
            }
        };
        for (const ScriptStatement& statement : statements_) {
            const Block block = block_of(statement.first());
            if (block == Block::closes) {
                close(statement.line);
            } else if (block == Block::middle) {
                close(statement.line == 0 ? 0 : statement.line - 1);
                open.push_back(statement.line);
            } else if (block == Block::opens) {
                open.push_back(statement.line);
            }
        }
        std::ranges::sort(folds, {}, &Fold::first);
        return folds;
    }

    /// Returns the script with its variables and blocks.
    [[nodiscard]] std::vector<Symbol> symbols() const override
    {
        std::vector<Symbol> found;
        std::optional<std::size_t> block;  // index of the open block
        for (const ScriptStatement& statement : statements_) {
            const Keyword keyword = keyword_of(statement.first());
            const std::vector<ScriptWord>& words = statement.words;
            if (words.empty()) {
                continue;
            }
            const Range range{words.front().range.begin, words.back().range.end};
            if (keyword == Keyword::end && block) {
                found[*block].range.end = range.end;
                block.reset();
            }
            if (words.size() < 2) {
                continue;
            }
            Symbol symbol{.name = std::string(words[1].text), .range = range, .name_range = words[1].range};
            if (keyword == Keyword::script_name && found.empty()) {
                symbol.kind = SymbolKind::script;
                symbol.range.end = text_.size();
                symbol.detail = "script";
            } else if (keyword == Keyword::begin) {
                symbol.kind = SymbolKind::event;
                symbol.range.end = text_.size();  // until `end`
                symbol.detail = text_.substr(words[1].range.end, range.end - words[1].range.end);
                symbol.detail.erase(0, symbol.detail.find_first_not_of(" \t"));
                if (block) {
                    found[*block].range.end = range.begin;
                }
                block = found.size();
            } else if (obscript::is_declaration(keyword)) {
                symbol.kind = SymbolKind::variable;
                symbol.detail = words[0].text;
                symbol.has_uses = true;
            } else {
                continue;
            }
            found.push_back(std::move(symbol));
        }
        return found;
    }

    [[nodiscard]] std::vector<TypedToken> tokens() const override
    {
        return typed_tokens(script::ScriptText(std::string(text_), script::ScriptLanguage::source, nullptr, commands_));
    }

private:
    [[nodiscard]] const ScriptStatement* statement_at(std::size_t at) const
    {
        const std::size_t line = lines_.line_of(at);
        const auto found = std::ranges::find(statements_, line, &ScriptStatement::line);
        return found == statements_.end() ? nullptr : &*found;
    }
    [[nodiscard]] const ScriptWord* word_at(std::size_t at) const
    {
        const ScriptStatement* const statement = statement_at(at);
        if (statement == nullptr) {
            return nullptr;
        }
        const auto found = std::ranges::find_if(statement->words, [&](const ScriptWord& word) {
            return word.range.begin <= at && at <= word.range.end;
        });
        return found == statement->words.end() ? nullptr : &*found;
    }
    [[nodiscard]] const ScriptVariable* variable_named(std::string_view name) const
    {
        const auto found = std::ranges::find_if(variables_, [&](const ScriptVariable& each) {
            return equals_ignore_case(each.name, name);
        });
        return found == variables_.end() ? nullptr : &*found;
    }
    [[nodiscard]] const ScriptVariable* variable_at(std::size_t at) const
    {
        const ScriptWord* const word = word_at(at);
        return word == nullptr || word->quoted || word->owned ? nullptr : variable_named(word->text);
    }
    [[nodiscard]] bool is_after_begin(const ScriptWord& word) const
    {
        const ScriptStatement* const statement = statement_at(word.range.begin);
        return statement->words.size() > 1 && &statement->words[1] == &word &&
               equals_ignore_case(statement->first(), "begin");
    }
    /// Returns true if a position is in a comment or a text.
    [[nodiscard]] bool is_quiet(std::size_t at) const
    {
        const std::size_t line = lines_.line_of(at);
        const std::string_view before = text_.substr(lines_.start(line), at - lines_.start(line));
        return before.find(';') != std::string_view::npos || std::ranges::count(before, '"') % 2 == 1;
    }
    /// Adds the words that the next parameter accepts. Returns true if its type has words.
    template <class Add>
    bool add_parameter_words(const std::vector<ScriptWord>& before, Add add) const
    {
        for (std::size_t i = before.size(); i-- > 0;) {
            const obscript::Command* const command =
                before[i].quoted ? nullptr : obscript::command_named(before[i].text, commands_);
            if (command == nullptr) {
                continue;
            }
            const std::size_t parameter = before.size() - i - 1;
            if (parameter >= command->parameters.size()) {
                return false;
            }
            const obscript::ParameterType& type = obscript::parameter_type(command->parameters[parameter]);
            bool any = false;
            for (const std::string_view word : obscript::parameter_words(type.kind)) {
                if (!word.empty()) {
                    add(word, WordKind::constant, std::string(type.description));
                    any = true;
                }
            }
            return any;
        }
        return false;
    }

    std::string_view text_;
    Lines lines_;
    std::vector<ScriptStatement> statements_;
    std::vector<ScriptVariable> variables_;
    std::span<const std::string> forms_;
    const obscript::UserCommands* commands_;
};

}  // namespace

std::unique_ptr<OpenText> open_obscript(std::string_view text, bool accepts_result_scripts,
                                        std::span<const std::string> forms, const obscript::UserCommands* commands)
{
    auto open = std::make_unique<ObscriptText>(text, forms, commands);
    return accepts_result_scripts || open->is_script() ? std::move(open) : nullptr;
}

}  // namespace redforge::lsp
