// Values of documents by path: calls libformats/edit, and throws an exception on an error.
#include "support/values.hpp"

#include <stdexcept>

#include "edit/document/document.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/path.hpp"
#include "rgm/map.hpp"

namespace redforge::test {
namespace {

using edit::Match;

[[noreturn]] void wrong(std::string_view path, std::string_view why)
{
    throw std::runtime_error("the path \"" + std::string(path) + "\" " + std::string(why));
}

template <class T>
T right(Result<T> result, std::string_view path)
{
    if (!result) {
        wrong(path, "is rejected: " + describe(result.error()));
    }
    return std::move(*result);
}

std::vector<Match> matches_of(const Root& root, std::string_view path)
{
    return right(edit::resolve(root.record, path), path);
}

Match match_of(const Root& root, std::string_view path)
{
    std::vector<Match> matches = matches_of(root, path);
    if (matches.size() != 1) {
        wrong(path, "leads to " + std::to_string(matches.size()) + " things, not to one");
    }
    return std::move(matches.front());
}

/// Returns the text of a field or of bytes. Throws for a whole record.
std::string text_of(const Match& match)
{
    if (match.kind != Match::Kind::field && match.kind != Match::Kind::blob) {
        wrong(match.path, "leads to no value");
    }
    return edit::match_text(match);
}

Match record_match(const Root& root, std::string_view path)
{
    Match match = match_of(root, path);
    if (match.kind != Match::Kind::record) {
        wrong(path, "leads to no record");
    }
    return match;
}

/// Finds a record in a list.
Match listed_record(const Root& root, std::string_view path)
{
    Match match = record_match(root, path);
    if (!match.list) {
        wrong(path, "leads to a record that is in no list");
    }
    return match;
}

ListView list_of(const Root& root, std::string_view path)
{
    // In a path, a single-record list means its record, so find the list by name.
    if (const ListView list = root.record.find_list(path)) {
        return list;
    }
    const Match match = match_of(root, path);
    if (match.kind != Match::Kind::list) {
        wrong(path, "leads to no list");
    }
    return match.list;
}

/// Sets fields of one record.
void set_values(const RecordHandle& record, const NamedValues& values)
{
    for (const NamedValue& each : values) {
        set_value(record, each.name, each.value);
    }
}

RecordHandle last_of(const ListView& list, const NamedValues& values)
{
    const RecordHandle last = list.at(list.size() - 1);
    set_values(last, values);
    return last;
}

}  // namespace

Root::Root(const rgm::Map& map) : record(handle_of(const_cast<rgm::Map&>(map)))  // NOLINT: a handle is for writing too
{
}

Root::Root(const edit::Document& document) : record(document.root())
{
}

ChangedRoot::ChangedRoot(rgm::Map& map) : Root(map)
{
}

ChangedRoot::ChangedRoot(edit::Document& document) : Root(document)
{
}

std::string value(const Root& root, std::string_view path)
{
    return text_of(match_of(root, path));
}

std::vector<std::string> values(const Root& root, std::string_view path)
{
    std::vector<std::string> texts;
    for (const Match& match : matches_of(root, path)) {
        texts.push_back(text_of(match));
    }
    return texts;
}

std::size_t count(const Root& root, std::string_view path)
{
    const std::vector<Match> matches = matches_of(root, path);
    std::size_t number = 0;
    for (const Match& match : matches) {
        number += match.kind == Match::Kind::list ? match.list.size() : 1;
    }
    return number;
}

RecordHandle record(const Root& root, std::string_view path)
{
    return record_match(root, path).record;
}

void set_value(const ChangedRoot& root, std::string_view path, std::string_view text)
{
    edit::Recorder recorder(root.record);
    right(edit::set(recorder, path, text), path);
    static_cast<void>(recorder.finish({}));
}

RecordHandle append_record(const ChangedRoot& root, std::string_view list, const NamedValues& values)
{
    append_records(root, list, 1);
    return last_of(list_of(root, list), values);
}

void append_records(const ChangedRoot& root, std::string_view list, std::size_t number)
{
    const ListView grown = list_of(root, list);
    if (grown.single() && grown.size() + number > 1) {
        wrong(list, "leads to a list of one record at most");
    }
    grown.child->ops->grow(grown.list, number, *grown.child);
}

RecordHandle append_copy(const ChangedRoot& root, std::string_view path, const NamedValues& values)
{
    const Match original = listed_record(root, path);
    const ListView& list = original.list;
    list.child->ops->append_copy(list.list, list.list, original.index);
    return last_of(list, values);
}

void remove_records(const ChangedRoot& root, std::string_view path)
{
    edit::Recorder recorder(root.record);
    right(edit::remove(recorder, path), path);
    static_cast<void>(recorder.finish({}));
}

void move_record(const ChangedRoot& root, std::string_view path, std::size_t to)
{
    const Match moved = listed_record(root, path);
    if (to >= moved.list.size()) {
        wrong(path, "leads to a record that cannot be moved to " + std::to_string(to));
    }
    moved.list.child->ops->move(moved.list.list, moved.index, to);
}

}  // namespace redforge::test
