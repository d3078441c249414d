// What std::bad_alloc says to a person.
#pragma once

#include "core/error.hpp"

namespace redforge {

[[nodiscard]] inline Error out_of_memory()
{
    return {.code = ErrorCode::io, .message = "there is not enough memory"};
}

}  // namespace redforge
