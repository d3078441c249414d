// Game files under git: differences are shown as text, branches that edit one map are merged.
#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

namespace {

/// A repository with a map in it, set up; its settings alone decide.
struct Repository {
    TemporaryFolder folder;

    Repository()
    {
        run("git init -q . && git config user.name A && git config user.email a@b.c && git config core.pager cat");
        run("redforge new map --sample -o ISLAND.RGM");
        run("redforge git-setup && git add . && git commit -qm base");
        run("git branch -M main && git checkout -qb other");
    }
    Outcome run(const std::string& command)
    {
        return run_shell(folder.path(), "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null; " + command);
    }
    /// Commits a change of the map on a branch.
    void commit(const std::string& branch, const std::string& change)
    {
        const Outcome done = run("git checkout -q " + branch + " && redforge set ISLAND.RGM " + change +
                                 " -o ISLAND.RGM && git commit -qam " + branch);
        INFO(done.output);
        REQUIRE(done.status == 0);
    }
};

}  // namespace

TEST_CASE("git shows differences of maps as text and merges branches that edit one map", "[cli][git]")
{
    Repository repository;
    if (repository.run("git --version").status != 0) {
        WARN("skipped: there is no git");
        return;
    }
    repository.commit("other", "objects[4].position.x=123");
    const std::string shown = repository.run("git diff main other").output;
    CHECK(shown.find("+    <object id=\"5\"") != std::string::npos);
    CHECK(shown.find("position.x=\"123\"") != std::string::npos);
    repository.commit("main", "objects[4].position.y=-77 lights[0].radius=900");

    const Outcome merged = repository.run("git merge -q -m joined other");
    INFO(merged.output);
    CHECK(merged.status == 0);
    CHECK(
        repository.run("redforge get ISLAND.RGM objects[4].position.x objects[4].position.y lights[0].radius").output ==
        "objects[4].position.x=123\nobjects[4].position.y=-77\nlights[0].radius=900\n");

    repository.run("git checkout -q other");
    repository.commit("other", "lights[0].radius=1");
    repository.commit("main", "lights[0].radius=2");
    const Outcome refused = repository.run("git merge -m joined other");
    CHECK(refused.status == 1);
    CHECK(refused.output.find("ISLAND.RGM: lights[0] 2195179707: radius: base 600, ours 2, theirs 1\n") !=
          std::string::npos);
    CHECK(repository.run("git diff --name-only --diff-filter=U").output == "ISLAND.RGM\n");
    CHECK(repository.run("redforge get ISLAND.RGM lights[0].radius").output == "2\n");
}

TEST_CASE("git-setup is done once and taken back whole", "[cli][git]")
{
    const TemporaryFolder folder;
    const auto run = [&](const std::string& command) {
        return run_shell(folder.path(), "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null; " + command);
    };
    if (run("git --version").status != 0) {
        WARN("skipped: there is no git");
        return;
    }
    CHECK(run("redforge git-setup").status == 2);
    run("git init -q . && printf '*.png binary' > .gitattributes && cp .git/config before");
    const Outcome first = run("redforge git-setup");
    CHECK(first.status == 0);
    CHECK(first.output.find("+ ./.gitattributes: *.[Rr][Gg][Mm] -text diff=redforge merge=redforge\n") == 0);
    CHECK(first.output.find("redforge' merge %O %A %B -o %A --no-backup --name %P\n") != std::string::npos);
    CHECK(first.output.find("+ git config merge.redforge.driver '/") != std::string::npos);
    CHECK(run("redforge git-setup").output == "already set up\n");
    CHECK(run("head -n 1 .gitattributes").output == "*.png binary\n");
    CHECK(run("grep -v redforge .gitattributes").output == "*.png binary\n");
    CHECK(run("sort .gitattributes | uniq -d").output == "");
    for (const std::string pattern :
         {"*.[Rr][Gg][Mm]", "*.3[Dd][Cc]", "*.[Ee][Ss][Mm]", "[Tt][Ee][Xx][Bb][Ss][Ii].*"}) {
        CHECK(run("grep -cF '" + pattern + " -text diff=redforge merge=redforge' .gitattributes").output == "1\n");
    }
    CHECK(run("redforge git-setup --undo").status == 0);
    CHECK(run("cat .gitattributes").output == "*.png binary\n");
    CHECK(run("git config --get-regexp redforge").output == "");
    CHECK(run("redforge git-setup --undo").output == "nothing is set up\n");
}

TEST_CASE("A file that cannot be read does not end git's log, and a linked .gitattributes is not followed",
          "[cli][git]")
{
    Repository repository;
    if (repository.run("git --version").status != 0) {
        WARN("skipped: there is no git");
        return;
    }
    repository.run(": > EMPTY.esp && git add . && git commit -qm empty && echo x > EMPTY.esp && git commit -qam text");
    const Outcome log = repository.run("git log -p");
    CHECK(log.status == 0);
    CHECK(log.output.find("+an empty file: 0 bytes, hash ") != std::string::npos);
    CHECK(log.output.find("+a text file: 2 bytes, hash ") != std::string::npos);
    CHECK(log.output.find("+<map") != std::string::npos);
    CHECK(repository.run("redforge textconv gone.esp").status == 0);

    repository.run(
        "mv .gitattributes elsewhere && ln -s elsewhere .gitattributes && git config --unset merge.redforge.name");
    const Outcome linked = repository.run("redforge git-setup");
    CHECK(linked.status == 2);
    CHECK(linked.output.find("is a symbolic link, which git does not read") != std::string::npos);
    CHECK(repository.run("rm .gitattributes && redforge git-setup -q").output == "");
}
