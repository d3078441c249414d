// Parts that all edits share: resolving paths with an expected count, checking edit elements, removing records.
#include "edit/patch/edit_steps.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytes/hex.hpp"
#include "edit/hooks.hpp"
#include "edit/merge/identity.hpp"
#include "edit/patch/patch.hpp"

namespace redforge::edit {
namespace {

std::string short_text(const Match& match)
{
    return first_line(match_text(match));
}

/// Returns true if a record is inside one of the others.
bool is_below_any(NodePath node, const std::set<NodePath>& others)
{
    while (!node.empty()) {
        node.pop_back();
        if (others.contains(node)) {
            return true;
        }
    }
    return false;
}

/// Returns the path of the record that a match is, or that contains it.
std::string path_text_of_record(const Match& match)
{
    if (match.kind == Match::Kind::record) {
        return match.path;
    }
    const std::string& part = match.kind == Match::Kind::field ? match.field.name() : match.child->name;
    const std::size_t length = match.path.size() - part.size();
    return match.path.substr(0, length > 0 ? length - 1 : 0);
}

/// Returns a hint for a path that does not name a list: the lists of its record.
std::string lists_hint(const Match& match)
{
    std::vector<std::string> names;
    for (const ChildEntry& child : match.record.table().children) {
        if (child.kind == ChildEntry::Kind::list) {
            const std::string record = path_text_of_record(match);
            names.push_back(path_below(record, child.name));
        }
    }
    return names.empty() ? "records can only be added to a list"
                         : fmt::format("its lists are: {}", fmt::join(names, ", "));
}

/// Returns the list that a path of its record also means. Returns an empty view if there is none.
ListView main_list(const RecordHandle& record)
{
    const std::vector<ChildEntry>& children = record.table().children;
    const auto found =
        std::ranges::find_if(children, [](const ChildEntry& child) { return child.info.represents_parent; });
    return found == children.end() ? ListView{} : record.list(*found);
}

/// Fails if an edit has an attribute that its kind does not have, has one twice, or lacks a required one.
Status check_attributes(const pugi::xml_node& node, const EditKind& kind)
{
    std::set<std::string_view> seen;
    for (const pugi::xml_attribute attribute : node.attributes()) {
        const std::string_view key = attribute.name();
        const bool known = std::ranges::find(kind.attributes, key, &EditAttribute::name) != kind.attributes.end();
        if (!known || !seen.insert(key).second) {
            std::vector<std::string_view> names;
            std::ranges::transform(kind.attributes, std::back_inserter(names), &EditAttribute::name);
            return fail(
                {.code = ErrorCode::unknown_name,
                 .message = fmt::format("attribute \"{}\" of <{}>{}", key, kind.name, known ? " appears twice" : ""),
                 .hint = fmt::format("it takes: {}", fmt::join(names, ", "))});
        }
    }
    for (const EditAttribute& attribute : kind.attributes) {
        if (attribute.required && !seen.contains(attribute.name)) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("<{}> without {}", kind.name, attribute.name),
                         .hint = "it must be given"});
        }
    }
    return {};
}

}  // namespace

std::optional<Error> check_expected(std::size_t found, std::optional<std::size_t> expect, std::string_view path)
{
    if (!expect || *expect == found || *expect == any_number) {
        return std::nullopt;
    }
    return Error{.code = found == 0 ? ErrorCode::not_found : ErrorCode::mismatch,
                 .message = fmt::format("the path has {} matches, expected {}", found, *expect),
                 .field = std::string(path)};
}

Result<std::vector<Match>> resolve_expected(const RecordHandle& root, std::string_view path,
                                            std::optional<std::size_t> expect, SelectorIndex* index)
{
    Result<std::vector<Match>> matches = expect ? resolve(root, path, index) : resolve_some(root, path, index);
    if (matches) {
        if (auto error = check_expected(matches->size(), expect, path)) {
            return fail(std::move(*error));
        }
    }
    return matches;
}

Result<std::vector<ListPlace>> resolve_lists(const RecordHandle& root, std::string_view path,
                                             std::optional<std::size_t> expect)
{
    std::vector<ListPlace> places;
    // The path of an optional record has no match while the record is missing: look in the parent record. If the record
    // exists and has its own indexed list, the path means that list.
    const auto add_single = [&](const NodePath& node, const RecordHandle& above, std::string_view name,
                                const std::string& whole) {
        const ListView list = above.find_list(name);
        if (!list || !list.single()) {
            return;
        }
        const ListView inner = list.size() == 1 ? list.at(0).find_list("") : ListView{};
        if (inner) {
            NodePath inside = node;
            inside.push_back({above.table().number_of(*list.child), 0});
            places.push_back({std::move(inside), inner, whole});
        } else {
            places.push_back({node, list, whole});
        }
    };
    const std::size_t dot = path.rfind('.');
    const std::string_view name = dot == std::string_view::npos ? path : path.substr(dot + 1);
    if (dot == std::string_view::npos) {
        add_single({}, root, name, std::string(path));
    } else if (name.find(']') == std::string_view::npos) {
        const Result<std::vector<Match>> above = resolve(root, path.substr(0, dot));
        for (std::size_t i = 0; above && i < above->size(); ++i) {
            const Match& match = (*above)[i];
            const bool is_group = match.kind == Match::Kind::list && match.child->name.empty();
            if (match.kind == Match::Kind::record || is_group) {
                add_single(match.node, match.record, name, path_below(match.path, name));
            }
        }
    }
    if (places.empty()) {
        Result<std::vector<Match>> matches = resolve_some(root, path);
        if (!matches) {
            return fail(matches.error());
        }
        for (const Match& match : *matches) {
            // A record with an unnamed list, such as a group of a plugin, represents this list.
            const ListView own = match.kind == Match::Kind::record ? match.record.find_list("") : ListView{};
            if (own) {
                places.push_back({match.node, own, match.path});
                continue;
            }
            if (const ListView list = match.kind == Match::Kind::record ? main_list(match.record) : ListView{}) {
                places.push_back({match.node, list, path_below(match.path, list.child->name)});
                continue;
            }
            if (match.kind != Match::Kind::list) {
                return fail({.code = ErrorCode::usage,
                             .message = "this is not a list",
                             .field = match.path,
                             .hint = lists_hint(match)});
            }
            places.push_back({match.node, match.list, match.path});
        }
    }
    if (auto error = check_expected(places.size(), expect, path)) {
        return fail(std::move(*error));
    }
    return places;
}

Error unknown_element(const RecordHandle& root, const NodePath& node, const ChildEntry& list, std::string_view element,
                      std::string_view path)
{
    const FormatHooks& hooks = hooks_of(root);
    std::optional<DefinedItems> defined =
        hooks.defined_items == nullptr ? std::nullopt : hooks.defined_items(root, node, list);
    if (defined) {
        path = path.substr(0, path.rfind(fmt::format(".{}", list.name)));
    }
    std::vector<std::string> names = defined ? std::move(defined->names) : std::vector<std::string>();
    const std::string allowed = names.empty() ? "it holds" : fmt::format("{} has", defined->record_type);
    if (names.empty()) {
        std::ranges::transform(list.items, std::back_inserter(names), &ItemEntry::name);
    }
    const std::string_view guess = nearest(element, names);
    return {.code = ErrorCode::unknown_name,
            .message = fmt::format("<{}> added to {}", element, path),
            .hint = fmt::format("{}{} <{}>", guess.empty() ? "" : fmt::format("did you mean <{}>? ", guess), allowed,
                                fmt::join(names, ">, <"))};
}

Status check_root(const XmlDocument& edits)
{
    const pugi::xml_node root = edits.root();
    std::string wrong;
    if (root.name() != std::string_view("edits")) {
        wrong = fmt::format("root element <{}>", root.name());
    }
    for (const pugi::xml_attribute attribute : wrong.empty() ? root.attributes() : pugi::xml_node().attributes()) {
        const std::string_view name = attribute.name();
        const std::string_view value = attribute.value();
        const bool is_flag = (name == "exact" || name == "patch") && (value == "0" || value == "1");
        const bool is_second = attribute != root.first_attribute();
        const bool is_of_patch =
            std::ranges::find(patch_attributes, name) != patch_attributes.end() && root.attribute("patch").as_bool();
        if (is_second ? !is_of_patch : !is_flag) {
            wrong = fmt::format("root element <edits> with {}=\"{}\"", name, value);
            break;
        }
    }
    return wrong.empty() ? Status{}
                         : fail(edits.at(root.name(),
                                         {.code = ErrorCode::unknown_name,
                                          .message = std::move(wrong),
                                          .hint = "a list of edits begins with <edits>, <edits exact=\"1\"> or, as a "
                                                  "patch, <edits patch=\"1\">"}));
}

Result<const EditKind*> check_edit(const pugi::xml_node& node)
{
    const std::span<const EditKind> all = edit_kinds();
    const std::string_view name = node.name();
    const auto kind = std::ranges::find(all, name, &EditKind::name);
    if (node.type() != pugi::node_element || kind == all.end()) {
        std::vector<std::string_view> names;
        std::ranges::transform(all, std::back_inserter(names), &EditKind::name);
        return fail({.code = ErrorCode::unknown_name,
                     .message = node.type() == pugi::node_element ? fmt::format("edit <{}>", name)
                                                                  : std::string("text between edits"),
                     .hint = fmt::format("edits are: <{}>", fmt::join(names, ">, <"))});
    }
    if (Status status = check_attributes(node, *kind); !status) {
        return fail(status.error());
    }
    if (!kind->has_content && node.first_child()) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("<{}> with content", name),
                     .hint = "it takes attributes only"});
    }
    return &*kind;
}

std::string source_in(const pugi::xml_node& node)
{
    std::string text;
    for (const pugi::xml_node part : node.children()) {
        text += part.value();
    }
    std::string_view lines = text;
    lines.remove_prefix(lines.starts_with('\n') ? 1 : 0);
    lines.remove_suffix(lines.ends_with('\n') ? 1 : 0);
    return std::string(lines);
}

bool has_expected_value(const pugi::xml_node& edit, const Match& match)
{
    const pugi::xml_attribute attribute = edit.attribute("was");
    const std::string_view was = attribute.value();
    if (!attribute) {
        return true;
    }
    switch (match.kind) {
    case Match::Kind::field:
        return is_computed(match.field) ? was == computed_word || was.empty() : was == match.field.text();
    case Match::Kind::record:
        return was == "#" + short_fingerprint(match.list ? std::string_view(match.list.item(match.index).name)
                                                         : match.record.type->element,
                                              match.record);
    case Match::Kind::list: return true;
    case Match::Kind::blob: break;
    }
    const bool is_byte_range = match.child->kind == ChildEntry::Kind::byte_range;
    const Bytes now = is_byte_range ? match.record.byte_range(*match.child).joined() : match.record.blob(*match.child);
    Bytes old;
    return was.starts_with('#') ? was == "#" + short_fingerprint(now)
                                : (parse_hex(was, old) && old == now) || was == match_text(match);
}

Status require_record(const Match& match)
{
    if (match.kind != Match::Kind::record || !match.list) {
        return fail({.code = ErrorCode::usage,
                     .message = "this is not a record of a list",
                     .field = match.path,
                     .hint = match.kind == Match::Kind::list
                                 ? fmt::format("name one of its records: {}[0]", match.path)
                                 : "only records of lists can be removed, moved or copied"});
    }
    return {};
}

std::string first_line(std::string text)
{
    text.resize(std::min(text.find('\n'), text.size()));
    return text;
}

EditLog remove_matches(Recorder& recorder, const std::vector<Match>& matches)
{
    EditLog log;
    // Remove the records of one list at once. Begin with the deepest and last lists, so that a removal does not change
    // the paths of later ones.
    std::map<NodePath, std::vector<std::size_t>, std::greater<>> lists;
    std::set<NodePath> all;
    for (const Match& match : matches) {
        all.insert(match.node);
    }
    for (const Match& match : matches) {
        log.push_back({"remove", match.path, short_text(match), ""});
        if (!is_below_any(match.node, all)) {
            NodePath list = match.node;
            list.back().index = 0;
            lists[list].push_back(match.index);
        }
    }
    for (auto& [list, places] : lists) {
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        const NodePath parent(list.begin(), list.end() - 1);
        recorder.erase(parent, record_at(recorder.root(), parent).table().children[list.back().child], places);
    }
    return log;
}

}  // namespace redforge::edit
