// Map scripts: problems of the assembler, names of the game, labels and blocks.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "edit/document/document.hpp"
#include "lsp/language.hpp"
#include "script/script_help.hpp"
#include "script/script_text.hpp"
#include "soup/assemble/include.hpp"

namespace redforge::lsp {
namespace {

using script::ScriptStyle;
using soup::Token;
using soup::TokenKind;

class SoupText final : public OpenText {
public:
    SoupText(const std::string& path, std::string_view text, const Folders& folders)
        : path_(path), text_(std::string(text), script::ScriptLanguage::soup,
                             context_around(path, folders).services.find<soup::Names>()),
          lines_(text_.text())
    {
    }

    [[nodiscard]] std::vector<Problem> problems(const std::atomic<bool>& /*cancel*/) const override
    {
        if (!soup::has_includes(text_.text())) {
            return problems_in(text_);
        }
        const SideFileReader read = path_.empty() ? SideFileReader{} : edit::side_files_beside(path_);
        const Result<std::string> whole = soup::with_includes(text_.text(), path_, read);
        if (!whole) {
            const Error& error = whole.error();
            return {{Severity::error, range_of_line(error.line == 0 ? 0 : error.line - 1),
                     error.message + "; " + error.hint}};
        }
        return problems_in(script::ScriptText(*whole, script::ScriptLanguage::soup, text_.names()));
    }

    [[nodiscard]] Suggestions suggestions(std::size_t at) const override
    {
        const script::Completions found = script::completions_at(text_, at, objects());
        Suggestions all{found.begin, {}};
        const bool is_label = found.begin > 0 && text_.text()[found.begin - 1] == '#';
        for (const std::string& word : found.words) {
            all.words.push_back({word, is_label ? WordKind::reference : kind_of(word), {}, {}});
        }
        return all;
    }

    [[nodiscard]] std::optional<Hover> hover(std::size_t at) const override
    {
        const std::optional<script::ScriptLink> link = script::link_at(text_, at);
        if (!link) {
            return std::nullopt;
        }
        switch (link->kind) {
        case script::ScriptLink::Kind::words: return Hover{link->range, link->words};
        case script::ScriptLink::Kind::label:
            return Hover{link->range, fmt::format("Label, defined in line {}", lines_.line_of(link->target) + 1)};
        default: return std::nullopt;
        }
    }

    [[nodiscard]] std::optional<Signature> signature(std::size_t at) const override
    {
        const std::optional<script::CallTip> tip = script::call_tip_at(text_, at);
        if (!tip) {
            return std::nullopt;
        }
        Signature signature{tip->text, {}, 0};
        if (tip->argument.end > tip->argument.begin) {
            signature.parameters.push_back(tip->argument);
        }
        return signature;
    }

    [[nodiscard]] std::optional<Range> definition(std::size_t at) const override
    {
        const std::optional<script::ScriptLink> link = script::link_at(text_, at);
        if (link && link->kind == script::ScriptLink::Kind::label) {
            const std::size_t token = text_.token_at(link->target);
            return token < text_.tokens().size() ? std::optional(range_of(token)) : std::nullopt;
        }
        // The block of names at the end declares the name.
        const std::size_t block = text_.names_block();
        for (const Range& each : references(at)) {
            if (each.begin > block) {
                return each;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::vector<Range> references(std::size_t at) const override
    {
        std::vector<Range> found;
        const std::size_t token = text_.token_at(at);
        if (token >= text_.tokens().size() || !is_name(token)) {
            return found;
        }
        const bool is_label = text_.tokens()[token].kind == TokenKind::label;
        for (std::size_t i = 0; i + 1 < text_.tokens().size(); ++i) {
            const bool same_kind = (text_.tokens()[i].kind == TokenKind::label) == is_label;
            if (same_kind && is_name(i) && text_.word(i) == text_.word(token)) {
                found.push_back(range_of(i));
            }
        }
        return found;
    }

    [[nodiscard]] std::optional<Range> renamable(std::size_t at) const override
    {
        const std::size_t token = text_.token_at(at);
        const bool is_label = token < text_.tokens().size() && text_.tokens()[token].kind == TokenKind::label;
        return is_label ? std::optional(range_of(token)) : std::nullopt;
    }

    [[nodiscard]] std::optional<Error> check_new_name(std::size_t at, std::string_view name) const override
    {
        const std::size_t token = text_.token_at(at);
        if (!soup::is_word(name)) {
            return Error{.code = ErrorCode::usage,
                         .message = fmt::format("\"{}\" is not a name for a label", name),
                         .hint = "it takes letters, digits and _; leave out the #"};
        }
        for (const script::ScriptText::Label& label : text_.labels()) {
            if (label.name == name && text_.word(token) != name) {
                return Error{.code = ErrorCode::exists,
                             .message = fmt::format("label #{} already exists", name),
                             .hint = "choose another name"};
            }
        }
        return std::nullopt;
    }

    /// Formats like disassemble(): four spaces per block, two less for hooks, labels and the start.
    [[nodiscard]] std::vector<TextEdit> formatted(const FormatOptions& /*options*/) const override
    {
        constexpr std::size_t step = 4;
        std::vector<std::string> indentations(lines_.count());
        std::size_t depth = 0;
        std::size_t token = 0;
        const std::vector<Token>& tokens = text_.tokens();
        for (std::size_t line = 0; line < lines_.count(); ++line) {
            std::size_t columns = depth * step;
            for (bool first = true; token + 1 < tokens.size() && lines_.line_of(tokens[token].at) == line; ++token) {
                if (text_.is_punctuator(token, "}") && depth > 0) {
                    --depth;
                    columns -= first ? step : 0;
                } else if (text_.is_punctuator(token, "{")) {
                    ++depth;
                } else if (first && is_mark(token)) {
                    columns -= std::min(columns, step / 2);
                }
                first = false;
            }
            indentations[line] = std::string(columns, ' ');
        }
        return indented(lines_, indentations);
    }

    [[nodiscard]] std::vector<Fold> folds() const override
    {
        std::vector<Fold> folds;
        const std::vector<script::FoldLine> lines = text_.folds();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            std::size_t last = i;
            while (lines[i].opens && last + 1 < lines.size() && lines[last + 1].depth > lines[i].depth) {
                ++last;
            }
            if (last > i) {
                folds.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(last)});
            }
        }
        return folds;
    }

    /// Returns the actor with its hooks, start and labels, and the blocks of names with their entries.
    [[nodiscard]] std::vector<Symbol> symbols() const override
    {
        std::vector<Symbol> found;
        std::size_t depth = 0;
        std::size_t actor_end = 0;  // the closing bracket of the actor, a token
        for (std::size_t i = 0; i + 1 < text_.tokens().size(); ++i) {
            depth += text_.is_punctuator(i, "{") ? 1U : 0U;
            depth -= text_.is_punctuator(i, "}") && depth > 0 ? 1U : 0U;
            if (depth == 0 && is_keyword(i, "actor") && text_.is_punctuator(i + 2, "{")) {
                actor_end = closing_bracket(i + 2);
                found.push_back({.name = std::string(text_.word(i + 1)),
                                 .kind = SymbolKind::script,
                                 .range = {text_.tokens()[i].at, range_of(actor_end).end},
                                 .name_range = range_of(i + 1),
                                 .detail = "actor"});
            } else if (depth == 0 && is_keyword(i, "names") && text_.is_punctuator(i + 1, "{")) {
                const std::size_t end = closing_bracket(i + 1);
                found.push_back({.name = "names",
                                 .kind = SymbolKind::names,
                                 .range = {text_.tokens()[i].at, range_of(end).end},
                                 .name_range = range_of(i)});
                add_declarations(found, i + 2, end);
            } else if (depth > 0 && i < actor_end && is_mark(i)) {
                found.push_back(symbol_of_mark(i, actor_end));
            }
        }
        return found;
    }

    [[nodiscard]] std::vector<TypedToken> tokens() const override { return typed_tokens(text_); }

    [[nodiscard]] std::vector<Inlay> inlays() const override
    {
        std::vector<Inlay> found;
        for (script::NumberName& each : script::number_names(text_)) {
            found.push_back({each.at, std::move(each.name)});
        }
        return found;
    }

    /// Returns the routines. One begins at the beginning of the code, at the start, at a hook, and at a label that
    /// `gosub` or TaskPause names. It ends at the next routine.
    [[nodiscard]] std::vector<Routine> routines() const override
    {
        std::vector<Routine> found;
        std::vector<std::size_t> calls;  // tokens
        for (std::size_t i = 1; i < text_.tokens().size(); ++i) {
            const bool is_call = is_keyword(i - 1, "gosub") || (text_.tokens()[i - 1].kind == TokenKind::bracket &&
                                                                equals_ignore_case(text_.word(i - 1), "TaskPause"));
            if (is_call && text_.tokens()[i].kind == TokenKind::label) {
                calls.push_back(i);
            }
        }
        for (Symbol& symbol : symbols()) {
            const bool is_label = symbol.kind == SymbolKind::function && symbol.detail.empty();
            const bool is_called = is_label && std::ranges::any_of(calls, [&](std::size_t call) {
                                       return text_.word(call) == symbol.name;
                                   });
            const bool is_actor = symbol.kind == SymbolKind::script;
            if (is_actor || is_called || symbol.kind == SymbolKind::event) {
                if (!found.empty() && !is_actor) {
                    symbol.range.end = found.back().symbol.range.end;
                    found.back().symbol.range.end = symbol.range.begin;
                }
                found.push_back({std::move(symbol)});
            }
        }
        for (const std::size_t call : calls) {
            const Range range = range_of(call);
            const auto from = std::ranges::find_if(found, [&](const Routine& each) {
                return each.symbol.range.begin <= range.begin && range.begin < each.symbol.range.end;
            });
            const auto to = std::ranges::find_if(found, [&](const Routine& each) {
                return each.symbol.kind == SymbolKind::function && each.symbol.name == text_.word(call);
            });
            if (from != found.end() && to != found.end()) {
                from->calls.push_back({range, static_cast<std::size_t>(to - found.begin())});
            }
        }
        return found;
    }

private:
    /// Returns the problems of `whole`: the text, or the text with included files. Both have the same line numbers.
    [[nodiscard]] std::vector<Problem> problems_in(const script::ScriptText& whole) const
    {
        const Lines lines(whole.text());
        std::vector<Problem> problems;
        /// Converts a range of `whole` to a range of the text. Returns nullopt if the line differs.
        const auto own = [&](const Range& range) -> std::optional<Range> {
            const std::size_t line = lines.line_of(range.begin);
            if (line >= lines_.count() || lines.line(line) != lines_.line(line)) {
                return std::nullopt;
            }
            const std::size_t start = lines_.start(line);
            return Range{start + (range.begin - lines.start(line)), start + (range.end - lines.start(line))};
        };
        for (const script::ScriptProblem& each : whole.problems(nullptr)) {
            Problem problem{each.severity == soup::Severity::error ? Severity::error : Severity::warning,
                            own(each.range).value_or(range_of_line(lines.line_of(each.range.begin))), each.message,
                            each.kind};
            for (const SourceEdit& edit : each.fix) {
                if (const std::optional<Range> range = own({edit.at, edit.at + edit.length})) {
                    problem.fix.push_back({range->begin, range->end - range->begin, edit.text});
                }
            }
            if (problem.fix.size() != each.fix.size()) {
                problem.fix.clear();
            }
            problems.push_back(std::move(problem));
        }
        return problems;
    }
    /// Returns the range of a line. If `line` is past the end, returns the range of the last line, because included
    /// files can have more lines.
    [[nodiscard]] Range range_of_line(std::size_t line) const
    {
        line = std::min(line, lines_.count() - 1);
        return {lines_.start(line), lines_.start(line) + lines_.line(line).size()};
    }
    [[nodiscard]] Range range_of(std::size_t token) const
    {
        const Token& of = text_.tokens()[token];
        const std::size_t sign = of.kind == TokenKind::label ? 1 : 0;  // the #
        return {of.at + sign, of.at + of.length};
    }
    [[nodiscard]] bool is_keyword(std::size_t token, std::string_view word) const
    {
        return text_.tokens()[token].kind == TokenKind::word && equals_ignore_case(text_.word(token), word);
    }
    /// Returns the bracket that closes the one at a token, or the last token if there is none.
    [[nodiscard]] std::size_t closing_bracket(std::size_t token) const
    {
        std::size_t depth = 0;
        for (; token + 1 < text_.tokens().size(); ++token) {
            depth += text_.is_punctuator(token, "{") ? 1U : 0U;
            depth -= text_.is_punctuator(token, "}") ? 1U : 0U;
            if (depth == 0) {
                break;
            }
        }
        return token;
    }
    /// Returns the symbol of a hook, a start or a label. It reaches to the next one, or to the end of the actor.
    [[nodiscard]] Symbol symbol_of_mark(std::size_t token, std::size_t actor_end) const
    {
        const bool is_label = text_.tokens()[token].kind == TokenKind::label;
        const bool has_number = !is_label && text_.tokens()[token + 1].kind == TokenKind::number;
        std::size_t end = token + 1;
        while (end < actor_end && !is_mark(end)) {
            ++end;
        }
        return {.name = has_number ? fmt::format("{} {}", lower(text_.word(token)), text_.word(token + 1))
                                   : std::string(text_.word(token)),
                .kind = is_label ? SymbolKind::function : SymbolKind::event,
                .range = {text_.tokens()[token].at, text_.tokens()[end].at},
                .name_range = {range_of(token).begin, range_of(has_number ? token + 1 : token).end},
                .has_uses = is_label};
    }
    /// Adds the declarations of a block of names, like "task 39 = RTX(1)". `end`: the closing bracket.
    void add_declarations(std::vector<Symbol>& found, std::size_t token, std::size_t end) const
    {
        for (; token + 3 < end; ++token) {
            if (!text_.is_punctuator(token + 2, "=") || text_.tokens()[token].kind != TokenKind::word) {
                continue;
            }
            const std::string_view kind = text_.word(token);
            const bool is_property = equals_ignore_case(kind, "property");
            const bool is_constant = equals_ignore_case(kind, "constant");
            const bool is_variable = equals_ignore_case(kind, "variable") || equals_ignore_case(kind, "flag");
            found.push_back({.name = std::string(text_.word(token + 3)),
                             .kind = is_property   ? SymbolKind::property
                                     : is_constant ? SymbolKind::constant
                                     : is_variable ? SymbolKind::variable
                                                   : SymbolKind::function,
                             .range = {text_.tokens()[token].at, range_of(token + 3).end},
                             .name_range = range_of(token + 3),
                             .detail = fmt::format("{} {}", kind, text_.word(token + 1)),
                             .has_uses = true});
        }
    }
    /// Returns true if a token is a name: not a keyword, number, text or punctuator.
    [[nodiscard]] bool is_name(std::size_t token) const
    {
        switch (script::style_of(text_, token)) {
        case ScriptStyle::function:
        case ScriptStyle::flag:
        case ScriptStyle::property:
        case ScriptStyle::object:
        case ScriptStyle::variable:
        case ScriptStyle::label: return true;
        case ScriptStyle::plain: return text_.tokens()[token].kind == TokenKind::word;
        default: return false;
        }
    }
    /// Returns true if a line that begins with this token defines a position: a hook, the start, a label.
    [[nodiscard]] bool is_mark(std::size_t token) const
    {
        const Token& of = text_.tokens()[token];
        const std::string_view word = text_.word(token);
        const bool is_label = of.kind == TokenKind::label && text_.is_punctuator(token + 1, ":");
        return is_label ||
               (of.kind == TokenKind::word && (equals_ignore_case(word, "hook") || equals_ignore_case(word, "start")));
    }
    /// Returns the names of objects in the text.
    [[nodiscard]] std::vector<std::string> objects() const
    {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < text_.tokens().size(); ++i) {
            if (script::style_of(text_, i) == ScriptStyle::object) {
                names.emplace_back(text_.word(i));
            }
        }
        std::ranges::sort(names);
        names.erase(std::unique(names.begin(), names.end()), names.end());  // clang 14 cannot do ranges::unique
        return names;
    }
    /// Returns the kind of a name. Names that the source declares take precedence, as in the assembler.
    [[nodiscard]] ScriptStyle meaning_of(std::string_view word) const
    {
        for (const script::ScriptText::DeclaredName& each : text_.declared_names()) {
            if (each.name == word) {
                return each.kind;
            }
        }
        const soup::Names* const names = text_.names();
        return names == nullptr             ? ScriptStyle::unknown
               : names->find_function(word) ? ScriptStyle::function
               : names->find_property(word) ? ScriptStyle::property
               : names->find_flag(word)     ? ScriptStyle::flag
                                            : ScriptStyle::unknown;
    }
    [[nodiscard]] WordKind kind_of(std::string_view word) const
    {
        if (soup::is_reserved(word)) {
            return WordKind::keyword;
        }
        switch (meaning_of(word)) {
        case ScriptStyle::function: return WordKind::function;
        case ScriptStyle::property: return WordKind::field;
        case ScriptStyle::flag:
        case ScriptStyle::variable: return WordKind::variable;
        case ScriptStyle::number: return WordKind::constant;
        default: return WordKind::text;
        }
    }

    std::string path_;
    script::ScriptText text_;
    Lines lines_;
};

}  // namespace

std::unique_ptr<OpenText> open_soup(const std::string& path, std::string_view text, const Folders& folders)
{
    return std::make_unique<SoupText>(path, text, folders);
}

}  // namespace redforge::lsp
