// Compiles and links shader programs.
#pragma once

#include <cstdint>

#include "core/error.hpp"

namespace redforge::render {

/// Links a program and returns its OpenGL name. Errors: unsupported (the message has the driver's log).
[[nodiscard]] Result<std::uint32_t> link_program(const char* vertex_source, const char* fragment_source);

}  // namespace redforge::render
