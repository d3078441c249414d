// Replaces several files of a folder, all or none. A list of pending steps in the user's state folder (never in the
// folder itself) survives a kill. The next write of the same user completes it.
#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "core/files/files_parts.hpp"

namespace redforge::files {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_line = "redforge unfinished write 1";
constexpr std::string_view last_line = "end";

/// Returns the path of the step list. Its name depends on the folder's identity, so the folder can be moved.
Result<fs::path> list_file(const Handle& folder, const fs::path& path)
{
    const auto info = platform::look(folder);
    return info ? state_folder("the steps of an interrupted write").map([&](const fs::path& state) {
        return state / "unfinished" / info->identity;
    })
                : fail(system_error(path, "read this folder", info.error()));
}

std::string to_description(const std::optional<Fingerprint>& content)
{
    return content ? fmt::format("{} {} {}", content->size, content->first, content->second) : "- - -";
}

bool read_words(std::istream& words, std::optional<Fingerprint>& content)
{
    if ((words >> std::ws).peek() == '-') {
        std::string none;
        return static_cast<bool>(words >> none >> none >> none);
    }
    Fingerprint found;
    content = words >> found.size >> found.first >> found.second ? std::optional(found) : std::nullopt;
    return content.has_value();
}

std::optional<std::vector<FolderStep>> steps_in(const std::string& text)
{
    std::istringstream lines(text);
    std::string line;
    if (!std::getline(lines, line) || line != first_line || !std::getline(lines, line)) {
        return std::nullopt;  // the second line names the folder, for users who read the list
    }
    std::vector<FolderStep> steps;
    while (std::getline(lines, line) && line != last_line) {
        std::istringstream words(line);
        FolderStep step;
        if (!read_words(words, step.before) || !read_words(words, step.after) || !(words >> step.waiting) ||
            words.get() != ' ' || !std::getline(words, step.name) || !is_temporary_name(step.waiting) ||
            !is_plain_name(step.name)) {
            return std::nullopt;
        }
        steps.push_back(std::move(step));
    }
    return line == last_line ? std::optional(std::move(steps)) : std::nullopt;
}

Error redo_error(const fs::path& file, std::string_view why)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("cannot complete an interrupted write: {}", why),
            .file = file.string(),
            .hint = "delete it to continue with the present content of the folder"};
}

/// Returns true if a step is still to be done. Errors: another change prevents it.
Result<bool> is_pending(const Handle& folder, const FolderStep& step, const fs::path& list, const fs::path& path)
{
    const auto now = content_now(folder, step.name, path);
    if (!now || *now == step.after || !step.after) {
        // Keep the text if the user has replaced it.
        return now ? Result<bool>(*now != step.after && *now == step.before) : fail(now.error());
    }
    const auto waiting = content_now(folder, step.waiting_path(), path);
    if (!waiting || (*now == step.before && *waiting == step.after)) {
        return waiting ? Result<bool>(true) : fail(waiting.error());
    }
    const std::string kept = fmt::format("the content that was to be written is {}; take from it what you want, then ",
                                         (path / step.waiting_path()).string());
    return fail(
        {.code = ErrorCode::exists,
         .message = *now == step.before ? "was to be replaced when a write was interrupted, and its new content "
                                          "is gone"
                                        : "was changed after a write of this folder was interrupted",
         .file = (path / step.name).string(),
         .hint = fmt::format("{}delete {} to continue with the present content of the folder; nothing was changed",
                             *waiting == step.after ? kept : "", list.string())});
}

enum class Direction : std::uint8_t { forward, back };

/// Performs or reverts a step. Clears `can_go_back` if the disk cannot exchange names.
Status move(const Handle& folder, const FolderStep& step, Direction direction, bool& can_go_back, const fs::path& path)
{
    const auto place = walk(folder, step.name, path);
    if (!place || !*place) {
        return fail(place ? changed_error(path / step.name, "was removed") : place.error());
    }
    const auto& [home, name] = **place;
    const bool to_name = step.after.has_value() == (direction == Direction::forward);
    std::error_code error;
    if (!step.before || !step.after) {
        error = platform::rename_new(home, to_name ? step.waiting : name, to_name ? name : step.waiting);
    } else if (can_go_back) {
        error = platform::exchange(home, step.waiting, name);
        can_go_back = error != std::errc::operation_not_supported;
    }
    if (step.before && step.after && !can_go_back) {
        error = platform::rename_over(home, step.waiting, name);
    }
    return error ? fail(system_error(path / step.name, step.after ? "replace this file" : "remove this file", error))
                 : Status{};
}

/// Performs all steps or none. Sets `is_partial` if a step failed and earlier steps could not be reverted.
Status perform(const Handle& folder, std::span<const FolderStep> steps, const fs::path& path, bool& is_partial,
               std::vector<std::string>& notes)
{
    bool can_go_back = steps.size() > 1;  // a single step needs no revert
    for (std::size_t done = 0; done < steps.size(); ++done) {
        if (Status moved = move(folder, steps[done], Direction::forward, can_go_back, path); !moved) {
            std::size_t left = done;
            while (left > 0 && can_go_back && move(folder, steps[left - 1], Direction::back, can_go_back, path)) {
                --left;
            }
            is_partial = left > 0;
            if (is_partial) {
                moved.error().hint = fmt::format(
                    "{} of {} files are in place; the next command that writes in this folder replaces the others",
                    left, steps.size());
            }
            return moved;
        }
    }
    std::set<std::string> parents;
    for (const FolderStep& step : steps) {
        const fs::path parent = fs::path(step.name).parent_path();
        parents.insert(parent.empty() ? "." : parent.generic_string());
    }
    if (const Status stored = sync_folders(folder, std::vector(parents.begin(), parents.end()), path); !stored) {
        notes.push_back("it may not survive a power failure: " + stored.error().message);
    }
    for (const FolderStep& step : steps) {
        remove_below(folder, step.waiting_path());
        for (fs::path above = fs::path(step.name).parent_path(); !step.after && !above.empty();
             above = above.parent_path()) {
            remove_below(folder, above.generic_string());  // remove folders that became empty
        }
    }
    return {};
}

void remove_list(const fs::path& list)
{
    std::error_code ignored;
    fs::remove(list, ignored);
}

}  // namespace

std::string FolderStep::waiting_path() const
{
    return (fs::path(name).parent_path() / waiting).generic_string();
}

Result<fs::path> put_redo_list(const Handle& folder, std::span<const FolderStep> steps, const fs::path& path)
{
    const Result<fs::path> file = list_file(folder, path);
    if (!file) {
        return fail(file.error());
    }
    const fs::path home = file->parent_path();
    const std::error_code error = platform::make_private_folder(home);
    const auto info = error ? tl::unexpected(error) : platform::look(home);
    if (!info || !info->is_private_to_user) {
        return fail(info ? redo_error(home, "other users can access it; set its mode to 0700")
                         : system_error(home, "use this folder", info.error()));
    }
    std::error_code ignored;
    std::string text = fmt::format("{}\n{}\n", first_line, fs::absolute(path, ignored).string());
    for (const FolderStep& step : steps) {
        text += fmt::format("{} {} {} {}\n", to_description(step.before), to_description(step.after), step.waiting,
                            step.name);
    }
    text += fmt::format("{}\n", last_line);
    const ByteView content = as_bytes(text);
    const Result<Written> written =
        write_file_as(Hidden::Type::private_file, *file, {&content, 1}, {.overwrite = Overwrite::allow});
    if (written && !written->notes.empty()) {
        remove_list(*file);
        return fail({.code = ErrorCode::io, .message = written->notes.front(), .file = file->string()});
    }
    return written ? file : fail(written.error());
}

Result<std::optional<RedoList>> find_redo_list(const Handle& folder)
{
    const Result<fs::path> path = list_file(folder, {});
    if (!path) {
        return std::nullopt;  // without a state folder, no list exists
    }
    const auto around = platform::look(path->parent_path());
    const auto info = platform::look(*path);
    if (!around || !info) {
        return fail(system_error(*path, "look at this file", around ? info.error() : around.error()));
    }
    if (info->kind == platform::Kind::none) {
        return std::nullopt;
    }
    if (!around->is_private_to_user || !info->is_private_to_user) {
        return fail(redo_error(*path, "users other than its owner could have written it"));
    }
    const auto text = read_text_file(*path);
    auto steps = text ? steps_in(*text) : std::nullopt;
    return steps ? Result<std::optional<RedoList>>(RedoList{*path, std::move(*steps)})
                 : fail(text ? redo_error(*path, "it cannot be understood") : text.error());
}

Result<bool> redo(const Handle& folder, const fs::path& path)
{
    const auto list = find_redo_list(folder);
    if (!list || !*list) {
        return list ? Result<bool>(false) : fail(list.error());
    }
    std::vector<FolderStep> left;
    for (const FolderStep& step : (*list)->steps) {
        const Result<bool> needed = is_pending(folder, step, (*list)->file, path);
        if (!needed) {
            return fail(needed.error());
        }
        if (*needed) {
            left.push_back(step);
        }
    }
    bool is_partial = false;
    std::vector<std::string> notes;
    if (const Status done = perform(folder, left, path, is_partial, notes); !done || !notes.empty()) {
        return fail(done ? Error{.code = ErrorCode::io, .message = notes.front(), .file = path.string()}
                         : done.error());
    }
    for (const FolderStep& step : (*list)->steps) {
        remove_below(folder, step.waiting_path());
    }
    remove_list((*list)->file);
    return true;
}

Status perform_steps(const Handle& folder, std::span<const FolderStep> steps, const fs::path& path, bool& is_partial,
                     std::vector<std::string>& notes)
{
    for (const FolderStep& step : steps) {
        const auto now = content_now(folder, step.name, path);
        if (!now || *now != step.before) {
            return fail(now ? changed_error(path / step.name, "was changed") : now.error());
        }
    }
    const Result<fs::path> list = steps.size() > 1 ? put_redo_list(folder, steps, path) : fs::path();
    if (!list) {
        return fail(list.error());
    }
    const Status done = perform(folder, steps, path, is_partial, notes);
    if (!is_partial && !list->empty()) {
        remove_list(*list);
    }
    return done;
}

}  // namespace redforge::files
