// User settings, in a private file of the user's configuration folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "editor/model/rows/browser_items.hpp"
#include "editor/model/scene/grouping.hpp"
#include "editor/model/scene/transform.hpp"
#include "editor/model/scene/view_layout.hpp"
#include "editor/model/text/key_map.hpp"
#include "render/camera/view_settings.hpp"

namespace redforge::editor {

/// Returns the path of the settings file.
[[nodiscard]] std::filesystem::path settings_file();

/// Returns the game folder that the user chose last, or nullopt.
[[nodiscard]] std::optional<std::filesystem::path> stored_game_folder();
void store_game_folder(const std::filesystem::path& folder);

/// Returns the recent files, the newest last.
[[nodiscard]] std::vector<std::string> recent_files();
void add_recent_file(const std::filesystem::path& file);

/// Returns the snapping steps of positions and angles.
[[nodiscard]] Snapping stored_snapping();
void store_snapping(const Snapping& snapping);

/// Returns the folder of the file that the user chose last, or nullopt.
[[nodiscard]] std::optional<std::filesystem::path> last_folder();
void store_last_folder(const std::filesystem::path& folder);

/// Returns the folder of the prefab that the user saved or placed last. Empty if there is none.
[[nodiscard]] std::filesystem::path prefab_folder();
void store_prefab_folder(const std::filesystem::path& folder);

/// Returns the favourite items of the browser.
[[nodiscard]] Favourites stored_favourites();
void store_favourites(const Favourites& favourites);

/// Returns true if the browser is shown next to a map.
[[nodiscard]] bool stored_browser_shown();
void store_browser_shown(bool shown);

/// Returns the part of the properties' width that the user gave to the labels, in percent; nullopt if the labels
/// determine it.
[[nodiscard]] std::optional<int> stored_label_share();
void store_label_share(int percent);

/// Returns the stored grouping of the outliner for maps.
[[nodiscard]] Grouping stored_grouping();
void store_grouping(Grouping grouping);

/// Returns the arrangement of views; stored_link() returns true if they are linked.
[[nodiscard]] ViewLayout stored_views();
[[nodiscard]] bool stored_link();
void store_views(const ViewLayout& layout, bool linked);

/// Returns the cameras of the views, and what they show.
[[nodiscard]] render::ViewSettings load_view_settings();
void save_view_settings(const render::ViewSettings& looks);

/// Pane layout in the notation of wxAUI, and the window size. Empty at the first start.
struct WindowLayout {
    std::string panes;
    int width{};  ///< width of the client area in pixels; 0 at the first start
    int height{};
    bool maximized{};
};
[[nodiscard]] WindowLayout stored_layout();
void store_layout(const WindowLayout& layout);

/// Returns the hidden and locked records of a map; see format_visibility_state().
[[nodiscard]] std::string stored_visibility_state(const std::filesystem::path& map);
void store_visibility_state(const std::filesystem::path& map, const std::string& text);

/// Returns the camera bookmarks of a file; see format_bookmarks().
[[nodiscard]] std::string stored_bookmarks(const std::filesystem::path& file);
void store_bookmarks(const std::filesystem::path& file, const std::string& text);

/// Returns the table columns for a record type; see format_columns(). Empty if the user has not chosen any.
[[nodiscard]] std::string stored_columns(const std::string& record_type);
void store_columns(const std::string& record_type, const std::string& columns);

/// Returns the keys that the user changed.
[[nodiscard]] KeyMap::Changed stored_keys();
void store_keys(const KeyMap::Changed& keys);

}  // namespace redforge::editor
