// Queries and pairing: the records that a condition selects, and matching records, with explicit results.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/operation/compare.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/conditions.hpp"
#include "edit/path/path.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Operation;

namespace {

using Ids = std::vector<std::string>;

/// Returns objects 1 to 5 at x = -10, 0, 10, 10, 25. Objects 2 and 4 belong to DOOR01, 5 to DOOR02.
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

TEST_CASE("query: comparisons include or exclude the value itself", "[edit]")
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

TEST_CASE("query: a comma means and, and words are patterns", "[edit]")
{
    const edit::Document map = five_objects();
    CHECK(selected(map, "script_name=DOOR01") == Ids{"2", "4"});
    CHECK(selected(map, "script_name=door*") == Ids{"2", "4", "5"});
    CHECK(selected(map, "script_name!=DOOR*") == Ids{"1", "3"});
    CHECK(selected(map, "script_name=DOOR01, position.x>0") == Ids{"4"});
    CHECK(selected(map, "script_name=LAMP, id>3").empty());
    CHECK(selected(map, "id=3") == Ids{"3"});
}

TEST_CASE("query: or joins conditions, | joins values, and both may be part of values", "[edit]")
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

TEST_CASE("query: a condition on nested records is true if one record matches", "[edit]")
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

TEST_CASE("query: an invalid condition is reported with the syntax", "[edit]")
{
    const edit::Document map = five_objects();
    const auto error_text = [&](const std::string& conditions) {
        const auto matches = edit::resolve(map.root(), "objects[" + conditions + "].id");
        return matches ? "fine" : matches.error().message;
    };
    CHECK(error_text("=3") == "selector \"=3\"");
    CHECK(error_text("id=3, =4") == "selector \"=4\"");
    CHECK(error_text("idd=3") == "no field \"idd\" to select by");
    CHECK(error_text("script_name<LAMP") == "\"LAMP\" is compared as a number");
}

TEST_CASE("pairing: another number means another record, another name does not", "[edit]")
{
    const edit::Document from = one_object({{"id", "1"}, {"script_name", "LAMP"}, {"position.x", "10"}});
    const edit::Document moved = one_object({{"id", "1"}, {"script_name", "LAMP"}, {"position.x", "11"}});
    const edit::Document other = one_object({{"id", "2"}, {"script_name", "LAMP"}, {"position.x", "10"}});
    CHECK(kinds_between(from, moved) == std::vector{Operation::Kind::set});
    CHECK(kinds_between(from, other) == std::vector{Operation::Kind::erase, Operation::Kind::insert});
    CHECK(kinds_between(from, from).empty());
}

TEST_CASE("query: a path without a comparison is true if it has a match", "[edit]")
{
    edit::Document map(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    const auto actors = [&](const std::string& conditions) {
        const auto matches = edit::resolve(map.root(), "actors[" + conditions + "].script_name");
        std::vector<std::string> names;
        for (const edit::Match& match : matches ? *matches : std::vector<edit::Match>{}) {
            names.push_back(match.field.text());
        }
        return names;
    };
    using Names = std::vector<std::string>;
    const std::size_t all = count(map, "actors[*]");
    REQUIRE(all == 2);
    set_value(map, "actors[0].script_name", "FIRST");
    set_value(map, "actors[1].script_name", "SECOND");
    while (count(map, "actors[1].variables[*]") != 0) {
        REQUIRE(edit::remove(map, "actors[1].variables[0]"));
    }
    while (count(map, "actors[0].variables[*]") < 2) {
        append_record(map, "actors[0].variables", {{"value", "7"}});
    }
    set_value(map, "actors[0].variables[1].value", "9");
    CHECK(actors("variables[*]") == Names{"FIRST"});
    CHECK(actors("variables[1]") == Names{"FIRST"});
    CHECK(actors("variables[2]").empty());
    CHECK(actors("variables[*].value") == Names{"FIRST"});
    CHECK(actors("variables[value=9]") == Names{"FIRST"});
    CHECK(actors("variables[value=8]").empty());
    CHECK(actors("variables[*].value>8") == Names{"FIRST"});
    CHECK(actors("variables[*].value>9").empty());
    CHECK(actors("variables[value=8] or script_name=SECOND") == Names{"SECOND"});
}

TEST_CASE("query: a texture is compared by both numbers", "[edit]")
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "objects", {{"id", "1"}, {"texture.texture_id", "302"}, {"texture.image_id", "44"}});
    append_record(map, "objects", {{"id", "2"}, {"texture.texture_id", "302"}, {"texture.image_id", "45"}});
    append_record(map, "objects", {{"id", "3"}, {"texture.texture_id", "21"}, {"texture.image_id", "44"}});
    CHECK(selected(map, "texture=D02044") == Ids{"1"});
    CHECK(selected(map, "texture!=D02044") == Ids{"2", "3"});
    CHECK(selected(map, "texture=302:44") == Ids{"1"});
    CHECK(selected(map, "texture.image_id=44") == Ids{"1", "3"});
}

TEST_CASE("query: * matches any letters, ? matches one, case-insensitive", "[edit]")
{
    using edit::matches_pattern;
    for (const auto& [text, pattern] : std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                                                        {"", "*"},
                                                                                        {"", "**"},
                                                                                        {"door", "DOOR"},
                                                                                        {"DOOR01", "door??"},
                                                                                        {"DOOR01", "*01"},
                                                                                        {"DOOR01", "D*1"},
                                                                                        {"DOOR01", "*OO*"},
                                                                                        {"aab", "*ab"},
                                                                                        {"abcabd", "a*bd"},
                                                                                        {"DOOR", "DOOR*"},
                                                                                        {"DOOR", "****"},
                                                                                        {"mississippi", "m*iss*ppi"}}) {
        INFO(text << " by " << pattern);
        CHECK(matches_pattern(text, pattern));
    }
    for (const auto& [text, pattern] : std::vector<std::pair<std::string, std::string>>{{"", "?"},
                                                                                        {"DOOR", ""},
                                                                                        {"DOOR01", "door?"},
                                                                                        {"DOOR01", "door???"},
                                                                                        {"DOOR", "OOR"},
                                                                                        {"DOOR", "DOO"},
                                                                                        {"DOOR01", "*02"},
                                                                                        {"DOOR01", "D*0"},
                                                                                        {"abc", "a*d*c"}}) {
        INFO(text << " by " << pattern);
        CHECK_FALSE(matches_pattern(text, pattern));
    }
}

TEST_CASE("query: quotes and brackets group, and unclosed ones are reported", "[edit]")
{
    using edit::find_outside;
    constexpr std::size_t nowhere = std::string_view::npos;
    CHECK(find_outside("a,b", ",") == 1);
    CHECK(find_outside("a,b,c", ",", 2) == 3);
    CHECK(find_outside("\"a,b\",c", ",") == 5);
    CHECK(find_outside("'a\",',c", ",") == 5);
    CHECK(find_outside("a[1,2],c", ",") == 6);
    CHECK(find_outside("a[b[1],2],c", ",") == 9);
    CHECK(find_outside("[a,b]", ",") == nowhere);
    CHECK(find_outside("", ",") == nowhere);

    CHECK(edit::unquoted("\"a\"") == "a");
    CHECK(edit::unquoted("'a'") == "a");
    CHECK(edit::unquoted("\"\"").empty());
    CHECK(edit::unquoted("\"a'") == "\"a'");
    CHECK(edit::unquoted("\"") == "\"");
    CHECK(edit::unquoted("a") == "a");

    const auto unclosed = [](std::string_view path) {
        const std::optional<Error> error = edit::unclosed_error(path);
        return error ? error->message + "; " + error->hint : "closed";
    };
    CHECK(unclosed("objects[id=1].id") == "closed");
    CHECK(unclosed("it's") == "closed");  // a quote outside brackets is a letter
    CHECK(unclosed("a]") == "closed");
    CHECK(unclosed("objects[id=1") == "the [ at character 8 is not closed; add a ]");
    CHECK(unclosed("a[b[1]") == "the [ at character 2 is not closed; add a ]");
    CHECK(unclosed("a[b=\"1]") == "the \" at character 5 is not closed; add another \"");
    CHECK(unclosed("a[b='1\"]") == "the ' at character 5 is not closed; add another '");
    CHECK(unclosed("a[b=\"]\"]") == "closed");
}

TEST_CASE("query: required conditions are listed, alternatives are not", "[edit]")
{
    const auto all = [](std::string_view text) {
        const auto conditions = edit::Conditions::parse(text);
        REQUIRE(conditions);
        const auto found = conditions->all();
        std::string condition_texts;
        for (const edit::Condition& each : found ? *found : std::vector<edit::Condition>{}) {
            condition_texts += each.field + each.comparison + each.value.text + ";";
        }
        return found ? condition_texts : "none";
    };
    CHECK(all("id=1") == "id=1;");
    CHECK(all("id==1, radius >= 5") == "id=1;radius>=5;");
    CHECK(all("strings[value=a]") == "strings[value=a];");
    CHECK(all("id!=1|2") == "id!=2;id!=1;");
    CHECK(all("id=1|2") == "none");
    CHECK(all("id=1 or id=2") == "none");
}

TEST_CASE("query: a list with a record is true, an empty list is false", "[edit]")
{
    edit::Document map(*edit::find_format("map"));
    append_records(map, "walk_maps", 3);
    for (const char* const of : {"0", "1", "2"}) {
        append_record(map, std::string("walk_maps[") + of + "].nodes", {{"node_pos_x", of}});
    }
    append_record(map, "walk_maps[1].nodes[0].routes", {{"target_node_id", "0"}});
    append_record(map, "walk_maps[2].nodes[0].routes", {{"target_node_id", "0"}});
    append_record(map, "walk_maps[2].nodes[0].routes", {{"target_node_id", "0"}});
    const auto matches = edit::resolve(map.root(), "walk_maps[nodes[0].routes].nodes[0].node_pos_x");
    REQUIRE(matches);
    REQUIRE(matches->size() == 2);
    CHECK((*matches)[0].field.text() == "1");
    CHECK((*matches)[1].field.text() == "2");
}

TEST_CASE("query: a named number is compared by name and by number", "[edit]")
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "objects", {{"id", "1"}, {"object_type", "3"}});
    append_record(map, "objects", {{"id", "2"}, {"object_type", "4"}});
    const std::string word = value(map, "objects[1].object_type");
    REQUIRE(word.find_first_of("0123456789") == std::string::npos);
    CHECK(selected(map, "object_type=4") == Ids{"2"});
    CHECK(selected(map, "object_type=" + word) == Ids{"2"});
    CHECK(selected(map, "object_type!=" + word) == Ids{"1"});
    CHECK(selected(map, "object_type=nothing").empty());
    CHECK(selected(map, "object_type>3") == Ids{"2"});
    // Notations of numbers match, too.
    set_value(map, "objects[1].angle.y", "512");
    CHECK(selected(map, "angle.y=90deg") == Ids{"2"});
    CHECK(selected(map, "angle.y!=90deg") == Ids{"1"});
    CHECK(selected(map, "angle.y>=90deg") == Ids{"2"});
    CHECK(selected(map, "angle.y<90deg") == Ids{"1"});
}

TEST_CASE("query: the error for an unknown name lists the nearest or all names", "[edit]")
{
    const edit::Document map = five_objects();
    const auto hint = [&](const std::string& conditions) {
        const auto matches = edit::resolve(map.root(), "objects[" + conditions + "].id");
        return matches ? "fine" : matches.error().hint;
    };
    CHECK(hint("positio=1") == "did you mean position.x?");
    CHECK(hint("position.w=1") == "did you mean position.x?");
    CHECK(
        hint("qqqqqqqq=1") ==
        "there are: angle, blue, green, has_mesh, id, intensity, is_active, model_name, object_type, position, radius, "
        "red, script_name, size_row, texture, world_id");
}

TEST_CASE("query: text fields are compared as text", "[edit]")
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "objects", {{"id", "1000"}, {"script_name", "1000"}});
    append_record(map, "objects", {{"id", "7"}, {"script_name", "1E3"}});
    CHECK(selected(map, "script_name=1e3") == Ids{"7"});
    CHECK(selected(map, "script_name=1000") == Ids{"1000"});
    CHECK(selected(map, "script_name=1000.0").empty());
    CHECK(selected(map, "id=1e3") == Ids{"1000"});
    CHECK(selected(map, "id=1000.0") == Ids{"1000"});
    CHECK(selected(map, "id=1*") == Ids{"1000"});
}
