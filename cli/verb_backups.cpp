// `backups`: what --in-place and the window replaced, listed and put back.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "core/backups.hpp"
#include "core/counts.hpp"
#include "json.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

struct Kept {
    fs::path path;
    bool is_folder{};
    std::uintmax_t size{};  ///< bytes, of a folder those of its files
};

/// The backups of a file or folder, newest first.
Result<std::vector<Kept>> backups_for(const fs::path& file)
{
    const Result<BackupPlace> place = backup_place();
    if (!place) {
        return fail(place.error());
    }
    const fs::path folder = backups_of(*place, file);
    std::error_code ignored;
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        names.push_back(entry.path().filename().string());
    }
    const fs::path whole = fs::absolute(file, ignored).lexically_normal();
    const std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    std::vector<std::string> sorted = backups_among(names, name);
    std::ranges::reverse(sorted);
    std::vector<Kept> all;
    for (const std::string& each : sorted) {
        Kept kept{folder / each, fs::is_directory(folder / each, ignored), 0};
        if (kept.is_folder) {
            for (const fs::directory_entry& inside : fs::recursive_directory_iterator(kept.path, ignored)) {
                kept.size += inside.is_regular_file(ignored) ? inside.file_size(ignored) : 0;
            }
        } else {
            kept.size = fs::file_size(kept.path, ignored);
        }
        all.push_back(std::move(kept));
    }
    return all;
}

Exit list(const Arguments& arguments, const std::string& file, const std::vector<Kept>& all)
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
    return all.empty() ? Exit::finding : Exit::fine;
}

/// Puts one file back; what stands there now gets a backup of its own.
Result<Written> put_back(const Arguments& arguments, const fs::path& from, const fs::path& to)
{
    const Result<Bytes> content = read_file(from);
    return content ? write_file(to, *content,
                                {.overwrite = Overwrite::allow,
                                 .backup = !arguments.has("no-backup"),
                                 .cancel = &cancelled()})
                   : fail(content.error());
}

Exit restore(const Arguments& arguments, const std::string& file, const std::vector<Kept>& all)
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
    const Kept& kept = all[*number - 1];
    std::vector<std::pair<fs::path, fs::path>> files;
    std::error_code ignored;
    if (kept.is_folder) {
        for (const fs::directory_entry& inside : fs::recursive_directory_iterator(kept.path, ignored)) {
            if (inside.is_regular_file(ignored)) {
                files.emplace_back(inside.path(), fs::path(file) / inside.path().lexically_relative(kept.path));
            }
        }
    } else {
        files.emplace_back(kept.path, file);
    }
    for (const auto& [from, to] : files) {
        if (arguments.has("dry-run")) {
            print(fmt::format("{} -> {}\n", from.string(), to.string()));
            continue;
        }
        fs::create_directories(to.parent_path().empty() ? fs::path(".") : to.parent_path(), ignored);
        const Result<Written> written = put_back(arguments, from, to);
        if (!written) {
            return print_error(written.error());
        }
        print_message(fmt::format("{} -> {}{}", from.string(), to.string(), backup_description(*written)));
    }
    return Exit::fine;
}

}  // namespace

Exit run_backups(const Arguments& arguments)
{
    const std::string action = arguments.first("ACTION");
    const std::string file = arguments.first("FILE");
    if (action != "list" && action != "restore") {
        return print_usage_error(fmt::format("backups: \"{}\"", action), "list or restore");
    }
    const Result<std::vector<Kept>> all = backups_for(file);
    if (!all) {
        return print_error(all.error());
    }
    return action == "list" ? list(arguments, file, *all) : restore(arguments, file, *all);
}

}  // namespace redforge::cli
