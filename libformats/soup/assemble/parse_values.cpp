// Assembles values: numbers, strings, variables, flags, properties, calls.
#include <algorithm>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {
namespace {

const std::vector<std::string_view>& no_names()
{
    static const std::vector<std::string_view> none;
    return none;
}

/// Returns "did you mean X?" if a declared or known name is similar, else `otherwise`.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& declared,
                         const std::vector<std::string_view>& known, std::string otherwise)
{
    std::vector<std::string_view> all = declared;
    all.insert(all.end(), known.begin(), known.end());
    const auto same = std::ranges::find_if(all, [&](std::string_view each) { return equals_ignore_case(each, word); });
    const std::string_view near = same != all.end() ? *same : nearest(word, all);
    return near.empty() ? std::move(otherwise) : fmt::format("did you mean {}?", near);
}

}  // namespace

bool Parser::number(std::int64_t low, std::int64_t high, std::int64_t& value, std::string_view what)
{
    const Token token = now();
    if (token.kind != TokenKind::number) {
        return unexpected(what);
    }
    const auto read = read_number(text(token));
    if (!read) {
        return fail_at(token, ErrorCode::malformed, fmt::format("{} is not a number", found(token)),
                       "decimal as 12 and -3, hexadecimal as 0x1F");
    }
    if (*read < low || *read > high) {
        return fail_at(token, ErrorCode::out_of_range, fmt::format("{} is out of range", found(token)),
                       fmt::format("{} is {} to {}", what, low, high));
    }
    value = *read;
    ++at_;
    return true;
}

/// Parses a jump target, such as #label, #label+3 or 0x1234.
bool Parser::target(Target& target)
{
    target.token = now();
    std::int64_t offset = 0;
    if (now().kind == TokenKind::number) {
        if (!number(0, highest_u32, offset, "an offset of the code")) {
            return false;
        }
        target.offset = static_cast<std::uint32_t>(offset);
        return true;
    }
    if (now().kind != TokenKind::label) {
        if (now().kind == TokenKind::word && !is_reserved(text(now()))) {
            return fail_at(now(), ErrorCode::malformed, fmt::format("{} where a label should be", found(now())),
                           fmt::format("did you mean #{}?", text(now())), {{now().at, 0, "#"}});
        }
        return unexpected("a label", "a label is a word after #");
    }
    target.label = emitter_.label(now());
    ++at_;
    if (is_punctuator("+")) {
        ++at_;
        if (!number(1, highest_u32, offset, "the bytes after the label")) {
            return false;
        }
        target.offset = static_cast<std::uint32_t>(offset);
    }
    return true;
}

bool Parser::string_literal(std::string& out)
{
    const Token token = now();
    ++at_;
    const std::string_view inside = text(token);
    const bool plain = std::ranges::all_of(inside, [](char c) { return c >= 0x20 && c < 0x7F && c != '\\'; });
    if (plain) {
        out = inside;
        return true;
    }
    auto decoded = decode_text(inside);
    if (!decoded) {
        return fail_at(token, ErrorCode::malformed, decoded.error().message, decoded.error().hint);
    }
    out = std::move(*decoded);
    return true;
}

bool Parser::parse_marks(Marks& marks, std::string_view allowed)
{
    for (bool first = true; is_punctuator("["); first = false) {
        const Token word = ahead(1);
        if (!first && !is_keyword(word, allowed)) {
            return true;  // the mark belongs to the enclosing statement
        }
        marks.token = word;
        ++at_;
        std::int64_t value = 0;
        if (word.kind == TokenKind::number && allowed == "index") {
            if (!number(0, highest_u32, value, "the string's number")) {
                return false;
            }
            marks.index = static_cast<std::uint32_t>(value);
        } else {
            if (allowed == "index" || word.kind != TokenKind::word || !equals_ignore_case(text(word), allowed)) {
                return unexpected(allowed == "index" ? "the string's number" : allowed,
                                  "other marks are not allowed here");
            }
            ++at_;
            if (!expect_punctuator("=", "after the mark") || !number(0, 0xFFFFFF, value, "the mark's value")) {
                return false;
            }
            const auto number = static_cast<std::uint32_t>(value);
            (allowed == "pad"        ? marks.pad
             : allowed == "operator" ? marks.operator_
             : allowed == "high"     ? marks.high
                                     : marks.op) = number;
        }
        if (!expect_punctuator("]", "after the mark")) {
            return false;
        }
    }
    return true;
}

bool Parser::parse_value(Mode mode, ArgumentType meaning, ArgumentType* compared)
{
    const Token token = now();
    switch (token.kind) {
    case TokenKind::number: {
        std::int64_t value = 0;
        if (is_punctuator(ahead(1), ".")) {
            return number_with_dot(meaning);
        }
        if (!number(lowest_i32, highest_u32, value, "a number of 32 bits")) {
            return false;
        }
        emitter_.put(static_cast<std::uint8_t>(Op::number));
        emitter_.put(static_cast<std::uint32_t>(value));
        return true;
    }
    case TokenKind::letters: return letters();
    case TokenKind::bracket: return named_number(meaning);
    case TokenKind::string: {
        // It is an object if a dot follows, even after a mark like [7].
        const bool marked = is_punctuator(ahead(1), "[") && is_punctuator(ahead(3), "]");
        if (is_punctuator(ahead(marked ? 4 : 1), ".")) {
            return object_value(mode, std::nullopt, compared);
        }
        std::string text;
        Marks given;
        if (!string_literal(text) || !parse_marks(given, "index")) {
            return false;
        }
        if (given.index && !emitter_.use_string_at(*given.index, text)) {
            return fail_at(given.token, ErrorCode::mismatch, fmt::format("string {} is not this text", *given.index),
                           "leave the number out, or correct the list of strings");
        }
        if (is_punctuator("+") && options_.checks != Checks::none) {
            diagnostics_.mistake(now().at, 1, "+ after a text adds to the number of the string",
                                 "texts cannot be joined", "script-argument");
        }
        emitter_.put(static_cast<std::uint8_t>(Op::string));
        emitter_.put(given.index ? *given.index : emitter_.use_string(text));
        return true;
    }
    case TokenKind::word: return word_value(mode, compared, token);
    case TokenKind::punctuator:
        if (is_punctuator("@")) {
            ++at_;
            return self_call(mode, CallKind::multitask, compared);
        }
        if (is_punctuator("(")) {
            const bool in_condition = mode == Mode::lhs || mode == Mode::rhs;
            return parentheses(
                in_condition
                    ? "write conditions without parentheses; they are evaluated from left to right"
                    : "there are no parentheses; formulas are evaluated from left to right: use two assignments",
                in_condition);
        }
        if (is_punctuator("-") && ahead(1).kind == TokenKind::word && mode == Mode::formula) {
            return minus_mistake(token);
        }
        break;
    default: break;
    }
    return unexpected("a value");
}

/// Reports a number with a dot, such as 7.Open() or 1.5, which is never valid.
bool Parser::number_with_dot(ArgumentType meaning)
{
    const Token token = now();
    if (ahead(2).kind == TokenKind::number) {
        std::string hint = "scripts support integers only";
        if (meaning == ArgumentType::time) {
            hint += fmt::format("; this one is {}", argument_type_text(meaning).words);
        }
        return fail_at(token, ErrorCode::malformed, fmt::format("{}.{} is not whole", found(token), found(ahead(2))),
                       std::move(hint));
    }
    return fail_at(token, ErrorCode::malformed, fmt::format("{} is not an object", found(token)),
                   "an object is Me, Player, Camera, a name, or a variable such as var2; the public mod manager prints "
                   "a variable's value here");
}

bool Parser::word_value(Mode mode, ArgumentType* compared, const Token& token)
{
    const std::string_view word = text(token);
    if (is_keyword(token, "flag")) {
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(Op::flag_number));
        std::uint32_t flag = 0;
        std::int64_t value = 0;
        if (now().kind == TokenKind::number) {
            if (!number(lowest_i32, highest_u32, value, "a number of 32 bits")) {
                return false;
            }
            emitter_.put(static_cast<std::uint32_t>(value));
            return true;
        }
        if (now().kind != TokenKind::word) {
            return unexpected("a flag's name or number");
        }
        if (!flag_number(flag)) {
            return false;
        }
        emitter_.put(flag);
        return true;
    }
    for (const CallKind kind : {CallKind::task, CallKind::function}) {
        if (is_keyword(token, call_description.at(static_cast<std::size_t>(kind)))) {
            ++at_;
            return is_punctuator(ahead(1), "(") ? self_call(mode, kind, compared) : object_value(mode, kind, compared);
        }
    }
    if (is_punctuator(ahead(1), "(")) {
        return self_call(mode, std::nullopt, compared);
    }
    if (is_keyword(token, "string") && is_punctuator(ahead(1), "[") && !is_punctuator(ahead(4), ".")) {
        at_ += 2;
        std::int64_t index = 0;
        if (!number(0, highest_u32, index, "the string's number") || !expect_punctuator("]", "after the number")) {
            return false;
        }
        emitter_.use_string_at(static_cast<std::uint32_t>(index));
        emitter_.put(static_cast<std::uint8_t>(Op::string));
        emitter_.put(static_cast<std::uint32_t>(index));
        return true;
    }
    // Skip the mark of an object: [7], [pad=3] or [kind, byte].
    std::size_t after = 1;
    if (is_punctuator(ahead(1), "[")) {
        for (after = 2; after < 7 && !is_punctuator(ahead(after), "]"); ++after) {
        }
        ++after;
    }
    if (is_punctuator(ahead(after), ".")) {
        return object_value(mode, std::nullopt, compared);
    }
    if (const auto variable = variable_of(token)) {
        if (*variable > 0xFF) {
            return fail_at(token, ErrorCode::out_of_range, fmt::format("{} is above var255, the maximum", word));
        }
        check_variable(token, *variable);
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(Op::variable));
        emitter_.put(static_cast<std::uint8_t>(*variable));
        return parse_tail(mode, *find_opcode(static_cast<std::uint8_t>(Op::variable)));
    }
    if (const auto constant = constant_of(word)) {
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(Op::number));
        emitter_.put(static_cast<std::uint32_t>(*constant));
        return true;
    }
    if (is_keyword(token, "not") && !declared_.find_flag(word)) {
        return not_mistake(token);
    }
    std::uint32_t flag = 0;
    emitter_.put(static_cast<std::uint8_t>(Op::flag));
    if (!flag_number(flag)) {
        return false;
    }
    emitter_.put(static_cast<std::uint16_t>(flag));
    return parse_tail(mode, *find_opcode(static_cast<std::uint8_t>(Op::flag)));
}

/// Parses the bytes after a value in some modes: an operator, or padding that is normally 0.
bool Parser::parse_tail(Mode mode, const Opcode& row)
{
    if ((row.operator_modes & bit(mode)) == 0 && (mode != Mode::param || row.param_pad == 0)) {
        return true;
    }
    Marks given;
    if ((row.operator_modes & bit(mode)) != 0) {
        if (is_punctuator("++") || is_punctuator("--")) {
            emitter_.put(static_cast<std::uint8_t>(is_punctuator("++") ? 10 : 11));
            ++at_;
            if (!parse_marks(given, "pad")) {
                return false;
            }
            if (given.pad.value_or(0) > 0xFF) {
                return fail_at(given.token, ErrorCode::out_of_range, "a pad of one byte is 0 to 255");
            }
            emitter_.put(static_cast<std::uint8_t>(given.pad.value_or(0)));
            return true;
        }
        if (!parse_marks(given, "operator")) {
            return false;
        }
        const std::uint32_t op = given.operator_.value_or(0);
        if (op > 0xFF || has_extra(static_cast<std::uint8_t>(op))) {
            return fail_at(given.token, ErrorCode::out_of_range, "an operator is 0 to 255; 10 is ++ and 11 is --");
        }
        emitter_.put(static_cast<std::uint8_t>(op));
        return true;
    }
    if (!parse_marks(given, "pad")) {
        return false;
    }
    const std::uint32_t pad = given.pad.value_or(0);
    if (pad >> (8U * row.param_pad) != 0) {
        return fail_at(given.token, ErrorCode::out_of_range, fmt::format("a pad of {} bytes here", row.param_pad));
    }
    for (unsigned i = 0; i < row.param_pad; ++i) {
        emitter_.put(static_cast<std::uint8_t>(pad >> (8U * i)));
    }
    return true;
}

/// Parses a dialogue label, such as 'abcd', to its four bytes.
bool Parser::dialogue_label(std::string& bytes)
{
    const Token token = now();
    if (!string_literal(bytes)) {
        return false;
    }
    if (bytes.size() != 4) {
        const std::string near = near_labels(bytes);
        return fail_at(token, ErrorCode::malformed, fmt::format("{} characters between ' and '", bytes.size()),
                       near.empty() ? "a dialogue label has four; other texts are between \" and \""
                                    : "a dialogue label has four; " + near);
    }
    return true;
}

bool Parser::letters()
{
    std::string bytes;
    if (!dialogue_label(bytes)) {
        return false;
    }
    emitter_.put(static_cast<std::uint8_t>(Op::number));
    emitter_.put_bytes(as_bytes(bytes));
    return true;
}

/// Parses a named number, such as <8: Rusty key> or <Rusty key>.
bool Parser::named_number(ArgumentType meaning)
{
    const Token token = now();
    const std::string_view all = text(token);
    const std::size_t colon = all.find(':');
    const auto read = read_number(all.substr(0, colon));
    const bool is_map = meaning == ArgumentType::map;
    const std::string_view kind = is_map ? "map" : "item";
    const auto* known = options_.names == nullptr ? nullptr : is_map ? &options_.names->maps : &options_.names->items;
    std::optional<std::int64_t> value;
    if (read) {
        value = read;
        if (*read < lowest_i32 || *read > highest_u32) {
            return fail_at(token, ErrorCode::out_of_range,
                           fmt::format("{} has more than 32 bits", all.substr(0, colon)));
        }
    } else if (layout_only_) {
        value = 0;
    } else if (known == nullptr || known->empty()) {
        return fail_at(token, ErrorCode::unknown_name, fmt::format("the names of {}s are not known here", kind),
                       fmt::format("give the number: <8: {}>", all));
    } else {
        std::vector<std::string_view> names;
        for (const auto& [number, name] : *known) {
            names.emplace_back(name);
            if (!equals_ignore_case(name, all)) {
                continue;
            }
            if (value) {
                return fail_at(token, ErrorCode::malformed,
                               fmt::format("{} and {} are both called {}", *value, number, all),
                               fmt::format("give the number: <{}: {}>", number, all));
            }
            value = number;
        }
        if (!value) {
            const std::vector<std::size_t> near = nearest_places(all, names, all.size() / 3 + 1);
            const std::string first = near.empty() ? std::string{} : fmt::format("<{}>", names[near.front()]);
            return fail_at(token, ErrorCode::unknown_name, fmt::format("no {} is called {}", kind, all),
                           first.empty() ? first : fmt::format("did you mean {}?", first),
                           near.size() != 1 ? std::vector<SourceEdit>{}
                                            : std::vector<SourceEdit>{{token.at, token.length, first}});
        }
    }
    ++at_;
    emitter_.put(static_cast<std::uint8_t>(Op::number));
    emitter_.put(static_cast<std::uint32_t>(*value));
    return true;
}

/// Returns the number of a variable: of a generic name such as var3, or of a name that the source declares.
std::optional<std::uint32_t> Parser::variable_of(const Token& token) const
{
    const std::string_view word = text(token);
    const auto number = numbered(word, "var");
    return number ? number : declared_.find_variable(word);
}

/// Returns the number of a word: true, false, or a name of the source or of [equates]. A flag hides an equate.
std::optional<std::int32_t> Parser::constant_of(std::string_view word) const
{
    if (const Constant* own = declared_.find_constant(word)) {
        return own->value;
    }
    if (declared_.find_flag(word)) {
        return std::nullopt;
    }
    for (const bool value : {true, false}) {
        if (equals_ignore_case(word, value ? "true" : "false")) {
            return value ? 1 : 0;
        }
    }
    if (options_.names == nullptr || options_.names->find_flag(word)) {
        return std::nullopt;
    }
    const Constant* known = options_.names->find_constant(word);
    return known != nullptr ? std::optional(known->value) : std::nullopt;
}

std::optional<std::uint32_t> Parser::number_of(std::string_view word, std::string_view prefix,
                                               std::optional<std::uint32_t> (Names::*find)(std::string_view)
                                                   const) const
{
    std::optional<std::uint32_t> number = numbered(word, prefix);
    if (!number) {
        number = (declared_.*find)(word);
    }
    if (!number && options_.names != nullptr) {
        number = (options_.names->*find)(word);
    }
    return number || !layout_only_ ? number : 0;
}

/// Parses the name of a flag, or a generic name such as flag_12.
bool Parser::flag_number(std::uint32_t& number)
{
    const Token token = now();
    const std::string_view word = text(token);
    ++at_;
    const std::optional<std::uint32_t> found_number = number_of(word, "flag_", &Names::find_flag);
    if (!found_number) {
        return unknown_name(token, false);
    }
    if (*found_number > 0xFFFF) {
        return fail_at(token, ErrorCode::out_of_range, fmt::format("{} is past flag_65535", word));
    }
    number = *found_number;
    return true;
}

/// Parses the name of a property, or a generic name such as property_5, with the mark [high=1] if there is one.
bool Parser::property(std::uint16_t& property)
{
    const Token token = now();
    if (token.kind != TokenKind::word) {
        return unexpected("a property or function of the object");
    }
    const std::string_view word = text(token);
    ++at_;
    const std::optional<std::uint32_t> number = number_of(word, "property_", &Names::find_property);
    const auto is_function = [&](const Names* names) { return names != nullptr && names->find_function(word); };
    if (!number && (is_function(&declared_) || is_function(options_.names))) {
        return fail_at(token, ErrorCode::unknown_name, fmt::format("no property {} is known", found(token)),
                       fmt::format("it is a function; a call is {}()", word),
                       {{token.at + std::size_t{token.length}, 0, "()"}});
    }
    if (!number || *number > 0xFF) {
        return fail_at(token, ErrorCode::unknown_name, fmt::format("no property {} is known", found(token)),
                       did_you_mean(word, declared_.property_names(),
                                    options_.names != nullptr ? options_.names->property_names() : no_names(),
                                    "give its number as property_5"));
    }
    Marks given;
    // [operator=2] belongs to the value.
    if (is_punctuator("[") && is_keyword(ahead(1), "high") && !parse_marks(given, "high")) {
        return false;
    }
    if (given.high.value_or(0) > 0xFF) {
        return fail_at(given.token, ErrorCode::out_of_range, "the high byte is 0 to 255");
    }
    property = static_cast<std::uint16_t>(*number | given.high.value_or(0) << 8U);
    return true;
}

}  // namespace redforge::soup
