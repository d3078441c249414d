// `script share`: the names of all sources of a folder in one file, which each includes.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "console.hpp"
#include "output.hpp"
#include "script_actions.hpp"
#include "soup/assemble.hpp"
#include "soup/include.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// Whether a source that includes its names packs to what it packed to before.
Status check_same(const std::string& file, const std::string& before, const std::string& after,
                  const std::string& names)
{
    const auto whole = [&](const std::string& text, const soup::ReadBeside& read) {
        return soup::with_includes(text, file, read);
    };
    const fs::path folder = fs::path(file).parent_path();
    const Result<std::string> old =
        whole(before, [&](const std::string& name) { return read_text_file(folder / name); });
    const Result<std::string> shared = whole(after, [&](const std::string& name) {
        return name == soup::shared_names_file ? Result<std::string>(names) : read_text_file(folder / name);
    });
    if (!old || !shared) {
        return fail(!old ? old.error() : shared.error());
    }
    const auto packed = [&](const std::string& text) {
        return soup::assemble(text, file, {.names = nullptr, .previous = nullptr, .warnings = false});
    };
    const soup::Assembly is = packed(*shared);
    const soup::Assembly was = packed(*old);
    if (!was.script) {
        return fail(soup::first_error(was));
    }
    return is.script && *is.script == *was.script
               ? Status{}
               : fail({.code = ErrorCode::mismatch, .message = "would say something else", .file = file});
}

Exit share(const ScriptRequest& request, const fs::path& folder, const std::vector<std::string>& files)
{
    std::vector<std::string> texts;
    for (const std::string& file : files) {
        Result<std::string> text = read_text_file(file);
        if (!text) {
            return complain(text.error());
        }
        texts.push_back(std::move(*text));
    }
    // Names that are shared already stay so.
    const fs::path names_path = folder / soup::shared_names_file;
    std::vector<std::string> all = texts;
    std::error_code ignored;
    if (fs::exists(names_path, ignored)) {
        const Result<std::string> names = read_text_file(names_path);
        if (!names) {
            return complain(names.error());
        }
        all.push_back("\n" + *names);
    }
    soup::SharedNames shared = soup::share_names(all);
    shared.sources.resize(texts.size());
    std::vector<FolderFile> changes;
    std::size_t lines_before = 0;
    std::size_t lines_after = static_cast<std::size_t>(std::ranges::count(shared.names, '\n'));
    for (std::size_t i = 0; i < texts.size(); ++i) {
        lines_before += static_cast<std::size_t>(std::ranges::count(texts[i], '\n'));
        lines_after += static_cast<std::size_t>(std::ranges::count(shared.sources[i], '\n'));
        if (texts[i] == shared.sources[i]) {
            continue;
        }
        if (const Status status = check_same(files[i], texts[i], shared.sources[i], shared.names); !status) {
            return complain(status.error());
        }
        changes.push_back({fs::path(files[i]).filename().string(), {as_bytes(shared.sources[i])}});
    }
    if (changes.empty()) {
        say(fmt::format("{}: nothing to change", folder.string()));
        return Exit::fine;
    }
    const std::string words = fmt::format("{} share their names: {} lines instead of {}",
                                          plural(changes.size(), "source"), lines_after, lines_before);
    if (request.arguments.has("dry-run")) {
        say(fmt::format("{}: {} (not written)", folder.string(), words));
        return Exit::fine;
    }
    changes.push_back({std::string(soup::shared_names_file), {as_bytes(shared.names)}});
    const Result<Written> written = write_files(folder, changes,
                                                {.overwrite = Overwrite::allow,
                                                 .backup = !request.arguments.has("no-backup"),
                                                 .cancel = &cancelled()});
    if (!written) {
        return complain(written.error());
    }
    say(fmt::format("{}: {}{}", folder.string(), words, backup_words(*written)));
    say_notes(folder, *written);
    return Exit::fine;
}

}  // namespace

Exit script_share(const ScriptRequest& request)
{
    Exit worst = Exit::fine;
    for (const std::string& name : request.files) {
        std::map<fs::path, std::vector<std::string>> by_folder;
        for (const std::string& file : sources_in(name)) {
            by_folder[fs::path(file).parent_path()].push_back(file);
        }
        if (by_folder.empty()) {
            worst = std::max(worst, complain({.code = ErrorCode::unsupported,
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
