// Archives of Oblivion and later games: BSA (versions 103, 104, 105) and BA2 (BTDX). They contain the models, textures,
// scripts and texts of the game and of mods. Source: UESP wiki, "Oblivion Mod:BSA File Format" and "Skyrim Mod:Archive
// File Format"; for BA2 the public library "bsa".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"

namespace redforge::tes {

/// Kinds of archives that can be written.
enum class ArchiveGame : std::uint8_t {
    oblivion,   ///< BSA 103, zlib
    skyrim,     ///< BSA 104, zlib; also Fallout 3 and New Vegas
    skyrim_se,  ///< BSA 105, LZ4
    fallout4,   ///< BA2 1, zlib: either of textures, or of other files
};

/// A file in an archive.
struct ArchivedFile {
    std::string
        path;  ///< bytes of code page 1252, in the letters of the archive, with '/' between folders: "meshes/box.nif"
    std::uint64_t size{};    ///< of the content, in bytes
    std::uint64_t stored{};  ///< in the archive, in bytes
    bool is_compressed{};

    /// A part of the content. Textures of BA2 archives have several.
    struct Chunk {
        std::uint64_t offset{};
        std::uint32_t packed{};  ///< 0 if it is not compressed
        std::uint32_t size{};    ///< 0 if the content begins with its size
    };
    std::vector<Chunk> chunks;
    Bytes head;  ///< bytes before the first chunk: the header of a texture
};

/// An archive that is open for reading.
class GameArchive {
public:
    /// Returns true if bytes begin like such an archive.
    [[nodiscard]] static bool is_archive(ByteView first);
    /// Reads the directory. Errors: malformed, truncated (with the offset), unsupported (an archive of a console, or an
    /// unknown version).
    [[nodiscard]] static Result<GameArchive> read(const SharedBytes& bytes);

    /// Returns a description: "BSA 105 (Skyrim Special Edition)".
    [[nodiscard]] const std::string& description() const { return description_; }
    /// Returns the files in the order of the directory.
    [[nodiscard]] const std::vector<ArchivedFile>& files() const { return files_; }
    /// Returns the file with a path, ignoring case, or null. '/' and '\\' are equal.
    [[nodiscard]] const ArchivedFile* find(std::string_view path) const;
    /// Returns the content of a file. Errors: malformed, truncated (the stream is damaged), unsupported (LZ4, in a
    /// build without it).
    [[nodiscard]] Result<Bytes> content(const ArchivedFile& file) const;

private:
    enum class Codec : std::uint8_t { zlib, lz4_frame, lz4_block };
    class Reader;

    SharedBytes bytes_;
    std::string description_;
    Codec codec_{};
    std::vector<ArchivedFile> files_;
};

/// A file for a new archive.
struct FileToArchive {
    std::string path;  ///< bytes of code page 1252; '/' or '\\' between folders
    Bytes content;
};

/// Returns the bytes of an archive with these files, sorted by their hashes. With `compress`, files are compressed if
/// that makes them smaller, except sounds and string files, which the game does not read compressed. A BA2 that
/// contains only .dds files is an archive of textures: it stores the format of their pixels, but not the other values
/// of their headers. Errors: usage (a BSA with a file outside of folders, an empty or repeated path, textures and other
/// files in a BA2); out_of_range (more than 2 GiB); unsupported (LZ4, in a build without it); those of read_dds().
[[nodiscard]] Result<Bytes> write_archive(ArchiveGame game, std::span<const FileToArchive> files, bool compress);

/// Returns the hash of a folder or file name in a BSA, and the hashes of a path in a BA2.
[[nodiscard]] std::uint64_t hash_of_folder(std::string_view path);
[[nodiscard]] std::uint64_t hash_of_file(std::string_view name);
struct PathHashes {
    std::uint32_t file{};
    std::uint32_t extension{};  ///< up to four letters
    std::uint32_t folder{};
};
[[nodiscard]] PathHashes hashes_of_path(std::string_view path);

}  // namespace redforge::tes
