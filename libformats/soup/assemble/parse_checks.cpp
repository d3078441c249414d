// Finds valid but probably unintended code: arguments of the wrong kind, unknown variables and objects.
//
// None of these findings prevents assembly, because the source of every shipped script must assemble. Code that is
// certainly wrong is reported as an error, or as a warning on a line with the comment `// warn: RULE`
// (Diagnostics::mistake()).
#include <algorithm>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {
namespace {

constexpr std::int32_t highest_attribute = 126;

bool is_printable_label(std::string_view letters)
{
    return std::ranges::all_of(letters, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte > 0x20 && byte < 0x7F;
    });
}

std::string label_text(std::int32_t value)
{
    std::string letters(4, '\0');
    for (unsigned i = 0; i < letters.size(); ++i) {
        letters[i] = static_cast<char>(static_cast<std::uint32_t>(value) >> (8U * i));
    }
    return letters;
}

/// Formats the keys of a map: "0 to 86", or "0, 1, 3 to 9" if some are missing. If there are more than four ranges,
/// shows the first four and the last key.
template <class Map>
std::string numbers_of(const Map& known)
{
    std::string text;
    std::size_t ranges = 0;
    for (auto first = known.begin(); first != known.end();) {
        auto last = first;
        while (std::next(last) != known.end() && std::next(last)->first == last->first + 1) {
            ++last;
        }
        constexpr std::size_t most = 4;
        if (++ranges > most) {
            return text + fmt::format(", ... {}", known.rbegin()->first);
        }
        text += text.empty() ? "" : ", ";
        text += first == last ? fmt::format("{}", first->first) : fmt::format("{} to {}", first->first, last->first);
        first = std::next(last);
    }
    return text;
}

bool takes_text(ArgumentType meaning)
{
    return meaning == ArgumentType::object || meaning == ArgumentType::text || meaning == ArgumentType::model ||
           meaning == ArgumentType::any;
}

/// Returns the beginning of a message: "RTX takes" or "RotateByAxis takes as argument 2".
std::string takes(const Function& function, std::size_t index)
{
    return function.parameters == 1 ? function.name + " takes"
                                    : fmt::format("{} takes as argument {}", function.name, index + 1);
}

constexpr std::string_view variable_rule = "script-variable";

}  // namespace

void Parser::check_variable(const Token& token, std::uint32_t number)
{
    if (options_.checks == Checks::none || options_.previous == nullptr || number < options_.previous->variables) {
        return;
    }
    const Severity severity = diagnostics_.severity_of_mistake(token.at, variable_rule);
    if (warned_variables_.insert({number, severity}).second || options_.checks == Checks::mistakes) {
        diagnostics_.mistake(token.at, token.length, fmt::format("the actor has no var{}", number),
                             variables_of_actor() + "; values stored past them overwrite another actor's memory",
                             variable_rule,
                             options_.checks == Checks::all && severity == Severity::error ? another_variable(number)
                                                                                           : std::vector<SourceEdit>{});
    }
}

/// Returns edits that replace each use of a missing variable by an unused variable. Returns no edits if all variables
/// are used, or if the variable has a name or comment, because then the number is intended.
std::vector<SourceEdit> Parser::another_variable(std::uint32_t number)
{
    std::vector<SourceEdit> fix;
    const std::string free = free_variable(missing_variables_);
    for (const Token& token : tokens_) {
        if (free.empty() || token.kind != TokenKind::word || variable_of(token) != number) {
            continue;
        }
        if (!numbered(text(token), "var") ||
            diagnostics_.severity_of_mistake(token.at, variable_rule) == Severity::warning) {
            return {};
        }
        fix.push_back({token.at, token.length, free});
    }
    missing_variables_ += fix.empty() ? 0U : 1U;
    return fix;
}

void Parser::check_object(const Token& token, std::string_view name)
{
    if (options_.checks != Checks::all || options_.objects == nullptr || name.empty()) {
        return;
    }
    if (warned_objects_.contains(name) || options_.objects->contains(name)) {
        return;
    }
    warned_objects_.emplace(name);
    const std::string_view near = options_.suggestions ? nearest(name, options_.objects->names()) : std::string_view{};
    diagnostics_.warning(token.at, token.length, fmt::format("no object of the map is called {}", encode_text(name)),
                         near.empty() ? "" : fmt::format("did you mean {}?", encode_text(near)), "script-object");
}

/// Checks that a call that is used as a value returns one. `kind`: kind written in the source.
void Parser::check_return_value(const Token& name, const Callee& callee, std::optional<CallKind> kind)
{
    if (options_.checks == Checks::none || callee.function == nullptr) {
        return;
    }
    const CallKind called = kind.value_or(callee.function->kind);
    const bool returns = callee.function->info != nullptr && callee.function->info->returns;
    if (called != CallKind::function && !returns) {
        diagnostics_.mistake(name.at, name.length,
                             fmt::format("{} is a {} and gives no value", callee.function->name,
                                         call_description.at(static_cast<std::size_t>(called))),
                             "call it as a statement", "script-argument");
    }
}

/// Checks an argument. `token`: its first token. `at`: offset of its bytes.
void Parser::check_argument(const Callee& callee, std::size_t index, const Token& token, std::uint32_t at)
{
    if (options_.checks == Checks::none || callee.function == nullptr || callee.function->info == nullptr ||
        index >= callee.function->info->parameters.size()) {
        return;
    }
    const ArgumentType meaning = callee.function->argument(index);
    switch (static_cast<Op>(emitter_.byte_at(at))) {
    case Op::number:
        check_number_argument(callee, index, token, static_cast<std::int32_t>(emitter_.word_at(at + 1)));
        break;
    case Op::string: check_text_argument(callee, index, token); break;
    case Op::flag:
        if (meaning == ArgumentType::flag) {
            diagnostics_.mistake(token.at, token.length,
                                 fmt::format("{} is given the value of the flag, not its number",
                                             callee.function->name),
                                 fmt::format("write flag {}", text(token)), "script-argument",
                                 {{token.at, 0, "flag "}});
        }
        break;
    case Op::flag_number:
        if (meaning == ArgumentType::flag && options_.names != nullptr && options_.names->flags() != 0 &&
            emitter_.word_at(at + 1) >= options_.names->flags()) {
            diagnostics_.warning(token.at, token.length, fmt::format("there is no flag {}", emitter_.word_at(at + 1)),
                                 fmt::format("SOUP386.DEF has flags 0 to {}", options_.names->flags() - 1),
                                 "script-argument");
        }
        break;
    default: break;
    }
}

void Parser::check_text_argument(const Callee& callee, std::size_t index, const Token& token)
{
    const Function& function = *callee.function;
    const ArgumentType meaning = function.argument(index);
    if (meaning == ArgumentType::object && token.kind == TokenKind::string) {
        std::string name;
        if (Result<std::string> decoded = decode_text(text(token))) {
            name = std::move(*decoded);
        }
        check_object(token, name);
    } else if (meaning == ArgumentType::dialogue) {
        const bool label = token.kind == TokenKind::string && text(token).size() == 4 &&
                           text(token).find_first_of("'\\") == std::string_view::npos;
        diagnostics_.mistake(token.at, token.length,
                             fmt::format("{} a dialogue label, and is given the number of a string",
                                         takes(function, index)),
                             label ? fmt::format("write '{}'", text(token)) : "a label is four characters: 'abcd'",
                             "script-argument",
                             label ? std::vector<SourceEdit>{{token.at, token.length, fmt::format("'{}'", text(token))}}
                                   : std::vector<SourceEdit>{});
    } else if (!takes_text(meaning)) {
        diagnostics_.warning(token.at, token.length,
                             fmt::format("{} a number, and is given a text", takes(function, index)),
                             fmt::format("it is {}", argument_type_text(meaning).words), "script-argument");
    }
}

void Parser::check_number_argument(const Callee& callee, std::size_t index, const Token& token, std::int32_t value)
{
    const Function& function = *callee.function;
    const auto warn = [&](std::string message, std::string hint, std::string_view rule) {
        diagnostics_.warning(token.at, token.length, std::move(message), std::move(hint), rule);
    };
    const Names* names = options_.names;
    switch (function.argument(index)) {
    case ArgumentType::dialogue: {
        const std::string letters = label_text(value);
        if (!is_printable_label(letters)) {
            warn(fmt::format("{} a dialogue label", takes(function, index)), "a label is four characters: 'abcd'",
                 "script-argument");
        } else if (options_.checks == Checks::all && names != nullptr && names->dialogue && !names->dialogue(letters)) {
            // Searching similar labels among all labels of the game is slow, so do it once for each unknown label.
            const bool first = warned_labels_.insert(letters).second;
            warn(fmt::format("ENGLISH.RTX has no label {}", letters), first ? near_labels(letters) : std::string{},
                 "unknown-label");
        }
        break;
    }
    case ArgumentType::item:
        if (names != nullptr && !names->items.empty() && !names->items.contains(value)) {
            diagnostics_.mistake(token.at, token.length, fmt::format("there is no item {}", value),
                                 fmt::format("ITEM.INI has items {}", numbers_of(names->items)), "script-argument");
        }
        break;
    case ArgumentType::map:
        if (names != nullptr && !names->maps.empty() && !names->maps.contains(value)) {
            warn(fmt::format("there is no world {}", value),
                 fmt::format("WORLD.INI has worlds {}", numbers_of(names->maps)), "script-argument");
        }
        break;
    case ArgumentType::attribute:
        if (value < 0 || value > highest_attribute) {
            warn(fmt::format("there is no attribute {}", value),
                 fmt::format("attributes are 0 to {}", highest_attribute), "script-argument");
        }
        break;
    case ArgumentType::axis:
        if (value < 0 || value > 2) {
            warn(fmt::format("there is no axis {}", value), "0 is X, 1 is Y, 2 is Z", "script-argument");
        }
        break;
    case ArgumentType::object:
        if (function.info->parameters[index].sure) {
            warn(fmt::format("{} the name of an object, and is given a number", takes(function, index)),
                 "a name is a text: \"DOOR1\"", "script-argument");
        }
        break;
    case ArgumentType::number: {
        const std::string_view name = function.info->parameters[index].name;
        if (name == "slot" && (value < 0 || value > 1)) {
            warn(fmt::format("there is no slot {}", value), "a slot is 0 or 1; the game stops at another one",
                 "script-argument");
        } else if (name == "times" && (value < 0 || value > 255)) {
            warn(fmt::format("{} is counted as {}", value, static_cast<std::uint32_t>(value) % 256),
                 "the game counts in one byte: 0 to 255", "script-argument");
        }
        break;
    }
    default: break;
    }
}

/// Returns a hint: "did you mean 'abcd'?" if one known label is similar, or the three nearest labels if several are.
/// Returns an empty text if none is similar.
std::string Parser::near_labels(std::string_view label) const
{
    if (!options_.suggestions || options_.names == nullptr || !options_.names->labels) {
        return {};
    }
    constexpr std::size_t most = 3;
    std::vector<std::pair<std::size_t, std::string>> near;
    for (std::string& each : options_.names->labels()) {
        const std::size_t distance = edit_distance(label, each);
        if (distance <= 2 && is_printable_label(each)) {
            near.emplace_back(distance, std::move(each));
        }
    }
    std::ranges::sort(near);
    std::string text;
    for (std::size_t i = 0; i < near.size() && i < most; ++i) {
        text += fmt::format("{}'{}'", i == 0 ? "the nearest are " : ", ", near[i].second);
    }
    return near.size() == 1 ? fmt::format("did you mean '{}'?", near.front().second) : text;
}

}  // namespace redforge::soup
