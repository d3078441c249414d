// The value of a result in a test: when there is none, the test fails with the error's own words.
#pragma once

#include <utility>

#include <catch2/catch.hpp>

#include "core/error.hpp"

namespace redforge::test {

/// The value. Without one the test ends here, with what the error says. `what` tells which of many inputs it was.
template <class T>
[[nodiscard]] T need(Result<T> result, std::string_view what = {})
{
    if (!result) {
        FAIL((what.empty() ? "" : std::string(what) + ": ") << describe(result.error()));
    }
    return std::move(*result);
}

inline void need(const Status& status, std::string_view what = {})
{
    if (!status) {
        FAIL((what.empty() ? "" : std::string(what) + ": ") << describe(status.error()));
    }
}

}  // namespace redforge::test
