// Stored settings of views.
#include <catch2/catch.hpp>

#include "render/camera/view_settings.hpp"

using namespace redforge::render;

TEST_CASE("view settings: are stored as a line for each view, and one for common values", "[render]")
{
    CHECK(format_view_settings({}) ==
          "camera -28.8 -21.5 textured\ntop -28.8 -21.5 textured\nfront -28.8 -21.5 textured\n"
          "side -28.8 -21.5 textured\nactive 0\nsymbols off\nhidden\n");
    ViewSettings looks;
    looks.views[1] = {{View::iso, 0, 0}, Shading::wireframe};
    looks.views[3] = {{View::camera, 1.5707964F, -0.78539816F}, Shading::flat};
    looks.active = 3;
    looks.symbols = true;
    looks.hidden_symbols = {Symbol::light, Symbol::missing};
    const std::string text = "camera -28.8 -21.5 textured\niso 0.0 0.0 wireframe\nfront -28.8 -21.5 textured\n"
                             "camera 90.0 -45.0 flat\nactive 3\nsymbols on\nhidden light missing\n";
    CHECK(format_view_settings(looks) == text);
    const ViewSettings read = parse_view_settings(text);
    CHECK(read.views[1] == looks.views[1]);
    CHECK(read.views[3].direction.view == View::camera);
    CHECK(read.views[3].direction.yaw == Approx(1.5707964F));
    CHECK(read.views[3].direction.pitch == Approx(-0.78539816F));
    CHECK(read.views[3].shading == Shading::flat);
    CHECK(read.active == 3);
    CHECK(read.symbols);
    CHECK(read.hidden_symbols == looks.hidden_symbols);
    CHECK(format_view_settings(read) == text);
}

TEST_CASE("view settings: unreadable lines give the default values", "[render]")
{
    CHECK(parse_view_settings("") == ViewSettings{});
    CHECK(parse_view_settings("\n\n\n\nactive 1").active == 1);
    CHECK(parse_view_settings("\n\n\n\nactive none").active == 0);
    CHECK(parse_view_settings("\n\n\n\nactive 4\nsymbols\nhidden tree\nno 1\n") == ViewSettings{});
    CHECK(parse_view_settings("active -1\nsymbols on") == ViewSettings{});  // these lines belong to views
    const ViewSettings read =
        parse_view_settings("camera 1e40 0 flat\ntop x 0 flat\nside 0 0 flat\nnorth 0 0 flat\nactive 2");
    CHECK(read.views[0] == ViewSettings{}.views[0]);
    CHECK(read.views[1] == ViewSettings{}.views[1]);
    CHECK(read.views[2] == ViewLook{{View::side, 0, 0}, Shading::flat});
    CHECK(read.views[3] == ViewSettings{}.views[3]);
    CHECK(read.active == 2);
    CHECK(parse_view_settings("camera 0 nan flat") == ViewSettings{});
    CHECK(parse_view_settings("camera inf 0 flat") == ViewSettings{});
}
