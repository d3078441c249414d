// The journal of a process that is killed; for Linux, whose processes can be forked.
#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file_fixture.hpp"
#include "editor/journal_window.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::editor;
using redforge::test::journals::sample;
using redforge::test::journals::Window;

TEST_CASE("journal: if a window is killed after any step, all steps are recovered", "[journal][fault]")
{
    const test::TempFolder folder;
    for (int steps = 1; steps <= 20; ++steps) {
        const pid_t child = fork();
        if (child == 0) {
            Window window(folder.path());
            for (int i = 1; i <= steps; ++i) {
                window.set("objects[4].position.x", std::to_string(i));
            }
            kill(getpid(), SIGKILL);
        }
        int status = 0;
        waitpid(child, &status, 0);
        REQUIRE(WIFSIGNALED(status));
        const std::vector<Unsaved> found = find_unsaved(folder.path());
        REQUIRE(found.size() == 1);
        edit::Document again = sample();
        edit::History history;
        Drafts drafts;
        REQUIRE(recover(found.front(), again, history, drafts));
        CHECK(test::value(again, "objects[4].position.x") == std::to_string(steps));
        discard(found.front());
    }
}
