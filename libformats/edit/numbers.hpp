// Fields as whole and real numbers: of one record, and of all records of a list at once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/error.hpp"
#include "core/record_type.hpp"
#include "edit/edit_steps.hpp"
#include "edit/recorder.hpp"

namespace redforge::edit {

/// The value of a field that holds a whole number. Errors: not_found (it is left to be computed); unsupported (it is
/// text, or a number with a fraction). They do not name the field.
[[nodiscard]] Result<std::int64_t> integer_of(const FieldView& field);
/// The value of a field that holds a number of any kind. Errors: not_found, unsupported.
[[nodiscard]] Result<double> real_of(const FieldView& field);

/// A field of each record of a list, in the list's order; `values` has room for all of them. `field` is the name of one
/// field: "position.x". Errors: those of integer_of() and real_of(), unknown_name, with the path of the field.
[[nodiscard]] Status read_numbers(const ListPlace& list, std::string_view field, std::span<std::int64_t> values);
[[nodiscard]] Status read_numbers(const ListPlace& list, std::string_view field, std::span<double> values);

/// Sets it in each record, to a number for each. Errors: out_of_range, mismatch (as many numbers as there are records are
/// needed), unknown_name, unsupported (a field of text).
[[nodiscard]] Status set_numbers(Recorder& recorder, const ListPlace& list, std::string_view field,
                                 std::span<const std::int64_t> values);
[[nodiscard]] Status set_numbers(Recorder& recorder, const ListPlace& list, std::string_view field,
                                 std::span<const double> values);

}  // namespace redforge::edit
