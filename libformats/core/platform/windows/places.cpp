// Install folders of games on Windows: from the registry entries of GOG and Steam, and the default folders.
#include "core/platform/places.hpp"

#include <string>

#include <windows.h>

#include "core/platform/process.hpp"
#include "core/platform/windows/text.hpp"

namespace redforge::platform {
namespace {

namespace fs = std::filesystem;

/// Reads a text of the registry. Empty if it does not exist.
std::wstring value_of(HKEY root, const std::wstring& key, const wchar_t* name)
{
    DWORD size = 0;
    if (RegGetValueW(root, key.c_str(), name, RRF_RT_REG_SZ, nullptr, nullptr, &size) != ERROR_SUCCESS) {
        return {};
    }
    std::wstring text(size / sizeof(wchar_t), L'\0');
    if (RegGetValueW(root, key.c_str(), name, RRF_RT_REG_SZ, nullptr, text.data(), &size) != ERROR_SUCCESS) {
        return {};
    }
    return text.substr(0, text.find(L'\0'));
}

/// Adds the folders of games that GOG's installers registered: one key for each game.
void add_gog(std::vector<fs::path>& places)
{
    const std::wstring games = L"SOFTWARE\\GOG.com\\Games";
    HKEY opened = nullptr;
    if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, games.c_str(), 0, KEY_READ | KEY_WOW64_32KEY, &opened) != ERROR_SUCCESS) {
        return;
    }
    std::wstring name(256, L'\0');
    for (DWORD index = 0;; ++index) {
        auto length = static_cast<DWORD>(name.size());
        if (RegEnumKeyExW(opened, index, name.data(), &length, nullptr, nullptr, nullptr, nullptr) != ERROR_SUCCESS) {
            break;
        }
        const std::wstring key = L"SOFTWARE\\WOW6432Node\\GOG.com\\Games\\" + name.substr(0, length);
        if (const std::wstring folder = value_of(HKEY_LOCAL_MACHINE, key, L"path"); !folder.empty()) {
            places.emplace_back(folder);
        }
    }
    RegCloseKey(opened);
}

}  // namespace

std::vector<fs::path> game_install_folders()
{
    std::vector<fs::path> places;
    add_gog(places);
    if (const fs::path steam = value_of(HKEY_CURRENT_USER, L"Software\\Valve\\Steam", L"SteamPath"); !steam.empty()) {
        for (fs::path& library : steam_libraries(steam)) {
            places.push_back(std::move(library));
        }
    }
    for (const wchar_t* const drive : {L"C:\\", L"D:\\", L"E:\\"}) {
        if (GetDriveTypeW(drive) == DRIVE_FIXED) {
            for (fs::path& place : install_folders_on_drive(drive)) {
                places.push_back(std::move(place));
            }
        }
    }
    return places;
}

}  // namespace redforge::platform
