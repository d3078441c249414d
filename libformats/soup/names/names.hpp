// Names by number: functions, flags, properties and constants of SOUP386.DEF; items, maps and dialogue if known.
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

#include "soup/bytecode/opcodes.hpp"
#include "soup/names/functions.hpp"

namespace redforge::soup {

struct Definitions;

struct Function {
    std::string name;
    CallKind kind{CallKind::function};
    std::uint32_t parameters{};
    bool usable{};               ///< true if a source can use the name for the number
    const FunctionInfo* info{};  ///< entry of the function table; null if there is none

    /// Returns the type of an argument, counted from 0.
    [[nodiscard]] ArgumentType argument(std::size_t index) const
    {
        return info != nullptr && index < info->parameters.size() ? info->parameters[index].meaning
                                                                  : ArgumentType::number;
    }
    /// Returns the type of the result.
    [[nodiscard]] ArgumentType result() const
    {
        return info != nullptr && info->returns ? info->result.meaning : ArgumentType::number;
    }
};

/// Name of a flag, a property or another number.
struct Name {
    std::string name;
    bool usable{};
    std::string comment{};
    bool is_boolean{};  ///< a flag that is true or false
};

/// A named number of [equates], such as an attribute or animation group, or of a source's `names` block.
struct Constant {
    std::string name;
    std::int32_t value{};
    bool usable{};
};

/// All names that a source can use. Created once per game. Concurrent reads are safe.
class Names {
public:
    Names() = default;
    explicit Names(const Definitions& definitions);
    Names(const Names&) = delete;  // the tables refer to their own entries
    Names& operator=(const Names&) = delete;
    Names(Names&&) = default;
    Names& operator=(Names&&) = default;
    ~Names() = default;

    /// Declares a usable name as a source's `names` block does. Returns false if the name or number is taken.
    bool declare_function(std::uint32_t number, Function function);
    bool declare_flag(std::uint32_t number, std::string_view name);
    bool declare_property(std::uint32_t number, std::string_view name);
    bool declare_constant(std::string_view name, std::int32_t value);
    bool declare_variable(std::uint32_t number, std::string_view name);

    /// Return the entry of a number, or null if it is unknown.
    [[nodiscard]] const Function* function(std::uint32_t number) const { return functions_.at(number); }
    [[nodiscard]] const Name* flag(std::uint32_t number) const { return flags_.at(number); }
    [[nodiscard]] const Name* property(std::uint32_t number) const { return properties_.at(number); }
    /// Returns the number of a name. If several entries have the name, returns the lowest number.
    [[nodiscard]] std::optional<std::uint32_t> find_function(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_flag(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_property(std::string_view name) const;
    [[nodiscard]] const Constant* find_constant(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint32_t> find_variable(std::string_view name) const;
    /// Returns the constant of an attribute or animation group. Returns null if a source cannot use its name.
    [[nodiscard]] const Constant* named(ArgumentType meaning, std::uint32_t number) const;
    /// Returns the size of the table of attributes or animation groups: the highest number plus 1; 0 for other types.
    [[nodiscard]] std::uint32_t table_size(ArgumentType meaning) const;

    /// Return the size of the table: the highest number plus 1, or 0 for an empty table.
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
    /// Callback that returns the text of a dialogue label in UTF-8, or nullopt. The text is printed as a comment. May
    /// be unset.
    std::function<std::optional<std::string>(std::string_view label)> dialogue;
    /// Callback that returns true if a dialogue label has a voice. May be unset.
    std::function<bool(std::string_view label)> has_voice;
    /// Callback that returns all dialogue labels, for "did you mean". May be unset.
    std::function<std::vector<std::string>()> labels;

private:
    /// Entries by number and by name. Cheap to create, because each source creates tables with dozens of names.
    template <class Entry>
    struct Table {
        std::deque<Entry> kept;             ///< owns the entries; their addresses stay valid
        std::vector<const Entry*> entries;  ///< by number; null if unknown
        std::vector<std::uint32_t> slots;   ///< open addressing: number + 1 of a name; 0 if free
        std::size_t filled{};
        std::vector<std::string_view> names;

        /// Adds an entry. Names of a source must be usable and unique; names of SOUP386.DEF can be any text and can
        /// repeat.
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

/// Returns true if a source can use the word as a name: letters, digits and _, no leading digit, not a reserved word.
[[nodiscard]] bool is_usable_name(std::string_view word);
/// Returns true if the text consists of letters, digits and _, as names of labels and numbers do.
[[nodiscard]] bool is_word(std::string_view text);
/// Returns true for a reserved word, ignoring case: if, goto, Me, ...
[[nodiscard]] bool is_reserved(std::string_view word);
/// Returns true for a word that is reserved only since a later version of the language. A `names` block can still
/// declare it, because older sources use it as a name.
[[nodiscard]] bool is_contextual_keyword(std::string_view word);

/// Returns the number in a name such as function_12. Returns nullopt for other words.
[[nodiscard]] std::optional<std::uint32_t> numbered(std::string_view word, std::string_view prefix);

}  // namespace redforge::soup
