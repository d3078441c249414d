// Names beside numbers: functions, flags and properties of SOUP386.DEF; items, maps and dialogue where they are known.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "soup/opcodes.hpp"

namespace redforge::soup {

struct Definitions;

/// What a number as the first argument of a function is. Source: reference sheet.
enum class Meaning : std::uint8_t { number, dialogue, map, item };

/// Of a function's first argument; same_letters() decides.
[[nodiscard]] Meaning first_argument(std::string_view function);
/// Of what a function returns (ActiveItem: an item).
[[nodiscard]] Meaning result_of(std::string_view function);

struct Function {
    std::string name;
    CallKind kind{CallKind::function};
    std::uint32_t parameters{};
    bool usable{};                    ///< the name can stand for the number in a source
    Meaning first{Meaning::number};   ///< of the first argument
    Meaning result{Meaning::number};  ///< of what it returns
};

/// A name of a flag or property, or of nothing in particular.
struct Name {
    std::string name;
    bool usable{};
    std::string comment{};
};

/// All names that a source may use. Made once for a game, read by many scripts at a time.
class Names {
public:
    Names() = default;
    explicit Names(const Definitions& definitions);
    Names(const Names&) = delete;  // the tables refer to their own entries
    Names& operator=(const Names&) = delete;
    Names(Names&&) = default;
    Names& operator=(Names&&) = default;
    ~Names() = default;

    /// Declares a usable name as a source's `names` block does. False when the name or the number is taken.
    bool declare_function(std::uint32_t number, Function function);
    bool declare_flag(std::uint32_t number, std::string_view name);
    bool declare_property(std::uint32_t number, std::string_view name);

    /// What is known of a number; null when nothing is.
    [[nodiscard]] const Function* function(std::uint32_t number) const { return functions_.at(number); }
    [[nodiscard]] const Name* flag(std::uint32_t number) const { return flags_.at(number); }
    [[nodiscard]] const Name* property(std::uint32_t number) const { return properties_.at(number); }
    /// The number of a name; of several of one name the lowest.
    [[nodiscard]] std::optional<std::uint32_t> find_function(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_flag(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_property(std::string_view name) const;

    /// How many numbers there are, from 0; 0 when nothing is known.
    [[nodiscard]] std::size_t functions() const { return functions_.entries.size(); }
    [[nodiscard]] std::size_t flags() const { return flags_.entries.size(); }
    [[nodiscard]] std::size_t properties() const { return properties_.entries.size(); }
    /// All usable names, for "did you mean" and completion.
    [[nodiscard]] const std::vector<std::string_view>& function_names() const { return functions_.names; }
    [[nodiscard]] const std::vector<std::string_view>& flag_names() const { return flags_.names; }
    [[nodiscard]] const std::vector<std::string_view>& property_names() const { return properties_.names; }

    /// Names of items and maps by number, in UTF-8: shown in `<8: Rusty key>`.
    std::map<std::int32_t, std::string> items;
    std::map<std::int32_t, std::string> maps;
    /// The text of a dialogue label in UTF-8, or nothing; shown as a comment. May be empty.
    std::function<std::optional<std::string>(std::string_view label)> dialogue;

private:
    /// Entries by number and by name. A source declares some dozens for each actor, so it is made cheaply.
    template <class Entry>
    struct Table {
        std::deque<Entry> kept;             ///< in which names stay where they are
        std::vector<const Entry*> entries;  ///< by number; null where nothing is known
        std::vector<std::uint32_t> slots;   ///< number + 1 of the name that hashes there or before it; 0 = free
        std::size_t filled{};
        std::vector<std::string_view> names;

        /// Of a source each name is usable and stands once; of SOUP386.DEF it may be any and stand several times.
        bool declare(std::uint32_t number, Entry entry, bool by_source);
        [[nodiscard]] const Entry* at(std::uint32_t number) const
        {
            return number < entries.size() ? entries[number] : nullptr;
        }
        [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;

    private:
        void make_room();
        [[nodiscard]] std::size_t slot_of(std::string_view name) const;
    };
    Table<Function> functions_;
    Table<Name> flags_;
    Table<Name> properties_;
};

/// Whether a word can be a name in a source: letters, digits and _, no digit first, no word of the language.
[[nodiscard]] bool is_usable_name(std::string_view word);
/// Whether a word may name a label or a number: letters, digits, _.
[[nodiscard]] bool is_word(std::string_view text);
/// A word of the language, in any case: if, goto, Me, ...
[[nodiscard]] bool is_reserved(std::string_view word);

/// The number in a name such as function_12; empty when the word does not begin so.
[[nodiscard]] std::optional<std::uint32_t> numbered(std::string_view word, std::string_view prefix);

}  // namespace redforge::soup
