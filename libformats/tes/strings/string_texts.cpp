// Texts of a localised plugin, in the string files next to it.
#include "tes/strings/string_texts.hpp"

#include <algorithm>

#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/language_page.hpp"
#include "core/text/letter_case.hpp"
#include "tes/archive/game_archive.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/strings/strings.hpp"

namespace redforge::tes {
namespace {

namespace fs = std::filesystem;

bool is_english(std::string_view name)
{
    return lower(name).find("_english.") != std::string::npos;
}

/// Returns true if a file name is that of a string file of a plugin. `begin`: the stem of the plugin in lower case,
/// with an underscore: "mod_".
bool is_table_of(std::string_view file_name, const std::string& begin)
{
    const std::string name = lower(file_name);
    const bool is_table = name.ends_with(".strings") || name.ends_with(".dlstrings") || name.ends_with(".ilstrings");
    // Names of languages have no underscore, so mod_addon_english.strings belongs to Mod_Addon, not to Mod.
    return is_table && name.starts_with(begin) && name.find('_', begin.size()) == std::string::npos;
}

/// Returns true if the game reads an archive together with a plugin. `archive`, `stem`: in lower case.
bool is_archive_of(const std::string& archive, const std::string& stem)
{
    const bool is_archive = archive.ends_with(".bsa") || archive.ends_with(".ba2");
    return is_archive && archive.starts_with(stem) &&
           (archive[stem.size()] == '.' || archive.substr(stem.size()).starts_with(" - "));
}

/// Returns the string files of a plugin in a folder.
std::vector<fs::path> files_in(const fs::path& folder, const std::string& stem)
{
    const std::string begin = lower(stem) + "_";
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        if (is_table_of(at->path().filename().string(), begin)) {
            files.push_back(at->path());
        }
    }
    // Sort English first.
    std::ranges::sort(files, {}, [](const fs::path& file) {
        const std::string name = lower(file.filename().string());
        return std::pair(name.find("_english.") == std::string::npos, name);
    });
    return files;
}

/// Adds the string files of a plugin in archives. `stem`: the name of the plugin in lower case.
void read_tables(const std::vector<fs::path>& archives, const std::string& stem, ArchivedTables& all)
{
    const auto failed_at = [&](Error error, const fs::path& path) {
        error.file = path.string();
        if (!all.error) {
            all.error = std::move(error);
        }
    };
    for (const fs::path& path : archives) {
        const Result<SharedBytes> bytes = map_file(path);
        const Result<GameArchive> archive = bytes ? GameArchive::read(*bytes) : fail(bytes.error());
        if (!archive) {
            failed_at(archive.error(), path);
            continue;
        }
        constexpr std::string_view inside = "strings/";
        for (const ArchivedFile& file : archive->files()) {
            if (lower(file.path).starts_with(inside) &&
                is_table_of(std::string_view(file.path).substr(inside.size()), stem + "_")) {
                Result<Bytes> content = archive->content(file);
                if (!content) {
                    failed_at(content.error(), path);
                    continue;
                }
                all.tables.push_back({file.path, std::move(*content)});
            }
        }
    }
}

}  // namespace

ArchivedTables read_archived_tables(const fs::path& folder, const std::string& stem, bool in_all)
{
    const std::string name = lower(stem);
    std::vector<fs::path> own;
    std::vector<fs::path> others;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        const std::string archive = lower(at->path().filename().string());
        if (is_archive_of(archive, name)) {
            own.push_back(at->path());
        } else if (archive.ends_with(".bsa") || archive.ends_with(".ba2")) {
            others.push_back(at->path());
        }
    }
    std::ranges::sort(own);
    std::ranges::sort(others);
    ArchivedTables all;
    read_tables(own, name, all);
    if (in_all && all.tables.empty() && !all.error) {
        // The string files of Dawnguard.esm are in "Skyrim - Interface.bsa".
        read_tables(others, name, all);
        if (!all.tables.empty()) {
            all.error.reset();  // of an archive that probably has nothing to do with the plugin
        }
    }
    std::ranges::stable_sort(all.tables, {}, [](const ArchivedTable& table) { return !is_english(table.name); });
    return all;
}

std::string StringTexts::text(std::uint32_t id) const
{
    std::call_once(read_, [this] { read(); });
    const auto found = texts_.find(id);
    return found == texts_.end() ? std::string() : found->second;
}

bool StringTexts::has(std::uint32_t id) const
{
    std::call_once(read_, [this] { read(); });
    return texts_.contains(id);
}

bool StringTexts::has_no_files() const
{
    std::call_once(read_, [this] { read(); });
    return !has_files_;
}

std::optional<CodePage> StringTexts::page_of_languages() const
{
    std::call_once(read_, [this] { read(); });
    return pages_.size() == 1 ? *pages_.begin() : std::nullopt;
}

void StringTexts::read() const
{
    std::set<std::string> loose;  // names in lower case
    const auto take = [this](const Result<Bytes>& bytes, const fs::path& file) {
        const Result<StringTable> table =
            bytes && (bytes->empty() || is_string_table(*bytes)) ? read_string_table(*bytes) : fail({});
        if (!table) {
            return;
        }
        has_files_ = true;
        const std::string stem = file.stem().string();
        pages_.insert(page_of_language(std::string_view(stem).substr(stem.rfind('_') + 1), {}));
        const CodePage page = page_of_file(*table, file);
        for (const StringEntry& entry : table->strings) {
            texts_.try_emplace(entry.id, encode_text(entry.text.bytes, page));
        }
    };
    for (const fs::path& folder : folders_) {
        std::vector<fs::path> files = files_in(folder, stem_);
        if (const fs::path inside = find_entry(folder, "Strings"); !inside.empty()) {
            std::ranges::move(files_in(inside, stem_), std::back_inserter(files));
        }
        for (const fs::path& file : files) {
            take(read_file(file), file);
            loose.insert(lower(file.filename().string()));
        }
    }
    for (const fs::path& folder : folders_) {  // the game takes loose files first
        for (ArchivedTable& table : read_archived_tables(folder, stem_, !has_files_).tables) {
            if (!loose.contains(lower(fs::path(table.name).filename().string()))) {
                take(std::move(table.bytes), table.name);
            }
        }
    }
}

std::function<const StringTexts*()> strings_around(const fs::path& plugin,
                                                   const std::function<const DataFolder*()>& find_data)
{
    struct LazyTexts {
        std::once_flag once;
        std::unique_ptr<const StringTexts> texts;
    };
    return [lazy = std::make_shared<LazyTexts>(), plugin, find_data] {
        std::call_once(lazy->once, [&] {
            std::error_code ignored;
            const fs::path whole = fs::absolute(plugin, ignored).lexically_normal();
            const bool is_inside = lower(whole.filename().string()) == "plugin.xml";  // of an unpacked folder
            const fs::path named = is_inside ? whole.parent_path() : whole;
            std::vector<fs::path> folders{named.parent_path()};
            if (const DataFolder* const data = find_data ? find_data() : nullptr) {
                for (const fs::path& folder : data->folders()) {
                    if (std::ranges::find(folders, folder) == folders.end()) {
                        folders.push_back(folder);
                    }
                }
            }
            lazy->texts = std::make_unique<StringTexts>(std::move(folders), named.stem().string());
        });
        return lazy->texts.get();
    };
}

}  // namespace redforge::tes
