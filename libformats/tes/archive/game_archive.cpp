// Reads and writes BSA and BA2 archives.
#include "tes/archive/game_archive.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#ifdef REDFORGE_HAS_LZ4
#include <lz4.h>
#include <lz4frame.h>
#endif

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "tes/archive/dds.hpp"
#include "tes/plugin/compression.hpp"

namespace redforge::tes {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view bsa_magic{"BSA\0", 4};
constexpr std::string_view ba2_magic = "BTDX";

// Flags of a BSA.
constexpr std::uint32_t has_folder_names = 0x1;
constexpr std::uint32_t has_file_names = 0x2;
constexpr std::uint32_t is_compressed_flag = 0x4;
constexpr std::uint32_t console_flag = 0x40;
constexpr std::uint32_t embeds_names = 0x100;
constexpr std::uint32_t console_codec = 0x200;
constexpr std::uint32_t toggles_compression =
    0x40000000;  ///< bit in the size of a file: inverts the default of the archive
constexpr std::uint32_t size_bits = 0x3FFFFFFF;

constexpr std::size_t bsa_header = 36;
constexpr std::uint32_t sse_version = 105;
constexpr std::uint32_t ba2_file_sentinel = 0xBAADF00D;
constexpr std::uint64_t max_archive = std::uint64_t{1} << 31U;

/// Highest ratio of zlib and LZ4, for a check before memory is allocated.
constexpr std::uint64_t max_ratio = 1032;

/// Returns a path in lower case, with the separators of the archives.
std::string normalised(std::string_view path)
{
    std::string text = lower(path);
    std::ranges::replace(text, '/', '\\');
    return text;
}

struct SplitPath {
    std::string folder;
    std::string name;
};

SplitPath split_path(std::string_view path)
{
    const std::string whole = normalised(path);
    const std::size_t at = whole.rfind('\\');
    return at == std::string::npos ? SplitPath{"", whole} : SplitPath{whole.substr(0, at), whole.substr(at + 1)};
}

std::uint32_t bsa_sum(std::string_view text)
{
    constexpr std::uint32_t factor = 0x1003F;
    std::uint32_t sum = 0;
    for (const char letter : text) {
        sum = sum * factor + static_cast<unsigned char>(letter);
    }
    return sum;
}

/// Returns the hash of BA2 archives: a CRC-32 that begins with 0 and is not inverted at the end.
std::uint32_t ba2_sum(std::string_view text)
{
    const auto* const letters = reinterpret_cast<const Bytef*>(text.data());  // NOLINT: zlib's type of bytes
    return ~static_cast<std::uint32_t>(crc32(0xFFFFFFFF, letters, static_cast<uInt>(text.size())));
}

[[maybe_unused]] Error without_lz4()
{
    return {.code = ErrorCode::unsupported,
            .message = "this build cannot read or write LZ4",
            .hint = "build Redforge with liblz4-dev"};
}

[[maybe_unused]] Error broken_stream(std::string message)
{
    return {.code = ErrorCode::malformed, .message = std::move(message)};
}

Result<Bytes> inflate_sized(ByteView stream, std::uint32_t size)
{
    Bytes data;
    append_le(data, size);
    append(data, stream);
    return inflate_data(data);
}

#ifdef REDFORGE_HAS_LZ4
const char* letters_of(const std::byte* bytes)
{
    return reinterpret_cast<const char*>(bytes);  // NOLINT: type of bytes in lz4.h
}
char* letters_of(std::byte* bytes)
{
    return reinterpret_cast<char*>(bytes);  // NOLINT: as above
}

Result<Bytes> read_lz4_frame(ByteView stream, std::uint32_t size)
{
    LZ4F_dctx* state = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&state, LZ4F_VERSION)) != 0) {
        return fail(broken_stream("LZ4 does not start"));
    }
    Bytes content(size);
    std::size_t made = 0;
    std::size_t taken = 0;
    std::size_t result = 1;
    while (result != 0 && taken < stream.size()) {
        std::size_t out = content.size() - made;
        std::size_t in = stream.size() - taken;
        std::byte none{};
        result =
            LZ4F_decompress(state, out == 0 ? &none : content.data() + made, &out, stream.data() + taken, &in, nullptr);
        if (LZ4F_isError(result) != 0 || (in == 0 && out == 0)) {
            break;
        }
        made += out;
        taken += in;
    }
    LZ4F_freeDecompressionContext(state);
    if (result != 0 || made != size) {
        return fail(broken_stream(fmt::format("an LZ4 stream that is broken after {} of {} bytes", made, size)));
    }
    return content;
}

Result<Bytes> read_lz4_block(ByteView stream, std::uint32_t size)
{
    constexpr std::uint32_t max_block = LZ4_MAX_INPUT_SIZE;
    if (stream.size() > max_block || size > max_block) {
        return fail(broken_stream(fmt::format("an LZ4 block of {} bytes", size)));
    }
    Bytes content(size);
    const int made = LZ4_decompress_safe(letters_of(stream.data()), letters_of(content.data()),
                                         static_cast<int>(stream.size()), static_cast<int>(size));
    if (made < 0 || static_cast<std::uint32_t>(made) != size) {
        return fail(broken_stream(fmt::format("an LZ4 block that does not give {} bytes", size)));
    }
    return content;
}

Result<Bytes> write_lz4_frame(ByteView content)
{
    LZ4F_preferences_t preferences{};
    preferences.frameInfo.contentSize = content.size();
    preferences.compressionLevel = 9;
    Bytes stream(LZ4F_compressFrameBound(content.size(), &preferences));
    const std::size_t size =
        LZ4F_compressFrame(stream.data(), stream.size(), content.data(), content.size(), &preferences);
    if (LZ4F_isError(size) != 0) {
        return fail(broken_stream("LZ4 does not compress a file"));
    }
    stream.resize(size);
    return stream;
}
#else
Result<Bytes> read_lz4_frame(ByteView /*stream*/, std::uint32_t /*size*/)
{
    return fail(without_lz4());
}
Result<Bytes> read_lz4_block(ByteView /*stream*/, std::uint32_t /*size*/)
{
    return fail(without_lz4());
}
Result<Bytes> write_lz4_frame(ByteView /*content*/)
{
    return fail(without_lz4());
}
#endif

}  // namespace

std::uint64_t hash_of_folder(std::string_view path)
{
    const std::string text = normalised(path);
    if (text.empty()) {
        return 0;
    }
    const auto letter = [&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])); };
    const std::size_t size = text.size();
    std::uint64_t hash = letter(size - 1) | (static_cast<std::uint64_t>(size & 0xFFU) << 16U) | letter(0) << 24U;
    hash |= size > 2 ? letter(size - 2) << 8U : 0U;
    return hash | (size > 3 ? std::uint64_t{bsa_sum(std::string_view(text).substr(1, size - 3))} << 32U : 0U);
}

std::uint64_t hash_of_file(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, std::uint64_t>, 5> marks{
        {{".nif", 0x8000}, {".kf", 0x80}, {".dds", 0x8080}, {".wav", 0x80000000}, {".adp", 0x80008000}}};
    const std::string text = normalised(name);
    const std::size_t dot = std::min(text.rfind('.'), text.size());
    const std::string_view extension = std::string_view(text).substr(dot);
    const std::uint64_t stem = hash_of_folder(std::string_view(text).substr(0, dot));
    const auto mark = std::ranges::find(marks, extension, &std::pair<std::string_view, std::uint64_t>::first);
    const auto sum = static_cast<std::uint32_t>((stem >> 32U) + bsa_sum(extension));
    return std::uint64_t{sum} << 32U | (stem & 0xFFFFFFFFU) | (mark == marks.end() ? 0U : mark->second);
}

PathHashes hashes_of_path(std::string_view path)
{
    const auto [folder, name] = split_path(path);
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    PathHashes hashes{.file = ba2_sum(std::string_view(name).substr(0, dot)),
                      .extension = 0,
                      .folder = ba2_sum(folder)};
    for (std::size_t i = 0; i < 4 && dot + 1 + i < name.size(); ++i) {
        hashes.extension |= static_cast<std::uint32_t>(static_cast<unsigned char>(name[dot + 1 + i])) << (8 * i);
    }
    return hashes;
}

// ------------------------------------------------------------------------------------------------ reading

/// Reads the directory of an archive.
class GameArchive::Reader {
public:
    Reader(GameArchive& archive, ByteView bytes) : archive_(archive), bytes_(bytes) {}

    Status run() { return as_text(bytes_.first(4)) == bsa_magic ? bsa() : ba2(); }

private:
    /// Returns true if `size` more bytes can be read. Otherwise sets is_short_.
    bool has(std::size_t size)
    {
        is_short_ = is_short_ || at_ > bytes_.size() || size > bytes_.size() - at_;
        return !is_short_;
    }
    template <class T>
    T take()
    {
        if (!has(sizeof(T))) {
            return {};
        }
        const T value = load_le<T>(bytes_.data() + at_);
        at_ += sizeof(T);
        return value;
    }
    std::string_view text(std::size_t size)
    {
        if (!has(size)) {
            return {};
        }
        const std::string_view text = as_text(bytes_.subspan(at_, size));
        at_ += size;
        return text;
    }
    [[nodiscard]] Status error(ErrorCode code, std::string message, std::uint64_t offset) const
    {
        return fail({.code = code, .message = std::move(message), .offset = offset});
    }
    [[nodiscard]] Status cut(std::string_view what) const
    {
        return error(ErrorCode::truncated, fmt::format("the archive ends inside {}", what), bytes_.size());
    }

    Status bsa()
    {
        at_ = 4;
        const auto version = take<std::uint32_t>();
        const auto folders_at = take<std::uint32_t>();
        const auto flags = take<std::uint32_t>();
        const auto folders = take<std::uint32_t>();
        const auto count = take<std::uint32_t>();
        take<std::uint32_t>();  // size of the folders' names
        const auto names_size = take<std::uint32_t>();
        take<std::uint32_t>();  // kinds of files
        if (is_short_) {
            return cut("its header");
        }
        if (version < 103 || version > sse_version) {
            return error(ErrorCode::unsupported, fmt::format("a BSA of version {}", version), 4);
        }
        if ((flags & (console_flag | console_codec)) != 0) {
            return error(ErrorCode::unsupported, "a BSA of a console", 12);
        }
        if ((flags & has_file_names) == 0 || (flags & has_folder_names) == 0) {
            return error(ErrorCode::unsupported, "a BSA without names", 12);
        }
        const bool is_later = version == sse_version;
        archive_.codec_ = is_later ? Codec::lz4_frame : Codec::zlib;
        archive_.description_ = fmt::format("BSA {} ({})", version,
                                            version == 103   ? "Oblivion"
                                            : version == 104 ? "Skyrim, Fallout 3, New Vegas"
                                                             : "Skyrim Special Edition");
        const std::uint64_t folder_size = is_later ? 24 : 16;
        if (folders * folder_size > bytes_.size() || count * std::uint64_t{16} > bytes_.size()) {
            return cut("its directory");
        }
        at_ = folders_at;
        std::vector<std::uint32_t> sizes;
        for (std::uint32_t i = 0; i < folders; ++i) {
            take<std::uint64_t>();  // hash
            sizes.push_back(take<std::uint32_t>());
            at_ += is_later ? 12 : 4;  // where its files are: one folder after the other
        }
        const bool embeds = version > 103 && (flags & embeds_names) != 0;
        for (const std::uint32_t size : sizes) {
            std::string folder(text(take<std::uint8_t>()));
            folder.resize(std::min(folder.find('\0'), folder.size()));
            for (std::uint32_t i = 0; i < size && !is_short_; ++i) {
                take<std::uint64_t>();
                const auto packed = take<std::uint32_t>();
                const auto offset = take<std::uint32_t>();
                ArchivedFile& file = archive_.files_.emplace_back();
                file.path = folder;
                file.stored = packed & size_bits;
                const bool toggles = (packed & toggles_compression) != 0;
                file.is_compressed = toggles != ((flags & is_compressed_flag) != 0);
                file.chunks.push_back({.offset = offset & 0x7FFFFFFFU, .packed = 0, .size = 0});
            }
            if (is_short_) {
                return cut("its directory");
            }
        }
        if (archive_.files_.size() != count) {
            return error(ErrorCode::malformed,
                         fmt::format("its header says {} files; the folders have {}", count, archive_.files_.size()),
                         20);
        }
        std::string_view names = text(names_size);
        for (ArchivedFile& file : archive_.files_) {
            const std::size_t end = names.find('\0');
            if (end == std::string_view::npos) {
                return cut("the names of its files");
            }
            file.path += file.path.empty() ? "" : "\\";
            file.path += names.substr(0, end);
            names.remove_prefix(end + 1);
            if (Status status = place(file, embeds); !status) {
                return status;
            }
        }
        return {};
    }

    /// Finds the content of a file in a BSA. It follows the name and the size.
    Status place(ArchivedFile& file, bool embeds)
    {
        ArchivedFile::Chunk& chunk = file.chunks.front();
        std::uint64_t size = file.stored;
        if (chunk.offset + size > bytes_.size()) {
            return error(ErrorCode::truncated, fmt::format("the archive ends inside {}", shown(file)), bytes_.size());
        }
        if (embeds && size > 0) {
            const std::uint64_t name = 1 + std::to_integer<std::uint64_t>(bytes_[chunk.offset]);
            if (name > size) {
                return error(ErrorCode::malformed, fmt::format("{} is shorter than its name", shown(file)),
                             chunk.offset);
            }
            chunk.offset += name;
            size -= name;
        }
        file.size = size;
        if (file.is_compressed) {
            if (size < 4) {
                return error(ErrorCode::malformed, fmt::format("{} has no size", shown(file)), chunk.offset);
            }
            chunk.size = load_le<std::uint32_t>(bytes_.data() + chunk.offset);
            if (size == 4 && chunk.size != 0) {  // without a stream; packed = 0 would mean that it is not compressed
                return error(ErrorCode::malformed, fmt::format("{} has a size but no content", shown(file)),
                             chunk.offset);
            }
            chunk.packed = static_cast<std::uint32_t>(size - 4);
            chunk.offset += 4;
            file.size = chunk.size;
        } else {
            chunk.size = static_cast<std::uint32_t>(size);
        }
        return {};
    }

    Status ba2()
    {
        at_ = 4;
        const auto version = take<std::uint32_t>();
        const std::string kind(text(4));
        const auto count = take<std::uint32_t>();
        const auto names_at = take<std::uint64_t>();
        const bool is_starfield = version == 2 || version == 3;
        if (is_starfield) {
            take<std::uint64_t>();
            const auto method = version == 3 ? take<std::uint32_t>() : 0U;
            constexpr std::uint32_t lz4_method = 3;
            archive_.codec_ = method == lz4_method ? Codec::lz4_block : Codec::zlib;
        }
        if (is_short_) {
            return cut("its header");
        }
        if (version != 1 && !is_starfield && version != 7 && version != 8) {
            return error(ErrorCode::unsupported, fmt::format("a BA2 of version {}", version), 4);
        }
        if (kind != "GNRL" && kind != "DX10") {
            return error(ErrorCode::unsupported, fmt::format("a BA2 of the kind {}", encode_text(kind)), 8);
        }
        archive_.description_ = fmt::format("BA2 {} ({}{})", version, is_starfield ? "Starfield" : "Fallout 4",
                                            kind == "DX10" ? ", textures" : "");
        if (count * std::uint64_t{24} > bytes_.size()) {
            return cut("its directory");
        }
        for (std::uint32_t i = 0; i < count && !is_short_; ++i) {
            kind == "GNRL" ? general() : texture();
        }
        if (is_short_) {
            return cut("its directory");
        }
        at_ = names_at;
        for (ArchivedFile& file : archive_.files_) {
            file.path = text(take<std::uint16_t>());
            if (is_short_) {
                return cut("the names of its files");
            }
            for (const ArchivedFile::Chunk& chunk : file.chunks) {
                const std::uint64_t size = chunk.packed == 0 ? chunk.size : chunk.packed;
                if (chunk.offset > bytes_.size() || size > bytes_.size() - chunk.offset) {
                    return error(ErrorCode::truncated, fmt::format("the archive ends inside {}", shown(file)),
                                 bytes_.size());
                }
            }
        }
        return {};
    }

    void add_chunk(ArchivedFile& file)
    {
        ArchivedFile::Chunk chunk;
        chunk.offset = take<std::uint64_t>();
        chunk.packed = take<std::uint32_t>();
        chunk.size = take<std::uint32_t>();
        file.size += chunk.size;
        file.stored += chunk.packed == 0 ? chunk.size : chunk.packed;
        file.is_compressed = file.is_compressed || chunk.packed != 0;
        file.chunks.push_back(chunk);
    }

    void general()
    {
        ArchivedFile& file = archive_.files_.emplace_back();
        at_ += 16;  // hashes and flags
        add_chunk(file);
        take<std::uint32_t>();
    }

    void texture()
    {
        ArchivedFile& file = archive_.files_.emplace_back();
        at_ += 13;  // hashes, and an unknown byte
        const auto chunks = take<std::uint8_t>();
        take<std::uint16_t>();  // size of a chunk's header
        DdsHeader header;
        header.height = take<std::uint16_t>();
        header.width = take<std::uint16_t>();
        header.mipmaps = take<std::uint8_t>();
        header.format = take<std::uint8_t>();
        header.is_cube = (take<std::uint8_t>() & 1U) != 0;
        take<std::uint8_t>();
        for (std::uint8_t i = 0; i < chunks; ++i) {
            add_chunk(file);
            take<std::uint64_t>();  // its mipmaps, and a constant
        }
        file.head = dds_header(header);
        file.size += file.head.size();
    }

    static std::string shown(const ArchivedFile& file) { return encode_text(file.path, CodePage::cp1252); }

    GameArchive& archive_;
    ByteView bytes_;
    std::size_t at_{};
    bool is_short_{};  ///< a read went past the end; later reads return nothing
};

bool GameArchive::is_archive(ByteView first)
{
    return as_text(first).starts_with(bsa_magic) || as_text(first).starts_with(ba2_magic);
}

Result<GameArchive> GameArchive::read(const SharedBytes& bytes)
{
    if (!is_archive(bytes.view())) {
        return fail({.code = ErrorCode::malformed, .message = "is not a BSA or BA2 archive", .offset = 0});
    }
    GameArchive archive;
    archive.bytes_ = bytes;
    if (Status status = Reader(archive, bytes.view()).run(); !status) {
        return fail(std::move(status.error()));
    }
    for (ArchivedFile& file : archive.files_) {
        std::ranges::replace(file.path, '\\', '/');
    }
    return archive;
}

const ArchivedFile* GameArchive::find(std::string_view path) const
{
    const std::string wanted = normalised(path);
    const auto found =
        std::ranges::find_if(files_, [&](const ArchivedFile& file) { return normalised(file.path) == wanted; });
    return found == files_.end() ? nullptr : &*found;
}

Result<Bytes> GameArchive::content(const ArchivedFile& file) const
{
    Bytes content = file.head;
    for (const ArchivedFile::Chunk& chunk : file.chunks) {
        if (chunk.packed == 0) {
            append(content, bytes_.view().subspan(chunk.offset, chunk.size));
            continue;
        }
        const ByteView stream = bytes_.view().subspan(chunk.offset, chunk.packed);
        if (chunk.size > std::uint64_t{chunk.packed} * max_ratio) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("{}: {} compressed bytes that should hold {}",
                                                encode_text(file.path, CodePage::cp1252), chunk.packed, chunk.size),
                         .offset = chunk.offset});
        }
        Result<Bytes> part = codec_ == Codec::zlib        ? inflate_sized(stream, chunk.size)
                             : codec_ == Codec::lz4_frame ? read_lz4_frame(stream, chunk.size)
                                                          : read_lz4_block(stream, chunk.size);
        if (!part) {
            Error error = part.error();
            error.message = fmt::format("{}: {}", encode_text(file.path, CodePage::cp1252), error.message);
            error.offset = chunk.offset;
            return fail(std::move(error));
        }
        append(content, *part);
    }
    return content;
}

// ------------------------------------------------------------------------------------------------ writing

namespace {

/// A file that is ready to be written.
struct PackedFile {
    std::string name;  ///< without its folder
    std::uint64_t hash{};
    const Bytes* content{};
    Bytes packed;  ///< empty if it is not compressed
};

/// Returns true for files that the game cannot read compressed: sounds and string files.
bool must_stay_uncompressed(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> extensions{".wav", ".mp3",     ".ogg",       ".xwm",      ".fuz",
                                                                ".lip", ".strings", ".dlstrings", ".ilstrings"};
    return std::ranges::any_of(extensions, [&](std::string_view extension) { return name.ends_with(extension); });
}

/// Returns the kinds of files in the header of a BSA.
std::uint16_t kinds_of(const std::string& folder, const std::string& name)
{
    static constexpr std::array<std::pair<std::string_view, std::uint16_t>, 9> by_extension{{{".nif", 0x1},
                                                                                             {".dds", 0x2},
                                                                                             {".xml", 0x4},
                                                                                             {".wav", 0x8},
                                                                                             {".mp3", 0x10},
                                                                                             {".sdp", 0x20},
                                                                                             {".spt", 0x40},
                                                                                             {".fnt", 0x80},
                                                                                             {".tex", 0x80}}};
    constexpr std::uint16_t other = 0x100;
    if (folder.starts_with("sound\\voice")) {
        return 0x10;
    }
    const auto found = std::ranges::find_if(by_extension, [&](const auto& each) { return name.ends_with(each.first); });
    return found == by_extension.end() ? other : found->second;
}

constexpr int best_zlib = 9;

/// Compresses a file if that makes it smaller. The result begins with its size.
Result<Bytes> compress_file(ByteView content, bool with_lz4)
{
    Bytes packed;
    if (with_lz4) {
        Result<Bytes> stream = write_lz4_frame(content);
        if (!stream) {
            return stream;
        }
        append_le(packed, static_cast<std::uint32_t>(content.size()));
        append(packed, *stream);
    } else {
        packed = deflate_data(content, best_zlib);
    }
    return packed.size() < content.size() ? std::move(packed) : Bytes{};
}

Status check_paths(std::span<const FileToArchive> files, bool needs_folder)
{
    std::map<std::string, bool> seen;
    std::uint64_t size = 0;
    for (const FileToArchive& file : files) {
        const auto [folder, name] = split_path(file.path);
        const std::string shown = encode_text(file.path, CodePage::cp1252);
        if (name.empty() || (needs_folder && folder.empty())) {
            return fail({.code = ErrorCode::usage,
                         .message = name.empty() ? "a file without a name" : "a file outside of folders",
                         .file = shown,
                         .hint = "files of a BSA are in folders, as meshes/box.nif"});
        }
        constexpr std::size_t max_name = 254;
        if (folder.size() > max_name || name.size() > max_name) {
            return fail({.code = ErrorCode::out_of_range, .message = "a path that is too long", .file = shown});
        }
        if (!seen.try_emplace(normalised(file.path)).second) {
            return fail({.code = ErrorCode::usage,
                         .message = "two files with this path",
                         .file = shown,
                         .hint = "the game ignores the case of letters"});
        }
        size += file.content.size();
        if (size >= max_archive) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = "the files have more than 2 GiB",
                         .hint = "make several archives"});
        }
    }
    return {};
}

Result<Bytes> write_bsa(ArchiveGame game, std::span<const FileToArchive> files, bool compress)
{
    struct Folder {
        std::string name;
        std::vector<PackedFile> files;
    };
    std::map<std::uint64_t, Folder> folders;
    std::uint16_t kinds = 0;
    std::uint32_t folder_names = 0;
    std::uint32_t file_names = 0;
    bool has_sounds = false;
    for (const FileToArchive& file : files) {
        const auto [folder, name] = split_path(file.path);
        kinds |= kinds_of(folder, name);
        has_sounds = has_sounds || must_stay_uncompressed(name);
        Folder& parent = folders[hash_of_folder(folder)];
        if (!parent.name.empty() && parent.name != folder) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("the folders {} and {} have one hash", parent.name, folder),
                         .hint = "rename one of them"});
        }
        parent.name = folder;
        PackedFile packed{.name = name, .hash = hash_of_file(name), .content = &file.content, .packed = {}};
        if (compress && !must_stay_uncompressed(name)) {
            Result<Bytes> data = compress_file(file.content, game == ArchiveGame::skyrim_se);
            if (!data) {
                return data;
            }
            packed.packed = std::move(*data);
        }
        file_names += static_cast<std::uint32_t>(name.size() + 1);
        parent.files.push_back(std::move(packed));
    }
    const bool is_later = game == ArchiveGame::skyrim_se;
    const std::uint32_t version = game == ArchiveGame::oblivion ? 103 : is_later ? sse_version : 104;
    for (auto& [hash, folder] : folders) {
        folder_names += static_cast<std::uint32_t>(folder.name.size() + 1);
        std::ranges::sort(folder.files, {}, &PackedFile::hash);
        const auto twin = std::ranges::adjacent_find(folder.files, {}, &PackedFile::hash);
        if (twin != folder.files.end()) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("the files {} and {} have one hash", twin->name, (twin + 1)->name),
                         .hint = "rename one of them"});
        }
    }
    Bytes out;
    append(out, as_bytes(bsa_magic));
    append_le(out, version);
    append_le(out, static_cast<std::uint32_t>(bsa_header));
    append_le(out, has_folder_names | has_file_names | (compress ? is_compressed_flag : 0U));
    append_le(out, static_cast<std::uint32_t>(folders.size()));
    append_le(out, static_cast<std::uint32_t>(files.size()));
    append_le(out, folder_names);
    append_le(out, file_names);
    append_le(out, kinds);
    append_le(out, std::uint16_t{0});
    const std::uint64_t folder_size = is_later ? 24 : 16;
    std::uint64_t block = bsa_header + folders.size() * folder_size;
    for (const auto& [hash, folder] : folders) {
        append_le(out, hash);
        append_le(out, static_cast<std::uint32_t>(folder.files.size()));
        const std::uint64_t offset = block + file_names;
        if (is_later) {
            append_le(out, std::uint32_t{0});
            append_le(out, offset);
        } else {
            append_le(out, static_cast<std::uint32_t>(offset));
        }
        block += folder.name.size() + 2 + folder.files.size() * 16;
    }
    std::uint64_t at = block + file_names;
    for (const auto& [hash, folder] : folders) {
        out.push_back(static_cast<std::byte>(folder.name.size() + 1));
        append(out, as_bytes(folder.name));
        out.push_back(std::byte{0});
        for (const PackedFile& file : folder.files) {
            const bool is_packed = !file.packed.empty();
            const std::size_t size = is_packed ? file.packed.size() : file.content->size();
            append_le(out, file.hash);
            append_le(out, static_cast<std::uint32_t>(size) | (is_packed == compress ? 0U : toggles_compression));
            append_le(out, static_cast<std::uint32_t>(at));
            at += size;
        }
    }
    for (const auto& [hash, folder] : folders) {
        for (const PackedFile& file : folder.files) {
            append(out, as_bytes(file.name));
            out.push_back(std::byte{0});
        }
    }
    if (at >= max_archive) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "the archive would have more than 2 GiB",
                     .hint = "make several archives"});
    }
    for (const auto& [hash, folder] : folders) {
        for (const PackedFile& file : folder.files) {
            append(out, file.packed.empty() ? *file.content : file.packed);
        }
    }
    return out;
}

constexpr std::uint64_t ba2_header = 24;

void append_ba2_header(Bytes& out, std::string_view kind, std::size_t files, std::uint64_t names_at)
{
    append(out, as_bytes(ba2_magic));
    append_le(out, std::uint32_t{1});
    append(out, as_bytes(kind));
    append_le(out, static_cast<std::uint32_t>(files));
    append_le(out, names_at);
}

void append_ba2_hashes(Bytes& out, const FileToArchive& file)
{
    const PathHashes hashes = hashes_of_path(file.path);
    append_le(out, hashes.file);
    append_le(out, hashes.extension);
    append_le(out, hashes.folder);
}

void append_ba2_names(Bytes& out, std::span<const FileToArchive> files)
{
    for (const FileToArchive& file : files) {
        std::string path = file.path;
        std::ranges::replace(path, '/', '\\');
        append_le(out, static_cast<std::uint16_t>(path.size()));
        append(out, as_bytes(path));
    }
}

/// The content of a file, or a part of it, in a BA2.
struct Ba2Data {
    ByteView content;
    Bytes packed;  ///< with its size before it; empty if it is not compressed

    [[nodiscard]] ByteView stored() const { return packed.empty() ? content : ByteView(packed).subspan(4); }
    /// Appends the offset and both sizes, as the directory stores them.
    void append_place(Bytes& out, std::uint64_t offset) const
    {
        append_le(out, offset);
        append_le(out, packed.empty() ? 0U : static_cast<std::uint32_t>(packed.size() - 4));
        append_le(out, static_cast<std::uint32_t>(content.size()));
    }
};

Result<Ba2Data> ba2_data(ByteView content, bool compress)
{
    Result<Bytes> packed = compress ? compress_file(content, false) : Bytes{};
    return packed ? Result<Ba2Data>({content, std::move(*packed)}) : fail(packed.error());
}

/// Writes a BA2 of files that are not textures.
Result<Bytes> write_general_ba2(std::span<const FileToArchive> files, bool compress)
{
    constexpr std::uint32_t general_flags = 0x00100100;
    constexpr std::uint64_t record_size = 36;
    std::vector<Ba2Data> entries;
    std::uint64_t at = ba2_header + files.size() * record_size;
    std::uint64_t names_at = at;
    for (const FileToArchive& file : files) {
        const bool is_packed = compress && !must_stay_uncompressed(normalised(file.path));
        Result<Ba2Data> data = ba2_data(file.content, is_packed);
        if (!data) {
            return fail(data.error());
        }
        names_at += data->stored().size();
        entries.push_back(std::move(*data));
    }
    Bytes out;
    append_ba2_header(out, "GNRL", files.size(), names_at);
    for (std::size_t i = 0; i < files.size(); ++i) {
        append_ba2_hashes(out, files[i]);
        append_le(out, general_flags);
        entries[i].append_place(out, at);
        append_le(out, ba2_file_sentinel);
        at += entries[i].stored().size();
    }
    for (const Ba2Data& entry : entries) {
        append(out, entry.stored());
    }
    append_ba2_names(out, files);
    return out;
}

/// Writes a BA2 of textures.
Result<Bytes> write_texture_ba2(std::span<const FileToArchive> files, bool compress)
{
    constexpr std::uint16_t chunk_header = 24;
    constexpr std::uint64_t record_size = 24;
    constexpr std::uint8_t tile_mode = 8;  // in all archives of the game
    struct Texture {
        DdsHeader header;
        std::vector<MipmapChunk> chunks;
        std::vector<Ba2Data> data;  ///< of the chunks
    };
    std::vector<Texture> textures;
    std::uint64_t at = ba2_header;
    std::uint64_t size = 0;
    for (const FileToArchive& file : files) {
        const Result<DdsFile> dds = read_dds(file.content);
        if (!dds) {
            Error error = dds.error();
            error.file = encode_text(file.path, CodePage::cp1252);
            return fail(std::move(error));
        }
        Texture& texture = textures.emplace_back();
        texture.header = dds->header;
        texture.chunks = divide_mipmaps(dds->header);
        at += record_size + texture.chunks.size() * chunk_header;
        ByteView rest = dds->mipmaps;
        for (const MipmapChunk& chunk : texture.chunks) {
            Result<Ba2Data> data = ba2_data(rest.first(chunk.size), compress);
            if (!data) {
                return fail(data.error());
            }
            rest = rest.subspan(chunk.size);
            size += data->stored().size();
            texture.data.push_back(std::move(*data));
        }
    }
    Bytes out;
    append_ba2_header(out, "DX10", files.size(), at + size);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Texture& texture = textures[i];
        append_ba2_hashes(out, files[i]);
        append_le(out, std::uint8_t{0});
        append_le(out, static_cast<std::uint8_t>(texture.chunks.size()));
        append_le(out, chunk_header);
        append_le(out, texture.header.height);
        append_le(out, texture.header.width);
        append_le(out, texture.header.mipmaps);
        append_le(out, texture.header.format);
        append_le(out, static_cast<std::uint8_t>(texture.header.is_cube ? 1 : 0));
        append_le(out, tile_mode);
        for (std::size_t k = 0; k < texture.chunks.size(); ++k) {
            texture.data[k].append_place(out, at);
            append_le(out, texture.chunks[k].first);
            append_le(out, texture.chunks[k].last);
            append_le(out, ba2_file_sentinel);
            at += texture.data[k].stored().size();
        }
    }
    for (const Texture& texture : textures) {
        for (const Ba2Data& data : texture.data) {
            append(out, data.stored());
        }
    }
    append_ba2_names(out, files);
    return out;
}

Result<Bytes> write_ba2(std::span<const FileToArchive> files, bool compress)
{
    const auto is_texture = [](const FileToArchive& file) { return normalised(file.path).ends_with(".dds"); };
    const auto texture = std::ranges::find_if(files, is_texture);
    if (texture == files.end()) {
        return write_general_ba2(files, compress);
    }
    if (!std::ranges::all_of(files, is_texture)) {
        return fail({.code = ErrorCode::usage,
                     .message = "a texture among other files; the game reads textures only from a BA2 of textures",
                     .file = encode_text(texture->path, CodePage::cp1252),
                     .hint = "pack the .dds files as an archive of their own, such as \"Mod - Textures.ba2\""});
    }
    return write_texture_ba2(files, compress);
}

}  // namespace

Result<Bytes> write_archive(ArchiveGame game, std::span<const FileToArchive> files, bool compress)
{
    const bool is_ba2 = game == ArchiveGame::fallout4;
    if (Status status = check_paths(files, !is_ba2); !status) {
        return fail(std::move(status.error()));
    }
    return is_ba2 ? write_ba2(files, compress) : write_bsa(game, files, compress);
}

}  // namespace redforge::tes
