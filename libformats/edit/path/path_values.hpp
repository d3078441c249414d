// Completion of values in the selectors of field paths, from the records of a document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge::edit {

/// Returns the completions of a word that ends in the value of a condition or in a key:
/// `actors[script_name=DO` and `actors[DO` give `actors[script_name=DOOR01]` and `actors[DOOR01]`. Letter case is
/// ignored. Values that need a quote are returned only if the word begins one: `key[name="world_m`. Returns nothing for
/// other words. Takes time proportional to the length of the list.
[[nodiscard]] std::vector<std::string> value_words(const RecordHandle& root, std::string_view word);

}  // namespace redforge::edit
