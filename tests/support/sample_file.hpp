// Documents of any format as `redforge new --sample` makes them, and their files, for tests that look into no record.
#pragma once

#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge::edit {

class Document;

}  // namespace redforge::edit

namespace redforge::test {

/// The sample of the format with that root element: "plugin". Throws std::runtime_error where there is none.
[[nodiscard]] edit::Document sample_document(std::string_view root);
/// The bytes of a document's file. Throws std::runtime_error with the error's words.
[[nodiscard]] Bytes file_of(const edit::Document& document);
/// Returns the files of the sample.
[[nodiscard]] Bytes sample_file(std::string_view root);

}  // namespace redforge::test
