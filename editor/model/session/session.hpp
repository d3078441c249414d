// An open document with its history. Every change goes through this class, is one named step, and can be undone.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/vec3.hpp>

#include "check/size_rows.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "core/record/raw_fallback.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/history.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/script/rename.hpp"
#include "editor/model/session/journal.hpp"
#include "editor/model/session/selection_history.hpp"
#include "editor/model/text/node_ref.hpp"

namespace redforge::obscript {
class UserCommands;
}
namespace redforge::soup {
class Names;
}
namespace redforge::tes {
class DataFolder;
class StringTexts;
}  // namespace redforge::tes

namespace redforge::editor {

class NewForms;

/// Node paths; see parse_path().
using Paths = std::vector<std::string>;

/// A value that is being edited. It belongs to the records for which editing started, even if the selection changes.
struct PendingEdit {
    NodeRefs owners;
    std::string field;  ///< name of a field or blob: `position.x`
    std::string text;
};

/// A value for one record.
struct RecordValue {
    NodeRef record;
    std::string field;  ///< name of a field or blob
    std::string text;
};

/// Values of fields by their names.
using FieldTexts = std::vector<std::pair<std::string, std::string>>;

/// Behaviour of save() if another program changed the file since it was read.
enum class OutsideChange : std::uint8_t { reject, overwrite };

/// State of the file since it was opened or saved. `gone`: it does not exist.
enum class DiskState : std::uint8_t { same, changed, gone };

/// An open document. A rejected change leaves it unchanged. A pending edit is applied before any other change; if it is
/// rejected, the other change is not made.
class Session {
public:
    /// `context`: names for scripts; without it, the names of the game folder that contains `path`. Errors: those of
    /// edit::load().
    [[nodiscard]] static Result<Session> open(const std::filesystem::path& path, const LoadContext& context = {});

    /// Opens the document of a journal as its window left it, with its steps as undoable steps and its drafts. The
    /// journal continues. If the file was changed or removed since, the steps are applied to the journal's copy of the
    /// document, and check_disk() reports the change. If there is no such copy, opens the present file with the drafts;
    /// see not_recovered(). Errors: those of open(); unsupported (see Unsaved::obstacle); exists (another window has
    /// the journal).
    [[nodiscard]] static Result<Session> recover(const Unsaved& unsaved, const LoadContext& context = {});
    /// Names of the steps that recover() could not apply. Their journal is kept.
    [[nodiscard]] const std::vector<std::string>& not_recovered() const { return not_recovered_; }

    /// Writes a journal to this folder from the next step on, until the document is closed. Saving starts a new
    /// journal.
    void keep_journal(std::filesystem::path folder);
    /// The reason why the journal or its copy of the document cannot be written.
    [[nodiscard]] const std::optional<Error>& journal_error() const { return journal_->error; }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] edit::Storage storage() const { return storage_; }
    /// Parts that were kept as bytes when the document was opened.
    [[nodiscard]] const RawFallbacks& kept() const { return kept_; }
    /// A sentence about an interrupted write of the folder; empty if there was none.
    [[nodiscard]] const std::string& unfinished() const { return unfinished_; }
    [[nodiscard]] const Format& format() const { return document_.format(); }
    [[nodiscard]] const edit::Document& document() const { return document_; }
    [[nodiscard]] RecordHandle root() const { return document_.root(); }
    /// The context of the document.
    [[nodiscard]] const LoadContext& context() const { return contexts_.back(); }
    /// Names for scripts; null if unknown. Valid as long as the session, even after other names replace them.
    [[nodiscard]] const soup::Names* names() const { return contexts_.back().services.find<soup::Names>(); }
    /// The plugins around the document; null if unknown.
    [[nodiscard]] const tes::DataFolder* data() const { return contexts_.back().services.find<tes::DataFolder>(); }
    /// The texts of string files of the document; null if unknown.
    [[nodiscard]] const tes::StringTexts* strings() const { return contexts_.back().services.find<tes::StringTexts>(); }
    /// Commands of Oblivion scripts from the user's table; null if there are none. Same lifetime as names().
    [[nodiscard]] const obscript::UserCommands* commands() const
    {
        return contexts_.back().services.find<obscript::UserCommands>();
    }
    /// Replaces the context. Services that `context` lacks are kept, except the names for scripts.
    void use_names(LoadContext context)
    {
        Services others = contexts_.back().services;
        others.set(static_cast<const soup::Names*>(nullptr));
        context.services.add_missing(others);
        contexts_.push_back(std::move(context));
        box_of_ = {};
    }
    /// Returns and clears the notes of the last steps: unknown size rows, changed positions of first actors, a .PVO
    /// that no longer matches.
    [[nodiscard]] std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }
    /// Returns nullopt if the node does not exist.
    [[nodiscard]] std::optional<NodeInfo> find(const NodeRef& ref) const { return find_node(root(), ref); }
    /// Resolves a path. Errors: those of parse_path().
    [[nodiscard]] Result<NodeRef> find(std::string_view path) const { return parse_path(root(), path); }
    [[nodiscard]] std::string path_of(const NodeRef& ref) const { return editor::path_of(root(), ref); }

    /// Registers a callback for every step that is made, undone or redone. The selection is updated before the call.
    void listen(edit::History::Listener listener) { focus_->listeners.push_back(std::move(listener)); }

    /// The selected nodes. Updated after changes of the document.
    [[nodiscard]] const NodeRefs& selection() const { return focus_->selection; }
    /// Sets the selection, and adds it to the selection history. Errors: those of commit(); the selection then stays.
    Status select(NodeRefs refs);
    /// Returns the selection before or after this one, to be passed to select(); nullopt if there is none.
    [[nodiscard]] std::optional<NodeRefs> previous_selection() { return focus_->selected.previous(selection()); }
    [[nodiscard]] std::optional<NodeRefs> next_selection() { return focus_->selected.next(selection()); }
    [[nodiscard]] bool has_previous_selection() const { return focus_->selected.has_previous(selection()); }
    [[nodiscard]] bool has_next_selection() const { return focus_->selected.has_next(selection()); }

    /// Starts or continues editing a value.
    void type(PendingEdit edit);
    [[nodiscard]] const std::optional<PendingEdit>& pending() const { return focus_->pending; }
    /// Keeps a preview and applies the pending edit. Errors: those of set(); the edit then stays pending.
    Status commit();
    /// Discards the pending edit.
    void drop_pending() { focus_->pending.reset(); }

    /// Script texts that are not in the document because they are being edited or have an error. They are stored in the
    /// journal and follow their records, but are not saved with the document.
    [[nodiscard]] const std::vector<Draft>& drafts() const { return focus_->drafts.all(); }
    /// Returns null if there is none.
    [[nodiscard]] const Draft* draft(const NodeRef& record, std::string_view field) const
    {
        return focus_->drafts.find(record, field);
    }
    void keep_draft(const NodeRef& record, const std::string& field, std::string text);
    void drop_draft(const NodeRef& record, std::string_view field);
    /// Applies a draft as a step and removes it. Errors: those of set(); the draft then stays, with the reason.
    Status apply_draft(const NodeRef& record, const std::string& field);
    /// If `leave` is true, keeps the journal when the session ends, so that the next session has the drafts.
    void leave_journal(bool leave);

    /// Runs `change` as one step. Returns the changes; empty if nothing changed. Errors: those of `change`; its
    /// changes are then reverted.
    Result<edit::Changes> make(std::string name, const std::function<Status(edit::Recorder&)>& change);

    /// Makes the document equal to an edited copy, as a step. Returns the changes; empty if they are equal. Errors:
    /// those of commit().
    Result<edit::Changes> become(std::string name, const edit::Document& changed);

    /// Like make(), but joins the last step if it has the same series and no other action followed, so that repeated
    /// key presses are one step.
    Result<edit::Changes> make_in_series(std::string_view series, std::string name,
                                         const std::function<Status(edit::Recorder&)>& change);
    void end_series() { focus_->series.clear(); }

    /// Applies changes that are not yet a step, and reverts the previous preview. keep_preview() makes them a step; any
    /// other action first calls it. Errors: those of `change`; the previous preview then stays.
    Status preview(std::string name, const std::function<Status(edit::Recorder&)>& change);
    /// Previews set(). Errors: those of set().
    Status preview_set(const NodeRefs& records, std::string_view field, std::string_view text);
    [[nodiscard]] bool previewing() const { return focus_->preview.has_value(); }
    /// A preview becomes a step, or is joined to the last step.
    enum class Keep : std::uint8_t { step, joined };
    void keep_preview(Keep keep = Keep::step);
    void drop_preview();

    /// Returns a name for records in messages: "HARBOR16", or "objects[57]" without a name; "3 objects", or "2 records"
    /// if their types differ.
    [[nodiscard]] std::string called(const NodeRefs& records) const;

    /// Sets a field or blob of several records, as one step. An empty text makes a derived field computed again.
    /// Errors: out_of_range, malformed, unknown_name.
    Status set(const NodeRefs& records, std::string_view field, std::string_view text);
    /// Sets values of several fields as one named step. If one is rejected, none is set.
    Status set(std::string name, const std::vector<RecordValue>& values);
    /// Renames a record and all references to it in the document, as one step. Returns the changes; empty if the old
    /// name is not used. Errors: those of edit::rename().
    Result<edit::EditLog> rename(const edit::RenameTarget& what, const std::string& name);
    /// Returns the changes that rename() would make. Errors: those of rename().
    [[nodiscard]] Result<edit::EditLog> renaming(const edit::RenameTarget& what, const std::string& name);
    /// Adds a record with default values and a unique key: after `ref` if it is a record (an actor or a static object
    /// at the end of its list), or at the end of a section or list. `place` is its position in map units; `values` are
    /// its field values. Errors: usage (not a list), exists (only one is allowed), out_of_range (no FormID is left).
    Result<NodeRef> add(const NodeRef& ref, const std::optional<glm::dvec3>& place = {}, const FieldTexts& values = {});
    /// Adds an actor with a unique name and an object of it, as one step. Returns the object. Errors: usage (the
    /// document has no actors); out_of_range (the position is outside of the map).
    Result<NodeRef> add_actor(const std::optional<glm::dvec3>& place);
    /// Inserts copies of records, in each list after the last copied record (actors and static objects at the end),
    /// with unique keys, moved by `aside` map units. Errors: exists (only one is allowed, such as a form's change
    /// record in a save), out_of_range (no FormID is left).
    Result<NodeRefs> duplicate(const NodeRefs& records, int aside = 256);
    /// Callback that moves a set of copies. `number` counts the sets from 1.
    using PlaceCopies = std::function<Status(edit::Recorder& recorder, const NodeRefs& copies, std::size_t number)>;
    /// Like duplicate(), with `count` sets of copies as one step. Errors: those of duplicate() and of `place`.
    Result<NodeRefs> duplicate(const NodeRefs& records, std::size_t count, const PlaceCopies& place);
    /// Removes records as one step. `verb`: first word of the name of the step, "Remove" or "Cut".
    Status remove(const NodeRefs& records, std::string_view verb = "Remove");

    /// Returns the reason why records cannot be copied, or nullopt if paste() can restore them.
    [[nodiscard]] std::optional<Error> copy_error(const NodeRefs& records) const;
    /// Returns the records as XML: <records> with an element for each. For plugins and saves it includes the plugins of
    /// FormIDs.
    /// `anchor`: the position that paste() moves to its `place`, instead of the centre.
    [[nodiscard]] std::string copied(const NodeRefs& records, const std::optional<glm::dvec3>& anchor = {}) const;
    struct Pasted {
        NodeRefs records;
        std::vector<std::string> brought;  ///< actors that were added, because the records refer to them
        std::vector<std::string> kept;     ///< actors that the document already has, with other values or scripts
        std::vector<std::string> missing;  ///< actors that they refer to and the document does not have
    };
    /// Pastes records at the end of a list: the selected list if it accepts them, the list of the selected record or in
    /// it, or else a list of the document. Used keys are replaced as in add(). Their anchor or centre is moved to
    /// `place`; without it they keep their position, moved by `aside` map units from a record with the same key.
    /// Errors: malformed (invalid text), unknown_name (records of another format), mismatch (FormIDs refer to other
    /// forms here), exists (a second change record of a form in a save), out_of_range, and those of reading XML.
    /// `prefab`: name of the prefab that contains the text, for messages; empty for the clipboard.
    Result<Pasted> paste(std::string text, const std::optional<glm::dvec3>& place, int aside,
                         const std::string& prefab = {});
    /// Moves records up (-1) or down (1) in their lists. Returns their new positions. Errors: out_of_range (already
    /// first or last), usage (the list has at most one record).
    Result<NodeRefs> move(const NodeRefs& records, int step);

    /// Returns true if the document must be saved: it has changes, or the file has changed or does not exist.
    [[nodiscard]] bool modified() const { return has_own_changes() || !on_disk_; }
    /// Returns true if the document has changes that reloading the file would discard.
    [[nodiscard]] bool has_own_changes() const { return history_.modified() || kept_mine_; }
    [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
    [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
    /// Returns the name of the step to undo or redo: "Set Intensity of 3 records"; empty if there is none.
    [[nodiscard]] std::string undo_name() const { return std::string(history_.undo_name()); }
    [[nodiscard]] std::string redo_name() const { return std::string(history_.redo_name()); }
    /// Returns the approximate memory use of undo and redo, in bytes.
    [[nodiscard]] std::size_t history_memory() const { return history_.memory(); }
    /// Undoes a step, and returns the changes. Selects the changed records; if they no longer exist (such as an undone
    /// copy), restores the selection before the step (redo(): after it). Errors: those of commit().
    Result<edit::Changes> undo();
    Result<edit::Changes> redo();
    /// Names of all steps, done and undone, oldest first, and the number of done steps.
    [[nodiscard]] std::vector<std::string> steps() const { return history_.names(); }
    [[nodiscard]] std::size_t steps_done() const { return history_.done(); }
    /// Returns true if the current changes belong to an undone or redone step.
    [[nodiscard]] bool returning() const { return returning_; }
    /// Undoes or redoes until this number of steps is done. Errors: those of commit().
    Status go_to_step(std::size_t done);

    /// Saves to the original location, with a backup. Errors: those of edit::save(); changed (another program changed
    /// the file since it was opened or saved, unless it should be overwritten).
    Result<Written> save(OutsideChange outside = OutsideChange::reject);
    /// Saves to another location, which becomes the document's location.
    Result<Written> save_as(const std::filesystem::path& path, edit::Storage storage);

    /// Checks the file. Reads it only if its time or size differs from the last check.
    DiskState check_disk();
    /// Acknowledges the present file: check_disk() returns `same` until it changes again. Saving still fails.
    void acknowledge_disk_change();
    /// Reads the present file. Errors: those of edit::load(); mismatch (another kind of document); malformed (more
    /// parts than before are unreadable, so it may be incomplete).
    [[nodiscard]] Result<edit::Loaded> read_disk() const;
    /// Makes the document equal to the file, as one step; returns no changes if they are equal. Errors: those of
    /// commit().
    Result<edit::Changes> reload(edit::Loaded theirs);
    /// Merges the file with the changes made here since it was read or saved, as one step. `decide` resolves conflicts;
    /// without it, our side wins. Returns the conflicts. Errors: those of commit(); unsupported (the history no longer
    /// reaches the saved state).
    Result<std::vector<edit::Conflict>> merge(edit::Loaded theirs, const edit::Decide& decide = {});
    /// Returns the conflicts that merge() would have. Errors: those of merge().
    Result<std::vector<edit::Conflict>> conflicts_with(const edit::Loaded& theirs);
    /// Keeps the document unchanged, so that saving replaces the file.
    void keep_mine(edit::Loaded theirs);

private:
    /// Position of a new record in a list.
    struct Addition {
        ListView list;
        edit::NodePath parent;
        std::size_t index{};
        std::size_t item{};  ///< index of the record's type among the types of the list
        NodeRef added;
        std::string name;
    };
    [[nodiscard]] Result<Addition> addition_at(const NodeRef& ref) const;
    Status add(edit::Recorder& recorder, Addition& addition, const std::optional<glm::dvec3>& place,
               const FieldTexts& values);
    /// Inserts a set of copies after the earlier sets, and appends their positions to `copies`, which follow the
    /// insertions.
    Status insert_copies(edit::Recorder& recorder, const std::vector<NodeInfo>& originals, NewForms& forms,
                         std::size_t earlier_sets, NodeRefs& copies) const;
    [[nodiscard]] std::string name_of_setting(const NodeRefs& records, std::string_view field) const;
    Status set_values(edit::Recorder& recorder, const std::vector<RecordValue>& values, NewForms& forms) const;

    /// State that follows the document's changes. Its address stays the same when the session is moved.
    struct Focus {
        NodeRefs selection;
        SelectionHistory selected;
        std::optional<PendingEdit> pending;
        std::optional<edit::Transaction> preview;
        Drafts drafts;
        RecordHandle root;        ///< root of the document
        NodeRefs before_preview;  ///< the selection
        std::string series;       ///< series of the last step; empty if none
        std::vector<edit::History::Listener> listeners;

        void notify(const edit::Changes& changes);
    };

    /// The journal and its initial state. Its address stays the same when the session is moved.
    struct JournalState {
        std::filesystem::path folder;
        JournalBase base;
        edit::Document document;  ///< shares the data of the session's document
        LoadContext context;
        std::optional<Journal> journal;
        std::optional<Error> error;
        bool closed{};  ///< a write failed; nothing more is written

        void add(edit::History::Movement movement, edit::Transaction& last);
        void add(const Draft& draft, const std::string& before);
        void add_dropped(const Draft& draft);
        /// Creates the journal if needed, with a copy of the document before `first`. Returns false if it cannot be
        /// written.
        bool ready(const edit::Transaction* first);
        void check(const Status& status);
        /// Removes the journal, so that the next step begins another one.
        void restart();
    };

    /// File attributes, without reading the file.
    struct Stamp {
        std::uintmax_t size{};
        std::filesystem::file_time_type changed;

        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    using Stamps = std::map<std::string, Stamp>;  ///< by the names of FileSnapshot; missing files have no entry

    Session();
    /// Sets the location of a document that was read from `path`. If `path` is the XML file of an unpacked folder, the
    /// location is the folder.
    void place_at(const std::filesystem::path& path, edit::Storage storage);
    [[nodiscard]] Stamps stamps() const;
    [[nodiscard]] Result<edit::Merge> merged_with(const edit::Loaded& theirs, const edit::Decide& decide);
    /// Opens the journal's copy of a document whose file was changed or removed. Errors: those of open().
    [[nodiscard]] static Result<Session> open_base(const Unsaved& unsaved, const LoadContext& context);
    /// Restarts the journal from the present file.
    void restart_journal();
    /// Restarts the journal from `file`, with one step that makes it equal to the document.
    void restart_journal(edit::Document& file, std::string step);
    void journal_drafts();
    Result<Written> write_to(const std::filesystem::path& path, edit::Storage storage, const FileSnapshot* expected);
    /// Makes a step, or joins the last one. `before`: the selection when it began.
    void push(edit::Transaction made, NodeRefs before);
    /// Resizes other_selections_ to the number of steps.
    void fit_other_selections();
    enum class HistoryDirection : std::uint8_t { undo, redo };
    edit::Changes go(HistoryDirection direction);
    /// Returns the records, sorted by position and without duplicates. Errors: usage (one is not in a list, or with
    /// `of_many` is an optional record).
    [[nodiscard]] Result<std::vector<NodeInfo>> listed(const NodeRefs& records, bool of_many) const;

    edit::Document document_;
    std::filesystem::path path_;
    std::filesystem::path read_from_;  ///< path_, or the XML file in it
    edit::Storage storage_{};
    RawFallbacks kept_;
    std::string unfinished_;
    edit::History history_;
    std::deque<NodeRefs> other_selections_;  ///< for each step: the selection before it if done, after it if undone
    std::unique_ptr<Focus> focus_;
    std::unique_ptr<JournalState> journal_;
    FileSnapshot seen_;                      ///< last known content of the disk
    std::optional<Stamps> reported_stamps_;  ///< file attributes when the disk last had this content, or was reported
    bool on_disk_{true};                     ///< false if the file differs or does not exist
    bool kept_mine_{};                       ///< keep_mine() was called, and nothing was saved since
    bool returning_{};
    std::vector<LoadContext> contexts_{LoadContext{}};  ///< the last one is in use; the others keep names() valid
    check::ModelSizeLookup box_of_;                     ///< from the game folder in use; empty until first needed
    std::vector<std::string> notes_;
    std::vector<std::string> not_recovered_;
};

/// Returns the storage form for "save as": text for .xml, the game's file format otherwise.
[[nodiscard]] edit::Storage storage_for(const std::filesystem::path& path);

}  // namespace redforge::editor
