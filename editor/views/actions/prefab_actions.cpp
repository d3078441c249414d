// Saves the selection as a prefab, and places prefabs.
#include "editor/views/scene/scene_canvas.hpp"  // first, for its OpenGL headers

#include "editor/views/actions/prefab_actions.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytes/bytes.hpp"
#include "core/files/files.hpp"
#include "editor/model/scene/placing.hpp"
#include "editor/views/actions/add_actions.hpp"
#include "editor/views/actions/browser_actions.hpp"
#include "editor/views/actions/edit_actions.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/scene/scene_pane.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {
namespace {

/// Returns a file name without characters that some systems reject.
std::string file_name(std::string name)
{
    std::ranges::replace_if(
        name, [](char c) { return c == '/' || c == '\\' || c == '[' || c == ']' || c == ':'; }, '_');
    return name;
}

}  // namespace

bool PrefabActions::can_save() const
{
    return is_map() && part<EditActions>().can_copy() &&
           !placed_records(session()->root(), session()->selection()).empty();
}

void PrefabActions::save_selection()
{
    if (!can_save() || !commit() || !dialogs().where_to_save_prefab) {
        return;
    }
    const NodeRefs records = session()->selection();
    const auto file = dialogs().where_to_save_prefab(frame(), file_name(session()->called(records)));
    if (!file) {
        return;
    }
    std::optional<glm::dvec3> anchor = middle_of(session()->root(), placed_records(session()->root(), records));
    if (const auto box = has_view() ? frame().scene().canvas()->selected_box() : std::nullopt; anchor && box) {
        anchor->y = scene::map_place(box->low).y;  // the lowest point of the models: placed prefabs stand on the ground
    }
    const std::string text = session()->copied(records, anchor);
    const Result<Written> written =
        write_file(*file, std::as_bytes(std::span(text)), {.overwrite = Overwrite::allow, .backup = true});
    if (!written) {
        report("Prefab", written.error());
        return;
    }
    store_prefab_folder(file->parent_path());
    part<BrowserActions>().update_browser();
    show_status(fmt::format("Saved {} as prefab {}.", session()->called(records), file->stem().string()));
}

void PrefabActions::place()
{
    place_at(part<AddActions>().middle_of_view());
}

void PrefabActions::place_at(const std::optional<glm::dvec3>& position)
{
    if (!is_map() || !commit() || !dialogs().which_prefab) {
        return;
    }
    if (const auto file = dialogs().which_prefab(frame())) {
        store_prefab_folder(file->parent_path());
        place_file(*file, position);
        part<BrowserActions>().update_browser();
    }
}

void PrefabActions::place_file(const std::filesystem::path& file, const std::optional<glm::dvec3>& position)
{
    if (!session() || !commit()) {
        return;
    }
    const std::string name = file.stem().string();
    const Result<Bytes> bytes = read_file(file);
    Result<Session::Pasted> placed =
        bytes ? session()->paste(std::string(as_text(*bytes)), position, 0, name) : fail(bytes.error());
    const bool is_off_map = !placed && placed.error().code == ErrorCode::out_of_range && position;
    if (is_off_map) {
        placed = session()->paste(std::string(as_text(*bytes)), {}, 0, name);
    }
    if (!placed) {
        report("Prefab", placed.error());
        return;
    }
    select_nodes(placed->records);
    frame().scene().reveal_selected();
    std::string words = session()->undo_name();
    if (is_off_map) {
        words += ", at its saved position, because the pointer is outside of the map";
    }
    if (!placed->brought.empty()) {
        words += fmt::format(", with actor {}", fmt::join(placed->brought, ", "));
    }
    if (!placed->kept.empty()) {
        words += fmt::format(". This map has another actor {}, which is used", fmt::join(placed->kept, ", "));
    }
    show_notice(words + ".");
}

}  // namespace redforge::editor
