// BSA and BA2 archives, and the headers of compiled Papyrus scripts.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "support/outcome.hpp"
#include "tes/archive/dds.hpp"
#include "tes/archive/game_archive.hpp"
#include "tes/archive/pex.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin_builder.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes;
using namespace redforge::tes::test;

namespace {

Bytes bytes_of(std::string_view text)
{
    Bytes bytes;
    append(bytes, as_bytes(text));
    return bytes;
}

const std::string long_text(3000, 'x');

std::vector<FileToArchive> some_files()
{
    return {{"Meshes\\Box.nif", bytes_of(long_text)},
            {"meshes/a.kf", bytes_of("k")},
            {"sound/fx/bell.wav", bytes_of(long_text)},
            {"scripts/empty.pex", {}}};
}

/// Returns "PATH=SIZE" for each file, with "*" for compressed ones.
std::string list_of(const GameArchive& archive)
{
    std::string list;
    for (const ArchivedFile& file : archive.files()) {
        list += fmt::format("{}={}{} ", file.path, file.size, file.is_compressed ? "*" : "");
    }
    return list;
}

}  // namespace

TEST_CASE("archives: hashes of file names match those in the games' archives", "[tes]")
{
    // Names and hashes of files of the games, from the tests of the public library "bsa".
    CHECK(hash_of_folder("textures/architecture/windhelm") == 0xC1D97EBE741E6C6D);
    CHECK(hash_of_file("elder_council_amulet_n.dds") == 0xDC531E2F6516DFEE);
    CHECK(hash_of_file("darkbrotherhood__0007469a_1.fuz") == 0x011F11B0641B5F31);
    const PathHashes hashes = hashes_of_path("Strings\\ccBGSFO4006-PipBoy(Chrome)_es.STRINGS");
    CHECK(hashes.file == 0xA94A4503);
    CHECK(hashes.extension == 0x69727473);
    CHECK(hashes.folder == 0x29F6B58B);
}

TEST_CASE("archives: every kind returns the packed files, compressed or not", "[tes]")
{
    const std::vector<FileToArchive> files = some_files();
    for (const ArchiveGame game :
         {ArchiveGame::oblivion, ArchiveGame::skyrim, ArchiveGame::skyrim_se, ArchiveGame::fallout4}) {
        for (const bool compress : {false, true}) {
            const GameArchive archive =
                need(GameArchive::read(SharedBytes(need(write_archive(game, files, compress)))));
            INFO(archive.description() << " " << list_of(archive));
            REQUIRE(archive.files().size() == files.size());
            for (const FileToArchive& file : files) {
                const ArchivedFile* const found = archive.find(file.path);
                REQUIRE(found != nullptr);
                CHECK(need(archive.content(*found)) == file.content);
            }
            CHECK(archive.find("meshes/box.nif")->is_compressed == compress);
            CHECK_FALSE(archive.find("sound/fx/bell.wav")->is_compressed);
        }
    }
}

TEST_CASE("archives: writes the exact bytes of an Oblivion BSA", "[tes]")
{
    const std::vector<FileToArchive> files{{"a/b.c", bytes_of("hi")}};
    CHECK(need(write_archive(ArchiveGame::oblivion, files, false)) == joined({bytes_of("BSA"),
                                                                              Bytes(1),
                                                                              number(std::uint32_t{103}),
                                                                              number(std::uint32_t{36}),
                                                                              number(std::uint32_t{3}),
                                                                              number(std::uint32_t{1}),
                                                                              number(std::uint32_t{1}),
                                                                              number(std::uint32_t{2}),
                                                                              number(std::uint32_t{4}),
                                                                              number(std::uint32_t{0x100}),
                                                                              number(std::uint64_t{0x61010061}),
                                                                              number(std::uint32_t{1}),
                                                                              number(std::uint32_t{56}),
                                                                              Bytes(1, std::byte{2}),
                                                                              bytes_of("a"),
                                                                              Bytes(1),
                                                                              number(hash_of_file("b.c")),
                                                                              number(std::uint32_t{2}),
                                                                              number(std::uint32_t{75}),
                                                                              bytes_of("b.c"),
                                                                              Bytes(1),
                                                                              bytes_of("hi")}));
}

namespace {

Bytes byte_of(std::uint8_t value)
{
    return Bytes(1, static_cast<std::byte>(value));
}

/// Returns the head of a BA2 with one file. `extra`: bytes after the offset of the names.
Bytes ba2_head(std::uint32_t version, std::string_view kind, std::uint64_t names_at, const Bytes& extra = {})
{
    return joined(
        {bytes_of("BTDX"), number(version), bytes_of(kind), number(std::uint32_t{1}), number(names_at), extra});
}

Bytes hashes(std::string_view path)
{
    const PathHashes of_path = hashes_of_path(path);
    return joined({number(of_path.file), number(of_path.extension), number(of_path.folder)});
}

constexpr std::uint32_t sentinel = 0xBAADF00D;
constexpr std::uint8_t bc1 = 71;

/// Returns a DDS file with a DX10 header, of `side` x `side` pixels.
Bytes dds(std::uint16_t side, std::uint8_t mipmaps, std::uint8_t format, bool is_cube, const Bytes& pixels)
{
    return joined({dds_header({side, side, mipmaps, format, is_cube}), pixels});
}

/// Returns bytes that differ, so that chunks in a wrong order are noticed.
Bytes pixels_of(std::size_t size)
{
    Bytes pixels(size);
    for (std::size_t i = 0; i < size; ++i) {
        pixels[i] = static_cast<std::byte>(i / 251);
    }
    return pixels;
}

}  // namespace

TEST_CASE("archives: a BSA whose files begin with their names is read", "[tes]")
{
    // Flag 0x100, as in archives of textures. The size of a compressed file is after the name.
    const Bytes name = joined({byte_of(5), bytes_of("a\\b.c")});
    const Bytes packed = deflate_data(bytes_of(long_text), 9);
    const std::uint32_t at = 36 + 16 + 3 + 2 * 16 + 8;
    const auto entry = [](std::string_view file, std::size_t size, std::size_t offset) {
        return joined({number(hash_of_file(file)), number(static_cast<std::uint32_t>(size)),
                       number(static_cast<std::uint32_t>(offset))});
    };
    constexpr std::uint32_t other_compression = 0x40000000;
    const std::size_t plain = name.size() + 2;
    const Bytes bsa = joined({bytes_of("BSA"),
                              Bytes(1),
                              number(std::uint32_t{104}),
                              number(std::uint32_t{36}),
                              number(std::uint32_t{0x107}),
                              number(std::uint32_t{1}),
                              number(std::uint32_t{2}),
                              number(std::uint32_t{2}),
                              number(std::uint32_t{8}),
                              number(std::uint32_t{0x100}),
                              number(std::uint64_t{0x61010061}),
                              number(std::uint32_t{2}),
                              number(std::uint32_t{60}),
                              byte_of(2),
                              bytes_of("a"),
                              Bytes(1),
                              entry("b.c", plain | other_compression, at),
                              entry("d.e", name.size() + packed.size(), at + plain),
                              bytes_of("b.c"),
                              Bytes(1),
                              bytes_of("d.e"),
                              Bytes(1),
                              name,
                              bytes_of("hi"),
                              name,
                              packed});
    const GameArchive archive = need(GameArchive::read(SharedBytes(bsa)));
    CHECK(list_of(archive) == "a/b.c=2 a/d.e=3000* ");
    CHECK(need(archive.content(*archive.find("a/b.c"))) == bytes_of("hi"));
    CHECK(need(archive.content(*archive.find("a/d.e"))) == bytes_of(long_text));
}

TEST_CASE("archives: BA2 archives of Starfield are read, with zlib and LZ4", "[tes]")
{
    const Bytes plain = bytes_of(long_text);
    const Bytes zlib = deflate_data(plain, 9);
    // An LZ4 block: one letter, a match at distance 1, and the last five letters.
    Bytes lz4{std::byte{0x1F}, std::byte{'x'}, std::byte{1}, std::byte{0}};
    std::size_t rest = plain.size() - 1 - 5 - 4 - 15;
    for (; rest >= 255; rest -= 255) {
        lz4.push_back(std::byte{255});
    }
    lz4.push_back(static_cast<std::byte>(rest));
    append(lz4, joined({byte_of(0x50), bytes_of("xxxxx")}));
    const auto archive_of = [](std::uint32_t version, const Bytes& extra, ByteView stored) {
        const std::uint64_t at = 24 + extra.size() + 36;
        return joined({ba2_head(version, "GNRL", at + stored.size(), extra), hashes("a/b.c"),
                       number(std::uint32_t{0x00100100}), number(at), number(static_cast<std::uint32_t>(stored.size())),
                       number(static_cast<std::uint32_t>(long_text.size())), number(sentinel),
                       Bytes(stored.begin(), stored.end()), number(std::uint16_t{5}), bytes_of("a\\b.c")});
    };
    const Bytes one = number(std::uint64_t{1});
    const auto check = [&](const Bytes& bytes, std::string_view description) {
        const GameArchive archive = need(GameArchive::read(SharedBytes(bytes)));
        CHECK(archive.description() == description);
        CHECK(list_of(archive) == "a/b.c=3000* ");
        const Result<Bytes> content = archive.content(archive.files().front());
        CHECK((content ? *content : bytes_of(content.error().message)) == plain);
    };
    const ByteView stream = ByteView(zlib).subspan(4);
    check(archive_of(2, one, stream), "BA2 2 (Starfield)");
    check(archive_of(3, joined({one, number(std::uint32_t{0})}), stream), "BA2 3 (Starfield)");
    check(archive_of(3, joined({one, number(std::uint32_t{3})}), lz4), "BA2 3 (Starfield)");
    CHECK(require_error(GameArchive::read(SharedBytes(archive_of(4, one, stream)))).message == "a BA2 of version 4");
}

TEST_CASE("archives: a BA2 of textures is read as DDS files", "[tes]")
{
    // Two chunks: the largest mipmap, compressed, and the other one.
    const Bytes large = pixels_of(128 * 128 * 8);
    Bytes small = pixels_of(64 * 64 * 8);
    std::uint32_t noise = 1;
    for (std::byte& each : small) {  // does not become smaller by compression
        noise = noise * 1664525 + 1013904223;
        each = static_cast<std::byte>(noise >> 24U);
    }
    const Bytes packed = deflate_data(large, 9);
    const ByteView stream = ByteView(packed).subspan(4);
    const std::uint64_t at = 24 + 24 + 2 * 24;
    const Bytes archive = joined({ba2_head(1, "DX10", at + stream.size() + small.size()),
                                  hashes("textures/a.dds"),
                                  byte_of(0),
                                  byte_of(2),
                                  number(std::uint16_t{24}),
                                  number(std::uint16_t{512}),
                                  number(std::uint16_t{512}),
                                  byte_of(2),
                                  byte_of(bc1),
                                  number(std::uint16_t{0x800}),
                                  number(at),
                                  number(static_cast<std::uint32_t>(stream.size())),
                                  number(static_cast<std::uint32_t>(large.size())),
                                  number(std::uint32_t{0}),
                                  number(sentinel),
                                  number(at + stream.size()),
                                  number(std::uint32_t{0}),
                                  number(static_cast<std::uint32_t>(small.size())),
                                  number(std::uint16_t{1}),
                                  number(std::uint16_t{1}),
                                  number(sentinel),
                                  Bytes(stream.begin(), stream.end()),
                                  small,
                                  number(std::uint16_t{14}),
                                  bytes_of("textures\\a.dds")});
    const GameArchive read = need(GameArchive::read(SharedBytes(archive)));
    CHECK(read.description() == "BA2 1 (Fallout 4, textures)");
    const Bytes file = dds(512, 2, bc1, false, joined({large, small}));
    CHECK(need(read.content(read.files().front())) == file);
    CHECK(read.files().front().size == file.size());
    const std::vector<FileToArchive> files{{"textures/a.dds", file}};
    const bool is_same = need(write_archive(ArchiveGame::fallout4, files, true)) == archive;
    CHECK(is_same);
}

TEST_CASE("archives: textures keep their pixels in a BA2, and wrong ones are rejected", "[tes]")
{
    const auto kept = [](const Bytes& file) {
        const std::vector<FileToArchive> files{{"textures/a.dds", file}};
        const GameArchive archive =
            need(GameArchive::read(SharedBytes(need(write_archive(ArchiveGame::fallout4, files, false)))));
        const ArchivedFile& texture = archive.files().front();
        return std::pair(need(archive.content(texture)), texture.chunks.size());
    };
    constexpr std::uint8_t bc7 = 98;
    constexpr std::uint8_t bgra = 87;
    std::size_t size = 0;
    for (std::size_t side = 2048; side > 0; side /= 2) {
        size += (side + 3) / 4 * ((side + 3) / 4) * 16;
    }
    const Bytes large = dds(2048, 12, bc7, false, pixels_of(size));
    CHECK(kept(large) == std::pair(large, std::size_t{4}));
    const Bytes cube = dds(512, 1, bc1, true, pixels_of(std::size_t{6} * 128 * 128 * 8));
    CHECK(kept(cube) == std::pair(cube, std::size_t{1}));
    const Bytes odd = dds(5, 3, bc1, false, pixels_of(32 + 8 + 8));
    CHECK(kept(odd) == std::pair(odd, std::size_t{1}));

    // Files without a DX10 header get one.
    const auto plain = [](std::uint32_t flags, std::string_view letters, std::array<std::uint32_t, 3> colours,
                          const Bytes& pixels) {
        Bytes head = dds_header({4, 4, 1, 0, false});
        head.resize(128);
        std::ranges::copy(joined({number(flags), bytes_of(letters), number(colours[0]), number(colours[1]),
                                  number(colours[2]), number(std::uint32_t{0xFF})}),
                          head.begin() + 80);
        return joined({head, pixels});
    };
    const std::string_view none("\0\0\0\0", 4);
    CHECK(kept(plain(4, "DXT1", {}, pixels_of(8))).first == dds(4, 1, bc1, false, pixels_of(8)));
    CHECK(kept(plain(0x41, none, {32, 0xFF0000, 0xFF00}, pixels_of(64))).first ==
          dds(4, 1, bgra, false, pixels_of(64)));

    const auto rejected = [](const Bytes& file) {
        const Result<DdsFile> read = read_dds(file);
        return read ? "" : read.error().message;
    };
    CHECK(rejected(dds(4, 1, bc1, false, pixels_of(9))) == "its mipmaps have 9 bytes; the header says 8");
    CHECK(rejected(dds(4, 1, 200, false, pixels_of(8))) == "has the format 200, whose size is not known");
    CHECK(rejected(plain(4, "ABCD", {}, pixels_of(8))) == "has a format whose size is not known");
    CHECK(rejected(dds(0, 1, bc1, false, {})) == "0 x 0 pixels and 1 mipmaps");
    Bytes volume = dds(4, 1, bc1, false, pixels_of(8));
    volume[114] = std::byte{0x20};
    CHECK(rejected(volume) == "is not a single picture or a cube");
}

TEST_CASE("archives: an offset that no archive has is an error", "[tes]")
{
    const Bytes archive =
        joined({ba2_head(1, "GNRL", ~std::uint64_t{0}), hashes("a/b.c"), number(std::uint32_t{0}),
                number(std::uint64_t{0}), number(std::uint32_t{0}), number(std::uint32_t{0}), number(sentinel)});
    CHECK(require_error(GameArchive::read(SharedBytes(archive))).message ==
          "the archive ends inside the names of its files");
}

TEST_CASE("archives: a compressed file without a stream is an error", "[tes]")
{
    // One file of four stored bytes, which say that it has 256.
    const Bytes archive = joined({Bytes{std::byte{'B'}, std::byte{'S'}, std::byte{'A'}, std::byte{0}},
                                  number(std::uint32_t{103}),
                                  number(std::uint32_t{36}),
                                  number(std::uint32_t{7}),
                                  number(std::uint32_t{1}),
                                  number(std::uint32_t{1}),
                                  number(std::uint32_t{2}),
                                  number(std::uint32_t{2}),
                                  number(std::uint32_t{0}),
                                  number(std::uint64_t{0}),
                                  number(std::uint32_t{1}),
                                  number(std::uint32_t{0}),
                                  Bytes{std::byte{2}},
                                  bytes_of("a"),
                                  Bytes(1),
                                  number(std::uint64_t{0}),
                                  number(std::uint32_t{4}),
                                  number(std::uint32_t{73}),
                                  bytes_of("b"),
                                  Bytes(1),
                                  number(std::uint32_t{256})});
    CHECK(require_error(GameArchive::read(SharedBytes(archive))).message == "a\\b has a size but no content");
}

TEST_CASE("archives: rejects damaged and truncated files", "[tes]")
{
    const Bytes whole = need(write_archive(ArchiveGame::skyrim, some_files(), true));
    for (std::size_t size = 4; size < whole.size(); size += 7) {
        const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK_FALSE(GameArchive::read(SharedBytes(part)).has_value());
    }
    Bytes broken = whole;
    broken[broken.size() - 20] ^= std::byte{0xFF};
    const GameArchive archive = need(GameArchive::read(SharedBytes(broken)));
    std::size_t errors = 0;
    for (const ArchivedFile& file : archive.files()) {
        errors += archive.content(file) ? 0U : 1U;
    }
    CHECK(errors <= 1);
    CHECK(require_error(write_archive(ArchiveGame::skyrim, std::vector<FileToArchive>{{"a.nif", {}}}, false)).message ==
          "a file outside of folders");
    CHECK(require_error(write_archive(ArchiveGame::fallout4, std::vector<FileToArchive>{{"textures/a.dds", {}}}, false))
              .message == "is not a DDS file");
    CHECK(require_error(write_archive(ArchiveGame::fallout4,
                                      std::vector<FileToArchive>{{"a/b.nif", {}}, {"textures/a.dds", {}}}, false))
              .message == "a texture among other files; the game reads textures only from a BA2 of textures");
    CHECK(require_error(
              write_archive(ArchiveGame::oblivion, std::vector<FileToArchive>{{"a/b.c", {}}, {"A\\B.C", {}}}, false))
              .message == "two files with this path");
}

TEST_CASE("pex: reads name, source and time from the header", "[tes]")
{
    const auto big = [](std::uint64_t value, std::size_t size) {
        Bytes bytes;
        for (std::size_t i = size; i-- > 0;) {
            bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
        }
        return bytes;
    };
    const auto text = [&](std::string_view letters) { return joined({big(letters.size(), 2), bytes_of(letters)}); };
    const Bytes script =
        joined({big(0xFA57C0DE, 4), big(3, 1), big(2, 1), big(1, 2), big(1323475200, 8), text("Door.psc"), text("ann"),
                text("forge"), big(2, 2), text("Door"), text("ObjectReference"), big(0, 1), big(0, 2), big(1, 2),
                big(0, 2), big(4, 4), big(1, 2), big(0, 2)});
    const PexHeader header = need(read_pex(script));
    CHECK(header.name == "Door");
    CHECK(header.parent == "ObjectReference");
    CHECK(header.source == "Door.psc");
    CHECK(header.user == "ann");
    CHECK(format_utc(header.time) == "2011-12-10 00:00:00 UTC");
    CHECK(require_error(read_pex(ByteView(script).first(30))).message == "the script ends inside its header");
}
