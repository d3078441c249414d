// The proof of law 1 for one file: read, write, compare; unpack, pack, compare.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/raw_fallback.hpp"
#include "tes/field_share.hpp"

namespace redforge::edit {

/// How many records there are of a type.
struct RecordCount {
    std::string element;  ///< its own text: a name may come from a table that is made for the question
    std::size_t count{};
};

/// How the scripts of a map were written.
struct Scripts {
    std::size_t as_source{};
    std::size_t as_bytes{};
};

/// What came out of checking one file.
struct VerifyResult {
    /// unknown: a file that was found in a folder, and that is of no known format by content and name; or of a kind that is
    /// not read, which the error names.
    enum class Status : std::uint8_t { ok, different, unreadable, unknown };

    std::filesystem::path path;
    Status status{};
    std::uint64_t size{};        ///< bytes
    std::optional<Error> error;  ///< the first difference, by offset and field path, or why it cannot be read
    RawFallbacks kept;           ///< what fell back from its layout
    /// How many there are of the records that have files of their own in the folder form: scripts, actors; and of
    /// properties of records in plugins.
    std::vector<RecordCount> records;
    Scripts scripts{};
    /// How much of a plugin's records is fields, where the text of all of them was proven; nothing for other documents.
    std::optional<tes::FieldShare> fields;
    std::vector<std::string> visibility;  ///< of a map: what tells that the PVO beside it does not fit it
};

/// A file to be checked.
struct Candidate {
    std::filesystem::path path;
    bool found{};  ///< in a folder; else it was named, and must be of a known format
    bool full{};   ///< the text of every record of a large plugin is made and read, not that of a sample
};

/// Returns true if a file of that name should be a game's file.
[[nodiscard]] bool has_game_name(const std::filesystem::path& path);

/// Checks a game's file; or an XML file or unpacked folder, which must pack, and say the same when unpacked again.
/// Where there is not enough memory, the file is unreadable.
[[nodiscard]] VerifyResult verify(const Candidate& candidate);

/// The files that a name on the command line stands for, sorted: itself, whatever it is; an unpacked folder is one
/// document; any other folder is searched, below too. A folder that cannot be read stands for itself.
[[nodiscard]] std::vector<Candidate> find_files(const std::filesystem::path& name);

}  // namespace redforge::edit
