// Maps names to numbers, and decides which names a source can use.
#include "soup/names/names.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "soup/names/definitions.hpp"

namespace redforge::soup {
namespace {

constexpr std::int32_t max_parameters = 0xFF;     // a call stores the number of its arguments in a byte
constexpr std::uint32_t highest_number = 0xFFFF;  // functions, flags and properties are 16 bits

/// A case-insensitive set of words. Most other words are rejected by their first letter and length.
template <std::size_t count>
class Words {
public:
    template <class... Word>
    constexpr explicit Words(Word... words) : words_{words...}
    {
        for (const std::string_view word : words_) {
            lengths_[static_cast<unsigned char>(word[0]) & 31U] |= 1U << word.size();
        }
    }

    [[nodiscard]] bool contain(std::string_view word) const
    {
        return !word.empty() && word.size() < 32 &&
               (lengths_[static_cast<unsigned char>(word[0]) & 31U] >> word.size() & 1U) != 0 &&
               std::ranges::any_of(words_, [&](std::string_view each) { return equals_ignore_case(word, each); });
    }

private:
    std::array<std::string_view, count> words_;
    std::array<std::uint32_t, 32> lengths_{};  ///< for each first letter, a bit for each length
};
template <class... Word>
Words(Word...) -> Words<sizeof...(Word)>;

constexpr Words reserved_words{"if",     "else",     "and",       "or",    "goto",  "gosub",  "end",      "endint",
                               "return", "start",    "hook",      "upper", "bytes", "string", "strings",  "flag",
                               "task",   "function", "multitask", "names", "actor", "object", "property", "at"};
constexpr Words later_words{"true", "false", "while", "loop", "break", "continue", "elseif", "include"};
constexpr Words reserved_objects{object_words[0], object_words[1], object_words[2]};
static_assert(object_words.size() == 3);

/// Hashes a name, eight characters at a time. Speed matters, because each word of a source is looked up in two tables.
std::size_t hash_of(std::string_view name)
{
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    std::uint64_t hash = name.size() * odd;
    for (; name.size() > 8; name.remove_prefix(8)) {
        std::uint64_t part = 0;
        std::memcpy(&part, name.data(), 8);
        hash = (hash ^ part) * odd;
        hash ^= hash >> 32U;
    }
    std::uint64_t part = 0;
    std::memcpy(&part, name.data(), name.size());
    hash = (hash ^ part) * odd;
    return static_cast<std::size_t>(hash ^ hash >> 32U);
}

}  // namespace

bool is_word(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, is_word_letter);
}

std::optional<std::uint32_t> numbered(std::string_view word, std::string_view prefix)
{
    if (word.size() <= prefix.size() || to_lower(word[0]) != to_lower(prefix[0]) ||
        !equals_ignore_case(word.substr(0, prefix.size()), prefix)) {
        return std::nullopt;
    }
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(word.data() + prefix.size(), word.data() + word.size(), number);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

bool is_reserved(std::string_view word)
{
    const auto begins = [&](std::string_view prefix) {
        return word.size() > prefix.size() && equals_ignore_case(word.substr(0, prefix.size()), prefix) &&
               std::ranges::all_of(word.substr(prefix.size()), is_digit);
    };
    if (word.empty()) {
        return false;
    }
    if (reserved_words.contain(word) || reserved_objects.contain(word) || later_words.contain(word)) {
        return true;
    }
    switch (to_lower(word[0])) {
    case 'v': return begins("var");
    case 'f': return begins("function_") || begins("flag_");
    case 'p': return begins("property_");
    default: return false;
    }
}

bool is_contextual_keyword(std::string_view word)
{
    return later_words.contain(word);
}

bool is_usable_name(std::string_view word)
{
    return is_word(word) && !is_digit(word[0]) && !is_reserved(word);
}

template <class Entry>
std::size_t Names::Table<Entry>::slot_of(std::string_view name) const
{
    std::size_t slot = hash_of(name) & (slots.size() - 1);
    while (slots[slot] != 0 && entries[slots[slot] - 1]->name != name) {
        slot = (slot + 1) & (slots.size() - 1);
    }
    return slot;
}

template <class Entry>
std::optional<std::uint32_t> Names::Table<Entry>::find(std::string_view name) const
{
    if (slots.empty()) {
        return std::nullopt;
    }
    const std::uint32_t found = slots[slot_of(name)];
    return found == 0 ? std::nullopt : std::optional(found - 1);
}

template <class Entry>
void Names::Table<Entry>::make_room()
{
    constexpr std::size_t min_slots = 256;
    if (2 * (filled + 1) <= slots.size()) {
        return;
    }
    std::vector<std::uint32_t> old(std::max(min_slots, 2 * slots.size()));
    old.swap(slots);
    for (const std::uint32_t each : old) {
        if (each != 0) {
            slots[slot_of(entries[each - 1]->name)] = each;
        }
    }
}

template <class Entry>
bool Names::Table<Entry>::declare(std::uint32_t number, Entry entry, bool by_source)
{
    if (number > highest_number || at(number) != nullptr) {
        return false;
    }
    make_room();
    std::uint32_t& slot = slots[slot_of(entry.name)];
    const bool known = slot != 0;
    if (known && by_source) {
        return false;
    }
    if (number >= entries.size()) {
        entries.resize(number + 1);
    }
    entry.usable = !known && (by_source || is_usable_name(entry.name));
    if constexpr (requires { entry.info; }) {
        entry.info = find_function_info(entry.name);
    }
    const Entry& kept_entry = kept.emplace_back(std::move(entry));
    entries[number] = &kept_entry;
    if (known) {
        return true;
    }
    slot = number + 1;
    ++filled;
    if (kept_entry.usable) {
        names.push_back(kept_entry.name);
    }
    return true;
}

Names::Names(const Definitions& definitions)
{
    std::vector<const Constant*>* list = nullptr;  // list started by the last `auto`
    std::size_t lists = 0;
    std::uint32_t function = 0;
    std::uint32_t property = 0;
    std::uint32_t flag = 0;
    functions_.declare(function++, {"NullFunction", CallKind::function, 0}, false);
    for (const DefinitionLine& line : definitions.lines) {
        const std::string& name = line.name.bytes;
        if (line.kind.bytes == "function") {
            const CallKind kind = equals_ignore_case(line.type.bytes, "task")        ? CallKind::task
                                  : equals_ignore_case(line.type.bytes, "multitask") ? CallKind::multitask
                                                                                     : CallKind::function;
            functions_.declare(function++,
                               {name, kind, static_cast<std::uint32_t>(std::clamp(line.value, 0, max_parameters))},
                               false);
        } else if (line.kind.bytes == "property") {
            properties_.declare(property++, {name}, false);
        } else if (line.kind.bytes == "flag") {
            flags_.declare(flag++, {name, false, line.comment.bytes, equals_ignore_case(line.type.bytes, "BOOL")},
                           false);
        } else if (line.kind.bytes == "auto") {
            list = lists == 0 ? &attributes_ : lists == 1 ? &animations_ : nullptr;
            ++lists;
        } else if (line.kind.bytes == "endauto") {
            list = nullptr;
        } else if (line.kind.bytes == "attribute" && list != nullptr) {
            list->push_back(&constants_.emplace_back(Constant{name, static_cast<std::int32_t>(list->size()), false}));
        } else if (line.kind.bytes == "equate") {
            constants_.push_back({name, line.value, false});
        }
    }
    // A flag hides a constant with the same name, and a constant hides later constants with the same name.
    for (Constant& constant : constants_) {
        constant.usable = is_usable_name(constant.name) && !find_flag(constant.name) &&
                          constant_by_name_.emplace(constant.name, &constant).second;
        if (constant.usable) {
            constant_names_.push_back(constant.name);
        }
    }
}

const Constant* Names::find_constant(std::string_view name) const
{
    const auto found = constant_by_name_.find(name);
    return found == constant_by_name_.end() ? nullptr : found->second;
}

std::optional<std::uint32_t> Names::find_variable(std::string_view name) const
{
    const auto found = variable_by_name_.find(name);
    return found == variable_by_name_.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t Names::table_size(ArgumentType meaning) const
{
    return static_cast<std::uint32_t>(meaning == ArgumentType::attribute   ? attributes_.size()
                                      : meaning == ArgumentType::animation ? animations_.size()
                                                                           : 0);
}

const Constant* Names::named(ArgumentType meaning, std::uint32_t number) const
{
    if (number >= table_size(meaning)) {
        return nullptr;
    }
    const Constant* constant = (meaning == ArgumentType::attribute ? attributes_ : animations_)[number];
    return constant->usable ? constant : nullptr;
}

bool Names::declare_constant(std::string_view name, std::int32_t value)
{
    if (find_flag(name) || find_variable(name) || find_constant(name) != nullptr) {
        return false;
    }
    const Constant& constant = constants_.emplace_back(Constant{std::string(name), value, true});
    constant_by_name_.emplace(constant.name, &constant);
    constant_names_.push_back(constant.name);
    return true;
}

bool Names::declare_variable(std::uint32_t number, std::string_view name)
{
    if (find_flag(name) || find_variable(name) || find_constant(name) != nullptr) {
        return false;
    }
    const std::string& kept = variables_.emplace_back(name);
    variable_by_name_.emplace(kept, number);
    variable_names_.push_back(kept);
    return true;
}

std::optional<std::uint32_t> Names::find_function(std::string_view name) const
{
    return functions_.find(name);
}

std::optional<std::uint32_t> Names::find_flag(std::string_view name) const
{
    return flags_.find(name);
}

std::optional<std::uint32_t> Names::find_property(std::string_view name) const
{
    return properties_.find(name);
}

bool Names::declare_function(std::uint32_t number, Function function)
{
    return functions_.declare(number, std::move(function), true);
}

bool Names::declare_flag(std::uint32_t number, std::string_view name)
{
    return find_constant(name) == nullptr && !find_variable(name) && flags_.declare(number, {std::string(name)}, true);
}

bool Names::declare_property(std::uint32_t number, std::string_view name)
{
    return properties_.declare(number, {std::string(name)}, true);
}

}  // namespace redforge::soup
