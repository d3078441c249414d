// `script share`: moves the names of all sources in a folder to one file, which each source includes.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cli/files/finish.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/script/script_actions.hpp"
#include "cli/script/script_files.hpp"
#include "core/text/counts.hpp"
#include "edit/document/document_folder.hpp"
#include "soup/assemble/include.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

Exit share(const ScriptRequest& request, const fs::path& folder, const std::vector<std::string>& files)
{
    // Sources that include the shared names are replaced before these, so a part of them cannot be read.
    if (const Status finished = request.arguments.has("dry-run") ? Status{} : finish_interrupted(files.front());
        !finished) {
        return print_error(finished.error());
    }
    std::vector<std::string> texts;
    for (const std::string& file : files) {
        Result<std::string> text = read_text_file(file);
        if (!text) {
            return print_error(text.error());
        }
        texts.push_back(std::move(*text));
    }
    // Keep names that are shared already.
    const fs::path names_path = folder / soup::shared_names_file;
    std::vector<std::string> existing;
    std::error_code ignored;
    if (fs::exists(names_path, ignored)) {
        Result<std::vector<std::string>> lines = read_text_file(names_path).and_then([&](const std::string& text) {
            return soup::lines_of_shared_names(text, names_path.string());
        });
        if (!lines) {
            return print_error(lines.error());
        }
        existing = std::move(*lines);
    }
    const soup::SharedNames shared = soup::share_names(texts, existing);
    const soup::ReadBeside beside = [&](const std::string& name) { return read_text_file(folder / name); };
    const soup::ReadBeside with_shared = [&](const std::string& name) {
        return name == soup::shared_names_file ? Result<std::string>(shared.names) : beside(name);
    };
    std::vector<FolderFile> changes;
    std::size_t lines_before = 0;
    std::size_t lines_after = static_cast<std::size_t>(std::ranges::count(shared.names, '\n'));
    for (std::size_t i = 0; i < texts.size(); ++i) {
        lines_before += static_cast<std::size_t>(std::ranges::count(texts[i], '\n'));
        lines_after += static_cast<std::size_t>(std::ranges::count(shared.sources[i], '\n'));
        const bool same = texts[i] == shared.sources[i];
        if (same && !soup::has_includes(texts[i])) {
            continue;
        }
        const Status packs = compiles_to_same(files[i], {texts[i], beside}, {shared.sources[i], with_shared}, nullptr);
        if (!packs) {
            return print_error(packs.error());
        }
        if (same) {
            continue;
        }
        changes.push_back({fs::path(files[i]).filename().string(), {as_bytes(shared.sources[i])}});
    }
    if (changes.empty()) {
        print_message(fmt::format("{}: nothing to change", folder.string()));
        return Exit::success;
    }
    const std::string words = fmt::format("{} share their names: {} lines instead of {}",
                                          plural(changes.size(), "source"), lines_after, lines_before);
    if (request.arguments.has("dry-run")) {
        print_message(fmt::format("{}: {} (not written)", folder.string(), words));
        return Exit::success;
    }
    changes.push_back({std::string(soup::shared_names_file), {as_bytes(shared.names)}});
    const Result<Written> written = edit::write_in_folder(folder, changes,
                                                          {.overwrite = Overwrite::allow,
                                                           .backup = !request.arguments.has("no-backup"),
                                                           .cancel = &cancelled()});
    if (!written) {
        return print_error(written.error());
    }
    print_message(fmt::format("{}: {}{}", folder.string(), words, backup_description(*written)));
    print_write_notes(folder, *written);
    return Exit::success;
}

}  // namespace

Exit script_share(const ScriptRequest& request)
{
    Exit worst = Exit::success;
    for (const std::string& name : request.files) {
        std::map<fs::path, std::vector<std::string>> by_folder;
        const Result<std::vector<std::string>> sources = sources_in(name);
        if (!sources) {
            worst = std::max(worst, print_error(sources.error()));
            continue;
        }
        for (const std::string& file : *sources) {
            by_folder[fs::path(file).parent_path()].push_back(file);
        }
        if (by_folder.empty()) {
            worst = std::max(worst, print_error({.code = ErrorCode::unsupported,
                                                 .message = "no source",
                                                 .file = name,
                                                 .hint = "give an unpacked map, or a folder of .soup files"}));
        }
        for (const auto& [folder, files] : by_folder) {
            worst = std::max(worst, share(request, folder.empty() ? "." : folder, files));
        }
    }
    return worst;
}

}  // namespace redforge::cli
