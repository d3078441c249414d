// User settings, in a private file of the user's configuration folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "editor/model/grouping.hpp"
#include "editor/model/key_map.hpp"
#include "editor/model/transform.hpp"
#include "editor/model/view_layout.hpp"
#include "render/view_settings.hpp"

namespace redforge::editor {

/// The file in which all this is.
[[nodiscard]] std::filesystem::path settings_file();

/// The game's folder that was chosen last.
[[nodiscard]] std::optional<std::filesystem::path> stored_game_folder();
void store_game_folder(const std::filesystem::path& folder);

/// The files that were opened last, the newest last.
[[nodiscard]] std::vector<std::string> recent_files();
void add_recent_file(const std::filesystem::path& file);

/// The steps that places and angles snap to.
[[nodiscard]] Snapping stored_snapping();
void store_snapping(const Snapping& snapping);

/// The folder that a file was chosen in last.
[[nodiscard]] std::optional<std::filesystem::path> last_folder();
void store_last_folder(const std::filesystem::path& folder);

/// Returns true if the browser is shown next to a map.
[[nodiscard]] bool stored_browser_shown();
void store_browser_shown(bool shown);

/// Returns the stored grouping of the outliner for maps.
[[nodiscard]] Grouping stored_grouping();
void store_grouping(Grouping grouping);

/// How views are arranged, and whether they are linked.
[[nodiscard]] ViewLayout stored_views();
[[nodiscard]] bool stored_link();
void store_views(const ViewLayout& layout, bool linked);

/// From where views look, and what they show.
[[nodiscard]] render::ViewSettings load_view_settings();
void save_view_settings(const render::ViewSettings& looks);

/// Panes as wxAUI describes them; empty at the first start.
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

/// Returns the table columns for a record type; see columns_text(). Empty if the user has not chosen any.
[[nodiscard]] std::string stored_columns(const std::string& record_type);
void store_columns(const std::string& record_type, const std::string& columns);

/// The keys that are not the usual ones.
[[nodiscard]] KeyMap::Changed stored_keys();
void store_keys(const KeyMap::Changed& keys);

}  // namespace redforge::editor
