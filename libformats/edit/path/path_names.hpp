// Valid names of field paths, from record types only: for completion, and to find misspelt names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/record_type.hpp"

namespace redforge::edit {

/// Returns the completions of `word`, up to the next name: fields, lists followed by [ and groups followed by .
[[nodiscard]] std::vector<std::string> path_words(const RecordType& root, std::string_view word);

/// Returns an error (unknown_name) about the first name in a path that no record of these types has, with the nearest
/// name or some valid names. Returns nullopt if all names are known. Ignores the text in brackets.
[[nodiscard]] std::optional<Error> unknown_name(std::span<const ItemEntry> types, std::string_view path);

/// Returns the list of one type that paths can call `name` although it has another name: the element of its records, or
/// its plural. The lists `keyword`, `idle` and `animation` of definitions had the plural as their name before. Returns
/// null if there is none.
[[nodiscard]] const ChildEntry* list_of_element(const FieldTable& table, std::string_view name);

}  // namespace redforge::edit
