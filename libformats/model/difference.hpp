// Check that a document reads back unchanged.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text/difference.hpp"

namespace redforge::model {

/// Compares a document with the document that was read back. Errors: mismatch, with the first field that differs.
/// `advice`: hint of the error.
template <class T>
[[nodiscard]] Status check_same(const T& ours, const T& theirs, std::string_view advice)
{
    if (ours == theirs) {
        return {};
    }
    const auto difference = find_difference(ours, theirs);
    if (!difference) {
        return {};
    }
    const auto shown = [](const std::string& value) { return value.empty() ? std::string("nothing given") : value; };
    return fail({.code = ErrorCode::mismatch,
                 .message = fmt::format("is \"{:.80}\", but the file would have \"{:.80}\"", shown(difference->left),
                                        shown(difference->right)),
                 .field = difference->path,
                 .hint = std::string(advice)});
}

}  // namespace redforge::model
