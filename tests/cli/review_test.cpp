// The page of `diff --html`: its data, without a browser.
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "runner/skip.hpp"
#include "support/source_folder.hpp"

using namespace redforge::test;

namespace {

std::string run_in(const TemporaryFolder& folder, const std::string& commands)
{
    return run_shell(folder.path(), commands).output;
}

/// Returns the data of review.html.
nlohmann::json data_of_page(const TemporaryFolder& folder)
{
    const std::string page = run_in(folder, "cat review.html");
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t at = page.find(begin);
    REQUIRE(at != std::string::npos);
    const std::size_t data = at + begin.size();
    return nlohmann::json::parse(page.substr(data, page.find("</script>", data) - data));
}

/// Returns the data of the page that `diff --html` makes of two files.
nlohmann::json review_of(const TemporaryFolder& folder, const std::string& files)
{
    run_in(folder, "redforge diff --html -o review.html " + files);
    return data_of_page(folder);
}

/// Makes a repository with an unpacked map and a map file, and a second commit that changes both and a third file,
/// which is not a map.
void make_repository(const TemporaryFolder& folder)
{
    run_in(folder,
           "git init -q -b main; git config user.name A; git config user.email a@b.c; "
           "redforge new map --sample -o B.RGM -q; redforge unpack B.RGM -o text/A -q; echo 1 > readme.txt; "
           "git add .; git commit -q -m 1; redforge set text/A objects[0].position.x+=100 -i -q --no-backup; "
           "redforge set B.RGM lights[0].radius=7 -i -q --no-backup; echo 2 > readme.txt; git commit -q -a -m 2");
}

}  // namespace

TEST_CASE("review: a moved, an added and a removed record have marks in the plan", "[cli][review]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    run_in(folder,
           "redforge new map --sample -o A.RGM -q; redforge set A.RGM 'objects[0].position.x+=100' -o B.RGM -q; "
           "printf '<edits><remove path=\"lights[0]\"/><add path=\"lights\"><light radius=\"9\"/>"
           "</add></edits>' | redforge apply - B.RGM -i -q");
    const nlohmann::json file = review_of(folder, "A.RGM B.RGM")["files"][0];
    CHECK(file["name"] == "B.RGM");
    REQUIRE(file["changes"].size() == 3);
    CHECK(file["plan"]["marks"].size() == 3);
    const nlohmann::json& moved = file["changes"][0];
    CHECK(moved["path"] == "objects[0]");
    CHECK(moved["fields"][0]["field"] == "position.x");
    const nlohmann::json& mark = file["plan"]["marks"][0];
    CHECK(mark["at"][0].get<int>() - mark["from"][0].get<int>() == 100);
    CHECK(mark["at"][1] == mark["from"][1]);
}

TEST_CASE("review: the page contains voices, and lists files of only one folder", "[cli][review]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    // A WAV file of one sample.
    const std::string wav = "524946462500000057415645666d74201000000001000100112b0000112b0000010008006461746101000000";
    run_in(folder, "mkdir A B; echo '<dialogue><entry label=\"yes\" row=\"0\" text=\"&lt;/script>\"><voice>" + wav +
                       "80</voice></entry></dialogue>' | redforge pack - -o A/ENGLISH.RTX -q; "
                       "redforge set A/ENGLISH.RTX 'entries[0].text=</script>no' 'entries[0].voice=" +
                       wav + "81' -o B/ENGLISH.RTX -q; redforge new map --sample -o B/NEW.RGM -q");
    const nlohmann::json files = review_of(folder, "A B")["files"];
    REQUIRE(files.size() == 2);
    const nlohmann::json& change = files[0]["changes"][0];
    CHECK(change["fields"][0]["after"] == "\"</script>no\"");
    CHECK(change["media"]["type"] == "audio");
    CHECK(change["media"]["before"].get<std::string>().starts_with("data:audio/wav;base64,UklGRiYAAABXQVZF"));
    CHECK(change["media"]["after"] != change["media"]["before"]);
    CHECK(files[1]["name"] == "NEW.RGM");
    CHECK(files[1]["kind"] == "added");
}

TEST_CASE("review: compares two revisions of a repository", "[cli][review]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_repository(folder);
    CHECK(run_in(folder, "redforge review HEAD~1..HEAD 2>&1; echo $?; git worktree list | wc -l; git status --short") ==
          "B.RGM: 1 changed\nreadme.txt: 1 changed\ntext/A: 1 changed\nHEAD~1..HEAD -> review.html\n0\n1\n?? "
          "review.html\n");
    const nlohmann::json data = data_of_page(folder);
    CHECK(data["title"] == "HEAD~1..HEAD");
    REQUIRE(data["files"].size() == 3);
    CHECK(data["files"][0]["name"] == "B.RGM");
    CHECK(data["files"][0]["changes"][0]["path"] == "lights[0]");
    CHECK(data["files"][1]["name"] == "readme.txt");
    CHECK(data["files"][1]["changes"][0]["label"] == "the bytes differ; the format is not known");
    CHECK(data["files"][2]["name"] == "text/A");
    CHECK(data["files"][2]["changes"][0]["fields"][0]["field"] == "position.x");

    run_in(folder, "mkdir -p sub; cd sub; redforge review HEAD~1 -o ../review.html ../text -q");  // from another folder
    CHECK(data_of_page(folder)["files"].size() == 1);

    CHECK(run_in(folder, "git checkout -q -b side HEAD~1; redforge review main...side 2>&1") ==
          "main...side -> review.html (no file of a known format differs)\n");
}

TEST_CASE("review: keeps other work trees, including one without its folder", "[cli][review]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_repository(folder);
    CHECK(run_in(folder,
                 "git worktree add -q --detach drive HEAD; mv drive away; redforge review HEAD~1 -q; mv away drive; "
                 "git worktree list | wc -l; cd drive; git log --oneline | wc -l") == "2\n2\n");
}

TEST_CASE("review: an invalid revision is an error and leaves no work tree", "[cli][review]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    make_repository(folder);
    CHECK(
        run_in(folder, "redforge review HEAD..nowhere 2>&1; echo $?; ls; git worktree list | wc -l") ==
        "redforge: review: git knows no revision \"nowhere\"; git log --oneline lists revisions; a branch that was not "
        "fetched is origin/NAME\n2\nB.RGM\nreadme.txt\ntext\n1\n");
    run_in(folder, "echo '<map' > text/A/map.xml; git commit -q -a -m 3");
    CHECK(run_in(folder, "redforge review HEAD~1..HEAD 2>&1 >/dev/null | grep -c text/A/map.xml; git worktree list | "
                         "wc -l") == "1\n1\n");
}

TEST_CASE("review: --html needs an output", "[cli][review]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    CHECK(run_in(folder, "redforge diff A B --html; echo $?") ==
          "redforge: diff: no output given for --html; use -o FILE.html\n2\n");
}

TEST_CASE("review: the page works in a browser", "[cli][review]")
{
    const TemporaryFolder folder;
    if (!has_shell()) {
        return;
    }
    if (run_in(folder, "command -v chromium").empty()) {
        return skip("chromium is not installed");
    }
    // A second script in the page uses its keys, filters and plan, measures contrasts, and writes the results.
    run_in(folder, "redforge new map --sample -o A.RGM -q; redforge unpack A.RGM -o text -q; "
                   "sed -i 's/^    end$/    function_110(5)\\n    end/' text/scripts/DOOR01.soup; "
                   "redforge set text 'objects[0].position.x+=100' 'lights[0].radius=9' -i -q --no-backup; "
                   "redforge diff A.RGM text --html -o review.html; "
                   "{ echo '<script>'; cat " +
                       source_folder().string() + "/tests/cli/review_page.js; echo '</script>'; } >> review.html");
    const std::string results = run_in(folder, "HOME=$PWD chromium --headless --no-sandbox --disable-gpu --dump-dom "
                                               "--enable-logging=stderr file://$PWD/review.html 2>log | "
                                               "sed -n 's/.*<body>//; /^result: /p'; grep CONSOLE log");
    CHECK(results == "result: 3 changes\n"
                     "result: j ~ changed objects[0] 0\n"
                     "result: k ~ changed actors[0] DOOR01\n"
                     "result: find 1 of 3 changes\n"
                     "result: without changed 0 of 3 changes\n"
                     "result: click change-0-2\n"
                     "result: code call:function_110 number:5\n"
                     "result: low contrast: none\n"
                     "result: without a name: none\n");
}
