// Assembles calls and objects.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {

/// Parses the name of a function, or a generic name such as function_12.
bool Parser::callee(Callee& callee)
{
    const Token token = now();
    if (token.kind != TokenKind::word) {
        return unexpected("a function's name");
    }
    const std::string_view word = text(token);
    ++at_;
    if (const auto number = numbered(word, "function_")) {
        if (*number > 0xFFFF) {
            return fail_at(token, ErrorCode::out_of_range, fmt::format("{} is past function_65535", word));
        }
        callee.number = *number;
        if (options_.checks == Checks::all && options_.names != nullptr && options_.names->functions() != 0 &&
            *number >= options_.names->functions()) {
            diagnostics_.warning(token.at, token.length, fmt::format("SOUP386.DEF has no function {}", *number),
                                 fmt::format("its last is {}", options_.names->functions() - 1), "unknown-function");
        }
        return true;
    }
    const Names* from = &declared_;
    std::optional<std::uint32_t> number = declared_.find_function(word);
    if (!number && options_.names != nullptr) {
        from = options_.names;
        number = from->find_function(word);
    } else if (options_.checks == Checks::all && options_.names != nullptr && options_.names->functions() != 0 &&
               !options_.names->find_function(word)) {
        diagnostics_.warning(token.at, token.length, fmt::format("SOUP386.DEF has no function {}", word),
                             "pack uses the number in the block of names", "unknown-function");
    }
    if (!number && layout_only_) {
        callee.number = 1;
        return true;
    }
    const auto is_property = [&](const Names* names) { return names != nullptr && names->find_property(word); };
    if (!number && (is_property(&declared_) || is_property(options_.names))) {
        const bool empty = is_punctuator("(") && is_punctuator(ahead(1), ")");
        return fail_at(token, ErrorCode::unknown_name, fmt::format("no function {} is known", found(token)),
                       "it is a property, which has no parentheses",
                       empty ? std::vector<SourceEdit>{{now().at, ahead(1).at + std::size_t{1} - now().at, ""}}
                             : std::vector<SourceEdit>{});
    }
    if (!number) {
        std::vector<std::string_view> all = declared_.function_names();
        if (options_.names != nullptr) {
            all.insert(all.end(), options_.names->function_names().begin(), options_.names->function_names().end());
        }
        const auto same =
            std::ranges::find_if(all, [&](std::string_view each) { return equals_ignore_case(each, word); });
        const std::string_view near = same != all.end() ? *same : nearest(word, all);
        return fail_at(
            token, ErrorCode::unknown_name, fmt::format("no function {} is known", found(token)),
            !near.empty() ? fmt::format("did you mean {}?", near)
            : all.empty()
                ? "names are in SOUP386.DEF: give the game's folder (--game); or give the number, as function_12"
                : "give its number as function_12",
            same == all.end() ? std::vector<SourceEdit>{}
                              : std::vector<SourceEdit>{{token.at, token.length, std::string(*same)}});
    }
    callee.number = *number;
    callee.function = from->function(*number);
    callee.standard = callee.function->kind == CallKind::task ? CallKind::task : CallKind::function;
    return true;
}

bool Parser::self_call(Mode mode, std::optional<CallKind> kind, ArgumentType* compared)
{
    Callee called;
    const Token name = now();
    if (!callee(called)) {
        return false;
    }
    const CallKind standard = mode == Mode::main ? called.standard : CallKind::function;
    emitter_.put(static_cast<std::uint8_t>(kind.value_or(standard)));
    emitter_.put(static_cast<std::uint16_t>(called.number));
    if (compared != nullptr && called.function != nullptr) {
        *compared = called.function->result();
    }
    if (mode != Mode::main) {
        check_return_value(name, called, kind);
    }
    return arguments(called, name);
}

/// Parses Object.Name(...) or Object.property as a value.
bool Parser::object_value(Mode mode, std::optional<CallKind> kind, ArgumentType* compared)
{
    const std::uint32_t begin = emitter_.here();
    emitter_.put(std::uint8_t{0});
    if (!object() || !expect_punctuator(".", "after the object")) {
        return false;
    }
    const bool has_op = is_punctuator(ahead(1), "[") && is_keyword(ahead(2), "op");
    if (!kind && !has_op && !is_punctuator(ahead(1), "(")) {
        std::uint16_t word = 0;
        emitter_.patch(begin, static_cast<std::uint8_t>(Op::property));
        if (!property(word)) {
            return false;
        }
        emitter_.put(word);
        return parse_tail(mode, *find_opcode(static_cast<std::uint8_t>(Op::property)));
    }
    if (kind) {
        return fail_at(now(), ErrorCode::malformed, "a call on an object is always of a function here",
                       "leave task or function out");
    }
    Callee called;
    Marks given;
    const Token name = now();
    if (!callee(called) || (is_punctuator("[") && !parse_marks(given, "op"))) {
        return false;
    }
    const auto op = given.op.value_or(static_cast<std::uint32_t>(Op::object_function));
    if (op != static_cast<std::uint32_t>(Op::object_task) && op != static_cast<std::uint32_t>(Op::object_function)) {
        return fail_at(given.token, ErrorCode::out_of_range, "op must be 0x19 or 0x1A");
    }
    emitter_.patch(begin, static_cast<std::uint8_t>(op));
    emitter_.put(static_cast<std::uint16_t>(called.number));
    if (compared != nullptr && called.function != nullptr) {
        *compared = called.function->result();
    }
    check_return_value(name, called, std::nullopt);
    return arguments(called, name);
}

/// Returns true if the ( at `open` is not closed before the end of the block or file.
bool Parser::is_unclosed(std::size_t open) const
{
    std::size_t depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
        if (is_punctuator(tokens_[i], "(")) {
            ++depth;
        } else if (is_punctuator(tokens_[i], ")") && --depth == 0) {
            return false;
        } else if (is_punctuator(tokens_[i], "{") || is_punctuator(tokens_[i], "}")) {
            return true;
        }
    }
    return true;
}

/// Parses the arguments from ( to ), and emits their count before them.
bool Parser::arguments(const Callee& callee, const Token& name)
{
    const std::size_t open = at_;
    if (!expect_punctuator("(", "after the function's name")) {
        return false;
    }
    if (callee.number == 0) {
        return is_punctuator(")") ? ++at_ != 0 : unexpected(")", "function 0 has no arguments");
    }
    if (depth_ == max_call_depth) {
        return fail_at(name, ErrorCode::out_of_range, fmt::format("more than {} nested calls", max_call_depth));
    }
    ++depth_;
    const std::uint32_t count_at = emitter_.here();
    emitter_.put(std::uint8_t{0});
    std::uint32_t count = 0;
    // After an unclosed (, a new line begins the next statement.
    const auto begins_statement = [&] { return now().line != tokens_[at_ - 1].line && is_unclosed(open); };
    while (!is_punctuator(")")) {
        if (count != 0 && !begins_statement() && !expect_punctuator(",", "or ) after the argument")) {
            --depth_;
            return false;
        }
        if (begins_statement()) {
            --depth_;
            return fail_at(tokens_[open], ErrorCode::malformed, "these arguments have no closing )");
        }
        const ArgumentType meaning =
            callee.function != nullptr ? callee.function->argument(count) : ArgumentType::number;
        const Token first = now();
        const std::uint32_t at = emitter_.here();
        if (!parse_value(Mode::param, meaning)) {
            --depth_;
            return false;
        }
        check_argument(callee, count, first, at);
        if (++count > 0xFF) {
            --depth_;
            return fail_at(name, ErrorCode::out_of_range, "more than 255 arguments");
        }
    }
    ++at_;
    --depth_;
    emitter_.patch(count_at, static_cast<std::uint8_t>(count));
    if (options_.checks == Checks::all && callee.function != nullptr && callee.function->parameters != count) {
        diagnostics_.warning(name.at, name.length,
                             fmt::format("{} takes {} argument{}, {} given", callee.function->name,
                                         callee.function->parameters, callee.function->parameters == 1 ? "" : "s",
                                         count),
                             "", "argument-count");
    }
    return true;
}

/// Parses an object: Me, Player, Camera, var3, DOOR1, "door 1", string[99], object[9, 3]
bool Parser::object()
{
    const Token token = now();
    const auto put = [&](std::uint32_t kind, std::uint32_t second) {
        emitter_.put(static_cast<std::uint8_t>(kind));
        emitter_.put(static_cast<std::uint8_t>(second));
        return true;
    };
    std::string own;
    std::string_view name;
    Marks given;
    std::int64_t first = 0;
    std::int64_t second = 0;
    if (token.kind == TokenKind::word) {
        for (std::uint32_t kind = 0; kind < object_words.size(); ++kind) {
            if (is_keyword(token, object_words.at(kind))) {
                ++at_;
                if (!parse_marks(given, "pad")) {
                    return false;
                }
                return given.pad.value_or(0) <= 0xFF
                           ? put(kind, given.pad.value_or(0))
                           : fail_at(given.token, ErrorCode::out_of_range, "a pad of one byte is 0 to 255");
            }
        }
        if (const auto variable = variable_of(token)) {
            check_variable(token, *variable);
            ++at_;
            return *variable <= 0xFF ? put(object_variable, *variable)
                                     : fail_at(token, ErrorCode::out_of_range, "past var255");
        }
        if (is_keyword(token, "string") && is_punctuator(ahead(1), "[")) {
            at_ += 2;
            if (!number(0, 255, first, "the number of a string that names an object") ||
                !expect_punctuator("]", "after the number")) {
                return false;
            }
            emitter_.use_string_at(static_cast<std::uint32_t>(first));
            return put(object_string, static_cast<std::uint32_t>(first));
        }
        if (is_keyword(token, "object") && is_punctuator(ahead(1), "[")) {
            at_ += 2;
            return number(0, 255, first, "the kind of the object") && expect_punctuator(",", "after the kind") &&
                   number(0, 255, second, "the second byte") && expect_punctuator("]", "after the second byte") &&
                   put(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second));
        }
        name = text(token);
        ++at_;
    } else if (token.kind == TokenKind::string) {
        if (!string_literal(own)) {
            return false;
        }
        name = own;
    } else {
        return unexpected("an object");
    }
    if (!parse_marks(given, "index")) {
        return false;
    }
    check_object(token, name);
    if (given.index && !emitter_.use_string_at(*given.index, name)) {
        return fail_at(given.token, ErrorCode::mismatch, fmt::format("string {} is not {}", *given.index, found(token)),
                       "leave the number out, or correct the list of strings");
    }
    const std::uint32_t index = given.index ? *given.index : emitter_.use_string(name);
    if (index > 0xFF) {
        return fail_at(token, ErrorCode::out_of_range, fmt::format("{} is string {} of the actor", found(token), index),
                       "an object's name must be one of the first 256; list the strings in another order");
    }
    return put(object_string, index);
}

}  // namespace redforge::soup
