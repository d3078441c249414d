// Limits of the parts of a save.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/error.hpp"

namespace redforge::tes {

inline constexpr std::size_t max_block = 0xFFFF;  ///< maximum size of a part with a 16-bit size, in bytes

/// Returns the error for a part that exceeds its limit.
[[nodiscard]] inline Error too_long(std::string field, std::size_t size, std::size_t max_size, std::string_view unit)
{
    return {.code = ErrorCode::out_of_range,
            .message = fmt::format("{} {}", size, unit),
            .field = std::move(field),
            .hint = fmt::format("there can be at most {}", max_size)};
}

}  // namespace redforge::tes
