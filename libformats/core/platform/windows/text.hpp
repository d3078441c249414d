// Text of Windows, UTF-16, from and to ours, UTF-8; and what its errors are called elsewhere.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace redforge::platform {

/// Converts UTF-8 to UTF-16. Invalid bytes become U+FFFD, which matches no file.
[[nodiscard]] std::wstring wide(std::string_view text);
[[nodiscard]] std::string narrow(std::wstring_view text);

/// A path of any length, as the system's own form that nothing is taken away from: \\?\C:\folder\name.
[[nodiscard]] std::wstring extended(const std::filesystem::path& path);

/// GetLastError() as a code that compares with std::errc, and whose message is in the words of other systems.
[[nodiscard]] std::error_code last_error();

}  // namespace redforge::platform
