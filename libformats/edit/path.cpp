// Field paths: following names and selectors down from a record.
#include "edit/path.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge::edit {
namespace {

/// A path cut into the next name, its selector, and the rest.
struct Step {
    std::string_view name;
    std::optional<std::string_view> selector;
    std::string_view rest;
};

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

class Resolver {
public:
    explicit Resolver(std::string_view whole) : whole_(whole) {}

    Status follow(RecordHandle record, const std::string& place, std::string_view path)
    {
        const RecordView view = record.view();
        if (take_field(view, record, place, path)) {
            return {};
        }
        const std::size_t end = std::min(path.find_first_of(".["), path.size());
        const std::string_view name = path.substr(0, end);
        const std::string below = place + (place.empty() || name.empty() ? "" : ".") + std::string(name);
        const std::string_view rest = path.substr(end);
        if (const GroupView* group = view.find_group(name)) {
            return into_group(*group, below, rest);
        }
        if (const ListView* list = view.find_list(name)) {
            return into_list(*list, below, rest);
        }
        if (const BlobView* blob = view.find_blob(name); blob != nullptr && rest.empty()) {
            Match& match = found.emplace_back();
            match.path = below;
            match.kind = Match::Kind::blob;
            match.blob = *blob;
            match.record = record;
            return {};
        }
        return unknown_name(view, place, path);
    }

    std::vector<Match> found;

private:
    /// A field of the record, or all fields of a composite: `position` stands for `position.x` and so on.
    bool take_field(const RecordView& view, RecordHandle record, const std::string& place, std::string_view path)
    {
        bool taken = false;
        for (const FieldView& field : view.fields) {
            const bool part = field.name.starts_with(path) && field.name.substr(path.size()).starts_with('.');
            if (path.empty() || (field.name != path && !part)) {
                continue;
            }
            Match& match = found.emplace_back();
            match.path = place + (place.empty() ? "" : ".") + field.name;
            match.kind = Match::Kind::field;
            match.field = field;
            match.record = record;
            taken = true;
        }
        return taken;
    }

    Status into_group(const GroupView& group, const std::string& place, std::string_view rest)
    {
        if (rest.empty() || rest.front() == '[') {
            // A path indexes the records of a group directly; without an index it means their list.
            const RecordView view = group.record.view();
            if (const ListView* list = view.find_list("")) {
                return into_list(*list, place, rest);
            }
        }
        if (rest.empty()) {
            Match& match = found.emplace_back();
            match.path = place;
            match.kind = Match::Kind::record;
            match.record = group.record;
            match.list.item = group.name;
            return {};
        }
        if (rest.front() == '[') {
            return fail(bad_path(whole_, fmt::format("a selector on {}, which is no list", place), "leave it out"));
        }
        return follow(group.record, place, rest.substr(1));
    }

    Status into_list(const ListView& list, const std::string& place, std::string_view rest)
    {
        const std::size_t size = list.ops->size(list.list);
        if (rest.empty() && !list.ops->single) {
            Match& match = found.emplace_back();
            match.path = place;
            match.kind = Match::Kind::list;
            match.list = list;
            return {};
        }
        if (rest.empty() || rest.front() == '.') {
            for (std::size_t i = 0; i < size; ++i) {
                if (Status status = into_record(list, i, place, rest); !status) {
                    return status;
                }
            }
            return {};
        }
        const std::size_t close = closing_bracket(rest, 0);
        if (close == std::string_view::npos) {
            return fail(bad_path(whole_, "a [ without its ]", "a selector ends with ]"));
        }
        return select(list, rest.substr(1, close - 1), place, rest.substr(close + 1));
    }

    Status select(const ListView& list, std::string_view selector, const std::string& place, std::string_view rest)
    {
        const std::size_t size = list.ops->size(list.list);
        std::int64_t number{};
        const auto [end, error] = std::from_chars(selector.data(), selector.data() + selector.size(), number);
        if (error == std::errc{} && end == selector.data() + selector.size()) {
            const std::int64_t index = number < 0 ? number + static_cast<std::int64_t>(size) : number;
            if (index < 0 || std::cmp_greater_equal(index, size)) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("{} has no record {}", place, number),
                             .field = std::string(whole_),
                             .hint = size == 0 ? "it is empty" : fmt::format("they are numbered 0 to {}", size - 1)});
            }
            return into_record(list, static_cast<std::size_t>(index), place, rest);
        }
        if (selector == "*") {
            for (std::size_t i = 0; i < size; ++i) {
                if (Status status = into_record(list, i, place, rest); !status) {
                    return status;
                }
            }
            return {};
        }
        Result<std::vector<Condition>> conditions = parse_conditions(selector);
        if (!conditions) {
            return fail(conditions.error());
        }
        for (std::size_t i = 0; i < size; ++i) {
            const RecordView view = list.ops->at(list.list, i).view();
            bool all = true;
            for (const Condition& condition : *conditions) {
                const Result<bool> met = meets(view, condition);
                if (!met) {
                    return fail(met.error());
                }
                all = all && *met;
            }
            if (!all) {
                continue;
            }
            if (Status status = into_record(list, i, place, rest); !status) {
                return status;
            }
        }
        return {};
    }

    Status into_record(const ListView& list, std::size_t index, const std::string& place, std::string_view rest)
    {
        const RecordHandle record = list.ops->at(list.list, index);
        const std::string path = list.ops->single ? place : fmt::format("{}[{}]", place, index);
        if (rest.empty()) {
            Match& match = found.emplace_back();
            match.path = path;
            match.kind = Match::Kind::record;
            match.record = record;
            match.list = list;
            match.index = index;
            return {};
        }
        if (rest.front() != '.') {
            return fail(bad_path(whole_, fmt::format("\"{}\" after a selector", rest), "a dot and a name come next"));
        }
        return follow(record, path, rest.substr(1));
    }

    Status unknown_name(const RecordView& view, const std::string& place, std::string_view path)
    {
        const std::vector<std::string> names = view.names();
        // Field names contain dots, so the whole rest may be a misspelt one.
        const std::string_view name = path.substr(0, path.find('['));
        const std::string_view first = name.substr(0, name.find('.'));
        std::string_view guess = nearest(name, names);
        guess = guess.empty() ? nearest(first, names) : guess;
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("{} has no \"{}\"", place.empty() ? "the document" : place, name),
                     .field = std::string(whole_),
                     .hint = guess.empty() ? fmt::format("it has: {}", fmt::join(names, ", "))
                                           : fmt::format("did you mean {}?", guess)});
    }

    std::string_view whole_;
};

}  // namespace

Result<std::vector<Match>> resolve(RecordHandle root, std::string_view path)
{
    Resolver resolver(path);
    if (path.empty()) {
        return fail(bad_path(path, "an empty path", "a path is names joined by dots: objects[0].position.x"));
    }
    if (const Status status = resolver.follow(root, "", path); !status) {
        return fail(status.error());
    }
    return std::move(resolver.found);
}

Result<std::vector<Match>> resolve_some(RecordHandle root, std::string_view path)
{
    Result<std::vector<Match>> matches = resolve(root, path);
    if (matches && matches->empty()) {
        return fail({.code = ErrorCode::unknown_name,
                     .message = "nothing in the document is selected by this path",
                     .field = std::string(path),
                     .hint = "look with `find`"});
    }
    return matches;
}

}  // namespace redforge::edit
