// A folder that is not there yet: built in a hidden one, then given its name.
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/files_folder.hpp"
#include "core/progress.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

// Below the hidden folder: the names of the files in `new`, one a line, and the folder to be.
constexpr const char* list_name = "list";
constexpr const char* new_name = "new";

Fd open_folder(int parent, const char* name)
{
    return Fd(openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

std::vector<std::string> read_list(int hidden)
{
    std::vector<std::string> names;
    const Fd file(openat(hidden, list_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; file && (got = read(file.get(), buffer, sizeof buffer)) > 0;) {
        text.append(buffer, static_cast<std::size_t>(got));
    }
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) {
            break;  // killed while writing it: no file of that name was made yet
        }
        names.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return names;
}

/// Removes what is known to be ours, and the folders when nothing else is in them.
void remove_hidden(int parent, const std::string& name, int hidden)
{
    const std::vector<std::string> names = read_list(hidden);
    if (const Fd made = open_folder(hidden, new_name)) {
        for (const std::string& file : names) {
            unlinkat(made.get(), file.c_str(), 0);
        }
        const std::vector<std::string> folders = folders_above(names);
        for (auto inner = folders.rbegin(); inner != folders.rend(); ++inner) {
            unlinkat(made.get(), inner->c_str(), AT_REMOVEDIR);
        }
    }
    if (unlinkat(hidden, new_name, AT_REMOVEDIR) == 0 || errno == ENOENT) {
        unlinkat(hidden, list_name, 0);
        unlinkat(parent, name.c_str(), AT_REMOVEDIR);
    }
}

/// The hidden folder; goes with all that is in it, which by then may have a name of its own.
struct Hidden {
    Hidden(int in, std::string called) : parent(in), name(std::move(called)) {}
    Hidden(const Hidden&) = delete;
    Hidden& operator=(const Hidden&) = delete;
    ~Hidden()
    {
        if (folder) {
            remove_hidden(parent, name, folder.get());
        }
    }
    int parent;
    std::string name;
    Fd folder{};
};

/// Makes the hidden folder with its list and the empty folders. False when another writer removed it at once.
Result<bool> prepare(Hidden& hidden, Fd& made, const FolderPlan& plan, const fs::path& path)
{
    constexpr mode_t mode = 0777;  // less the umask
    if (mkdirat(hidden.parent, hidden.name.c_str(), mode) != 0) {
        return fail(system_error(path, "make a folder here", errno));
    }
    hidden.folder = open_folder(hidden.parent, hidden.name.c_str());
    if (!hidden.folder || !lock_as_ours(hidden.folder.get())) {
        return false;
    }
    std::string names;
    for (const std::string& name : plan.files) {
        names += name + "\n";
    }
    const Fd list(openat(hidden.folder.get(), list_name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600));
    const std::array<std::span<const std::byte>, 1> text{std::as_bytes(std::span(names))};
    if (!list) {
        return fail(system_error(path, "make a file here", errno));
    }
    if (auto written = write_all(list.get(), text, nullptr, path); !written) {
        return fail(std::move(written.error()));
    }
    if (mkdirat(hidden.folder.get(), new_name, mode) != 0) {
        return fail(system_error(path, "make a folder here", errno));
    }
    made = open_folder(hidden.folder.get(), new_name);
    for (const std::string& inner : plan.folders) {
        if (mkdirat(made.get(), inner.c_str(), mode) != 0) {
            return fail(system_error(path / inner, "make a folder here", errno));
        }
    }
    return true;
}

}  // namespace

void remove_stale_folders(int parent)
{
    for (const std::string& name : names_in(parent)) {
        if (!is_temp_name(name)) {
            continue;
        }
        const Fd hidden = open_folder(parent, name.c_str());
        struct stat status {};
        if (hidden && fstat(hidden.get(), &status) == 0 && status.st_uid == geteuid() &&
            flock(hidden.get(), LOCK_EX | LOCK_NB) == 0) {
            remove_hidden(parent, name, hidden.get());
        }
    }
}

Result<std::optional<Written>> make_folder(const Target& target, std::span<const FolderFile> files,
                                           const FolderPlan& plan, const WriteOptions& options, const fs::path& path)
{
    const int parent = target.folder.get();
    remove_stale_files(parent);
    remove_stale_folders(parent);
    Hidden hidden(parent, temp_name(target.name));
    Fd made;
    const Result<bool> prepared = prepare(hidden, made, plan, path);
    if (!prepared || !*prepared) {
        return prepared ? Result<std::optional<Written>>(std::nullopt) : fail(prepared.error());
    }
    std::vector<FolderStage> stages;
    Written written;
    for (std::size_t i = 0; i < files.size(); ++i) {
        stages.push_back({.name = plan.files[i], .from = &files[i]});
        written.seen.files.emplace(plan.files[i], fingerprint_of(Chunks(files[i].content)));
    }
    if (const auto filled = fill_folder(made.get(), stages, options, path); !filled) {
        return fail(filled.error());
    }
    for (const std::string& inner : plan.folders) {
        const Fd folder = open_folder(made.get(), inner.c_str());
        if (auto synced = sync_folder(folder.get(), path); !synced) {
            return fail(std::move(synced.error()));
        }
    }
    if (auto synced = sync_folder(made.get(), path); !synced) {
        return fail(std::move(synced.error()));
    }
    if (is_cancelled(options.cancel)) {
        return fail(cancelled_error());
    }
    const int number = rename_new(hidden.folder.get(), new_name, parent, target.name.c_str());
    if (number == EEXIST) {
        return std::nullopt;
    }
    if (number != 0) {
        return fail(system_error(path, "put the new folder in place", number));
    }
    return sync_folder(parent, path).map([&] { return std::optional(std::move(written)); });
}

}  // namespace redforge::posix
