// References by index in lists of numbers and in records of several types: faces of models, jumps of animation
// commands, connections of path grids.
#include <string>

#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patching.hpp"
#include "edit/path/path.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Lines = std::vector<std::string>;

std::string face(const std::string& vertices)
{
    return "<face vertices=\"" + vertices + "\"/>";
}

std::string vertex(int x)
{
    return "<vertex x=\"" + std::to_string(x) + "\"/>";
}

/// Returns the content of a model: a triangle, a fourth vertex, and more.
std::string content(const std::string& faces = "", const std::string& vertices = "")
{
    return face("0 1 2") + faces + vertex(100) + vertex(200) + vertex(300) + vertex(400) + vertices;
}

edit::Document model(const std::string& content)
{
    return need(edit::read_text("<model version=\"v4.0\">" + content + "</model>", "test"));
}

/// Returns the faces with the X of their vertices: "100,200,300 100,200,500".
std::string faces(const edit::Document& document, const std::string& path = "")
{
    std::string text;
    for (const std::string& each : values(document, path + "faces[*].vertices")) {
        std::string corners;
        std::string_view rest = each;
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            corners += (corners.empty() ? "" : ",") + value(document, path + "vertices[" + std::string(word) + "].x");
        }
        text += (text.empty() ? "" : " ") + corners;
    }
    return text;
}

/// Applies edits. Returns the note, or the error.
std::string applied(edit::Document& document, const std::string& edits)
{
    const XmlDocument text = need(XmlDocument::parse("<edits>" + edits + "</edits>", "edits"));
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::apply(recorder, text)));
    std::string note = recorder.warn_about_references().value_or("");
    const auto done = recorder.finish({});
    return done ? note : describe(done.error());
}

std::string number_conflicts(const edit::Merge& merge)
{
    std::string text;
    for (const edit::Conflict& conflict : merge.conflicts) {
        text += conflict.path + "|" + conflict.field + "|" + conflict.what + "\n";
    }
    return text;
}

/// Returns a map with an actor whose animation shows frames 1 to 3 and jumps to the last one.
edit::Document animation()
{
    return need(edit::read_text(
        "<map><actors><actor script_name=\"DOOR\"><group group_index=\"4\"><command op=\"ShowFrame\" frame=\"1\"/>"
        "<command op=\"GoToFuture\" frame=\"3\"/><command op=\"ShowFrame\" frame=\"2\"/>"
        "<command op=\"ShowFrame\" frame=\"3\"/><command op=\"EndAnimation\"/></group></actor>"
        "</actors></map>",
        "test"));
}

const std::string commands = "actors[0].groups[0].commands";

/// Returns the frames of ShowFrame, and the frame to which each jump leads: "1 >3 2 3".
std::string flow(const edit::Document& document)
{
    std::string text;
    for (std::size_t i = 0; i < count(document, commands); ++i) {
        const std::string command = commands + "[" + std::to_string(i) + "].";
        const std::string op = value(document, command + "op");
        if (op == "ShowFrame") {
            text += value(document, command + "frame") + " ";
        } else if (op == "GoToFuture") {
            text += ">" + value(document, commands + "[" + value(document, command + "frame") + "].frame") + " ";
        }
    }
    return text;
}

/// Returns a path grid of four points: 0 with 1 and 2, 1 with 0, 2 with 0, 3 with 2.
edit::Document path_grid()
{
    return need(edit::read_text(
        "<plugin header_size=\"oblivion\"><header version=\"1\"/><group type=\"top\" label=\"PGRD\">"
        "<record type=\"PGRD\" form_id=\"00000800\"><path_count/><path_points><point x=\"0\" connections=\"2\"/>"
        "<point x=\"1\" connections=\"1\"/><point x=\"2\" connections=\"1\"/><point x=\"3\" connections=\"1\"/>"
        "</path_points><path_connections points=\"1 2 0 0 2\"/><path_cells><connection point=\"1\"/>"
        "<connection point=\"3\"/></path_cells><path_reference form_id=\"00000801\" points=\"1 3\"/></record></group>"
        "</plugin>",
        "test"));
}

/// Returns the number of connections of each point, all connections, those of other cells and those of a reference.
Lines grid(const edit::Document& document)
{
    const std::string record = "records[00000800].";
    Lines lines = values(document, record + "path_points.points[*].connections");
    lines.push_back(value(document, record + "path_connections.points"));
    for (const std::string& point : values(document, record + "path_cells.connections[*].point")) {
        lines.push_back(point);
    }
    lines.push_back(value(document, record + "path_reference.points"));
    return lines;
}

}  // namespace

TEST_CASE("number lists: faces keep their vertices if other vertices are removed, moved or inserted", "[edit]")
{
    const auto edited = [](const std::string& edits, const std::string& note) {
        edit::Document document = model(content(face("1 2 3"), vertex(500) + vertex(600)));
        CHECK(applied(document, edits) == note);
        return faces(document);
    };
    const std::string kept = "100,200,300 200,300,400";
    CHECK(edited("<remove path=\"vertices[4]\"/>", "") == kept);
    CHECK(edited("<move path=\"vertices[5]\" to=\"1\"/>", "2 faces were renumbered with their vertices") == kept);
    CHECK(edited("<add path=\"vertices\" at=\"3\">" + vertex(9) + "</add>",
                 "1 face was renumbered with their vertices") == kept);
    CHECK(edited("<remove path=\"vertices[0]\"/><remove path=\"faces[0]\"/>",
                 "2 faces were renumbered with their vertices") == "200,300,400");
}

TEST_CASE("number lists: removing a vertex of a face is an error", "[edit]")
{
    edit::Document document = model(content());
    CHECK(applied(document, "<remove path=\"vertices[1]\"/>") ==
          "faces[0].vertices: refers to a vertex that the edit removes; first change it, or remove the face");
    CHECK(faces(document) == "100,200,300");
}

TEST_CASE("number lists: an archive renumbers the faces of the changed model only", "[edit]")
{
    const auto segment = [](const std::string& name) {
        return "<segment name=\"" + name + "\"><model version=\"v4.0\">" + content() + "</model></segment>";
    };
    edit::Document document = need(edit::read_text("<rob>" + segment("A") + segment("B") + "</rob>", "test"));
    applied(document, "<move path=\"segments[A].model.vertices[3]\" to=\"0\"/>");
    CHECK(values(document, "segments[*].model.faces[*].vertices") == Lines{"1 2 3", "0 1 2"});
}

TEST_CASE("number lists: faces that both sides add keep their vertices", "[edit]")
{
    const edit::Document base = model(content());
    const edit::Document ours = model(content(face("0 1 4"), vertex(500)));
    const edit::Document theirs = model(content(face("0 2 4"), vertex(600)));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(number_conflicts(merged) == "");
    CHECK(faces(merged.document) == "100,200,300 100,200,500 100,300,600");
    const Applied applied = patched(ours, patch_of(base, theirs));
    CHECK(applied.said == "");
    CHECK(faces(applied.document) == "100,200,300 100,200,500 100,300,600");
}

TEST_CASE("number lists: models of an archive are merged like single models", "[edit]")
{
    const auto archive = [](const std::string& content) {
        return need(
            edit::read_text("<rob><segment name=\"A\"><model version=\"v4.0\">" + content + "</model></segment></rob>",
                            "test"));
    };
    const edit::Merge merged = edit::merge(archive(content()), archive(content(face("0 1 4"), vertex(500))),
                                           archive(content(face("0 2 4"), vertex(600))));
    CHECK(number_conflicts(merged) == "");
    CHECK(faces(merged.document, "segments[0].model.") == "100,200,300 100,200,500 100,300,600");
}

TEST_CASE("number lists: a face with a vertex that the other side removes is a conflict", "[edit]")
{
    const edit::Document ours = model(face("0 1 2") + vertex(100) + vertex(200) + vertex(300));
    const edit::Merge merged = edit::merge(model(content()), ours, model(content(face("0 1 3"))));
    CHECK(number_conflicts(merged) == "faces[1]|vertices|refers to a record that the other side removes\n");
}

TEST_CASE("number lists: jumps of animation commands follow them", "[edit]")
{
    edit::Document document = animation();
    REQUIRE(flow(document) == "1 >3 2 3 ");
    CHECK(applied(document, "<add path=\"" + commands + "\" at=\"0\"><command op=\"PlaySound\" sound=\"12\"/></add>") ==
          "1 frame value was renumbered with their commands");
    CHECK(flow(document) == "1 >3 2 3 ");
    applied(document, "<remove path=\"" + commands + "[3]\"/>");
    CHECK(flow(document) == "1 >3 3 ");
    CHECK(applied(document, "<remove path=\"" + commands + "[3]\"/>") ==
          commands + "[2].frame: refers to a command that the edit removes; first change it, or remove the command");
    // The frames of ShowFrame are no indices.
    CHECK(applied(document, "<move path=\"" + commands + "[1]\" to=\"0\"/>") == "");
    CHECK(flow(document) == "1 >3 3 ");
}

TEST_CASE("number lists: jumps lead to the same commands after a merge", "[edit]")
{
    const edit::Document base = animation();
    edit::Document ours = base;
    applied(ours, "<add path=\"" + commands + "\" at=\"0\"><command op=\"PlaySound\" sound=\"12\"/></add>");
    edit::Document theirs = base;
    applied(theirs, "<add path=\"" + commands + "\" at=\"2\"><command op=\"ShowFrame\" frame=\"9\"/></add>");
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(number_conflicts(merged) == "");
    CHECK(flow(merged.document) == "1 >3 9 2 3 ");
}

TEST_CASE("number lists: connections of a path grid follow its points", "[edit]")
{
    edit::Document document = path_grid();
    REQUIRE(grid(document) == Lines{"2", "1", "1", "1", "1 2 0 0 2", "1", "3", "1 3"});
    const std::string points = "records[00000800].path_points.points";
    CHECK(applied(document, "<remove path=\"" + points + "[1]\"/>") ==
          "the connections of the path grid were renumbered with its points");
    CHECK(grid(document) == Lines{"1", "1", "1", "1 0 1", "2", "2"});
    document = path_grid();
    applied(document, "<move path=\"" + points + "[3]\" to=\"0\"/>");
    CHECK(grid(document) == Lines{"1", "2", "1", "1", "3 2 3 1 1", "2", "0", "2 0"});
    applied(document, "<set path=\"records[00000800].path_connections.points\" value=\"3\"/>");
    CHECK(applied(document, "<remove path=\"" + points + "[0]\"/>") ==
          "the connections of the path grid (PGRR) do not fit its points and were not changed");
}
