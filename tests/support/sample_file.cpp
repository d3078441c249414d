// Samples by format.
#include "support/sample_file.hpp"

#include <stdexcept>
#include <string>

#include "edit/document/document.hpp"

namespace redforge::test {

edit::Document sample_document(std::string_view root)
{
    const Format* const format = edit::find_format(root);
    if (format == nullptr) {
        throw std::runtime_error("no format " + std::string(root));
    }
    return {*format, format->make_new(true)};
}

Bytes file_of(const edit::Document& document)
{
    Result<Bytes> bytes = document.write();
    if (!bytes) {
        throw std::runtime_error(describe(bytes.error()));
    }
    return std::move(*bytes);
}

Bytes sample_file(std::string_view root)
{
    return file_of(sample_document(root));
}

}  // namespace redforge::test
