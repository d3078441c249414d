// The window: outliner, property grid and problems around one session, and what can be done with it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <wx/aui/auibar.h>
#include <wx/aui/auibook.h>
#include <wx/choice.h>
#include <wx/filehistory.h>
#include <wx/frame.h>
#include <wx/listctrl.h>
#include <wx/timer.h>

#include "editor/model/arrange.hpp"
#include "editor/model/browser_items.hpp"
#include "editor/model/difference_rows.hpp"
#include "editor/model/hiding.hpp"
#include "editor/model/key_map.hpp"
#include "editor/model/messages.hpp"
#include "editor/model/problems.hpp"
#include "editor/model/replacing.hpp"
#include "editor/model/session.hpp"
#include "editor/model/transform_tool.hpp"
#include "editor/model/uses.hpp"
#include "editor/model/view_layout.hpp"
#include "editor/views/input_counter.hpp"
#include "editor/views/open_dialogs.hpp"
#include "editor/views/pane_layout.hpp"
#include "model/model.hpp"
#include "render/camera.hpp"
#include "render/renderer.hpp"
#include "scene/placement.hpp"
#include "scene/scene.hpp"

namespace redforge::render {
struct GameArt;
}

namespace redforge::editor {

class ActorPane;
class ArtPane;
class Browser;
class CommandPalette;
class Outliner;
class PropertyPane;
class ProblemsPane;
class SceneCanvas;
class ScenePane;
class ScriptPage;
class TablePane;
class UsesPane;
class Welcome;
struct Action;
struct Imported;
struct RenameQuestion;
struct ReplaceQuestion;
enum class Picking : std::uint8_t;

enum class Answer : std::uint8_t { save, discard, cancel };
/// What to do with a file that another program changed.
enum class OutsideAnswer : std::uint8_t { merge, reload, keep_mine, difference, later };
struct OutsideQuestion {
    std::string name;        ///< of the file
    bool saving{};           ///< it is about to be saved: to keep mine is to save it
    std::string unreadable;  ///< why what it holds now cannot be read; empty when it can
};

/// Two documents that are shown beside each other.
struct Differences {
    std::string heading;
    std::string bytes;         ///< what their files are to each other; empty: not known
    std::string mine{"Mine"};  ///< what the two are called
    std::string theirs{"Theirs"};
    std::vector<DifferenceRow> rows;
};

/// What becomes of script texts that are not applied when their file is closed.
enum class DraftAnswer : std::uint8_t { keep, discard, cancel };
/// What to do with steps that a window did not save before it ended.
enum class UnsavedAnswer : std::uint8_t { recover, later, discard };

/// A picture that goes out or comes in.
struct PictureQuestion {
    std::string name;  ///< of the file, without an extension
    bool gif{};        ///< it may be a GIF
    bool frames{};     ///< it has several, which only a GIF takes
};

/// What the window asks of a person; tests answer in their place. No path means that they changed their mind.
struct Dialogs {
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_to_open;
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const Session& session)> where_to_save;
    /// `drafts`: the names of scripts whose texts are not applied; they are not saved.
    std::function<Answer(wxWindow& parent, const std::string& name, const std::vector<std::string>& drafts)>
        what_of_changes;
    /// Where a new map is to be; `folder` is where that begins, empty for the last one.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::filesystem::path& folder)>
        where_to_make{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_game_folder{};
    std::function<OutsideAnswer(wxWindow& parent, const OutsideQuestion& question)> what_of_outside_change{};
    /// The path of a record that is to be seen; nothing when it was only looked at.
    std::function<std::optional<std::string>(wxWindow& parent, Differences differences)> show_difference{};
    /// Which side holds for each conflict: ours or theirs; nothing when nothing is to be merged.
    std::function<std::optional<std::vector<edit::Prefer>>(wxWindow& parent, const std::string& name,
                                                           const std::vector<edit::Conflict>& conflicts)>
        which_sides{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_to_compare{};
    std::function<UnsavedAnswer(wxWindow& parent, const Unsaved& unsaved)> what_of_unsaved{};
    /// What becomes of the texts that are not applied. Without an answer they are kept.
    std::function<DraftAnswer(wxWindow& parent, const std::vector<std::string>& drafts)> what_of_drafts{};
    std::function<std::optional<KeyMap>(wxWindow& parent, const KeyMap& keys)> which_keys{};
    /// Another name for a record; nothing when it keeps its own.
    std::function<std::optional<std::string>(wxWindow& parent, const RenameQuestion& question)> new_name{};
    /// What to replace everywhere; nothing when all stays as it is.
    std::function<std::optional<ReplaceWords>(wxWindow& parent, const ReplaceQuestion& question)> what_to_replace{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const PictureQuestion& question)>
        where_to_export{};
    /// `name`: of a sound.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const std::string& name)>
        where_to_export_sound{};
    /// A folder for the pictures of a document.
    std::function<std::optional<std::filesystem::path>(wxWindow& parent)> which_picture_folder{};
    std::function<std::optional<std::filesystem::path>(wxWindow& parent, const PictureQuestion& question)>
        which_picture{};
    std::function<std::vector<std::filesystem::path>(wxWindow& parent)> which_pictures{};
    /// The reason to ignore a problem; nothing when it is not to be ignored.
    std::function<std::optional<std::string>(wxWindow& parent, const Problem& problem)> reason_to_ignore{};
};

[[nodiscard]] Dialogs real_dialogs();

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
    /// Selects nodes in all panes. Paths that lead nowhere are left out, and told.
    std::vector<Error> select(const Paths& paths);
    /// What the property grid does when a value was typed: sets it in the records that it was typed for. An error is
    /// shown.
    Status set_value(PendingEdit edit);
    /// The same for values of several fields, as one step of that name.
    Status set_values(const std::string& what, const std::vector<RecordValue>& values);
    /// Sets what is being typed. Everything that a person does begins with it. False: it was refused, and is still being
    /// typed.
    bool commit();
    /// Does what an action of the table says, if it is possible now.
    void run(const Action& action);
    /// Draws with the art of that folder, whatever is opened.
    void use_game_folder(const std::filesystem::path& folder);
    /// Shows only what a query finds; all with an empty one.
    void filter(const std::string& query);

    [[nodiscard]] const Session* session() const { return session_ ? &*session_ : nullptr; }
    [[nodiscard]] Outliner& outliner() { return *outliner_; }
    [[nodiscard]] PropertyPane& properties() { return *properties_; }
    [[nodiscard]] ProblemsPane& problems() { return *problems_; }
    [[nodiscard]] ScenePane& scene() { return *scene_; }
    [[nodiscard]] ScriptPage& script() { return *script_; }
    [[nodiscard]] TablePane& table() { return *table_; }
    [[nodiscard]] UsesPane& uses() { return *uses_; }
    [[nodiscard]] ActorPane& actor() { return *actor_; }
    [[nodiscard]] ArtPane& sheet() { return *sheet_; }
    [[nodiscard]] Browser& browser() { return *browser_; }
    [[nodiscard]] wxListView& history() { return *history_; }

    // The actions.
    void new_map();
    void open();
    void save();
    void save_as();
    /// Shows what saving would change on the disk.
    void show_changes();
    /// Shows in what another file differs.
    void compare_with_file();
    void quit();
    /// Opens the first of them: one window has one file. False: none was opened.
    bool open_dropped(const std::vector<std::filesystem::path>& files);
    void undo();
    void redo();
    void find();
    void add_record();
    void duplicate_records();
    void remove_records();
    void rename_record();
    void move_up();
    void move_down();
    void about();
    void choose_game_folder();
    void load_scene();
    void view_perspective();
    void view_top();
    void view_front();
    void view_side();
    void view_iso();
    void frame_selected();
    void frame_all();
    void toggle_symbols();
    void one_view();
    void two_views();
    void four_views();
    void toggle_link();
    void toggle_wireframe();
    void toggle_flat();
    template <render::Symbol symbol>
    void toggle_symbol()
    {
        show_symbol(symbol, !symbol_shown(symbol));
    }
    template <scene::Kind kind>
    void toggle_kind()
    {
        toggle(hiding_.hidden_kinds, kind);
    }
    template <scene::Kind kind>
    void toggle_kind_lock()
    {
        toggle(hiding_.locked_kinds, kind);
    }
    void pick_all_kinds() { pick_kind(std::nullopt); }
    template <scene::Kind kind>
    void pick_only()
    {
        pick_kind(kind);
    }
    void toggle_pane(const char* name);
    void toggle_browser();
    void toggle_bottom();
    void reset_layout();
    void open_palette();
    void change_keys();
    void duplicate_and_move();
    template <Axis axis, AlignTo to>
    void align()
    {
        align_selected(axis, to);
    }
    template <Axis axis>
    void distribute()
    {
        distribute_selected(axis);
    }
    void take_place_of_last();
    void move_by_hand();
    void rotate_by_hand();
    void show_arrows();
    void show_rings();
    void nudge_left();
    void nudge_right();
    void nudge_forward();
    void nudge_back();
    void nudge_up();
    void nudge_down();
    void drop_to_ground();
    void toggle_snapping();
    void finer_grid();
    void coarser_grid();
    void copy_records();
    void cut_records();
    void paste_records();
    void select_all();
    void select_none();
    void invert_selection();
    void select_same_kind();
    void select_same_model();
    void select_same_script();
    void select_actors();
    void hide_selected();
    void isolate_selected();
    void lock_selected();
    void show_hidden();
    void toggle_script();
    void toggle_table();
    void toggle_actor();
    void apply_script();
    void discard_script();
    void find_in_scripts();
    /// Lists the lines of all scripts with these words.
    void search_scripts(const std::string& words);
    void go_to_definition();
    void find_uses();
    void replace_everywhere();
    void connect_nodes();
    void disconnect_nodes();
    /// One selected picture goes into a file, several go into a folder; with none selected, all of them.
    void export_pictures();
    void replace_picture();
    void import_pictures();
    [[nodiscard]] bool has_pictures() const;
    [[nodiscard]] bool can_replace_picture() const;
    [[nodiscard]] bool has_document() const { return session_.has_value(); }
    [[nodiscard]] bool can_save() const { return session_ && (session_->modified() || is_typing_new()); }
    [[nodiscard]] bool can_undo() const { return session_ && (session_->can_undo() || is_typing_new()); }
    [[nodiscard]] bool can_redo() const { return session_ && session_->can_redo(); }
    [[nodiscard]] bool is_typing() const;
    /// The same without a script's text that was refused already.
    [[nodiscard]] bool is_typing_new() const;
    [[nodiscard]] bool can_add() const;
    [[nodiscard]] bool can_remove() const;
    [[nodiscard]] bool can_arrange() const;
    [[nodiscard]] bool can_rename() const { return rename_target().has_value(); }
    void play_sound();
    [[nodiscard]] bool can_play() const { return sound_record().has_value(); }
    [[nodiscard]] bool is_loading() const;
    [[nodiscard]] bool has_view() const;
    [[nodiscard]] bool symbols_shown() const;
    void toggle_names();
    [[nodiscard]] bool names_shown() const;
    void toggle_visibility();
    [[nodiscard]] bool can_show_visibility() const { return has_view() && is_map(); }
    [[nodiscard]] bool visibility_shown() const;
    /// Walks through the map from where the pointer is, or goes back to the previous view.
    void toggle_play();
    [[nodiscard]] bool can_play_map() const { return has_view() && is_map(); }
    [[nodiscard]] bool plays_map() const;
    [[nodiscard]] bool can_transform() const;
    [[nodiscard]] bool can_drop() const;
    [[nodiscard]] bool is_map() const;
    [[nodiscard]] bool can_copy() const;
    [[nodiscard]] bool has_selection() const;
    [[nodiscard]] bool has_hidden() const { return !hiding_.empty(); }
    [[nodiscard]] bool always() const { return true; }  // NOLINT(*static*): the table takes members
    [[nodiscard]] bool is_one_view() const { return has_views(ViewCount::one); }
    [[nodiscard]] bool is_two_views() const { return has_views(ViewCount::two); }
    [[nodiscard]] bool is_four_views() const { return has_views(ViewCount::four); }
    [[nodiscard]] bool views_linked() const;
    [[nodiscard]] bool is_wireframe() const;
    [[nodiscard]] bool is_flat_shaded() const;
    template <render::Symbol symbol>
    [[nodiscard]] bool shows_symbol() const
    {
        return symbol_shown(symbol);
    }
    template <scene::Kind kind>
    [[nodiscard]] bool shows_kind() const
    {
        return !hiding_.hidden_kinds.contains(kind);
    }
    template <scene::Kind kind>
    [[nodiscard]] bool kind_locked() const
    {
        return hiding_.locked_kinds.contains(kind);
    }
    [[nodiscard]] bool picks_all_kinds() const { return !picked_kind_; }
    template <scene::Kind kind>
    [[nodiscard]] bool picks_only() const
    {
        return picked_kind_ == kind;
    }
    [[nodiscard]] bool outliner_shown() const { return panes_.is_shown("outliner"); }
    [[nodiscard]] bool properties_shown() const { return panes_.is_shown("properties"); }
    [[nodiscard]] bool browser_shown() const;
    [[nodiscard]] bool has_browser() const;
    void fix_selected_problem();
    [[nodiscard]] bool can_fix_problem() const;
    [[nodiscard]] bool bottom_shown() const { return panes_.is_shown("bottom"); }
    [[nodiscard]] bool tools_shown() const { return panes_.is_shown("tools"); }
    [[nodiscard]] bool can_duplicate_things() const { return can_arrange() && can_transform(); }
    [[nodiscard]] bool can_align() const { return can_place(2); }
    [[nodiscard]] bool can_distribute() const { return can_place(3); }
    [[nodiscard]] bool arrows_shown() const { return !rings_; }
    [[nodiscard]] bool rings_shown() const { return rings_; }
    [[nodiscard]] bool is_snapping() const { return snapping_.on; }
    void toggle_surfaces();
    [[nodiscard]] bool snaps_to_surfaces() const { return snapping_.surface; }
    template <Pivot pivot>
    void pivot_on()
    {
        turn_about(pivot);
    }
    template <Pivot pivot>
    [[nodiscard]] bool has_pivot() const
    {
        return snapping_.pivot == pivot;
    }
    [[nodiscard]] bool can_connect() const;
    [[nodiscard]] bool has_scripts() const;
    [[nodiscard]] bool has_script() const;
    [[nodiscard]] bool has_map_script() const;
    [[nodiscard]] bool runs_script() const;
    [[nodiscard]] bool is_typing_script() const;
    [[nodiscard]] bool script_shown() const;
    [[nodiscard]] bool table_shown() const;
    [[nodiscard]] bool actor_shown() const;

    [[nodiscard]] const Snapping& snapping() const { return snapping_; }
    /// A place in the map where something is put: beside the axis that points up on the grid, where snapping is on.
    [[nodiscard]] glm::dvec3 on_grid(const glm::dvec3& place) const;
    void snap_to(const Snapping& snapping);
    [[nodiscard]] const TransformTool& tool() const { return tool_; }
    [[nodiscard]] const Hiding& hiding() const { return hiding_; }
    [[nodiscard]] const KeyMap& keys() const { return keys_; }
    [[nodiscard]] CommandPalette* palette() const { return palette_; }
    /// What a right click on the outliner opens.
    [[nodiscard]] wxMenu* make_outliner_menu() const;

private:
    void show_session(Session session);
    void connect_scene();
    void open_scene();
    /// The names for scripts of a file: of the game's folder that it lies in or that its models come from.
    [[nodiscard]] LoadContext names_for(const std::filesystem::path& file) const;
    void connect_input();
    void pick(const NodeRefs& refs, Picking picking);
    void begin_transform(TransformTool::Mode mode);
    void follow_pointer();
    void end_transform(bool keep);
    void nudge(std::size_t way, double sign);
    void turn_about(Pivot pivot);
    void align_selected(Axis axis, AlignTo to);
    void distribute_selected(Axis axis);
    void arrange_records(const std::string& name,
                         const std::function<Status(edit::Recorder&, const NodeRefs&)>& change);
    [[nodiscard]] bool can_place(std::size_t least) const;
    void connect_view(SceneCanvas& view);
    void show_views(ViewCount count);
    [[nodiscard]] bool has_views(ViewCount count) const;
    void shade(render::Shading shading);
    void show_symbol(render::Symbol symbol, bool shown);
    [[nodiscard]] bool symbol_shown(render::Symbol symbol) const;
    void toggle(std::set<scene::Kind>& kinds, scene::Kind kind);
    void load_hiding();
    void restore_views();
    void remember_looks();
    void use_keys(KeyMap keys);
    [[nodiscard]] bool is_possible(const Action& action) const;
    /// One sentence for what is not possible now.
    [[nodiscard]] std::string why_not(const Action& action) const;
    /// Whether the clipboard has what is selected; else the status bar says why. `text`: for programs that take no records.
    bool copy_selected(const std::string& text = {});
    /// What the selected record is called, where other places name it.
    [[nodiscard]] std::optional<edit::RenameTarget> rename_target() const;
    /// The one selected record, where it has a sound.
    [[nodiscard]] std::optional<NodeRef> sound_record() const;
    void play_wav(const SharedBytes& wav);
    /// One of MAIN.SFX.
    void play_game_sound(std::uint32_t number);
    /// Those of MAIN.SFX; none without a game.
    [[nodiscard]] std::span<const GameSound> game_sounds();
    [[nodiscard]] std::span<const GameVoice> game_voices();
    /// Null where the item is none.
    const GameVoice* voice_of(const BrowserItem& item);
    void export_sound(const BrowserItem& item);
    /// Ends the sound that plays, and removes the file that it is played from.
    void forget_sound();
    /// Removes what is selected. False: it was refused, which has been told.
    bool take_away(const char* verb);
    void select_found(const NodeRefs& found);
    /// Whether a person sees it now: what is not seen is not selected with others.
    [[nodiscard]] bool is_seen(const NodeRef& ref);
    void show_hiding();
    void open_view_menu(const wxPoint& at);
    [[nodiscard]] std::string size_words(const NodeRef& ref) const;
    void add_actor_at(const std::optional<glm::dvec3>& place);
    void add_at(scene::Kind kind, const std::optional<glm::dvec3>& place);
    /// Adds a node of a walk map, connected with the one that is selected.
    void add_node_at(const glm::dvec3& place);
    void show_connected(const Result<edit::Changes>& made, const char* nothing);
    /// Where the pointer points at in the map.
    [[nodiscard]] std::optional<glm::dvec3> pointed_place() const;
    void connect_script();
    void connect_table();
    /// Shows the view or the table, and the script page below.
    void arrange_middle();
    void show_table();
    /// Removes the records of the selected rows.
    void remove_rows();
    /// Whether a key belongs to the table; `swallowed`: it has no use for it either.
    bool table_key(int key, int modifiers, bool& swallowed);
    /// Does in the table what an action does elsewhere. False: it is not for the table.
    bool run_in_table(int id);
    void connect_actor();
    void show_actor();
    /// Whether a key belongs to the page of an actor; `swallowed`: it has no use for it either.
    bool actor_key(int key, int modifiers, bool& swallowed);
    /// Says why an action cannot be done with a line of that page. False: it can.
    bool run_in_actor(int id);
    /// commit() of all but the cells of the table and of the page of an actor.
    bool commit_others();
    [[nodiscard]] bool selects_script() const;
    void show_script();
    void show_script_page(bool shown);
    /// Puts what is typed in the script page into the document; what has an error stays a draft.
    void commit_script();
    /// Keeps what is typed in the script page as a draft.
    void keep_draft();
    void show_count_of_problems(std::size_t count);
    /// Lets the checks look at the document as soon as nothing else is to be done.
    void check_later();
    void run_checks();
    void connect_problems();
    void connect_uses();
    void connect_browser();
    void connect_sheet();
    void open_sheet_menu();
    /// `action`: "Replace" or "Import".
    void show_imported(const char* action, const Result<Imported>& imported);
    /// Whether the document has something to look at besides a table.
    [[nodiscard]] bool has_picture() const;
    /// Lists what there is now, with how often it is used.
    void renew_browser();
    [[nodiscard]] bool is_narrow() const;
    [[nodiscard]] bool is_low() const;
    [[nodiscard]] bool has_room_for_browser() const { return !is_narrow() && !is_low(); }
    [[nodiscard]] bool has_side_tabs() const;
    /// Rows of tabs for what has no room.
    void add_folding();
    wxAuiToolBar* make_tabs(const char* name, const std::vector<std::string>& labels, wxItemKind kind,
                            const std::function<void(int)>& choose);
    /// Before the panes are laid out in a window of another size.
    void fit_panes();
    /// In a narrow window all sides stand on the right; in a low one the lists at the bottom are a row of tabs. Whether that is
    /// another layout than before.
    bool fold_sides();
    void unfold_bottom(bool unfolded);
    void place_from_browser(const BrowserItem& item, const std::optional<scene::Vec3>& place);
    void drop_from_browser(const BrowserItem& item, bool exchange);
    void use_from_browser(const BrowserItem& item, const NodeRefs& records);
    void open_browser_menu(const BrowserItem& item);
    void list_uses(const UsedName& name);
    void go_to_file(const Use& use);
    /// The game that a file belongs to, which scripts take their names from; empty when none is known.
    [[nodiscard]] std::filesystem::path game_around(const std::filesystem::path& file) const;
    void show_found(std::vector<Use> found);
    /// The name that the cursor of the script page, the selected line of the properties or the selected record says.
    [[nodiscard]] std::optional<UsedName> name_at_hand() const;
    /// Selects the records that the list of uses shows. False: it has not the focus.
    bool select_all_uses();
    /// Draws arrows from what is selected to what its script says.
    void show_reached();
    /// Says beside the properties how many use what is selected.
    void count_uses();
    /// The game's files as they were when they were first looked for; null without a folder.
    [[nodiscard]] const scene::GameFolder* game_files();
    void fix(const Problem& problem, FixScope scope);
    void ignore(const Problem& problem);
    /// Marks drafts in the outliner, the title and the problems.
    void show_drafts();
    [[nodiscard]] bool has_new_script() const;
    /// Whether a key belongs to the script page.
    bool script_key(int key, int modifiers);
    /// Does in the script page what an action does elsewhere. False: it is not for the page.
    bool run_in_script(int id);
    void show_history();
    void add_recent_menu();
    /// Opens a file that was opened before; forgets it where that fails.
    void open_recent(std::size_t number);
    void connect_welcome();
    void take_dropped_files();
    void show_handles();
    /// Shows what can be dragged of the selected records besides their places, and locations and collision spheres of
    /// their actors.
    void show_grips();
    /// A model of the game, kept for the next time; null: there is none.
    [[nodiscard]] const model::Model* model_named(const scene::ModelName& name);
    void drag_grip(std::size_t number, std::optional<float> size, bool last);
    /// Changes a number of what is selected, as its label is dragged.
    void drag_value(const std::string& field, std::optional<long> change, bool last);
    void show_transform();
    /// Whether a key belongs to the tool that is moving or turning things.
    bool transform_key(const wxKeyEvent& event);
    void turn_view(render::View view);
    void bind_actions();
    void place_panes();
    void fill_tools(wxAuiToolBar& bar, bool with_view);
    /// The tools that the document has a use for.
    void show_tools();
    void add_snapping(wxAuiToolBar& bar);
    void add_picked_kinds(wxAuiToolBar& bar);
    /// Clicks and boxes in the views select that kind only; without one all kinds.
    void pick_kind(std::optional<scene::Kind> kind);
    void on_close(wxCloseEvent& event);
    /// Whether the present document may go: saved, unchanged, or given up.
    bool may_leave();
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
    /// When the window is active for the first time, the view has the focus.
    void take_first_focus();
    void take_focus_back();
    /// After undo and redo: says so, and shows what changed.
    void show_step(const std::string& message, const Result<edit::Changes>& changes);
    /// What the session has selected is shown in all panes; views where nothing of it is seen turn to it.
    void show_changed();
    void select_nodes(const NodeRefs& refs);
    /// Asks what to do when the file was changed or removed by another program since it was read; where nothing was
    /// changed here, it is read again at once.
    void look_at_disk();
    [[nodiscard]] OutsideAnswer ask_of_disk(const Result<edit::Loaded>& theirs, bool saving);
    bool reload(edit::Loaded theirs);
    bool merge(edit::Loaded theirs);
    /// Shows them, and goes to the record that a person chooses there.
    void show_difference(Differences differences);
    void show_title();
    void show_selection();
    void say(const std::string& message);
    /// The same for what must not be missed: what is said next stands beside it, until a key or a button is pressed.
    void say_first(const std::string& message);
    [[nodiscard]] std::size_t messages_read() const;
    void remember_opened(const std::filesystem::path& path);
    /// Asks what becomes of drafts. False: the file stays open.
    bool may_leave_drafts();
    void report(const char* doing, const Error& error);
    /// Says what a killed write left to do in the folder that is open.
    void report_unfinished();
    void move(int step);
    [[nodiscard]] bool all_selected(const std::function<bool(const NodeInfo&)>& condition) const;

    Dialogs dialogs_;
    OpenDialogs open_dialogs_;
    std::optional<Session> session_;
    TransformTool tool_;
    /// A value that is dragged in the views.
    struct Gripped {
        NodeRef record;
        std::string field;
        double per_view{};  ///< its number in a unit of the viewport, or in a radian
        enum class Snaps : std::uint8_t { whole, grid, angle } snaps{};
    };
    std::vector<Gripped> grips_;                                 ///< as the views show them
    std::optional<NodeRef> last_object_;                         ///< that was selected last
    std::map<std::string, std::optional<model::Model>> models_;  ///< with collision spheres, by name; of one game
    std::shared_ptr<const render::GameArt> models_of_;           ///< the art that they are of
    Snapping snapping_;
    bool rings_{};            ///< the handles turn
    long long last_nudge_{};  ///< when, milliseconds
    Hiding hiding_;
    KeyMap keys_;
    CommandPalette* palette_{};
    wxAuiNotebook* bottom_{};
    wxListView* history_{};
    wxFileHistory recent_;
    wxChoice* grid_steps_{};
    wxChoice* angle_steps_{};
    wxChoice* picked_kinds_{};
    std::optional<scene::Kind> picked_kind_;  ///< that clicks and boxes in views select; none: all kinds
    InputCounter inputs_;
    Messages said_;
    bool journal_error_told_{};
    bool stale_{};  ///< the grid is to be brought up to date
    PaneLayout panes_;
    Outliner* outliner_{};
    PropertyPane* properties_{};
    ProblemsPane* problems_{};
    wxTimer check_timer_;
    wxTimer uses_timer_;
    std::optional<scene::GameFolder> indexed_game_;  ///< what game_files() found
    std::filesystem::path sounds_folder_;            ///< of the game whose sounds these are
    std::vector<GameSound> sounds_;
    std::filesystem::path voices_folder_;  ///< of the game whose voices these are
    std::vector<GameVoice> voices_;
    std::filesystem::path indexed_game_folder_;
    std::set<std::string_view> all_problems_of_;  ///< checks whose problems are shown to the last
    ScenePane* scene_{};
    ScriptPage* script_{};
    TablePane* table_{};
    std::filesystem::path sound_file_{};  ///< that a sound is played from
    std::shared_ptr<long> player_{};      ///< the number of the process that plays it; 0: it has ended
    UsesPane* uses_{};
    ActorPane* actor_{};
    Browser* browser_{};
    wxAuiToolBar* side_tabs_{};  ///< of outliner and browser, where there is room for one of them only
    ArtPane* sheet_{};
    Welcome* welcome_{};
    wxAuiToolBar* bottom_tabs_{};       ///< of the lists at the bottom, where they are folded
    std::optional<bool> sides_folded_;  ///< all on the right; nothing: not arranged yet
    bool view_tools_{};                 ///< the tools of views are among the others
    bool low_{};                        ///< the window was when it was arranged
    bool bottom_unfolded_{};            ///< a person opened the lists of a low window
    bool outliner_gave_way_{};          ///< to the browser
    bool browser_wanted_{};             ///< beside a map, where the window is large enough
    bool browser_in_place_{};           ///< of the outliner, where it is not
    bool table_wanted_{};               ///< in place of a view
    bool script_wanted_{};              ///< beside a map
    bool actor_wanted_{};               ///< in the same place
    bool had_focus_{};
    std::optional<std::filesystem::path> game_folder_;  ///< chosen for all files
};

}  // namespace redforge::editor
