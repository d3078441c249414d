// Names of side files: valid on every system, and unique.
#include <catch2/catch.hpp>

#include "core/files/side_files.hpp"

using namespace redforge;

namespace {

constexpr BlobInfo scripts{.folder = "scripts", .extension = ".soup"};

std::string name_for(std::string_view stem)
{
    return SideFiles().add(scripts.folder, stem, scripts.extension, std::string());
}

}  // namespace

TEST_CASE("side files: a reserved name of Windows gets one more character")
{
    CHECK(name_for("COM1") == "scripts/COM1_.soup");
    CHECK(name_for("com9") == "scripts/com9_.soup");
    CHECK(name_for("Lpt3") == "scripts/Lpt3_.soup");
    CHECK(name_for("CON") == "scripts/CON_.soup");
    CHECK(name_for("prn") == "scripts/prn_.soup");
    CHECK(name_for("AUX") == "scripts/AUX_.soup");
    CHECK(name_for("nul") == "scripts/nul_.soup");

    CHECK(name_for("COM") == "scripts/COM.soup");
    CHECK(name_for("COM10") == "scripts/COM10.soup");
    CHECK(name_for("COMB") == "scripts/COMB.soup");
    CHECK(name_for("DOOR1") == "scripts/DOOR1.soup");
    CHECK(name_for("CONE") == "scripts/CONE.soup");
}

TEST_CASE("side files: invalid characters become underscores, and names are unique")
{
    CHECK(name_for("") == "scripts/unnamed.soup");
    CHECK(name_for("../x:y z\x84") == "scripts/___x_y_z_.soup");
    SideFiles files;
    CHECK(files.add(scripts.folder, "Door", scripts.extension, std::string()) == "scripts/Door.soup");
    CHECK(files.add(scripts.folder, "DOOR", scripts.extension, std::string()) == "scripts/DOOR.2.soup");
    CHECK(files.add(scripts.folder, "door", scripts.extension, std::string()) == "scripts/door.3.soup");
    CHECK(files.files().size() == 3);
}

TEST_CASE("side files: a long stem is cut and stays unique")
{
    const std::string most(120, 'a');
    CHECK(name_for(most) == "scripts/" + most + ".soup");
    const std::string begins(109, 'a');
    CHECK(name_for(std::string(121, 'a')) == "scripts/" + begins + "-e679cff1e7.soup");
    CHECK(name_for(std::string(240, 'a')) == "scripts/" + begins + "-7cc4ff2a07.soup");
    CHECK(name_for(std::string(240, 'a') + "b") == "scripts/" + begins + "-8c2f971a21.soup");
}

TEST_CASE("side files: are in the order in which they were added")
{
    SideFiles files;
    for (int i = 0; i < 500; ++i) {
        files.add(scripts.folder, std::to_string(i), scripts.extension, "text " + std::to_string(i));
    }
    REQUIRE(files.files().size() == 500);
    for (std::size_t i = 0; i < 500; ++i) {
        CHECK(files.files()[i].path == "scripts/" + std::to_string(i) + ".soup");
        CHECK(files.files()[i].text == "text " + std::to_string(i));
    }
}

TEST_CASE("side files: a path stays inside the document's folder")
{
    for (const char* path : {"scripts/A.soup", "A.soup", "a/b/c", "...", ".hidden"}) {
        CHECK(is_safe_side_path(path));
    }
    for (const char* path : {"", "/etc/passwd", "../A.soup", "scripts/../../A", "scripts//A", "scripts/", "./A", "a\\b",
                             "C:x", "scripts/.."}) {
        CHECK_FALSE(is_safe_side_path(path));
    }
    CHECK_FALSE(is_safe_side_path(std::string_view("a\0b", 3)));
}

TEST_CASE("side files: bytes are hexadecimal text, 32 per line, with comments")
{
    const Bytes bytes(33, std::byte{0xAB});
    const std::string text = bytes_to_side_text(bytes);
    std::string line;
    for (int i = 0; i < 32; ++i) {
        line += "ab";
    }
    CHECK(text == "; compiled script, 32 bytes a line\n" + line + "\nab\n");
    CHECK(side_text_to_bytes(text).value() == bytes);
    CHECK(side_text_to_bytes("01\n; 02\n03").value() == Bytes{std::byte{1}, std::byte{3}});
    const Result<Bytes> error = side_text_to_bytes("01\n; 02\n0x");
    REQUIRE_FALSE(error);
    CHECK(error.error().line == 3);
}
