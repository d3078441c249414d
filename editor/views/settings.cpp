// Settings by wxFileConfig, in the XDG place: ~/.config/redforge-editor.conf unless XDG_CONFIG_HOME says otherwise.
#include "editor/views/settings.hpp"

#include <algorithm>

#include <wx/fileconf.h>
#include <wx/log.h>
#include <wx/stdpaths.h>

#include "editor/views/text.hpp"

namespace redforge::editor {
namespace {

constexpr const char* game_folder_key = "/GameFolder";
constexpr std::size_t most_files = 9;

wxFileConfig settings()
{
    wxStandardPaths& places = wxStandardPaths::Get();
    places.SetFileLayout(wxStandardPaths::FileLayout_XDG);
    const wxString folder = places.GetUserConfigDir();
    return wxFileConfig("redforge-editor", "", folder + "/redforge-editor.conf", "", wxCONFIG_USE_LOCAL_FILE);
}

}  // namespace

std::optional<std::filesystem::path> remembered_game_folder()
{
    const wxLogNull quiet;
    wxString folder;
    return settings().Read(game_folder_key, &folder) && !folder.empty() ? std::optional(to_path(folder)) : std::nullopt;
}

void remember_game_folder(const std::filesystem::path& folder)
{
    const wxLogNull quiet;  // what cannot be remembered is asked again
    wxFileConfig file = settings();
    file.Write(game_folder_key, to_wx(folder.string()));
    file.Flush();
}

std::vector<std::string> remembered_files()
{
    const wxLogNull quiet;
    const wxFileConfig file = settings();
    std::vector<std::string> files;
    for (std::size_t i = 0; i < most_files; ++i) {
        const wxString name = file.Read(wxString::Format("/Recent/File%zu", i), "");
        if (!name.empty()) {
            files.push_back(from_wx(name));
        }
    }
    return files;
}

void remember_file(const std::filesystem::path& path)
{
    const wxLogNull quiet;
    std::error_code ignored;
    const std::string name = std::filesystem::absolute(path, ignored).string();
    std::vector<std::string> files = remembered_files();
    if (!files.empty() && files.back() == name) {
        return;
    }
    std::erase(files, name);
    files.push_back(name);
    if (files.size() > most_files) {
        files.erase(files.begin());
    }
    wxFileConfig file = settings();
    for (std::size_t i = 0; i < files.size(); ++i) {
        file.Write(wxString::Format("/Recent/File%zu", i), to_wx(files[i]));
    }
    file.Flush();
}

Snapping remembered_snapping()
{
    const wxLogNull quiet;
    const wxFileConfig file = settings();
    const Snapping usual;
    return {file.ReadBool("/Snap/On", usual.on),
            std::clamp(static_cast<int>(file.ReadLong("/Snap/Grid", usual.grid)), 1, largest_grid),
            std::clamp(static_cast<int>(file.ReadLong("/Snap/Angle", usual.angle)), 1, largest_angle)};
}

void remember_snapping(const Snapping& snapping)
{
    const wxLogNull quiet;
    if (remembered_snapping() == snapping) {
        return;
    }
    wxFileConfig file = settings();
    file.Write("/Snap/On", snapping.on);
    file.Write("/Snap/Grid", snapping.grid);
    file.Write("/Snap/Angle", snapping.angle);
    file.Flush();
}

}  // namespace redforge::editor
