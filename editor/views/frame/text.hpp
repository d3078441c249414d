// Converts between UTF-8 of the library and wxString.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <wx/string.h>

namespace redforge::editor {

[[nodiscard]] inline wxString to_wx(std::string_view text)
{
    return wxString::FromUTF8(text.data(), text.size());
}

[[nodiscard]] inline std::string from_wx(const wxString& text)
{
    const wxScopedCharBuffer utf8 = text.utf8_str();
    return {utf8.data(), utf8.length()};
}

[[nodiscard]] inline std::filesystem::path to_path(const wxString& text)
{
    return std::filesystem::path(from_wx(text));
}

}  // namespace redforge::editor
