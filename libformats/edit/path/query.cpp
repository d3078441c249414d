// Queries: search a whole document for values of fields.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytes/hex.hpp"
#include "core/files/side_files.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/letter_search.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/path/conditions.hpp"
#include "edit/path/notation.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {
namespace {

constexpr std::string_view any_field = "*";

/// Returns letters that the bytes of a record must contain, in either case, if one of its texts matches a pattern.
/// Returns an empty text if the pattern has only letters that numbers can have too.
std::string necessary_letters(std::string_view pattern)
{
    constexpr std::string_view in_numbers = "0123456789abcdefinx.:+-#,";
    const auto is_kept = [](char c) { return c > ' ' && c < 0x7F && c != '*' && c != '?' && c != '\\'; };
    std::string longest;
    for (std::size_t at = 0; at < pattern.size();) {
        const auto* const begin = std::find_if(pattern.begin() + at, pattern.end(), is_kept);
        const auto* const end = std::find_if_not(begin, pattern.end(), is_kept);
        at = static_cast<std::size_t>(end - pattern.begin());
        // The first letters may be the digits of an escaped byte, which the file has as one byte.
        std::string_view letters(begin, static_cast<std::size_t>(end - begin));
        const std::size_t digits = letters.find_first_not_of("0123456789abcdefxABCDEFX");
        letters.remove_prefix(std::min({digits, letters.size(), std::size_t{3}}));
        if (letters.size() > longest.size() && lower(letters).find_first_not_of(in_numbers) != std::string::npos) {
            longest = lower(letters);
        }
    }
    return longest;
}

/// Searches a document for fields with a given name, or all fields, whose value matches a pattern.
class Search {
public:
    Search(const RecordHandle& root, std::string_view field, std::string_view pattern)
        : root_(root), field_(field), wanted_(unquoted(pattern)),
          anywhere_(is_whole(pattern) ? "" : "*" + wanted_.text + "*")
    {
        const std::string letters = necessary_letters(wanted_.text);
        std::set<const RecordType*> seen;
        if (!letters.empty() && !can_be_number(*root.type, letters, seen)) {
            letters_.emplace(letters);
        }
    }
    std::vector<Match> run()
    {
        record(root_);
        return std::move(found_);
    }
    /// Returns all names that records of the document can have.
    static std::set<std::string> all_names(const RecordHandle& root)
    {
        std::set<std::string> names;
        std::set<const RecordType*> seen;
        collect_names(*root.type, names, seen);
        return names;
    }

private:
    void record(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        if (field_ == any_field) {
            for (const FieldEntry& entry : table.fields) {
                take(record, entry);
            }
        } else if (const FieldEntry* entry = table.find_field(field_)) {
            take(record, *entry);
        }
        // Groups first, then lists: the order in which a document's outline shows them.
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::group) {
                node_.push_back({table.number_of(child), 0});
                this->record(record.group(child));
                node_.pop_back();
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::list && can_have_field(child)) {
                list(record.list(child), table.number_of(child));
            }
        }
    }

    /// Returns true if a value is in quotes and must equal the whole text.
    static bool is_whole(std::string_view pattern) { return unquoted(pattern).size() != pattern.size(); }

    void take(const RecordHandle& record, const FieldEntry& entry)
    {
        if (!record.has(entry)) {
            return;
        }
        const FieldView field = record.field(entry);
        const bool contains = field.type().kind == ValueKind::text && !anywhere_.empty() && !wanted_.text.empty();
        if (contains ? matches_pattern(field.text(), anywhere_) : wanted_.is_value_of(field)) {
            Match& match = found_.emplace_back();
            match.path = path_below(path_text(root_, node_), entry.name);
            match.kind = Match::Kind::field;
            match.node = node_;
            match.record = record;
            match.field = field;
        }
    }

    static void collect_names(const RecordType& type, std::set<std::string>& names, std::set<const RecordType*>& seen)
    {
        if (!seen.insert(&type).second) {
            return;
        }
        for (const FieldTable& table : type.tables) {
            for (const FieldEntry& field : table.fields) {
                names.insert(field.name);
            }
            for (const ChildEntry& child : table.children) {
                for (const ItemEntry& item : child.items) {
                    collect_names(*item.type, names, seen);
                }
            }
        }
    }

    /// Returns true if the pattern is a notation of a number that a record can have, or its letters are in the name of
    /// one.
    bool can_be_number(const RecordType& type, std::string_view letters, std::set<const RecordType*>& seen) const
    {
        const auto is_match = [&](const FieldEntry& field) {
            return (field_ == any_field || field.name == field_) &&
                   (plain_number(field, wanted_.text) ||
                    std::ranges::any_of(field.info.enum_names, [&](const EnumName& each) {
                        return lower(each.name).find(letters) != std::string::npos;
                    }));
        };
        return seen.insert(&type).second && std::ranges::any_of(type.tables, [&](const FieldTable& table) {
                   return std::ranges::any_of(table.fields, is_match) ||
                          std::ranges::any_of(table.children, [&](const ChildEntry& child) {
                              return std::ranges::any_of(child.items, [&](const ItemEntry& item) {
                                  return can_be_number(*item.type, letters, seen);
                              });
                          });
               });
    }

    void list(const ListView& list, std::uint32_t number)
    {
        // Parts of a large file that were decoded for the search are released if nothing was found.
        const ListOps& ops = *list.child->ops;
        if (letters_ && ops.may_contain != nullptr && !ops.may_contain(list.list, *letters_)) {
            return;
        }
        const bool is_bytes = ops.undecoded_bytes != nullptr && !ops.undecoded_bytes(list.list).empty();
        const std::size_t before = found_.size();
        node_.push_back({number, 0});
        for (std::size_t i = 0; i < list.size(); ++i) {
            node_.back().index = static_cast<std::uint32_t>(i);
            record(list.at(i));
        }
        node_.pop_back();
        if (is_bytes && found_.size() == before) {
            ops.release_decoded(list.list);
        }
    }

    /// Returns true if records of a list, or their descendants, can have the field. Most lists of a document cannot.
    bool can_have_field(const ChildEntry& child)
    {
        return std::ranges::any_of(child.items, [&](const ItemEntry& item) { return type_may_have_field(*item.type); });
    }
    bool type_may_have_field(const RecordType& type)
    {
        if (const auto known = may_have_.find(&type); known != may_have_.end()) {
            return known->second;
        }
        may_have_[&type] = false;  // ends the recursion of a type that contains itself
        const bool may = field_ == any_field || std::ranges::any_of(type.tables, [&](const FieldTable& table) {
                             return table.find_field(field_) != nullptr ||
                                    std::ranges::any_of(table.children,
                                                        [&](const ChildEntry& child) { return can_have_field(child); });
                         });
        may_have_[&type] = may;
        return may;
    }

    RecordHandle root_;
    std::string_view field_;
    ConditionValue wanted_;
    std::string anywhere_;                 ///< pattern for texts that contain the value; empty if they must equal it
    std::optional<LetterSearch> letters_;  ///< letters that the bytes of every match contain
    NodePath node_;
    std::map<const RecordType*, bool> may_have_;
    std::vector<Match> found_;
};

}  // namespace

Result<std::vector<Match>> find(const RecordHandle& root, std::string_view query)
{
    const std::size_t colon = find_outside(query, ":");
    if (colon == std::string_view::npos) {
        Result<std::vector<Match>> matches = resolve(root, query);
        const bool is_path =
            matches || matches.error().code != ErrorCode::unknown_name || query.find_first_of(".[") < query.find('=');
        if (is_path) {
            return matches;
        }
        Error error = matches.error();
        const std::size_t equals = query.find('=');
        const bool is_name = query.find_first_of(".[") == std::string_view::npos;
        if (equals != std::string_view::npos) {
            error.message = "a condition must be in the brackets of a list";
            error.hint = fmt::format("to search for a value anywhere, use '{}:{}'", query.substr(0, equals),
                                     query.substr(query.find_first_not_of('=', equals)));
        } else if (is_name && !error.hint.starts_with("did you mean")) {
            error.hint += fmt::format("; to search for a value anywhere, use '*:{}'", query);
        }
        return fail(std::move(error));
    }
    const std::string_view field = query.substr(0, colon);
    if (field != any_field) {
        const std::set<std::string> names = Search::all_names(root);
        if (!names.contains(std::string(field))) {
            const std::string_view guess = nearest(field, names);
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("no record has a field \"{}\"", field),
                         .hint = guess.empty()
                                     ? fmt::format("to search all fields, use '*:{}'", query.substr(colon + 1))
                                     : fmt::format("did you mean {}?", guess)});
        }
    }
    return Search(root, field, query.substr(colon + 1)).run();
}

std::string match_text(const Match& match, const LoadContext& context)
{
    switch (match.kind) {
    case Match::Kind::field: return match.field.text();
    case Match::Kind::blob: {
        if (match.child->blob.codec != nullptr) {
            return source_of(match.record, *match.child, context);
        }
        std::string text;
        if (match.child->kind == ChildEntry::Kind::byte_range) {
            for (const ByteView piece : match.record.byte_range(*match.child).pieces()) {
                append_hex(text, piece);
            }
        } else {
            append_hex(text, match.record.blob(*match.child));
        }
        return text;
    }
    case Match::Kind::record: {
        TextSink sink;
        const std::string_view path = match.path;
        const std::string_view name =
            match.list ? std::string_view(match.list.item(match.index).name) : path.substr(path.rfind('.') + 1);
        XmlWriter(sink, nullptr, context).fragment(name, match.record);
        return sink.str();
    }
    case Match::Kind::list: {
        TextSink sink;
        for (std::size_t i = 0; i < match.list.size(); ++i) {
            XmlWriter(sink, nullptr, context).fragment(match.list.item(i).name, match.list.at(i));
        }
        return sink.str();
    }
    }
    return {};
}

Error not_a_value(const Match& match)
{
    if (match.kind != Match::Kind::list || match.list.child->ops == nullptr) {
        return {.code = ErrorCode::usage,
                .message = "this is a record, not a value",
                .field = match.path,
                .hint = fmt::format("name one of its fields: {}", fmt::join(match.record.names(), ", "))};
    }
    const std::size_t size = match.list.size();
    const std::vector<std::string> names = size == 0 ? std::vector<std::string>{} : match.list.at(0).names();
    return {.code = ErrorCode::usage,
            .message = fmt::format("this is a list of {}, not a value", counted(size, "record")),
            .field = match.path,
            .hint = size == 0       ? "apply adds records: <add>; see redforge help edits"
                    : names.empty() ? fmt::format("name a record of it: {}[0]", match.path)
                                    : fmt::format("name a record and a field: {0}[0].{1}, or {0}[*].{1} for all",
                                                  match.path, names.front())};
}

}  // namespace redforge::edit
