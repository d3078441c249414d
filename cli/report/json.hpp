// Values, records and errors as JSON. schemas/json.schema.json describes the output of --json.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "edit/path/path.hpp"

namespace redforge::cli {

/// Returns a field as JSON: a number, a boolean, a text or a list of numbers; or null, if a computed value is not
/// known.
[[nodiscard]] nlohmann::json json_of(const FieldView& field);

/// Converts the text of a field's value to JSON, like json_of(). `path` names the field. If it names something else,
/// the result is the text.
[[nodiscard]] nlohmann::json json_of_text(const RecordHandle& root, const std::string& path, const std::string& text);

[[nodiscard]] nlohmann::json json_of(const Error& error);

/// Returns the report on a written file: `file` (the input) and `output`.
[[nodiscard]] nlohmann::json output_json(std::string_view input, const std::filesystem::path& output);

/// Sets `key` to a file name. For an invalid UTF-8 name, also sets KEY_bytes to its bytes in hexadecimal digits.
void put_name(nlohmann::json& object, const std::string& key, const std::filesystem::path& name);

}  // namespace redforge::cli
