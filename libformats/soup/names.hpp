// Names beside numbers: functions, flags, properties and constants of SOUP386.DEF; items, maps and dialogue where they
// are known.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "soup/functions.hpp"
#include "soup/opcodes.hpp"

namespace redforge::soup {

struct Definitions;

struct Function {
    std::string name;
    CallKind kind{CallKind::function};
    std::uint32_t parameters{};
    bool usable{};                 ///< the name can stand for the number in a source
    const FunctionInfo* info{};  ///< what the table of functions has of the name; null when it has nothing

    /// What an argument stands for, from 0.
    [[nodiscard]] ArgumentType argument(std::size_t index) const
    {
        return info != nullptr && index < info->parameters.size() ? info->parameters[index].meaning
                                                                  : ArgumentType::number;
    }
    /// What its answer stands for.
    [[nodiscard]] ArgumentType result() const
    {
        return info != nullptr && info->returns ? info->result.meaning : ArgumentType::number;
    }
};

/// A name of a flag or property, or of nothing in particular.
struct Name {
    std::string name;
    bool usable{};
    std::string comment{};
    bool is_boolean{};  ///< a flag that is true or false
};

/// A name of a number: of [equates], among them attributes and animation groups, or of a source's `names` block.
struct Constant {
    std::string name;
    std::int32_t value{};
    bool usable{};
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
    bool declare_constant(std::string_view name, std::int32_t value);
    bool declare_variable(std::uint32_t number, std::string_view name);

    /// What is known of a number; null when nothing is.
    [[nodiscard]] const Function* function(std::uint32_t number) const { return functions_.at(number); }
    [[nodiscard]] const Name* flag(std::uint32_t number) const { return flags_.at(number); }
    [[nodiscard]] const Name* property(std::uint32_t number) const { return properties_.at(number); }
    /// The number of a name; of several of one name the lowest.
    [[nodiscard]] std::optional<std::uint32_t> find_function(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_flag(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_property(std::string_view name) const;
    [[nodiscard]] const Constant* find_constant(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_variable(std::string_view name) const;
    /// The name of an attribute or animation group that can stand for its number; null when there is none.
    [[nodiscard]] const Constant* named(ArgumentType meaning, std::uint32_t number) const;
    /// How many attributes or animation groups there are; 0 for all else.
    [[nodiscard]] std::uint32_t count_of(ArgumentType meaning) const;

    /// How many numbers there are, from 0; 0 when nothing is known.
    [[nodiscard]] std::size_t functions() const { return functions_.entries.size(); }
    [[nodiscard]] std::size_t flags() const { return flags_.entries.size(); }
    [[nodiscard]] std::size_t properties() const { return properties_.entries.size(); }
    /// All usable names, for "did you mean" and completion.
    [[nodiscard]] const std::vector<std::string_view>& function_names() const { return functions_.names; }
    [[nodiscard]] const std::vector<std::string_view>& flag_names() const { return flags_.names; }
    [[nodiscard]] const std::vector<std::string_view>& property_names() const { return properties_.names; }
    [[nodiscard]] const std::vector<std::string_view>& constant_names() const { return constant_names_; }
    [[nodiscard]] const std::vector<std::string_view>& variable_names() const { return variable_names_; }

    /// Names of items and maps by number, in UTF-8: shown in `<8: Rusty key>`.
    std::map<std::int32_t, std::string> items;
    std::map<std::int32_t, std::string> maps;
    /// The text of a dialogue label in UTF-8, or nothing; shown as a comment. May be empty.
    std::function<std::optional<std::string>(std::string_view label)> dialogue;
    /// All dialogue labels, for "did you mean"; may be empty.
    std::function<std::vector<std::string>()> labels;

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
    std::deque<Constant> constants_;
    std::unordered_map<std::string_view, const Constant*> constant_by_name_;
    std::vector<const Constant*> attributes_;  ///< by number
    std::vector<const Constant*> animations_;
    std::vector<std::string_view> constant_names_;
    std::deque<std::string> variables_;
    std::unordered_map<std::string_view, std::uint32_t> variable_by_name_;
    std::vector<std::string_view> variable_names_;
};

/// Whether a word can be a name in a source: letters, digits and _, no digit first, no word of the language.
[[nodiscard]] bool is_usable_name(std::string_view word);
/// Whether a word may name a label or a number: letters, digits, _.
[[nodiscard]] bool is_word(std::string_view text);
/// A word of the language, in any case: if, goto, Me, ...
[[nodiscard]] bool is_reserved(std::string_view word);
/// One that became a word of the language when sources had it as a name already: a `names` block may still declare it.
[[nodiscard]] bool is_later_word(std::string_view word);

/// The number in a name such as function_12; empty when the word does not begin so.
[[nodiscard]] std::optional<std::uint32_t> numbered(std::string_view word, std::string_view prefix);

}  // namespace redforge::soup
