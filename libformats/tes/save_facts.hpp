// What can be asked of a save by who looks into none of its records.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "tes/form_id.hpp"
#include "tes/save_fwd.hpp"

namespace redforge::tes {

/// File names of its load order.
[[nodiscard]] std::vector<std::string_view> plugins_of(const Save& save);
/// The picture of the moment of saving.
[[nodiscard]] Screenshot& screenshot_of(Save& save);

/// What the save says of the FormID for what is created next, with the first byte of such forms.
[[nodiscard]] FormId stated_next_form(const Save& save);
/// The FormID for what is created next, which nothing in the save has. Nothing: none is left.
[[nodiscard]] std::optional<FormId> next_created_form(const Save& save);

/// How many created records, and how many change records, have a FormID.
[[nodiscard]] std::size_t count_created(const Save& save, FormId form_id);
[[nodiscard]] std::size_t count_changes(const Save& save, FormId form_id);

}  // namespace redforge::tes
