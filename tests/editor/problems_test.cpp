// Rows of the problems pane: findings without ignored ones, and the note of a step about the first actors.
#include <future>

#include "check/ignored.hpp"
#include "core/files/files.hpp"
#include "edit/patch/edits.hpp"
#include "editor/model/session/master_loader.hpp"
#include "editor/model/session/problems.hpp"
#include "editor/session_support.hpp"
#include "rgm/new_map.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using namespace redforge::test;

using Lines = std::vector<std::string>;

Lines places(const Session& session)
{
    const auto problems = problems_of(session, {});
    if (!problems) {
        return {describe(problems.error())};
    }
    Lines lines;
    for (const Problem& problem : *problems) {
        lines.push_back(problem.where + " [" + std::string(problem.check->id) + "]");
    }
    return lines;
}

}  // namespace

TEST_CASE("problems: an ignored problem is hidden, and its reason stored")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const Lines before = places(session);
    REQUIRE(session.set(at(session, std::vector<std::string>{"lights[0]"}), "red", "300"));
    const auto problems = problems_of(session, {}).value();
    const auto red = std::ranges::find(problems, "lights[0].red", &Problem::where);
    REQUIRE(red != problems.end());
    const std::filesystem::path beside = file.folder / "SAMPLE.RGM.ignore";

    CHECK(ignore_problem(session, {}, *red, "").error().message == "no reason given");
    CHECK_FALSE(std::filesystem::exists(beside));
    REQUIRE(ignore_problem(session, {}, *red, "a red lamp"));
    CHECK(read_text_file(beside).value().ends_with("\nvalue-range lights[id=2195179707].red a red lamp\n"));
    CHECK(places(session) == before);
    // The document is unchanged. Only the file next to it is new.
    CHECK(value(session.document(), "lights[0].red") == "300");
    // Fixing all skips ignored findings.
    REQUIRE(fix_problem(session, {}, *red, FixScope::all_of_check));
    CHECK(value(session.document(), "lights[0].red") == "300");
    REQUIRE(session.undo());
    CHECK(ignore_problem(session, {}, *red, "gone").error().code == ErrorCode::not_found);
    // A malformed file is an error, not ignored.
    REQUIRE(write_file(beside, as_bytes("nonsense\n"), {.overwrite = Overwrite::allow}));
    CHECK(places(session) == Lines{beside.string() + ":1: no check \"nonsense\"; redforge check --list prints all"});
}

TEST_CASE("problems: a problem is named after its record or its parent")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.set(at(session, std::vector<std::string>{"objects[4]"}), "is_active", "2"));
    REQUIRE(session.set(at(session, std::vector<std::string>{"lights[0]"}), "red", "300"));
    const auto problems = problems_of(session, {}).value();
    const auto name_at = [&](std::string_view where) {
        const auto found = std::ranges::find(problems, where, &Problem::where);
        return found == problems.end() ? "not found" : found->name;
    };
    CHECK(name_at("objects[4].is_active") == "DOOR01");
    CHECK(name_at("lights[0].red").empty());
}

TEST_CASE("problems: a text that cannot be packed has an error")
{
    const SampleFile file;
    std::string text = "<pictures>";
    for (int i = 0; i < 256; ++i) {
        text += "<colour r=\"0\" g=\"0\" b=\"0\"/>";
    }
    text += "<frame width=\"2\" height=\"2\"><pixels>0004</pixels></frame></pictures>";
    const std::filesystem::path path = file.folder / "G.xml";
    REQUIRE(write_file(path, as_bytes(text)));
    CHECK(places(Session::open(path).value()) == Lines{"frames[0].pixels [damaged]"});

    // An unpacked folder with a voice that is not a WAV file.
    const std::filesystem::path folder = file.folder / "D";
    std::filesystem::create_directories(folder / "voices");
    REQUIRE(write_file(folder / "voices" / "a.wav", as_bytes("junk")));
    REQUIRE(write_file(folder / "dialogue.xml",
                       as_bytes("<dialogue><entry label=\"#bon\" row=\"0\" text=\"yes\"><voice file=\"voices/a.wav\"/>"
                                "</entry></dialogue>")));
    CHECK(places(Session::open(folder).value()) == Lines{"entries[0].voice [damaged]"});
}

TEST_CASE("problems: a check with many problems shows the first ones and the count")
{
    edit::Document map(*edit::find_format("map"));
    for (int i = 0; i < 25; ++i) {
        append_record(map, "lights", {{"red", "300"}});
    }
    append_record(map, "actors", {{"script_name", "DOOR"}});
    const SampleFile file;
    REQUIRE(write_file(file.path, map.write().value(), {.overwrite = Overwrite::allow}));
    const Session session = Session::open(file.path).value();
    const auto of_colours = [](std::vector<Problem> problems) {
        std::erase_if(problems, [](const Problem& each) { return each.check->id != "value-range"; });
        return problems;
    };

    const std::vector<Problem> first = of_colours(problems_of(session, {}).value());
    REQUIRE(first.size() == 21);
    CHECK(first[19].where == "lights[19].red");
    CHECK(first[20].what == "5 more like these");
    CHECK(first[20].rest == 5);
    const std::vector<Problem> all = of_colours(problems_of(session, {}, {"value-range"}).value());
    REQUIRE(all.size() == 25);
    CHECK(all[24].where == "lights[24].red");
    CHECK(all[24].rest == 0);
}

TEST_CASE("problems: the last line of a long list names the command for all")
{
    edit::Document map(*edit::find_format("map"));
    for (std::size_t i = 0; i < max_problems_of_check + 3; ++i) {
        append_record(map, "lights", {{"red", "300"}});
    }
    const SampleFile file;
    REQUIRE(write_file(file.path, map.write().value(), {.overwrite = Overwrite::allow}));
    const Session session = Session::open(file.path).value();
    const std::vector<Problem> all = problems_of(session, {}, {"value-range"}).value();
    const auto last = std::ranges::find_if(all, [](const Problem& each) { return each.rest > 0; });
    REQUIRE(last != all.end());
    CHECK(last->what == "3 more like these; redforge check --all lists them");
}

TEST_CASE("problems: a step that moves one of the first 24 actors is reported")
{
    edit::Document map(*edit::find_format("map"));
    for (const std::string_view name : rgm::first_actors) {
        append_record(map, "actors", {{"script_name", std::string(name)}});
    }
    append_record(map, "actors", {{"script_name", "DOOR"}});
    const SampleFile file;
    REQUIRE(write_file(file.path, map.write().value(), {.overwrite = Overwrite::allow}));
    Session session = Session::open(file.path).value();
    const std::string why = "; the game expects its first 24 actors in the same places of every map";
    const auto actors = [&](const char* path) { return at(session, std::vector<std::string>{path}); };

    REQUIRE(session.set(actors("actors[24]"), "script_name", "GATE"));
    CHECK(session.take_notes().empty());
    REQUIRE(session.set(actors("actors[1]"), "script_name", "LESER"));
    CHECK(session.take_notes() == Lines{"LASER was renamed" + why});
    REQUIRE(session.undo());
    REQUIRE(session.remove(actors("actors[18]")));
    CHECK(session.take_notes() == Lines{"GREMLIN was removed" + why});
    REQUIRE(session.undo());
    REQUIRE(session.move(actors("actors[23]"), -1));
    CHECK(session.take_notes() == Lines{"CYRUS, DEBUG were moved" + why});
}

TEST_CASE("problems: checks of a plugin use its masters when they are read")
{
    const SampleFile file;
    const auto put = [&](const std::string& name, const std::string& text) {
        const edit::Document document = edit::read_text(text, "test").value();
        REQUIRE(write_file(file.folder / name, document.encode().value().joined()));
    };
    put("Base.esm", "<plugin header_size=\"oblivion\"><header flags=\"master\"/></plugin>");
    put("Mod.esp", "<plugin header_size=\"oblivion\"><header><master name=\"Base.esm\"/></header><group type=\"top\" "
                   "label=\"WEAP\"><record type=\"WEAP\" editor_id=\"Sword\" form_id=\"01000800\"><enchantment "
                   "form_id=\"00000900\"/></record></group></plugin>");
    Session session = Session::open(file.folder / "Mod.esp").value();
    std::promise<void> read;
    MasterLoader loader([&] { read.set_value(); });
    CHECK(loader.find(session) == nullptr);
    read.get_future().wait();
    const tes::DataFolder* const data = loader.find(session);
    REQUIRE(data != nullptr);
    CHECK(loader.idle());
    const std::vector<Problem> problems = problems_of(session, {.data = data}).value();
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].where == "records[Sword].enchantment.form_id");
    CHECK(problems[0].what == "no record of its master has 00000900");
    CHECK(loader.find(Session::open(file.path).value()) == nullptr);  // a map has no masters
}
