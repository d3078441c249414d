// Errors of glTF documents, and access to optional members.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace redforge::exchange {

[[nodiscard]] inline tl::unexpected<Error> make_error(std::string_view where, std::string message, std::string hint,
                                                      ErrorCode code = ErrorCode::malformed)
{
    return fail({.code = code, .message = std::move(message), .field = std::string(where), .hint = std::move(hint)});
}

/// Returns a member of an object. Returns null if it does not exist or `object` is not an object.
[[nodiscard]] inline const nlohmann::json* find_member(const nlohmann::json& object, const char* name)
{
    const auto found = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && found != object.end() ? &*found : nullptr;
}

}  // namespace redforge::exchange
