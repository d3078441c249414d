// Field paths: following names and selectors down from a record.
#include "edit/path.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "edit/selector_index.hpp"

namespace redforge::edit {
namespace {

Error bad_path(std::string_view path, std::string message, std::string hint)
{
    return {.code = ErrorCode::usage,
            .message = std::move(message),
            .field = std::string(path),
            .hint = std::move(hint)};
}

/// The end of a selector that begins at `path[open]`, with quotes respected.
std::size_t closing_bracket(std::string_view path, std::size_t open)
{
    char quote = 0;
    for (std::size_t at = open + 1; at < path.size(); ++at) {
        if (quote != 0) {
            quote = path[at] == quote ? '\0' : quote;
        } else if (path[at] == '"' || path[at] == '\'') {
            quote = path[at];
        } else if (path[at] == ']') {
            return at;
        }
    }
    return std::string_view::npos;
}

/// The numbers of `1,4,7..9` as pairs of first and last, ascending. Nothing when a selector is not of this kind.
std::optional<std::vector<std::pair<std::size_t, std::size_t>>> parse_places(std::string_view selector)
{
    std::vector<std::pair<std::size_t, std::size_t>> places;
    const char* at = selector.data();
    const char* const end = at + selector.size();
    const auto number = [&](std::size_t& value) {
        const auto [stop, error] = std::from_chars(at, end, value);
        at = stop;
        return error == std::errc{};
    };
    while (true) {
        auto& [first, last] = places.emplace_back();
        if (!number(first)) {
            return std::nullopt;
        }
        last = first;
        if (std::string_view(at, end).starts_with("..")) {
            at += 2;
            if (!number(last) || last < first) {
                return std::nullopt;
            }
        }
        if (places.size() > 1 && first <= places[places.size() - 2].second) {
            return std::nullopt;
        }
        if (at == end) {
            return places;
        }
        if (*at++ != ',') {
            return std::nullopt;
        }
    }
}

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
            case ChildEntry::Kind::stretch:
                if (rest.empty()) {
                    add(Match::Kind::blob, record).child = child;
                    return {};
                }
            }
        }
        return unknown_name(record, path);
    }

    /// Gives the matches their texts.
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

    /// A field of the record, or all fields of a composite: `position` stands for `position.x` and so on.
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
            return fail(bad_path(whole_, "a selector on something that is no list", "leave it out"));
        }
        return follow(inner, rest.substr(1));
    }

    Status into_list(const RecordHandle& holder, const ChildEntry& child, std::string_view rest)
    {
        const ListView list = holder.list(child);
        if (rest.empty() && !list.single()) {
            Match& match = add(Match::Kind::list, holder);
            match.child = &child;
            match.list = list;
            return {};
        }
        if (rest.empty() || rest.front() == '.') {
            return into_all(holder, list, rest);
        }
        if (list.single() && list.size() == 1) {
            // As path_text() has it: the record itself takes no number, so this one is of the list that it indexes.
            const RecordHandle record = list.at(0);
            const ChildEntry* inner = record.table().find_child("");
            if (inner != nullptr && inner->kind == ChildEntry::Kind::list) {
                node_.push_back({holder.table().number_of(child), 0});
                const Status status = into_list(record, *inner, rest);
                node_.pop_back();
                return status;
            }
        }
        const std::size_t close = closing_bracket(rest, 0);
        if (close == std::string_view::npos) {
            return fail(bad_path(whole_, "a [ without its ]", "a selector ends with ]"));
        }
        return select(holder, list, rest.substr(1, close - 1), rest.substr(close + 1));
    }

    Status into_all(const RecordHandle& holder, const ListView& list, std::string_view rest)
    {
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (Status status = into_record(holder, list, i, rest); !status) {
                return status;
            }
        }
        return {};
    }

    Status select(const RecordHandle& holder, const ListView& list, std::string_view selector, std::string_view rest)
    {
        const std::size_t size = list.size();
        std::int64_t number{};
        const auto [end, error] = std::from_chars(selector.data(), selector.data() + selector.size(), number);
        if (error == std::errc{} && end == selector.data() + selector.size()) {
            const std::int64_t index = number < 0 ? number + static_cast<std::int64_t>(size) : number;
            if (index < 0 || std::cmp_greater_equal(index, size)) {
                const std::string_view place = whole_.substr(0, whole_.size() - rest.size() - selector.size() - 2);
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("{} has no record {}", place, number),
                             .field = std::string(whole_),
                             .hint = size == 0 ? "it is empty" : fmt::format("they are numbered 0 to {}", size - 1)});
            }
            return into_record(holder, list, static_cast<std::size_t>(index), rest);
        }
        if (selector == "*") {
            return into_all(holder, list, rest);
        }
        if (const auto several = parse_places(selector)) {
            for (const auto& [first, last] : *several) {
                if (last >= size) {
                    return fail(
                        {.code = ErrorCode::out_of_range,
                         .message = fmt::format("[{}] of {} records", selector, size),
                         .field = std::string(whole_),
                         .hint = size == 0 ? "there are none" : fmt::format("they are numbered 0 to {}", size - 1)});
                }
                for (std::size_t i = first; i <= last; ++i) {
                    if (Status status = into_record(holder, list, i, rest); !status) {
                        return status;
                    }
                }
            }
            return {};
        }
        Result<std::vector<Condition>> conditions = parse_conditions(selector);
        if (!conditions) {
            return fail(conditions.error());
        }
        if (index_ != nullptr) {
            NodePath place = node_;
            place.push_back({holder.table().number_of(*list.child), 0});
            if (const auto found = index_->find(place, list, *conditions)) {
                for (const std::size_t i : *found) {
                    if (Status status = into_record(holder, list, i, rest); !status) {
                        return status;
                    }
                }
                return {};
            }
        }
        for (std::size_t i = 0; i < size; ++i) {
            const RecordHandle record = list.at(i);
            bool all = true;
            for (const Condition& condition : *conditions) {
                const Result<bool> met = meets(record, condition);
                if (!met) {
                    return fail(met.error());
                }
                all = all && *met;
            }
            if (!all) {
                continue;
            }
            if (Status status = into_record(holder, list, i, rest); !status) {
                return status;
            }
        }
        return {};
    }

    Status into_record(const RecordHandle& holder, const ListView& list, std::size_t index, std::string_view rest)
    {
        const RecordHandle record = list.at(index);
        if (!rest.empty() && rest.front() != '.') {
            return fail(bad_path(whole_, fmt::format("\"{}\" after a selector", rest), "a dot and a name come next"));
        }
        node_.push_back({holder.table().number_of(*list.child), static_cast<std::uint32_t>(index)});
        Status status;
        if (rest.empty()) {
            Match& match = add(Match::Kind::record, record);
            match.list = list;
            match.index = index;
        } else {
            status = follow(record, rest.substr(1));
        }
        node_.pop_back();
        return status;
    }

    Status unknown_name(const RecordHandle& record, std::string_view path)
    {
        const std::vector<std::string> names = record.table().names();
        // Field names contain dots, so the whole rest may be a misspelt one.
        const std::string_view name = path.substr(0, path.find('['));
        const std::string_view first = name.substr(0, name.find('.'));
        std::string_view guess = nearest(name, names);
        guess = guess.empty() ? nearest(first, names) : guess;
        std::string_view place = whole_.substr(0, whole_.size() - path.size());
        place = place.substr(0, place.find_last_not_of('.') + 1);
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("{} has no \"{}\"", place.empty() ? "the document" : place, name),
                     .field = std::string(whole_),
                     .hint = guess.empty() ? fmt::format("it has: {}", fmt::join(names, ", "))
                                           : fmt::format("did you mean {}?", guess)});
    }

    std::string_view whole_;
    SelectorIndex* index_;
    NodePath node_;
    std::vector<Match> found_;
};

}  // namespace

RecordHandle record_at(const RecordHandle& root, const NodePath& node)
{
    RecordHandle record = root;
    for (const Step& step : node) {
        const ChildEntry& child = record.table().children[step.child];
        record = child.kind == ChildEntry::Kind::group ? record.group(child) : record.list(child).at(step.index);
    }
    return record;
}

RecordHandle find_record(const RecordHandle& root, const NodePath& node)
{
    RecordHandle record = root;
    for (const Step& step : node) {
        const std::vector<ChildEntry>& children = record.table().children;
        if (step.child >= children.size() || children[step.child].is_bytes()) {
            return {};
        }
        const ChildEntry& child = children[step.child];
        if (child.kind == ChildEntry::Kind::group) {
            record = record.group(child);
        } else if (const ListView list = record.list(child); step.index < list.size()) {
            record = list.at(step.index);
        } else {
            return {};
        }
    }
    return record;
}

std::string path_text(const RecordHandle& root, const NodePath& node)
{
    std::string path;
    RecordHandle record = root;
    for (const Step& step : node) {
        const ChildEntry& child = record.table().children[step.child];
        path = path_below(std::move(path), child.name);
        if (child.kind == ChildEntry::Kind::group) {
            record = record.group(child);
            continue;
        }
        const ListView list = record.list(child);
        if (!list.single()) {
            fmt::format_to(std::back_inserter(path), "[{}]", step.index);
        }
        record = list.at(step.index);
    }
    return path;
}

std::string path_below(std::string path, std::string_view name)
{
    if (!path.empty() && !name.empty()) {
        path += '.';
    }
    path += name;
    return path;
}

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

Result<std::vector<Match>> resolve_some(const RecordHandle& root, std::string_view path, SelectorIndex* index)
{
    Result<std::vector<Match>> matches = resolve(root, path, index);
    if (matches && matches->empty()) {
        return fail({.code = ErrorCode::unknown_name,
                     .message = "nothing in the document is selected by this path",
                     .field = std::string(path),
                     .hint = "look with `find`"});
    }
    return matches;
}

}  // namespace redforge::edit
