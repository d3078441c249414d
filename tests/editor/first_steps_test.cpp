// The help page, the sample room and its tour, and the distance of the measure tool.
#include <catch2/catch.hpp>

#include "core/files/files.hpp"
#include "editor/model/scene/measure.hpp"
#include "editor/model/session/sample_room.hpp"
#include "editor/model/session/tour.hpp"
#include "editor/model/text/help_html.hpp"
#include "editor/session_support.hpp"
#include "scene/game_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;

const rgm::Map& map_of(const Session& session)
{
    return *edit::get_if<rgm::Map>(session.document());
}

}  // namespace

TEST_CASE("help: converts Markdown of the documentation to HTML")
{
    CHECK(help_html("# Title\n\nA **bold** `a<b` word,\nwrapped.\n") ==
          "<a name=\"title\"></a><h1>Title</h1>\n<p>A <b>bold</b> <code>a&lt;b</code> word, wrapped.</p>\n");
    CHECK(help_html("* one\n  more\n* two\n") == "<ul>\n<li>one more</li>\n<li>two</li></ul>\n");
    CHECK(help_html("1. one\n\n   ```\n   end\n   ```\n") == "<ol>\n<li>one<pre>end\n</pre>\n</li></ol>\n");
    CHECK(help_html("| a | |\n|---|---|\n| `b` | c |\n") ==
          "<table cellpadding=\"3\">\n<tr><th align=\"left\" valign=\"top\">a</th>"
          "<th align=\"left\" valign=\"top\"></th></tr>\n"
          "<tr><td align=\"left\" valign=\"top\"><code>b</code></td>"
          "<td align=\"left\" valign=\"top\">c</td></tr>\n</table>\n");
    CHECK(help_html("![A map](editor.png)\n[here](#edit-values), [soup](soup.md#x)\n") ==
          "<p> <a href=\"#edit-values\">here</a>, soup</p>\n");
    CHECK(help_html("## Edit values\n") ==
          "<ul>\n<li><a href=\"#edit-values\">Edit values</a></li>\n</ul>\n<a name=\"edit-values\"></a>"
          "<h2>Edit values</h2>\n");
}

TEST_CASE("measure: the distance of two positions and its parts are rounded")
{
    CHECK(distance_text({0, 0, 0}, {3, 4, 0}) == "5");
    CHECK(measure_text({10, -20, 30}, {40, -20, 70}) == "50 map units: X 30, Y 0, Z 40 (50 without height)");
    CHECK(measure_text({0, 0, 0}, {3, -12, 4}) == "13 map units: X 3, Y -12, Z 4 (5 without height)");
}

TEST_CASE("tour: the sample room is complete, and each completed task is recognised")
{
    const test::SampleFile place;  // provides a folder
    const std::filesystem::path file = write_sample_room(place.folder / "room").value();
    CHECK(file == place.folder / "room" / "MAPS" / "ROOM.RGM");
    const scene::GameFolder game = scene::index_game_folder(place.folder / "room").value();
    for (const char* const model : {"FLOOR", "WALL", "TABLE", "CHAIR"}) {
        CHECK(scene::has_model(game, model));
    }
    Session session = Session::open(file).value();
    const rgm::Map before = map_of(session);
    CHECK(before.statics.records.size() == 6);
    const auto is_done = [&](std::size_t step) { return is_tour_step_done(step, session, before); };
    for (std::size_t step = 0; step < tour_steps; ++step) {
        CHECK_FALSE(is_done(step));
    }
    REQUIRE(session.select({at(session, "statics[0]")}));
    CHECK_FALSE(is_done(0));  // the floor
    REQUIRE(session.select({at(session, "statics[5]")}));
    CHECK(is_done(0));
    REQUIRE(session.set({at(session, "statics[5]")}, "position.x", "+100"));
    CHECK(is_done(1));
    REQUIRE(session.duplicate({at(session, "statics[5]")}));
    CHECK(is_done(2));
    REQUIRE(session.set({at(session, "lights[0]")}, "radius", "300"));
    CHECK(is_done(3));
    CHECK_FALSE(is_done(4));
    REQUIRE(session.undo());
    CHECK(is_done(4));
    CHECK(write_sample_room(place.folder / "room"));  // writes it again over the existing one
}
