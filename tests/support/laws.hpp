// The laws as functions, for tests and fuzz targets. They return an empty text if the law holds, else the violation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/map.hpp"

namespace redforge::test {

[[nodiscard]] std::string to_xml(const rgm::Map& map);
[[nodiscard]] Result<rgm::Map> from_xml(std::string text);

/// Round trips of a file.
enum class Ways : std::uint8_t { bytes, bytes_and_text };

/// Law 1: a file that is read is written back with the same bytes, directly and through its text. A rejection must have
/// a message. `accepted` is set to true if the file was read.
[[nodiscard]] std::string law_1_violation(ByteView bytes, bool* accepted = nullptr, Ways ways = Ways::bytes_and_text);

/// Law 2: unpacking a packed text gives the text.
[[nodiscard]] std::string law_2_violation(std::string_view text, bool* accepted = nullptr);

}  // namespace redforge::test
