// Camera bookmarks in the stored settings.
#include <catch2/catch.hpp>

#include "editor/model/scene/bookmarks.hpp"

using namespace redforge;
using namespace redforge::editor;

TEST_CASE("bookmarks: cameras are restored from text", "[editor]")
{
    const Bookmarks bookmarks{
        {1, {.direction = {render::View::camera, -0.5F, -0.25F}, .pivot = {120, 4.5F, -880}, .distance = 60}},
        {9, {.direction = {render::View::top, 0, 0}, .pivot = {1, 2, 3}, .distance = 0.5F}}};
    const std::string text = format_bookmarks(bookmarks);
    CHECK(text == "1 camera -0.5 -0.25 120 4.5 -880 60\n9 top 0 0 1 2 3 0.5\n");
    CHECK(parse_bookmarks(text) == bookmarks);
    CHECK(format_bookmarks({}).empty());
    CHECK(parse_bookmarks("").empty());
}

TEST_CASE("bookmarks: malformed lines are skipped", "[editor]")
{
    const Bookmarks found = parse_bookmarks("0 top 0 0 1 2 3 4\n10 top 0 0 1 2 3 4\n2 below 0 0 1 2 3 4\n"
                                            "3 top 0 0 1 2 3\n4 top 0 0 1 2 3 inf\n5 top 0 0 1 2 3 4 5\n"
                                            "6 front 0 0 1 2 3 4\n");
    REQUIRE(found.size() == 1);
    CHECK(found.at(6) ==
          render::CameraPose{.direction = {render::View::front, 0, 0}, .pivot = {1, 2, 3}, .distance = 4});
}

TEST_CASE("camera: move_to returns to an earlier pose", "[editor]")
{
    render::ViewControl control;
    control.show({{0, 0, 0}, {100, 20, 60}});
    const render::CameraPose pose = control.pose();
    control.rotate_to_view(render::View::top);
    control.frame({{5, 5, 5}, {6, 6, 6}});
    CHECK_FALSE(control.pose() == pose);
    control.move_to(pose);
    CHECK(control.pose() == pose);
}
