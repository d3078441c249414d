// Packages of mods: sums, deterministic bytes, damage.
#include <catch2/catch.hpp>

#include "mod/mod_game.hpp"
#include "mod/package.hpp"
#include "mod/sha256.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

mod::Contents sample_contents()
{
    mod::Contents contents;
    contents.emplace("mod.xml", SharedBytes(std::string("<mod name=\"key\" version=\"1.0.0\"/>\n")));
    contents.emplace("files/NEW.TXT", SharedBytes(std::string("new\n")));
    return contents;
}

std::string error_of_package(const Bytes& bytes)
{
    const auto contents = mod::read_package(bytes, "KEY.rfmod");
    return contents ? "no error" : describe(contents.error());
}

}  // namespace

TEST_CASE("sha256: gives the sums of the examples in the standard", "[mod]")
{
    CHECK(mod::sha256_of(as_bytes("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(mod::sha256_of(as_bytes("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const std::string million(1000000, 'a');
    CHECK(mod::sha256_of(as_bytes(million)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("package: reads what it wrote, and writes the same bytes again", "[mod]")
{
    const auto package = mod::write_package(sample_contents());
    REQUIRE(package);
    const auto contents = mod::read_package(*package, "KEY.rfmod");
    REQUIRE(contents);
    CHECK(*contents == sample_contents());
    CHECK(mod::sha256_of(*package) == "5acf43c28360db147dfff2f1f4293fa02af894093502edc5c6cacdd8e866ca7f");
}

TEST_CASE("package: rejects a package that is truncated or has any byte changed", "[mod]")
{
    const auto package = mod::write_package(sample_contents());
    REQUIRE(package);
    for (std::size_t i = 0; i < package->size(); ++i) {
        Bytes damaged = *package;
        damaged[i] ^= std::byte{0x41};
        const auto contents = mod::read_package(damaged, "KEY.rfmod");
        CHECK((!contents || *contents == sample_contents()));  // ignores dates and versions in headers
        CHECK(error_of_package(Bytes(package->begin(), package->begin() + static_cast<std::ptrdiff_t>(i))) !=
              "no error");
    }
}

TEST_CASE("package: rejects names that lead out of the folder", "[mod]")
{
    mod::Contents contents = sample_contents();
    contents.emplace("../evil", SharedBytes(std::string("x")));
    const auto package = mod::write_package(contents);
    REQUIRE_FALSE(package);
    CHECK(describe(package.error()) == "a package cannot have a file \"../evil\"; give the file another name");
}

TEST_CASE("mod: rejects files that cannot be part of a game", "[mod]")
{
    mod::Contents contents = sample_contents();
    contents.emplace("files/.redforge-mods/installation.xml", SharedBytes(std::string("x")));
    const auto made = mod::make_mod(contents, "KEY.mod");
    REQUIRE_FALSE(made);
    CHECK(describe(made.error()) == "KEY.mod/files/.redforge-mods/installation.xml: the path "
                                    "\".redforge-mods/installation.xml\" is not the path of "
                                    "a game file; use a path in the game's folder, such as MAPS/ISLAND.RGM");
}

TEST_CASE("mod: installs hidden files, except those of the system and of git", "[mod]")
{
    mod::Contents contents = sample_contents();
    for (const char* const name :
         {"files/FX/.hidden", "files/FX/.gitkeep", "patches/.DS_Store", "Thumbs.db", ".gitignore"}) {
        contents.emplace(name, SharedBytes(std::string("x")));
    }
    const auto made = mod::make_mod(contents, "KEY.mod");
    REQUIRE(made);
    CHECK(made->files.contains("FX/.hidden"));
    CHECK(made->others.contains(".gitignore"));
    CHECK(made->ignored == std::vector<std::string>{"Thumbs.db", "files/FX/.gitkeep", "patches/.DS_Store"});
    const std::vector<mod::ModProblem> problems = mod::problems_of(*made);
    CHECK(std::ranges::count(problems, "files/FX/.gitkeep: ignored, because the system or git made it",
                             &mod::ModProblem::text) == 1);
}
