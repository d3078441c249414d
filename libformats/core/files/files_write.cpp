// Writes one file: under a hidden name, synced, read back, and then renamed.
#include <array>

#include <fmt/format.h>

#include "core/files/backups.hpp"
#include "core/files/files_parts.hpp"
#include "core/progress.hpp"

namespace redforge {

namespace files {

namespace {

namespace fs = std::filesystem;
using platform::Kind;

Error exists_error(const fs::path& shown)
{
    return {.code = ErrorCode::exists,
            .message = "already exists",
            .file = shown.string(),
            .hint = "choose another name; nothing was changed"};
}

/// Writes to a pipe or a device, which has no old content to keep and cannot be read back.
Result<Written> write_stream(const platform::CallResult<Handle>& stream, Chunks content, const WriteOptions& options,
                             const fs::path& shown)
{
    if (!stream) {
        return fail(system_error(shown, "open", stream.error()));
    }
    return write_all(*stream, content, options.cancel, shown).map([] { return Written{}; });
}

/// Checks that the existing file may be replaced.
Status may_replace(const Target& target, const WriteOptions& options, const fs::path& path)
{
    if (target.now.kind == Kind::none) {
        return options.expected == nullptr ? Status{} : fail(changed_error(path, "was removed"));
    }
    if (target.now.kind != Kind::file) {
        const bool folder = target.now.kind == Kind::folder;
        return fail({.code = ErrorCode::io,
                     .message = folder ? "is a folder, not a file" : "is a disk or a socket, not a file",
                     .file = path.string(),
                     .hint = folder ? "name a file in it" : "choose another name"});
    }
    if (options.overwrite == Overwrite::reject) {
        return fail(exists_error(path));
    }
    // The exchange needs only the folder's permission, but a user who made the file read-only wants to keep it.
    const std::error_code error = platform::check_writable(target.home, target.name);
    return error ? fail(system_error(path, "replace this read-only file", error)) : Status{};
}

/// Renames the new file over the old one. Returns false if the old file no longer exists: the caller retries.
Result<bool> replace(const Target& target, Hidden& hidden, const WriteOptions& options, const fs::path& path,
                     Written& written)
{
    // Other Redforge processes that write to this folder wait for the lock, and then detect the change.
    const auto lock = lock_folder(target.home, true, options.cancel, path);
    const auto now = lock ? platform::look(target.home, target.name) : platform::Info{};
    if (!lock || !now) {
        return fail(lock ? system_error(path, "check the existing file", now.error()) : lock.error());
    }
    if (options.expected != nullptr) {
        const auto content = content_now(target.home, target.name, target.folder);
        const auto read = options.expected->files.find("");
        if (!content || !*content || read == options.expected->files.end() || **content != read->second) {
            return fail(content ? changed_error(path, *content ? "was changed" : "was removed") : content.error());
        }
    }
    if (now->kind == Kind::none) {
        return false;
    }
    Result<std::optional<Backup>> backup = std::nullopt;
    if (options.backup) {
        backup = back_up(target.path(), target.home, {&target.name, 1}, false, options.cancel);
        if (!backup) {
            return fail(std::move(backup.error()));
        }
    }
    if (const std::error_code error = hidden.take_name(target.name, true)) {
        remove_backup(*backup);
        return fail(system_error(path, "replace the old file", error));
    }
    written.backup = keep_backup(*backup, target.path());
    return true;
}

/// Tries to write once. Returns nullopt if the path appeared or disappeared meanwhile: the caller retries.
Result<std::optional<Written>> attempt(const Target& target, Hidden::Type type, Chunks content,
                                       const WriteOptions& options, const fs::path& path)
{
    Written written;
    written.seen.files.emplace("", fingerprint_of_content(content));
    const bool there = target.now.kind == Kind::file;
    if (there && options.keep_same) {
        const auto now = content_now(target.home, target.name, target.folder);
        written.unchanged = now && *now == written.seen.files.at("");
        if (written.unchanged) {
            return written;
        }
    }
    auto hidden = Hidden::make(target.home, target.name, type, path);
    if (!hidden) {
        return fail(std::move(hidden.error()));
    }
    const NewFile file{.content = content,
                       .old_folder = there ? &target.home : nullptr,
                       .old_name = target.name,
                       .shown = path};
    const Status good = fill(hidden->opened(), file, true, options.cancel, written.notes).and_then([&] {
        return verify_written(hidden->opened(), file, options.cancel);
    });
    if (!good || is_cancelled(options.cancel)) {
        return fail(good ? cancelled_error() : good.error());
    }
    if (there) {
        const Result<bool> replaced = replace(target, *hidden, options, path, written);
        return replaced.map([&](bool done) { return done ? std::optional(std::move(written)) : std::nullopt; });
    }
    const std::error_code error = hidden->take_name(target.name);
    if (error && error != std::errc::file_exists) {
        return fail(system_error(path, "give the new file its name", error));
    }
    return error ? std::nullopt : std::optional(std::move(written));
}

/// Writes a file and the files beside it, as one step of their folder.
Result<Written> write_together(const fs::path& path, Chunks content, const WriteOptions& options)
{
    const auto target = find_target(path);
    const Status allowed = target ? may_replace(*target, options, path) : fail(target.error());
    const auto folder = platform::look(path.has_parent_path() ? path.parent_path() : fs::path("."));
    const auto real = allowed ? platform::look(target->home) : platform::Info{};
    if (!allowed || !folder || !real) {
        return fail(!allowed ? allowed.error()
                             : system_error(path, "look at its folder", folder ? real.error() : folder.error()));
    }
    if (folder->identity != real->identity) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "is a link into another folder, so the files next to it cannot be written with it",
                     .file = path.string(),
                     .hint = fmt::format("name {} itself; nothing was changed", target->path().string())});
    }
    std::vector<FolderFile> files = options.side_files;
    files.push_back({target->name, {content.begin(), content.end()}});
    FileSnapshot expected;
    if (options.expected != nullptr) {
        expected = *options.expected;
        if (auto main = expected.files.extract("")) {
            main.key() = target->name;
            expected.files.insert(std::move(main));
        }
    }
    WriteOptions together = options;
    together.side_files.clear();
    together.overwrite = Overwrite::allow;
    together.expected = options.expected != nullptr ? &expected : nullptr;
    together.backup_of = target->name;
    Result<Written> written = write_files(target->folder, files, together);
    if (written) {
        written->seen = {};
        written->seen.files.emplace("", fingerprint_of_content(content));
    }
    return written;
}

}  // namespace

void sync_or_note(const Handle& folder, std::vector<std::string>& notes)
{
    if (const std::error_code error = platform::sync_folder(folder)) {
        notes.push_back(system_error({}, "store the new name on the disk", error).message);
        notes.back().insert(0, "it may not survive a power failure: ");
    }
}

Result<Target> find_target(const fs::path& path)
{
    fs::path real = path;
    if (!real.empty() && real.filename().empty()) {
        real = real.parent_path();  // "folder/" names the folder
    }
    if (real.empty()) {
        return fail({.code = ErrorCode::io, .message = "the output has an empty name", .hint = "give it a name"});
    }
    auto followed = platform::follow(real);
    if (!followed) {
        const bool circle = followed.error() == std::errc::too_many_symbolic_link_levels;
        return fail(system_error(path, circle ? "follow the link" : "find this name", followed.error()));
    }
    real = std::move(*followed);
    Target target{.folder = real.has_parent_path() ? real.parent_path() : fs::path("."),
                  .name = real.filename().string(),
                  .home = {},
                  .now = {}};
    if (target.name.empty() || target.name == "." || target.name == "..") {
        return fail({.code = ErrorCode::io,
                     .message = "this name cannot be replaced",
                     .file = path.string(),
                     .hint = "give the name of a file or folder to make"});
    }
    auto home = platform::open_folder(target.folder);
    if (!home) {
        Error missing = system_error(path, "use its folder", home.error());
        if (home.error() == std::errc::no_such_file_or_directory || home.error() == std::errc::not_a_directory) {
            missing.message = home.error() == std::errc::not_a_directory
                                  ? fmt::format("'{}' is not a folder", target.folder.string())
                                  : fmt::format("there is no folder '{}'", target.folder.string());
            missing.hint = "make the folder first, or choose another";
        }
        return fail(std::move(missing));
    }
    target.home = std::move(*home);
    auto now = platform::look(target.home, target.name);
    if (!now) {
        return fail(system_error(path, "check the existing file", now.error()));
    }
    target.now = std::move(*now);
    remove_abandoned_files(target.home);
    return target;
}

Result<Written> write_file_as(Hidden::Type type, const fs::path& path, Chunks content, const WriteOptions& options)
{
    if (path == "-") {
        return write_stream(platform::standard_output(), content, options, "standard output");
    }
    const auto info = platform::look(path);
    if (info && (info->kind == Kind::pipe || info->kind == Kind::device)) {
        return write_stream(platform::open_stream(path), content, options, path);
    }
    if (info && info->kind == Kind::none && !path.empty() && path.filename().empty()) {
        return fail({.code = ErrorCode::io,
                     .message = "names a folder, not a file",
                     .file = path.string(),
                     .hint = "add the name of a file"});
    }
    if (!options.side_files.empty()) {
        return write_together(path, content, options);
    }
    constexpr int patience = 8;
    for (int round = 0; round < patience; ++round) {
        const auto target = find_target(path);
        const Status allowed = target ? may_replace(*target, options, path) : fail(target.error());
        auto written = allowed ? attempt(*target, type, content, options, path) : fail(allowed.error());
        if (!written) {
            return fail(std::move(written.error()));
        }
        if (*written) {
            if (!(*written)->unchanged) {
                sync_or_note(target->home, (*written)->notes);
            }
            return std::move(**written);
        }
    }
    return fail({.code = ErrorCode::io,
                 .message = "another program keeps making and removing this file",
                 .file = path.string(),
                 .hint = "end that program first; nothing was changed"});
}

}  // namespace files

Result<Written> write_file(const std::filesystem::path& path, Chunks content, const WriteOptions& options)
{
    return files::write_file_as(files::Hidden::Type::file, path, content, options);
}

Result<Written> write_file(const std::filesystem::path& path, std::span<const std::byte> content,
                           const WriteOptions& options)
{
    return write_file(path, Chunks(&content, 1), options);
}

}  // namespace redforge
