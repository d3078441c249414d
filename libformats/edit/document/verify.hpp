// Proves law 1 for one file: reads, writes and compares it; unpacks, packs and compares it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/format.hpp"
#include "core/record/field_share.hpp"
#include "core/record/raw_fallback.hpp"

namespace redforge::edit {

/// Number of scripts that are written as source, and as bytes.
struct Scripts {
    std::size_t as_source{};
    std::size_t as_bytes{};
};

/// Result of the check of one file.
struct VerifyResult {
    /// unknown: a file found in a folder whose content and name belong to no format, or whose kind is not supported
    /// (see error).
    enum class Status : std::uint8_t { ok, different, unreadable, unknown };

    std::filesystem::path path;
    Status status{};
    std::uint64_t size{};  ///< in bytes
    std::optional<Error>
        error;          ///< the first difference, with offset and field path, or the reason why it cannot be read
    RawFallbacks kept;  ///< parts that do not fit their layout and stay raw bytes
    /// Numbers of the records that have their own files in the folder form (scripts, actors), and of records with
    /// properties in plugins.
    std::vector<RecordCount> records;
    Scripts scripts{};
    /// Share of a plugin's records that is decoded into fields. nullopt for other documents, and if only a sample was
    /// checked.
    std::optional<FieldShare> fields;
    std::vector<std::string> visibility;  ///< problems of files that depend on it, such as the PVO next to a map
};

/// A file to check.
struct Candidate {
    std::filesystem::path path;
    bool found{};  ///< found in a folder; a file that the user named must have a known format
    bool full{};   ///< check every record of a large plugin, not only a sample
};

/// Returns true if a file with this name should be a game file.
[[nodiscard]] bool has_game_name(const std::filesystem::path& path);

/// Checks a game file, or an XML file or unpacked folder, which must pack and be equal when unpacked again. If there is
/// not enough memory, the file counts as unreadable.
[[nodiscard]] VerifyResult verify(const Candidate& candidate);

/// Returns the files that an argument of the command line selects, sorted. A file is returned as it is. An unpacked
/// folder is one document. Other folders are searched recursively. A folder that cannot be read is returned itself.
/// `links`, if not null, gets the links to folders that the search skipped, sorted.
[[nodiscard]] std::vector<Candidate> find_files(const std::filesystem::path& name,
                                                std::vector<std::filesystem::path>* links = nullptr);

}  // namespace redforge::edit
