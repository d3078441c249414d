// An open document: opening, selection, pending edits, history.
#include "editor/model/session/session.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "check/map_order.hpp"
#include "core/text/letter_case.hpp"
#include "edit/map/map_of.hpp"
#include "edit/operation/compare.hpp"

namespace redforge::editor {

namespace {

/// Returns a document that shares the data of another one, which must outlive it.
edit::Document view_of(edit::Document& document)
{
    edit::Document view(document.format(), std::shared_ptr<void>(std::shared_ptr<void>(), document.data()));
    if (const std::optional<CodePage> page = document.non_default_page()) {
        view.use_page(*page);
    }
    return view;
}

bool has_kind(const edit::Changes& changes, edit::Operation::Kind kind)
{
    return std::ranges::find(changes, kind, &edit::Change::kind) != changes.end();
}

}  // namespace

Session::Session() : focus_(std::make_unique<Focus>()), journal_(std::make_unique<JournalState>())
{
    history_.listen([focus = focus_.get()](const edit::Changes& changes) { focus->notify(changes); });
}

void Session::Focus::notify(const edit::Changes& changes)
{
    follow(selection, changes);
    selected.follow(changes);
    if (pending) {
        follow(pending->owners, changes);
        if (pending->owners.empty()) {
            pending.reset();
        }
    }
    drafts.follow(root, changes);
    for (const edit::History::Listener& listener : listeners) {
        listener(changes);
    }
}

Result<Session> Session::open(const std::filesystem::path& path, const LoadContext& context)
{
    Session session;
    Result<edit::Loaded> loaded = edit::load(path, Pipes::reject, context, edit::Purpose::edit, edit::RawParts::list);
    if (!loaded) {
        return fail(loaded.error());
    }
    session.document_ = std::move(loaded->document);
    session.focus_->root = session.document_.root();
    session.kept_ = std::move(loaded->kept);
    session.unfinished_ = std::move(loaded->unfinished);
    session.seen_ = std::move(loaded->seen);
    session.use_names(std::move(loaded->context));
    session.place_at(path, loaded->storage);
    return session;
}

void Session::place_at(const std::filesystem::path& path, edit::Storage storage)
{
    std::error_code ignored;
    const bool inside = storage == edit::Storage::folder && !std::filesystem::is_directory(path, ignored);
    read_from_ = path;
    path_ = inside ? std::filesystem::absolute(path, ignored).parent_path() : path;
    storage_ = storage;
}

Result<Session> Session::recover(const Unsaved& unsaved, const LoadContext& context)
{
    Result<Session> session = open(unsaved.base.path, context);
    bool fits = session && session->seen_ == unsaved.base.seen;
    if (!fits) {
        if (Result<Session> base = open_base(unsaved, context)) {
            session = std::move(base);
            fits = true;
        }
    }
    if (!session) {
        return session;
    }
    Drafts drafts;
    if (!fits) {
        if (Status status = recover_drafts(unsaved, session->document_, drafts); !status) {
            return fail(std::move(status.error()));
        }
        session->not_recovered_ = unsaved.steps;
        session->focus_->drafts = std::move(drafts);
        session->keep_journal(unsaved.journal.parent_path());
        session->journal_drafts();
        return session;
    }
    edit::Document before = session->document_;
    Result<std::vector<std::string>> unfit = editor::recover(unsaved, session->document_, session->history_, drafts);
    if (!unfit) {
        return fail(std::move(unfit.error()));
    }
    session->focus_->drafts = std::move(drafts);
    Result<Journal> journal = Journal::resume(unsaved);
    if (!journal) {
        return fail(journal.error());
    }
    session->keep_journal(unsaved.journal.parent_path());
    std::error_code ignored;
    if (unfit->empty() && !std::filesystem::exists(base_copy(unsaved), ignored)) {
        const Status kept = journal->keep_base(session->journal_->base, [&](const std::filesystem::path& copy) {
            return edit::save(before, copy, session->storage_, {}, session->context()).map([](const Written&) {});
        });
        if (!kept) {
            session->journal_->error = kept.error();
        }
    }
    if (unfit->empty()) {
        session->journal_->journal = std::move(*journal);
    } else {
        journal->set_keep_on_close(true);
        session->not_recovered_ = std::move(*unfit);
        session->restart_journal(before, "Recovered changes");
    }
    return session;
}

Result<Session> Session::open_base(const Unsaved& unsaved, const LoadContext& context)
{
    LoadContext around = context;
    if (!around.services.has<soup::Names>()) {
        around = edit::context_around(unsaved.base.path);
    }
    Result<Session> session = open(base_copy(unsaved), around);
    if (session) {
        session->path_ = unsaved.base.path;
        session->read_from_ = unsaved.base.path;
        session->storage_ = unsaved.base.storage;
        session->seen_ = unsaved.base.seen;
        session->on_disk_ = false;
    }
    return session;
}

void Session::keep_journal(std::filesystem::path folder)
{
    std::error_code ignored;
    journal_->folder = std::move(folder);
    journal_->base = {std::filesystem::absolute(path_, ignored), storage_, seen_};
    journal_->document = view_of(document_);
    journal_->context = contexts_.back();
    history_.keep([state = journal_.get()](edit::History::Movement movement, edit::Transaction& last) {
        state->add(movement, last);
    });
}

/// After a write error, the journal stays closed, and the error is reported once. The document is not affected.
bool Session::JournalState::ready(const edit::Transaction* first)
{
    if (closed || folder.empty()) {
        return false;
    }
    if (journal) {
        return true;
    }
    Result<Journal> begun = Journal::begin(folder, base, *document.root().type);
    if (!begun) {
        check(fail(begun.error()));
        return false;
    }
    journal = std::move(*begun);
    const Status kept = journal->keep_base(base, [&](const std::filesystem::path& copy) -> Status {
        edit::Document before = document;
        if (first != nullptr) {
            edit::Transaction made = *first;
            edit::reverse(before.root(), made);
        }
        return edit::save(before, copy, base.storage, {}, context).map([](const Written&) {});
    });
    if (!kept) {
        error = kept.error();  // without the copy, recovery works only if the file does not change
    }
    return true;
}

void Session::JournalState::restart()
{
    journal.reset();
    error.reset();
    closed = false;
}

void Session::JournalState::check(const Status& status)
{
    if (!status) {
        error = status.error();
        closed = true;
    }
}

void Session::JournalState::add(edit::History::Movement movement, edit::Transaction& last)
{
    if (ready(&last)) {
        check(journal->add(document.root(), movement, last));
    }
}

void Session::JournalState::add(const Draft& draft, const std::string& before)
{
    if (ready(nullptr)) {
        check(journal->add(document.root(), draft, before));
    }
}

void Session::JournalState::add_dropped(const Draft& draft)
{
    if (journal && !closed) {
        check(journal->add_dropped(draft));
    }
}

void Session::keep_draft(const NodeRef& record, const std::string& field, std::string text)
{
    const Draft* const known = draft(record, field);
    if (known != nullptr && known->text == text) {
        return;
    }
    const std::string before = known == nullptr ? std::string{} : known->text;
    Draft next;
    next.record = record;
    next.field = field;
    next.name = called({record});
    next.text = std::move(text);
    journal_->add(focus_->drafts.keep(std::move(next)), before);
}

void Session::drop_draft(const NodeRef& record, std::string_view field)
{
    if (const Draft* const known = draft(record, field)) {
        journal_->add_dropped(*known);
        focus_->drafts.drop(known->id);
    }
}

Status Session::apply_draft(const NodeRef& record, const std::string& field)
{
    const Draft* const known = draft(record, field);
    if (known == nullptr) {
        return {};
    }
    Status status = set({record}, field, known->text);
    if (status) {
        drop_draft(record, field);
    } else if (const Draft* const still = draft(record, field)) {
        Draft error = *still;
        error.problem = describe(status.error());
        focus_->drafts.keep(std::move(error));
    }
    return status;
}

void Session::leave_journal(bool leave)
{
    if (journal_->journal) {
        journal_->journal->set_keep_on_close(leave);
    }
}

Status Session::select(NodeRefs refs)
{
    if (Status status = commit(); !status) {
        return status;
    }
    focus_->selection = std::move(refs);
    focus_->selected.add(focus_->selection);
    return {};
}

void Session::type(PendingEdit edit)
{
    focus_->pending = std::move(edit);
}

Status Session::commit()
{
    keep_preview();
    end_series();
    if (!focus_->pending) {
        return {};
    }
    PendingEdit typed = *std::exchange(focus_->pending, std::nullopt);
    Status status = set(typed.owners, typed.field, typed.text);
    if (!status) {
        focus_->pending = std::move(typed);
    }
    return status;
}

Result<edit::Changes> Session::make(std::string name, const std::function<Status(edit::Recorder&)>& change)
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    const check::MapOrder before = check::order_of(document_);
    edit::Recorder recorder(document_, contexts_.back());
    if (const Status status = change(recorder); !status) {
        return fail(status.error());
    }
    notes_.clear();
    if (const rgm::Map* const map = edit::map_of(document_)) {
        if (!box_of_) {
            box_of_ = check::make_lazy_model_size_lookup(contexts_.back().game_folder);
        }
        const Result<std::vector<check::SizeNote>> notes =
            check::assign_size_rows(recorder, *map, box_of_, check::SizeRows::new_or_changed_meshes);
        if (!notes) {
            return fail(notes.error());
        }
        for (const check::SizeNote& note : *notes) {
            notes_.push_back(note.path + ": " + note.text);
        }
        std::ranges::move(check::order_notes(before, check::order_of(document_), path_), std::back_inserter(notes_));
    }
    Result<edit::Transaction> made = recorder.finish(std::move(name));
    if (!made) {
        return fail(std::move(made.error()));
    }
    if (std::optional<std::string> note = recorder.warn_about_references()) {
        notes_.push_back(std::move(*note));
    }
    edit::Changes changes = edit::changes_of(*made);
    push(std::move(*made), focus_->selection);
    return changes;
}

Result<edit::Changes> Session::become(std::string name, const edit::Document& changed)
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    edit::Transaction made{std::move(name), edit::differences(root(), changed.root())};
    for (edit::Operation& operation : made.operations) {
        edit::exchange(root(), operation);
    }
    edit::Changes changes = edit::changes_of(made);
    if (!made.empty()) {
        push(std::move(made), focus_->selection);
    }
    return changes;
}

Result<edit::Changes> Session::make_in_series(std::string_view series, std::string name,
                                              const std::function<Status(edit::Recorder&)>& change)
{
    const bool goes_on = focus_->series == series && history_.can_undo() && !focus_->pending && !focus_->preview;
    if (goes_on) {
        history_.begin_joining_last();
    }
    Result<edit::Changes> made = make(std::move(name), change);
    history_.end_joining();
    if (made && (goes_on || !made->empty())) {
        focus_->series = series;
    }
    return made;
}

Status Session::preview(std::string name, const std::function<Status(edit::Recorder&)>& change)
{
    if (!focus_->preview) {
        if (Status status = commit(); !status) {
            return status;
        }
        focus_->before_preview = focus_->selection;
    }
    edit::Transaction before = focus_->preview.value_or(edit::Transaction{});
    edit::Changes changes = edit::reverse(root(), before);
    edit::Recorder recorder(document_, contexts_.back());
    Result<edit::Transaction> made = change(recorder).and_then([&] { return recorder.finish(std::move(name)); });
    if (!made) {
        recorder.revert();
        static_cast<void>(edit::reverse(root(), before));
        focus_->preview = std::move(before);
        return fail(std::move(made.error()));
    }
    focus_->preview = std::move(*made);
    const edit::Changes more = edit::changes_of(*focus_->preview);
    changes.insert(changes.end(), more.begin(), more.end());
    if (!changes.empty()) {
        focus_->notify(changes);
    }
    return {};
}

void Session::keep_preview(Keep keep)
{
    if (std::optional<edit::Transaction> made = std::exchange(focus_->preview, std::nullopt)) {
        if (keep == Keep::joined) {
            history_.begin_joining_last();
        }
        push(std::move(*made), std::move(focus_->before_preview));
        history_.end_joining();
    }
}

void Session::drop_preview()
{
    if (std::optional<edit::Transaction> made = std::exchange(focus_->preview, std::nullopt); made && !made->empty()) {
        focus_->notify(edit::reverse(root(), *made));
    }
}

void Session::push(edit::Transaction made, NodeRefs before)
{
    fit_other_selections();
    const std::size_t done = history_.done();
    if (history_.push(std::move(made)) == edit::History::Movement::made) {
        other_selections_.resize(done);
        other_selections_.push_back(std::move(before));
    }
    fit_other_selections();
}

/// Recovered steps get an empty selection. Drops the entries of steps that the history removed.
void Session::fit_other_selections()
{
    const std::size_t steps = history_.size();
    while (other_selections_.size() < steps) {
        other_selections_.emplace_front();
    }
    while (other_selections_.size() > steps) {
        other_selections_.pop_front();
    }
}

edit::Changes Session::go(HistoryDirection direction)
{
    if (direction == HistoryDirection::undo ? !can_undo() : !can_redo()) {
        return {};
    }
    fit_other_selections();
    NodeRefs& other = other_selections_.at(direction == HistoryDirection::undo ? history_.done() - 1 : history_.done());
    NodeRefs now = focus_->selection;
    returning_ = true;
    edit::Changes changes = direction == HistoryDirection::undo ? history_.undo(root()) : history_.redo(root());
    returning_ = false;
    const NodeRefs changed = changed_nodes(changes);
    const auto has_changed = [&changed](const NodeRef& ref) { return std::ranges::binary_search(changed, ref); };
    if (std::ranges::none_of(focus_->selection, has_changed)) {
        // Do not select side effects, such as counts and references to removed records.
        const bool removes = has_kind(changes, edit::Operation::Kind::erase);
        const bool inserts = has_kind(changes, edit::Operation::Kind::insert);
        if (!other.empty() && (changed.empty() || (removes && !inserts) || std::ranges::all_of(other, has_changed))) {
            focus_->selection = std::move(other);
        } else if (!changed.empty()) {
            focus_->selection = changed;
        }
    }
    other = std::move(now);
    return changes;
}

Result<edit::Changes> Session::undo()
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    return go(HistoryDirection::undo);
}

Result<edit::Changes> Session::redo()
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    return go(HistoryDirection::redo);
}

Status Session::go_to_step(std::size_t done)
{
    if (Status status = commit(); !status) {
        return status;
    }
    done = std::min(done, history_.size());
    while (history_.done() > done) {
        go(HistoryDirection::undo);
    }
    while (history_.done() < done) {
        go(HistoryDirection::redo);
    }
    return {};
}

edit::Storage storage_for(const std::filesystem::path& path)
{
    return equals_ignore_case(path.extension().string(), ".xml") ? edit::Storage::text : edit::Storage::binary;
}

}  // namespace redforge::editor
