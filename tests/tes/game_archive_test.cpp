// BSA and BA2 archives, and the headers of compiled Papyrus scripts.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "support/outcome.hpp"
#include "tes/archive/game_archive.hpp"
#include "tes/archive/pex.hpp"
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

TEST_CASE("archives: hashes are those of the games' archives", "[tes]")
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

TEST_CASE("archives: each kind contains the packed files, compressed or not", "[tes]")
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

TEST_CASE("archives: a BSA of Oblivion has the expected bytes", "[tes]")
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

TEST_CASE("archives: damage is an error, and every truncation is detected", "[tes]")
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
              .message == "the game reads textures only from a BA2 of textures, which Redforge does not write");
    CHECK(require_error(
              write_archive(ArchiveGame::oblivion, std::vector<FileToArchive>{{"a/b.c", {}}, {"A\\B.C", {}}}, false))
              .message == "two files with this path");
}

TEST_CASE("pex: the header has name, source and time", "[tes]")
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
