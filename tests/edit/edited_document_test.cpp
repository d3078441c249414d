// Documents of C and Python programs: steps, transactions, and tracked nodes.
#include "edit/document/edited_document.hpp"

#include <stdexcept>

#include <catch2/catch.hpp>

#include "edit/patch/edits.hpp"
#include "edit/path/numbers.hpp"

namespace redforge::edit {
namespace {

Document sample_map()
{
    const Format& format = *find_format("map");
    return {format, format.make_new(true)};
}

std::string field(const EditedDocument& document, const std::string& path)
{
    return match_text(resolve_some(document.root(), path)->front());
}

NodePath node_of(const EditedDocument& document, std::string_view path)
{
    return resolve_some(document.root(), path)->front().node;
}

Status set_x(Recorder& recorder, std::string_view value)
{
    const Result<EditLog> log = set(recorder, "objects[4].position.x", value);
    return log ? Status() : fail(log.error());
}

Status remove_objects(Recorder& recorder, std::string_view path)
{
    const Result<EditLog> log = remove(recorder, path);
    return log ? Status() : fail(log.error());
}

TEST_CASE("edited document: a change is a step, and a rejected one changes nothing", "[edit]")
{
    EditedDocument document(sample_map());
    const Document before = document.document();
    REQUIRE(document.change("Move", [](Recorder& r) { return set_x(r, "260"); }));
    CHECK(document.history().undo_name() == "Move");
    CHECK(document.modified());
    CHECK_FALSE(document.change("Twice", [](Recorder& r) {
        static_cast<void>(set_x(r, "300"));
        return set_x(r, "no number");
    }));
    CHECK(field(document, "objects[4].position.x") == "260");
    CHECK(document.undo() == true);
    CHECK_FALSE(document.document().difference(before));
    CHECK_FALSE(document.modified());
    CHECK(document.undo() == false);
    CHECK(document.redo() == true);
    CHECK(field(document, "objects[4].position.x") == "260");
}

TEST_CASE("edited document: a rejected edit in a transaction reverts only itself", "[edit]")
{
    EditedDocument document(sample_map());
    const Document before = document.document();
    REQUIRE(document.begin("All"));
    REQUIRE(document.change("", [](Recorder& r) { return set_x(r, "260"); }));
    CHECK_FALSE(document.change("", [](Recorder& r) {
        static_cast<void>(remove_objects(r, "objects[0]"));
        return set_x(r, "no number");
    }));
    CHECK_THROWS_AS(document.change("",
                                    [](Recorder& r) -> Status {
                                        static_cast<void>(remove_objects(r, "objects[*]"));
                                        throw std::runtime_error("in the middle");
                                    }),
                    std::runtime_error);
    CHECK(field(document, "objects[4].position.x") == "260");
    CHECK_FALSE(document.undo());  // a transaction is open
    REQUIRE(document.roll_back());
    CHECK_FALSE(document.document().difference(before));
    CHECK_FALSE(document.commit());
}

TEST_CASE("edited document: nodes follow steps, transactions and undo", "[edit]")
{
    EditedDocument document(sample_map());
    const auto door = document.track(node_of(document, "objects[4]"));
    const auto first = document.track(node_of(document, "objects[0]"));
    REQUIRE(document.begin("Two"));
    REQUIRE(document.change("", [](Recorder& r) { return remove_objects(r, "objects[1]"); }));
    CHECK(path_text(document.root(), door->path()) == "objects[3]");
    REQUIRE(document.change("", [](Recorder& r) { return remove_objects(r, "objects[0]"); }));
    CHECK(first->gone());
    CHECK(path_text(document.root(), door->path()) == "objects[2]");
    REQUIRE(document.commit());
    CHECK(path_text(document.root(), door->path()) == "objects[2]");
    REQUIRE(document.undo());
    CHECK(path_text(document.root(), door->path()) == "objects[4]");
    CHECK(first->gone());
    REQUIRE(document.begin("Back"));
    REQUIRE(document.change("", [](Recorder& r) { return remove_objects(r, "objects[0]"); }));
    REQUIRE(document.roll_back());
    CHECK(path_text(document.root(), door->path()) == "objects[4]");
}

TEST_CASE("edited document: unused nodes are released", "[edit]")
{
    EditedDocument document(sample_map());
    const auto kept = document.track(node_of(document, "objects[4]"));
    for (int i = 0; i < 10000; ++i) {
        static_cast<void>(document.track(kept->path()));
    }
    REQUIRE(document.change("", [](Recorder& r) { return remove_objects(r, "objects[0]"); }));
    CHECK(path_text(document.root(), kept->path()) == "objects[3]");
}

TEST_CASE("edited document: reads and sets numbers of a list, all or none", "[edit]")
{
    EditedDocument document(sample_map());
    const Match list = resolve_some(document.root(), "objects")->front();
    const ListPlace place{list.node, list.list, "objects"};
    std::vector<std::int64_t> numbers(list.list.size());
    REQUIRE(read_numbers(place, "position.x", numbers));
    CHECK(numbers[4] == 200);
    numbers[4] = 207;
    REQUIRE(document.change("Set", [&](Recorder& r) {
        return set_numbers(r, place, "position.x", std::span<const std::int64_t>(numbers));
    }));
    CHECK(field(document, "objects[4].position.x") == "207");
    numbers.back() = 1 << 30;
    const Status error = document.change("Set", [&](Recorder& r) {
        return set_numbers(r, place, "is_active", std::span<const std::int64_t>(numbers));
    });
    REQUIRE_FALSE(error);
    CHECK(error.error().code == ErrorCode::out_of_range);
    CHECK(field(document, "objects[4].is_active") == "1");
    const Status text = read_numbers(place, "script_name", std::span(numbers));
    REQUIRE_FALSE(text);
    CHECK(describe(text.error()) == "objects[0].script_name: the field holds text, not a number; read it as text");
    const Match strings = resolve_some(document.root(), "actors[0].strings")->front();
    std::vector<std::int64_t> offsets(strings.list.size());
    const Status computed =
        read_numbers({strings.node, strings.list, "actors[0].strings"}, "offset", std::span(offsets));
    REQUIRE_FALSE(computed);
    CHECK(computed.error().code == ErrorCode::not_found);
    CHECK(describe(computed.error()) == "actors[0].strings[0].offset: the value is computed when the file is written; "
                                        "read it as text, which is empty then");
    const Status unknown = read_numbers(place, "positon.x", std::span(numbers));
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().hint == "did you mean position.x?");
}

TEST_CASE("path: the error of a path without matches names the selector", "[edit]")
{
    const Document map = sample_map();
    CHECK(resolve_some(map.root(), "objects[id=77777].texture.image_id").error().message ==
          "nothing matches objects[id=77777]");
    CHECK(resolve_some(map.root(), "objects[id=77777]").error().message == "nothing matches");
}

TEST_CASE("edited document: nodes of a visibility file can be added and removed", "[edit]")
{
    EditedDocument document(Document(*find_format("visibility")));
    const Result<XmlDocument> edits =
        XmlDocument::parse("<edits><add path=\"nodes\"><node/><node/></add><remove path=\"nodes[0]\"/></edits>",
                           "edits");
    REQUIRE(edits);
    REQUIRE(document.change("Add", [&](Recorder& recorder) -> Status {
        const Result<EditLog> log = apply(recorder, *edits);
        return log ? Status() : fail(log.error());
    }));
    CHECK(resolve_some(document.root(), "nodes[*]")->size() == 1);
}

}  // namespace
}  // namespace redforge::edit
