// The window: panes for one session, and its parts, each with actions of one kind.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <wx/aui/auibook.h>
#include <wx/filehistory.h>
#include <wx/frame.h>

#include "editor/model/session/messages.hpp"
#include "editor/model/session/session.hpp"
#include "editor/model/text/key_map.hpp"
#include "editor/views/dialogs/dialogs.hpp"
#include "editor/views/dialogs/open_dialogs.hpp"
#include "editor/views/frame/input_counter.hpp"
#include "editor/views/frame/pane_layout.hpp"
#include "editor/views/frame/window_part.hpp"
#include "editor/views/script/text_undo.hpp"
#include "render/camera/view_control.hpp"

namespace redforge::editor {

class ActorPane;
class ArtPane;
class Browser;
class CommandPalette;
class HistoryPane;
class ListFilter;
class Outliner;
class PropertyPane;
class ProblemsPane;
class ScenePane;
class ScriptPage;
class TablePane;
class UsesPane;
class Welcome;
struct Action;
struct PropertyRows;

class ActorActions;
class AddActions;
class BrowserActions;
class ConflictActions;
class DiskActions;
class DocumentActions;
class EditActions;
class GameFiles;
class HelpActions;
class LayerActions;
class LevelActions;
class ModActions;
class PaneActions;
class PictureActions;
class PrefabActions;
class ProblemActions;
class ScriptActions;
class SelectActions;
class SoundActions;
class TableActions;
class TourActions;
class TransformActions;
class UsesActions;
class ValueDrags;
class ViewActions;

class MainFrame : public wxFrame {
public:
    explicit MainFrame(Dialogs dialogs = real_dialogs());
    MainFrame(const MainFrame&) = delete;
    MainFrame& operator=(const MainFrame&) = delete;
    ~MainFrame() override;

    /// Opens a file and closes the present one. Shows an error. Does not ask about unsaved changes.
    Status open_file(const std::filesystem::path& path);
    /// Offers to recover unsaved changes that a closed window left for `files`; if empty, for all files. Recovers one
    /// after the other, in tabs. Returns false if none was recovered.
    bool offer_unsaved(const std::vector<std::filesystem::path>& files = {});
    /// Reports what was recovered. `others`: number of other journals of the file.
    void report_recovered(const Unsaved& unsaved, std::size_t others);
    /// Clears the panes and returns their session; nullopt if nothing is open. The caller must then call
    /// return_session() or show_nothing().
    std::optional<Session> release_session();
    /// Shows a session of a tab again, with the cameras of its views; without cameras the whole scene is framed.
    void return_session(Session session, std::vector<render::ViewControl> cameras);
    /// Shows the start page.
    void show_nothing();
    /// Returns true if the document can be closed: unmodified, saved, or discarded.
    bool can_close();
    /// Selects nodes in all panes. Returns and shows errors for invalid paths.
    std::vector<Error> select(const Paths& paths);
    void select_nodes(const NodeRefs& refs);
    /// Applies a value from the property grid to the records that it was typed for. Shows an error.
    Status set_value(PendingEdit edit);
    /// Applies values of several fields as one named step.
    Status set_values(const std::string& what, const std::vector<RecordValue>& values);
    /// Applies the pending edit. Every user action begins with it. Returns false if it was rejected and is still being
    /// edited.
    bool commit();
    /// Applies pending edits except cells of the table and of the actor page.
    bool commit_others();
    /// Runs an action of the table if it is available.
    void run(const Action& action);
    /// Filters by a query; an empty one shows all.
    void filter(const std::string& query);

    /// Returns the part with these actions.
    template <class Part>
    [[nodiscard]] Part& part() const
    {
        return *std::get<std::unique_ptr<Part>>(parts_);
    }
    /// Null if no document is open.
    [[nodiscard]] const Session* session() const { return session_ ? &*session_ : nullptr; }
    [[nodiscard]] Session* session() { return session_ ? &*session_ : nullptr; }
    [[nodiscard]] const Dialogs& dialogs() const { return dialogs_; }
    [[nodiscard]] Outliner& outliner() { return *outliner_; }
    [[nodiscard]] PropertyPane& properties() { return *properties_; }
    [[nodiscard]] ProblemsPane& problems() { return *problems_; }
    [[nodiscard]] ScenePane& scene() { return *scene_; }
    [[nodiscard]] const ScenePane& scene() const { return *scene_; }
    [[nodiscard]] ScriptPage& script() { return *script_; }
    [[nodiscard]] TablePane& table() { return *table_; }
    [[nodiscard]] UsesPane& uses() { return *uses_; }
    [[nodiscard]] ActorPane& actor() { return *actor_; }
    [[nodiscard]] ArtPane& sheet() { return *sheet_; }
    [[nodiscard]] Browser& browser() { return *browser_; }
    [[nodiscard]] Welcome& welcome() { return *welcome_; }
    [[nodiscard]] HistoryPane& history() { return *history_; }
    /// The notebook of lists at the bottom.
    [[nodiscard]] wxAuiNotebook& bottom() { return *bottom_; }
    [[nodiscard]] ListFilter& list_filter() { return *list_filter_; }
    [[nodiscard]] PaneLayout& panes() { return panes_; }
    [[nodiscard]] const PaneLayout& panes() const { return panes_; }
    [[nodiscard]] const KeyMap& keys() const { return keys_; }
    [[nodiscard]] CommandPalette* palette() const { return palette_; }
    [[nodiscard]] const OpenDialogs& open_dialogs() const { return open_dialogs_; }
    /// Returns the context menu of the outliner.
    [[nodiscard]] wxMenu* make_outliner_menu() const;

    // Actions of the window itself.
    void new_map();
    void open();
    void save();
    void save_as();
    void quit();
    void find();
    void open_palette();
    void change_keys();
    void about();
    [[nodiscard]] bool has_document() const { return session_.has_value(); }
    [[nodiscard]] bool can_save() const { return session_ && (session_->modified() || has_new_text()); }
    [[nodiscard]] bool is_typing() const;
    /// Returns true if there is pending text that was not already rejected.
    [[nodiscard]] bool has_new_text() const;
    [[nodiscard]] bool has_view() const;
    [[nodiscard]] bool is_map() const;
    [[nodiscard]] bool has_selection() const;
    [[nodiscard]] bool always() const { return true; }  // NOLINT(*static*): the action table requires members

    void show_status(const std::string& message);
    /// Shows an important message: later messages appear next to it, until a key or button is pressed.
    void show_notice(const std::string& message);
    /// Removes the message of an earlier action, which an action without a message would leave.
    void clear_old_status();
    void report(const char* doing, const Error& error);
    /// Reports an interrupted write of the open folder.
    void report_unfinished();
    /// Reports plugins of a save that are not found, so that its records have no names.
    void report_missing_names();
    void show_title();
    void show_selection();
    /// Shows the marks of an open mod at the properties, unless a value is being typed.
    void show_marks();
    /// Shows the session's selection in all panes, and moves views in which it is not visible.
    void show_changed();
    /// Focuses the view when the window is first activated.
    void set_initial_focus();

private:
    void show_session(Session session);
    /// Lists changes of the session that were not recovered in Problems.
    void list_not_recovered();
    void make_parts();
    void place_panes();
    void bind_actions();
    void take_dropped_files();
    void add_recent_menu();
    /// Opens a recent file. Removes it from the list if that fails.
    void open_recent(std::size_t number);
    void remember_opened(const std::filesystem::path& path);
    void connect_welcome();
    void show_history();
    void use_keys(KeyMap keys);
    [[nodiscard]] bool is_possible(const Action& action) const;
    /// Returns a sentence with the reason why an action is not available.
    [[nodiscard]] std::string disabled_reason(const Action& action) const;
    void on_close(wxCloseEvent& event);
    /// Asks about drafts. Returns false if the file must stay open.
    bool can_close_drafts();
    bool save_to(const std::filesystem::path& path, edit::Storage storage);
    /// Updates the panes after a change of the document.
    void on_change(const edit::Changes& changes);
    void on_key(wxKeyEvent& event);
#ifdef __WXMSW__
    /// on_key handles menu keys. Windows would handle them before a text line does, so letters and digits that are view
    /// keys could not be typed.
    bool MSWTranslateMessage(WXMSG* message) override
    {
        return wxWindow::MSWTranslateMessage(message);
    }
#endif
    void restore_focus();
    [[nodiscard]] std::size_t messages_read() const;
    /// Returns the rows of the selection, with the originals of values that an open mod changes.
    [[nodiscard]] PropertyRows selected_rows() const;

    Dialogs dialogs_;
    OpenDialogs open_dialogs_;
    std::optional<Session> session_;
    KeyMap keys_;
    CommandPalette* palette_{};
    wxAuiNotebook* bottom_{};
    HistoryPane* history_{};
    ListFilter* list_filter_{};
    wxFileHistory recent_;
    InputCounter inputs_;
    Messages said_;
    TextUndo text_undo_;
    bool journal_error_shown_{};
    bool stale_{};  ///< the grid must be updated
    bool had_focus_{};
    PaneLayout panes_;
    Outliner* outliner_{};
    PropertyPane* properties_{};
    ProblemsPane* problems_{};
    ScenePane* scene_{};
    ScriptPage* script_{};
    TablePane* table_{};
    UsesPane* uses_{};
    ActorPane* actor_{};
    Browser* browser_{};
    ArtPane* sheet_{};
    Welcome* welcome_{};
    template <class... Parts>
    using Owned = std::tuple<std::unique_ptr<Parts>...>;
    Owned<ActorActions, AddActions, BrowserActions, ConflictActions, DiskActions, DocumentActions, EditActions,
          GameFiles, HelpActions, LayerActions, LevelActions, ModActions, PaneActions, PictureActions, PrefabActions,
          ProblemActions, ScriptActions, SelectActions, SoundActions, TableActions, TourActions, TransformActions,
          UsesActions, ValueDrags, ViewActions>
        parts_;
};

template <class Part>
Part& WindowPart::part() const
{
    return frame_->part<Part>();
}

}  // namespace redforge::editor
