// The game folder that provides art and names.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/frame/game_files.hpp"

#include <set>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/model/session/game_uses.hpp"
#include "editor/model/session/problems.hpp"
#include "editor/views/actions/actions.hpp"
#include "editor/views/actions/script_actions.hpp"
#include "editor/views/actions/view_actions.hpp"
#include "editor/views/dialogs/replace_dialog.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"
#include "editor/views/panes/focus.hpp"
#include "editor/views/panes/grid.hpp"
#include "editor/views/panes/outliner.hpp"
#include "editor/views/panes/problems.hpp"
#include "editor/views/panes/uses_pane.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "editor/views/script/script_page.hpp"
#include "scene/game_folder.hpp"
#include "scene/placement.hpp"
#include "soup/names/name_files.hpp"

namespace redforge::editor {

std::filesystem::path GameFiles::game_around(const std::filesystem::path& file) const
{
    const std::filesystem::path around = chosen_ ? *chosen_ : soup::game_folder_around(std::filesystem::absolute(file));
    return around.empty() ? stored_game_folder().value_or(std::filesystem::path{}) : around;
}

std::optional<std::filesystem::path> GameFiles::game_folder() const
{
    const std::optional<std::filesystem::path> folder = chosen_ ? chosen_ : scene::game_folder_of(session()->path());
    return folder ? folder : stored_game_folder();
}

const scene::GameFolder* GameFiles::game_files()
{
    const std::optional<std::filesystem::path> folder = game_folder();
    if (!folder) {
        return nullptr;
    }
    if (*folder != indexed_game_folder_) {
        Result<scene::GameFolder> game = scene::index_game_folder(*folder);
        indexed_game_ = game ? std::optional(std::move(*game)) : std::nullopt;
        indexed_game_folder_ = *folder;
    }
    return indexed_game_ ? &*indexed_game_ : nullptr;
}

LoadContext GameFiles::names_for(const std::filesystem::path& file) const
{
    if (chosen_) {
        return soup::context_of(*chosen_);
    }
    const std::filesystem::path standard = stored_game_folder().value_or(std::filesystem::path{});
    LoadContext context = soup::context_around(file, {}, standard);
    context.game_folder = scene::game_folder_of(file).value_or(standard);
    return context;
}

void GameFiles::use_game_folder(const std::filesystem::path& folder)
{
    chosen_ = folder;
    part<ViewActions>().open_scene();
    if (session()) {
        session()->use_names(names_for(session()->path()));
        part<ScriptActions>().show_script();
    }
}

void GameFiles::choose_game_folder()
{
    std::filesystem::path begin = session() ? game_folder().value_or(session()->path().parent_path())
                                            : stored_game_folder().value_or(std::filesystem::path{});
    std::string problem;
    while (dialogs().which_game_folder) {
        const auto folder = dialogs().which_game_folder(frame(), begin, problem);
        if (!folder) {
            return;
        }
        if (scene::is_game_folder(*folder)) {
            frame().problems().drop("Game Folder");
            store_game_folder(*folder);
            use_game_folder(*folder);
            return;
        }
        problem = fmt::format("{} has neither FXART nor MAPS nor 3DART in it. Choose the folder with WORLD.INI.",
                              folder->string());
        begin = *folder;
    }
}

}  // namespace redforge::editor
