// Laws of three-way merges of random documents: no change of either side is lost, and only contradictions are
// conflicts.
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "core/xml/xml_writer.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/compare.hpp"
#include "edit/operation/field_roles.hpp"
#include "edit/random_edits.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Document;
using edit::MergeFavor;

namespace {

/// A value of a document: the number of its record, and its name.
using Place = std::pair<std::size_t, std::string>;

/// Returns the values of all records, as texts that are equal for equal values. Omits values with special rules in
/// merges.
std::map<Place, std::string> values_of(const Document& document)
{
    std::vector<RecordHandle> records;
    collect_records(document.root(), records);
    std::map<Place, std::string> values;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const FieldTable& table = records[i].table();
        for (const FieldEntry& field : table.fields) {
            if (!edit::is_bookkeeping(field)) {
                values[{i, field.name}] = edit::display_value(records[i].field(field));
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::blob &&
                records[i].type->blob_details(records[i].record, child.name).bytes_per_line == 0) {
                values[{i, child.name}] = as_text(records[i].blob(child));
            } else if (child.kind == ChildEntry::Kind::byte_range) {
                values[{i, child.name}] = as_text(records[i].byte_range(child).joined());
            }
        }
    }
    return values;
}

/// Returns the value of a conflict.
Place conflict_place(const Document& document, const edit::Conflict& conflict)
{
    std::vector<RecordHandle> records;
    collect_records(document.root(), records);
    if (conflict.path.empty()) {
        return {0, conflict.field};
    }
    const auto matches = edit::resolve(document.root(), conflict.path);
    REQUIRE(matches);
    REQUIRE(matches->size() == 1);
    return {static_cast<std::size_t>(std::ranges::find(records, matches->front().record) - records.begin()),
            conflict.field};
}

/// Returns true if both documents have the same records. Returns false if a record became equal to another one, and
/// counts as that one.
bool has_only_values(const Document& base, const Document& side)
{
    return std::ranges::all_of(edit::differences(base.root(), side.root()), [](const edit::Operation& each) {
        return each.kind == edit::Operation::Kind::set || each.kind == edit::Operation::Kind::set_bytes;
    });
}

/// Returns true if a side renames a master of a plugin, which makes it another master.
bool renames_master(const Document& base, const Document& side)
{
    const auto names = [](const Document& document) {
        std::vector<std::string> texts;
        const auto parts = edit::resolve(document.root(), "header.parts[*]");
        for (const edit::Match& match : parts ? *parts : std::vector<edit::Match>{}) {
            const FieldView name = match.record.find_field("name");
            texts.push_back(name ? name.text() : "");
        }
        return texts;
    };
    return names(base) != names(side);
}

std::string print(const ListView& list, std::size_t i)
{
    TextSink sink;
    XmlWriter(sink).fragment(list.item(i).name, list.at(i));
    return sink.str();
}

/// Appends the texts of all records in lists that have no records themselves.
void collect_texts(const RecordHandle& record, std::vector<std::string>& texts)
{
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::group) {
            collect_texts(record.group(child), texts);
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                const std::size_t before = texts.size();
                collect_texts(list.at(i), texts);
                if (texts.size() == before) {
                    texts.push_back(print(list, i));
                }
            }
        }
    }
}

std::vector<std::string> texts_in(const Document& document)
{
    std::vector<std::string> texts;
    collect_texts(document.root(), texts);
    return texts;
}

}  // namespace

TEST_CASE("merge: takes each value from the side that changed it, in every format", "[edit][merge]")
{
    std::size_t changed = 0;
    std::size_t both = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document base = some_document(random, format);
            Document ours = base;
            Document theirs = base;
            change_values(random, ours.root(), 1 + random.below(8));
            change_values(random, theirs.root(), 1 + random.below(8));
            const MergeFavor side = seed % 3 == 0   ? MergeFavor::theirs
                                    : seed % 3 == 1 ? MergeFavor::ours
                                                    : MergeFavor::none;
            const edit::Merge merged = edit::merge(base, ours, theirs, side);
            if (merged.error || !has_only_values(base, ours) || !has_only_values(base, theirs) ||
                renames_master(base, ours) || renames_master(base, theirs)) {
                continue;
            }
            const auto b = values_of(base);
            const auto o = values_of(ours);
            const auto t = values_of(theirs);
            const auto result = values_of(merged.document);
            CHECK(texts_in(merged.document).size() == texts_in(base).size());
            std::set<Place> conflicts;
            for (const edit::Conflict& conflict : merged.conflicts) {
                const Place place = conflict_place(ours, conflict);
                if (b.contains(place) && o.contains(place) && t.contains(place) && result.contains(place)) {
                    CHECK(conflicts.insert(place).second);
                }
            }
            std::set<Place> contradictions;
            for (const auto& [place, old] : b) {
                INFO("record " << place.first << ", " << place.second);
                if (!o.contains(place) || !t.contains(place) || !result.contains(place)) {
                    continue;  // the bytes became a plane
                }
                const std::string& our_value = o.at(place);
                const std::string& their_value = t.at(place);
                if (our_value != old && their_value != old && our_value != their_value) {
                    ++both;
                    contradictions.insert(place);
                    CHECK(result.at(place) == (side == MergeFavor::theirs ? their_value : our_value));
                } else {
                    changed += our_value != old || their_value != old ? 1U : 0U;
                    CHECK(result.at(place) == (our_value != old ? our_value : their_value));
                }
            }
            CHECK(conflicts == contradictions);
        }
    }
    CHECK(changed > 1500);
    CHECK(both > 50);
}

TEST_CASE("merge: a conflict about a value has the three values, in every format", "[edit][merge]")
{
    std::size_t shown = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document base = some_document(random, format);
            Document ours = base;
            Document theirs = base;
            change_values(random, ours.root(), 6);
            change_values(random, theirs.root(), 6);
            const edit::Merge merged = edit::merge(base, ours, theirs);
            if (merged.error) {
                continue;
            }
            const auto b = values_of(base);
            const auto o = values_of(ours);
            const auto t = values_of(theirs);
            for (const edit::Conflict& conflict : merged.conflicts) {
                const Place place = conflict_place(ours, conflict);
                INFO(edit::conflict_line(conflict));
                CHECK(conflict.identity.empty() == conflict.path.empty());
                CHECK(edit::conflict_line(conflict).find(conflict.what) != std::string::npos);
                if (b.contains(place) && conflict.what.find(" bytes") == std::string::npos) {
                    ++shown;
                    CHECK(conflict.base == b.at(place));
                    CHECK(conflict.ours == o.at(place));
                    CHECK(conflict.theirs == t.at(place));
                    CHECK(conflict.what ==
                          "base " + conflict.base + ", ours " + conflict.ours + ", theirs " + conflict.theirs);
                }
            }
        }
    }
    CHECK(shown > 30);
}

TEST_CASE("merge: keeps changes of a record if the other side changes lists", "[edit][merge]")
{
    std::size_t kept = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document base = some_document(random, format);
            Document ours = base;
            Document theirs = base;
            change_values(random, ours.root(), 3);
            change_document(random, theirs.root(), 3);
            const edit::Merge merged = edit::merge(base, ours, theirs);
            if (merged.error || !merged.conflicts.empty()) {
                continue;
            }
            const std::vector<std::string> before = texts_in(base);
            const std::vector<std::string> after = texts_in(ours);
            const std::vector<std::string> in_theirs = texts_in(theirs);
            const std::vector<std::string> in_merged = texts_in(merged.document);
            REQUIRE(before.size() == after.size());
            for (std::size_t i = 0; i < before.size(); ++i) {
                // `theirs` keeps the record, and no other record is equal to it.
                if (before[i] != after[i] && std::ranges::count(before, before[i]) == 1 &&
                    std::ranges::count(in_theirs, before[i]) == 1) {
                    INFO(before[i] << after[i]);
                    CHECK(std::ranges::count(in_merged, after[i]) > 0);
                    ++kept;
                }
            }
        }
    }
    CHECK(kept > 100);
}

TEST_CASE("merge: keeps exactly the records that neither side removed", "[edit][merge]")
{
    std::size_t kept = 0;
    std::size_t removed = 0;
    std::size_t added = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document base = random_document(random, format, {.records = 4});
            Document ours = base;
            Document theirs = base;
            change_document(random, ours.root(), 3);
            change_document(random, theirs.root(), 3);
            const edit::Merge merged = edit::merge(base, ours, theirs);
            if (merged.error || !merged.conflicts.empty()) {
                continue;
            }
            const std::vector<std::string> texts[] = {texts_in(base), texts_in(ours), texts_in(theirs)};
            const std::vector<std::string> result = texts_in(merged.document);
            std::set<std::string> all;
            for (const auto& each : texts) {
                all.insert(each.begin(), each.end());
            }
            for (const std::string& text : all) {
                INFO(text);
                const auto count = [&](std::size_t side) { return std::ranges::count(texts[side], text); };
                const auto now = std::ranges::count(result, text);
                if (count(0) == 1 && count(1) == 1 && count(2) == 1) {
                    ++kept;
                    CHECK(now == 1);
                } else if (count(0) == 1 && count(1) + count(2) == 1) {
                    ++removed;
                    CHECK(now == 0);
                } else if (count(0) == 0 && count(1) + count(2) == 1) {
                    ++added;
                    CHECK(now <= 1);  // 0 if the other side changed the record too
                }
            }
        }
    }
    CHECK(kept > 1000);
    CHECK(removed > 100);
    CHECK(added > 100);
}
