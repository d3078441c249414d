// What stands in the brackets of a selector: conditions on records.
//
//   [radius>500, red=255]           all of them
//   [script_name=DOOR*|GUARD*]      a value or another; also [script_name=DOOR*|radius>500], one condition or another
//   [red=0, green=0 or blue=255]    `or` parts the whole: red and green, or blue
//   [strings.value=*key*]           a path from the record: met when something that it leads to has the value
//   [strings[value=*key*]]          without a comparison: met when it leads to anything
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record_type.hpp"

namespace redforge::edit {

/// A value that is compared with those of fields: as a number where both are numbers, else as text with * and ?.
struct ConditionValue {
    std::string text;
    std::optional<double> number{};  ///< of the text, where it is one

    explicit ConditionValue(std::string_view value);
    /// Whether a field has it. A value with a word is compared by both: object_type=light and object_type=4 mean the
    /// same; notations such as 90deg are known.
    [[nodiscard]] bool is_value_of(const FieldView& field) const;
};

/// One comparison.
struct Condition {
    std::string field;       ///< a path from the record
    std::string comparison;  ///< = != < <= > >=, or empty: the path leads to anything
    ConditionValue value;
};

class Conditions {
public:
    /// Errors: usage.
    [[nodiscard]] static Result<Conditions> parse(std::string_view text);

    /// Whether records of the list can have the fields at all. Errors: unknown_name.
    [[nodiscard]] Status check(const ListView& list) const;
    [[nodiscard]] Result<bool> met_by(const RecordHandle& record) const;
    /// The conditions, where all of them must be met; nothing where there are alternatives.
    [[nodiscard]] std::optional<std::vector<Condition>> all() const;

private:
    using Alternatives = std::vector<Condition>;  ///< one of them
    using All = std::vector<Alternatives>;        ///< all of them

    std::vector<All> any_;  ///< one of them
};

/// Where `wanted` stands in `text`, outside quotes and brackets, from `at` on.
[[nodiscard]] std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t at = 0);

/// Says where a bracket, or a quote inside brackets, was opened that nothing closes; nothing when all are closed.
[[nodiscard]] std::optional<Error> unclosed_error(std::string_view path);

/// The text without the quotes around it.
[[nodiscard]] std::string unquoted(std::string_view text);

/// Whether `text` fits a pattern with * (any characters) and ? (one character), regardless of ASCII case.
[[nodiscard]] bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace redforge::edit
