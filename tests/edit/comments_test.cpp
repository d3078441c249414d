// Keeps the comments of the user's text in a changed text.
#include <catch2/catch.hpp>

#include "edit/document/comments.hpp"

using namespace redforge::edit;

namespace {

const std::string before = "<m>\n  <a id=\"1\"/>\n  <a id=\"2\"/>\n  <a id=\"3\"/>\n</m>\n";

std::string carried(const std::string& own, const std::string& after)
{
    return rebase_changes(own, before, after, NoteForm::xml).value_or("rejected");
}

}  // namespace

TEST_CASE("comments: stay next to their neighbours", "[edit][comments]")
{
    const std::string own = "<m>\n  <!-- first -->\n  <a id=\"1\"/>\n  <a id=\"2\"/> <!-- second -->\n"
                            "  <!-- two\n  <a id=\"3\"/>\n  lines -->\n  <a id=\"3\"/>\n</m>\n";
    CHECK(carried(own, before) == own);
    // Changes a value, a record with a comment after it, and a record that a comment also contains.
    CHECK(carried(own, "<m>\n  <a id=\"7\"/>\n  <a id=\"8\"/>\n  <a id=\"9\"/>\n</m>\n") ==
          "<m>\n  <!-- first -->\n  <a id=\"7\"/>\n  <a id=\"8\"/> <!-- second -->\n"
          "  <!-- two\n  <a id=\"3\"/>\n  lines -->\n  <a id=\"9\"/>\n</m>\n");
    // One record removed, one added.
    CHECK(carried(own, "<m>\n  <a id=\"2\"/>\n  <a id=\"3\"/>\n  <a id=\"4\"/>\n</m>\n") ==
          "<m>\n  <!-- first -->\n  <a id=\"2\"/> <!-- second -->\n"
          "  <!-- two\n  <a id=\"3\"/>\n  lines -->\n  <a id=\"3\"/>\n  <a id=\"4\"/>\n</m>\n");
}

TEST_CASE("comments: text that differs in layout only is written in standard form", "[edit][comments]")
{
    const std::string own = "<m>\n<!-- x -->\n\t<a id=\"1\"/>\n  <a id='2'/><a\n id='3'/>\n</m>\n";
    CHECK(carried(own, before) == "<m>\n<!-- x -->\n\t<a id=\"1\"/>\n  <a id=\"2\"/>\n  <a id=\"3\"/>\n</m>\n");
}

TEST_CASE("comments: rejects a change of a line that the user formatted", "[edit][comments]")
{
    const std::string own = "<m>\n  <a id=\"1\"/>\n  <a <?x?> id='2'/>\n  <a id=\"3\"/>\n</m>\n";
    CHECK(carried(own, "<m>\n  <a id=\"1\"/>\n  <a id=\"5\"/>\n  <a id=\"3\"/>\n</m>\n") == "rejected");
}

TEST_CASE("comments: finds comments and processing instructions, not the declaration", "[edit][comments]")
{
    CHECK(notes_in_xml("<?xml version=\"1.0\"?>\n<m><!-- a\nb --><?go now?></m>") ==
          std::vector<std::string>{"<!-- a\nb -->", "<?go now?>"});
    CHECK(notes_in_xml("<m/>").empty());
    CHECK(notes_in_side_file("; one\n0x05\n ; two\n") == std::vector<std::string>{"; one", "; two"});
}

TEST_CASE("comments: notes about form names are not user comments", "[edit][comments]")
{
    const auto without = [](const std::string& note) { return without_form_notes("<a/> <!-- " + note + " -->\n"); };
    CHECK(without("00000910 (Fire)") == "<a/>\n");
    CHECK(without("Base.esm:00000910 (Fire)") == "<a/>\n");
    CHECK(without("My Mod (v2).esm:00000910 (Fire)") == "<a/>\n");
    CHECK(without("see 00000910 (Fire)") == "<a/> <!-- see 00000910 (Fire) -->\n");
    CHECK(without("why (v2)") == "<a/> <!-- why (v2) -->\n");
}
