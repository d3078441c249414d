// The journal of an open document: writing it, finding what was left, making it again.
#include "editor/model/journal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/fingerprint.hpp"
#include "editor/model/transaction_bytes.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "redforge journal 1";

Error io_error(const fs::path& path, std::string_view action)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("cannot {}: {}", action, std::generic_category().message(errno)),
            .file = path.string(),
            .hint = "steps are not kept for the case of a crash; save now and then"};
}

void put(Bytes& to, std::string_view text)
{
    append_le(to, static_cast<std::uint32_t>(text.size()));
    const ByteView bytes = as_bytes(text);
    to.insert(to.end(), bytes.begin(), bytes.end());
}

void put(Bytes& to, const Fingerprint& print)
{
    append_le(to, print.size);
    append_le(to, print.first);
    append_le(to, print.second);
}

/// Takes values off the front of bytes; after an end that came too early everything is empty.
class Taker {
public:
    explicit Taker(ByteView bytes) : left_(bytes) {}

    template <class T>
    T number()
    {
        const ByteView bytes = take(sizeof(T));
        return bytes.size() == sizeof(T) ? load_le<T>(bytes.data()) : T{};
    }
    std::string text() { return std::string(as_text(take(number<std::uint32_t>()))); }
    Fingerprint print()
    {
        Fingerprint print;
        print.size = number<std::uint64_t>();
        print.first = number<std::uint64_t>();
        print.second = number<std::uint64_t>();
        return print;
    }
    ByteView take(std::size_t size)
    {
        good_ = good_ && size <= left_.size();
        const ByteView bytes = good_ ? left_.first(size) : ByteView{};
        left_ = left_.subspan(bytes.size());
        return bytes;
    }
    [[nodiscard]] bool good() const { return good_; }
    [[nodiscard]] ByteView left() const { return left_; }

private:
    ByteView left_;
    bool good_{true};
};

/// One entry as it stands in the file: its length, a checksum, its bytes.
Bytes entry_of(ByteView payload)
{
    Bytes entry;
    append_le(entry, static_cast<std::uint32_t>(payload.size()));
    put(entry, fingerprint_of(payload));
    entry.insert(entry.end(), payload.begin(), payload.end());
    return entry;
}

/// The entries of a journal up to the first that is damaged or was cut off.
std::vector<ByteView> entries_of(ByteView bytes)
{
    std::vector<ByteView> entries;
    for (Taker taker(bytes); !taker.left().empty();) {
        const auto size = taker.number<std::uint32_t>();
        const Fingerprint print = taker.print();
        const ByteView payload = taker.take(size);
        if (!taker.good() || fingerprint_of(payload) != print) {
            break;
        }
        entries.push_back(payload);
    }
    return entries;
}

/// Whether there is more of a journal than its beginning, which may have been cut off before there was any step.
bool is_longer_than_its_head(ByteView bytes)
{
    Taker taker(bytes);
    const auto size = taker.number<std::uint32_t>();
    taker.print();
    taker.take(size);
    return taker.good() && !taker.left().empty();
}

Bytes head_of(const JournalBase& base, const RecordType& root)
{
    Bytes head;
    put(head, magic);
    put(head, root.element);
    put(head, description_of(root));
    put(head, base.path.native());
    append_le(head, static_cast<std::uint8_t>(base.storage));
    append_le(head, static_cast<std::uint32_t>(base.seen.files.size()));
    for (const auto& [name, print] : base.seen.files) {
        put(head, name);
        put(head, print);
    }
    return head;
}

/// What a journal is of. `obstacle` is set when this version of the program does not have the same records.
std::optional<JournalBase> base_of(ByteView head, std::string& obstacle)
{
    Taker taker(head);
    if (taker.text() != magic) {
        return std::nullopt;
    }
    const Format* format = edit::find_format(taker.text());
    const std::string description = taker.text();
    if (format == nullptr || description != description_of(format->root_type())) {
        obstacle = "they were made with another version of Redforge";
    }
    JournalBase base;
    base.path = taker.text();
    const auto storage = taker.number<std::uint8_t>();
    base.storage = static_cast<edit::Storage>(storage);
    for (auto count = taker.number<std::uint32_t>(); count > 0 && taker.good(); --count) {
        std::string name = taker.text();
        base.seen.files.emplace(std::move(name), taker.print());
    }
    const bool good = taker.good() && storage <= static_cast<std::uint8_t>(edit::Storage::folder);
    return good ? std::optional(std::move(base)) : std::nullopt;
}

/// What a step's entry holds besides its bytes.
edit::History::Movement movement_of(ByteView entry)
{
    return static_cast<edit::History::Movement>(entry.front());
}

bool is_owned(const fs::path& journal)
{
    const int file = open(journal.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return true;
    }
    const bool free = flock(file, LOCK_EX | LOCK_NB) == 0;
    close(file);
    return !free;
}

/// The names of the steps that a journal would make, with what was undone taken off.
std::vector<std::string> step_names(const std::vector<ByteView>& entries)
{
    std::vector<std::string> names;
    std::vector<std::string> undone;
    for (std::size_t i = 1; i < entries.size(); ++i) {
        Taker taker(entries[i].subspan(1));
        std::string name = taker.text();
        switch (movement_of(entries[i])) {
        case edit::History::Movement::joined: break;
        case edit::History::Movement::undone:
            if (names.empty()) {
                names.push_back(fmt::format("Undo {}", name));  // a step from before the document was saved
            } else {
                names.pop_back();
            }
            break;
        default: names.push_back(std::move(name));
        }
    }
    return names;
}

}  // namespace

Result<fs::path> journal_folder()
{
    const char* state = std::getenv("XDG_STATE_HOME");  // NOLINT(*mt-unsafe*): nothing here changes the environment
    if (state != nullptr && *state == '/') {
        return fs::path(state) / "redforge" / "journal";
    }
    const char* home = std::getenv("HOME");  // NOLINT(*mt-unsafe*): as above
    if (home != nullptr && *home == '/') {
        return fs::path(home) / ".local" / "state" / "redforge" / "journal";
    }
    return fail({.code = ErrorCode::usage,
                 .message = "no place for a journal: neither HOME nor XDG_STATE_HOME is set",
                 .hint = "set XDG_STATE_HOME to a folder that can be written"});
}

struct Journal::File {
    fs::path path;
    int file{-1};

    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File()
    {
        if (file >= 0) {
            std::error_code ignored;
            fs::remove(path, ignored);
            close(file);
        }
    }
    /// The system has it when this returns, so that the program's own end loses nothing; a power failure may.
    Status append(ByteView payload) const
    {
        const Bytes entry = entry_of(payload);
        const auto size = static_cast<ssize_t>(entry.size());
        if (write(file, entry.data(), entry.size()) != size) {
            return fail(io_error(path, "write the journal"));
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
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        errno = error.value();
        return fail(io_error(folder, "make the folder for journals"));
    }
    auto file = std::make_unique<File>();
    const std::string stem = base.path.stem().string();
    for (unsigned number = 1; file->file < 0; ++number) {
        file->path = folder / fmt::format("{}-{}-{}.journal", stem.substr(0, 100), getpid(), number);
        file->file = open(file->path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
        if (file->file < 0 && errno != EEXIST) {
            return fail(io_error(file->path, "make a journal"));
        }
    }
    flock(file->file, LOCK_EX | LOCK_NB);  // without locks on this file system, its journals are taken for left ones
    if (Status status = file->append(head_of(base, root)); !status) {
        return fail(status.error());
    }
    return Journal(std::move(file));
}

Result<Journal> Journal::resume(const Unsaved& unsaved)
{
    auto file = std::make_unique<File>();
    file->path = unsaved.journal;
    const int opened = open(unsaved.journal.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (opened < 0) {
        return fail(io_error(unsaved.journal, "open the journal"));
    }
    if (flock(opened, LOCK_EX | LOCK_NB) != 0) {
        close(opened);
        return fail({.code = ErrorCode::exists,
                     .message = "another window has taken these steps up",
                     .file = unsaved.journal.string()});
    }
    file->file = opened;
    const Result<Bytes> bytes = read_file(unsaved.journal);
    off_t whole = 0;
    for (const ByteView entry : bytes ? entries_of(*bytes) : std::vector<ByteView>{}) {
        whole += static_cast<off_t>(entry_of(entry).size());
    }
    if (ftruncate(opened, whole) != 0) {
        return fail(io_error(unsaved.journal, "write the journal"));
    }
    return Journal(std::move(file));
}

Status Journal::add(const RecordHandle& root, edit::History::Movement movement, edit::Transaction& last)
{
    const Bytes step = pack_last(root, last);
    Bytes payload{static_cast<std::byte>(movement)};
    put(payload, last.name);
    payload.insert(payload.end(), step.begin(), step.end());
    return file_->append(payload);
}

Status Journal::restart(const JournalBase& base, const RecordType& root)
{
    if (ftruncate(file_->file, 0) != 0) {
        return fail(io_error(file_->path, "begin the journal anew"));
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
        if (auto base = entries.empty() ? std::nullopt : base_of(entries.front(), unsaved.obstacle)) {
            unsaved.base = std::move(*base);
            unsaved.steps = step_names(entries);
        } else {
            unsaved.obstacle = "their journal is damaged at its beginning";
        }
        struct stat status {};
        stat(entry->path().c_str(), &status);
        unsaved.last = std::chrono::system_clock::from_time_t(status.st_mtime);
        found.push_back(std::move(unsaved));
    }
    std::ranges::sort(found, std::ranges::greater(), &Unsaved::last);
    return found;
}

Status recover(const Unsaved& unsaved, edit::Document& document, edit::History& history)
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
    const std::vector<ByteView> entries = entries_of(*bytes);
    std::size_t steps = 0;  // of this journal that could be undone
    for (std::size_t i = 1; i < entries.size(); ++i) {
        Taker taker(entries[i].subspan(1));
        std::string name = taker.text();
        const edit::History::Movement movement = movement_of(entries[i]);
        if (movement == edit::History::Movement::undone && steps > 0) {
            history.undo(document.root());
            --steps;
            continue;
        }
        if (movement == edit::History::Movement::redone && history.can_redo()) {
            history.redo(document.root());
            ++steps;
            continue;
        }
        Result<edit::Transaction> made = replay(document.root(), taker.left());
        if (!made) {
            Error failure = made.error();
            failure.file = unsaved.journal.string();
            failure.record = i - 1;
            failure.hint = "the steps before it were made again";
            return fail(std::move(failure));
        }
        if (movement == edit::History::Movement::undone) {
            made->name = fmt::format("Undo {}", name);
        }
        const bool joined = movement == edit::History::Movement::joined && steps > 0;
        if (joined) {
            history.join_last(std::move(*made));
        } else {
            history.push(std::move(*made));
        }
        steps += joined ? 0 : 1;
    }
    return {};
}

void discard(const Unsaved& unsaved)
{
    std::error_code ignored;
    fs::remove(unsaved.journal, ignored);
}

}  // namespace redforge::editor
