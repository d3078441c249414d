// Three-way merges.
#include <algorithm>
#include <sstream>

#include <catch2/catch.hpp>

#include "edit/document/damage.hpp"
#include "edit/merge/merge.hpp"
#include "edit/random_edits.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Document;
using edit::MergeFavor;

namespace {

NamedValues object(int id, const std::string& script = "", int x = 0)
{
    return {{"id", std::to_string(id)}, {"script_name", script}, {"position.x", std::to_string(x)}};
}

Document map_with(const std::vector<NamedValues>& objects)
{
    Document document(*edit::find_format("map"));
    for (const NamedValues& each : objects) {
        append_record(document, "objects", each);
    }
    return document;
}

const Document& base()
{
    static const Document document =
        map_with({object(1, "DOOR01", 100), object(2, "GUARD01", 200), object(3, "CHEST", 300)});
    return document;
}

/// Returns the base with a change.
template <class Change>
Document changed(Change change)
{
    Document document = base();
    change(document);
    return document;
}

std::vector<std::string> ids(const Document& document)
{
    return values(document, "objects[*].id");
}

std::string conflicts(const edit::Merge& merged)
{
    std::string text;
    for (const edit::Conflict& each : merged.conflicts) {
        text += each.path + "|" + each.label + "|" + each.field + "|" + each.what + "\n";
    }
    return text;
}

/// Returns the lines of a document's text, sorted.
std::vector<std::string> lines(const Document& document)
{
    std::istringstream text(text_of(document));
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);) {
        all.push_back(line);
    }
    std::ranges::sort(all);
    return all;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("merge: with an unchanged side, gives the other side, in every format", "[edit][merge]")
{
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document from = random_document(random, format, {.records = 6, .derived = true});
            Document to = from;
            change_document(random, to.root(), 1 + seed % 15);
            if (!edit::check_damage(to, &from)) {
                continue;  // a merge rejects a damaged side
            }
            const edit::Merge theirs = edit::merge(from, from, to);
            CHECK(theirs.conflicts.empty());
            CHECK(same_document(theirs.document, to));
            const edit::Merge ours = edit::merge(from, to, from);
            CHECK(ours.conflicts.empty());
            CHECK(same_document(ours.document, to));
            const edit::Merge both = edit::merge(from, to, to);
            CHECK(both.conflicts.empty());
            CHECK(same_document(both.document, to));
        }
    }
}

TEST_CASE("merge: swapping the sides changes at most the order, in every format", "[edit][merge]")
{
    std::size_t clean = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document from = random_document(random, format, {.records = 8});
            Document ours = from;
            Document theirs = from;
            change_document(random, ours.root(), 1 + seed % 3);
            change_document(random, theirs.root(), 1 + seed % 2);
            const edit::Merge one = edit::merge(from, ours, theirs);
            const edit::Merge other = edit::merge(from, theirs, ours);
            CHECK(one.error.has_value() == other.error.has_value());
            if (one.error) {
                continue;  // plugins with different masters, and bytes that may name their forms
            }
            CHECK(one.conflicts.size() == other.conflicts.size());
            if (one.conflicts.empty() && other.conflicts.empty()) {
                ++clean;
                CHECK(lines(one.document) == lines(other.document));
            }
            // After a decision no conflict is undecided, and both merge directions give the same result.
            CHECK(lines(edit::merge(from, ours, theirs, MergeFavor::ours).document) ==
                  lines(edit::merge(from, theirs, ours, MergeFavor::theirs).document));
        }
    }
    CHECK(clean > 300);
}

TEST_CASE("merge: a change reaches a list that the other side changed too", "[edit][merge]")
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        INFO("seed " << seed);
        std::vector<NamedValues> objects;
        for (int i = 0; i < 12; ++i) {
            objects.push_back(object(i, "A" + std::to_string(i), static_cast<int>(random.below(1000))));
        }
        const Document from = map_with(objects);
        Document theirs = from;
        change_document(random, theirs.root(), 4);
        if (!edit::check_damage(theirs, &from)) {
            continue;
        }
        Document ours = from;
        append_record(ours, "objects", object(99, "LAST"));
        Document expected = theirs;
        const edit::Merge merged = edit::merge(from, ours, theirs);
        INFO((merged.error ? describe(*merged.error) : ""));
        REQUIRE_FALSE(merged.error);
        REQUIRE(merged.conflicts.empty());
        // Our record follows the last record that both sides have kept.
        Document result = merged.document;
        CHECK(value(result, "objects[id=99].script_name") == "LAST");
        remove_records(result, "objects[id=99]");
        CHECK(same_document(result, expected));
    }
}

TEST_CASE("merge: different fields, neighbouring records and additions merge", "[edit][merge]")
{
    const Document ours = changed([](Document& map) {
        set_value(map, "objects[0].position.x", "150");
        append_record(map, "objects", object(10, "OURS"));
    });
    const Document theirs = changed([](Document& map) {
        set_value(map, "objects[0].position.y", "-50");
        set_value(map, "objects[1].script_name", "GUARD02");
        append_record(map, "objects", object(20, "THEIRS"));
    });
    const edit::Merge merged = edit::merge(base(), ours, theirs);
    CHECK(conflicts(merged) == "");
    CHECK(ids(merged.document) == Ids{"1", "2", "3", "10", "20"});
    CHECK(value(merged.document, "objects[0].position.x") == "150");
    CHECK(value(merged.document, "objects[0].position.y") == "-50");
    CHECK(value(merged.document, "objects[1].script_name") == "GUARD02");
}

TEST_CASE("merge: equal additions are added once", "[edit][merge]")
{
    const auto add = [](Document& map) {
        append_record(map, "objects", object(10, "NEW"));
        move_record(map, "objects[-1]", 1);
    };
    const edit::Merge merged = edit::merge(base(), changed(add), changed([&](Document& map) {
                                               add(map);
                                               append_record(map, "objects", object(11, "MORE"));
                                           }));
    CHECK(conflicts(merged) == "");
    CHECK(ids(merged.document) == Ids{"1", "10", "2", "3", "11"});
}

TEST_CASE("merge: combines removals and moves of one side with changes of the other", "[edit][merge]")
{
    const Document ours = changed([](Document& map) { move_record(map, "objects[0]", 1); });
    const Document theirs = changed([](Document& map) {
        remove_records(map, "objects[2]");
        set_value(map, "objects[1].radius", "7");
    });
    const edit::Merge merged = edit::merge(base(), ours, theirs);
    CHECK(conflicts(merged) == "");
    CHECK(ids(merged.document) == Ids{"2", "1"});
    CHECK(value(merged.document, "objects[0].radius") == "7");
    CHECK(ids(edit::merge(base(), theirs, ours).document) == Ids{"2", "1"});
}

TEST_CASE("merge: one field with two new values is a conflict, or the favoured side wins", "[edit][merge]")
{
    const Document ours = changed([](Document& map) { set_value(map, "objects[1].position.x", "1"); });
    const Document theirs = changed([](Document& map) {
        set_value(map, "objects[1].position.x", "2");
        set_value(map, "objects[2].radius", "5");
    });
    CHECK(conflicts(edit::merge(base(), ours, theirs)) ==
          "objects[1]|2 GUARD01|position.x|base 200, ours 1, theirs 2\n");
    const auto x = [&](MergeFavor prefer) {
        const edit::Merge merged = edit::merge(base(), ours, theirs, prefer);
        CHECK(value(merged.document, "objects[2].radius") == "5");
        return value(merged.document, "objects[1].position.x");
    };
    CHECK(x(MergeFavor::ours) == "1");
    CHECK(x(MergeFavor::theirs) == "2");
    CHECK(x(MergeFavor::both) == "1");
}

TEST_CASE("merge: each conflict can be resolved separately and shows three values", "[edit][merge]")
{
    const Document ours = changed([](Document& d) {
        set_value(d, "objects[0].position.x", "101");
        set_value(d, "objects[1].script_name", "GUARD02");
        remove_records(d, "objects[2]");
    });
    const Document theirs = changed([](Document& d) {
        set_value(d, "objects[0].position.x", "102");
        set_value(d, "objects[1].script_name", "GUARD03");
        set_value(d, "objects[2].position.x", "333");
    });
    std::vector<edit::Conflict> asked;
    const edit::Merge merged = edit::merge(base(), ours, theirs, [&](const edit::Conflict& conflict) {
        asked.push_back(conflict);
        return conflict.field == "script_name" ? MergeFavor::none : MergeFavor::theirs;
    });
    REQUIRE(asked.size() == 3);
    CHECK(values(merged.document, "objects[*].position.x") == std::vector<std::string>{"102", "200", "333"});
    CHECK(values(merged.document, "objects[*].script_name") == std::vector<std::string>{"DOOR01", "GUARD02", "CHEST"});
    const auto place = std::ranges::find(merged.conflicts, "position.x", &edit::Conflict::field);
    REQUIRE(place != merged.conflicts.end());
    CHECK(place->base == "100");
    CHECK(place->ours == "101");
    CHECK(place->theirs == "102");
    const auto removal = std::ranges::find(merged.conflicts, "", &edit::Conflict::field);
    REQUIRE(removal != merged.conflicts.end());
    CHECK(removal->ours == "removed");
    CHECK(removal->theirs == "changed");
}

TEST_CASE("merge: conflicts of added records and scripts are resolved one by one", "[edit][merge]")
{
    const auto with = [](int x, const std::string& other, const std::string& body) {
        return changed([&](Document& d) {
            append_record(d, "objects", object(9, "NEW", x));
            append_record(d, "objects", object(10, other));
            append_record(d, "actors", {{"script_name", "GUARD01"}});
            set_value(d, "actors[0].script", "actor GUARD01 { " + body + " }");
        });
    };
    const Document from = changed([](Document& d) {
        append_record(d, "actors", {{"script_name", "GUARD01"}});
        set_value(d, "actors[0].script", "actor GUARD01 { end }");
    });
    const Document ours = with(1, "OURS", "endint end");
    const Document theirs = with(2, "THEIRS", "return end");
    const auto decided = [&](MergeFavor nine, MergeFavor ten, MergeFavor script) {
        std::vector<std::string> asked;
        const edit::Merge merged = edit::merge(from, ours, theirs, [&](const edit::Conflict& conflict) {
            asked.push_back(conflict.label + "|" + conflict.field);
            return conflict.field == "script" ? script : conflict.label.starts_with("9 ") ? nine : ten;
        });
        std::ranges::sort(asked);
        CHECK(asked == Ids{"10 OURS|", "9 NEW|", "GUARD01|script"});
        const std::string text = value(merged.document, "actors[0].script");
        return value(merged.document, "objects[id=9].position.x") + " " +
               value(merged.document, "objects[id=10].script_name") + " " +
               (text.find("endint") != std::string::npos ? "endint" : "") +
               (text.find("return") != std::string::npos ? "return" : "");
    };
    CHECK(decided(MergeFavor::ours, MergeFavor::ours, MergeFavor::ours) == "1 OURS endint");
    CHECK(decided(MergeFavor::theirs, MergeFavor::ours, MergeFavor::ours) == "2 OURS endint");
    CHECK(decided(MergeFavor::ours, MergeFavor::theirs, MergeFavor::ours) == "1 THEIRS endint");
    CHECK(decided(MergeFavor::ours, MergeFavor::ours, MergeFavor::theirs) == "1 OURS return");
    CHECK(decided(MergeFavor::theirs, MergeFavor::theirs, MergeFavor::theirs) == "2 THEIRS return");
}

TEST_CASE("merge: a record removed by one side and changed by the other is a conflict", "[edit][merge]")
{
    const Document changes = changed([](Document& map) { set_value(map, "objects[1].position.x", "1"); });
    const Document removes = changed([](Document& map) { remove_records(map, "objects[1]"); });
    CHECK(conflicts(edit::merge(base(), changes, removes)) ==
          "objects[1]|2 GUARD01||ours changes it, theirs removes it\n");
    CHECK(conflicts(edit::merge(base(), removes, changes)) ==
          "objects[1]|2 GUARD01||theirs changes it, ours removes it\n");
    CHECK(ids(edit::merge(base(), changes, removes, MergeFavor::ours).document) == Ids{"1", "2", "3"});
    CHECK(ids(edit::merge(base(), changes, removes, MergeFavor::theirs).document) == Ids{"1", "3"});
    CHECK(ids(edit::merge(base(), changes, removes, MergeFavor::both).document) == Ids{"1", "2", "3"});
    CHECK(ids(edit::merge(base(), removes, changes, MergeFavor::ours).document) == Ids{"1", "3"});
    CHECK(ids(edit::merge(base(), removes, changes, MergeFavor::theirs).document) == Ids{"1", "2", "3"});
    CHECK(ids(edit::merge(base(), removes, changes, MergeFavor::both).document) == Ids{"1", "2", "3"});
}

TEST_CASE("merge: two records with one new id are a conflict, and a union keeps both", "[edit][merge]")
{
    const Document ours = changed([](Document& map) { append_record(map, "objects", object(9, "OURS")); });
    const Document theirs = changed([](Document& map) { append_record(map, "objects", object(9, "THEIRS", 50)); });
    CHECK(conflicts(edit::merge(base(), ours, theirs)) == "objects[3]|9 OURS||both add it, and differ\n");
    const auto last = [&](MergeFavor prefer) {
        return value(edit::merge(base(), ours, theirs, prefer).document, "objects[-1].script_name");
    };
    CHECK(last(MergeFavor::ours) == "OURS");
    CHECK(last(MergeFavor::theirs) == "THEIRS");
    CHECK(ids(edit::merge(base(), ours, theirs, MergeFavor::both).document) == Ids{"1", "2", "3", "9", "9"});
    // Both sides copied one record, so its id is no longer unique.
    const Document copy = changed([](Document& map) { append_record(map, "objects", object(1, "DOOR01", 500)); });
    const Document other = changed([](Document& map) { append_record(map, "objects", object(1, "DOOR01", 600)); });
    const edit::Merge merged = edit::merge(base(), copy, other);
    CHECK(conflicts(merged) == "");
    CHECK(ids(merged.document) == Ids{"1", "2", "3", "1", "1"});
}

TEST_CASE("merge: two new orders conflict if they contradict each other", "[edit][merge]")
{
    const Document ours = changed([](Document& map) { move_record(map, "objects[-1]", 0); });
    const Document theirs = changed([](Document& map) { move_record(map, "objects[1]", 2); });
    CHECK(conflicts(edit::merge(base(), ours, theirs)) == "objects|||both change the order of records\n");
    CHECK(ids(edit::merge(base(), ours, theirs, MergeFavor::ours).document) == Ids{"3", "1", "2"});
    CHECK(ids(edit::merge(base(), ours, theirs, MergeFavor::theirs).document) == Ids{"1", "3", "2"});
}

TEST_CASE("merge: a record added by both sides is merged by fields", "[edit][merge]")
{
    Document from(*edit::find_format("map"));
    append_record(from, "actors");
    const auto with = [&](const std::string& grip, const std::string& taunt) {
        Document document = from;
        append_record(record(document, "actors[0]"), "extra", {{"grip0", grip}, {"taunt_id", taunt}});
        return document;
    };
    const edit::Merge merged = edit::merge(from, with("3", "0"), with("0", "4"));
    CHECK(conflicts(merged) == "");
    CHECK(same_document(merged.document, with("3", "4")));
    CHECK(conflicts(edit::merge(from, with("3", "0"), with("5", "0"))) ==
          "actors[0].extra||grip0|base 0, ours 3, theirs 5\n");
}
