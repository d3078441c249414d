// `archive` for BSA and BA2 archives of Oblivion and later games.
#include "cli/archive/archive_game.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/files/folder_builder.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/path/conditions.hpp"
#include "tes/archive/game_archive.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

std::string shown_path(const tes::ArchivedFile& file)
{
    return encode_text(file.path, CodePage::cp1252);
}

/// Returns the files that a name selects, or all. Errors: not_found (a name selects none).
Result<std::vector<const tes::ArchivedFile*>> select_files(const tes::GameArchive& archive,
                                                           std::span<const std::string> names)
{
    std::vector<const tes::ArchivedFile*> selected;
    std::vector<bool> is_used(names.size());
    for (const tes::ArchivedFile& file : archive.files()) {
        const std::string path = lower(shown_path(file));
        bool is_wanted = names.empty();
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::string pattern = lower(names[i]);
            std::ranges::replace(pattern, '\\', '/');
            if (edit::matches_pattern(path, pattern)) {
                is_used[i] = true;
                is_wanted = true;
            }
        }
        if (is_wanted) {
            selected.push_back(&file);
        }
    }
    const auto unused = std::ranges::find(is_used, false);
    if (unused != is_used.end()) {
        return fail({.code = ErrorCode::not_found,
                     .message = fmt::format("no file {}", names[static_cast<std::size_t>(unused - is_used.begin())]),
                     .hint = "see archive list; * and ? stand for any letters"});
    }
    return selected;
}

Exit list_files(const Arguments& arguments, const tes::GameArchive& archive,
                std::span<const tes::ArchivedFile* const> files)
{
    if (arguments.has("json")) {
        nlohmann::json json{{"archive", archive.description()}, {"files", nlohmann::json::array()}};
        for (const tes::ArchivedFile* const file : files) {
            json["files"].push_back({{"path", shown_path(*file)},
                                     {"size", file->size},
                                     {"stored", file->stored},
                                     {"compressed", file->is_compressed}});
        }
        print_json(json);
        return Exit::success;
    }
    std::string table;
    for (const tes::ArchivedFile* const file : files) {
        table += fmt::format("{:>12}  {}\n", grouped(file->size), shown_path(*file));
    }
    print(table);
    print_message(fmt::format("{}: {}", archive.description(), plural(files.size(), "file")));
    return Exit::success;
}

/// Writes files into a new or existing folder. Other files stay. Errors: exists (a file of this name with another
/// content, unless `force`), and those of write_folder().
Status write_files_to(const fs::path& out, const tes::GameArchive& archive,
                      std::span<const tes::ArchivedFile* const> files, bool force)
{
    const WriteOptions options{.overwrite = Overwrite::allow, .cancel = &cancelled()};
    Result<std::optional<FolderBuilder>> folder = FolderBuilder::begin(out, options);
    if (!folder) {
        return fail(folder.error());
    }
    std::vector<Bytes> contents;
    std::vector<FolderFile> list;
    FolderRules rules{.others = FolderRules::Others::stay};
    for (const tes::ArchivedFile* const file : files) {
        Result<Bytes> content = archive.content(*file);
        if (!content) {
            return fail(content.error());
        }
        if (*folder) {
            if (Status status = (*folder)->add(shown_path(*file), SharedBytes(std::move(*content))); !status) {
                return status;
            }
            continue;
        }
        contents.push_back(std::move(*content));
    }
    if (*folder) {
        const Result<std::optional<Written>> written = (*folder)->finish();
        if (written && !*written) {
            return fail({.code = ErrorCode::exists,
                         .message = "another program has just made this folder",
                         .file = out.string(),
                         .hint = "repeat the command to write into it; nothing was changed"});
        }
        return written ? Status{} : fail(written.error());
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        list.push_back({shown_path(*files[i]), {contents[i]}});
        if (force) {
            rules.previous.push_back(shown_path(*files[i]));
        }
    }
    const Result<Written> written = write_folder(out, list, rules, options);
    if (!written) {
        Error error = written.error();
        if (error.code == ErrorCode::exists) {
            error.message = "already exists with different content";
            error.hint = "--force replaces files with different content";
        }
        return fail(std::move(error));
    }
    return {};
}

Exit extract_files(const Arguments& arguments, const std::string& input, const tes::GameArchive& archive,
                   std::span<const tes::ArchivedFile* const> files)
{
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return print_usage_error("archive extract: no output given", "use -o FOLDER");
    }
    if (*out == "-") {
        const Result<Bytes> content =
            files.size() == 1
                ? archive.content(*files.front())
                : Result<Bytes>(fail(
                      {.code = ErrorCode::usage, .message = "several files for one output", .hint = "use -o FOLDER"}));
        if (!content) {
            return print_error(in_file(content.error(), input));
        }
        print(as_text(*content));
        return Exit::success;
    }
    if (const Status written = write_files_to(*out, archive, files, arguments.has("force")); !written) {
        return print_error(in_file(written.error(), input));
    }
    print_message(fmt::format("{} -> {} ({})", input, *out, plural(files.size(), "file")));
    return Exit::success;
}

/// Returns the kind of a new archive, by --for or the extension of the output.
Result<tes::ArchiveGame> wanted_kind(const Arguments& arguments, const fs::path& out)
{
    static constexpr std::array<std::pair<std::string_view, tes::ArchiveGame>, 4> kinds{
        {{"oblivion", tes::ArchiveGame::oblivion},
         {"skyrim", tes::ArchiveGame::skyrim},
         {"sse", tes::ArchiveGame::skyrim_se},
         {"fallout4", tes::ArchiveGame::fallout4}}};
    const std::optional<std::string> named = arguments.option("for");
    const bool is_ba2 = lower(out.extension().string()) == ".ba2";
    if (!named && is_ba2) {
        return tes::ArchiveGame::fallout4;
    }
    const auto kind =
        std::ranges::find(kinds, named.value_or(""), &std::pair<std::string_view, tes::ArchiveGame>::first);
    if (kind == kinds.end() || is_ba2 != (kind->second == tes::ArchiveGame::fallout4)) {
        return fail(
            {.code = ErrorCode::usage,
             .message = named ? fmt::format("--for {} with {}", *named, out.filename().string()) : "no game given",
             .hint = "--for oblivion, skyrim or sse makes a .bsa, and fallout4 a .ba2"});
    }
    return kind->second;
}

/// Reads all files below a folder. Errors: io, usage (a name that code page 1252 does not have).
Result<std::vector<tes::FileToArchive>> read_folder(const fs::path& folder)
{
    std::vector<fs::path> paths;
    std::error_code failed;
    for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        std::error_code unknown;
        const fs::file_type type = at->symlink_status(unknown).type();
        if (unknown) {
            return fail({.code = ErrorCode::io,
                         .message = "cannot check this file: " + unknown.message(),
                         .file = at->path().string()});
        }
        if (type == fs::file_type::regular) {
            paths.push_back(at->path());
        } else if (type != fs::file_type::directory) {
            return fail({.code = ErrorCode::unsupported,
                         .message = "is a link or a device, which an archive cannot contain",
                         .file = at->path().string()});
        }
    }
    if (failed) {
        return fail({.code = ErrorCode::io,
                     .message = "cannot list the folder: " + failed.message(),
                     .file = folder.string(),
                     .hint = "pack takes a folder, as archive extract makes it"});
    }
    std::ranges::sort(paths);
    std::vector<tes::FileToArchive> files;
    for (const fs::path& path : paths) {
        Result<Bytes> content = read_file(path);
        Result<std::string> name = decode_text(path.lexically_relative(folder).generic_string(), CodePage::cp1252);
        if (!content || !name) {
            return fail(in_file(content ? name.error() : content.error(), path));
        }
        files.push_back({.path = std::move(*name), .content = std::move(*content)});
    }
    return files;
}

}  // namespace

bool is_game_archive(const std::string& path)
{
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
        return false;
    }
    const Result<SharedBytes> bytes = map_file(path);
    return bytes && tes::GameArchive::is_archive(bytes->view());
}

Exit run_game_archive(const Arguments& arguments, const std::string& action, const std::string& input,
                      std::span<const std::string> names)
{
    if (action != "list" && action != "extract") {
        return print_usage_error(fmt::format("archive {}: not for BSA and BA2 archives", action),
                                 "extract it, change the folder, and pack it again");
    }
    const Result<SharedBytes> bytes = map_file(input);
    const Result<tes::GameArchive> archive =
        bytes ? tes::GameArchive::read(*bytes) : Result<tes::GameArchive>(fail(bytes.error()));
    const Result<std::vector<const tes::ArchivedFile*>> files =
        archive ? select_files(*archive, names) : Result<std::vector<const tes::ArchivedFile*>>(fail(archive.error()));
    if (!files) {
        return print_error(in_file(files.error(), input));
    }
    return action == "list" ? list_files(arguments, *archive, *files)
                            : extract_files(arguments, input, *archive, *files);
}

Exit pack_game_archive(const Arguments& arguments, const std::string& folder)
{
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return print_usage_error("archive pack: no output given", "use -o FILE.bsa or FILE.ba2");
    }
    const Result<tes::ArchiveGame> kind = wanted_kind(arguments, *out);
    const Result<std::vector<tes::FileToArchive>> files =
        kind ? read_folder(folder) : Result<std::vector<tes::FileToArchive>>(fail(kind.error()));
    const Result<Bytes> bytes =
        files ? tes::write_archive(*kind, *files, arguments.has("compress")) : Result<Bytes>(fail(files.error()));
    if (!bytes) {
        return print_error(in_file(bytes.error(), folder));
    }
    const Status allowed = is_game_archive(*out) ? Status{} : may_replace(arguments, *out, "a BSA or BA2 archive");
    const Result<Written> written = allowed ? write_file(*out, std::span<const std::byte>(*bytes),
                                                         {.overwrite = Overwrite::force, .cancel = &cancelled()})
                                            : fail(allowed.error());
    if (!written) {
        return print_error(written.error());
    }
    print_message(fmt::format("{} -> {} ({})", folder, *out, plural(files->size(), "file")));
    return Exit::success;
}

}  // namespace redforge::cli
