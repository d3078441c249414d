// Message for std::bad_alloc.
#pragma once

#include <new>

#include "core/error.hpp"

namespace redforge {

[[nodiscard]] inline Error out_of_memory()
{
    return {.code = ErrorCode::io, .message = "there is not enough memory"};
}

/// Calls `work`, which returns a Result, and converts std::bad_alloc to an error.
template <class Work>
[[nodiscard]] auto catch_out_of_memory(Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(out_of_memory());
    }
}

}  // namespace redforge
