// Parses the top level of a source: the actor, its strings and hooks, labels, and the `names` block.
#include "soup/assemble/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::soup {

bool Parser::expect_punctuator(std::string_view text, std::string_view where)
{
    return take_sign(text) || unexpected(fmt::format("{} {}", text, where));
}

/// Describes a token for messages.
std::string Parser::found(const Token& token) const
{
    if (token.kind == TokenKind::end) {
        return "the end of the file";
    }
    constexpr std::size_t longest = 40;
    const std::string_view all = source_.substr(token.at, token.length);
    return all.size() <= longest ? std::string(all) : std::string(all.substr(0, longest)) + "...";
}

bool Parser::fail_at(const Token& token, ErrorCode code, std::string message, std::string hint,
                     std::vector<SourceEdit> fix)
{
    diagnostics_.error(token.at, token.length, code, std::move(message), std::move(hint), std::move(fix));
    return false;
}

bool Parser::unexpected(std::string_view expected, std::string hint)
{
    if (now().kind == TokenKind::unknown) {
        return false;  // the lexer has reported it
    }
    return fail_at(now(), ErrorCode::malformed, fmt::format("{} where {} should be", found(now()), expected),
                   std::move(hint));
}

Script Parser::run(std::vector<SourcePlace>& places)
{
    read();
    for (const Deferred& block : at_end_) {
        if (block.end != emitter_.here()) {
            fail_at(block.token, ErrorCode::malformed, "the block of <ScriptRv> is shorter than 4 bytes",
                    "the game reads the following bytes as part of it; write one goto there");
        }
    }
    Script script = emitter_.finish(options_, places);
    script.name = name_;
    return script;
}

void Parser::read_layout()
{
    layout_only_ = true;
    read();
}

void Parser::read()
{
    read_names();
    at_ = 0;
    skip_names();
    actor();
    skip_names();
    if (now().kind != TokenKind::end && !diagnostics_.failed()) {
        unexpected("the end of the file", "one source is one actor");
    }
}

/// Reads the `names` block first, because the other blocks need it. It is usually the last block.
void Parser::read_names()
{
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
        if (tokens_[i].kind == TokenKind::word && is_keyword(tokens_[i], "names") && i + 1 < tokens_.size() &&
            is_punctuator(tokens_[i + 1], "{") &&
            (i == 0 || is_punctuator(tokens_[i - 1], "}") || tokens_[i - 1].kind == TokenKind::string)) {
            at_ = i;
            names_block();
        }
    }
}

/// Skips blocks of names, which were already read, and included files.
void Parser::skip_names()
{
    while (is_keyword(now(), "names") || is_keyword(now(), "include")) {
        begin_line();
        if (is_keyword(now(), "include")) {
            ++at_;
            if (now().kind != TokenKind::string) {
                unexpected("the name of a file in quotes", "include \"names.inc\"");
                return;
            }
            if (!layout_only_) {
                fail_at(now(), ErrorCode::unknown_name, fmt::format("{} is not known here", found(now())),
                        "an included file must be next to the source in a folder");
            }
            ++at_;
            continue;
        }
        while (now().kind != TokenKind::end && !is_punctuator("}")) {
            ++at_;
        }
        take_sign("}");
    }
}

void Parser::names_block()
{
    const Token open = ahead(1);
    ++at_;
    if (!expect_punctuator("{", "after names")) {
        return;
    }
    while (!is_punctuator("}")) {
        if (now().kind == TokenKind::end) {
            fail_at(open, ErrorCode::malformed, "these names have no closing }");
            return;
        }
        begin_line();
        const std::uint32_t line = now().line;
        if (!name_line()) {
            while (now().kind != TokenKind::end && now().line == line && !is_punctuator("}")) {
                ++at_;
            }
        }
    }
    ++at_;
}

/// Parses a line of the `names` block: "task 41 = RTX(1)", "flag 12 = HaveAmulet", "property 5 = angle", "variable 2 =
/// gold", "constant 500 = price"
bool Parser::name_line()
{
    const Token kind = now();
    std::optional<CallKind> call;
    const bool is_flag = is_keyword(kind, "flag");
    for (std::size_t i = 0; i < call_description.size() && !is_flag && !call; ++i) {
        if (is_keyword(kind, call_description.at(i))) {
            call = static_cast<CallKind>(i);
        }
    }
    const bool is_variable = is_keyword(kind, "variable");
    if (is_keyword(kind, "constant")) {
        ++at_;
        return constant_line();
    }
    if (!call && !is_flag && !is_variable && !is_keyword(kind, "property")) {
        unexpected("task, multitask, function, flag, property, variable or constant");
        ++at_;
        return false;
    }
    ++at_;
    std::int64_t value = 0;
    Token name;
    if (!number(0, call || is_flag ? 0xFFFF : 0xFF, value, "the number of the name") || !declared_name(name)) {
        return false;
    }
    std::int64_t parameters = 0;
    if (call && is_punctuator("(") && is_punctuator(ahead(1), ")")) {
        fail_at(ahead(1), ErrorCode::malformed, ") where the number of arguments should be",
                fmt::format("without any it is {}(0)", text(name)), {{ahead(1).at, 0, "0"}});
        at_ += 2;
    } else if (call &&
               (!expect_punctuator("(", "after the name") || !number(0, 255, parameters, "the number of arguments") ||
                !expect_punctuator(")", "after the number of arguments"))) {
        return false;
    }
    const auto index = static_cast<std::uint32_t>(value);
    const std::string_view word = text(name);
    const Names* game = options_.checks == Checks::all ? options_.names : nullptr;
    std::optional<std::uint32_t> known;
    bool is_new = false;
    if (call) {
        is_new = declared_.declare_function(index, {std::string(word), *call, static_cast<std::uint32_t>(parameters)});
        known = game != nullptr ? game->find_function(word) : std::nullopt;
    } else if (is_flag) {
        is_new = declared_.declare_flag(index, word);
        known = game != nullptr ? game->find_flag(word) : std::nullopt;
    } else if (is_variable) {
        is_new = declared_.declare_variable(index, word);
        check_variable(name, index);
    } else {
        is_new = declared_.declare_property(index, word);
        known = game != nullptr ? game->find_property(word) : std::nullopt;
    }
    if (!is_new) {
        return fail_at(name, ErrorCode::malformed, fmt::format("{} or its number {} is declared twice", word, index));
    }
    if (known && *known != index) {
        diagnostics_.warning(name.at, name.length,
                             fmt::format("{} is {} {} here and {} in SOUP386.DEF", word, text(kind), index, *known),
                             "pack uses the number in this source", "other-number");
    }
    return true;
}

/// Parses "= NAME". Accepts words that a later version of the language reserved.
bool Parser::declared_name(Token& name)
{
    if (!expect_punctuator("=", "before the name")) {
        return false;
    }
    name = now();
    if (name.kind != TokenKind::word || (is_reserved(text(name)) && !is_contextual_keyword(text(name)))) {
        return unexpected("a name", "a name has letters, digits and _, and is not a keyword");
    }
    ++at_;
    return true;
}

/// Parses a constant after the word `constant`, such as "500 = price" or "'abcd' = greeting".
bool Parser::constant_line()
{
    std::int64_t value = 0;
    if (now().kind == TokenKind::letters) {
        std::string bytes;
        if (!dialogue_label(bytes)) {
            return false;
        }
        value = load_le<std::int32_t>(as_bytes(bytes).data());
    } else if (!number(lowest_i32, highest_u32, value, "the number of the constant")) {
        return false;
    }
    Token name;
    if (!declared_name(name)) {
        return false;
    }
    return declared_.declare_constant(text(name), static_cast<std::int32_t>(value)) ||
           fail_at(name, ErrorCode::malformed, fmt::format("{} is declared twice", text(name)));
}

void Parser::actor()
{
    if (!is_keyword(now(), "actor")) {
        unexpected("actor", "a source begins with: actor NAME {");
        return;
    }
    begin_line();
    ++at_;
    if (now().kind == TokenKind::string) {
        if (!string_literal(name_)) {
            return;
        }
    } else if (now().kind == TokenKind::word || now().kind == TokenKind::number) {
        name_ = source_.substr(now().at, now().length);
        ++at_;
    } else {
        unexpected("the actor's name");
        return;
    }
    const Token open = now();
    if (!expect_punctuator("{", "after the actor's name")) {
        return;
    }
    while (!diagnostics_.full()) {
        if (is_punctuator("}")) {
            if (blocks_.empty()) {
                closing_ = now().at;
                ++at_;
                return;
            }
            block_end();
        } else if (now().kind == TokenKind::end || names_follow()) {
            fail_unclosed(open);
            return;
        } else {
            item();
        }
    }
}

/// Returns true if only blocks of names follow.
bool Parser::names_follow() const
{
    std::size_t by = 0;
    while (is_keyword(ahead(by), "names") && is_punctuator(ahead(by + 1), "{")) {
        while (ahead(by).kind != TokenKind::end && !is_punctuator(ahead(by), "}")) {
            ++by;
        }
        by += is_punctuator(ahead(by), "}") ? 1U : 0U;
    }
    return by > 0 && ahead(by).kind == TokenKind::end;
}

/// Reports an unclosed block: the first block whose } is less indented than its first line, or else the innermost open
/// block.
void Parser::fail_unclosed(const Token& actor)
{
    const Block* block = blocks_.empty() ? nullptr : &blocks_.back();
    if (outdented_) {
        fail_at(outdented_->token, ErrorCode::malformed, "this block has no closing }", outdented_->opened());
    } else {
        const bool has_last = closed_ && closed_->kind != Block::Kind::broken;
        fail_at(block != nullptr ? block->token : actor, ErrorCode::malformed, "this block has no closing }",
                block != nullptr ? block->opened()
                : has_last       ? fmt::format("it opens the actor; the }} of line {} ends the block of {} in line {}",
                                               closed_->brace_line, closed_->word, closed_->line)
                                 : "it opens the actor");
    }
}

void Parser::item()
{
    const Token token = now();
    bool fine = true;
    if (token.kind == TokenKind::label) {
        begin_line(true);
        ++at_;
        fine = take_sign(":") ||
               fail_at(token, ErrorCode::malformed, fmt::format("a colon is missing after {}", found(token)), "",
                       {{token.at + std::size_t{token.length}, 0, ":"}});
        if (fine) {
            emitter_.define_label(token);
        }
    } else if (is_keyword(token, "strings")) {
        fine = strings();
    } else if (is_keyword(token, "hook")) {
        fine = hook();
    } else if (is_keyword(token, "start")) {
        fine = start();
    } else if (is_punctuator("{")) {
        fail_at(token, ErrorCode::malformed, "a block without if, else, while or loop",
                "blocks follow if, elseif, else, while and loop");
        push_block(Block::Kind::broken, 0);
        return;
    } else {
        const std::uint32_t begin = emitter_.here();
        const std::size_t blocks = blocks_.size();
        begin_line();
        opener_line_ = token.line;
        emitter_.begin_statement(token);
        fine = statement();
        if (!fine && blocks_.size() == blocks) {
            emitter_.cut(begin);
        }
    }
    if (!fine) {
        if (at_ < tokens_.size() && now().at == token.at && now().kind != TokenKind::end) {
            ++at_;
        }
        recover();
    }
}

/// Skips to the next line, or to the next brace.
void Parser::recover()
{
    const std::uint32_t line = tokens_[at_ == 0 ? 0 : at_ - 1].line;
    while (now().kind != TokenKind::end && now().line == line && !is_punctuator("}")) {
        if (is_punctuator("{")) {
            break;
        }
        ++at_;
    }
    if (is_punctuator("{")) {
        push_block(Block::Kind::broken, 0);
    }
}

bool Parser::strings()
{
    begin_line();
    const Token word = now();
    const Token open = ahead(1);
    ++at_;
    if (emitter_.has_strings()) {
        return fail_at(word, ErrorCode::malformed, "the list of strings is not before the first string",
                       "put it at the top");
    }
    if (!expect_punctuator("{", "after strings")) {
        return false;
    }
    while (!is_punctuator("}")) {
        const Token token = now();
        begin_line();
        std::string text;
        if (token.kind == TokenKind::word || token.kind == TokenKind::label || token.kind == TokenKind::end) {
            return fail_at(open, ErrorCode::malformed, "these strings have no closing }");  // a statement follows
        }
        if (token.kind != TokenKind::string) {
            return unexpected("a string in quotes, or } at the end of the strings");
        }
        if (!string_literal(text)) {
            return false;
        }
        emitter_.declare_string(std::move(text), token);
    }
    ++at_;
    return true;
}

/// Parses a hook: "hook 0:", "hook 0 upper 3:", "hook 0 at #0012+3", "hook 0 at 0x1234 upper 3"
bool Parser::hook()
{
    begin_line(true);
    const Token word = now();
    ++at_;
    std::int64_t index = 0;
    std::int64_t upper = 0;
    std::optional<Target> place;
    if (!number(0, 0xFFFFFF, index, "the hook's number")) {
        return false;
    }
    if (is_keyword(now(), "at")) {
        ++at_;
        if (!target(place.emplace())) {
            return false;
        }
    }
    if (is_keyword(now(), "upper")) {
        ++at_;
        if (!number(0, 0xFFFF, upper, "the upper 16 bits")) {
            return false;
        }
    }
    if (!place && !expect_punctuator(":", "after a hook")) {
        return false;
    }
    emitter_.add_hook(static_cast<std::uint32_t>(index), static_cast<std::uint16_t>(upper), place, word);
    return true;
}

/// Parses the start: "start:", "start at 0x1234"
bool Parser::start()
{
    begin_line(true);
    const Token word = now();
    ++at_;
    std::optional<Target> place;
    if (is_keyword(now(), "at")) {
        ++at_;
        if (!target(place.emplace())) {
            return false;
        }
    } else if (!expect_punctuator(":", "after start")) {
        return false;
    }
    emitter_.set_start(place, word);
    return true;
}

}  // namespace redforge::soup
