// Changes to a document: single operations, and lists of them that are made as one step.
#include "edit/edits.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hex.hpp"

namespace redforge::edit {
namespace {

Error at_path(Error error, std::string_view path)
{
    if (error.field.empty()) {
        error.field = path;
    }
    return error;
}

std::optional<Error> check_expected(std::size_t found, std::optional<std::size_t> expect, std::string_view path)
{
    if (!expect || *expect == found) {
        return std::nullopt;
    }
    return Error{.code = ErrorCode::mismatch,
                 .message = fmt::format("the path leads to {} things, expected {}", found, *expect),
                 .field = std::string(path)};
}

Result<std::vector<Match>> resolve_expected(RecordHandle root, std::string_view path, std::optional<std::size_t> expect)
{
    Result<std::vector<Match>> matches = expect ? resolve(root, path) : resolve_some(root, path);
    if (matches) {
        if (auto error = check_expected(matches->size(), expect, path)) {
            return fail(std::move(*error));
        }
    }
    return matches;
}

/// Later records first, so that removing one does not renumber the next.
void sort_backwards(std::vector<Match>& matches)
{
    std::ranges::reverse(matches);
}

Status require_record(const Match& match)
{
    if (match.kind != Match::Kind::record || match.list.list == nullptr) {
        return fail({.code = ErrorCode::usage,
                     .message = "this is no record of a list",
                     .field = match.path,
                     .hint = "name one with a selector: objects[3]"});
    }
    return {};
}

std::string short_text(const Match& match)
{
    std::string text = match_text(match);
    text.resize(std::min(text.find('\n'), text.size()));
    return text;
}

Changes remove_matches(std::vector<Match> matches)
{
    Changes changes;
    sort_backwards(matches);
    for (const Match& match : matches) {
        changes.push_back({"remove", match.path, short_text(match), ""});
        match.list.ops->erase(match.list.list, match.index);
    }
    std::ranges::reverse(changes);
    return changes;
}

/// The list that a path of `add` names. A list of one, such as `extra`, may be empty and still be named.
struct Place {
    ListView list;
    std::string path;
};

Result<std::vector<Place>> resolve_lists(RecordHandle root, std::string_view path, std::optional<std::size_t> expect)
{
    std::vector<Place> places;
    // A list of at most one resolves to its record, which is not there yet: look for it in the record above.
    const std::size_t dot = path.rfind('.');
    const std::string_view name = dot == std::string_view::npos ? path : path.substr(dot + 1);
    if (dot != std::string_view::npos && name.find(']') == std::string_view::npos) {
        const Result<std::vector<Match>> above = resolve(root, path.substr(0, dot));
        for (std::size_t i = 0; above && i < above->size(); ++i) {
            const Match& match = (*above)[i];
            if (match.kind != Match::Kind::record) {
                continue;
            }
            const RecordView view = match.record.view();
            if (const ListView* list = view.find_list(name); list != nullptr && list->ops->single) {
                places.push_back({*list, match.path + "." + std::string(name)});
            }
        }
    }
    if (places.empty()) {
        Result<std::vector<Match>> matches = resolve_some(root, path);
        if (!matches) {
            return fail(matches.error());
        }
        for (const Match& match : *matches) {
            if (match.kind != Match::Kind::list) {
                return fail({.code = ErrorCode::usage,
                             .message = "this is no list to add to",
                             .field = match.path,
                             .hint = "name the list: objects, or actors[0].strings"});
            }
            places.push_back({match.list, match.path});
        }
    }
    if (auto error = check_expected(places.size(), expect, path)) {
        return fail(std::move(*error));
    }
    return places;
}

/// One list of edits while it is carried out.
class Applier {
public:
    Applier(Document& document, const XmlDocument& edits, const SideFileReader& files)
        : document_(document), edits_(edits), files_(files)
    {
    }

    Result<Changes> run()
    {
        const pugi::xml_node root = edits_.root();
        if (std::string_view(root.name()) != "edits" || root.first_attribute()) {
            return fail(edits_.at(root.name(), {.code = ErrorCode::unknown_name,
                                                .message = fmt::format("root element <{}>", root.name()),
                                                .hint = "a list of edits begins with <edits>"}));
        }
        for (const pugi::xml_node node : root.children()) {
            if (Status status = edit(node, document_.root()); !status) {
                // A record inside <add> has told its own, closer, place.
                const char* place = node.type() == pugi::node_element ? node.name() : node.value();
                return fail(status.error().line != 0 ? status.error() : edits_.at(place, status.error()));
            }
        }
        return std::move(changes_);
    }

private:
    using Handler = Status (Applier::*)(const pugi::xml_node&, RecordHandle);
    struct Verb {
        std::string_view name;
        Handler handler;
        std::vector<std::string_view> required;
        std::vector<std::string_view> optional;
        bool children;
    };

    static const std::vector<Verb>& verbs()
    {
        static const std::vector<Verb> all{
            {"set", &Applier::edit_set, {"path", "value"}, {"expect"}, false},
            {"add", &Applier::edit_add, {"path"}, {"at", "expect"}, true},
            {"remove", &Applier::edit_remove, {"path"}, {"expect"}, false},
            {"move", &Applier::edit_move, {"path", "to"}, {"expect"}, false},
            {"duplicate", &Applier::edit_duplicate, {"path"}, {"to", "expect"}, true},
        };
        return all;
    }

    Status edit(const pugi::xml_node& node, RecordHandle root)
    {
        const auto& all = verbs();
        const std::string_view name = node.name();
        const auto verb = std::ranges::find(all, name, &Verb::name);
        if (node.type() != pugi::node_element || verb == all.end()) {
            std::vector<std::string_view> names;
            for (const Verb& each : all) {
                names.push_back(each.name);
            }
            return fail({.code = ErrorCode::unknown_name,
                         .message = node.type() == pugi::node_element ? fmt::format("edit <{}>", name)
                                                                      : std::string("text between edits"),
                         .hint = fmt::format("edits are: <{}>", fmt::join(names, ">, <"))});
        }
        std::set<std::string_view> seen;
        for (const pugi::xml_attribute attribute : node.attributes()) {
            const std::string_view key = attribute.name();
            const bool known = std::ranges::find(verb->required, key) != verb->required.end() ||
                               std::ranges::find(verb->optional, key) != verb->optional.end();
            if (!known || !seen.insert(key).second) {
                return fail(
                    {.code = ErrorCode::unknown_name,
                     .message = fmt::format("attribute \"{}\" of <{}>{}", key, name, known ? " appears twice" : ""),
                     .hint = fmt::format("it takes: {}", fmt::join(verb->required, ", ")) +
                             (verb->optional.empty() ? "" : fmt::format(", {}", fmt::join(verb->optional, ", ")))});
            }
        }
        for (const std::string_view key : verb->required) {
            if (!seen.contains(key)) {
                return fail({.code = ErrorCode::malformed,
                             .message = fmt::format("<{}> without {}", name, key),
                             .hint = "it must be given"});
            }
        }
        if (!verb->children && node.first_child()) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("<{}> with something inside", name),
                         .hint = "it takes attributes only"});
        }
        Status status = (this->*verb->handler)(node, root);
        if (!status) {
            return fail(at_path(status.error(), node.attribute("path").value()));
        }
        return {};
    }

    static Result<std::optional<std::size_t>> number(const pugi::xml_node& node, const char* name)
    {
        const pugi::xml_attribute attribute = node.attribute(name);
        if (!attribute) {
            return std::optional<std::size_t>{};
        }
        std::int64_t value{};
        if (!parse_integer(attribute.value(), 0, std::numeric_limits<std::int32_t>::max(), value)) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("{}=\"{}\"", name, attribute.value()),
                         .hint = "expected " + number_words(0, std::numeric_limits<std::int32_t>::max())});
        }
        return std::optional(static_cast<std::size_t>(value));
    }

    /// What the path of an edit leads to, as many as it expects.
    static Result<std::vector<Match>> matches_of(const pugi::xml_node& node, RecordHandle root)
    {
        const auto expect = number(node, "expect");
        if (!expect) {
            return fail(expect.error());
        }
        return resolve_expected(root, node.attribute("path").value(), *expect);
    }

    Status edit_set(const pugi::xml_node& node, RecordHandle root)
    {
        const auto matches = matches_of(node, root);
        if (!matches) {
            return fail(matches.error());
        }
        for (const Match& match : *matches) {
            Result<Change> change = set_value(match, node.attribute("value").value());
            if (!change) {
                return fail(change.error());
            }
            changes_.push_back(std::move(*change));
        }
        return {};
    }

    Status edit_add(const pugi::xml_node& node, RecordHandle root)
    {
        const auto expect = number(node, "expect");
        const auto at = number(node, "at");
        if (!expect || !at) {
            return fail(expect ? at.error() : expect.error());
        }
        const auto places = resolve_lists(root, node.attribute("path").value(), *expect);
        if (!places) {
            return fail(places.error());
        }
        for (const Place& place : *places) {
            std::size_t index = at->value_or(place.list.ops->size(place.list.list));
            if (!node.first_child()) {
                return fail({.code = ErrorCode::malformed,
                             .message = "<add> with nothing inside",
                             .hint = fmt::format("put a <{}> into it", place.list.item)});
            }
            for (const pugi::xml_node record : node.children()) {
                if (Status status = add_record(place, record, index++); !status) {
                    return status;
                }
            }
        }
        return {};
    }

    Status add_record(const Place& place, const pugi::xml_node& node, std::size_t index)
    {
        const ListView& list = place.list;
        const std::size_t size = list.ops->size(list.list);
        if (node.name() != list.item) {
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("<{}> added to {}", node.name(), place.path),
                         .hint = fmt::format("it holds <{}>", list.item)});
        }
        if (index > size || (list.ops->single && size == 1)) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = list.ops->single ? fmt::format("a second {}", list.item)
                                                     : fmt::format("place {} of {} records", index, size),
                         .field = place.path,
                         .hint = list.ops->single ? "there can be only one" : fmt::format("places are 0 to {}", size)});
        }
        list.ops->insert(list.list, index);
        const RecordHandle record = list.ops->at(list.list, index);
        if (Status status = record.ops->read(edits_, node, files_, record.record); !status) {
            return status;
        }
        Match match;
        match.kind = Match::Kind::record;
        match.record = record;
        match.list = list;
        const std::string path = list.ops->single ? place.path : fmt::format("{}[{}]", place.path, index);
        changes_.push_back({"add", path, "", short_text(match)});
        return {};
    }

    Status edit_remove(const pugi::xml_node& node, RecordHandle root)
    {
        const auto matches = matches_of(node, root);
        if (!matches) {
            return fail(matches.error());
        }
        for (const Match& match : *matches) {
            if (Status status = require_record(match); !status) {
                return status;
            }
        }
        std::ranges::move(remove_matches(*matches), std::back_inserter(changes_));
        return {};
    }

    /// The one record that an edit is about, and where it is to go.
    struct Target {
        Match match;
        std::optional<std::size_t> to;
    };
    static Result<Target> target(const pugi::xml_node& node, RecordHandle root)
    {
        const auto to = number(node, "to");
        if (!to) {
            return fail(to.error());
        }
        const auto expect = number(node, "expect");
        if (!expect) {
            return fail(expect.error());
        }
        const auto matches = resolve_expected(root, node.attribute("path").value(), expect->value_or(1));
        if (!matches) {
            return fail(matches.error());
        }
        if (Status status = require_record(matches->front()); !status) {
            return fail(status.error());
        }
        return Target{matches->front(), *to};
    }

    static std::string list_path(const std::string& path) { return path.substr(0, path.rfind('[')); }

    Status edit_move(const pugi::xml_node& node, RecordHandle root)
    {
        const Result<Target> found = target(node, root);
        if (!found) {
            return fail(found.error());
        }
        const Match& match = found->match;
        const std::size_t size = match.list.ops->size(match.list.list);
        if (*found->to >= size) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("to=\"{}\"", *found->to),
                         .hint = fmt::format("places are 0 to {}", size - 1)});
        }
        match.list.ops->move(match.list.list, match.index, *found->to);
        changes_.push_back({"move", match.path, "", fmt::format("{}[{}]", list_path(match.path), *found->to)});
        return {};
    }

    Status edit_duplicate(const pugi::xml_node& node, RecordHandle root)
    {
        const Result<Target> found = target(node, root);
        if (!found) {
            return fail(found.error());
        }
        const Match& match = found->match;
        const std::size_t size = match.list.ops->size(match.list.list);
        const std::size_t to = found->to.value_or(match.index + 1);
        if (to > size || match.list.ops->single) {
            return fail(
                {.code = ErrorCode::out_of_range,
                 .message = match.list.ops->single ? std::string("a second one") : fmt::format("to=\"{}\"", to),
                 .hint = match.list.ops->single ? "there can be only one" : fmt::format("places are 0 to {}", size)});
        }
        match.list.ops->duplicate(match.list.list, match.index, to);
        changes_.push_back({"duplicate", match.path, "", fmt::format("{}[{}]", list_path(match.path), to)});
        const std::size_t before = changes_.size();
        const RecordHandle copy = match.list.ops->at(match.list.list, to);
        for (const pugi::xml_node inner : node.children()) {
            if (Status status = edit(inner, copy); !status) {
                return status;
            }
        }
        for (std::size_t i = before; i < changes_.size(); ++i) {
            changes_[i].path = fmt::format("{}[{}].{}", list_path(match.path), to, changes_[i].path);
        }
        return {};
    }

    Document& document_;
    const XmlDocument& edits_;
    const SideFileReader& files_;
    Changes changes_;
};

}  // namespace

Result<Change> set_value(const Match& match, std::string_view value)
{
    Change change{"set", match.path, match_text(match), ""};
    if (match.kind == Match::Kind::blob) {
        Bytes bytes;
        if (!parse_hex(value, bytes)) {
            return fail({.code = ErrorCode::malformed,
                         .message = "a value that is not bytes",
                         .field = match.path,
                         .hint = "expected pairs of hexadecimal digits"});
        }
        *match.blob.bytes = std::move(bytes);
    } else if (match.kind == Match::Kind::field) {
        if (const Status status = match.field.set(value); !status) {
            Error error = status.error();
            error.field = match.path;
            return fail(std::move(error));
        }
        if (!match.field.info.voids.empty() && match_text(match) != change.before) {
            const RecordView view = match.record.view();
            if (const FieldView* stale = view.find_field(match.field.info.voids)) {
                stale->ops->reset(stale->value);
            }
        }
    } else {
        return fail(
            {.code = ErrorCode::usage,
             .message = "this is a record, not a value",
             .field = match.path,
             .hint = fmt::format("name one of its fields: {}",
                                 fmt::join(match.record ? match.record.view().names() : std::vector<std::string>{},
                                           ", "))});
    }
    change.after = match_text(match);
    return change;
}

Result<Changes> set(Document& document, std::string_view path, std::string_view value,
                    std::optional<std::size_t> expect)
{
    Document edited = document;
    const auto matches = resolve_expected(edited.root(), path, expect);
    if (!matches) {
        return fail(matches.error());
    }
    Changes changes;
    for (const Match& match : *matches) {
        Result<Change> change = set_value(match, value);
        if (!change) {
            return fail(change.error());
        }
        changes.push_back(std::move(*change));
    }
    edited.follow_edit(document);
    document = std::move(edited);
    return changes;
}

Result<Changes> remove(Document& document, std::string_view path, std::optional<std::size_t> expect)
{
    const auto matches = resolve_expected(document.root(), path, expect);
    if (!matches) {
        return fail(matches.error());
    }
    for (const Match& match : *matches) {
        if (Status status = require_record(match); !status) {
            return fail(status.error());
        }
    }
    return remove_matches(*matches);
}

Result<Changes> apply(Document& document, const XmlDocument& edits, const SideFileReader& files)
{
    Document edited = document;
    Result<Changes> changes = Applier(edited, edits, files).run();
    if (changes) {
        edited.follow_edit(document);
        document = std::move(edited);
    }
    return changes;
}

}  // namespace redforge::edit
