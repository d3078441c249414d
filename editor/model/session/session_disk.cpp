// An open document and its file: saves it, and handles changes by other programs.
#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/platform/files.hpp"
#include "edit/operation/compare.hpp"
#include "editor/model/session/session.hpp"

namespace redforge::editor {

Result<Written> Session::save(OutsideChange outside)
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    std::error_code ignored;
    const bool gone = !std::filesystem::exists(read_from_, ignored);  // writing a missing file loses nothing
    return write_to(path_, storage_, outside == OutsideChange::reject && !gone ? &seen_ : nullptr);
}

Result<Written> Session::save_as(const std::filesystem::path& path, edit::Storage storage)
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    // For another file, the window has asked the user. The document's own file must not have changed on disk.
    return write_to(path, storage, path == path_ && storage == storage_ ? &seen_ : nullptr);
}

Result<Written> Session::write_to(const std::filesystem::path& path, edit::Storage storage,
                                  const FileSnapshot* expected)
{
    Result<Written> written =
        edit::save(document_, path, storage, {.overwrite = Overwrite::allow, .backup = true, .expected = expected},
                   contexts_.back());
    if (!written) {
        Error error = written.error();
        error.file = error.file.empty() ? path.string() : error.file;
        return fail(std::move(error));
    }
    path_ = path;
    read_from_ = path;
    unfinished_.clear();  // the write has completed the interrupted one
    storage_ = storage;
    seen_ = written->seen;
    reported_stamps_.reset();
    on_disk_ = true;
    kept_mine_ = false;
    history_.mark_saved();
    restart_journal();
    return written;
}

void Session::restart_journal()
{
    if (!journal_->folder.empty()) {
        journal_->restart();
        keep_journal(journal_->folder);
        journal_drafts();
    }
}

void Session::restart_journal(edit::Document& file, std::string step)
{
    if (journal_->folder.empty()) {
        return;
    }
    // The old journal stays until the new one has the changes, in case the program is killed in between.
    std::optional<Journal> old = std::exchange(journal_->journal, std::nullopt);
    journal_->restart();
    keep_journal(journal_->folder);
    edit::Transaction mine{std::move(step), edit::differences(file.root(), root())};
    for (edit::Operation& operation : mine.operations) {
        edit::exchange(file.root(), operation);
    }
    edit::Document ours = std::exchange(journal_->document, std::move(file));
    journal_->add(edit::History::Movement::made, mine);
    journal_->document = std::move(ours);
    journal_drafts();
    if (old && journal_->error) {
        old->set_keep_on_close(true);
    }
}

void Session::journal_drafts()
{
    for (const Draft& draft : drafts()) {
        journal_->add(draft, {});
    }
}

Session::Stamps Session::stamps() const
{
    Stamps found;
    for (const auto& [name, content] : seen_.files) {
        const std::filesystem::path file = name.empty() ? path_ : path_ / name;
        std::error_code failed;
        const std::uintmax_t size = std::filesystem::file_size(file, failed);
        const auto changed = platform::last_write(file);
        if (!failed && changed) {
            found.emplace(name, Stamp{size, *changed});
        }
    }
    return found;
}

DiskState Session::check_disk()
{
    Stamps now = stamps();  // read stamps first, so that the next check sees later writes
    if (now == reported_stamps_) {
        return DiskState::same;
    }
    on_disk_ = std::ranges::all_of(seen_.files, [this, &now](const auto& file) {
        const auto& [name, content] = file;
        if (!now.contains(name) || now.at(name).size != content.size) {
            return false;
        }
        const Result<Fingerprint> found = read_fingerprint(name.empty() ? path_ : path_ / name);
        return found && *found == content;
    });
    if (on_disk_) {
        reported_stamps_ = std::move(now);
        return DiskState::same;
    }
    std::error_code ignored;
    return std::filesystem::exists(read_from_, ignored) ? DiskState::changed : DiskState::gone;
}

void Session::acknowledge_disk_change()
{
    reported_stamps_ = stamps();
}

Result<edit::Loaded> Session::read_disk() const
{
    Result<edit::Loaded> theirs =
        edit::load(read_from_, Pipes::reject, contexts_.back(), edit::Purpose::edit, edit::RawParts::list);
    if (theirs && (&theirs->document.format() != &format() || theirs->document.root().type != root().type)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("is another kind of file now: {}, not {}", theirs->document.format().name,
                                            format().name),
                     .file = read_from_.string(),
                     .hint = "File, Open opens it"});
    }
    // A truncated map is read with its end kept as bytes. Reject it, because it can be half written.
    if (theirs && theirs->kept.size() > kept_.size()) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("{}: {}", theirs->kept.back().place, theirs->kept.back().reason),
                     .file = read_from_.string(),
                     .hint = "the other program may still be writing it; File, Open opens it as it is"});
    }
    return theirs;
}

Result<edit::Changes> Session::reload(edit::Loaded theirs)
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    edit::Transaction taken{fmt::format("Reload {}", path_.filename().string()),
                            edit::differences(root(), theirs.document.root())};
    for (edit::Operation& operation : taken.operations) {
        edit::exchange(root(), operation);
    }
    history_.keep({});  // no saved state: the journal restarts from the present file
    kept_ = std::move(theirs.kept);
    unfinished_ = std::move(theirs.unfinished);
    seen_ = std::move(theirs.seen);
    place_at(read_from_, theirs.storage);
    reported_stamps_.reset();
    on_disk_ = true;
    kept_mine_ = false;
    edit::Changes changes = edit::changes_of(taken);
    push(std::move(taken), focus_->selection);
    history_.mark_saved();
    restart_journal();
    return changes;
}

Result<edit::Merge> Session::merged_with(const edit::Loaded& theirs, const edit::Decide& decide)
{
    if (const Status status = commit(); !status) {
        return fail(status.error());
    }
    edit::Document base = document_;
    bool known = !kept_mine_ && history_.take_to_saved(base.root());
    if (!known && journal_->journal) {  // the journal's copy is the last known file
        const std::filesystem::path copy = journal_->journal->base_copy(journal_->base);
        if (Result<edit::Loaded> copied = edit::load(copy, Pipes::reject, contexts_.back())) {
            base = std::move(copied->document);
            known = true;
        }
    }
    if (!known) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "cannot merge: the last saved version is no longer in the history",
                     .hint = "choose Reload or Keep Mine"});
    }
    edit::Merge merged = decide
                             ? edit::merge(base, document_, theirs.document, decide, contexts_.back())
                             : edit::merge(base, document_, theirs.document, edit::MergeFavor::none, contexts_.back());
    if (merged.error) {
        merged.error->file = merged.error->file == "theirs" ? read_from_.string() : merged.error->file;
        return fail(std::move(*merged.error));
    }
    return merged;
}

Result<std::vector<edit::Conflict>> Session::conflicts_with(const edit::Loaded& theirs)
{
    Result<edit::Merge> merged = merged_with(theirs, {});
    if (!merged) {
        return fail(merged.error());
    }
    return std::move(merged->conflicts);
}

Result<std::vector<edit::Conflict>> Session::merge(edit::Loaded theirs, const edit::Decide& decide)
{
    Result<edit::Merge> made = merged_with(theirs, decide);
    if (!made) {
        return fail(made.error());
    }
    edit::Merge merged = std::move(*made);
    keep_mine(std::move(theirs));
    edit::Transaction taken{fmt::format("Merge {}", path_.filename().string()),
                            edit::differences(root(), merged.document.root())};
    for (edit::Operation& operation : taken.operations) {
        edit::exchange(root(), operation);
    }
    if (!taken.empty()) {
        push(std::move(taken), focus_->selection);
    }
    std::ranges::move(merged.notes, std::back_inserter(notes_));
    return std::move(merged.conflicts);
}

void Session::keep_mine(edit::Loaded theirs)
{
    seen_ = std::move(theirs.seen);
    reported_stamps_.reset();
    on_disk_ = false;
    kept_mine_ = true;
    // Recovery applies all differences of this document to the present file.
    restart_journal(theirs.document, "Keep my changes over the changed file");
}

}  // namespace redforge::editor
