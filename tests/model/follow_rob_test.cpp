// Finds the earlier segment of each segment after an edit. Two segments can have one name.
#include <catch2/catch.hpp>

#include "edit/patch/edits.hpp"
#include "model/dependents.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;

namespace {

/// Returns a triangle with a stored normal and radius. `mark` makes it unique.
Segment segment(const char* name, std::int32_t mark)
{
    Segment made;
    made.name = name;
    made.model = need(read_model(triangle_v5()));
    made.model->vertices[2].z = mark;
    made.model->faces[0].normal = std::array<std::int32_t, 3>{mark, 0, 0};
    made.num_faces = static_cast<std::uint32_t>(mark);
    return made;
}

/// Returns three segments. The last two share a name.
Rob twins()
{
    Rob rob;
    rob.segments = {segment("BOX", 1), segment("TWIN", 2), segment("TWIN", 3)};
    return rob;
}

std::int32_t given_normal(const Rob& rob, std::size_t index)
{
    const auto& normal = rob.segments[index].model->faces[0].normal.stored;
    return normal ? (*normal)[0] : 0;
}

}  // namespace

TEST_CASE("ROB: editing one of two segments with the same name keeps the normals of both", "[model]")
{
    edit::Document document(*edit::find_format("rob"), std::make_shared<Rob>(twins()));
    REQUIRE(edit::set(document, "segments[2].flags", "1", 1));
    const Rob& rob = *edit::get_if<Rob>(document);
    CHECK(rob.segments[2].flags == 1);
    CHECK(given_normal(rob, 1) == 2);
    CHECK(given_normal(rob, 2) == 3);
    CHECK(rob.segments[2].num_faces.stored == 3U);
}

TEST_CASE("ROB: only the segment with a changed model clears its stored normals", "[model]")
{
    const Rob before = twins();
    Rob after = before;
    after.segments[2].model->vertices[1].x = 900;
    update_dependents(before, after);
    CHECK(given_normal(after, 1) == 2);
    CHECK(given_normal(after, 2) == 0);
    CHECK(after.segments[1].num_faces.stored == 2U);
    CHECK_FALSE(after.segments[2].num_faces.stored);
}

TEST_CASE("ROB: inserted, removed, moved and renamed segments keep their normals", "[model]")
{
    const Rob before = twins();
    SECTION("inserted, with an edit of a later segment")
    {
        Rob after = before;
        after.segments.insert(after.segments.begin() + 1, segment("TWIN", 9));
        after.segments[3].model->vertices[1].x = 900;
        update_dependents(before, after);
        CHECK(given_normal(after, 1) == 9);
        CHECK(given_normal(after, 2) == 2);
        CHECK(given_normal(after, 3) == 0);
    }
    SECTION("removed")
    {
        Rob after = before;
        after.segments.erase(after.segments.begin() + 1);
        after.segments[1].flags = 4;
        update_dependents(before, after);
        CHECK(given_normal(after, 0) == 1);
        CHECK(given_normal(after, 1) == 3);
    }
    SECTION("moved, and one of them changed")
    {
        Rob after = before;
        std::swap(after.segments[0], after.segments[2]);
        after.segments[0].flags = 2;
        after.segments[1].model->vertices[1].x = 900;
        update_dependents(before, after);
        CHECK(given_normal(after, 0) == 3);
        CHECK(given_normal(after, 1) == 0);
        CHECK(given_normal(after, 2) == 1);
    }
    SECTION("renamed and changed")
    {
        Rob after = before;
        after.segments[0].name = "CRATE";
        after.segments[0].model->vertices[1].x = 900;
        update_dependents(before, after);
        CHECK(given_normal(after, 0) == 0);
        CHECK(given_normal(after, 1) == 2);
    }
}
