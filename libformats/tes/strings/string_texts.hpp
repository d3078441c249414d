// The texts of a localised plugin from the string files next to it, to show them next to their numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/text/code_page.hpp"

namespace redforge::tes {

class DataFolder;

/// A string file in an archive.
struct ArchivedTable {
    std::string name;  ///< path in the archive: "strings/mod_english.strings"
    Bytes bytes;
};

/// The string files of a plugin in archives.
struct ArchivedTables {
    std::vector<ArchivedTable> tables;  ///< English first
    std::optional<Error> error;         ///< of the first archive or file that could not be read
};

/// Reads the string files of a plugin with the name `stem` (without extension) in the archives of a folder that are
/// named after it: "Mod.bsa", "Skyrim - Interface.bsa". `in_all`: if these have none, reads all archives of the folder,
/// because the game takes a file from any archive that it has loaded. This can take a second.
[[nodiscard]] ArchivedTables read_archived_tables(const std::filesystem::path& folder, const std::string& stem,
                                                  bool in_all);

/// Reads the files at the first access. Thread-safe. A file in a folder replaces the file of an archive with its name,
/// as in the game.
class StringTexts {
public:
    /// Searches the string files of a plugin with the name `stem` (without extension) in folders, and in their
    /// subfolders `Strings`.
    StringTexts(std::vector<std::filesystem::path> folders, std::string stem)
        : folders_(std::move(folders)), stem_(std::move(stem))
    {
    }

    /// Returns the English text of a number, or else the text in the first other language. Returns an empty text if no
    /// file has it.
    [[nodiscard]] std::string text(std::uint32_t id) const;
    /// Returns true if a file has a text of this number.
    [[nodiscard]] bool has(std::uint32_t id) const;
    /// Returns true if no string file was found. A file that was found can have no texts.
    [[nodiscard]] bool has_no_files() const;
    /// Returns the code page of the languages in the names of the files. Returns nullopt without files, if a language
    /// is not known, or if they have several pages.
    [[nodiscard]] std::optional<CodePage> page_of_languages() const;

private:
    void read() const;

    std::vector<std::filesystem::path> folders_;
    std::string stem_;
    mutable std::once_flag read_;
    mutable std::unordered_map<std::uint32_t, std::string> texts_;
    mutable bool has_files_{};
    mutable std::set<std::optional<CodePage>> pages_;  ///< of the files; nullopt for unknown languages
};

/// Returns a service of a LoadContext for a plugin or its unpacked folder: from files next to it and in the folders of
/// `find_data`.
[[nodiscard]] std::function<const StringTexts*()> strings_around(const std::filesystem::path& plugin,
                                                                 const std::function<const DataFolder*()>& find_data);

}  // namespace redforge::tes
