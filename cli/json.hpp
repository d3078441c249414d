// Values, records and errors as JSON. What the verbs print with --json is described in schemas/json.schema.json.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "edit/path.hpp"

namespace redforge::cli {

/// A number, true or false, text, a list of numbers; null for what is computed and not known.
[[nodiscard]] nlohmann::json json_of(const FieldView& field);

/// The text of a value of the field that a path leads to, as json_of() would have it; of anything else the text.
[[nodiscard]] nlohmann::json json_of_text(const RecordHandle& root, const std::string& path, const std::string& text);

[[nodiscard]] nlohmann::json json_of(const Error& error);

/// What came of a file that was written: `file`, which it was made of, and `output`.
[[nodiscard]] nlohmann::json output_json(std::string_view input, const std::filesystem::path& output);

/// Sets `key` to a file's name. One that is not UTF-8 has its bytes besides, as hexadecimal digits in KEY_bytes.
void put_name(nlohmann::json& object, const std::string& key, const std::filesystem::path& name);

}  // namespace redforge::cli
