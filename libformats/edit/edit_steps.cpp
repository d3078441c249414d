// What edits have in common: what their paths lead to, and taking records out.
#include "edit/edit_steps.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

namespace redforge::edit {
namespace {

std::string short_text(const Match& match)
{
    return first_line(match_text(match));
}

/// Whether a record is below one of some others.
bool stands_in(NodePath node, const std::set<NodePath>& others)
{
    while (!node.empty()) {
        node.pop_back();
        if (others.contains(node)) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<Error> check_expected(std::size_t found, std::optional<std::size_t> expect, std::string_view path)
{
    if (!expect || *expect == found || *expect == any_number) {
        return std::nullopt;
    }
    return Error{.code = found == 0 ? ErrorCode::not_found : ErrorCode::mismatch,
                 .message = fmt::format("the path leads to {} things, expected {}", found, *expect),
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

Status require_record(const Match& match)
{
    if (match.kind != Match::Kind::record || !match.list) {
        return fail({.code = ErrorCode::usage,
                     .message = "this is no record of a list",
                     .field = match.path,
                     .hint = "name one with a selector: objects[3]"});
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
    // The records of one list go at once; lists deeper down and further behind first, so that no place is renumbered
    // before its turn.
    std::map<NodePath, std::vector<std::size_t>, std::greater<>> lists;
    std::set<NodePath> all;
    for (const Match& match : matches) {
        all.insert(match.node);
    }
    for (const Match& match : matches) {
        log.push_back({"remove", match.path, short_text(match), ""});
        if (!stands_in(match.node, all)) {
            NodePath list = match.node;
            list.back().index = 0;
            lists[list].push_back(match.index);
        }
    }
    for (auto& [list, places] : lists) {
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        const NodePath holder(list.begin(), list.end() - 1);
        recorder.erase(holder, record_at(recorder.root(), holder).table().children[list.back().child], places);
    }
    return log;
}

}  // namespace redforge::edit
