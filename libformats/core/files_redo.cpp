// What a killed write of a folder left to do: a list in the user's own state folder, never in the folder itself.
#include <array>
#include <charconv>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/files_folder.hpp"
#include "core/state_folder.hpp"

namespace redforge::posix {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_line = "redforge unfinished write 1";
constexpr std::string_view last_line = "end";
constexpr std::string_view waiting_mark = ".redforge-next-";
constexpr std::size_t waiting_digits = 12;

Result<fs::path> list_file(const struct stat& folder)
{
    return state_folder("what an interrupted write would leave to do").map([&](const fs::path& state) {
        return state / "unfinished" / fmt::format("{:x}-{:x}", folder.st_dev, folder.st_ino);
    });
}

std::string words_of(const std::optional<Fingerprint>& content)
{
    return content ? fmt::format("{} {} {}", content->size, content->first, content->second) : "- - -";
}

bool read_words(std::istream& words, std::optional<Fingerprint>& content)
{
    std::array<std::string, 3> numbers;
    words >> numbers[0] >> numbers[1] >> numbers[2];
    if (numbers[0] == "-") {
        return true;
    }
    Fingerprint found;
    const std::array<std::uint64_t*, 3> parts{&found.size, &found.first, &found.second};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string& number = numbers.at(i);
        if (std::from_chars(number.data(), number.data() + number.size(), *parts.at(i)).ec != std::errc{}) {
            return false;
        }
    }
    content = found;
    return true;
}

std::optional<std::vector<FolderStep>> steps_in(const std::string& text)
{
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line) || line != first_line || !std::getline(lines, line)) {
        return std::nullopt;  // the second line names the folder for whoever looks into the list
    }
    std::vector<FolderStep> steps;
    while (std::getline(lines, line) && line != last_line) {
        std::istringstream words(line);
        FolderStep step;
        if (!read_words(words, step.before) || !read_words(words, step.after) || !(words >> step.waiting) ||
            words.get() != ' ' || !std::getline(words, step.name) || !is_waiting_name(step.waiting) ||
            !is_plain_name(step.name)) {
            return std::nullopt;
        }
        steps.push_back(std::move(step));
    }
    return line == last_line ? std::optional(std::move(steps)) : std::nullopt;
}

/// Whether only this user can have written it.
bool is_private(const struct stat& status)
{
    return status.st_uid == geteuid() && (status.st_mode & 077U) == 0;
}

Error cannot_obey(const fs::path& file, std::string_view why)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("says what an interrupted write left to do, but {}", why),
            .file = file.string(),
            .hint = "delete it to go on with what stands in the folder"};
}

/// The name beside that a step's content waits under.
std::string beside(const FolderStep& step)
{
    return (fs::path(step.name).parent_path() / step.waiting).string();
}

/// Whether a step is still to be done; an error when somebody's change is in its way.
Result<bool> is_to_be_done(int folder, const FolderStep& step, const RedoList& list, const fs::path& path)
{
    const auto now = content_now(folder, step.name, path);
    if (!now) {
        return fail(now.error());
    }
    if (*now == step.after) {
        return false;
    }
    if (!step.after) {
        return *now == step.before;  // somebody's new text stays
    }
    const auto waiting = content_now(folder, beside(step), path);
    if (!waiting) {
        return fail(waiting.error());
    }
    if (*now == step.before && *waiting == step.after) {
        return true;
    }
    const bool is_there = *waiting == step.after;
    return fail({.code = ErrorCode::exists,
                 .message = *now == step.before
                                ? "was to be replaced when a write was interrupted, and its new content "
                                  "is gone"
                                : "was changed after a write of this folder was interrupted",
                 .file = (path / step.name).string(),
                 .hint = fmt::format("{}delete {} to go on with what stands in the folder; nothing was changed",
                                     is_there ? fmt::format("the content that was to be written is {}; take from it "
                                                            "what you want, then ",
                                                            (path / beside(step)).string())
                                              : "",
                                     list.file().string())});
}

Status do_again(int folder, const FolderStep& step, const fs::path& path)
{
    std::vector<std::string> made;
    const auto place = walk(folder, step.name, path, &made);
    if (!place) {
        return fail(place.error());
    }
    const int home = (*place)->folder.get();
    const char* const name = (*place)->name.c_str();
    if (step.after) {
        const int number = rename_over(home, step.waiting.c_str(), home, name);
        return number == 0 ? Status{} : fail(system_error(path / step.name, "replace this file", number));
    }
    return again([&] { return unlinkat(home, name, 0); }) == 0
               ? Status{}
               : fail(system_error(path / step.name, "remove this file", errno));
}

}  // namespace

std::string waiting_name()
{
    return std::string(waiting_mark) + random_digits();
}

bool is_waiting_name(std::string_view name)
{
    return name.starts_with(waiting_mark) && name.size() == waiting_mark.size() + waiting_digits &&
           name.find_first_not_of("0123456789abcdef", waiting_mark.size()) == std::string_view::npos;
}

Result<RedoList> RedoList::commit(int folder, std::span<const FolderStep> steps, const fs::path& path)
{
    struct stat of_folder {};
    if (fstat(folder, &of_folder) != 0) {
        return fail(system_error(path, "look at this folder", errno));
    }
    const Result<fs::path> file = list_file(of_folder);
    if (!file) {
        return fail(file.error());
    }
    if (Status made = make_private_folder(file->parent_path()); !made) {
        return fail(made.error());
    }
    const Fd home = open_at(AT_FDCWD, file->parent_path().c_str(), O_PATH | O_DIRECTORY);
    struct stat status {};
    if (!home || fstat(home.get(), &status) != 0) {
        return fail(system_error(file->parent_path(), "open this folder", errno));
    }
    if (!is_private(status)) {
        return fail(cannot_obey(file->parent_path(), "others than its owner may use it: its mode has to be 0700"));
    }
    remove_stale(home.get());
    std::error_code ignored;
    std::string text = fmt::format("{}\n{}\n", first_line, fs::absolute(path, ignored).string());
    for (const FolderStep& step : steps) {
        text += fmt::format("{} {} {} {}\n", words_of(step.before), words_of(step.after), step.waiting, step.name);
    }
    text += fmt::format("{}\n", last_line);
    const std::array<std::span<const std::byte>, 1> pieces{std::as_bytes(std::span(text))};
    auto staged = Staged::make(home.get(), file->filename().string(), *file);
    if (!staged) {
        return fail(staged.error());
    }
    constexpr mode_t only_mine = 0600;
    if (again([&] { return fchmod(staged->file(), only_mine); }) != 0) {
        return fail(system_error(*file, "keep this file to its owner", errno));
    }
    const Status stored = write_all(staged->file(), pieces, nullptr, *file)
                              .and_then([&] { return sync_file(staged->file(), *file); })
                              .and_then([&] { return compare_all(staged->file(), pieces, nullptr, *file); });
    if (!stored) {
        return fail(stored.error());
    }
    RedoList list;
    list.file_ = *file;
    list.steps_.assign(steps.begin(), steps.end());
    if (const int number = rename_over(home.get(), staged->hidden().c_str(), home.get(), file->filename().c_str());
        number != 0) {
        return fail(system_error(*file, "make this file", number));
    }
    staged->given_away();
    if (const Status synced = sync_folder(home.get(), *file); !synced) {
        list.remove();
        return fail(synced.error());
    }
    return list;
}

Result<std::optional<RedoList>> RedoList::find(const struct stat& folder)
{
    const Result<fs::path> path = list_file(folder);
    if (!path) {
        return std::nullopt;  // without a place for lists there is none
    }
    const Fd home = open_at(AT_FDCWD, path->parent_path().c_str(), O_PATH | O_DIRECTORY);
    const Fd file = home ? open_at(home.get(), path->filename().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK) : Fd();
    if (!file) {
        return errno == ENOENT || errno == ENOTDIR ? Result<std::optional<RedoList>>(std::nullopt)
                                                   : fail(system_error(*path, "read this file", errno));
    }
    struct stat around {};
    struct stat status {};
    if (fstat(home.get(), &around) != 0 || fstat(file.get(), &status) != 0) {
        return fail(system_error(*path, "look at this file", errno));
    }
    if (!S_ISREG(status.st_mode) || !is_private(around) || !is_private(status)) {
        return fail(cannot_obey(*path, "others than its owner could have written it"));
    }
    const Result<std::string> text = read_text_file(*path);
    if (!text) {
        return fail(text.error());
    }
    auto steps = steps_in(*text);
    if (!steps) {
        return fail(cannot_obey(*path, "it cannot be understood"));
    }
    RedoList list;
    list.file_ = *path;
    list.steps_ = std::move(*steps);
    return list;
}

void RedoList::remove() const noexcept
{
    again([&] { return unlink(file_.c_str()); });
}

Result<std::size_t> count_undone(int folder, const RedoList& list, const fs::path& path)
{
    std::size_t undone = 0;
    for (const FolderStep& step : list.steps()) {
        const auto now = content_now(folder, step.name, path);
        undone += !now || *now != step.after ? 1U : 0U;
    }
    return undone;
}

Result<bool> redo(int folder, const fs::path& path)
{
    struct stat status {};
    if (fstat(folder, &status) != 0) {
        return fail(system_error(path, "look at this folder", errno));
    }
    const auto list = RedoList::find(status);
    if (!list || !*list) {
        return list ? Result<bool>(false) : fail(list.error());
    }
    std::vector<const FolderStep*> left;
    for (const bool removes : {false, true}) {  // nothing goes before all that is new is there
        for (const FolderStep& step : (*list)->steps()) {
            if (step.after.has_value() == removes) {
                continue;
            }
            const Result<bool> needed = is_to_be_done(folder, step, **list, path);
            if (!needed) {
                return fail(needed.error());
            }
            if (*needed) {
                left.push_back(&step);
            }
        }
    }
    for (const FolderStep* step : left) {
        if (Status done = do_again(folder, *step, path); !done) {
            return fail(done.error());
        }
    }
    if (Status synced = sync_folders_of(folder, (*list)->steps(), path); !synced) {
        return fail(synced.error());
    }
    drop_waiting(folder, (*list)->steps(), path);
    (*list)->remove();
    return true;
}

void drop_waiting(int folder, std::span<const FolderStep> steps, const fs::path& path) noexcept
{
    for (const FolderStep& step : steps) {
        if (const auto place = walk(folder, step.name, path); place && *place) {
            again([&] { return unlinkat((*place)->folder.get(), step.waiting.c_str(), 0); });
        }
    }
}

Status sync_folders_of(int folder, std::span<const FolderStep> steps, const fs::path& path)
{
    std::set<std::string> parents;
    for (const FolderStep& step : steps) {
        const std::string parent = fs::path(step.name).parent_path().string();
        if (!parents.insert(parent).second) {
            continue;
        }
        const auto place = walk(folder, step.name, path);
        const Status synced = place && *place ? sync_folder((*place)->folder.get(), path) : Status{};
        if (!place || !synced) {
            return place ? synced : fail(place.error());
        }
    }
    return {};
}

}  // namespace redforge::posix
