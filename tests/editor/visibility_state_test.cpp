// Hidden and locked records in the stored settings.
#include <catch2/catch.hpp>

#include "editor/model/scene/visibility_state.hpp"
#include "editor/session_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using scene::Kind;
using test::at;
using test::SampleFile;

struct VisibilitySession {
    SampleFile file;
    Session session = Session::open(file.path).value();
    NodeRefs refs(const std::vector<std::string>& paths) const { return at(session, paths); }
};

}  // namespace

TEST_CASE("visibility: records and kinds are restored from text", "[editor]")
{
    const VisibilitySession desk;
    const VisibilityState state{desk.refs({"objects[4]", "lights[0]"}),
                                desk.refs({"statics[1]"}),
                                {Kind::terrain},
                                {Kind::flat, Kind::marker}};
    const std::string text = format_visibility_state(desk.session.root(), state);
    CHECK(text == "hidden objects[4]:5 lights[0]:2195179707\nlocked statics[1]:524289\nhidden_kinds terrain\n"
                  "locked_kinds flat marker\n");
    CHECK(parse_visibility_state(desk.session.root(), text) == state);
    CHECK(format_visibility_state(desk.session.root(), {}).empty());
    CHECK(parse_visibility_state(desk.session.root(), "").empty());
}

TEST_CASE("visibility: finds a moved record by its id, and drops a missing one", "[editor]")
{
    const VisibilitySession desk;
    const VisibilityState found =
        parse_visibility_state(desk.session.root(), "hidden objects[0]:6 objects[99]:7 objects[4]:77 flats[0]:20480\n");
    CHECK(found.hidden == desk.refs({"objects[5]", "objects[6]", "flats[0]"}));
}

TEST_CASE("visibility: reads the valid parts of a damaged text", "[editor]")
{
    const VisibilitySession desk;
    const VisibilityState found =
        parse_visibility_state(desk.session.root(),
                               "hidden\n\nlocked nothing[1] objects[4 :\nhidden_kinds water light\n"
                               "more objects[4]:5 rope\n");
    CHECK(found == VisibilityState{{}, {}, {Kind::light}, {}});
}

TEST_CASE("visibility: hiding a kind hides all its records", "[editor]")
{
    const VisibilitySession desk;
    const VisibilityState state{desk.refs({"objects[4]"}), {}, {}, {Kind::light}};
    const auto is_affected = [&](const std::string& path) {
        return state.is_hidden_or_locked(desk.session.root(), at(desk.session, path));
    };
    CHECK(is_affected("objects[4]"));
    CHECK_FALSE(is_affected("objects[5]"));
    CHECK(is_affected("lights[0]"));
    CHECK_FALSE(is_affected("actors[0]"));
}
