// Which names can be used in a source, and what their numbers are.
#include "soup/names.hpp"

#include <algorithm>
#include <charconv>

#include "core/letter_case.hpp"

namespace redforge::soup {
namespace {

constexpr std::uint32_t highest_number = 0xFFFF;  // functions, flags and properties are 16 bits

constexpr std::array<std::string_view, 9> dialogue_functions{"ACTIVATE", "AddLog", "AmbientRtx", "menuAddItem",  "RTX",
                                                             "rtxAnim",  "RTXp",   "RTXpAnim",   "TorchActivate"};
constexpr std::array<std::string_view, 7> item_functions{"AddItem",    "DropItem", "HandItem",      "HaveItem",
                                                         "SelectItem", "ShowItem", "ShowItemNoRtx"};

constexpr std::array<std::string_view, 24> reserved_words{"if",    "else",   "and",      "or",        "goto",
                                                          "gosub", "end",    "endint",   "return",    "start",
                                                          "hook",  "upper",  "bytes",    "string",    "strings",
                                                          "flag",  "task",   "function", "multitask", "names",
                                                          "actor", "object", "property", "at"};

bool in(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view each) { return same_letters(word, each); });
}

constexpr bool is_word_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

Meaning first_argument(std::string_view function)
{
    if (in(function, dialogue_functions)) {
        return Meaning::dialogue;
    }
    if (in(function, item_functions)) {
        return Meaning::item;
    }
    return same_letters(function, "LoadWorld") ? Meaning::map : Meaning::number;
}

Meaning result_of(std::string_view function)
{
    return same_letters(function, "ActiveItem") ? Meaning::item : Meaning::number;
}

bool is_word(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, is_word_char);
}

std::optional<std::uint32_t> numbered(std::string_view word, std::string_view prefix)
{
    if (word.size() <= prefix.size() || !same_letters(word.substr(0, prefix.size()), prefix)) {
        return std::nullopt;
    }
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(word.data() + prefix.size(), word.data() + word.size(), number);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

bool is_reserved(std::string_view word)
{
    const auto begins = [&](std::string_view prefix) {
        return word.size() > prefix.size() && same_letters(word.substr(0, prefix.size()), prefix) &&
               std::ranges::all_of(word.substr(prefix.size()), [](char c) { return c >= '0' && c <= '9'; });
    };
    return in(word, reserved_words) || in(word, object_words) || begins("var") || begins("function_") ||
           begins("flag_") || begins("property_");
}

bool is_usable_name(std::string_view word)
{
    return is_word(word) && (word[0] < '0' || word[0] > '9') && !is_reserved(word);
}

template <class Entry>
bool Names::Table<Entry>::declare(std::uint32_t number, Entry entry, std::string_view name, bool may_repeat)
{
    if (number > highest_number || (number < entries.size() && entries[number] != nullptr)) {
        return false;
    }
    const bool known = numbers.contains(name);
    if (known && !may_repeat) {
        return false;
    }
    if (number >= entries.size()) {
        entries.resize(number + 1);
    }
    entries[number] = std::make_unique<Entry>(std::move(entry));
    entries[number]->usable = !known && is_usable_name(name);
    if constexpr (requires { entries[number]->result; }) {
        entries[number]->first = first_argument(name);
        entries[number]->result = result_of(name);
    }
    if (!known) {
        // The key lives in the entry, which stays where it is.
        std::string_view kept;
        if constexpr (requires { entries[number]->name; }) {
            kept = entries[number]->name;
        } else {
            kept = entries[number]->text;
        }
        numbers.emplace(kept, number);
        if (entries[number]->usable) {
            names.push_back(kept);
        }
    }
    return true;
}

Names::Names(const Definitions& definitions)
{
    std::uint32_t function = 0;
    std::uint32_t property = 0;
    std::uint32_t flag = 0;
    functions_.declare(function++, {"NullFunction", CallKind::function, 0, true}, "NullFunction", true);
    for (const DefinitionLine& line : definitions.lines) {
        const std::string& name = line.name.bytes;
        if (line.kind.bytes == "function") {
            const CallKind kind = same_letters(line.type.bytes, "task")        ? CallKind::task
                                  : same_letters(line.type.bytes, "multitask") ? CallKind::multitask
                                                                               : CallKind::function;
            functions_.declare(function++, {name, kind, static_cast<std::uint32_t>(std::max(line.value, 0)), true},
                               name, true);
        } else if (line.kind.bytes == "property") {
            properties_.declare(property++, {name, true, ""}, name, true);
        } else if (line.kind.bytes == "flag") {
            flags_.declare(flag++, {name, true, line.comment.bytes}, name, true);
        }
    }
}

bool Names::declare_function(std::uint32_t number, Function function)
{
    const std::string name = function.name;
    return functions_.declare(number, std::move(function), name, false);
}

bool Names::declare_flag(std::uint32_t number, std::string_view name)
{
    return flags_.declare(number, {std::string(name), true, ""}, name, false);
}

bool Names::declare_property(std::uint32_t number, std::string_view name)
{
    return properties_.declare(number, {std::string(name), true, ""}, name, false);
}

}  // namespace redforge::soup
