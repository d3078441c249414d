// Completion, call tips and links of scripts of maps, from the names of the game and the tokens of the text.
#include "script/script_help.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"

namespace redforge::script {
namespace {

using soup::ArgumentType;
using soup::Token;
using soup::TokenKind;

constexpr std::array<std::string_view, 26> keywords{"actor",    "and",    "break",  "bytes",  "Camera", "continue",
                                                    "else",     "elseif", "end",    "endint", "false",  "flag",
                                                    "function", "gosub",  "goto",   "hook",   "if",     "loop",
                                                    "Me",       "or",     "Player", "return", "start",  "task",
                                                    "true",     "while"};

/// Known facts about hooks, from public sources.
constexpr std::string_view hook_words =
    "An entry point that the game calls by its number. It is not known which event calls which hook; UESP calls them "
    "audio hooks. EnableHook() and DisableHook() switch all hooks of an object on and off; return ends a hook.";
constexpr std::string_view start_description =
    "The main thread begins here. The code at the beginning is then the interrupt thread.";

bool before(std::string_view a, std::string_view b)
{
    return std::ranges::lexicographical_compare(a, b, {}, to_lower, to_lower);
}

/// Returns true if a position is inside a text or a comment.
bool is_quiet(const ScriptText& text, std::size_t at)
{
    if (at == 0 || at > text.styles().size()) {
        return false;
    }
    const ScriptStyle style = text.styles()[at - 1];
    const bool quoted = style == ScriptStyle::string || style == ScriptStyle::letters || style == ScriptStyle::comment;
    return quoted || style == ScriptStyle::unknown;
}

/// Returns the beginning of the item or map name at a position: after a < in the place of a value.
std::optional<std::size_t> name_begin(const ScriptText& text, std::size_t at)
{
    const std::string_view before = std::string_view(text.text()).substr(0, at);
    const std::size_t bracket = before.find_last_of("<>\n");
    if (bracket == std::string_view::npos || before[bracket] != '<' || is_quiet(text, bracket)) {
        return std::nullopt;
    }
    const std::size_t last = before.substr(0, bracket).find_last_not_of(" \t");
    const bool value = last != std::string_view::npos &&
                       std::string_view("(,=<>!+-*/&|^").find(before[last]) != std::string_view::npos;
    return value ? std::optional(bracket + 1) : std::nullopt;
}

std::string parameters_of(const soup::Function& function, std::vector<TextRange>& places, std::size_t begin)
{
    std::string all;
    for (std::uint32_t i = 0; i < function.parameters; ++i) {
        all += i == 0 ? "" : ", ";
        const bool known = function.info != nullptr && i < function.info->parameters.size() &&
                           function.argument(i) != ArgumentType::any && function.argument(i) != ArgumentType::number;
        const bool named = function.info != nullptr && i < function.info->parameters.size() &&
                           !function.info->parameters[i].name.empty();
        const std::string name = known || named ? function.info->parameters[i].text() : fmt::format("value {}", i + 1);
        places.push_back({begin + all.size(), begin + all.size() + name.size()});
        all += name;
    }
    return all;
}

/// Returns a signature, and adds the ranges of the parameters: "function GetMyAttr(attribute) -> number value"
std::string signature_of(const soup::Function& function, std::vector<TextRange>& places)
{
    const std::string head =
        fmt::format("{} {}(", soup::call_description[static_cast<std::size_t>(function.kind)], function.name);
    const bool returns = function.info != nullptr && function.info->returns;
    return head + parameters_of(function, places, head.size()) + ")" +
           (returns ? " -> " + function.info->result.text() : "");
}

/// Returns the description of a function, after a colon: ": turns the object about an axis by an angle"
std::string function_summary(const soup::Function& function)
{
    return function.info == nullptr || function.info->words.empty() ? "" : fmt::format(": {}", function.info->words);
}

std::string signature_of(const soup::Function& function)
{
    std::vector<TextRange> ignored;
    return signature_of(function, ignored);
}

/// The call whose argument contains a position.
struct CallAround {
    std::size_t bracket{};   ///< the token
    std::size_t argument{};  ///< from 0
    const soup::Function* function{};
};

std::optional<CallAround> call_around(const ScriptText& text, std::size_t at)
{
    if (text.language() != ScriptLanguage::soup || text.names() == nullptr) {
        return std::nullopt;
    }
    const std::vector<Token>& tokens = text.tokens();
    std::size_t next = 0;  // after the last token that ends before the position
    while (next + 1 < tokens.size() && tokens[next].at + tokens[next].length <= at) {
        ++next;
    }
    std::size_t commas = 0;
    unsigned closed = 0;
    for (std::size_t i = next; i-- > 1;) {
        if (text.is_punctuator(i, ")")) {
            ++closed;
        } else if (text.is_punctuator(i, "{") || text.is_punctuator(i, "}")) {
            break;
        } else if (text.is_punctuator(i, ",") && closed == 0) {
            ++commas;
        } else if (text.is_punctuator(i, "(") && closed > 0) {
            --closed;
        } else if (text.is_punctuator(i, "(")) {
            const auto number =
                tokens[i - 1].kind == TokenKind::word ? text.names()->find_function(text.word(i - 1)) : std::nullopt;
            return number ? std::optional(CallAround{i, commas, text.names()->function(*number)}) : std::nullopt;
        }
    }
    return std::nullopt;
}

/// Returns names of items, or of maps if the call takes one. Adds their numbers if nothing or a number is typed.
std::vector<std::string> names_for(const ScriptText& text, std::size_t at, std::string_view typed)
{
    std::vector<std::string> found;
    if (text.names() == nullptr) {
        return found;
    }
    const auto call = call_around(text, at);
    const bool map = call && call->function->argument(call->argument) == ArgumentType::map;
    const auto& names = map ? text.names()->maps : text.names()->items;
    const std::string_view end = text.text().substr(at, 1) == ">" ? "" : ">";
    const bool by_number = typed.empty() || is_digit(typed.front());
    for (const auto& [number, name] : names) {
        std::string whole = by_number ? fmt::format("{}: {}", number, name) : name;
        if (equals_ignore_case(std::string_view(whole).substr(0, typed.size()), typed)) {
            found.push_back(std::move(whole.append(end)));
        }
    }
    if (!by_number) {
        std::ranges::sort(found, before);
    }
    return found;
}

/// Returns the dialogue labels that begin with the partial label between ' and '.
Completions labels_for(const ScriptText& text, std::size_t at)
{
    const std::size_t quote = text.text().rfind('\'', at == 0 ? 0 : at - 1);
    Completions found{quote + 1, {}};
    if (text.names() == nullptr || !text.names()->labels) {
        return found;
    }
    const std::string_view typed = std::string_view(text.text()).substr(quote + 1, at - quote - 1);
    for (const std::string& label : text.names()->labels()) {
        std::string shown = encode_text(label);
        if (shown.starts_with(typed)) {
            found.words.push_back(std::move(shown));
        }
    }
    return found;
}

/// Returns the names of attributes or animation groups that a call accepts at a position.
std::vector<std::string_view> constants_for(const ScriptText& text, std::size_t at)
{
    std::vector<std::string_view> found;
    const auto call = call_around(text, at);
    if (!call) {
        return found;
    }
    constexpr std::uint32_t most = 0x10000;
    const ArgumentType meaning = call->function->argument(call->argument);
    for (std::uint32_t i = 0; i < std::min(most, text.names()->table_size(meaning)); ++i) {
        if (const soup::Constant* constant = text.names()->named(meaning, i)) {
            found.push_back(constant->name);
        }
    }
    return found;
}

}  // namespace

Completions completions_at(const ScriptText& text, std::size_t at, std::span<const std::string> objects)
{
    const std::string& all = text.text();
    at = std::min(at, all.size());
    if (const auto begin = text.language() == ScriptLanguage::soup ? name_begin(text, at) : std::nullopt) {
        return {*begin, names_for(text, at, std::string_view(all).substr(*begin, at - *begin))};
    }
    Completions found{at, {}};
    while (found.begin > 0 && is_word_letter(all[found.begin - 1])) {
        --found.begin;
    }
    if (text.language() == ScriptLanguage::soup && at > 0 && text.styles()[at - 1] == ScriptStyle::letters) {
        const std::size_t token = text.token_at(at - 1);
        const bool closed = token < text.tokens().size() &&
                            text.tokens()[token].at + text.tokens()[token].length == at &&
                            text.tokens()[token].length > 1 && all[at - 1] == '\'';
        return closed ? found : labels_for(text, at);
    }
    if (text.language() != ScriptLanguage::soup || is_quiet(text, found.begin)) {
        return found;
    }
    const std::string_view typed = std::string_view(all).substr(found.begin, at - found.begin);
    const auto less = [](const std::string& a, const std::string& b) {
        return before(a, b) || (!before(b, a) && a < b);
    };
    std::set<std::string, decltype(less)> words(less);
    const auto add = [&](const auto& names) {
        for (const auto& each : names) {
            const std::string_view name(each);
            if (equals_ignore_case(name.substr(0, typed.size()), typed) && name.size() >= typed.size()) {
                words.emplace(name);
            }
        }
    };
    const auto declared = [&text](bool after_dot) {
        std::vector<std::string_view> chosen;
        for (const ScriptText::DeclaredName& each : text.declared_names()) {
            if (each.kind == ScriptStyle::function || (each.kind == ScriptStyle::property) == after_dot) {
                chosen.push_back(each.name);
            }
        }
        return chosen;
    };
    std::size_t last = found.begin;  // the previous token, on any line
    while (last > 0 && (all[last - 1] == ' ' || all[last - 1] == '\t')) {
        --last;
    }
    const char sign = last > 0 ? all[last - 1] : '\n';
    const soup::Names* const names = text.names();
    if (sign == '#') {
        for (const ScriptText::Label& label : text.labels()) {
            add(std::array{label.name});
        }
    } else if (sign == '.') {
        if (names != nullptr) {
            add(names->function_names());
            add(names->property_names());
        }
        add(declared(true));
    } else if (!typed.empty() && is_digit(typed.front())) {
        return found;
    } else if (const auto constants = constants_for(text, at); !constants.empty()) {
        add(constants);
    } else {
        add(keywords);
        add(objects);
        if (names != nullptr) {
            add(names->function_names());
            add(names->flag_names());
            if (!typed.empty()) {
                add(names->constant_names());
            }
        }
        add(declared(false));
    }
    found.words.assign(words.begin(), words.end());
    return found;
}

std::optional<CallTip> call_tip_at(const ScriptText& text, std::size_t at)
{
    const auto call = call_around(text, at);
    if (!call) {
        return std::nullopt;
    }
    CallTip tip;
    std::vector<TextRange> places;
    tip.text = signature_of(*call->function, places);
    tip.argument = call->argument < places.size() ? places[call->argument] : TextRange{};
    tip.at = text.tokens()[call->bracket].at;
    return tip;
}

namespace {

/// Returns the name of a number of a type, or an empty text. `names` may be null.
std::string name_of(ArgumentType meaning, std::int64_t number, const soup::Names* names)
{
    constexpr std::array<std::string_view, 3> axes{"X", "Y", "Z"};
    const auto in = [number](const std::map<std::int32_t, std::string>& all) {
        const auto found = all.find(static_cast<std::int32_t>(number));
        return found == all.end() ? std::string() : found->second;
    };
    if (number < 0 || number > std::numeric_limits<std::int32_t>::max()) {
        return {};
    }
    const auto index = static_cast<std::uint32_t>(number);
    switch (meaning) {
    case ArgumentType::axis: return index < axes.size() ? std::string(axes.at(index)) : std::string();
    case ArgumentType::boolean: return index == 0 ? "false" : index == 1 ? "true" : "";
    case ArgumentType::item: return names == nullptr ? std::string() : in(names->items);
    case ArgumentType::map: return names == nullptr ? std::string() : in(names->maps);
    case ArgumentType::flag: {
        const soup::Name* const flag = names == nullptr ? nullptr : names->flag(index);
        return flag == nullptr ? std::string() : flag->name;
    }
    case ArgumentType::attribute:
    case ArgumentType::animation: {
        const soup::Constant* const constant = names == nullptr ? nullptr : names->named(meaning, index);
        return constant == nullptr ? std::string() : constant->name;
    }
    default: return {};
    }
}

/// Returns the text of a dialogue label for display after it. Returns an empty text if there is none, or if its line
/// has a comment, where `unpack` writes the text.
std::string dialogue_at(const ScriptText& text, const Token& token)
{
    constexpr std::size_t most = 60;  // bytes
    const soup::Names* const names = text.names();
    const std::string_view all = text.text();
    const std::size_t line_end = std::min(all.find('\n', token.at), all.size());
    const auto first = text.styles().begin();
    if (names == nullptr || !names->dialogue ||
        std::find(first + token.at, first + static_cast<std::ptrdiff_t>(line_end), ScriptStyle::comment) !=
            first + static_cast<std::ptrdiff_t>(line_end)) {
        return {};
    }
    const std::optional<std::string> words = names->dialogue(soup::text_of(all, token));
    if (!words || words->empty()) {
        return {};
    }
    std::size_t end = std::min(words->size(), most);
    while (end < words->size() && (static_cast<unsigned char>((*words)[end]) & 0xC0U) == 0x80U) {
        --end;  // do not cut a character
    }
    return fmt::format("\"{}{}\"", words->substr(0, end), end < words->size() ? "..." : "");
}

}  // namespace

std::vector<NumberName> number_names(const ScriptText& text)
{
    /// A call whose arguments are being read, or another bracket.
    struct OpenBracket {
        const soup::FunctionInfo* function{};  ///< null for an unknown function, and for a bracket that is not a call
        std::size_t argument{};
    };
    std::vector<NumberName> found;
    if (text.language() != ScriptLanguage::soup) {
        return found;
    }
    const std::vector<Token>& tokens = text.tokens();
    const auto function_at = [&](std::size_t index) -> const soup::FunctionInfo* {
        if (index == 0 || tokens[index - 1].kind != TokenKind::word) {
            return nullptr;
        }
        const std::string_view name = text.word(index - 1);
        const auto number = text.names() != nullptr ? text.names()->find_function(name) : std::nullopt;
        return number ? text.names()->function(*number)->info : soup::find_function_info(name);
    };
    const auto is_end_of_value = [&](std::size_t index) {
        return text.is_punctuator(index, ",") || text.is_punctuator(index, ")");
    };
    const auto is_comparison = [&](std::size_t index) {
        return std::ranges::any_of(soup::comparison_signs,
                                   [&](std::string_view each) { return text.is_punctuator(index, each); });
    };
    std::vector<OpenBracket> open;
    const soup::FunctionInfo* closed = nullptr;    // function of the call that ends at the previous token
    ArgumentType compared = ArgumentType::number;  // type of the result on the left side of a comparison
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const Token& token = tokens[i];
        if (text.is_punctuator(i, "(")) {
            open.push_back({function_at(i), 0});
        } else if (text.is_punctuator(i, ",") && !open.empty()) {
            ++open.back().argument;
        } else if (text.is_punctuator(i, "{") || text.is_punctuator(i, "}")) {
            open.clear();
        } else if (token.kind == TokenKind::letters) {
            if (std::string words = dialogue_at(text, token); !words.empty()) {
                found.push_back({token.at + std::size_t{token.length}, std::move(words)});
            }
        } else if (token.kind == TokenKind::number && i > 0) {
            ArgumentType meaning = ArgumentType::number;
            const bool is_argument = text.is_punctuator(i - 1, "(") || text.is_punctuator(i - 1, ",");
            const bool is_flag = tokens[i - 1].kind == TokenKind::word && equals_ignore_case(text.word(i - 1), "flag");
            if (is_flag && !text.is_punctuator(i + 1, "=")) {  // otherwise a declaration in the block of names
                meaning = ArgumentType::flag;
            } else if (is_argument && is_end_of_value(i + 1) && !open.empty() && open.back().function != nullptr &&
                       open.back().argument < open.back().function->parameters.size()) {
                meaning = open.back().function->parameters[open.back().argument].meaning;
            } else if (is_comparison(i - 1) && open.empty()) {
                meaning = compared;
            }
            const std::optional<std::int64_t> number = soup::read_number(text.word(i));
            if (std::string name = number ? name_of(meaning, *number, text.names()) : std::string(); !name.empty()) {
                found.push_back({token.at + std::size_t{token.length}, std::move(name)});
            }
        }
        compared =
            is_comparison(i) && closed != nullptr && closed->returns ? closed->result.meaning : ArgumentType::number;
        closed = nullptr;
        if (text.is_punctuator(i, ")") && !open.empty()) {
            closed = open.back().function;
            open.pop_back();
        }
    }
    return found;
}

std::optional<ScriptLink> link_at(const ScriptText& text, std::size_t at)
{
    const std::size_t index = text.token_at(at);
    if (text.language() != ScriptLanguage::soup || index >= text.tokens().size()) {
        return std::nullopt;
    }
    const Token& token = text.tokens()[index];
    const std::string word(text.word(index));
    const soup::Names* const names = text.names();
    ScriptLink link{ScriptLink::Kind::words, {token.at, token.at + token.length}, word, 0, {}};
    switch (style_of(text, index)) {
    case ScriptStyle::label:
        for (const ScriptText::Label& label : text.labels()) {
            if (label.name == word) {
                link.kind = ScriptLink::Kind::label;
                link.target = label.at;
                return link;
            }
        }
        return std::nullopt;
    case ScriptStyle::object: link.kind = ScriptLink::Kind::object; return link;
    case ScriptStyle::string: link.kind = ScriptLink::Kind::string; return link;
    case ScriptStyle::variable:
        link.kind = ScriptLink::Kind::variable;
        link.name = fmt::format("{}", *soup::numbered(word, "var"));
        return link;
    case ScriptStyle::keyword:
        if (equals_ignore_case(word, "hook") || equals_ignore_case(word, "start")) {
            link.words = equals_ignore_case(word, "hook") ? hook_words : start_description;
            return link;
        }
        link.kind = ScriptLink::Kind::object;
        return equals_ignore_case(word, "Me") ? std::optional(link) : std::nullopt;
    case ScriptStyle::letters:
        if (const auto words = names != nullptr && names->dialogue ? names->dialogue(word) : std::nullopt) {
            link.words = *words;
            return link;
        }
        return std::nullopt;
    case ScriptStyle::function:
        if (const auto number = names != nullptr ? names->find_function(word) : std::nullopt) {
            const soup::Function& function = *names->function(*number);
            link.words = fmt::format("{}, number {}{}", signature_of(function), *number, function_summary(function));
            return link;
        }
        return std::nullopt;
    case ScriptStyle::flag:
        if (const auto number = names != nullptr ? names->find_flag(word) : std::nullopt) {
            const std::string& comment = names->flag(*number)->comment;
            link.words = fmt::format("flag {}{}{}", *number, comment.empty() ? "" : ": ", encode_text(comment));
            return link;
        }
        return std::nullopt;
    case ScriptStyle::property:
        if (const auto number = names != nullptr ? names->find_property(word) : std::nullopt) {
            link.words = fmt::format("property {}", *number);
            return link;
        }
        return std::nullopt;
    case ScriptStyle::plain:
        if (const soup::Constant* constant = names != nullptr ? names->find_constant(word) : nullptr) {
            link.words = fmt::format("{} is {}", word, constant->value);
            return link;
        }
        return std::nullopt;
    default: return std::nullopt;
    }
}

}  // namespace redforge::script
