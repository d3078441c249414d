// Round-trip check of a document, done at every write (law 2).
#pragma once

#include <optional>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/text/difference.hpp"

namespace redforge::art {

/// Reads `bytes`, which were written from `document`. Errors: mismatch (a difference). `tidy(copy, read_back)`
/// removes stored derived values that equal the computed values from a copy of the document.
template <class T, class Read, class Tidy>
[[nodiscard]] Status check_reads_back(const T& document, ByteView bytes, Read read, Tidy tidy)
{
    Result<T> read_back = read(bytes);
    if (!read_back) {
        Error error = read_back.error();
        error.code = ErrorCode::mismatch;
        error.message = "the written file could not be read back: " + error.message;
        return fail(std::move(error));
    }
    if (*read_back == document) {
        return {};
    }
    T tidied = document;
    tidy(tidied, *read_back);
    const std::optional<Difference> difference = find_difference(tidied, *read_back);
    if (!difference) {
        return {};
    }
    return fail(contradiction("the document", *difference, "nothing"));
}

}  // namespace redforge::art
