// The laws as functions: what tests and fuzz targets hold every input to. An empty answer is a kept law.
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

/// What a file goes through and must come out of the same.
enum class Ways : std::uint8_t { bytes, bytes_and_text };

/// Law 1: a file that is read is written back the same, as bytes and through its text. A rejection must have a message.
/// `accepted` receives which one it was.
[[nodiscard]] std::string law_1_violation(ByteView bytes, bool* accepted = nullptr, Ways ways = Ways::bytes_and_text);

/// Law 2: a text that is packed says the same when it is unpacked.
[[nodiscard]] std::string law_2_violation(std::string_view text, bool* accepted = nullptr);

}  // namespace redforge::test
