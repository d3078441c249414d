// Sample documents of any format (`redforge new --sample`) and their files, for tests that do not use record types.
#pragma once

#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge::edit {

class Document;

}  // namespace redforge::edit

namespace redforge::test {

/// Returns the sample of the format with a root element, like "plugin". Throws std::runtime_error if there is none.
[[nodiscard]] edit::Document sample_document(std::string_view root);
/// Returns the bytes of a document's file. Throws std::runtime_error with the error message.
[[nodiscard]] Bytes file_of(const edit::Document& document);
/// Returns the bytes of the sample's file.
[[nodiscard]] Bytes sample_file(std::string_view root);

}  // namespace redforge::test
