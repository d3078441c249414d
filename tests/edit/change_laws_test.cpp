// Laws of the differences for users: they name each changed value once, and every path leads to its record.
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/operation/changes.hpp"
#include "edit/random_edits.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Document;
using edit::RecordChange;

namespace {

RecordHandle record_of(const Document& document, const std::string& path)
{
    if (path.empty()) {
        return document.root();
    }
    const auto matches = edit::resolve(document.root(), path);
    INFO(path << (matches ? "" : describe(matches.error())));
    REQUIRE(matches);
    REQUIRE_FALSE(matches->empty());
    return matches->front().record;
}

std::string xml_of(const Document& document, const std::string& path)
{
    const auto matches = edit::resolve(document.root(), path);
    REQUIRE(matches);
    TextSink sink;
    XmlWriter(sink).fragment(matches->front().list.item(matches->front().index).name, matches->front().record);
    return sink.str();
}

/// Returns the number of records that are in lists, at any depth.
std::size_t count_listed(const RecordHandle& record)
{
    std::size_t count = 0;
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::group) {
            count += count_listed(record.group(child));
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            count += list.size();
            for (std::size_t i = 0; i < list.size(); ++i) {
                count += count_listed(list.at(i));
            }
        }
    }
    return count;
}

std::string hex(ByteView bytes)
{
    std::string text;
    append_hex(text, bytes);
    return text;
}

/// Changed values: the number of the record, the name of the value, and its texts before and after.
using ChangedValues = std::set<std::string>;

std::string changed_value(std::size_t record, std::string_view name, std::string_view before, std::string_view after)
{
    return fmt::format("record {}, {}: {} -> {}", record, name, before, after);
}

/// Compares two documents with the same records field by field.
ChangedValues changed_values(const Document& from, const Document& to)
{
    std::vector<RecordHandle> before;
    std::vector<RecordHandle> after;
    collect_records(from.root(), before);
    collect_records(to.root(), after);
    REQUIRE(before.size() == after.size());
    ChangedValues changed;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const FieldTable& table = after[i].table();
        REQUIRE(&table == &before[i].table());
        for (const FieldEntry& field : table.fields) {
            const FieldView old = before[i].field(field);
            const FieldView now = after[i].field(field);
            if (!field.same(old.value, now.value)) {
                changed.insert(changed_value(i, field.name, old.text(), now.text()));
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::blob && before[i].blob(child) != after[i].blob(child)) {
                changed.insert(changed_value(i, child.name, hex(before[i].blob(child)), hex(after[i].blob(child))));
            }
            if (child.kind == ChildEntry::Kind::byte_range) {
                const Bytes old = before[i].byte_range(child).joined();
                const Bytes now = after[i].byte_range(child).joined();
                if (old != now) {
                    changed.insert(changed_value(i, child.name, hex(old), hex(now)));
                }
            }
        }
    }
    return changed;
}

/// Returns the changed values that the differences name. `backwards`: with old and new values exchanged.
ChangedValues named_values(const Document& to, const std::vector<RecordChange>& changes, bool backwards = false)
{
    std::vector<RecordHandle> records;
    collect_records(to.root(), records);
    ChangedValues named;
    for (const RecordChange& change : changes) {
        const RecordHandle record = record_of(to, change.path);
        const auto place = static_cast<std::size_t>(std::ranges::find(records, record) - records.begin());
        for (const edit::FieldChange& field : change.fields) {
            const std::string& old = (backwards ? field.after : field.before).text;
            const std::string& now = (backwards ? field.before : field.after).text;
            CHECK(named.insert(changed_value(place, field.field, old, now)).second);
        }
    }
    return named;
}

bool has_only_values(const std::vector<RecordChange>& changes)
{
    return std::ranges::all_of(changes, [](const RecordChange& each) {
        return each.kind == RecordChange::Kind::changed && !each.moved;
    });
}

}  // namespace

TEST_CASE("changes: there are none if and only if two documents are equal, in every format", "[edit]")
{
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document from = some_document(random, format);
            Document to = from;
            change_document(random, to.root(), seed % 4);
            const auto changes = edit::changes_between(from.root(), to.root());
            CHECK(changes.empty() == same_document(from, to));
            for (const RecordChange& change : changes) {
                CHECK_FALSE(edit::change_lines(change).empty());
            }
        }
    }
}

TEST_CASE("changes: name each changed value with its old and new text, in every format", "[edit]")
{
    std::size_t values = 0;
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document from = some_document(random, format);
            Document to = from;
            change_values(random, to.root(), 1 + seed % 6);
            const auto changes = edit::changes_between(from.root(), to.root());
            if (has_only_values(changes)) {  // otherwise a record became equal to another one
                const ChangedValues changed = changed_values(from, to);
                CHECK(named_values(to, changes) == changed);
                values += changed.size();
            }
        }
    }
    CHECK(values > 1500);
}

TEST_CASE("changes: added and removed records are shown whole and all counted", "[edit]")
{
    std::size_t added = 0;
    std::size_t removed = 0;
    for (const Format& format : edit::formats()) {
        if (format.root() == "plugin") {
            continue;  // a random change gives two records one name or FormID, so that a path leads to both
        }
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document from = some_document(random, format);
            Document to = from;
            change_document(random, to.root(), 1 + seed % 8);
            std::size_t expected = count_listed(from.root());
            for (const RecordChange& change : edit::changes_between(from.root(), to.root())) {
                INFO(change.path);
                if (change.kind == RecordChange::Kind::changed) {
                    CHECK(record_of(from, change.path_before).type == record_of(to, change.path).type);
                    continue;
                }
                const bool is_added = change.kind == RecordChange::Kind::added;
                const Document& document = is_added ? to : from;
                const std::size_t records = 1 + count_listed(record_of(document, change.path));
                expected += is_added ? records : 0 - records;
                ++(is_added ? added : removed);
                CHECK(change.element == xml_of(document, change.path));
                CHECK(edit::change_lines(change).front().starts_with((is_added ? "+ " : "- ") + change.path));
            }
            CHECK(count_listed(to.root()) == expected);
        }
    }
    CHECK(added > 150);
    CHECK(removed > 100);
}

TEST_CASE("changes: the reverse differences exchange old and new values, in every format", "[edit]")
{
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const Document from = some_document(random, format);
            Document to = from;
            change_values(random, to.root(), 1 + seed % 6);
            const auto forth = edit::changes_between(from.root(), to.root());
            const auto back = edit::changes_between(to.root(), from.root());
            if (!has_only_values(forth) || !has_only_values(back)) {
                continue;
            }
            CHECK(named_values(to, forth) == named_values(from, back, true));
        }
    }
}
