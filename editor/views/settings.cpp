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
