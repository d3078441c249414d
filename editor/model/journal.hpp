// The journal of an open document: every step, kept outside the document's folder until it is saved or closed, so that
// a crash or a kill loses at most the last one.
//
// A journal is a file in $XDG_STATE_HOME/redforge/journal (or ~/.local/state/redforge/journal), locked by the window
// that writes it. One that nobody has locked is of a window that ended without closing its document.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/history.hpp"
#include "editor/model/draft.hpp"

namespace redforge::editor {

/// Where journals are. Errors: usage (neither XDG_STATE_HOME nor HOME is set).
[[nodiscard]] Result<std::filesystem::path> journal_folder();

/// The document that a journal is of, as it was read or last saved.
struct JournalBase {
    std::filesystem::path path;  ///< absolute
    edit::Storage storage{};
    FileSnapshot seen;                   ///< the content of its files
};

struct Unsaved;

/// The journal that is being written.
class Journal {
public:
    /// Begins a journal in that folder. Errors: io.
    [[nodiscard]] static Result<Journal> begin(const std::filesystem::path& folder, const JournalBase& base,
                                               const RecordType& root);
    /// Goes on with a journal that was left, behind its last whole step. Errors: io; exists (another window has it).
    [[nodiscard]] static Result<Journal> resume(const Unsaved& unsaved);
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;
    ~Journal();  ///< removes it: the document was closed in order

    /// Adds what `last` did, which was just made, undone or redone. Errors: io; the journal is not written on then.
    Status add(const RecordHandle& root, edit::History::Movement movement, edit::Transaction& last);
    /// Adds a draft that was kept. `before`: its text at the last time, empty at the first.
    Status add(const RecordHandle& root, const Draft& draft, const std::string& before);
    Status add_dropped(const Draft& draft);
    /// Whether the file stays when the journal is closed: its drafts are to be offered the next time.
    void leave(bool leave);
    /// Begins anew: the document was saved, and is what `base` says now.
    Status restart(const JournalBase& base, const RecordType& root);
    [[nodiscard]] const std::filesystem::path& path() const;

private:
    struct File;
    explicit Journal(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

/// A journal that a window left behind.
struct Unsaved {
    std::filesystem::path journal;
    JournalBase base;
    std::chrono::system_clock::time_point last;  ///< when its last step was made
    std::vector<std::string> steps;              ///< their names, oldest first
    std::vector<std::string> drafts;             ///< names of what has texts that were not applied
    std::string obstacle;                        ///< why it cannot be taken up; empty: it can
};

/// What was left unsaved, newest first. Journals that nothing would be lost with are passed over; a last step that was cut
/// off is left out. Of one that is damaged at its beginning or was made by another version of the program the path may be
/// missing.
[[nodiscard]] std::vector<Unsaved> find_unsaved(const std::filesystem::path& folder);

/// Makes the steps of a journal on the document that it is of. Errors: those of loading; unsupported (it has an
/// obstacle); mismatch (the file was changed since); malformed (a step does not fit: those before it are made).
[[nodiscard]] Status recover(const Unsaved& unsaved, edit::Document& document, edit::History& history, Drafts& drafts);

/// Forgets a journal that nobody wants.
void discard(const Unsaved& unsaved);

}  // namespace redforge::editor
