// What std::bad_alloc says to a person.
#pragma once

#include <new>

#include "core/error.hpp"

namespace redforge {

[[nodiscard]] inline Error out_of_memory()
{
    return {.code = ErrorCode::io, .message = "there is not enough memory"};
}

/// What `work`, which returns a Result, returns; std::bad_alloc is an error like others then.
template <class Work>
[[nodiscard]] auto with_memory_limit(Work work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return fail(out_of_memory());
    }
}

}  // namespace redforge
