// Shared bytes, mapped files, and runs of plain text.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "core/bytes/mapped_file.hpp"
#include "core/bytes/shared_bytes.hpp"
#include "core/text/plain_text.hpp"

using namespace redforge;

namespace {

Bytes bytes_of(std::string_view text)
{
    const ByteView view = as_bytes(text);
    return {view.begin(), view.end()};
}

}  // namespace

TEST_CASE("shared bytes: are equal regardless of their pieces", "[core]")
{
    const auto text = std::make_shared<const Bytes>(bytes_of("abcdefgh"));
    SharedBytes cut(text, ByteView(*text).first(3));
    cut.append(text, ByteView(*text).subspan(5));
    CHECK(cut.size() == 6);
    CHECK(cut.pieces().size() == 2);
    CHECK(cut == SharedBytes(bytes_of("abcfgh")));
    CHECK_FALSE(cut == SharedBytes(bytes_of("abcfgx")));
    CHECK(first_difference(cut, SharedBytes(bytes_of("abcfxh"))) == 4);
    CHECK(cut.first(4) == bytes_of("abcf"));
    CHECK(cut.joined() == bytes_of("abcfgh"));
    cut.append(SharedBytes(bytes_of("")).view());
    CHECK(cut.pieces().size() == 2);
}

TEST_CASE("shared bytes: joins adjacent pieces", "[core]")
{
    const auto text = std::make_shared<const Bytes>(bytes_of("abcdef"));
    SharedBytes bytes(text, ByteView(*text).first(2));
    bytes.append(ByteView(*text).subspan(2));
    CHECK(bytes.pieces().size() == 1);
    CHECK(bytes.view().size() == 6);
}

TEST_CASE("shared bytes: a mapped file has its content, also after release", "[core]")
{
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "redforge-mapped-file";
    std::ofstream(path, std::ios::binary) << std::string(100000, 'x') << "end";
    const Result<SharedBytes> mapped = map_file(path);
    std::filesystem::remove(path);
    REQUIRE(mapped);
    mapped->release(mapped->view());
    CHECK(*mapped == SharedBytes(std::string(100000, 'x') + "end"));
    CHECK_FALSE(map_file(path));
    CHECK_FALSE(map_file(std::filesystem::temp_directory_path()));
}

TEST_CASE("shared bytes: plain text ends where an escape or code page starts", "[core]")
{
    CHECK(plain_length("") == 0);
    CHECK(plain_length("twelve words") == 12);
    CHECK(plain_length("a long text and\ta tab") == 15);
    CHECK(plain_length("0123456\\x41") == 7);
    CHECK(plain_length("01234567\x7F") == 8);
    CHECK(plain_length("0123\xE9"
                       "56789") == 4);
    CHECK(plain_length("~~~~~~~~ ~") == 10);
}
