// Journal of an open document: stores every step outside the document's folder until the document is saved or closed. A
// crash or kill loses at most the last step.
//
// A journal is a file in $XDG_STATE_HOME/redforge/journal (or ~/.local/state/redforge/journal), locked by the window
// that writes it. An unlocked journal belongs to a window that ended without closing its document. Next to the journal
// is a copy of the document before the first step, so that the steps are recovered even if the file changes.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/history.hpp"
#include "editor/model/session/draft.hpp"

namespace redforge::editor {

/// Returns the folder of journals. Errors: usage (neither XDG_STATE_HOME nor HOME is set).
[[nodiscard]] Result<std::filesystem::path> journal_folder();

/// The document of a journal, as it was read or last saved.
struct JournalBase {
    std::filesystem::path path;  ///< absolute
    edit::Storage storage{};
    FileSnapshot seen;  ///< snapshot of its files
};

struct Unsaved;

/// A journal that is being written.
class Journal {
public:
    /// Creates a journal in a folder. Errors: io.
    [[nodiscard]] static Result<Journal> begin(const std::filesystem::path& folder, const JournalBase& base,
                                               const RecordType& root);
    /// Continues a journal after its last complete step. Errors: io; exists (another window has it).
    [[nodiscard]] static Result<Journal> resume(const Unsaved& unsaved);
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;
    ~Journal();  ///< removes the file, because the document was closed normally

    /// Copies the file of `base` next to the journal. If it is a text, or no longer has the content of `base`, calls
    /// `write` with the path of the copy instead. Errors: io; those of `write`.
    Status keep_base(const JournalBase& base, const std::function<Status(const std::filesystem::path& copy)>& write);
    /// Returns the path of the copy of `base`.
    [[nodiscard]] std::filesystem::path base_copy(const JournalBase& base) const;

    /// Appends the effect of `last`, which was just made, undone or redone. Errors: io. After an error, the last entry
    /// can be incomplete, so do not append more.
    Status add(const RecordHandle& root, edit::History::Movement movement, edit::Transaction& last);
    /// Appends a draft. `before`: its text in the last call; empty in the first call. Errors: io.
    Status add(const RecordHandle& root, const Draft& draft, const std::string& before);
    /// Appends the removal of a draft. Errors: io.
    Status add_dropped(const Draft& draft);
    /// If `keep` is true, the destructor keeps the file, so that the next session offers its drafts.
    void set_keep_on_close(bool keep);
    /// Removes all entries after the document was saved. `base`: the saved state. Errors: io.
    Status restart(const JournalBase& base, const RecordType& root);
    [[nodiscard]] const std::filesystem::path& path() const;

private:
    struct File;
    explicit Journal(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

/// A journal of a window that ended without closing its document.
struct Unsaved {
    std::filesystem::path journal;
    JournalBase base;
    std::chrono::system_clock::time_point last;  ///< time of its last step
    std::vector<std::string> steps;              ///< names of its steps, oldest first
    std::vector<std::string> drafts;             ///< names of records with unapplied texts
    std::string obstacle;                        ///< reason why it cannot be recovered; empty if it can
};

/// Returns the journals of ended windows, newest first. Skips journals without changes, and ignores an incomplete last
/// step. `base.path` is empty if the beginning of the journal is damaged or another program version wrote it.
[[nodiscard]] std::vector<Unsaved> find_unsaved(const std::filesystem::path& folder);

/// Returns the path of the copy of the document before the first step. The file does not exist if an earlier version of
/// Redforge wrote the journal, or if the disk was full.
[[nodiscard]] std::filesystem::path base_copy(const Unsaved& unsaved);

/// Applies the steps of a journal to its document, and reads its drafts. A draft whose record does not exist is `lost`.
/// Returns the names of the steps that do not fit and are not applied: the first such step and all later ones. Errors:
/// those of reading; unsupported (see `obstacle`); malformed (unreadable entry).
[[nodiscard]] Result<std::vector<std::string>> recover(const Unsaved& unsaved, edit::Document& document,
                                                       edit::History& history, Drafts& drafts);
/// Reads the drafts of a journal whose steps cannot be applied. They belong to the records of the same names. Errors:
/// those of recover().
[[nodiscard]] Status recover_drafts(const Unsaved& unsaved, const edit::Document& document, Drafts& drafts);

/// Deletes a journal and its copy of the document.
void discard(const Unsaved& unsaved);

}  // namespace redforge::editor
