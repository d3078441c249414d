// Settings by wxFileConfig, in the XDG place: ~/.config/redforge-editor.conf unless XDG_CONFIG_HOME says otherwise.
#include "editor/views/settings.hpp"

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

}  // namespace redforge::editor
