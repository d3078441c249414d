// Loads names for scripts from a game's folder.
#include "soup/names/name_files.hpp"

#include <fstream>
#include <mutex>
#include <optional>

#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "project/project.hpp"
#include "soup/names/definitions.hpp"
#include "soup/names/game_names.hpp"

namespace redforge::soup {
namespace {

namespace fs = std::filesystem;

constexpr const char* worlds_file = "WORLD.INI";
constexpr const char* items_file = "ITEM.INI";
constexpr const char* dialogue_file = "ENGLISH.RTX";

/// Returns the path of SOUP386.DEF in a game folder, or an empty path if there is none.
fs::path find_definitions(const fs::path& game)
{
    fs::path found = find_entry(game, "SOUP386.DEF");
    const fs::path folder = found.empty() ? find_entry(game, "soup386") : fs::path();
    return folder.empty() ? found : find_entry(folder, "SOUP386.DEF");
}

Result<Definitions> read_definitions_file(const fs::path& path)
{
    const Result<Bytes> bytes = read_file(path);
    Result<Definitions> read = bytes ? read_definitions(*bytes) : fail(bytes.error());
    if (!read && read.error().file.empty()) {
        read.error().file = path.string();
    }
    return read;
}

/// A large file. Several threads can read parts of it.
class LargeFile {
public:
    explicit LargeFile(const fs::path& path) : path_(path)
    {
        std::error_code failed;
        if (fs::is_regular_file(path, failed)) {  // opening a pipe can block forever
            in_.open(path, std::ios::binary);
        }
    }

    Result<Bytes> read(std::uint64_t offset, std::size_t size)
    {
        const std::lock_guard lock(mutex_);
        Bytes bytes(size);
        in_.clear();
        in_.seekg(static_cast<std::streamoff>(offset));
        in_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));  // NOLINT: bytes
        if (static_cast<std::size_t>(in_.gcount()) != size) {
            return fail({.code = ErrorCode::io, .message = "cannot be read to its end", .file = path_.string()});
        }
        return bytes;
    }

private:
    fs::path path_;
    std::ifstream in_;
    std::mutex mutex_;
};

/// Names, and the files that they refer to.
struct LoadedNames {
    std::optional<Dialogue> dialogue;
    Names names;
};

/// Returns a context that finds the game folder and loads the names at first use.
LoadContext lazy_names_context(std::function<fs::path()> find_game, std::function<void(const std::string&)> report)
{
    struct Late {
        std::once_flag once;
        std::shared_ptr<const Names> names;
    };
    LoadContext context;
    context.services.set<Names>([late = std::make_shared<Late>(), find_game = std::move(find_game),
                                 report = std::move(report)]() -> const Names* {
        std::call_once(late->once, [&] {
            Result<FoundNames> found = load_names(find_game(), {});
            if (!found) {
                return;
            }
            late->names = std::move(found->names);
            for (const std::string& problem : found->problems) {
                if (report) {
                    report(problem);
                }
            }
        });
        return late->names.get();
    });
    return context;
}

}  // namespace

Result<FoundNames> load_names(const fs::path& game, const fs::path& definitions)
{
    FoundNames found;
    const auto kept = std::make_shared<LoadedNames>();
    bool any = false;
    const fs::path file = !definitions.empty() ? definitions : game.empty() ? fs::path() : find_definitions(game);
    if (!file.empty()) {
        const Result<Definitions> read = read_definitions_file(file);
        if (read) {
            kept->names = Names(*read);
            any = true;
        } else if (!definitions.empty()) {
            return fail(read.error());
        } else {
            found.problems.push_back(describe(read.error()));
        }
    }
    if (!game.empty()) {
        const auto bytes_of = [&](std::string_view name) {
            const fs::path path = find_entry(game, name);
            Result<Bytes> bytes = path.empty() ? Bytes{} : read_file(path);
            if (!bytes) {
                found.problems.push_back(describe(bytes.error()));
                return Bytes{};
            }
            any = any || !path.empty();
            return std::move(*bytes);
        };
        const Bytes worlds = bytes_of(worlds_file);
        const Bytes items = bytes_of(items_file);
        std::error_code failed;
        if (const fs::path path = find_entry(game, dialogue_file); !path.empty()) {
            const auto large = std::make_shared<LargeFile>(path);
            Result<Dialogue> dialogue =
                Dialogue::open(fs::file_size(path, failed),
                               [large](std::uint64_t offset, std::size_t size) { return large->read(offset, size); });
            if (dialogue && !failed) {
                kept->dialogue = std::move(*dialogue);
                any = true;
            } else {
                Error error = dialogue ? Error{.code = ErrorCode::io, .message = failed.message()} : dialogue.error();
                error.file = path.string();
                found.problems.push_back(describe(error));
            }
        }
        add_game_names(kept->names, worlds, items, kept->dialogue ? &*kept->dialogue : nullptr);
    }
    if (any) {
        found.names = std::shared_ptr<const Names>(kept, &kept->names);
    }
    return found;
}

std::vector<fs::path> name_files_of(const fs::path& game)
{
    std::vector<fs::path> files{find_definitions(game)};
    for (const char* const name : {worlds_file, items_file, dialogue_file}) {
        files.push_back(find_entry(game, name));
    }
    std::erase_if(files, [](const fs::path& each) { return each.empty(); });
    return files;
}

fs::path game_folder_around(const fs::path& file)
{
    if (const auto settings = project::valid_settings_around(file); settings && settings->game) {
        return *settings->game;
    }
    constexpr int max_steps = 5;
    std::error_code failed;
    fs::path folder = fs::absolute(file, failed).lexically_normal();
    for (int step = 0; step < max_steps && !failed; ++step) {
        if (!find_definitions(folder).empty()) {
            return folder;
        }
        if (!folder.has_relative_path()) {
            break;
        }
        folder = folder.parent_path();
    }
    return {};
}

LoadContext context_of(const fs::path& game, std::function<void(const std::string&)> report)
{
    LoadContext context = lazy_names_context([game] { return game; }, std::move(report));
    context.game_folder = game;
    return context;
}

LoadContext context_around(const fs::path& file, std::function<void(const std::string&)> report,
                           const fs::path& standard)
{
    const auto find = [file, standard] {
        const fs::path around = game_folder_around(file);
        return around.empty() ? standard : around;
    };
    return lazy_names_context(find, std::move(report));
}

}  // namespace redforge::soup
