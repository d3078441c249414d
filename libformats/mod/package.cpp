// Reads and writes packages of mods: zip files with stored entries. Source: PKWARE APPNOTE.TXT 6.3.
#include "mod/package.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <zlib.h>

#include "core/files/side_files.hpp"
#include "mod/sha256.hpp"

namespace redforge::mod {
namespace {

constexpr std::uint32_t local_signature = 0x04034B50;
constexpr std::uint32_t central_signature = 0x02014B50;
constexpr std::uint32_t end_signature = 0x06054B50;
constexpr std::size_t local_size = 30;
constexpr std::size_t central_size = 46;
constexpr std::size_t end_size = 22;
constexpr std::uint16_t zip_version = 20;
constexpr std::uint16_t utf8_flag = 0x0800;
constexpr std::uint16_t first_day = 0x0021;  ///< 1 January 1980
constexpr std::uint16_t deflated = 8;

std::uint32_t crc_of(const SharedBytes& bytes)
{
    uLong crc = crc32(0, nullptr, 0);
    for (const ByteView piece : bytes.pieces()) {
        crc = crc32_z(crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());  // NOLINT(*reinterpret-cast)
    }
    return static_cast<std::uint32_t>(crc);
}

/// Appends the fields that the local and the central header of an entry have in common.
void append_common(Bytes& to, std::uint32_t crc, std::uint32_t size, std::size_t name_size)
{
    append_le<std::uint16_t>(to, zip_version);
    append_le<std::uint16_t>(to, utf8_flag);
    append_le<std::uint16_t>(to, 0);  // stored
    append_le<std::uint16_t>(to, 0);  // midnight
    append_le<std::uint16_t>(to, first_day);
    append_le(to, crc);
    append_le(to, size);
    append_le(to, size);
    append_le(to, static_cast<std::uint16_t>(name_size));
    append_le<std::uint16_t>(to, 0);  // no extra field
}

/// Entry of the central directory.
struct ZipEntry {
    std::string name;
    std::uint16_t flags{};
    std::uint16_t method{};
    std::uint32_t crc{};
    std::uint32_t packed{};
    std::uint32_t size{};
    std::uint32_t offset{};
};

class ZipReader {
public:
    ZipReader(ByteView bytes, const std::string& file) : bytes_(bytes), file_(file) {}

    Result<Contents> read()
    {
        const Result<std::size_t> end = find_end();
        if (!end) {
            return fail(end.error());
        }
        const auto count = load_le<std::uint16_t>(bytes_.data() + *end + 10);
        std::size_t at = load_le<std::uint32_t>(bytes_.data() + *end + 16);
        Contents contents;
        for (std::uint16_t i = 0; i < count; ++i) {
            Result<ZipEntry> entry = central(at);
            if (!entry) {
                return fail(std::move(entry.error()));
            }
            if (entry->name.ends_with('/')) {
                continue;  // a folder
            }
            Result<SharedBytes> content = unpack(*entry);
            if (!content) {
                return fail(std::move(content.error()));
            }
            if (!is_safe_side_path(entry->name)) {
                return reject(at, fmt::format("the name \"{}\" leads out of the folder", entry->name));
            }
            if (!contents.emplace(entry->name, std::move(*content)).second) {
                return reject(at, fmt::format("two entries are called {}", entry->name));
            }
        }
        return contents;
    }

    tl::unexpected<Error> reject(std::size_t offset, std::string message, ErrorCode code = ErrorCode::malformed) const
    {
        return fail({.code = code,
                     .message = std::move(message),
                     .file = file_,
                     .offset = offset,
                     .hint = "download the package again, or ask its author"});
    }

private:
    Result<std::size_t> find_end() const
    {
        const std::size_t max_comment = std::numeric_limits<std::uint16_t>::max();
        if (bytes_.size() >= end_size) {
            const std::size_t last = bytes_.size() - end_size;
            for (std::size_t at = last + 1; at-- > (last > max_comment ? last - max_comment : 0);) {
                if (load_le<std::uint32_t>(bytes_.data() + at) == end_signature) {
                    return at;
                }
            }
        }
        return reject(0, "not a mod package: not a zip file");
    }

    Result<ZipEntry> central(std::size_t& at) const
    {
        if (at > bytes_.size() || bytes_.size() - at < central_size ||
            load_le<std::uint32_t>(bytes_.data() + at) != central_signature) {
            return reject(at, "the list of entries is damaged");
        }
        const std::byte* const header = bytes_.data() + at;
        const std::size_t name_size = load_le<std::uint16_t>(header + 28);
        const std::size_t rest =
            static_cast<std::size_t>(load_le<std::uint16_t>(header + 30)) + load_le<std::uint16_t>(header + 32);
        if (bytes_.size() - at - central_size < name_size + rest) {
            return reject(at, "the list of entries ends too soon", ErrorCode::truncated);
        }
        ZipEntry entry{std::string(as_text(bytes_.subspan(at + central_size, name_size))),
                       load_le<std::uint16_t>(header + 8),
                       load_le<std::uint16_t>(header + 10),
                       load_le<std::uint32_t>(header + 16),
                       load_le<std::uint32_t>(header + 20),
                       load_le<std::uint32_t>(header + 24),
                       load_le<std::uint32_t>(header + 42)};
        at += central_size + name_size + rest;
        return entry;
    }

    Result<SharedBytes> unpack(const ZipEntry& entry) const
    {
        if ((entry.flags & 1U) != 0 || (entry.method != 0 && entry.method != deflated) || entry.size > max_read) {
            return reject(entry.offset,
                          fmt::format("{} is encrypted, larger than 1 GB, or compressed in an unknown way", entry.name),
                          ErrorCode::unsupported);
        }
        const std::size_t at = entry.offset;
        if (at > bytes_.size() || bytes_.size() - at < local_size ||
            load_le<std::uint32_t>(bytes_.data() + at) != local_signature) {
            return reject(at, fmt::format("the entry {} is damaged", entry.name));
        }
        const std::size_t begin = at + local_size + load_le<std::uint16_t>(bytes_.data() + at + 26) +
                                  load_le<std::uint16_t>(bytes_.data() + at + 28);
        if (begin > bytes_.size() || bytes_.size() - begin < entry.packed) {
            return reject(at, fmt::format("the entry {} ends too soon", entry.name), ErrorCode::truncated);
        }
        const ByteView packed = bytes_.subspan(begin, entry.packed);
        Bytes content;
        if (entry.method == 0) {
            content.assign(packed.begin(), packed.end());
        } else if (!inflate_entry(packed, entry.size, content)) {
            return reject(at, fmt::format("the entry {} cannot be decompressed", entry.name));
        }
        SharedBytes result(std::move(content));
        if (result.size() != entry.size || crc_of(result) != entry.crc) {
            return reject(at, fmt::format("the entry {} is damaged: wrong checksum", entry.name));
        }
        return result;
    }

    /// Inflates an entry. One byte can expand to at most 1032 bytes, so a short package cannot allocate much memory.
    static bool inflate_entry(ByteView packed, std::size_t size, Bytes& content)
    {
        constexpr std::size_t max_ratio = 1032;
        z_stream zip{};
        if (size / max_ratio > packed.size() || inflateInit2(&zip, -MAX_WBITS) != Z_OK) {
            return false;
        }
        content.resize(size);
        zip.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));  // NOLINT: zlib only reads it
        zip.avail_in = static_cast<uInt>(packed.size());
        zip.next_out = reinterpret_cast<Bytef*>(content.data());  // NOLINT(*reinterpret-cast)
        zip.avail_out = static_cast<uInt>(content.size());
        const int result = inflate(&zip, Z_FINISH);
        const bool is_whole = result == Z_STREAM_END && zip.avail_out == 0;
        inflateEnd(&zip);
        return is_whole;
    }

    ByteView bytes_;
    const std::string& file_;
};

std::string sums_of(const Contents& contents)
{
    std::string sums;
    for (const auto& [name, content] : contents) {
        sums += fmt::format("{}  {}\n", sha256_of(content), name);
    }
    return sums;
}

}  // namespace

Result<Bytes> write_package(const Contents& contents)
{
    for (const auto& [name, content] : contents) {
        if (!is_safe_side_path(name) || name == sums_file) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("a package cannot have a file \"{}\"", name),
                         .hint = "give the file another name"});
        }
    }
    std::vector<std::pair<std::string, SharedBytes>> entries{{std::string(sums_file), SharedBytes(sums_of(contents))}};
    entries.insert(entries.end(), contents.begin(), contents.end());
    Bytes zip;
    Bytes directory;
    for (const auto& [name, content] : entries) {
        if (zip.size() + content.size() + local_size + name.size() + directory.size() >
                std::numeric_limits<std::uint32_t>::max() - std::numeric_limits<std::uint16_t>::max() ||
            entries.size() >= std::numeric_limits<std::uint16_t>::max() ||
            name.size() > std::numeric_limits<std::uint16_t>::max()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = "a package holds at most 65,534 files and 4 GB",
                         .hint = "make two mods"});
        }
        const std::uint32_t crc = crc_of(content);
        const auto size = static_cast<std::uint32_t>(content.size());
        append_le(directory, central_signature);
        append_le<std::uint16_t>(directory, zip_version);
        append_common(directory, crc, size, name.size());
        append_le<std::uint16_t>(directory, 0);  // no comment
        append_le<std::uint16_t>(directory, 0);  // the first disk
        append_le<std::uint16_t>(directory, 0);  // no attributes
        append_le<std::uint32_t>(directory, 0);
        append_le(directory, static_cast<std::uint32_t>(zip.size()));
        append(directory, as_bytes(name));
        append_le(zip, local_signature);
        append_common(zip, crc, size, name.size());
        append(zip, as_bytes(name));
        for (const ByteView piece : content.pieces()) {
            append(zip, piece);
        }
    }
    const auto offset = static_cast<std::uint32_t>(zip.size());
    append(zip, directory);
    append_le(zip, end_signature);
    append_le<std::uint32_t>(zip, 0);  // one disk
    append_le(zip, static_cast<std::uint16_t>(entries.size()));
    append_le(zip, static_cast<std::uint16_t>(entries.size()));
    append_le(zip, static_cast<std::uint32_t>(directory.size()));
    append_le(zip, offset);
    append_le<std::uint16_t>(zip, 0);  // no comment
    return zip;
}

Result<Contents> read_package(ByteView bytes, const std::string& file)
{
    ZipReader reader(bytes, file);
    Result<Contents> contents = reader.read();
    if (!contents) {
        return contents;
    }
    const auto manifest = contents->find(std::string(sums_file));
    if (manifest == contents->end()) {
        return reader.reject(0, "this is not a package of a mod: it has no SHA256SUMS");
    }
    const SharedBytes sums = manifest->second;
    contents->erase(manifest);
    if (sums_of(*contents) != as_text(sums.view())) {
        return reader.reject(0, "the files of the package are not those of its SHA256SUMS");
    }
    return contents;
}

}  // namespace redforge::mod
