// Outlines of ranges around the selection, in the sample map: guard 6 stands at (320, 0, 400).
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "editor/model/scene/range_outlines.hpp"
#include "editor/session_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;

struct OpenObjects {
    test::SampleFile file;
    Session session = Session::open(file.path).value();

    void set(std::string_view field, std::string_view value)
    {
        REQUIRE(session.set({at(session, "objects[6]")}, std::string(field), std::string(value)));
    }
    [[nodiscard]] std::vector<RangeOutline> outlines() const
    {
        return range_outlines(session, {at(session, "objects[6]")});
    }
};

}  // namespace

TEST_CASE("range outlines: a sound has a circle of 2,304 units")
{
    OpenObjects open;
    open.set("is_active", "1");
    const std::size_t before = open.outlines().size();
    open.set("object_type", "5");
    const std::vector<RangeOutline> outlines = open.outlines();
    REQUIRE(outlines.size() == before + 1);
    CHECK(outlines[0].label == "heard");
    const glm::dvec3 place = scene::map_place(outlines[0].points[0]);
    CHECK(std::hypot(place.x - 320, place.z - 400) == Approx(2304));
}

TEST_CASE("range outlines: an object that is not always active has its update range")
{
    OpenObjects open;
    open.set("is_active", "1");
    const std::size_t before = open.outlines().size();
    open.set("is_active", "0");
    const std::vector<RangeOutline> outlines = open.outlines();
    REQUIRE(outlines.size() == before + 1);
    CHECK(outlines[0].label == "updated");
    double low = 1e9;
    for (const scene::Vec3 point : outlines[0].points) {
        low = std::min(low, scene::map_place(point).x);
    }
    CHECK(low == Approx(-8 * 512));
}
