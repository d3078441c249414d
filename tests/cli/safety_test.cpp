// Law 4 as a user meets it: the program killed, refused or out of room in the middle of a save.
#include <algorithm>
#include <iostream>

#include <unistd.h>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

namespace {

std::vector<std::string> names_in(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST_CASE("A kill in the middle of a save leaves the old or the new file, and nothing else", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -o OLD.RGM && cp OLD.RGM S.RGM && "
                                     "redforge set OLD.RGM objects[4].position.x=7 -o NEW.RGM")
                .status == 0);
    const std::string old_content = read_whole(folder.path() / "OLD.RGM");
    const std::string new_content = read_whole(folder.path() / "NEW.RGM");
    REQUIRE(old_content != new_content);
    for (int i = 0; i < 60; ++i) {
        const std::string delay = "0.00" + std::to_string(i % 10) + std::to_string(i / 10);
        static_cast<void>(
            run_shell(folder.path(), "cp OLD.RGM S.RGM; redforge set S.RGM objects[4].position.x=7 -o S.RGM & "
                                     "sleep " +
                                         delay + "; kill -9 $! ; wait"));
        const std::string content = read_whole(folder.path() / "S.RGM");
        CHECK((content == old_content || content == new_content));
        CHECK(names_in(folder.path()) == std::vector<std::string>{"NEW.RGM", "OLD.RGM", "S.RGM"});
    }
}

TEST_CASE("A full disk leaves the old file and no litter", "[cli][safety]")
{
    const TemporaryFolder folder;
    const std::string disk = (folder.path() / "disk").string();
    if (geteuid() != 0 || run_shell(folder.path(), "mkdir disk && mount -t tmpfs -o size=16k tmpfs disk").status != 0) {
        std::cout << "SKIPPED: A full disk leaves the old file and no litter: mounting a small disk needs root\n";
        return;
    }
    const Outcome outcome =
        run_shell(folder.path(),
                  "redforge new map --sample -o big.RGM; cp big.RGM disk/S.RGM; "
                  "head -c 6000 /dev/zero > disk/filler; "
                  "redforge unpack big.RGM -o disk/S.xml; echo status $?; cmp big.RGM disk/S.RGM && ls -A disk");
    static_cast<void>(run_shell(folder.path(), "umount disk"));
    INFO(outcome.output);
    CHECK(outcome.output.find("No space left on device") != std::string::npos);
    CHECK(outcome.output.find("status 2\nS.RGM\nfiller\n") != std::string::npos);
}

TEST_CASE("A folder without permission is refused and unchanged", "[cli][safety]")
{
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(), "redforge new map --sample -o S.RGM && mkdir locked && cp S.RGM locked").status ==
            0);
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    const std::string as_somebody =
        geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "chmod a-w locked; ";
    const Outcome outcome =
        run_shell(folder.path(), as_somebody + "redforge set locked/S.RGM objects[4].id=9 --in-place");
    static_cast<void>(run_shell(folder.path(), "chmod u+w locked"));
    INFO(outcome.output);
    CHECK(outcome.status != 0);
    CHECK(outcome.output.find("ermission denied") != std::string::npos);
    CHECK(run_shell(folder.path(), "cmp S.RGM locked/S.RGM && ls -A locked").output == "S.RGM\n");
}
