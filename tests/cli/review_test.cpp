// The page of `diff --html`: its data, without a browser.
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "runner/skip.hpp"

using namespace redforge::test;

namespace {

std::string run_in(const TemporaryFolder& folder, const std::string& commands)
{
    return run_shell(folder.path(), commands).output;
}

/// Returns the data of the page that `diff --html` makes of two files.
nlohmann::json review_of(const TemporaryFolder& folder, const std::string& files)
{
    run_in(folder, "redforge diff --html -o review.html " + files);
    const std::string page = run_in(folder, "cat review.html");
    const std::string begin = "<script type=\"application/json\" id=\"data\">";
    const std::size_t at = page.find(begin);
    REQUIRE(at != std::string::npos);
    const std::size_t data = at + begin.size();
    return nlohmann::json::parse(page.substr(data, page.find("</script>", data) - data));
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

TEST_CASE("review: voices are in the page, and files of one folder only are listed", "[cli][review]")
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
    // A script after that of the page uses the keys, the filter and the plan, and writes what it sees.
    run_in(folder, "redforge new map --sample -o A.RGM -q; redforge set A.RGM 'objects[0].position.x+=100' "
                   "'lights[0].radius=9' -o "
                   "B.RGM -q; redforge diff A.RGM B.RGM --html -o review.html; cat >> review.html <<'END'\n"
                   "<script>\n"
                   "const seen = [];\n"
                   "const count = () => document.getElementById('count').textContent;\n"
                   "const key = name => document.dispatchEvent(new KeyboardEvent('keydown', {key: name}));\n"
                   "seen.push(count());\n"
                   "key('j'); key('j'); seen.push(document.querySelector('.current h3').textContent);\n"
                   "key('k'); seen.push(document.querySelector('.current h3').textContent);\n"
                   "find.value = 'radius'; find.dispatchEvent(new Event('input')); seen.push(count());\n"
                   "find.value = ''; document.querySelector('.kinds[value=changed]').click(); seen.push(count());\n"
                   "document.querySelectorAll('svg .mark')[2].dispatchEvent(new MouseEvent('click')); \n"
                   "seen.push(document.querySelector('.current').id);\n"
                   "document.body.replaceChildren(seen.join('|'));\n"
                   "</script>\nEND\n");
    const std::string dom = run_in(folder, "HOME=$PWD chromium --headless --no-sandbox --disable-gpu --dump-dom "
                                           "file://$PWD/review.html 2>/dev/null | sed -n 's/.*<body>//p'");
    CHECK(
        dom.starts_with("2 changes|~ changed lights[0] 2195179707|~ changed objects[0] 0|1 of 2 changes|0 of 2 changes|"
                        "change-0-1"));
}
