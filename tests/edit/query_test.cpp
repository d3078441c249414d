// Queries and pairing: which records a condition selects and which records are the same, with the answers written out.
#include <catch2/catch.hpp>

#include "edit/compare.hpp"
#include "edit/document.hpp"
#include "edit/path.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Operation;

namespace {

using Ids = std::vector<std::string>;

/// Objects 1 to 5 at x = -10, 0, 10, 10, 25; 2 and 4 belong to DOOR01, 5 to DOOR02.
edit::Document five_objects()
{
    edit::Document document(*edit::find_format("map"));
    append_record(document, "objects", {{"id", "1"}, {"script_name", "LAMP"}, {"position.x", "-10"}});
    append_record(document, "objects", {{"id", "2"}, {"script_name", "DOOR01"}, {"position.x", "0"}});
    append_record(document, "objects", {{"id", "3"}, {"script_name", "LAMP"}, {"position.x", "10"}});
    append_record(document, "objects", {{"id", "4"}, {"script_name", "DOOR01"}, {"position.x", "10"}});
    append_record(document, "objects", {{"id", "5"}, {"script_name", "DOOR02"}, {"position.x", "25"}});
    return document;
}

Ids selected(const edit::Document& document, const std::string& conditions)
{
    const auto matches = edit::resolve(document.root(), "objects[" + conditions + "].id");
    REQUIRE(matches);
    Ids ids;
    for (const edit::Match& match : *matches) {
        ids.push_back(match.field.text());
    }
    return ids;
}

std::vector<Operation::Kind> kinds_between(const edit::Document& from, const edit::Document& to)
{
    std::vector<Operation::Kind> kinds;
    for (const Operation& operation : edit::differences(from.root(), to.root())) {
        kinds.push_back(operation.kind);
    }
    return kinds;
}

edit::Document one_object(const NamedValues& values)
{
    edit::Document document(*edit::find_format("map"));
    append_record(document, "objects", values);
    return document;
}

}  // namespace

TEST_CASE("query: a comparison of numbers takes or leaves the value itself", "[edit]")
{
    const edit::Document map = five_objects();
    CHECK(selected(map, "position.x<10") == Ids{"1", "2"});
    CHECK(selected(map, "position.x<=10") == Ids{"1", "2", "3", "4"});
    CHECK(selected(map, "position.x>10") == Ids{"5"});
    CHECK(selected(map, "position.x>=10") == Ids{"3", "4", "5"});
    CHECK(selected(map, "position.x=10") == Ids{"3", "4"});
    CHECK(selected(map, "position.x==10") == Ids{"3", "4"});
    CHECK(selected(map, "position.x!=10") == Ids{"1", "2", "5"});
    CHECK(selected(map, "position.x>=-10, position.x<0") == Ids{"1"});
}

TEST_CASE("query: a comma joins conditions that must all hold, and a word is compared as a pattern", "[edit]")
{
    const edit::Document map = five_objects();
    CHECK(selected(map, "script_name=DOOR01") == Ids{"2", "4"});
    CHECK(selected(map, "script_name=door*") == Ids{"2", "4", "5"});
    CHECK(selected(map, "script_name!=DOOR*") == Ids{"1", "3"});
    CHECK(selected(map, "script_name=DOOR01, position.x>0") == Ids{"4"});
    CHECK(selected(map, "script_name=LAMP, id>3").empty());
    CHECK(selected(map, "id=3") == Ids{"3"});
}

TEST_CASE("query: or joins whole conditions, a stroke values of one, and both may stand in a value", "[edit]")
{
    edit::Document map = five_objects();
    CHECK(selected(map, "id=1 or id=5") == Ids{"1", "5"});
    CHECK(selected(map, "script_name=LAMP, position.x>0 or id=4") == Ids{"3", "4"});
    CHECK(selected(map, "id=4 or script_name=LAMP, position.x>0") == Ids{"3", "4"});
    CHECK(selected(map, "script_name=LAMP|DOOR02") == Ids{"1", "3", "5"});
    CHECK(selected(map, "script_name!=LAMP|DOOR02") == Ids{"2", "4"});
    CHECK(selected(map, "id=1|id=4|position.x=25") == Ids{"1", "4", "5"});
    CHECK(selected(map, "id=1|4, position.x=10") == Ids{"4"});
    append_record(map, "objects", {{"id", "6"}, {"script_name", "A or B"}});
    append_record(map, "objects", {{"id", "7"}, {"script_name", "A, id=1"}});
    CHECK(selected(map, "script_name=A or B") == Ids{"6"});
    CHECK(selected(map, "script_name=A or B or id=3 or id=5") == Ids{"3", "5", "6"});
    CHECK(selected(map, "script_name=\"A, id=1\"") == Ids{"7"});
    CHECK(selected(map, "script_name='A, id=1' or id=2") == Ids{"2", "7"});
    CHECK(selected(map, "script_name=\"A\"").empty());
}

TEST_CASE("query: conditions on records below hold where one of them meets them", "[edit]")
{
    edit::Document map(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    const auto actors = [&](const std::string& conditions) {
        const auto matches = edit::resolve(map.root(), "actors[" + conditions + "].script_name");
        return matches ? std::to_string(matches->size()) : describe(matches.error());
    };
    append_record(map, "actors[0].strings", {{"value", "first"}});
    append_record(map, "actors[0].strings", {{"value", "second"}});
    append_record(map, "actors[1].strings", {{"value", "second"}});
    CHECK(actors("strings[*].value=first") == "1");
    CHECK(actors("strings[*].value=second") == "2");
    CHECK(actors("strings[*].value=third") == "0");
    CHECK(actors("strings[value=first]") == "1");
    CHECK(actors("strings[9]") == "0");
    CHECK(actors("strings=1").find("strings is a group or list, not a value; compare one of its fields: strings.") !=
          std::string::npos);
}

TEST_CASE("query: what is no condition is reported with what one looks like", "[edit]")
{
    const edit::Document map = five_objects();
    const auto refused = [&](const std::string& conditions) {
        const auto matches = edit::resolve(map.root(), "objects[" + conditions + "].id");
        return matches ? "fine" : matches.error().message;
    };
    CHECK(refused("=3") == "selector \"=3\"");
    CHECK(refused("id=3, =4") == "selector \"=4\"");
    CHECK(refused("idd=3") == "no field \"idd\" to select by");
    CHECK(refused("script_name<LAMP") == "\"LAMP\" is compared as a number");
}

TEST_CASE("pairing: a record with another number is another record, with another name the same", "[edit]")
{
    const edit::Document from = one_object({{"id", "1"}, {"script_name", "LAMP"}, {"position.x", "10"}});
    const edit::Document moved = one_object({{"id", "1"}, {"script_name", "LAMP"}, {"position.x", "11"}});
    const edit::Document other = one_object({{"id", "2"}, {"script_name", "LAMP"}, {"position.x", "10"}});
    CHECK(kinds_between(from, moved) == std::vector{Operation::Kind::set});
    CHECK(kinds_between(from, other) == std::vector{Operation::Kind::erase, Operation::Kind::insert});
    CHECK(kinds_between(from, from).empty());
}
