// Colours, blocks and problems of a script, from the tokens and errors of its language.
#include "script/script_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "obscript/any_names.hpp"
#include "obscript/code_text.hpp"
#include "obscript/compile.hpp"
#include "obscript/keywords.hpp"
#include "obscript/named_code.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/user_commands.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"

namespace redforge::script {
namespace {

using soup::Token;
using soup::TokenKind;

bool is_word_char(char c)
{
    return is_word_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t word_end(std::string_view text, std::size_t at)
{
    while (at < text.size() && is_word_char(text[at])) {
        ++at;
    }
    return at;
}

/// Returns 1 if a line of a source opens a block, -1 if it closes one, else 0. The first word decides.
int change_of_depth(std::string_view line)
{
    const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string_view word = line.substr(first, word_end(line, first) - first);
    const obscript::KeywordEntry* const entry = obscript::find_keyword(word);
    const obscript::Block block = entry == nullptr ? obscript::Block::none : entry->block;
    return block == obscript::Block::opens ? 1 : block == obscript::Block::closes ? -1 : 0;
}

}  // namespace

std::vector<ScriptProblem> problems_of_source(std::string_view text, const obscript::UserCommands* commands)
{
    std::vector<std::size_t> starts{0};
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        starts.push_back(at + 1);
    }
    std::vector<ScriptProblem> problems;
    if (commands != nullptr && !commands->problem().empty()) {
        problems.push_back(
            {soup::Severity::warning, {0, std::min(text.find('\n'), text.size())}, 1, commands->problem()});
    }
    obscript::AnyNames names(commands);
    // Result scripts have neither name nor blocks.
    const std::vector<std::string_view> lines = obscript::source_lines(text);
    const bool is_result = std::ranges::none_of(lines, [](std::string_view line) {
        const obscript::KeywordEntry* const word = obscript::find_keyword(line.substr(0, word_end(line, 0)));
        return word != nullptr &&
               (word->keyword == obscript::Keyword::script_name || word->keyword == obscript::Keyword::begin);
    });
    const obscript::CompileOptions options{.kind =
                                               is_result ? obscript::ScriptKind::result : obscript::ScriptKind::object,
                                           .commands = commands};
    for (const obscript::Message& each : obscript::compile(text, names, options).messages) {
        const std::size_t line = std::clamp<std::size_t>(each.error.line, 1, starts.size());
        ScriptProblem problem{each.is_error ? soup::Severity::error : soup::Severity::warning,
                              {},
                              static_cast<std::uint32_t>(line),
                              each.error.message};
        problem.range.begin = std::min(starts[line - 1] + std::max(each.error.column, 1U) - 1, text.size());
        problem.range.end = std::min(problem.range.begin + each.length, text.size());
        problem.message += each.error.hint.empty() ? "" : "; " + each.error.hint;
        problem.fix = each.fix;
        problems.push_back(std::move(problem));
    }
    return problems;
}

ScriptText::ScriptText(std::string text, ScriptLanguage language, const soup::Names* names,
                       const obscript::UserCommands* commands)
    : text_(std::move(text)), language_(language), names_(names), commands_(commands), styles_(text_.size())
{
    if (language == ScriptLanguage::soup) {
        soup::Diagnostics ignored(text_, "");
        tokens_ = soup::read_tokens(text_, ignored);
        colour_soup();
    } else {
        colour_lines();
    }
}

void ScriptText::paint(std::size_t at, std::size_t length, ScriptStyle style)
{
    at = std::min(at, styles_.size());
    std::fill_n(styles_.begin() + static_cast<std::ptrdiff_t>(at), std::min(length, styles_.size() - at), style);
}

bool ScriptText::is_punctuator(std::size_t token, std::string_view text) const
{
    return token < tokens_.tokens.size() && tokens_.tokens[token].kind == TokenKind::punctuator &&
           tokens_.tokens[token].punctuator == soup::punctuator(text);
}

ScriptStyle style_of(const ScriptText& text, std::size_t index)
{
    const Token& token = text.tokens()[index];
    switch (token.kind) {
    case TokenKind::number: return ScriptStyle::number;
    case TokenKind::string: return text.is_punctuator(index + 1, ".") ? ScriptStyle::object : ScriptStyle::string;
    case TokenKind::letters: return ScriptStyle::letters;
    case TokenKind::bracket: return ScriptStyle::name;
    case TokenKind::label: return ScriptStyle::label;
    case TokenKind::punctuator: return ScriptStyle::sign;
    case TokenKind::unknown: return ScriptStyle::unknown;
    case TokenKind::end: return ScriptStyle::plain;
    case TokenKind::word: break;
    }
    const std::string_view word = text.word(index);
    if (soup::numbered(word, "var")) {
        return ScriptStyle::variable;
    }
    if (text.is_punctuator(index + 1, "(") && !soup::is_reserved(word)) {
        return ScriptStyle::function;
    }
    if (index > 0 && text.is_punctuator(index - 1, ".")) {
        return ScriptStyle::property;
    }
    if (soup::is_reserved(word)) {
        return ScriptStyle::keyword;
    }
    if (text.is_punctuator(index + 1, ".")) {
        return ScriptStyle::object;
    }
    const bool flag = soup::numbered(word, "flag_") || (text.names() != nullptr && text.names()->find_flag(word));
    return flag ? ScriptStyle::flag : ScriptStyle::plain;
}

void ScriptText::colour_soup()
{
    for (std::size_t i = 0; i < tokens_.tokens.size(); ++i) {
        const Token& token = tokens_.tokens[i];
        paint(token.at, token.length, style_of(*this, i));
    }
    for (const Token& comment : tokens_.comments) {
        paint(comment.at, comment.length, ScriptStyle::comment);
    }
}

ScriptStyle ScriptText::style_of_word(std::string_view word, const std::set<std::string>& variables) const
{
    if (obscript::find_keyword(word) != nullptr) {
        return ScriptStyle::keyword;
    }
    if (language_ != ScriptLanguage::source) {
        return ScriptStyle::plain;
    }
    return variables.contains(lower(word))                       ? ScriptStyle::variable
           : obscript::command_named(word, commands_) != nullptr ? ScriptStyle::function
           : obscript::block_type_named(word) >= 0               ? ScriptStyle::keyword
                                                                 : ScriptStyle::plain;
}

/// Comments begin with a semicolon, and texts end on their line; this is enough for colours.
void ScriptText::colour_lines()
{
    std::set<std::string> variables;  // in lower case
    for (const std::string_view line : obscript::source_lines(text_)) {
        const std::size_t first = word_end(line, 0);
        const obscript::KeywordEntry* const word = obscript::find_keyword(line.substr(0, first));
        const std::size_t name = std::min(line.find_first_not_of(" \t", first), line.size());
        if (word != nullptr && obscript::is_declaration(word->keyword) && name < line.size()) {
            variables.insert(lower(line.substr(name, word_end(line, name) - name)));
        }
    }
    for (std::size_t at = 0; at < text_.size();) {
        const char c = text_[at];
        const std::size_t line_end = std::min(text_.find('\n', at), text_.size());
        std::size_t end = at + 1;
        if (c == ';') {
            end = line_end;
            paint(at, end - at, ScriptStyle::comment);
        } else if (c == '"') {
            end = std::min(text_.find('"', at + 1), line_end);
            end = end < line_end ? end + 1 : line_end;
            paint(at, end - at, ScriptStyle::string);
        } else if (is_digit(c)) {
            end = word_end(text_, at);
            paint(at, end - at, ScriptStyle::number);
        } else if (is_word_char(c)) {
            end = word_end(text_, at);
            paint(at, end - at, style_of_word(std::string_view(text_).substr(at, end - at), variables));
        } else if (static_cast<unsigned char>(c) > ' ') {
            paint(at, 1, ScriptStyle::sign);
        }
        at = end;
    }
}

std::vector<FoldLine> ScriptText::folds() const
{
    std::vector<FoldLine> lines(1 + static_cast<std::size_t>(std::ranges::count(text_, '\n')));
    if (language_ != ScriptLanguage::soup) {
        unsigned depth = 0;
        std::size_t at = 0;
        for (FoldLine& line : lines) {
            const std::size_t end = std::min(text_.find('\n', at), text_.size());
            const int change = change_of_depth(std::string_view(text_).substr(at, end - at));
            line = {depth, change > 0};
            depth = change > 0 ? depth + 1 : depth - (change < 0 && depth > 0 ? 1U : 0U);
            at = end + 1;
        }
        return lines;
    }
    // A brace on a line of its own folds with the previous line.
    std::vector<int> change(lines.size());
    std::size_t last_line = 0;
    for (std::size_t i = 0; i + 1 < tokens_.tokens.size(); ++i) {
        const std::size_t line = tokens_.tokens[i].line - 1;
        if (is_punctuator(i, "{")) {
            const bool alone = (i == 0 || tokens_.tokens[i - 1].line - 1 != line) && i > 0;
            ++change[alone ? last_line : line];
        } else if (is_punctuator(i, "}")) {
            --change[line];
        }
        last_line = line;
    }
    int depth = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i] = {static_cast<unsigned>(std::max(depth, 0)), change[i] > 0};
        depth += change[i];
    }
    return lines;
}

std::size_t ScriptText::line_of(std::size_t at) const
{
    return static_cast<std::size_t>(
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at, text_.size())), '\n'));
}

std::vector<ScriptProblem> ScriptText::problems(const soup::Script* previous,
                                                const std::vector<std::string>* objects) const
{
    std::vector<ScriptProblem> problems;
    if (language_ == ScriptLanguage::source) {
        return problems_of_source(text_, commands_);
    }
    std::vector<std::size_t> starts{0};
    for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
        starts.push_back(at + 1);
    }
    const auto add = [&](soup::Severity severity, const Error& error) {
        const std::size_t line = std::clamp<std::size_t>(error.line, 1, starts.size());
        const std::size_t line_end = std::min(text_.find('\n', starts[line - 1]), text_.size());
        ScriptProblem problem{severity, {}, static_cast<std::uint32_t>(line), error.message, {}};
        problem.range.begin = std::min(starts[line - 1] + (error.column == 0 ? 0 : error.column - 1), text_.size());
        const std::size_t token = token_at(problem.range.begin);
        problem.range.end = error.column == 0               ? line_end
                            : token < tokens_.tokens.size() ? tokens_.tokens[token].at + tokens_.tokens[token].length
                                                            : problem.range.begin + 1;
        problem.range.end = std::clamp(problem.range.end, problem.range.begin, text_.size());
        if (problem.range.begin == problem.range.end && problem.range.begin > 0) {
            --problem.range.begin;  // at the end of the text: the underlined range must not be empty
        }
        problem.message += error.hint.empty() ? "" : "; " + error.hint;
        problems.push_back(std::move(problem));
    };
    if (language_ == ScriptLanguage::statements) {
        if (const Result<Bytes> bytes = obscript::from_named_statements(text_, CodePage::cp1252); !bytes) {
            add(soup::Severity::error, bytes.error());
        }
        return problems;
    }
    const std::optional<OtherName> name = previous == nullptr ? std::nullopt : other_name(*previous);
    if (name) {
        const auto line = static_cast<std::uint32_t>(line_of(name->range.begin) + 1);
        problems.push_back(
            {soup::Severity::error, name->range, line, other_name_message(name->written, name->actor), {}});
    }
    soup::AssembleOptions options{.names = names_, .previous = previous};
    const soup::ObjectNames known = objects == nullptr ? soup::ObjectNames() : soup::ObjectNames(*objects);
    options.objects = objects == nullptr ? nullptr : &known;
    for (const soup::Diagnostic& each : soup::assemble(text_, "", options).diagnostics) {
        ScriptProblem problem{each.severity, {each.at, each.at}, each.error.line, each.error.message, each.fix};
        const std::size_t token = token_at(each.at);
        problem.range.end = token < tokens_.tokens.size() ? tokens_.tokens[token].at + tokens_.tokens[token].length
                                                          : each.at + each.length;
        problem.range.end = std::clamp(problem.range.end, each.at, text_.size());
        if (problem.range.begin == problem.range.end && problem.range.begin > 0) {
            --problem.range.begin;  // at the end of the text: the underlined range must not be empty
        }
        problem.message += each.error.hint.empty() ? "" : "; " + each.error.hint;
        problem.kind = each.rule;
        problems.push_back(std::move(problem));
    }
    return problems;
}

std::string other_name_message(std::string_view written, std::string_view actor)
{
    return fmt::format("This text names actor {}; the actor is {} now", written, actor);
}

std::optional<ScriptText::OtherName> ScriptText::other_name(const soup::Script& actor) const
{
    soup::Script named;
    named.name = actor.name;
    const std::string right = soup::disassemble(named, nullptr, {.names = false}).text;
    const ScriptText standard(right, ScriptLanguage::soup, nullptr);
    if (language_ != ScriptLanguage::soup || tokens_.tokens.size() < 3 || standard.tokens().size() < 3 ||
        !equals_ignore_case(word(0), "actor") || word(1) == standard.word(1)) {
        return std::nullopt;
    }
    const Token& there = tokens_.tokens[1];
    const Token& wanted = standard.tokens()[1];
    return OtherName{{there.at, there.at + there.length},
                     std::string(word(1)),
                     std::string(standard.word(1)),
                     right.substr(wanted.at, wanted.length)};
}

std::size_t ScriptText::token_at(std::size_t at) const
{
    const std::vector<Token>& tokens = tokens_.tokens;
    auto behind = std::ranges::upper_bound(tokens, at, {}, &Token::at);
    if (behind == tokens.begin()) {
        return tokens.size();
    }
    --behind;
    if (behind->kind == TokenKind::end && behind != tokens.begin()) {
        --behind;
    }
    return behind->kind != TokenKind::end && at <= behind->at + behind->length
               ? static_cast<std::size_t>(behind - tokens.begin())
               : tokens.size();
}

std::vector<ScriptText::Label> ScriptText::labels() const
{
    std::vector<Label> labels;
    for (std::size_t i = 0; i < tokens_.tokens.size(); ++i) {
        if (tokens_.tokens[i].kind == TokenKind::label && is_punctuator(i + 1, ":")) {
            labels.push_back({word(i), tokens_.tokens[i].at});
        }
    }
    return labels;
}

std::vector<ScriptText::DeclaredName> ScriptText::declared_names() const
{
    const auto kind_of = [](std::string_view kind) {
        const auto is = [kind](std::string_view each) { return equals_ignore_case(kind, each); };
        return std::ranges::any_of(soup::call_description, is) ? ScriptStyle::function
               : is("flag")                                    ? ScriptStyle::flag
               : is("property")                                ? ScriptStyle::property
               : is("variable")                                ? ScriptStyle::variable
               : is("constant")                                ? ScriptStyle::number
                                                               : ScriptStyle::unknown;
    };
    std::vector<DeclaredName> found;
    for (std::size_t i = token_at(names_block()) + 2; i + 3 < tokens_.tokens.size() && !is_punctuator(i, "}"); ++i) {
        if (is_punctuator(i + 2, "=")) {  // "flag 12 = HaveAmulet"
            found.push_back({kind_of(word(i)), word(i + 3)});
        }
    }
    return found;
}

std::size_t ScriptText::names_block() const
{
    for (std::size_t i = 1; i + 1 < tokens_.tokens.size(); ++i) {
        if (is_punctuator(i - 1, "}") && equals_ignore_case(word(i), "names") && is_punctuator(i + 1, "{")) {
            return tokens_.tokens[i].at;
        }
    }
    return text_.size();
}

}  // namespace redforge::script
