// Shaders compiled and linked.
#pragma once

#include <cstdint>

#include "core/error.hpp"

namespace redforge::render {

/// The OpenGL name of a program. Errors: unsupported (the driver refuses them, with its words).
[[nodiscard]] Result<std::uint32_t> link_program(const char* vertex_source, const char* fragment_source);

}  // namespace redforge::render
