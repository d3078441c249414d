// An open document with its history: every change goes through here, is one step, has a name and can be undone.
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
#include "core/files.hpp"
#include "core/raw_fallback.hpp"
#include "edit/document.hpp"
#include "edit/history.hpp"
#include "edit/merge.hpp"
#include "edit/recorder.hpp"
#include "edit/rename.hpp"
#include "editor/model/journal.hpp"
#include "editor/model/node_ref.hpp"

namespace redforge::editor {

class NewForms;

/// Paths of nodes; see parse_path().
using Paths = std::vector<std::string>;

/// A value that is being typed. It belongs to the records that it is typed for, whatever is selected when it is done.
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

/// What saving does when the file was changed by another program since it was read.
enum class OutsideChange : std::uint8_t { reject, overwrite };

/// What became of the file since it was opened or saved here. `gone`: it is there no more.
enum class DiskState : std::uint8_t { same, changed, gone };

/// An open document. A refused change leaves it as it was. A value that is being typed is set before anything else
/// happens; where it is refused, nothing else happens either.
class Session {
public:
    /// `context`: the names for scripts; without, those of the game's folder that `path` lies in.
    /// Errors: those of edit::load().
    [[nodiscard]] static Result<Session> open(const std::filesystem::path& path, const LoadContext& context = {});

    /// Opens the document of a journal and makes its steps again, as steps that can be undone; what it was left with
    /// is unsaved, and its journal goes on. Errors: those of open(); mismatch (the file has another content now);
    /// malformed (a step does not fit); exists (another window has it).
    [[nodiscard]] static Result<Session> recover(const Unsaved& unsaved, const LoadContext& context = {});

    /// From the next step on there is a journal in that folder, until the document is saved or closed.
    void keep_journal(std::filesystem::path folder);
    /// Why there is no journal although there should be one.
    [[nodiscard]] const std::optional<Error>& journal_error() const { return journal_->error; }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] edit::Storage storage() const { return storage_; }
    /// What the reader could not lay out when the document was opened.
    [[nodiscard]] const RawFallbacks& kept() const { return kept_; }
    /// What a write of the folder that was interrupted left to do, as a sentence; empty: nothing.
    [[nodiscard]] const std::string& unfinished() const { return unfinished_; }
    [[nodiscard]] const Format& format() const { return document_.format(); }
    [[nodiscard]] const edit::Document& document() const { return document_; }
    [[nodiscard]] RecordHandle root() const { return document_.root(); }
    /// What surrounds the document.
    [[nodiscard]] const LoadContext& context() const { return contexts_.back(); }
    /// The names for scripts; null: none are known. They stay as long as the session, also when others take their place.
    [[nodiscard]] const soup::Names* names() const { return contexts_.back().names(); }
    /// The plugins around the document; null: none are known.
    [[nodiscard]] const tes::DataFolder* data() const { return contexts_.back().data(); }
    /// The texts of strings of the document; null: none are known.
    [[nodiscard]] const tes::StringTexts* strings() const { return contexts_.back().strings(); }
    /// Commands of scripts of Oblivion that no built-in table has; null: there are none. They stay as the names do.
    [[nodiscard]] const obscript::UserCommands* commands() const { return contexts_.back().commands.get(); }
    /// Takes the names for scripts from another context; what it does not know of plugins stays.
    void use_names(LoadContext context)
    {
        if (!context.find_data) {
            context.find_data = contexts_.back().find_data;
        }
        if (!context.find_strings) {
            context.find_strings = contexts_.back().find_strings;
        }
        if (!context.commands) {
            context.commands = contexts_.back().commands;
        }
        contexts_.push_back(std::move(context));
        box_of_ = {};
    }
    /// What a person should know of the last steps: each once. Rows of sizes that are not known, places of first actors that
    /// changed, a .PVO that does not fit any more.
    [[nodiscard]] std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }
    /// Nothing when the node is gone.
    [[nodiscard]] std::optional<NodeInfo> find(const NodeRef& ref) const { return find_node(root(), ref); }
    /// Errors: those of parse_path().
    [[nodiscard]] Result<NodeRef> find(std::string_view path) const { return parse_path(root(), path); }
    [[nodiscard]] std::string path_of(const NodeRef& ref) const { return editor::path_of(root(), ref); }

    /// Is called with what every step did that is made, undone or redone; the selection has followed it by then.
    void listen(edit::History::Listener listener) { focus_->listeners.push_back(std::move(listener)); }

    /// What is selected follows the document's changes: a record that comes before it makes no difference.
    [[nodiscard]] const NodeRefs& selection() const { return focus_->selection; }
    /// Errors: those of commit(); then the selection stays.
    Status select(NodeRefs refs);

    /// Begins to type a value, or goes on with it.
    void type(PendingEdit edit);
    [[nodiscard]] const std::optional<PendingEdit>& pending() const { return focus_->pending; }
    /// Keeps a preview, and sets what is being typed. Errors: those of set(); then it is still being typed.
    Status commit();
    /// Forgets what is being typed.
    void drop_pending() { focus_->pending.reset(); }

    /// Texts of scripts that are not in the document: they are being typed, or have an error. They are in the journal, stay
    /// with their records whatever is done, and are no part of what is saved.
    [[nodiscard]] const std::vector<Draft>& drafts() const { return focus_->drafts.all(); }
    /// Null when there is none.
    [[nodiscard]] const Draft* draft(const NodeRef& record, std::string_view field) const
    {
        return focus_->drafts.find(record, field);
    }
    void keep_draft(const NodeRef& record, const std::string& field, std::string text);
    void drop_draft(const NodeRef& record, std::string_view field);
    /// Sets what a draft says, as a step; then there is no draft any more. Errors: those of set(); then the draft stays,
    /// with the reason.
    Status apply_draft(const NodeRef& record, const std::string& field);
    /// Whether the journal stays when this session ends, so that the next one that opens the file has the drafts.
    void leave_journal(bool leave);

    /// Makes a step of any changes. Returns what was done, nothing when all was like that already.
    /// Errors: those of `change`, which are taken back.
    Result<edit::Changes> make(std::string name, const std::function<Status(edit::Recorder&)>& change);

    /// Makes the document what a changed copy of it is, as a step. Returns what was done; nothing when it is that already.
    /// Errors: those of commit().
    Result<edit::Changes> become(std::string name, const edit::Document& changed);

    /// The same, joined to the last step when that was made in the same series and nothing else happened since:
    /// keys that are pressed again and again are one step.
    Result<edit::Changes> make_in_series(std::string_view series, std::string name,
                                         const std::function<Status(edit::Recorder&)>& change);
    void end_series() { focus_->series.clear(); }

    /// Makes changes that are seen at once but are no step yet, in place of those of the preview before. They become
    /// one by keep_preview(); whatever else is done keeps them first. Errors: those of `change`; then the preview
    /// before stays.
    Status preview(std::string name, const std::function<Status(edit::Recorder&)>& change);
    /// The same for what set() does. Errors: those of set().
    Status preview_set(const NodeRefs& records, std::string_view field, std::string_view text);
    [[nodiscard]] bool previewing() const { return focus_->preview.has_value(); }
    /// Whether a preview becomes a step of its own, or a part of the last one.
    enum class Keep : std::uint8_t { step, joined };
    void keep_preview(Keep keep = Keep::step);
    void drop_preview();

    /// "HARBOR16" or, where it has no name, "objects[57]"; "3 objects"; "2 records" of several lists.
    [[nodiscard]] std::string called(const NodeRefs& records) const;

    /// Sets a field or bytes of several records, as one step. An empty text gives a derived field back to computing.
    /// Errors: out_of_range, malformed, unknown_name.
    Status set(const NodeRefs& records, std::string_view field, std::string_view text);
    /// The same for values of several fields: a step of that name. Where one is refused, none is set.
    Status set(std::string name, const std::vector<RecordValue>& values);
    /// Renames what a record is called, wherever the document names it, as one step. Returns what was touched; nothing has its
    /// old name: an empty list. Errors: those of edit::rename().
    Result<edit::EditLog> rename(const edit::RenameTarget& what, const std::string& name);
    /// What that would touch. Errors: the same.
    [[nodiscard]] Result<edit::EditLog> renaming(const edit::RenameTarget& what, const std::string& name);
    /// Adds a record of default values with a key of its own: behind the node when it is a record (a static object at the end of its list), at the end of a
    /// section or list.
    /// Errors: usage (no list there), exists (there can be only one), out_of_range (no FormID is left).
    /// At `place`, map units, where it has one.
    /// With `values` of its fields.
    Result<NodeRef> add(const NodeRef& ref, const std::optional<glm::dvec3>& place = {}, const FieldTexts& values = {});
    /// Adds an actor with a name of its own and an object of it, as one step, and returns the object. Errors: usage (the document
    /// has no actors); out_of_range (the place is off the map).
    Result<NodeRef> add_actor(const std::optional<glm::dvec3>& place);
    /// Puts copies behind the last of the records of each list (of static objects at its end), with keys of their own, that many map units aside.
    /// Errors: exists (there can be only one, as of a form's change record in a save), out_of_range (no FormID is left).
    Result<NodeRefs> duplicate(const NodeRefs& records, int aside = 256);
    /// `verb`: what the step is called by, "Remove" or "Cut".
    Status remove(const NodeRefs& records, std::string_view verb = "Remove");

    /// Why records cannot be copied, so that paste() would bring them back; nothing: they can.
    [[nodiscard]] std::optional<Error> copy_error(const NodeRefs& records) const;
    /// The XML of records: <records> with an element for each. Of plugins and saves it says which plugins FormIDs are of.
    [[nodiscard]] std::string copied(const NodeRefs& records) const;
    struct Pasted {
        NodeRefs records;
        std::vector<std::string> brought;  ///< actors that came along
        std::vector<std::string> missing;  ///< actors that they name and the document does not have
    };
    /// Puts records of such a text at the end of their lists: the selected list where it has such records, or that of
    /// the selected record or in it, else one of the document's own. New keys where theirs are used, as add() gives
    /// them; their middle at `place`, else where they were, `aside` map units beside what has their key.
    /// Errors: malformed (no such text), unknown_name (records of another format), mismatch (FormIDs mean other forms
    /// here), exists (a second change record of a form in a save), out_of_range, and those of reading XML.
    Result<Pasted> paste(std::string text, const std::optional<glm::dvec3>& place, int aside);
    /// Moves records up (-1) or down (1) by one place, each in its list. Returns where they are now.
    /// Errors: out_of_range (the first or last is there already), usage (the only one there can be).
    Result<NodeRefs> move(const NodeRefs& records, int step);

    /// Whether there is something to save: changes of our own, or the file holds something else by now, or is gone.
    [[nodiscard]] bool modified() const { return has_own_changes() || !on_disk_; }
    /// Whether reading the file again would take something away that was changed here.
    [[nodiscard]] bool has_own_changes() const { return history_.modified() || kept_mine_; }
    [[nodiscard]] bool can_undo() const { return history_.can_undo(); }
    [[nodiscard]] bool can_redo() const { return history_.can_redo(); }
    /// Name of the step that would be undone or redone: "Set Intensity of 3 records"; empty without one.
    [[nodiscard]] std::string undo_name() const { return std::string(history_.undo_name()); }
    [[nodiscard]] std::string redo_name() const { return std::string(history_.redo_name()); }
    /// Bytes of memory that undo and redo take, about.
    [[nodiscard]] std::size_t history_memory() const { return history_.memory(); }
    /// Return what was done; the records that it changed are selected then. Where they are gone (a copy that is undone),
    /// it is what was selected on that side of the step. Errors: those of commit().
    Result<edit::Changes> undo();
    Result<edit::Changes> redo();
    /// The names of all steps, done and undone, oldest first, and how many of them are done.
    [[nodiscard]] std::vector<std::string> steps() const { return history_.names(); }
    [[nodiscard]] std::size_t steps_done() const { return history_.done(); }
    /// Whether the changes that are told now are those of a step that is undone or redone.
    [[nodiscard]] bool returning() const { return returning_; }
    /// Undoes or redoes until that many are done. Errors: those of commit().
    Status go_to_step(std::size_t done);

    /// Writes to where it came from, keeping what was there as a backup. Errors: those of edit::save(); changed when
    /// another program changed the file since it was opened or saved, unless that is to be overwritten.
    Result<Written> save(OutsideChange outside = OutsideChange::reject);
    /// Writes to another place, which becomes the document's own.
    Result<Written> save_as(const std::filesystem::path& path, edit::Storage storage);

    /// Looks at the file, and reads it only when its time or size is not that of the last look.
    DiskState check_disk();
    /// What is on the disk now was reported: check_disk() says `same` until it is something else again. Saving still
    /// refuses to replace it.
    void leave_disk();
    /// Reads the file as it is now. Errors: those of edit::load(); mismatch (it holds another kind of document);
    /// malformed (more of it than before cannot be laid out: it may be half written).
    [[nodiscard]] Result<edit::Loaded> read_disk() const;
    /// Makes the document what the file holds, as one step; nothing when it is that already. Errors: those of commit().
    Result<edit::Changes> reload(edit::Loaded theirs);
    /// Joins what the file holds now with what was changed here since it was read or saved, as one step; where both changed the
    /// same thing, `decide` says which side holds; without it ours. Returns those conflicts. Errors: those of commit();
    /// unsupported (too much was changed here for the history to lead back to what was saved).
    Result<std::vector<edit::Conflict>> merge(edit::Loaded theirs, const edit::Decide& decide = {});
    /// The conflicts that joining would have. Errors: the same.
    Result<std::vector<edit::Conflict>> conflicts_with(const edit::Loaded& theirs);
    /// Leaves the document as it is, so that saving replaces what the file holds.
    void keep_mine(edit::Loaded theirs);

private:
    /// Where a record is to be added to a list.
    struct Addition {
        ListView list;
        edit::NodePath parent;
        std::size_t index{};
        std::size_t item{};  ///< the type of the record, of those that the list takes
        NodeRef added;
        std::string name;
    };
    [[nodiscard]] Result<Addition> addition_at(const NodeRef& ref) const;
    Status add(edit::Recorder& recorder, Addition& addition, const std::optional<glm::dvec3>& place,
               const FieldTexts& values);
    [[nodiscard]] std::string name_of_setting(const NodeRefs& records, std::string_view field) const;
    Status set_values(edit::Recorder& recorder, const std::vector<RecordValue>& values, NewForms& forms) const;

    /// What follows the document's changes; stays where it is when the session is moved.
    struct Focus {
        NodeRefs selection;
        std::optional<PendingEdit> pending;
        std::optional<edit::Transaction> preview;
        Drafts drafts;
        RecordHandle root;        ///< of the document
        NodeRefs before_preview;  ///< what was selected
        std::string series;       ///< of the last step; empty: of none
        std::vector<edit::History::Listener> listeners;

        void tell(const edit::Changes& changes);
    };

    /// The journal, and what it begins with; stays where it is when the session is moved.
    struct JournalState {
        std::filesystem::path folder;
        JournalBase base;
        RecordHandle root;
        std::optional<Journal> journal;
        std::optional<Error> error;

        void add(edit::History::Movement movement, edit::Transaction& last);
        void add(const Draft& draft, const std::string& before);
        void add_dropped(const Draft& draft);
        /// Begins it where it has not begun. False: it cannot be written.
        bool ready();
    };

    /// What the system says of a file without reading it.
    struct Stamp {
        std::uintmax_t size{};
        std::filesystem::file_time_type changed;

        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    using Stamps = std::map<std::string, Stamp>;  ///< by the names of Seen; none of a file that is not there

    Session();
    /// Where a document that was read from `path` is saved to: the XML file of a folder stands for the folder.
    void place_at(const std::filesystem::path& path, edit::Storage storage);
    [[nodiscard]] Stamps stamps() const;
    [[nodiscard]] Result<edit::Merge> merged_with(const edit::Loaded& theirs, const edit::Decide& decide);
    /// Begins the journal anew: the file is what it begins with.
    void restart_journal();
    Result<Written> write_to(const std::filesystem::path& path, edit::Storage storage, const FileSnapshot* expected);
    /// Makes a step, or a part of the last one. `before`: what was selected when it began.
    void push(edit::Transaction made, NodeRefs before);
    /// As many as there are steps.
    void fit_other_selections();
    enum class HistoryDirection : std::uint8_t { back, forth };
    edit::Changes go(HistoryDirection way);
    /// The records, which must stand in lists; sorted by place, each once.
    [[nodiscard]] Result<std::vector<NodeInfo>> listed(const NodeRefs& records, bool of_many) const;

    edit::Document document_;
    std::filesystem::path path_;
    std::filesystem::path read_from_;  ///< path_, or the XML file in it
    edit::Storage storage_{};
    RawFallbacks kept_;
    std::string unfinished_;
    edit::History history_;
    std::deque<NodeRefs> other_selections_;  ///< of each step: selected before it when it is done, after it when undone
    std::unique_ptr<Focus> focus_;
    std::unique_ptr<JournalState> journal_;
    FileSnapshot seen_;                        ///< what is on the disk, as far as we know
    std::optional<Stamps> looked_at_;  ///< when the disk was last found to hold that, or something that was reported
    bool on_disk_{true};               ///< false: it holds something else, or nothing
    bool kept_mine_{};                 ///< the document is none that was ever saved
    bool returning_{};
    std::vector<LoadContext> contexts_{LoadContext{}};  ///< names for scripts; the last are in use
    check::BoxOfModel box_of_;                          ///< of the game's folder in use; empty until it is first asked
    std::vector<std::string> notes_;
};

/// How a file of that name is written by "save as": .xml as text, everything else as the game's own file.
[[nodiscard]] edit::Storage storage_for(const std::filesystem::path& path);

}  // namespace redforge::editor
