// Selector conditions: the part of a path in brackets that selects records by their fields.
//
//   [radius>500, red=255]           both conditions
//   [script_name=DOOR*|GUARD*]      one of two values; also [script_name=DOOR*|radius>500], one of two conditions
//   [red=0, green=0 or blue=255]    `or` has the lowest precedence: red and green, or blue
//   [strings.value=*key*]           a path from the record: true if one of its fields has the value
//   [strings[value=*key*]]          a path without a comparison: true if it matches anything
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/record_type.hpp"

namespace redforge::edit {

/// The value of a condition. It is compared as a number if the field's value is a number too, else as text with
/// the wildcards * and ?.
struct ConditionValue {
    std::string text;
    std::optional<double> number{};  ///< the text as a number, if it is one

    explicit ConditionValue(std::string_view value);
    /// Returns true if a field has this value. Enumerators match by name and by number: object_type=light and
    /// object_type=4. Notations such as 90deg match too.
    [[nodiscard]] bool is_value_of(const FieldView& field) const;
};

/// One comparison.
struct Condition {
    std::string field;       ///< a path from the record
    std::string comparison;  ///< = != < <= > >=; empty if any match of the path is enough
    ConditionValue value;
};

/// The conditions of a selector.
class Conditions {
public:
    /// Parses the text between the brackets. Errors: usage.
    [[nodiscard]] static Result<Conditions> parse(std::string_view text);

    /// Fails if no record of the list can have one of the fields. Errors: unknown_name.
    [[nodiscard]] Status check(const ListView& list) const;
    /// Returns true if a record meets the conditions. Errors: usage (a value that must be a number), and those of
    /// resolve().
    [[nodiscard]] Result<bool> matches(const RecordHandle& record) const;
    /// Returns the conditions if a record must meet all of them. Returns nullopt if there are alternatives.
    [[nodiscard]] std::optional<std::vector<Condition>> all() const;

private:
    using Alternatives = std::vector<Condition>;  ///< at least one must be met
    using All = std::vector<Alternatives>;        ///< all must be met

    std::vector<All> any_;  ///< at least one must be met
};

/// Returns the offset of `wanted` in `text` outside quotes and brackets, from `at` on. Returns npos if it does not
/// occur.
[[nodiscard]] std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t at = 0);

/// Returns an error that locates a bracket, or a quote inside brackets, that is not closed. Returns nullopt if all are
/// closed.
[[nodiscard]] std::optional<Error> unclosed_error(std::string_view path);

/// Returns the text without enclosing quotes, if it has any.
[[nodiscard]] std::string unquoted(std::string_view text);

/// Returns true if `text` matches a pattern with * (any characters) and ? (one character), ignoring ASCII case.
[[nodiscard]] bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace redforge::edit
