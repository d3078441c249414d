// Recognises syntax of other languages, and reports the correct syntax with a fix.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {
namespace {

struct ForeignWord {
    std::string_view word;
    std::string_view hint;
};
constexpr std::string_view declares =
    "variables belong to the actor; name one in the block of names: variable 2 = NAME";
constexpr std::string_view counts = "var1 = 0 while var1 < 10 { ... var1 = var1 + 1 }";
constexpr std::string_view ends = "a block ends with }";
constexpr std::array foreign_words{
    ForeignWord{"else", "write it after the } of an if"},
    ForeignWord{"elseif", "write it after the } of an if"},
    ForeignWord{"elif", "write elseif"},
    ForeignWord{"elsif", "write elseif"},
    ForeignWord{"for", counts},
    ForeignWord{"foreach", counts},
    ForeignWord{"do", "write loop { ... } with break in it, or while CONDITION { ... }"},
    ForeignWord{"repeat", "write loop { ... } with break in it"},
    ForeignWord{"until", "write if CONDITION { break } in a loop"},
    ForeignWord{"switch", "if var1 = 1 { ... } elseif var1 = 2 { ... } else { ... }"},
    ForeignWord{"case", "if var1 = 1 { ... } elseif var1 = 2 { ... } else { ... }"},
    ForeignWord{"endif", ends},
    ForeignWord{"endwhile", ends},
    ForeignWord{"wend", ends},
    ForeignWord{"fi", ends},
    ForeignWord{"done", ends},
    ForeignWord{"then", "write the statements of an if between { and }"},
    ForeignWord{"begin", "write statements between { and }"},
    ForeignWord{"var", declares},
    ForeignWord{"local", declares},
    ForeignWord{"let", declares},
    ForeignWord{"names", "write the block of names after the } of the actor"},
    ForeignWord{"const", "name a number in the block of names: constant 500 = NAME"},
    ForeignWord{"int", declares},
    ForeignWord{"short", declares},
    ForeignWord{"long", declares},
    ForeignWord{"float", declares},
    ForeignWord{"bool", declares},
    ForeignWord{"set", "an assignment is NAME = ..."},
    ForeignWord{"call", "a call is NAME(...); gosub #label runs a part of the script"},
    ForeignWord{"actor", "one source is one actor; give this one a file of its own"},
};

std::size_t end_of(const Token& token)
{
    return token.at + std::size_t{token.length};
}

}  // namespace

/// Reports a comment of another language at the beginning of a statement, such as /* note */ or -- note.
bool Parser::comment_mistake(const Token& token)
{
    std::vector<SourceEdit> fix{{token.at, 2, "//"}};
    if (is_punctuator("/")) {
        const std::size_t line_end = std::min(source_.find('\n', token.at), source_.size());
        const std::size_t close = source_.find("*/", token.at + 2);
        const std::size_t last = source_.find_last_not_of(" \t\r", line_end - 1);
        if (close < line_end && last == close + 1) {
            fix.push_back({close, 2, ""});
        } else {
            fix.clear();  // the comment has several lines, or statements follow it
        }
    }
    return fail_at(token, ErrorCode::malformed, fmt::format("{} cannot begin a statement", source_.substr(token.at, 2)),
                   "a comment begins with // and ends with its line", std::move(fix));
}

/// Reports a word that cannot begin a statement: a word of another language, a label, or a call without parentheses.
bool Parser::foreign_statement(const Token& token, std::string_view word)
{
    const Token& next = ahead(1);
    if (is_punctuator(next, ":")) {
        return fail_at(token, ErrorCode::malformed, fmt::format("{} cannot begin a statement", found(token)),
                       fmt::format("a label is written #{}:", word), {{token.at, 0, "#"}});
    }
    for (const std::string_view op : {"++", "--"}) {
        if (is_punctuator(next, op)) {
            std::string right = fmt::format("{} = {} {} 1", word, word, op[0]);
            return fail_at(token, ErrorCode::malformed,
                           fmt::format("{} cannot be incremented or decremented with ++ or --", word), right,
                           {{token.at, end_of(next) - token.at, right}});
        }
    }
    for (const std::string_view op : {"+", "-", "*", "/", "&", "|", "^"}) {
        if (is_punctuator(next, op) && is_punctuator(ahead(2), "=") && end_of(next) == ahead(2).at) {
            return fail_at(next, ErrorCode::malformed, fmt::format("there is no {}=", op),
                           fmt::format("write {} = {} {} ...", word, word, op),
                           {{next.at, 2, fmt::format("= {} {}", word, op)}});
        }
    }
    const auto foreign = std::ranges::find_if(foreign_words, [&](const ForeignWord& each) {
        return equals_ignore_case(each.word, word);
    });
    if (foreign != foreign_words.end()) {
        return fail_at(token, ErrorCode::malformed, fmt::format("{} cannot begin a statement", found(token)),
                       std::string(foreign->hint));
    }
    const auto is_function = [&](const Names* names) { return names != nullptr && names->find_function(word); };
    if (is_function(&declared_) || is_function(options_.names)) {
        return fail_at(token, ErrorCode::malformed, fmt::format("{} cannot begin a statement", found(token)),
                       fmt::format("{0} is a function; a call is {0}()", word), {{end_of(token), 0, "()"}});
    }
    static constexpr std::array<std::string_view, 12> words{"end",   "endint",  "goto",  "gosub", "if",    "return",
                                                            "bytes", "strings", "while", "loop",  "break", "continue"};
    const std::string_view near = nearest(word, words);
    return fail_at(token, ErrorCode::malformed, fmt::format("{} cannot begin a statement", found(token)),
                   near.empty() ? "a call is Name(...), an assignment Name = ..."
                                : fmt::format("did you mean {}?", near));
}

/// Reports a ( instead of a value. The fix removes parentheses around a whole condition.
bool Parser::parentheses(std::string hint, bool in_condition)
{
    std::size_t close = at_;
    std::size_t depth = 0;
    bool simple = true;
    for (; close < tokens_.size() && !is_punctuator(tokens_[close], "{") && !is_punctuator(tokens_[close], "}");
         ++close) {
        if (is_punctuator(tokens_[close], "(")) {
            ++depth;
        }
        const bool joined = is_punctuator(tokens_[close], "&") || is_punctuator(tokens_[close], "|");
        simple = simple && !joined;
        if (is_punctuator(tokens_[close], ")") && --depth == 0) {
            break;
        }
    }
    const bool closed = close < tokens_.size() && is_punctuator(tokens_[close], ")");
    const bool whole = closed && close + 1 < tokens_.size() && is_punctuator(tokens_[close + 1], "{");
    std::vector<SourceEdit> fix;
    if (in_condition && whole && simple) {
        const std::string_view inside = source_.substr(end_of(now()), tokens_[close].at - end_of(now()));
        hint += fmt::format(": {}", inside);
        // "if(A = 1)": keep a space between the word and the condition.
        const bool touches_word = now().at > 0 && source_[now().at - 1] != ' ' && source_[now().at - 1] != '\t';
        fix = {{now().at, now().length, touches_word ? " " : ""}, {tokens_[close].at, tokens_[close].length, ""}};
    }
    return fail_at(now(), ErrorCode::malformed, "( where a value should be", std::move(hint), std::move(fix));
}

/// Reports `not` in a condition, such as if not Flag { }.
bool Parser::not_mistake(const Token& token)
{
    const Token& operand = ahead(1);
    const bool alone = operand.kind == TokenKind::word &&
                       (is_punctuator(ahead(2), "{") || is_keyword(ahead(2), "and") || is_keyword(ahead(2), "or"));
    std::vector<SourceEdit> fix;
    std::string hint = "compare with 0: NAME = 0";
    if (alone) {
        fix = {{token.at, operand.at - token.at, ""}, {end_of(operand), 0, " = 0"}};
        hint = fmt::format("write {} = 0", text(operand));
    }
    return fail_at(token, ErrorCode::malformed, fmt::format("'{}' is not part of the language", found(token)),
                   std::move(hint), std::move(fix));
}

/// Reports the error for a missing block after a condition. Returns false.
bool Parser::block_missing(std::string hint)
{
    for (const auto& [sign, word] : {std::pair("&", "and"), std::pair("|", "or")}) {
        if (is_punctuator(sign)) {
            const bool twice = is_punctuator(ahead(1), sign) && ahead(1).at == now().at + 1;
            return fail_at(now(), ErrorCode::malformed,
                           fmt::format("{0}{1} where {{ and the statements should be", sign, twice ? sign : ""),
                           fmt::format("{} joins conditions", word), {{now().at, twice ? 2U : 1U, word}});
        }
    }
    if (is_keyword(now(), "then")) {
        hint = "there is no then; write the statements of an if between { and }";
    }
    return unexpected("{ and the statements", std::move(hint));
}

/// Returns true at an operator of a formula other than && and ||.
bool Parser::is_operator() const
{
    return std::ranges::any_of(operator_signs, [&](std::string_view op) {
        return !op.empty() && is_punctuator(op) && !(is_punctuator(ahead(1), op) && (op == "&" || op == "|"));
    });
}

/// Reports an operator after a side of a comparison.
bool Parser::formula_mistake(std::string_view wanted)
{
    const std::string variable = free_variable();
    return fail_at(now(), ErrorCode::malformed, fmt::format("{} where {} should be", found(now()), wanted),
                   fmt::format("one side is one value; compute it before: {} = ...",
                               variable.empty() ? "a variable" : variable));
}

/// Reports the error for a missing or wrong comparison in a condition. Returns false.
bool Parser::comparison_mistake()
{
    const Token& last = tokens_[at_ - 1];
    if (is_operator()) {
        return formula_mistake("a comparison");
    }
    const bool ends = is_punctuator("{") || is_keyword(now(), "and") || is_keyword(now(), "or") || is_punctuator("&") ||
                      is_punctuator("|");
    if (ends) {
        return fail_at(now(), ErrorCode::malformed,
                       fmt::format("{} where =, !=, <, >, <= or >= should be", found(now())),
                       "compare with a value: != 0", {{end_of(last), 0, " != 0"}});
    }
    return unexpected("=, !=, <, >, <= or >=", "one side of a comparison is one value");
}

/// Reports a minus before a variable, such as -var3.
bool Parser::minus_mistake(const Token& token)
{
    return fail_at(token, ErrorCode::malformed, "- where a value should be",
                   fmt::format("write 0 - {}", found(ahead(1))), {{token.at, token.length, "0 - "}});
}

/// Returns the name of an unused variable of the actor, after skipping `skip` unused variables. Returns an empty text
/// if there is none or the number of variables is unknown.
std::string Parser::free_variable(std::size_t skip) const
{
    if (options_.previous == nullptr) {
        return {};
    }
    std::vector<bool> used(options_.previous->variables);
    for (const Token& token : tokens_) {
        if (token.kind == TokenKind::word) {
            if (const auto number = variable_of(token); number && *number < used.size()) {
                used[*number] = true;
            }
        }
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i] && skip-- == 0) {
            return fmt::format("var{}", i);
        }
    }
    return {};
}

std::string Parser::variables_of_actor() const
{
    if (options_.previous == nullptr) {
        return "";
    }
    const std::uint32_t count = options_.previous->variables;
    return count == 0   ? "the actor has no variables"
           : count == 1 ? "the actor has one variable, var0"
                        : fmt::format("the actor has var0 to var{}", count - 1);
}

/// Reports an unknown name.
bool Parser::unknown_name(const Token& token, bool assigned)
{
    const std::string_view word = text(token);
    std::vector<std::string_view> all;
    bool is_function = false;
    for (const Names* names : {static_cast<const Names*>(&declared_), options_.names}) {
        if (names == nullptr) {
            continue;
        }
        is_function = is_function || names->find_function(word).has_value();
        all.insert(all.end(), names->flag_names().begin(), names->flag_names().end());
        all.insert(all.end(), names->variable_names().begin(), names->variable_names().end());
        if (!assigned) {
            all.insert(all.end(), names->constant_names().begin(), names->constant_names().end());
        }
    }
    const std::string_view kinds = assigned ? "no variable or flag" : "no variable, flag or constant";
    if (is_function) {
        return fail_at(token, ErrorCode::unknown_name, fmt::format("{} is called {}", kinds, found(token)),
                       fmt::format("{0} is a function; a call is {0}()", word),
                       assigned ? std::vector<SourceEdit>{} : std::vector<SourceEdit>{{end_of(token), 0, "()"}});
    }
    const auto same = std::ranges::find_if(all, [&](std::string_view each) { return equals_ignore_case(each, word); });
    const std::string_view near = same != all.end() ? *same : nearest(word, all);
    if (!near.empty()) {
        return fail_at(token, ErrorCode::unknown_name, fmt::format("{} is called {}", kinds, found(token)),
                       fmt::format("did you mean {}?", near),
                       same == all.end() ? std::vector<SourceEdit>{}
                                         : std::vector<SourceEdit>{{token.at, token.length, std::string(near)}});
    }
    std::string hint = variables_of_actor();
    hint += hint.empty() ? "" : "; ";
    hint += fmt::format("name one in the block of names: variable 2 = {}", word);
    if (!assigned || options_.names == nullptr) {
        hint += "; a flag has a number too: flag_12";
    }
    return fail_at(token, ErrorCode::unknown_name, fmt::format("{} is called {}", kinds, found(token)),
                   std::move(hint));
}

}  // namespace redforge::soup
