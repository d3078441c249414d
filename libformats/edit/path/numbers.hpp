// Numeric access to fields: of one record, and of all records of a list at once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/error.hpp"
#include "core/record/record_type.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edit_steps.hpp"

namespace redforge::edit {

/// Returns the value of an integer field. Errors, without the name of the field: not_found (a derived field without a
/// stored value); unsupported (text, or a number with a fraction).
[[nodiscard]] Result<std::int64_t> integer_of(const FieldView& field);
/// Returns the value of a numeric field. Errors: those of integer_of().
[[nodiscard]] Result<double> real_of(const FieldView& field);

/// Reads a field, like "position.x", of each record of a list, in the list's order. `values` must have one element for
/// each record. Errors: those of integer_of() and real_of(), and unknown_name, with the path of the field.
[[nodiscard]] Status read_numbers(const ListPlace& list, std::string_view field, std::span<std::int64_t> values);
[[nodiscard]] Status read_numbers(const ListPlace& list, std::string_view field, std::span<double> values);

/// Sets a field of each record of a list to its own number. Errors: out_of_range, mismatch (the number of values
/// differs from the number of records), unknown_name, unsupported (a text field).
[[nodiscard]] Status set_numbers(Recorder& recorder, const ListPlace& list, std::string_view field,
                                 std::span<const std::int64_t> values);
[[nodiscard]] Status set_numbers(Recorder& recorder, const ListPlace& list, std::string_view field,
                                 std::span<const double> values);

}  // namespace redforge::edit
