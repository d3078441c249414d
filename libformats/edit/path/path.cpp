// Field paths: resolves names and selectors, beginning at a record.
#include "edit/path/path.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/letter_case.hpp"
#include "edit/path/conditions.hpp"
#include "edit/path/path_names.hpp"
#include "edit/path/selector.hpp"
#include "edit/path/selector_index.hpp"

namespace redforge::edit {
namespace {

class Resolver {
public:
    Resolver(std::string_view whole, SelectorIndex* index) : whole_(whole), index_(index) {}

    /// Follows the rest of the path from the record at `node_`.
    Status follow(const RecordHandle& record, std::string_view path)
    {
        if (take_fields(record, path)) {
            return {};
        }
        const std::size_t end = std::min(path.find_first_of(".["), path.size());
        const std::string_view name = path.substr(0, end);
        const std::string_view rest = path.substr(end);
        const ChildEntry* child = record.table().find_child(name);
        if (child != nullptr) {
            switch (child->kind) {
            case ChildEntry::Kind::group: return into_group(record, *child, rest);
            case ChildEntry::Kind::list: return into_list(record, *child, rest);
            case ChildEntry::Kind::blob:
            case ChildEntry::Kind::byte_range:
                if (rest.empty()) {
                    add(Match::Kind::blob, record).child = child;
                    return {};
                }
            }
        }
        if (const auto [list, item] = record.table().find_item(name); list != nullptr) {
            return into_items(record, *list, item, rest);
        }
        for (const Descendants& each : record.table().descendants) {
            if (each.as_list.name == name) {
                return into_descendants(record, each, rest);
            }
        }
        if (const ChildEntry* const list = list_of_element(record.table(), name)) {
            return into_list(record, *list, rest);
        }
        if (const RecordHandle inside = step_inside(record)) {
            const Status status = follow(inside, path);
            node_.pop_back();
            return status;
        }
        return unknown_name(record, path);
    }

    /// Sets the paths of the matches.
    std::vector<Match> finish(const RecordHandle& root)
    {
        for (Match& match : found_) {
            match.path = path_text(root, match.node);
            if (match.kind == Match::Kind::field) {
                match.path = path_below(std::move(match.path), match.field.name());
            } else if (match.kind != Match::Kind::record) {
                match.path = path_below(std::move(match.path), match.child->name);
            }
        }
        return std::move(found_);
    }

private:
    Match& add(Match::Kind kind, const RecordHandle& record)
    {
        Match& match = found_.emplace_back();
        match.kind = kind;
        match.node = node_;
        match.record = record;
        return match;
    }

    /// Returns the nested record whose field names paths can use directly. Returns an empty handle if there is none.
    RecordHandle step_inside(const RecordHandle& record)
    {
        const auto [child, item] = record.table().find_item(record.table().inside);
        const ListView list = child == nullptr ? ListView{} : record.list(*child);
        for (std::size_t i = 0; list && i < list.size(); ++i) {
            if (list.item_number(i) == item) {
                node_.push_back({record.table().number_of(*child), static_cast<std::uint32_t>(i)});
                return list.at(i);
            }
        }
        return {};
    }

    /// Matches a field of the record, or all fields of a composite: `position` matches `position.x` and so on.
    bool take_fields(const RecordHandle& record, std::string_view path)
    {
        bool taken = false;
        for (const FieldEntry& field : record.table().fields) {
            const bool part = field.name.starts_with(path) && field.name.substr(path.size()).starts_with('.');
            if (!path.empty() && (field.name == path || part)) {
                add(Match::Kind::field, record).field = record.field(field);
                taken = true;
            }
        }
        return taken;
    }

    Status into_group(const RecordHandle& record, const ChildEntry& child, std::string_view rest)
    {
        const RecordHandle inner = record.group(child);
        node_.push_back({record.table().number_of(child), 0});
        const Status status = inside_group(inner, rest);
        node_.pop_back();
        return status;
    }

    Status inside_group(const RecordHandle& inner, std::string_view rest)
    {
        if (rest.empty() || rest.front() == '[') {
            // A path indexes the records of a group directly; without an index it means their list.
            const ChildEntry* list = inner.table().find_child("");
            if (list != nullptr && list->kind == ChildEntry::Kind::list) {
                return into_list(inner, *list, rest);
            }
        }
        if (rest.empty()) {
            add(Match::Kind::record, inner);
            return {};
        }
        if (rest.front() == '[') {
            return fail(no_list());
        }
        // A name that the group does not have applies to all its records: lights.red is lights[*].red.
        if (const ChildEntry* records = inner.table().find_child("");
            records != nullptr && records->kind == ChildEntry::Kind::list && !has_name(inner.table(), rest.substr(1)) &&
            std::ranges::any_of(records->items, [&](const ItemEntry& item) {
                return std::ranges::any_of(item.type->tables,
                                           [&](const FieldTable& table) { return has_name(table, rest.substr(1)); });
            })) {
            return into_list(inner, *records, rest);
        }
        return follow(inner, rest.substr(1));
    }

    /// Returns true if a path begins with a field, a part of a composite, a list or a blob of the table.
    static bool has_name(const FieldTable& table, std::string_view path)
    {
        const std::string_view name = path.substr(0, path.find_first_of(".["));
        return table.find_child(name) != nullptr || table.find_item(name).list != nullptr ||
               std::ranges::any_of(table.fields, [&](const FieldEntry& field) {
                   return field.name == path || field.name == name ||
                          (field.name.starts_with(name) && field.name[name.size()] == '.');
               });
    }

    Status into_list(const RecordHandle& parent, const ChildEntry& child, std::string_view rest)
    {
        const ListView list = parent.list(child);
        if (rest.empty() && !list.single()) {
            Match& match = add(Match::Kind::list, parent);
            match.child = &child;
            match.list = list;
            return {};
        }
        if (rest.size() > 1 && rest.front() == '.' && as_index(rest.substr(1, rest.find('.', 1) - 1)) &&
            whole_.find('[') == std::string_view::npos) {
            return fail(bad_path(whole_, "the number of a record goes in brackets",
                                 fmt::format("did you mean {}?", with_brackets(whole_))));
        }
        if (list.single() && rest.starts_with('[')) {
            // As in path_text(), the record itself has no index, so this index belongs to the list inside the record.
            if (const ChildEntry* inner = child.items.front().type->tables.front().find_child("")) {
                return into_inner(parent, list, *inner, rest);
            }
        }
        return into_places(parent, list, Places(list.size()), rest);
    }

    /// Goes into the unnamed list of the only record of a list.
    Status into_inner(const RecordHandle& parent, const ListView& list, const ChildEntry& inner, std::string_view rest)
    {
        if (list.size() == 0) {
            return {};
        }
        node_.push_back({parent.table().number_of(*list.child), 0});
        const Status status = into_list(list.at(0), inner, rest);
        node_.pop_back();
        return status;
    }

    /// Goes into the records of a list that have one of its types.
    Status into_items(const RecordHandle& parent, const ChildEntry& child, std::size_t item, std::string_view rest)
    {
        const ListView list = parent.list(child);
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list.item_number(i) == item) {
                places.push_back(i);
            }
        }
        return into_places(parent, list, Places(std::move(places)), rest);
    }

    /// Records at any depth below a record, as a list.
    struct CollectedRecords {
        RecordHandle parent;
        const Descendants* all{};
        std::vector<NodePath> nodes;

        static const CollectedRecords& of(const void* list) { return *static_cast<const CollectedRecords*>(list); }
        static const ListOps& operations()
        {
            static const ListOps ops = [] {
                ListOps made{};
                made.size = [](const void* list) { return of(list).nodes.size(); };
                made.at = [](void* list, std::size_t index) {
                    return record_at(of(list).parent, of(list).nodes[index]).record;
                };
                return made;
            }();
            return ops;
        }
    };

    Status into_descendants(const RecordHandle& parent, const Descendants& all, std::string_view rest)
    {
        std::vector<Descendants::Key> keys;
        std::optional<std::size_t> max_records;
        if (const std::size_t close = rest.starts_with('[') ? closing_bracket(rest, 0) : std::string_view::npos;
            close != std::string_view::npos) {
            const std::string_view selector = rest.substr(1, close - 1);
            const auto number = as_index(selector);
            if (is_key(selector)) {
                keys.push_back({"", decode_text(selector, parent.page).value_or(std::string(selector))});
            } else if (number && *number >= 0) {
                max_records = static_cast<std::size_t>(*number) + 1;
            } else if (const Result<Conditions> conditions = Conditions::parse(selector)) {
                // Values in a code page, and patterns, are compared later, when the record is available.
                const auto is_plain = [](char c) { return c > ' ' && c < '\x7F' && c != '*' && c != '?'; };
                for (const Condition& each : conditions->all().value_or(std::vector<Condition>{})) {
                    if (each.comparison == "=" && std::ranges::all_of(each.value.text, is_plain)) {
                        keys.push_back({each.field, each.value.text});
                    }
                }
            }
        }
        CollectedRecords found{parent, &all, {}};
        const auto gather = [&] {
            all.visit(parent.record, keys, [&](const std::vector<Step>& steps) {
                found.nodes.push_back(steps);
                return !max_records || found.nodes.size() < *max_records;
            });
        };
        gather();
        if (found.nodes.empty() && !keys.empty() && keys.front().field.empty()) {
            keys.clear();  // the message lists the alternatives
            max_records = 1;
            gather();
        }
        ChildEntry as_list = all.as_list;
        as_list.ops = &CollectedRecords::operations();
        collected_ = &found;
        const ListView list{&as_list, &found, parent.page};
        const Status status = into_places(parent, list, Places(list.size()), rest);
        collected_ = nullptr;
        return status;
    }

    /// Goes into one of the collected records.
    Status into_collected(std::size_t index, std::string_view rest)
    {
        const CollectedRecords& all = *std::exchange(collected_, nullptr);
        const NodePath outer = node_;
        NodePath node = all.nodes[index];
        const Step last = node.back();
        node.pop_back();
        const RecordHandle parent = record_at(all.parent, node);
        node_.insert(node_.end(), node.begin(), node.end());
        const Status status = into_record(parent, parent.list(parent.table().children[last.child]), last.index, rest);
        node_ = outer;
        collected_ = &all;
        return status;
    }

    Status into_places(const RecordHandle& parent, const ListView& list, const Places& places, std::string_view rest)
    {
        if (rest.empty() || rest.front() == '.') {
            return into_all(parent, list, places, rest);
        }
        const std::size_t close = closing_bracket(rest, 0);
        if (close == std::string_view::npos) {
            return fail(unclosed_error(whole_).value_or(bad_path(whole_, "a selector without its ]", "add a ]")));
        }
        return select(parent, list, places, rest.substr(1, close - 1), rest.substr(close + 1));
    }

    Status into_all(const RecordHandle& parent, const ListView& list, const Places& places, std::string_view rest)
    {
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (Status status = into_record(parent, list, places[i], rest); !status) {
                return status;
            }
        }
        return {};
    }

    /// Returns the records of a selector like `1,4,7..9`, in this order, without duplicates.
    Status select_places(const RecordHandle& parent, const ListView& list, const Places& from,
                         std::string_view selector, const std::vector<Span>& spans, std::string_view rest)
    {
        const auto size = static_cast<std::int64_t>(from.size());
        const auto position_of = [size](std::int64_t number) { return number < 0 ? number + size : number; };
        std::vector<Span> places;
        for (const Span& span : spans) {
            const Span place{position_of(span.first), position_of(span.last)};
            for (const auto& [number, at] : {std::pair(span.first, place.first), std::pair(span.last, place.last)}) {
                if (at < 0 || at >= size) {
                    const std::string_view name = whole_.substr(0, whole_.size() - rest.size() - selector.size() - 2);
                    return fail(
                        {.code = ErrorCode::not_found,
                         .message = fmt::format("{} has no record {}", name, number),
                         .field = std::string(whole_),
                         .hint = size == 0 ? "it is empty" : fmt::format("they are numbered 0 to {}", size - 1)});
                }
            }
            if (place.last < place.first) {
                return fail(bad_path(whole_, fmt::format("{}..{} ends before it begins", span.first, span.last),
                                     "write the lower index first"));
            }
            places.push_back(place);
        }
        std::vector<Span> sorted = places;
        std::ranges::sort(sorted, {}, &Span::first);
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            if (sorted[i].first <= sorted[i - 1].last) {
                return fail(bad_path(whole_, fmt::format("[{}] names record {} twice", selector, sorted[i].first),
                                     "write each index once"));
            }
        }
        for (const Span& place : places) {
            for (std::int64_t i = place.first; i <= place.last; ++i) {
                if (Status status = into_record(parent, list, from[static_cast<std::size_t>(i)], rest); !status) {
                    return status;
                }
            }
        }
        return {};
    }

    /// Finds records by their key in brackets without a field name: `scripts[MyScript]`, `records[0001A2B3]`.
    static std::vector<std::size_t> records_named(const ListView& list, const Places& places, std::string_view name)
    {
        if (!is_key(name)) {
            return {};
        }
        std::vector<std::size_t> found;
        for (std::size_t n = 0; n < places.size(); ++n) {
            const std::size_t i = places[n];
            const RecordHandle record = list.at(i);
            const auto is_named = [&](const FieldEntry& field) {
                return (field.info.key || field.info.is_name) && field.ops->type.kind == ValueKind::text &&
                       equals_ignore_case(record.field(field).text(), name);
            };
            if (std::ranges::any_of(record.table().fields, is_named)) {
                found.push_back(i);
            }
        }
        return found;
    }

    /// Returns the keys of a list's records for messages: "editor_id or form_id". Empty if they have none.
    static std::string names_of(const ListView& list)
    {
        std::vector<std::string_view> names;
        for (const ItemEntry& item : list.child->items) {
            for (const FieldEntry& field : item.type->tables.front().fields) {
                const bool is_text = field.ops->type.kind == ValueKind::text;
                if (is_text && (field.info.key || field.info.is_name) &&
                    std::ranges::find(names, field.name) == names.end()) {
                    names.push_back(field.name);
                }
            }
        }
        return fmt::format("{}", fmt::join(names, " or "));
    }

    /// Returns the name in a list that is nearest to an unknown one. Empty if none is similar.
    [[nodiscard]] std::string find_nearest_name(const ListView& list, const Places& places, std::string_view name) const
    {
        std::vector<std::string> names;
        if (collected_ != nullptr && collected_->all->names != nullptr) {
            names = collected_->all->names(collected_->parent.record);
        } else {
            for (std::size_t n = 0; n < places.size(); ++n) {
                const RecordHandle record = list.at(places[n]);
                for (const FieldEntry& field : record.table().fields) {
                    if (field.info.is_name && field.ops->type.kind == ValueKind::text) {
                        names.push_back(record.field(field).text());
                    }
                }
            }
        }
        return std::string(nearest(name, names));
    }

    Error no_such_name(const ListView& list, const Places& places, std::string_view name, std::string_view rest) const
    {
        const std::string_view parent = whole_.substr(0, whole_.size() - rest.size() - name.size() - 2);
        const std::string near = find_nearest_name(list, places, name);
        return {.code = ErrorCode::not_found,
                .message = fmt::format("{} has no record {}", parent, name),
                .field = std::string(whole_),
                .hint = near.empty() ? fmt::format("a name in brackets is a record's {}", names_of(list))
                                     : fmt::format("did you mean {}?", near)};
    }

    Status select(const RecordHandle& parent, const ListView& list, const Places& places, std::string_view selector,
                  std::string_view rest)
    {
        const std::size_t size = places.size();
        if (selector == "*") {
            return into_all(parent, list, places, rest);
        }
        if (selector.find_first_not_of(' ') == std::string_view::npos) {
            return fail(bad_path(whole_, "an empty selector", "use [*] for all records"));
        }
        if (selector.front() == '#') {
            return select_fingerprint(parent, list, places, selector, rest);
        }
        if (const std::vector<std::size_t> named = records_named(list, places, selector); !named.empty()) {
            for (const std::size_t i : named) {
                if (Status status = into_record(parent, list, i, rest); !status) {
                    return status;
                }
            }
            return {};
        }
        const std::optional<std::int64_t> number = as_index(selector);
        const bool is_name = is_key(selector) && (!number || *number >= static_cast<std::int64_t>(size));
        if (is_name && (!number || collected_ != nullptr) && !names_of(list).empty()) {
            return fail(no_such_name(list, places, selector, rest));
        }
        if (const auto range = as_range(selector, size)) {
            for (std::size_t i = range->first; i < range->second; ++i) {
                if (Status status = into_record(parent, list, places[i], rest); !status) {
                    return status;
                }
            }
            return {};
        }
        if (const auto spans = parse_places(selector)) {
            return select_places(parent, list, places, selector, *spans, rest);
        }
        const Result<Conditions> conditions = Conditions::parse(selector);
        if (!conditions) {
            return fail(conditions.error());
        }
        if (Status status = conditions->check(list); !status) {
            return status;
        }
        const auto all = index_ != nullptr && collected_ == nullptr ? conditions->all() : std::nullopt;
        if (all) {
            NodePath place = node_;
            place.push_back({parent.table().number_of(*list.child), 0});
            if (const auto found = index_->find(place, list, *all)) {
                for (const std::size_t i : *found) {
                    if (!places.has(i)) {
                        continue;
                    }
                    if (Status status = into_record(parent, list, i, rest); !status) {
                        return status;
                    }
                }
                return {};
            }
        }
        for (std::size_t i = 0; i < size; ++i) {
            const Result<bool> met = conditions->matches(list.at(places[i]));
            if (!met) {
                return fail(met.error());
            }
            if (!*met) {
                continue;
            }
            if (Status status = into_record(parent, list, places[i], rest); !status) {
                return status;
            }
        }
        return {};
    }

    /// Returns the record with a fingerprint, see identity.hpp.
    Status select_fingerprint(const RecordHandle& parent, const ListView& list, const Places& places,
                              std::string_view selector, std::string_view rest)
    {
        NodePath place = node_;
        place.push_back({parent.table().number_of(*list.child), 0});
        SelectorIndex own;
        const auto found = (index_ == nullptr ? own : *index_).find_fingerprint(place, list, selector);
        if (!found) {
            Error error = found.error();
            error.field = std::string(whole_);
            return fail(std::move(error));
        }
        for (const std::size_t i : *found) {
            if (Status status = places.has(i) ? into_record(parent, list, i, rest) : Status{}; !status) {
                return status;
            }
        }
        return {};
    }

    Status into_record(const RecordHandle& parent, const ListView& list, std::size_t index, std::string_view rest)
    {
        if (collected_ != nullptr && list.list == collected_) {
            return into_collected(index, rest);
        }
        const RecordHandle record = list.at(index);
        const ChildEntry* const inner = rest.starts_with('[') ? record.table().find_child("") : nullptr;
        if (!rest.empty() && rest.front() != '.' && inner == nullptr) {
            return fail(bad_path(whole_, fmt::format("\"{}\" after a selector", rest), "expected .NAME"));
        }
        node_.push_back({parent.table().number_of(*list.child), static_cast<std::uint32_t>(index)});
        Status status;
        if (rest.empty()) {
            Match& match = add(Match::Kind::record, record);
            match.list = list;
            match.index = index;
        } else if (inner != nullptr) {  // a record whose own records are indexed: structs[1][0]
            status = into_list(record, *inner, rest);
        } else {
            status = follow(record, rest.substr(1));
        }
        node_.pop_back();
        return status;
    }

    [[nodiscard]] Error no_list() const
    {
        return bad_path(whole_, "a selector on something that is not a list", "leave it out");
    }

    Status unknown_name(const RecordHandle& record, std::string_view path)
    {
        const std::vector<std::string> names = record.table().names();
        if (as_index(path.substr(0, path.find('.'))) && whole_.find('[') == std::string_view::npos) {
            return fail(bad_path(whole_, "the number of a record goes in brackets",
                                 fmt::format("did you mean {}?", with_brackets(whole_))));
        }
        // Field names contain dots, so the whole rest can be a misspelt name.
        const std::string_view name = path.substr(0, path.find('['));
        if (path.starts_with('[')) {
            return fail(bad_path(whole_, "no list before the bracket", "for example objects[0] or records[EditorID]"));
        }
        if (const SupersededEntry* const earlier = record.table().find_superseded(name)) {
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("there is no \"{}\" any more", name),
                         .field = std::string(whole_),
                         .hint = earlier->replacement()});
        }
        if (name.size() < path.size() && std::ranges::find(names, name) != names.end()) {
            return fail(no_list());
        }
        const std::string_view first = name.substr(0, name.find('.'));
        std::string_view guess = nearest(name, names);
        guess = guess.empty() ? nearest(first, names) : guess;
        std::string_view place = whole_.substr(0, whole_.size() - path.size());
        place = place.substr(0, place.find_last_not_of('.') + 1);
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("{} has no \"{}\"", place.empty() ? "the document" : place, name),
                     .field = std::string(whole_),
                     .hint = guess.empty() ? fmt::format("it has: {}", fmt::join(record.names(), ", "))
                                           : fmt::format("did you mean {}?", guess)});
    }

    std::string_view whole_;
    SelectorIndex* index_;
    NodePath node_;
    const CollectedRecords* collected_{};  ///< the collected records that are being visited
    std::vector<Match> found_;
};

}  // namespace

Result<std::vector<Match>> resolve(const RecordHandle& root, std::string_view path, SelectorIndex* index)
{
    Resolver resolver(path, index);
    if (path.empty()) {
        return fail(bad_path(path, "an empty path", "a path is names joined by dots: objects[0].position.x"));
    }
    if (const Status status = resolver.follow(root, path); !status) {
        return fail(status.error());
    }
    return resolver.finish(root);
}

namespace {

/// Returns the error of a path without matches. Names the first selector that nothing matches, if the path goes on
/// after it.
Error nothing_matches(const RecordHandle& root, std::string_view path, SelectorIndex* index)
{
    std::string message = "nothing matches";
    for (std::size_t end = path.find(']'); end < path.size() - 1; end = path.find(']', end + 1)) {
        const Result<std::vector<Match>> found = resolve(root, path.substr(0, end + 1), index);
        if (found && found->empty()) {
            message += fmt::format(" {}", path.substr(0, end + 1));
            break;
        }
    }
    return {.code = ErrorCode::not_found, .message = std::move(message), .field = std::string(path)};
}

}  // namespace

Result<std::vector<Match>> resolve_some(const RecordHandle& root, std::string_view path, SelectorIndex* index)
{
    Result<std::vector<Match>> matches = resolve(root, path, index);
    if (matches && matches->empty()) {
        return fail(nothing_matches(root, path, index));
    }
    return matches;
}

}  // namespace redforge::edit
