// `backups`: lists and restores backups of files that --in-place and the editor replaced.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/json.hpp"
#include "core/files/backups.hpp"
#include "core/text/counts.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/map/map_visibility.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

struct ListedBackup {
    fs::path path;
    bool is_folder{};
    std::uintmax_t size{};  ///< bytes; for a folder, the sum of its files
};

Error list_error(const fs::path& folder, const std::error_code& why)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("cannot list the backups here: {}", why.message()),
            .file = folder.string(),
            .hint = "nothing was changed"};
}

/// Returns the size of a backup, in bytes; for a folder, the size of all its files.
Result<std::uintmax_t> size_of(const fs::path& path, bool is_folder)
{
    std::error_code error;
    std::uintmax_t size = is_folder ? 0 : fs::file_size(path, error);
    if (is_folder) {
        for (fs::recursive_directory_iterator inside(path, error); !error && inside != fs::end(inside);
             inside.increment(error)) {
            std::error_code unknown;
            size += inside->is_regular_file(unknown) ? inside->file_size(unknown) : 0;
            if (unknown) {
                return fail(list_error(inside->path(), unknown));
            }
        }
    }
    return error ? fail(list_error(path, error)) : Result<std::uintmax_t>(size);
}

/// Returns the backups of a file or folder, newest first.
Result<std::vector<ListedBackup>> backups_for(const fs::path& file)
{
    const Result<BackupPlace> place = backup_place();
    if (!place) {
        return fail(place.error());
    }
    const fs::path folder = backups_of(*place, file);
    std::error_code error;
    std::vector<std::string> names;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::end(entry); entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        return fail(list_error(folder, error));
    }
    const fs::path whole = fs::absolute(file, error).lexically_normal();
    const std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    std::vector<std::string> sorted = backups_among(names, name);
    std::ranges::reverse(sorted);
    std::vector<ListedBackup> all;
    for (const std::string& each : sorted) {
        const fs::file_type type = fs::status(folder / each, error).type();
        const bool is_folder = type == fs::file_type::directory;
        const Result<std::uintmax_t> size =
            error ? fail(list_error(folder / each, error)) : size_of(folder / each, is_folder);
        if (!size) {
            return fail(size.error());
        }
        all.push_back({folder / each, is_folder, *size});
    }
    return all;
}

Exit list(const Arguments& arguments, const std::string& file, const std::vector<ListedBackup>& all)
{
    nlohmann::json json{{"backups", nlohmann::json::array()}};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (arguments.has("json")) {
            nlohmann::json each{{"number", i + 1}, {"size", all[i].size}};
            put_name(each, "path", all[i].path);
            json["backups"].push_back(std::move(each));
        } else {
            print(fmt::format("{:3}  {:>12} bytes  {}\n", i + 1, grouped(all[i].size), all[i].path.string()));
        }
    }
    if (arguments.has("json")) {
        print_json(json);
    }
    if (all.empty()) {
        print_message(fmt::format("{}: no backups", file));
    }
    return all.empty() ? Exit::finding : Exit::success;
}

/// Restores a backup in one step. Makes a backup of the present state.
Result<Written> restore_backup(const Arguments& arguments, const ListedBackup& kept, const fs::path& to)
{
    const WriteOptions options{.overwrite = Overwrite::allow,
                               .backup = !arguments.has("no-backup"),
                               .cancel = &cancelled()};
    std::error_code ignored;
    if (kept.is_folder && !fs::is_directory(to, ignored) && fs::exists(kept.path / to.filename(), ignored)) {
        return edit::restore_files(kept.path, to, options);
    }
    if (kept.is_folder) {
        return edit::restore_folder(kept.path, to, options);
    }
    const Result<Bytes> content = read_file(kept.path);
    if (!content) {
        return fail(content.error());
    }
    if (const Result<edit::Loaded> map = edit::load(kept.path, Pipes::reject, {}, edit::Purpose::look)) {
        if (auto written = edit::save_with_visibility(map->document, SharedBytes({}, *content), to, options)) {
            return std::move(*written);
        }
    }
    return edit::write_in_place(to, *content, options);
}

Exit restore(const Arguments& arguments, const std::string& file, const std::vector<ListedBackup>& all)
{
    const auto numbers = arguments.all("NUMBER");
    const std::optional<std::size_t> number = numbers.empty() ? 1 : whole_number(numbers.front());
    if (!number || *number == 0 || *number > all.size()) {
        return print_error(
            {.code = all.empty() ? ErrorCode::not_found : ErrorCode::usage,
             .message = all.empty() ? "no backups" : fmt::format("no backup {}", numbers.front()),
             .file = file,
             .hint = all.empty() ? "" : fmt::format("they are numbered 1 to {}, 1 is the newest", all.size())});
    }
    const ListedBackup& kept = all[*number - 1];
    if (arguments.has("dry-run")) {
        print(fmt::format("{} -> {}\n", kept.path.string(), file));
        return Exit::success;
    }
    std::size_t used = *number - 1;
    Result<Written> written = restore_backup(arguments, all[used], file);
    // Without a number, skip backups of the present state: an interrupted restore leaves one.
    while (written && written->unchanged && numbers.empty() && used + 1 < all.size()) {
        written = restore_backup(arguments, all[++used], file);
    }
    if (!written) {
        return print_error(written.error());
    }
    print_message(written->unchanged
                      ? fmt::format("{}: nothing to change", file)
                      : fmt::format("{} -> {}{}", all[used].path.string(), file, backup_description(*written)));
    print_write_notes(file, *written);
    return Exit::success;
}

}  // namespace

static Exit run_backups(const Arguments& arguments)
{
    const std::string action = arguments.first("ACTION");
    std::string file = arguments.first("FILE");
    std::error_code failed;
    if (fs::is_symlink(file, failed)) {  // writing a link replaces its target, and the backup is of the target
        const fs::path target = fs::canonical(file, failed);
        file = failed ? file : target.string();
    }
    if (action != "list" && action != "restore") {
        return print_usage_error(fmt::format("backups: \"{}\"", action), "list or restore");
    }
    if (action == "list" && !arguments.all("NUMBER").empty()) {
        return print_usage_error("backups list: accepts no NUMBER", "it lists all backups; omit the number");
    }
    const Result<std::vector<ListedBackup>> all = backups_for(file);
    if (!all) {
        return print_error(all.error());
    }
    return action == "list" ? list(arguments, file, *all) : restore(arguments, file, *all);
}

Verb backups_verb()
{
    return {
        .name = "backups",
        .summary = "list and restore the backups of a file",
        .description = "Lists and restores the backups that --in-place and the editor make.",
        .actions = {{"list", "Prints the backups of FILE, the newest first.", "json"},
                    {"restore",
                     "Restores backup NUMBER; default: the newest that differs from FILE. The present content is "
                     "backed up first, "
                     "so that the restore can be undone.",
                     "no-backup dry-run json"}},
        .examples = {{"redforge backups list ISLAND.RGM", "the backups of a map"},
                     {"redforge backups restore ISLAND.RGM", "undo the last change"},
                     {"redforge backups restore ISLAND.RGM 3", "the third newest"}},
        .positionals = {{.name = "ACTION"},
                        {"FILE", "a file or an unpacked folder", 1, 1, {}},
                        {"NUMBER", "number of the backup in the list; 1 is the newest", 0, 1, {}}},
        .options = {options::no_backup, options::dry_run, options::json},
        .run = run_backups,
    };
}

}  // namespace redforge::cli
