// The journal of an open document: writes it, finds unsaved journals, and recovers their steps.
#include "editor/model/session/journal.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "core/platform/files.hpp"
#include "editor/model/session/journal_entry.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "redforge journal 2\n";
constexpr std::string_view magic_version_1 = "redforge journal 1";  ///< version 1: its steps refer to fields by index

constexpr std::string_view unreadable_obstacle = "their journal is damaged, or a later version of Redforge wrote it";

tl::unexpected<Error> io_error(const fs::path& path, std::string_view action, std::error_code error)
{
    return fail({.code = ErrorCode::io,
                 .message = fmt::format("cannot {}: {}", action, error.message()),
                 .file = path.string(),
                 .hint = "after a crash, unsaved steps are lost; save often"});
}

constexpr std::size_t entry_header_size = sizeof(std::uint32_t) + 3 * sizeof(std::uint64_t);  ///< entry header, bytes

/// Removes and returns the next entry of the bytes, or nullopt if it is damaged or truncated.
std::optional<ByteView> take_entry(ByteView& left)
{
    if (left.size() < entry_header_size) {
        return std::nullopt;
    }
    const auto size = load_le<std::uint32_t>(left.data());
    const std::byte* const sum = left.data() + sizeof(std::uint32_t);
    const Fingerprint print{load_le<std::uint64_t>(sum), load_le<std::uint64_t>(sum + 8),
                            load_le<std::uint64_t>(sum + 16)};
    if (size > left.size() - entry_header_size) {
        return std::nullopt;
    }
    const ByteView payload = left.subspan(entry_header_size, size);
    left = left.subspan(entry_header_size + size);
    return fingerprint_of(payload) == print ? std::optional(payload) : std::nullopt;
}

/// Returns an entry in file format: length, checksum, payload.
Bytes entry_of(ByteView payload)
{
    const Fingerprint print = fingerprint_of(payload);
    Bytes entry;
    append_le(entry, static_cast<std::uint32_t>(payload.size()));
    append_le(entry, print.size);
    append_le(entry, print.first);
    append_le(entry, print.second);
    entry.insert(entry.end(), payload.begin(), payload.end());
    return entry;
}

/// Returns the payloads of a journal's entries before the first damaged or truncated one.
std::vector<ByteView> entries_of(ByteView bytes)
{
    std::vector<ByteView> entries;
    while (const std::optional<ByteView> entry = take_entry(bytes)) {
        entries.push_back(*entry);
    }
    return entries;
}

/// Returns true if a journal is longer than its header. A shorter one was cut off before its first step.
bool is_longer_than_its_head(ByteView bytes)
{
    return bytes.size() > entry_header_size && load_le<std::uint32_t>(bytes.data()) < bytes.size() - entry_header_size;
}

Bytes head_of(const JournalBase& base, const RecordType& root)
{
    JournalHead head;
    head.format = root.element;
    head.path = base.path.string();
    head.storage = static_cast<std::uint8_t>(base.storage);
    for (const auto& [name, print] : base.seen.files) {
        head.files.push_back({name, print.size, print.first, print.second});
    }
    const ByteView first = as_bytes(magic);
    Bytes bytes(first.begin(), first.end());
    const Bytes rest = to_bytes(head);
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

/// Returns the document that a journal belongs to. Sets `obstacle` if the journal cannot be recovered.
JournalBase read_base(ByteView bytes, std::string& obstacle)
{
    JournalBase base;
    if (!as_text(bytes).starts_with(magic)) {
        obstacle = as_text(bytes).find(magic_version_1) != std::string_view::npos
                       ? "they were made with an older version of Redforge"
                       : "their journal is damaged at its beginning";
        return base;
    }
    const Result<JournalHead> head = parse_head(bytes.subspan(magic.size()));
    if (!head || head->storage > static_cast<std::uint8_t>(edit::Storage::folder)) {
        obstacle = unreadable_obstacle;
        return base;
    }
    base.path = head->path;
    base.storage = static_cast<edit::Storage>(head->storage);
    for (const JournalHead::File& file : head->files) {
        base.seen.files.emplace(file.name, Fingerprint{file.size, file.first, file.second});
    }
    if (edit::find_format(head->format) == nullptr) {
        obstacle = "this version of Redforge does not know files of that kind";
    }
    return base;
}

bool is_owned(const fs::path& journal)
{
    // Without locks on this disk, no journal has an owner.
    const platform::CallResult<platform::Handle> file = platform::open_path(journal, platform::Access::read);
    return !file || !platform::lock_against_removal(*file);
}

/// Lists the steps of a journal (without undone steps) and the remaining drafts.
void list_unsaved(const std::vector<ByteView>& entries, Unsaved& unsaved)
{
    std::vector<std::string>& names = unsaved.steps;
    std::vector<bool> is_made;  // for each name: false for the undo of a step from before the save
    std::map<std::uint32_t, std::string> drafts;
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const Result<JournalEntry> entry = parse_entry(entries[i]);
        if (!entry) {
            unsaved.obstacle = unreadable_obstacle;
            return;
        }
        switch (entry->kind) {
        case JournalEntry::Kind::joined: break;
        case JournalEntry::Kind::undone:
            if (names.empty() || !is_made.back()) {
                names.push_back(fmt::format("Undo {}", entry->step.name));
                is_made.push_back(false);
            } else {
                names.pop_back();
                is_made.pop_back();
            }
            break;
        case JournalEntry::Kind::draft: drafts.insert_or_assign(entry->draft.id, entry->draft.name); break;
        case JournalEntry::Kind::draft_dropped: drafts.erase(entry->draft.id); break;
        default: names.push_back(entry->step.name); is_made.push_back(true);
        }
    }
    for (auto& [id, name] : drafts) {
        unsaved.drafts.push_back(std::move(name));
    }
}

/// Returns the draft's text as the difference from its previous text `before`.
StoredDraft difference(const Draft& draft, const std::string& before)
{
    const std::string& text = draft.text;
    StoredDraft stored;
    stored.id = draft.id;
    stored.name = draft.name;
    stored.field = draft.field;
    const std::size_t most = std::min(text.size(), before.size());
    stored.front = static_cast<std::size_t>(
        std::mismatch(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(most), before.begin()).first -
        text.begin());
    while (stored.back < most - stored.front &&
           text[text.size() - 1 - stored.back] == before[before.size() - 1 - stored.back]) {
        ++stored.back;
    }
    stored.middle = text.substr(stored.front, text.size() - stored.front - stored.back);
    return stored;
}

/// Applies a difference to the previous text. Returns nullopt if it does not fit.
std::optional<std::string> joined(const StoredDraft& stored, const std::string& before)
{
    if (stored.front > before.size() || stored.back > before.size() - stored.front) {
        return std::nullopt;
    }
    return before.substr(0, stored.front) + stored.middle + before.substr(before.size() - stored.back);
}

/// Returns the record of a draft, or nullopt if there is none.
using FindDraftRecord = std::function<std::optional<NodeRef>(const StoredDraft& stored)>;

std::optional<NodeRef> find_at_path(const RecordHandle& root, const StoredDraft& stored)
{
    const Result<NodeRef> record = parse_path(root, stored.record);
    return record && !stored.record.empty() ? std::optional(*record) : std::nullopt;
}

/// Finds the record with the name of a draft, at its path or else in the same list.
std::optional<NodeRef> find_by_name(const RecordHandle& root, const StoredDraft& stored)
{
    const auto has_name = [&](const std::string& path) {
        const Result<NodeRef> ref = parse_path(root, path);
        const RecordHandle record = ref ? edit::find_record(root, ref->node) : RecordHandle{};
        return record && own_name(record) == stored.name ? std::optional(*ref) : std::nullopt;
    };
    std::optional<NodeRef> found = has_name(stored.record);
    const std::string list = stored.record.substr(0, stored.record.rfind('['));
    const Result<NodeRef> parent = parse_path(root, list);
    const std::optional<NodeInfo> info = parent ? find_node(root, *parent) : std::nullopt;
    for (std::size_t i = 0; !found && info && i < info->members.size(); ++i) {
        found = has_name(fmt::format("{}[{}]", list, i));
    }
    return found;
}

/// Adds a stored draft to `drafts`. Skips it if its text does not fit; without a record, marks it as lost.
void recover_draft(const StoredDraft& stored, Drafts& drafts, const FindDraftRecord& find)
{
    const Draft* const before = drafts.find(stored.id);
    const std::optional<std::string> text = joined(stored, before == nullptr ? std::string{} : before->text);
    if (!text) {
        return;
    }
    const std::optional<NodeRef> record = find(stored);
    Draft draft;
    draft.id = stored.id;
    draft.record = record.value_or(NodeRef{});
    draft.lost = !record;
    draft.field = stored.field;
    draft.name = stored.name;
    draft.text = *text;
    drafts.keep(std::move(draft));
}

/// Returns the folder of the document copy of a journal.
fs::path base_folder(const fs::path& journal)
{
    fs::path folder = journal;
    return folder.replace_extension(".base");
}

void remove_journal(const fs::path& journal)
{
    std::error_code ignored;
    fs::remove(journal, ignored);
    fs::remove_all(base_folder(journal), ignored);
}

/// Returns true if `copy` now has the content of `base`.
bool copy_base(const JournalBase& base, const fs::path& copy)
{
    const auto content = base.seen.files.find("");
    std::error_code failed;
    if (base.storage != edit::Storage::binary || content == base.seen.files.end() ||
        !fs::copy_file(base.path, copy, fs::copy_options::overwrite_existing, failed)) {
        return false;
    }
    const Result<Fingerprint> found = read_fingerprint(copy);
    return found && *found == content->second;
}

/// Reads the entries of a journal after its head. Errors: see recover().
Result<std::vector<JournalEntry>> read_entries(const Unsaved& unsaved)
{
    if (!unsaved.obstacle.empty()) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("the changes cannot be recovered: {}", unsaved.obstacle),
                     .file = unsaved.journal.string()});
    }
    const Result<Bytes> bytes = read_file(unsaved.journal);
    if (!bytes) {
        return fail(bytes.error());
    }
    const std::vector<ByteView> all = entries_of(*bytes);
    std::vector<JournalEntry> entries;
    for (std::size_t i = 1; i < all.size(); ++i) {
        Result<JournalEntry> entry = parse_entry(all[i]);
        if (!entry) {
            return fail(entry.error());
        }
        entries.push_back(std::move(*entry));
    }
    return entries;
}

std::string step_name(const JournalEntry& entry)
{
    return entry.kind == JournalEntry::Kind::undone ? fmt::format("Undo {}", entry.step.name) : entry.step.name;
}

}  // namespace

Result<fs::path> journal_folder()
{
    if (const fs::path state = platform::state_home(); !state.empty()) {
        return state / "redforge" / "journal";
    }
    return fail({.code = ErrorCode::usage,
                 .message = "no place for a journal: neither HOME nor XDG_STATE_HOME is set",
                 .hint = "set XDG_STATE_HOME to a folder that can be written"});
}

struct Journal::File {
    fs::path path;
    platform::Handle file;
    bool keep_on_close{};  ///< keep the file when the journal is closed

    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File()
    {
        if (file && !keep_on_close) {
            remove_journal(path);
        }
    }
    /// Writes an entry to the operating system: it survives a crash of the program, but not a power failure.
    Status append(ByteView payload) const
    {
        const Bytes entry = entry_of(payload);
        for (std::span<const std::byte> left = entry; !left.empty();) {
            const platform::CallResult<std::size_t> written = platform::write(file, std::array{left});
            if (!written) {
                return io_error(path, "write the journal", written.error());
            }
            left = left.subspan(*written);
        }
        return {};
    }
};

Journal::Journal(std::unique_ptr<File> file) : file_(std::move(file))
{
}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

const fs::path& Journal::path() const
{
    return file_->path;
}

Result<Journal> Journal::begin(const fs::path& folder, const JournalBase& base, const RecordType& root)
{
    if (const std::error_code error = platform::make_private_folder(folder)) {
        return io_error(folder, "make the folder for journals", error);
    }
    const platform::CallResult<platform::Handle> opened = platform::open_folder(folder);
    if (!opened) {
        return io_error(folder, "open the folder for journals", opened.error());
    }
    auto file = std::make_unique<File>();
    const std::string stem = base.path.stem().string().substr(0, 100);
    for (unsigned number = 1; !file->file; ++number) {
        const std::string name = fmt::format("{}-{}.journal", stem, number);
        platform::CallResult<platform::Handle> made =
            platform::open_file(*opened, name, platform::Access::create_private);
        if (made) {
            file->path = folder / name;
            file->file = std::move(*made);
        } else if (made.error() != std::errc::file_exists) {
            return io_error(folder / name, "make a journal", made.error());
        }
    }
    static_cast<void>(platform::lock_against_removal(file->file));
    if (Status status = file->append(head_of(base, root)); !status) {
        return fail(status.error());
    }
    return Journal(std::move(file));
}

Result<Journal> Journal::resume(const Unsaved& unsaved)
{
    auto file = std::make_unique<File>();
    file->path = unsaved.journal;
    platform::CallResult<platform::Handle> opened = platform::open_path(unsaved.journal, platform::Access::change);
    if (!opened) {
        return io_error(unsaved.journal, "open the journal", opened.error());
    }
    if (!platform::lock_against_removal(*opened)) {
        return fail({.code = ErrorCode::exists,
                     .message = "another window has recovered these steps",
                     .file = unsaved.journal.string()});
    }
    file->file = std::move(*opened);
    const Result<Bytes> bytes = read_file(unsaved.journal);
    std::uint64_t whole = 0;
    for (const ByteView entry : bytes ? entries_of(*bytes) : std::vector<ByteView>{}) {
        whole += entry_of(entry).size();
    }
    if (const std::error_code error = platform::resize(file->file, whole)) {
        file->keep_on_close = true;
        return io_error(unsaved.journal, "write the journal", error);
    }
    return Journal(std::move(file));
}

Status Journal::keep_base(const JournalBase& base, const std::function<Status(const fs::path&)>& write)
{
    const fs::path copy = base_copy(base);
    std::error_code ignored;
    fs::remove_all(copy.parent_path(), ignored);  // copy of an earlier journal with this name
    if (const std::error_code error = platform::make_private_folder(copy.parent_path())) {
        return io_error(copy.parent_path(), "make a folder for the copy of the document", error);
    }
    if (copy_base(base, copy)) {
        return {};
    }
    fs::remove_all(copy, ignored);
    return write(copy);
}

fs::path Journal::base_copy(const JournalBase& base) const
{
    return base_folder(file_->path) / base.path.filename();
}

Status Journal::add(const RecordHandle& root, edit::History::Movement movement, edit::Transaction& last)
{
    JournalEntry entry;
    entry.kind = static_cast<JournalEntry::Kind>(movement);
    entry.step = store_last(root, last);
    return file_->append(to_bytes(entry));
}

Status Journal::add(const RecordHandle& root, const Draft& draft, const std::string& before)
{
    JournalEntry entry;
    entry.kind = JournalEntry::Kind::draft;
    entry.draft = difference(draft, before);
    entry.draft.record = draft.lost ? std::string{} : path_of(root, draft.record);
    return file_->append(to_bytes(entry));
}

Status Journal::add_dropped(const Draft& draft)
{
    JournalEntry entry;
    entry.kind = JournalEntry::Kind::draft_dropped;
    entry.draft.id = draft.id;
    return file_->append(to_bytes(entry));
}

void Journal::set_keep_on_close(bool keep)
{
    file_->keep_on_close = keep;
}

Status Journal::restart(const JournalBase& base, const RecordType& root)
{
    if (const std::error_code error = platform::resize(file_->file, 0)) {
        return io_error(file_->path, "restart the journal", error);
    }
    return file_->append(head_of(base, root));
}

std::vector<Unsaved> find_unsaved(const fs::path& folder)
{
    std::vector<Unsaved> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::error_code ignored;
        if (entry->path().extension() != ".journal" || !entry->is_regular_file(ignored) || is_owned(entry->path())) {
            continue;
        }
        const Result<Bytes> bytes = read_file(entry->path());
        const std::vector<ByteView> entries = bytes ? entries_of(*bytes) : std::vector<ByteView>{};
        if (entries.size() < 2 && !(bytes && entries.empty() && is_longer_than_its_head(*bytes))) {
            continue;
        }
        Unsaved unsaved;
        unsaved.journal = entry->path();
        if (entries.empty()) {
            unsaved.obstacle = "their journal is damaged at its beginning";
        } else {
            unsaved.base = read_base(entries.front(), unsaved.obstacle);
            if (unsaved.obstacle.empty()) {
                list_unsaved(entries, unsaved);
            }
        }
        if (unsaved.obstacle.empty() && unsaved.steps.empty() && unsaved.drafts.empty()) {
            continue;  // all steps were undone
        }
        const fs::file_time_type last = entry->last_write_time(ignored);
        unsaved.last =
            std::chrono::time_point_cast<std::chrono::system_clock::duration>(std::chrono::file_clock::to_sys(last));
        found.push_back(std::move(unsaved));
    }
    std::ranges::sort(found, std::ranges::greater(), &Unsaved::last);
    return found;
}

fs::path base_copy(const Unsaved& unsaved)
{
    return base_folder(unsaved.journal) / unsaved.base.path.filename();
}

Result<std::vector<std::string>> recover(const Unsaved& unsaved, edit::Document& document, edit::History& history,
                                         Drafts& drafts)
{
    Result<std::vector<JournalEntry>> entries = read_entries(unsaved);
    if (!entries) {
        return fail(entries.error());
    }
    const RecordHandle root = document.root();
    // For each step of this journal in the history: false for the undo of a step from before the save, which is a step
    // of its own.
    std::vector<bool> is_made;
    std::vector<std::string> unfit;  // names of steps that are not applied
    bool fits = true;
    for (const JournalEntry& entry : *entries) {
        using Kind = JournalEntry::Kind;
        if (entry.kind == Kind::draft) {
            // After a step that does not fit, the paths of drafts can lead to other records.
            recover_draft(entry.draft, drafts, [&](const StoredDraft& stored) {
                return fits ? find_at_path(root, stored) : find_by_name(root, stored);
            });
            continue;
        }
        if (entry.kind == Kind::draft_dropped) {
            drafts.drop(entry.draft.id);
            continue;
        }
        if (!fits) {
            if (entry.kind == Kind::undone && !unfit.empty()) {
                unfit.pop_back();
            } else if (entry.kind != Kind::joined) {
                unfit.push_back(step_name(entry));
            }
            continue;
        }
        if (entry.kind == Kind::undone && !is_made.empty() && is_made.back()) {
            drafts.follow(root, history.undo(root));
            is_made.pop_back();
            continue;
        }
        if (entry.kind == Kind::redone && history.can_redo()) {
            drafts.follow(root, history.redo(root));
            is_made.push_back(true);
            continue;
        }
        Result<edit::Transaction> made = replay(root, entry.step);
        if (!made) {
            fits = false;
            unfit.push_back(step_name(entry));
            continue;
        }
        made->name = step_name(entry);
        const edit::Changes changes = edit::changes_of(*made);
        const bool joined = entry.kind == Kind::joined && !is_made.empty();
        if (joined) {
            history.join_last(std::move(*made));
        } else {
            history.push(std::move(*made));
        }
        drafts.follow(root, changes);
        if (!joined) {
            is_made.push_back(entry.kind != Kind::undone);
        }
    }
    return unfit;
}

Status recover_drafts(const Unsaved& unsaved, const edit::Document& document, Drafts& drafts)
{
    const Result<std::vector<JournalEntry>> entries = read_entries(unsaved);
    if (!entries) {
        return fail(entries.error());
    }
    const RecordHandle root = document.root();
    for (const JournalEntry& entry : *entries) {
        if (entry.kind == JournalEntry::Kind::draft) {
            recover_draft(entry.draft, drafts, [&](const StoredDraft& stored) { return find_by_name(root, stored); });
        } else if (entry.kind == JournalEntry::Kind::draft_dropped) {
            drafts.drop(entry.draft.id);
        }
    }
    return {};
}

void discard(const Unsaved& unsaved)
{
    remove_journal(unsaved.journal);
}

}  // namespace redforge::editor
