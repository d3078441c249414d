// Conflicts between the plugins of a load order.
#include "editor/views/actions/conflict_actions.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <wx/utils.h>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "editor/model/session/uses.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/views/actions/document_actions.hpp"
#include "editor/views/actions/pane_actions.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/panes/list_filter.hpp"
#include "editor/views/panes/plugin_conflict_pane.hpp"
#include "editor/views/panes/problems.hpp"

namespace redforge::editor {
namespace {

constexpr const char* conflicts_topic = "Plugin Conflicts";

}  // namespace

void ConflictActions::list_conflicts()
{
    const std::vector<std::filesystem::path> chosen =
        dialogs().which_plugins ? dialogs().which_plugins(frame()) : std::vector<std::filesystem::path>{};
    if (chosen.empty()) {
        return;
    }
    const bool has_plugin = session() && !plugins_of(*session()).empty();
    const std::filesystem::path data = has_plugin ? session()->path().parent_path() : chosen.front().parent_path();
    const wxBusyCursor busy;
    const Result<std::vector<std::filesystem::path>> files = plugins_in_order(chosen, data);
    Result<PluginConflicts> found = files ? compare_plugins(*files) : fail(files.error());
    if (!found) {
        report(conflicts_topic, found.error());
        return;
    }
    frame().problems().drop(conflicts_topic);
    if (pane_ == nullptr) {
        pane_ = new PluginConflictPane(&frame().bottom());
        frame().bottom().AddPage(pane_, "Conflicts");
        pane_->on_go = [this](const PluginConflictRow& row) { go(row); };
        pane_->on_rows = [this] { frame().list_filter().update(); };
    }
    pane_->show(std::move(found->rows));
    frame().bottom().SetSelection(static_cast<std::size_t>(frame().bottom().GetPageIndex(pane_)));
    if (!part<PaneActions>().bottom_shown()) {
        part<PaneActions>().toggle_bottom();
    }
    std::string words = fmt::format("{} and {} of {}.", counted(found->conflicts, "conflict"),
                                    counted(pane_->count_rows() - found->conflicts, "other override"),
                                    counted(found->plugins, "plugin"));
    if (!found->missing.empty()) {
        words += fmt::format(" Not found: {}. Fields of their records in which plugins differ are conflicts.",
                             fmt::join(found->missing, ", "));
    }
    show_notice(words);
}

void ConflictActions::go(const PluginConflictRow& row)
{
    if (row.file.empty()) {
        show_status("The winner is a master. Open it with File, Open.");
        return;
    }
    if (!part<DocumentActions>().open(row.file)) {
        return;  // an error has been shown
    }
    // A FormID in the file begins with the position of its plugin among the masters.
    const std::size_t end = row.form.rfind(':');
    const std::vector<std::string> plugins = plugins_of(*session());
    const auto owner = std::ranges::find_if(plugins, [&](const std::string& name) {
        return equals_ignore_case(name, row.form.substr(0, end));
    });
    const std::string number = owner == plugins.end()
                                   ? row.form  // none of the plugins defines the form
                                   : fmt::format("{:02X}{}", owner - plugins.begin(), row.form.substr(end + 1));
    const std::optional<NodeRef> record = definition_of(*session(), {Target::form, number});
    if (record) {
        go_to_nodes({*record});
    } else {
        show_status(fmt::format("{} has no record {}.", row.file.filename().string(), row.form));
    }
}

}  // namespace redforge::editor
