// Settings in redforge-editor.conf, in the settings folder of the system (screen.hpp). Uses wxFileConfig.
#include "editor/views/dialogs/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <wx/fileconf.h>
#include <wx/filefn.h>
#include <wx/log.h>

#include "editor/views/frame/text.hpp"
#include "editor/views/scene/screen.hpp"

namespace redforge::editor {
namespace {

constexpr const char* game_folder_key = "/GameFolder";
constexpr std::size_t max_files = 9;
constexpr std::size_t max_maps = 32;  ///< number of files with settings of their own

constexpr const char* hidden_setting = "Hidden";
constexpr const char* bookmarks_setting = "Bookmarks";
constexpr std::array file_settings{hidden_setting, bookmarks_setting};

wxFileConfig settings()
{
    const std::filesystem::path file = settings_file();
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);  // a new account may have none
    return wxFileConfig("redforge-editor", "", to_wx(file.string()), "", wxCONFIG_USE_LOCAL_FILE);
}

std::string absolute_name(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::absolute(path, ignored).string();
}

wxString map_key(std::size_t number, const char* what)
{
    return wxString::Format("/Maps/%zu/%s", number, what);
}

/// Returns a setting of one file; empty if it has none.
std::string file_setting(const std::filesystem::path& path, const char* what)
{
    const wxLogNull quiet;
    const wxFileConfig file = settings();
    for (std::size_t i = 0; i < max_maps; ++i) {
        if (from_wx(file.Read(map_key(i, "File"), "")) == absolute_name(path)) {
            return from_wx(file.Read(map_key(i, what), ""));
        }
    }
    return {};
}

/// Stores a setting of one file, which becomes the newest one. Removes a file whose settings are empty.
void store_file_setting(const std::filesystem::path& path, const char* what, const std::string& text)
{
    if (file_setting(path, what) == text) {
        return;
    }
    struct Stored {
        wxString name;
        std::array<wxString, file_settings.size()> texts;
    };
    const wxLogNull quiet;
    wxFileConfig file = settings();
    const std::string name = absolute_name(path);
    Stored own{to_wx(name), {}};
    std::vector<Stored> others;
    for (std::size_t i = 0; i < max_maps; ++i) {
        Stored stored{file.Read(map_key(i, "File"), ""), {}};
        for (std::size_t j = 0; j < file_settings.size(); ++j) {
            stored.texts.at(j) = file.Read(map_key(i, file_settings.at(j)), "");
        }
        if (from_wx(stored.name) == name) {
            own = std::move(stored);
        } else if (!stored.name.empty()) {
            others.push_back(std::move(stored));
        }
    }
    own.texts.at(static_cast<std::size_t>(std::ranges::find(file_settings, what) - file_settings.begin())) =
        to_wx(text);
    if (std::ranges::any_of(own.texts, [](const wxString& each) { return !each.empty(); })) {
        others.insert(others.begin(), std::move(own));
    }
    file.DeleteGroup("/Maps");
    for (std::size_t i = 0; i < std::min(others.size(), max_maps); ++i) {
        file.Write(map_key(i, "File"), others[i].name);
        for (std::size_t j = 0; j < file_settings.size(); ++j) {
            if (!others[i].texts.at(j).empty()) {
                file.Write(map_key(i, file_settings.at(j)), others[i].texts.at(j));
            }
        }
    }
    file.Flush();
}

}  // namespace

std::filesystem::path settings_file()
{
    return to_path(settings_folder() + "/redforge-editor.conf");
}

std::optional<std::filesystem::path> stored_game_folder()
{
    const wxLogNull quiet;
    wxString folder;
    return settings().Read(game_folder_key, &folder) && !folder.empty() ? std::optional(to_path(folder)) : std::nullopt;
}

void store_game_folder(const std::filesystem::path& folder)
{
    const wxLogNull quiet;  // no message: if this is not stored, the editor asks the user again next time
    wxFileConfig file = settings();
    file.Write(game_folder_key, to_wx(folder.string()));
    file.Flush();
}

std::vector<std::string> recent_files()
{
    const wxLogNull quiet;
    const wxFileConfig file = settings();
    std::vector<std::string> files;
    for (std::size_t i = 0; i < max_files; ++i) {
        const wxString name = file.Read(wxString::Format("/Recent/File%zu", i), "");
        if (!name.empty()) {
            files.push_back(from_wx(name));
        }
    }
    return files;
}

void add_recent_file(const std::filesystem::path& path)
{
    const wxLogNull quiet;
    std::error_code ignored;
    const std::string name = std::filesystem::absolute(path, ignored).string();
    std::vector<std::string> files = recent_files();
    if (!files.empty() && files.back() == name) {
        return;
    }
    std::erase(files, name);
    files.push_back(name);
    if (files.size() > max_files) {
        files.erase(files.begin());
    }
    wxFileConfig file = settings();
    for (std::size_t i = 0; i < files.size(); ++i) {
        file.Write(wxString::Format("/Recent/File%zu", i), to_wx(files[i]));
    }
    file.Flush();
}

Snapping stored_snapping()
{
    const wxLogNull quiet;
    const wxFileConfig file = settings();
    const Snapping standard;
    return {file.ReadBool("/Snap/On", standard.on),
            std::clamp(static_cast<int>(file.ReadLong("/Snap/Grid", standard.grid)), 1, max_grid),
            std::clamp(static_cast<int>(file.ReadLong("/Snap/Angle", standard.angle)), 1, max_angle),
            file.ReadBool("/Snap/Surface", standard.surface),
            file.ReadBool("/Snap/Corners", standard.corners),
            static_cast<Pivot>(std::clamp(file.ReadLong("/Snap/Pivot", 0), 0L, 2L))};
}

void store_snapping(const Snapping& snapping)
{
    const wxLogNull quiet;
    if (stored_snapping() == snapping) {
        return;
    }
    wxFileConfig file = settings();
    file.Write("/Snap/On", snapping.on);
    file.Write("/Snap/Grid", snapping.grid);
    file.Write("/Snap/Angle", snapping.angle);
    file.Write("/Snap/Surface", snapping.surface);
    file.Write("/Snap/Corners", snapping.corners);
    file.Write("/Snap/Pivot", static_cast<long>(snapping.pivot));
    file.Flush();
}

std::optional<std::filesystem::path> last_folder()
{
    const wxLogNull quiet;
    wxString folder;
    return settings().Read("/Folder", &folder) && wxDirExists(folder) ? std::optional(to_path(folder)) : std::nullopt;
}

void store_last_folder(const std::filesystem::path& folder)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.Write("/Folder", to_wx(folder.string()));
    file.Flush();
}

std::filesystem::path prefab_folder()
{
    const wxLogNull quiet;
    return to_path(settings().Read("/Prefabs", ""));
}

void store_prefab_folder(const std::filesystem::path& folder)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.Write("/Prefabs", to_wx(absolute_name(folder)));
    file.Flush();
}

Favourites stored_favourites()
{
    const wxLogNull quiet;
    const std::string text = from_wx(settings().Read("/Favourites", ""));
    Favourites favourites;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        favourites.insert(text.substr(at, end - at));
        at = end + 1;
    }
    favourites.erase("");
    return favourites;
}

void store_favourites(const Favourites& favourites)
{
    const wxLogNull quiet;
    std::string text;
    for (const std::string& key : favourites) {
        text += key + "\n";
    }
    wxFileConfig file = settings();
    file.Write("/Favourites", to_wx(text));
    file.Flush();
}

ViewLayout stored_views()
{
    const wxLogNull quiet;
    const wxFileConfig file = settings();
    const ViewLayout standard;
    const long count = file.ReadLong("/Views/Count", 1);
    const auto share = [&](const wxString& key, double value) {
        return std::clamp(file.ReadDouble(key, value), 0.1, 0.9);
    };
    return {count == 4   ? ViewCount::four
            : count == 2 ? ViewCount::two
                         : ViewCount::one,
            share("/Views/Across", standard.across), share("/Views/Down", standard.down)};
}

bool stored_link()
{
    const wxLogNull quiet;
    return settings().ReadBool("/Views/Linked", false);
}

bool stored_browser_shown()
{
    const wxLogNull quiet;
    return settings().ReadBool("/Window/Browser", true);
}

void store_browser_shown(bool shown)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.Write("/Window/Browser", shown);
    file.Flush();
}

std::optional<int> stored_label_share()
{
    const wxLogNull quiet;
    const long percent = settings().ReadLong("/Window/Labels", 0);
    return percent == 0 ? std::nullopt : std::optional(static_cast<int>(std::clamp(percent, 10L, 90L)));
}

void store_label_share(int percent)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.Write("/Window/Labels", percent);
    file.Flush();
}

Grouping stored_grouping()
{
    const wxLogNull quiet;
    return static_cast<Grouping>(std::clamp(settings().ReadLong("/Window/Grouping", 0), 0L, grouping_count - 1));
}

void store_grouping(Grouping grouping)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.Write("/Window/Grouping", static_cast<long>(grouping));
    file.Flush();
}

void store_views(const ViewLayout& layout, bool linked)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.Write("/Views/Count", static_cast<long>(layout.count));
    file.Write("/Views/Across", layout.across);
    file.Write("/Views/Down", layout.down);
    file.Write("/Views/Linked", linked);
    file.Flush();
}

render::ViewSettings load_view_settings()
{
    const wxLogNull quiet;
    return render::parse_view_settings(from_wx(settings().Read("/Views/Looks", "")));
}

void save_view_settings(const render::ViewSettings& looks)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    if (const wxString text = to_wx(render::format_view_settings(looks)); file.Read("/Views/Looks", "") != text) {
        file.Write("/Views/Looks", text);
        file.Flush();
    }
}

WindowLayout stored_layout()
{
    const wxLogNull quiet;
    const wxFileConfig file = settings();
    return {from_wx(file.Read("/Window/Layout", "")), static_cast<int>(file.ReadLong("/Window/Width", 0)),
            static_cast<int>(file.ReadLong("/Window/Height", 0)), file.ReadBool("/Window/Maximized", false)};
}

void store_layout(const WindowLayout& layout)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.Write("/Window/Layout", to_wx(layout.panes));
    file.Write("/Window/Width", layout.width);
    file.Write("/Window/Height", layout.height);
    file.Write("/Window/Maximized", layout.maximized);
    file.Flush();
}

std::string stored_visibility_state(const std::filesystem::path& map)
{
    return file_setting(map, hidden_setting);
}

void store_visibility_state(const std::filesystem::path& map, const std::string& text)
{
    store_file_setting(map, hidden_setting, text);
}

std::string stored_bookmarks(const std::filesystem::path& file)
{
    return file_setting(file, bookmarks_setting);
}

void store_bookmarks(const std::filesystem::path& file, const std::string& text)
{
    store_file_setting(file, bookmarks_setting, text);
}

std::string stored_columns(const std::string& record_type)
{
    const wxLogNull quiet;
    wxString name = to_wx(record_type);
    name.Replace("/", " ");
    return from_wx(settings().Read("/Columns/" + name, ""));
}

void store_columns(const std::string& record_type, const std::string& columns)
{
    const wxLogNull quiet;
    wxString name = to_wx(record_type);
    name.Replace("/", " ");
    wxFileConfig file = settings();
    if (const wxString text = to_wx(columns); file.Read("/Columns/" + name, "") != text) {
        file.Write("/Columns/" + name, text);
        file.Flush();
    }
}

KeyMap::Changed stored_keys()
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.SetPath("/Keys");
    KeyMap::Changed keys;
    wxString name;
    long cookie = 0;
    for (bool more = file.GetFirstEntry(name, cookie); more; more = file.GetNextEntry(name, cookie)) {
        if (const wxString key = file.Read(name, ""); key.IsAscii()) {  // wx has no names for other keys
            keys.emplace(from_wx(name), from_wx(key));
        }
    }
    return keys;
}

void store_keys(const KeyMap::Changed& keys)
{
    const wxLogNull quiet;
    wxFileConfig file = settings();
    file.DeleteGroup("/Keys");
    for (const auto& [action, key] : keys) {
        file.Write("/Keys/" + to_wx(action), to_wx(key));
    }
    file.Flush();
}

}  // namespace redforge::editor
