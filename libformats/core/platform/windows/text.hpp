// Converts between UTF-16 of Windows and UTF-8, and converts Windows errors.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace redforge::platform {

/// Converts UTF-8 to UTF-16. Invalid bytes become U+FFFD, which matches no file.
[[nodiscard]] std::wstring wide(std::string_view text);
[[nodiscard]] std::string narrow(std::wstring_view text);

/// Returns a path of any length in the system's literal form: \\?\C:\folder\name.
[[nodiscard]] std::wstring extended(const std::filesystem::path& path);

/// Returns GetLastError() as an error code that compares with std::errc and has the same message as on other systems.
[[nodiscard]] std::error_code last_error();

}  // namespace redforge::platform
