// Results in tests: a missing value or a missing error fails the test with a message.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <catch2/catch.hpp>

#include "core/error.hpp"

namespace redforge::test {

/// Returns the value. If there is none, ends the test with the error. `input` identifies one of many inputs.
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

/// Returns the error. If there is none, ends the test.
template <class T>
[[nodiscard]] Error require_error(tl::expected<T, Error> result)
{
    if (result) {
        FAIL("was not rejected");
    }
    return std::move(result.error());
}

}  // namespace redforge::test
