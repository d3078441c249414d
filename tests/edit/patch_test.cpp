// Patches: apply the change of one copy of a document to others, completely or not at all.
#include <array>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/xml/xml_writer.hpp"
#include "edit/merge/identity.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/patch.hpp"
#include "edit/patching.hpp"
#include "edit/random_edits.hpp"
#include "edit/town.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Document;

namespace {

/// Makes another version: removes, adds and moves some records of a list.
void change_some_records(Random& random, const ListView& list, std::int64_t& next_id)
{
    const ListOps& ops = *list.child->ops;
    for (int i = 0; i < 3; ++i) {
        const std::size_t at = random.below(list.size());
        const std::shared_ptr<void> gone = ops.make();
        const std::size_t first = 0;
        ops.transfer(list.list, {&at, 1}, gone.get(), {&first, 1});
    }
    for (int i = 0; i < 3; ++i) {
        const std::size_t at = random.below(list.size() + 1);
        ops.insert(list.list, at, *list.child, 0);
        const FieldView id = list.at(at).find_field("id");
        REQUIRE(id.set(std::to_string(next_id++)));
        REQUIRE(list.at(at).find_field("position.x").set(std::to_string(next_id)));
    }
    for (int i = 0; i < 4; ++i) {
        ops.move(list.list, random.below(list.size()), random.below(list.size()));
    }
}

std::string print(const ListView& list, std::size_t i)
{
    TextSink sink;
    XmlWriter(sink).fragment("record", list.at(i));
    return sink.str();
}

}  // namespace

TEST_CASE("patch: similarity depends on each record of nested lists", "[edit][patch]")
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "walk_maps");
    append_record(map, "walk_maps[0].nodes", {{"node_pos_x", "1"}});
    append_record(map, "walk_maps[0].nodes", {{"node_pos_x", "2"}});
    const auto like = [&] {
        const ListView list = edit::resolve(map.root(), "walk_maps[0]")->front().list;
        const std::string selector = edit::Identities(list).selector_of(0);
        return selector.substr(selector.find(" like "));
    };
    const std::string first = like();
    set_value(map, "walk_maps[0].nodes[0].node_pos_x", "7");
    const std::string second = like();
    CHECK(second != first);
    set_value(map, "walk_maps[0].nodes[1].node_pos_x", "8");
    CHECK(like() != second);
}

TEST_CASE("patch: twenty patches on changed copies edit the right record or none", "[edit][patch]")
{
    const Document base = town();
    const std::array<std::string, 3> lists{"objects", "lights", "flats"};
    const std::array<std::string, 3> fields{"position.x", "radius", "position.y"};
    std::size_t changed = 0;
    std::size_t error = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const std::uint64_t number = seed % 20;
        INFO("seed " << seed);
        Random choice(number);  // the same patch for each copy
        const std::size_t which = choice.below(lists.size());
        const std::string path = fmt::format("{}[{}]", lists[which], choice.below(12));
        Document edited = base;
        const bool removes = number % 5 == 4;
        const edit::Match match = edit::resolve(base.root(), path)->front();
        const std::string whole = print(match.list, match.index);
        if (removes) {
            REQUIRE(edit::remove(edited, path));
        } else {
            set_value(edited, path + "." + fields[which], "7777");
        }
        const std::string patch = patch_of(base, edited);
        CHECK((removes || patch.find("777") != std::string::npos));

        Random random(1000 + seed);
        Document copy = base;
        std::int64_t next_id = 9000;
        for (const std::string& list : lists) {
            const auto found = edit::resolve(copy.root(), list);
            change_some_records(random, found->front().list, next_id);
        }
        // Find the current position of the record by its content.
        Document wanted = copy;
        const ListView list = edit::resolve(wanted.root(), lists[which])->front().list;
        std::size_t here = list.size();
        for (std::size_t i = 0; i < list.size(); ++i) {
            here = print(list, i) == whole ? i : here;
        }
        const Applied applied = patched(copy, patch);
        if (here == list.size()) {
            ++error;
            CHECK_FALSE(applied.fits);
            CHECK(applied.said.find(lists[which] + "[") != std::string::npos);
            CHECK(same_document(applied.document, copy));
            continue;
        }
        ++changed;
        const std::string place = fmt::format("{}[{}]", lists[which], here);
        if (removes) {
            REQUIRE(edit::remove(wanted, place));
        } else {
            set_value(wanted, place + "." + fields[which], "7777");
        }
        INFO(patch << applied.said);
        CHECK(applied.fits);
        CHECK(same_document(applied.document, wanted));
    }
    CHECK(changed + error == 400);
    CHECK(changed > 200);
    CHECK(error > 20);
}

TEST_CASE("patch: its reverse restores the earlier document", "[edit][patch]")
{
    const Document base = town();
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        Document edited = base;
        std::int64_t next_id = 9000;
        for (const char* const list : {"objects", "lights", "flats"}) {
            change_some_records(random, edit::resolve(edited.root(), list)->front().list, next_id);
        }
        set_value(edited, "objects[1].id", "7001");
        TextSink sink;
        edit::write_edit_list(sink, base.root(), edited.root(), {}, {.with_undo = true});
        const Result<XmlDocument> edits = XmlDocument::parse(sink.str(), "patch.xml");
        REQUIRE(edits);
        CHECK(same_document(patched(base, sink.str()).document, edited));
        const Result<std::string> reversed = edit::reversed_patch(*edits);
        REQUIRE(reversed);
        const Applied back = patched(edited, *reversed);
        INFO(back.said);
        CHECK(back.fits);
        CHECK(same_document(back.document, base));
    }
}

TEST_CASE("patch: the reverse needs no <undo> if all old values are known", "[edit][patch]")
{
    const Document base = town();
    Document edited = base;
    set_value(edited, "objects[id=103].position.x", "-8");
    TextSink sink;
    edit::write_edit_list(sink, base.root(), edited.root(), {}, {.with_undo = true});
    CHECK(sink.str().find("<undo>") == std::string::npos);
    const auto edits = XmlDocument::parse(sink.str(), "patch.xml");
    REQUIRE(edits);
    CHECK(edit::reversed_patch(*edits).value() ==
          R"(<edits patch="1"><set path="objects[id=103].position.x" was="-8" value="30"/></edits>)");
    REQUIRE(edit::remove(edited, "objects[id=103]"));
    const auto removal = XmlDocument::parse(patch_of(base, edited), "patch.xml");
    REQUIRE(removal);
    const auto reversed = edit::reversed_patch(*removal);
    REQUIRE_FALSE(reversed);
    CHECK(reversed.error().message ==
          "<remove> of objects[id=103] cannot be reversed: the patch does not contain the old value");
}

TEST_CASE("patch: contains only keys and old values of the base", "[edit][patch]")
{
    const Document base = town();
    Document edited = base;
    set_value(edited, "objects[id=103].position.x", "-8");
    CHECK(patch_of(base, edited) == R"(<?xml version="1.0" encoding="UTF-8"?>
<edits patch="1">
  <set path="objects[id=103].position.x" was="30" value="-8"/>
</edits>
)");
    Document other = base;
    set_value(other, "objects[id=103].position.x", "31");
    const Applied applied = patched(other, patch_of(base, edited));
    CHECK(applied.said == "objects[3]|position.x|base 30, ours 31, theirs -8\n");
    CHECK(same_document(applied.document, other));
    const Applied decided = patched(other, patch_of(base, edited), {.merge = true, .prefer = edit::MergeFavor::theirs});
    CHECK(value(decided.document, "objects[3].position.x") == "-8");
}

TEST_CASE("patch: a merge finds a keyless record between its neighbours", "[edit][patch]")
{
    const Document base = town();
    Document edited = base;
    set_value(edited, "flats[4].position.y", "9");
    Document other = base;
    set_value(other, "flats[4].position.z", "8");
    REQUIRE(edit::remove(other, "flats[0]"));
    CHECK_FALSE(patched(other, patch_of(base, edited)).fits);
    const Applied applied = patched(other, patch_of(base, edited), {.merge = true});
    INFO(applied.said);
    CHECK(applied.fits);
    CHECK(value(applied.document, "flats[3].position.y") == "9");
    CHECK(value(applied.document, "flats[3].position.z") == "8");
}

TEST_CASE("patch: positions are checked if old values are present", "[edit][patch]")
{
    Document map = town();
    const auto run = [&](const std::string& edits) {
        const auto log = edit::apply(map, *XmlDocument::parse("<edits>" + edits + "</edits>", "edits.xml"));
        return log ? std::string("fine") : describe(log.error());
    };
    CHECK(run(R"(<set path="objects[3].position.x" was="30" value="4"/>)") == "fine");
    CHECK(run(R"(<set path="objects[3].position.x" was="30" value="5"/>)").find("was \"30\"") != std::string::npos);
    CHECK(value(map, "objects[3].position.x") == "4");
    CHECK(run(R"(<remove path="objects[3]" was="#000000000000"/>)") != "fine");
    CHECK(run(R"(<set path="objects[3].position.x" value="5"/>)") == "fine");
}

TEST_CASE("patch: a changed statement is one line with three lines of context", "[edit][patch][script]")
{
    const Document base = town();
    const Document edited = with_script(base, "var1 = 50", "var1 = 60");
    const std::string patch = patch_of(base, edited);
    INFO(patch);
    CHECK(patch.find("-    var1 = 50\n+    var1 = 60\n") != std::string::npos);
    CHECK(patch.find("function_41(12)") != std::string::npos);
    CHECK(patch.find("function_41(11)") == std::string::npos);
    CHECK(patch.find("goto") == std::string::npos);
    CHECK(same_document(patched(base, patch).document, edited));
}

TEST_CASE("patch: script changes moved by labels are joined", "[edit][patch][script]")
{
    const Document base = town();
    const Document ours = with_script(base, "task function_41(11)", "task function_41(11)\n    task function_41(99)");
    const std::string before = source_in(base);
    const std::size_t jump = before.find("goto #");
    const std::string label = before.substr(jump, before.find('\n', jump) - jump);
    const Document theirs = with_script(base, "var1 = 50", "var1 = 60\n    " + label);
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(merged.conflicts.empty());
    const std::string source = source_in(merged.document);
    INFO(source);
    CHECK(source.find("function_41(99)") != std::string::npos);
    CHECK(source.find("var1 = 60") != std::string::npos);
    // Both jumps target the last statement.
    const std::size_t first = source.find("goto #") + 5;
    const std::string target = source.substr(first, source.find('\n', first) - first);
    CHECK(source.find("goto " + target, first) != std::string::npos);
    CHECK(source.find(target + ":\n    end") != std::string::npos);
    const Applied applied = patched(ours, patch_of(base, theirs), {.merge = true});
    INFO(applied.said);
    CHECK(same_document(applied.document, merged.document));
}

TEST_CASE("patch: a local label that clashes with a new one is renamed", "[edit][patch][script]")
{
    const std::string begin = "actor A\n{\n";
    const std::string middle = "    Wait(1)\n    Turn(1)\n    Turn(2)\n";
    const std::string end = "    end\n}\n";
    const std::string base = begin + middle + end;
    const std::string theirs = begin + middle + "    goto #x\n    Turn(3)\n  #x:\n" + end;
    const std::string ours = begin + "    goto #x\n    Turn(4)\n  #x:\n" + middle + end;
    const edit::SourcePatch patch = edit::SourcePatch::between(base, theirs, base, theirs);
    CHECK(patch.apply(base, base, true).value().text == theirs);
    const edit::SourceMerge joined = patch.apply(ours, ours, false).value();
    CHECK(joined.conflicts == 0);
    CHECK(joined.text ==
          begin + "    goto #x_ours\n    Turn(4)\n  #x_ours:\n" + middle + "    goto #x\n    Turn(3)\n  #x:\n" + end);
}

TEST_CASE("patch: a script patch contains only the names that its lines need", "[edit][patch][script]")
{
    const std::string begin = "actor A\n{\n    Wait(1)\n";
    const auto with_names = [](const std::string& text, const std::string& names) {
        return text + "    end\n}\nnames\n{\n" + names + "}\n";
    };
    const std::string wait = "    task 7 = Wait(1)\n";
    const std::string turn = "    task 8 = Turn(1)\n";
    const std::string base = with_names(begin, wait);
    const std::string theirs = with_names(begin + "    Turn(3)\n", wait + turn);
    const edit::SourcePatch patch = edit::SourcePatch::between(base, theirs, base, theirs);
    CHECK(patch.text == "@@ -1,5 +1,6 @@\n actor A\n {\n     Wait(1)\n+    Turn(3)\n     end\n }\n"
                        "names\n{\n    task 8 = Turn(1)\n}\n");
    CHECK(patch.labels.empty());
    CHECK(patch.base.size() == 5 * 4);
    CHECK(patch.apply(base, base, true).value().text == theirs);
    const std::string ours = with_names("actor A\n{\n    Sit()\n    Wait(1)\n", "    task 9 = Sit()\n" + wait);
    CHECK(patch.apply(ours, ours, false).value().text ==
          with_names("actor A\n{\n    Sit()\n    Wait(1)\n    Turn(3)\n", "    task 9 = Sit()\n" + wait + turn));
    // Without new names, the patch has none.
    const std::string more = with_names(begin + "    Wait(2)\n", wait);
    CHECK(edit::SourcePatch::between(base, more, base, more).text ==
          "@@ -1,5 +1,6 @@\n actor A\n {\n     Wait(1)\n+    Wait(2)\n     end\n }\n");
}

TEST_CASE("patch: a statement changed by both sides conflicts and is shown as source", "[edit][patch][script]")
{
    const Document base = town();
    const Document ours = with_script(base, "var1 = 50", "var1 = 60");
    const Document theirs = with_script(base, "var1 = 50", "var1 = 70");
    const edit::Merge merged = edit::merge(base, ours, theirs);
    REQUIRE(merged.conflicts.size() == 1);
    CHECK(merged.conflicts.front().path == "actors[0]");
    CHECK(merged.conflicts.front().field == "script");
    CHECK(merged.conflicts.front().source.find(R"(<<<<<<< ours
    var1 = 60
||||||| base
    var1 = 50
=======
    var1 = 70
>>>>>>> theirs
)") != std::string::npos);
    CHECK_FALSE(patched(ours, patch_of(base, theirs)).fits);
    CHECK_FALSE(patched(ours, patch_of(base, theirs), {.merge = true}).fits);
    CHECK(source_in(edit::merge(base, ours, theirs, edit::MergeFavor::theirs).document) == source_in(theirs));
}

TEST_CASE("patch: applied to the other side, gives the result of a merge", "[edit][patch]")
{
    const Document base = town();
    std::size_t clean = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        const std::array<Document, 2> sides = random_sides(base, seed);
        INFO("seed " << seed);
        const edit::Merge merged = edit::merge(base, sides[0], sides[1]);
        const Applied applied = patched(sides[0], patch_of(base, sides[1]), {.merge = true});
        INFO(patch_of(base, sides[1]) << applied.said);
        CHECK(applied.fits == merged.conflicts.empty());
        if (applied.fits && merged.conflicts.empty()) {
            ++clean;
            CHECK(same_document(applied.document, merged.document));
        }
    }
    CHECK(clean > 200);
    CHECK(clean < 500);
}

TEST_CASE("patch: the root accepts only patch=\"1\"", "[edit][patch]")
{
    const Document map = town();
    for (const std::string attributes : {"patch=\"1\" expect=\"1\"", "patch=\"true\"", "patch=\"1\" exact=\"1\""}) {
        const Applied applied = patched(map, "<edits " + attributes + "/>");
        CHECK_FALSE(applied.fits);
        CHECK(applied.said.find("patch.xml:1:2: root element <edits> with ") == 0);
    }
    CHECK(patched(map, "<edits patch=\"1\"/>").fits);
    // Applied like other lists of edits, with the same errors.
    const auto applied = [&](const std::string& edits) {
        Document copy = map;
        const auto log =
            edit::apply(copy, XmlDocument::parse("<edits patch=\"1\">" + edits + "</edits>", "p.xml").value());
        return log ? "" : describe(log.error());
    };
    CHECK(applied("") == "");
    CHECK(applied("<set/>") == "p.xml:1:19: <set> without path; it must be given");
    CHECK(applied("<set path=\"objects[0].idd\" value=\"1\"/>").find("\"idd\"; did you mean id?") != std::string::npos);
    CHECK(applied("<remove path=\"objects[id=99999]\"/>").find("the patch does not fit: ") != std::string::npos);
}

TEST_CASE("patch: rejects a set without a value, and two edits of one blob", "[edit][patch]")
{
    const Document base = town();
    CHECK(
        patched(base, R"(<edits patch="1"><set path="objects[0].position.x" was="0"/></edits>)").said ==
        "patch.xml:1:19: objects[0].position.x: <set> without value; only a computed field can be set without a value");
    CHECK(
        patched(base, R"(<edits patch="1"><set path="flat" value="01"/><set path="flat" value="02"/></edits>)").said ==
        "patch.xml:1:48: flat: two edits of one value; join them to one edit");
}

TEST_CASE("patch: a preferred side does not resolve a conflict about a missing record", "[edit][patch]")
{
    Document document = town();
    edit::Recorder recorder(document);
    const Result<XmlDocument> edits =
        XmlDocument::parse(R"(<edits patch="1"><set path="objects[id=999].position.x" was="1" value="2"/></edits>)",
                           "patch.xml");
    REQUIRE(edits);
    const auto result = edit::apply_patch(recorder, *edits, {.merge = true, .prefer = edit::MergeFavor::theirs});
    REQUIRE(result);
    REQUIRE(result->conflicts.size() == 1);
    CHECK(result->conflicts[0].is_undecidable);
}

TEST_CASE("patch: a value in a file next to the patch cannot be reversed", "[edit][patch]")
{
    const auto edits =
        XmlDocument::parse(R"(<edits patch="1"><set path="entries[0].voice" was="" file="a.wav"/></edits>)",
                           "patch.xml");
    REQUIRE(edits);
    CHECK_FALSE(edit::reversed_patch(*edits));
}

TEST_CASE("patch: an added record follows the nearest neighbour that stays", "[edit][patch]")
{
    Document map(*edit::find_format("map"));
    for (const char* const id : {"1", "2", "3"}) {
        append_record(map, "objects", {{"id", id}});
    }
    const Applied applied = patched(map, R"(<edits patch="1"><remove path="objects[id=2]"/>)"
                                         R"(<add path="objects" after="[id=2] [id=1]" before="[id=77]">)"
                                         R"(<object id="9"/></add></edits>)");
    INFO(applied.said);
    CHECK(applied.fits);
    CHECK(values(applied.document, "objects[*].id") == std::vector<std::string>{"1", "9", "3"});
}
