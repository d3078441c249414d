// The window: panes around one session, and its parts, each with actions of one kind.
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
#include <wx/listctrl.h>

#include "editor/model/key_map.hpp"
#include "editor/model/messages.hpp"
#include "editor/model/session.hpp"
#include "editor/views/dialogs.hpp"
#include "editor/views/input_counter.hpp"
#include "editor/views/open_dialogs.hpp"
#include "editor/views/pane_layout.hpp"
#include "editor/views/window_part.hpp"

namespace redforge::editor {

class ActorPane;
class ArtPane;
class Browser;
class CommandPalette;
class Outliner;
class PropertyPane;
class ProblemsPane;
class ScenePane;
class ScriptPage;
class TablePane;
class UsesPane;
class Welcome;
struct Action;

class ActorActions;
class AddActions;
class BrowserActions;
class DiskActions;
class EditActions;
class GameFiles;
class LayerActions;
class PaneActions;
class PictureActions;
class ProblemActions;
class ScriptActions;
class SelectActions;
class SoundActions;
class TableActions;
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

    /// Opens a file in place of the present one; an error is shown. Does not ask about unsaved changes.
    Status open_file(const std::filesystem::path& path);
    /// Offers what a window that ended without closing it had not saved of a file; without `file` that of all files, of
    /// which one is taken up. False: none was taken up.
    bool offer_unsaved(const std::filesystem::path& file = {});
    /// Opens the first of them: one window has one file. False: none was opened.
    bool open_dropped(const std::vector<std::filesystem::path>& files);
    /// Whether the present document may go: saved, unchanged, or given up.
    bool may_leave();
    /// Selects nodes in all panes. Paths that lead nowhere are left out, and told.
    std::vector<Error> select(const Paths& paths);
    void select_nodes(const NodeRefs& refs);
    /// What the property grid does when a value was typed: sets it in the records that it was typed for. An error is
    /// shown.
    Status set_value(PendingEdit edit);
    /// The same for values of several fields, as one step of that name.
    Status set_values(const std::string& what, const std::vector<RecordValue>& values);
    /// Sets what is being typed. Everything that a person does begins with it. False: it was refused, and is still being
    /// typed.
    bool commit();
    /// The same of all but the cells of the table and of the page of an actor.
    bool commit_others();
    /// Does what an action of the table says, if it is possible now.
    void run(const Action& action);
    /// Shows only what a query finds; all with an empty one.
    void filter(const std::string& query);

    /// The part with these actions.
    template <class Part>
    [[nodiscard]] Part& part() const
    {
        return *std::get<std::unique_ptr<Part>>(parts_);
    }
    /// Null: no document is open.
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
    [[nodiscard]] wxListView& history() { return *history_; }
    /// The lists below the others.
    [[nodiscard]] wxAuiNotebook& bottom() { return *bottom_; }
    [[nodiscard]] PaneLayout& panes() { return panes_; }
    [[nodiscard]] const PaneLayout& panes() const { return panes_; }
    [[nodiscard]] const KeyMap& keys() const { return keys_; }
    [[nodiscard]] CommandPalette* palette() const { return palette_; }
    [[nodiscard]] const OpenDialogs& open_dialogs() const { return open_dialogs_; }
    /// What a right click on the outliner opens.
    [[nodiscard]] wxMenu* make_outliner_menu() const;

    // The actions of the window itself.
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
    [[nodiscard]] bool can_save() const { return session_ && (session_->modified() || is_typing_new()); }
    [[nodiscard]] bool is_typing() const;
    /// The same without a script's text that was refused already.
    [[nodiscard]] bool is_typing_new() const;
    [[nodiscard]] bool has_view() const;
    [[nodiscard]] bool is_map() const;
    [[nodiscard]] bool has_selection() const;
    [[nodiscard]] bool always() const { return true; }  // NOLINT(*static*): the table takes members

    void show_status(const std::string& message);
    /// The same for what must not be missed: what is said next stands beside it, until a key or a button is pressed.
    void show_notice(const std::string& message);
    void report(const char* doing, const Error& error);
    /// Says what a killed write left to do in the folder that is open.
    void report_unfinished();
    void show_title();
    void show_selection();
    /// What the session has selected is shown in all panes; views where nothing of it is seen turn to it.
    void show_changed();
    /// When the window is active for the first time, the view has the focus.
    void take_first_focus();

private:
    void show_session(Session session);
    void make_parts();
    void place_panes();
    void bind_actions();
    void take_dropped_files();
    void add_recent_menu();
    /// Opens a file that was opened before; forgets it where that fails.
    void open_recent(std::size_t number);
    void remember_opened(const std::filesystem::path& path);
    void connect_welcome();
    void show_history();
    void use_keys(KeyMap keys);
    [[nodiscard]] bool is_possible(const Action& action) const;
    /// One sentence for what is not possible now.
    [[nodiscard]] std::string disabled_reason(const Action& action) const;
    void on_close(wxCloseEvent& event);
    /// Asks what becomes of drafts. False: the file stays open.
    bool may_leave_drafts();
    bool save_to(const std::filesystem::path& path, edit::Storage storage);
    /// Brings the panes up to date with a change of the document.
    void on_change(const edit::Changes& changes);
    void on_key(wxKeyEvent& event);
#ifdef __WXMSW__
    /// Keys of the menu are on_key's: Windows would run them before text that is typed has them, and a line would never
    /// get the letters and digits that are keys of the view.
    bool MSWTranslateMessage(WXMSG* message) override
    {
        return wxWindow::MSWTranslateMessage(message);
    }
#endif
    void take_focus_back();
    [[nodiscard]] std::size_t messages_read() const;

    Dialogs dialogs_;
    OpenDialogs open_dialogs_;
    std::optional<Session> session_;
    KeyMap keys_;
    CommandPalette* palette_{};
    wxAuiNotebook* bottom_{};
    wxListView* history_{};
    wxFileHistory recent_;
    InputCounter inputs_;
    Messages said_;
    bool journal_error_told_{};
    bool stale_{};  ///< the grid is to be brought up to date
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
    Owned<ActorActions, AddActions, BrowserActions, DiskActions, EditActions, GameFiles, LayerActions, PaneActions,
          PictureActions, ProblemActions, ScriptActions, SelectActions, SoundActions, TableActions, TransformActions,
          UsesActions, ValueDrags, ViewActions>
        parts_;
};

template <class Part>
Part& WindowPart::part() const
{
    return frame_->part<Part>();
}

}  // namespace redforge::editor
