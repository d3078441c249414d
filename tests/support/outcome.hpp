// Results in tests: a value that is not there, or an error that is not, fails the test with what happened instead.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <catch2/catch.hpp>

#include "core/error.hpp"

namespace redforge::test {

/// The value. Without one the test ends here, with what the error says. `input` tells which of many inputs it was.
template <class T>
[[nodiscard]] T need(Result<T> result, std::string_view input = {})
{
    if (!result) {
        FAIL((input.empty() ? "" : std::string(input) + ": ") << describe(result.error()));
    }
    return std::move(*result);
}

inline void need(const Status& status, std::string_view input = {})
{
    if (!status) {
        FAIL((input.empty() ? "" : std::string(input) + ": ") << describe(status.error()));
    }
}

/// The error. Without one the test ends here.
template <class T>
[[nodiscard]] Error require_error(tl::expected<T, Error> result)
{
    if (result) {
        FAIL("was not refused");
    }
    return std::move(result.error());
}

}  // namespace redforge::test
