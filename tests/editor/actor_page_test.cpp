// The actor page: its lines, their meaning, typing, and comparison with another actor.
#include <catch2/catch.hpp>

#include <algorithm>

#include <fmt/format.h>

#include "editor/model/scene/actor_page.hpp"
#include "editor/session_support.hpp"
#include "soup/names/name_files.hpp"
#include "support/game.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;

struct ActorBench {
    test::SampleFile file;
    Session session = Session::open(file.path).value();
    WrittenScripts written;
    ActorPageOptions options;

    [[nodiscard]] std::vector<ActorLine> lines(std::string_view actor = "actors[0]") const
    {
        return actor_lines(session, at(session, actor), options, written);
    }
    [[nodiscard]] ActorLine line(std::string_view key, std::string_view actor = "actors[0]") const
    {
        const std::vector<ActorLine> all = lines(actor);
        const auto found = std::ranges::find(all, key, &ActorLine::key);
        INFO(key);
        REQUIRE(found != all.end());
        return *found;
    }
    [[nodiscard]] std::string value(std::string_view path) const { return test::value(session.document(), path); }
    [[nodiscard]] std::string error_text(const ActorLine& line, const std::string& text)
    {
        const Status status = set_actor_line(session, line, text);
        return status ? std::string{} : describe(status.error());
    }
};

constexpr std::string_view definitions = "[functions]\nfunction ShowObj parms 0\n"
                                         "[equates]\n"
                                         "auto\nstrength\nspeed\nendauto\n"
                                         "auto\nanim_idle\nanim_walk\nendauto\n";

}  // namespace

TEST_CASE("actor page: the lists of an actor are sections with a line for each record")
{
    ActorBench bench;
    bench.options.toggled = {""};  // the actor's own fields
    std::vector<std::string> sections;
    for (const ActorLine& line : bench.lines()) {
        if (line.kind == ActorLine::Kind::section) {
            sections.push_back(line.name + (line.shown.empty() ? "" : ": ") + line.shown);
        }
    }
    CHECK(sections == std::vector<std::string>{"Actor", "Strings: 2 records", "Variables: 2 records",
                                               "Attributes: 2 records", "Animation files: 1 record",
                                               "Animation groups: 2 records", "Hooks: 1 record", "Locations: none",
                                               "Extra data", "Collision spheres: none", "Name space"});
    CHECK(bench.line("strings[1]").shown == "closed");
    CHECK(bench.line("strings").holds_lines);
    CHECK_FALSE(bench.line("locations").holds_lines);
    CHECK(bench.line("instances").text == "2");
    CHECK(bench.line("name_space.value").text == "door");
    CHECK(bench.line("groups[4]").shown == "5 commands, Frame delay 2, Type Must complete");
    CHECK(actor_title(bench.session, at(bench.session, "actors[0]")) == "DOOR01, 2 objects");
}

TEST_CASE("actor page: finds the actor of an object or part; lights have none")
{
    const ActorBench bench;
    const auto of = [&](std::string_view path) {
        const std::optional<NodeRef> actor = actor_at(bench.session, at(bench.session, path));
        return actor ? bench.session.path_of(*actor) : std::string{};
    };
    CHECK(of("objects[5]") == "actors[0]");
    CHECK(of("objects[6]") == "actors[1]");
    CHECK(of("actors[1].groups[0].commands[1]") == "actors[1]");
    CHECK(of("actors[1]") == "actors[1]");
    CHECK(of("lights[0]").empty());
    CHECK(of("actors").empty());
    std::vector<std::string> all;
    for (const NodeRef& actor : all_actors(bench.session)) {
        all.push_back(bench.session.path_of(actor));
    }
    CHECK(all == std::vector<std::string>{"actors[0]", "actors[1]"});
}

TEST_CASE("actor page: several numbers share a line and are typed together")
{
    ActorBench bench;
    const ActorLine place = bench.line("locations[1]", "actors[1]");
    CHECK(place.text == "2560, 0, -5120");
    CHECK(place.note == "X, Y, Z");
    CHECK(bench.error_text(place, "256 -512, 1024").empty());
    CHECK(bench.value("actors[1].locations[1].offset_y") == "-512");
    CHECK(bench.value("actors[1].locations[1].offset_z") == "1024");
    CHECK(bench.session.steps().size() == 1);
    CHECK(bench.error_text(place, "1, 2") == "actors[1].locations[1]: 2 numbers given; expected 3: X, Y, Z");
    CHECK(bench.line("collision_spheres[0]", "actors[1]").text == "0, -4, 0, 17, 96");
}

TEST_CASE("actor page: a variable has one value or one for each instance")
{
    ActorBench bench;
    CHECK(bench.line("variables[0]").shown == "0");
    CHECK(bench.line("variables[0]").note == "all 2 instances");
    CHECK(bench.line("variables[1]").shown == "1, 2");
    bench.options.toggled = {"variables[0]", "variables[1]"};
    CHECK(bench.line("variables[1].1").text == "2");
    CHECK(bench.error_text(bench.line("variables[0].1"), "7").empty());
    CHECK(bench.value("actors[0].variables[0].instances") == "0 7");
    CHECK(bench.session.undo_name() == "Set Instance 1 of DOOR01");
    CHECK(bench.error_text(bench.line("variables[0].0"), "+7").empty());
    CHECK(bench.value("actors[0].variables[0].instances").empty());  // all equal again
    CHECK(bench.value("actors[0].variables[0].value") == "7");
    CHECK(bench.error_text(bench.line("variables[1]"), "5").empty());
    CHECK(bench.value("actors[0].variables[1].value") == "5");
    CHECK(bench.value("actors[0].variables[1].instances").empty());
    CHECK(bench.session.save());
    CHECK_FALSE(bench.error_text(bench.line("variables[0].1"), "many").empty());
    // Two numbers for one instance are an error: no file can store them.
    CHECK(bench.error_text(bench.line("variables[0].1"), "1 2").find("\"1 2\" for Instance 1") != std::string::npos);
    CHECK(bench.error_text(bench.line("variables[0].1"), "").find("\"\" for Instance 1") != std::string::npos);
    CHECK(bench.line("variables[0]", "actors[1]").kind == ActorLine::Kind::value);  // one instance
}

TEST_CASE("actor page: each line of a variable shows the value that it sets")
{
    ActorBench bench;
    bench.options.toggled = {"variables[0]", "variables[1]"};
    const auto shown = [&] {
        std::vector<std::string> all;
        for (const ActorLine& line : bench.lines()) {
            if (line.key.starts_with("variables[")) {
                all.push_back(
                    fmt::format("{} {} \"{}\" \"{}\" {}", line.key, line.depth, line.text, line.shown, line.note));
            }
        }
        return all;
    };
    using Lines = std::vector<std::string>;
    CHECK(shown() == Lines{"variables[0] 1 \"0\" \"0\" all 2 instances", "variables[0].0 2 \"0\" \"0\" ",
                           "variables[0].1 2 \"0\" \"0\" ", "variables[1] 1 \"\" \"1, 2\" differs by instance",
                           "variables[1].0 2 \"1\" \"1\" ", "variables[1].1 2 \"2\" \"2\" "});
    // If all instances have equal values, only the single value is set.
    CHECK(bench.error_text(bench.line("variables[0]"), "4").empty());
    CHECK(bench.session.undo_name() == "Set Variable 0 of DOOR01");
    CHECK(bench.error_text(bench.line("variables[1]"), "9").empty());
    CHECK(bench.error_text(bench.line("variables[0].0"), "-3").empty());
    CHECK(bench.session.steps().size() == 3);
    CHECK(shown() == Lines{"variables[0] 1 \"\" \"-3, 4\" differs by instance", "variables[0].0 2 \"-3\" \"-3\" ",
                           "variables[0].1 2 \"4\" \"4\" ", "variables[1] 1 \"9\" \"9\" all 2 instances",
                           "variables[1].0 2 \"9\" \"9\" ", "variables[1].1 2 \"9\" \"9\" "});
}

TEST_CASE("actor page: names come from SOUP386.DEF, and unset attributes can be set")
{
    ActorBench bench;
    const test::Folder game;
    game.put("soup386/SOUP386.DEF", definitions);
    bench.session.use_names(soup::context_of(game.path));
    CHECK(bench.line("attributes[0]").name == "strength");
    CHECK(bench.line("attributes[0]").shown == "100");
    CHECK(bench.line("attributes[31]").name == "Attribute 31");
    CHECK(bench.line("groups[0]").note == "anim_idle");
    bench.options.toggled = {"groups[0]"};
    CHECK(bench.line("groups[0].group_index").note == "anim_idle");
    CHECK(bench.line("groups[0].anim_id").note.empty());
    CHECK(bench.line("groups[0].commands[0]").depth == bench.line("groups[0]").depth + 1);
    const auto attributes = [&] {
        std::vector<std::string> keys;
        for (const ActorLine& each : bench.lines()) {
            if (each.key.starts_with("attributes[")) {
                keys.push_back(each.key);
            }
        }
        return keys;
    };
    CHECK(attributes() == std::vector<std::string>{"attributes[0]", "attributes[31]"});
    bench.options.all_attributes = true;
    CHECK(attributes() == std::vector<std::string>{"attributes[0]", "attributes[1]", "attributes[31]"});
    const ActorLine speed = bench.line("attributes[1]");
    CHECK(speed.name == "speed");
    CHECK(speed.text == "0");
    CHECK(bench.error_text(speed, "0").empty());
    CHECK_FALSE(bench.session.can_undo());
    CHECK(bench.error_text(speed, "12").empty());
    CHECK(bench.value("actors[0].attributes[1].index") == "1");  // between 0 and 31
    CHECK(bench.value("actors[0].attributes[1].value") == "12");
    CHECK(bench.session.undo_name() == "Set speed");
    CHECK(bench.error_text(bench.line("attributes[0]"), "0").empty());
    CHECK(bench.value("actors[0].attributes[0].index") == "1");
    CHECK_FALSE(bench.error_text(bench.line("attributes[1]"), "300").empty());
}

TEST_CASE("actor page: a hook shows the script line of its target")
{
    ActorBench bench;
    const ActorLine hook = bench.line("hooks[0]");
    CHECK(hook.text == "5, 1");
    CHECK(hook.note == "line 10: return");
}

TEST_CASE("actor page: a comparison shows differing and missing values")
{
    ActorBench bench;
    bench.options.other = at(bench.session, "actors[1]");
    CHECK(bench.line("strings[1]").other == "halt");
    CHECK(bench.line("strings[1]").differs(true));
    CHECK_FALSE(bench.line("hooks[0]").there);
    CHECK(bench.line("attributes[0]").differs(true));
    const ActorLine place = bench.line("locations[1]");
    CHECK_FALSE(place.here);
    CHECK(place.other == "2560, 0, -5120");
    CHECK_FALSE(bench.error_text(place, "1, 2, 3").empty());
    // Lines of the other actor keep their position there: the content of a record precedes the next record that only
    // this actor has.
    bench.options.toggled = {"groups[0]"};
    for (int i = 0; i < 5; ++i) {
        REQUIRE(bench.session.duplicate({at(bench.session, "actors[1].groups[0].commands[0]")}));
    }
    std::vector<std::string> keys;
    for (const ActorLine& line : bench.lines()) {
        if (line.key.starts_with("groups") || line.key.starts_with("hooks")) {
            keys.push_back((line.here ? "" : "- ") + line.key + (line.there ? "" : " +"));
        }
    }
    CHECK(keys == std::vector<std::string>{"groups", "groups[0]", "groups[0].group_index", "groups[0].anim_id",
                                           "groups[0].anim_type", "groups[0].commands[0]", "groups[0].commands[1]",
                                           "- groups[0].commands[2]", "- groups[0].commands[3]",
                                           "- groups[0].commands[4]", "- groups[0].commands[5]",
                                           "- groups[0].commands[6]", "- groups[0].commands[7]", "groups[4] +", "hooks",
                                           "hooks[0] +"});
    bench.options.toggled = {};
    bench.options.only_differences = true;
    const std::vector<ActorLine> lines = bench.lines();
    CHECK(std::ranges::none_of(lines, [](const ActorLine& line) { return line.key == "script_pc"; }));
    CHECK(std::ranges::any_of(lines, [](const ActorLine& line) { return line.key == "script_name"; }));
    CHECK(std::ranges::all_of(lines, [](const ActorLine& line) {
        return line.kind != ActorLine::Kind::value || line.differs(true);
    }));
    bench.options.other = at(bench.session, "actors[0]");
    CHECK(bench.lines().empty());
}

TEST_CASE("actor page: two records with one key have separate lines")
{
    ActorBench bench;
    REQUIRE(bench.session.set({at(bench.session, "actors[0].groups[0]")}, "group_index", "4"));
    bench.options.toggled = {"groups[4]~2"};
    CHECK_FALSE(bench.line("groups[4]").open);
    CHECK(bench.line("groups[4]").node == at(bench.session, "actors[0].groups[0]"));
    CHECK(bench.line("groups[4]~2").open);
    CHECK(bench.line("groups[4]~2").node == at(bench.session, "actors[0].groups[1]"));
    CHECK(bench.line("groups[4]~2.anim_type").node == at(bench.session, "actors[0].groups[1]"));
    CHECK(bench.line("groups[4]~2.commands[0]").node == at(bench.session, "actors[0].groups[1].commands[0]"));

    const std::string number = bench.value("actors[0].attributes[0].index");
    const std::string first = bench.value("actors[0].attributes[0].value");
    REQUIRE(bench.session.set({at(bench.session, "actors[0].attributes[1]")}, "index", number));
    const ActorLine second = bench.line(fmt::format("attributes[{}]~2", number));
    CHECK(second.node == at(bench.session, "actors[0].attributes[1]"));
    CHECK(bench.error_text(second, "77").empty());
    CHECK(bench.value("actors[0].attributes[0].value") == first);
    CHECK(bench.value("actors[0].attributes[1].value") == "77");
}
